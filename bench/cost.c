#include "cost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "kernels.h"
#include "linalg/lapack.h"
#include "rig.h"
#include "structure/banded.h"

const char *const cost_solver[COST_SOLVERS] = {"band", "lanes", "lanes-quasi-axial",
                                               "lanes-quasi-axial-f32"};

// A pass over the state of a backend.
typedef struct Stream {
  double *x;
  size_t n;  // doubles
  Samples took, copied;
} Stream;

typedef struct Solve {  // LAPACK's, with the factor of the band
  const CatBand *A;
  double *rhs, *x;
  Samples took;
} Solve;

typedef struct Timed {
  Modal m;
  const char *name;
  Samples took;
} Timed;

typedef struct Cost {
  const Kernels *kernels;
  Line line;
  Run run[COST_SOLVERS];  // those without c do not exist
  Stream stream[COST_SOLVERS];
  Solve solve;
  Timed modal[2];
  long rounds;
} Cost;

//------------------------------------------------------------------------------- stream

static Stream stream_new(const Run *r) {
  size_t n = 3 * (size_t)run_dof(r), passes = 20000;
  if (strstr(r->name, "f32")) n /= 2;
  Stream s = {bench_memory(n, sizeof(double)), n, samples_new(passes), samples_new(passes)};
  for (size_t i = 0; i < n; i++) s.x[i] = (double)(i % 7);
  return s;
}

// Hot: what came before has emptied the caches, so the first passes do not count. The copy moves
// one half onto the other, so that it touches the same memory.
static void stream_block(const Kernels *k, Stream *s, long passes) {
  const double ab[2] = {0.999, 0.001};
  size_t half = s->n / 2;
  double pace = samples_pace();
  for (long i = -3; i < passes; i++) {
    double begin = cat_clock_now();
    k->stream(s->x, s->n, ab);
    if (i >= 0) samples_add(&s->took, cat_clock_now() - begin);
  }
  samples_turn(&s->took, pace);
  for (long i = -3; i < passes; i++) {
    double begin = cat_clock_now();
    memcpy(s->x, s->x + half, half * sizeof *s->x);
    if (i >= 0) samples_add(&s->copied, cat_clock_now() - begin);
  }
  samples_turn(&s->copied, pace);
}

static void stream_free(Stream *s) {
  free(s->x);
  samples_free(&s->took);
  samples_free(&s->copied);
}

//------------------------------------------------------------------------------- LAPACK

static Solve solve_new(const Run *band) {
  const CatBanded *b = (const CatBanded *)band->c->structure;
  size_t n = (size_t)b->A.n;
  Solve s = {&b->A, bench_memory(n, sizeof(double)), bench_memory(n, sizeof(double)),
             samples_new(20000)};
  for (size_t i = 0; i < n; i++) s.rhs[i] = 1 + (double)(i % 5);
  return s;
}

static void solve_block(Solve *s, int times) {
  int one = 1, ld = s->A->kd + 1, info = 0;
  double pace = samples_pace();
  for (int i = 0; i < times; i++) {
    memcpy(s->x, s->rhs, (size_t)s->A->n * sizeof *s->x);
    double begin = cat_clock_now();
    dpbtrs_("U", &s->A->n, &s->A->kd, &one, s->A->a, &ld, s->x, &s->A->n, &info, 1);
    samples_add(&s->took, cat_clock_now() - begin);
  }
  samples_turn(&s->took, pace);
}

//------------------------------------------------------------------------------- modal

static void modal_fill(Modal *m) {
  unsigned dice = 7;
  size_t all = (size_t)m->droppers * m->n, rows = MODAL_ROWS * m->n;
  for (size_t i = 0; i < all; i++) {
    dice = dice * 1664525u + 1013904223u;
    m->k[i] = 1e-3 * (double)(dice >> 8), m->c[i] = 1e-4 * m->k[i];
  }
  for (size_t i = 0; i < rows; i++) {
    m->contact[i] = 1e-3 * (double)(i % 11), m->reach[i] = 1e-10 * (double)(i % 13 + 1);
  }
  for (size_t i = 0; i < (size_t)m->modes; i++) {
    double w = 6.28 * (0.9 + 0.02 * (double)i);  // [rad/s]
    m->damp[i] = 0.0125 + 1e-4 * w * w;
    m->inv[i] = 1 / (4e6 + 2e3 * m->damp[i] + w * w);
  }
}

static Timed modal_new(const char *name, int modes, int droppers) {
  size_t n = ((size_t)modes + 31) / 32 * 32, all = (size_t)droppers * n;
  Modal m = {.modes = modes, .droppers = droppers, .n = n};
  m.k = bench_memory(all, sizeof(double)), m.c = bench_memory(all, sizeof(double));
  m.contact = bench_memory(MODAL_ROWS * n, sizeof(double));
  m.reach = bench_memory(MODAL_ROWS * n, sizeof(double));
  double **vector[] = {&m.damp, &m.inv, &m.q, &m.v, &m.a, &m.qi, &m.vi};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = bench_memory(n, sizeof(double));
  }
  m.tension = bench_memory((size_t)droppers, sizeof(double));
  modal_fill(&m);
  return (Timed){m, name, samples_new(20000)};
}

static void modal_block(const Kernels *k, Timed *t, int times) {
  double pace = samples_pace();
  for (int i = 0; i < times && t->m.n; i++) {
    double begin = cat_clock_now();
    k->modal(&t->m, (long)t->took.n);
    samples_add(&t->took, cat_clock_now() - begin);
  }
  samples_turn(&t->took, pace);
}

static void modal_free(Timed *t) {
  Modal *m = &t->m;
  double *vector[] = {m->k, m->c, m->contact, m->reach, m->damp, m->inv,
                      m->q, m->v, m->a,       m->qi,    m->vi,   m->tension};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) free(vector[i]);
  samples_free(&t->took);
}

//------------------------------------------------------------------------------- one size

// Longer lines than the benchmark's: until the window of the statistics has been passed.
static Ask ask_for(int spans) {
  return (Ask){.file = "cases/ac-simple/320.yaml",
               .spans = spans,
               .from = 275,
               .to = 825,
               .most = spans > 20 ? 9600 : 0};
}

static void cost_new(Cost *c, int spans) {
  static const struct {
    const char *name;
    int modes;
  } modal[] = {{"modal-2500", 2500}, {"modal-10000", 10000}};
  Ask ask = ask_for(spans);
  *c = (Cost){.kernels = kernels_widest()};
  line_new(&c->line, &ask);
  for (int i = 0; i < COST_SOLVERS; i++) {
    if (run_new(&c->run[i], &c->line, cost_solver[i])) {
      c->stream[i] = stream_new(&c->run[i]);
    } else {
      printf("note: no row %s: the program has no such solver\n", cost_solver[i]);
    }
  }
  c->solve = solve_new(&c->run[0]);
  c->rounds = c->run[0].steps / RIG_BLOCK + 1;
  for (int i = 0; i < 2; i++) {
    if (modal[i].modes > c->run[0].c->system.n) {
      printf("note: no row %s: a line of %d spans has fewer modes\n", modal[i].name, spans);
      continue;
    }
    c->modal[i] = modal_new(modal[i].name, modal[i].modes, c->run[0].c->ties.n);
  }
}

static void cost_free(Cost *c) {
  for (int i = 0; i < COST_SOLVERS; i++) run_free(&c->run[i]), stream_free(&c->stream[i]);
  for (int i = 0; i < 2; i++) modal_free(&c->modal[i]);
  free(c->solve.rhs), free(c->solve.x);
  samples_free(&c->solve.took);
  line_free(&c->line);
}

// All take turns, so that what the machine does besides falls on all.
static void cost_round(Cost *c) {
  enum { SOLVES = 60, MODAL = 20, PASSES = 10000 };
  for (int i = 0; i < COST_SOLVERS; i++) {
    if (!c->run[i].c) continue;
    run_block(&c->run[i], RIG_BLOCK);
    stream_block(c->kernels, &c->stream[i], PASSES / c->rounds + 1);
  }
  solve_block(&c->solve, SOLVES);
  for (int i = 0; i < 2; i++) modal_block(c->kernels, &c->modal[i], MODAL);
}

static Row row_of(const Cost *c, const char *name, const Samples *s) {
  double median = samples_median(s), step = 1e6 * c->run[0].values->time.step;
  return (Row){.name = name,
               .spans = c->line.spans,
               .dof = c->run[0].c->system.n,
               .median = median,
               .p99 = samples_quantile(s, 0.99),
               .realtime = step / median,
               .ratio = median / samples_median(&c->stream[0].took),
               .cv = NAN};
}

static void add_rows(Table *t, Cost *c) {
  table_add(t, row_of(c, "stream", &c->stream[0].took));
  for (int i = 0; i < COST_SOLVERS; i++) {
    if (!c->run[i].c) continue;
    run_finish(&c->run[i]);
    Row row = row_of(c, cost_solver[i], &c->run[i].took);
    row.dof = run_dof(&c->run[i]);
    row.ratio = row.median / samples_median(&c->stream[i].took);
    row.cv = run_cv(&c->run[0], &c->run[i]);
    table_add(t, row);
  }
  for (int i = 0; i < 2; i++) {
    if (!c->modal[i].m.n) continue;
    Row row = row_of(c, c->modal[i].name, &c->modal[i].took);
    row.dof = c->modal[i].m.modes;
    table_add(t, row);
  }
  table_add(t, row_of(c, "dpbtrs", &c->solve.took));
}

// Bytes read and written per time of the pass and of the copy.
static void check_stream(Table *t, int spans, const Stream *s) {
  double bytes = 2 * 8 * (double)s->n;
  double pass = 1e-3 * bytes / samples_median(&s->took);
  double copy = 1e-3 * bytes / 2 / samples_median(&s->copied);
  printf("streaming pass over %zu doubles: %.1f GB/s; memcpy: %.1f GB/s\n", s->n, pass, copy);
  Check c = {.what = "streaming pass: share of memcpy's bandwidth",
             .value = pass / copy,
             .limit = 0.5,
             .least = true};
  snprintf(c.of, sizeof c.of, "%d spans", spans);
  table_check(t, c);
}

void cost_measure(Table *t, int spans) {
  Cost *c = bench_memory(1, sizeof *c);
  double begin = cat_clock_now();
  cost_new(c, spans);
  samples_wait(60);
  for (long i = 0; i < c->rounds; i++) cost_round(c);
  add_rows(t, c);
  printf("\n%d spans: %d unknowns, half-bandwidth %d, %d droppers, %ld steps of %g ms, %.0f s\n",
         c->line.spans, c->run[0].c->system.n, c->solve.A->kd, c->run[0].c->ties.n, c->run[0].done,
         1e3 * c->run[0].values->time.step, cat_clock_now() - begin);
  for (int i = 0; i < COST_SOLVERS; i++) {
    if (!c->run[i].c) continue;
    printf("%s%s %.0f %%", i ? ", " : "turns that count: ", cost_solver[i],
           100 * samples_counted(&c->run[i].took));
  }
  printf("\n");
  table_print(t, spans);
  check_stream(t, spans, &c->stream[0]);
  cost_free(c);
  free(c);
}

//------------------------------------------------------------------------------- limits

static void limits_of(Table *t, const Row *row, double passes, double times) {
  char what[120];
  const Row *modal = table_find(t, "modal-10000", row->spans);
  snprintf(what, sizeof what, "%s: streaming passes over its state", row->name);
  table_at_most(t, what, row->ratio, passes);
  snprintf(what, sizeof what, "%s: times faster than modal-10000", row->name);
  if (modal) table_at_least(t, what, modal->median / row->median, times);
}

void cost_limits(Table *t, int spans) {
  const Row *band = table_find(t, "band", spans), *solve = table_find(t, "dpbtrs", spans);
  const Row *lanes = table_find(t, "lanes", spans);
  const Row *quasi = table_find(t, "lanes-quasi-axial", spans);
  struct rusage use;
  getrusage(RUSAGE_SELF, &use);
  table_at_most(t, "band: times one dpbtrs of the same matrix", band->median / solve->median, 2.2);
  if (lanes) limits_of(t, lanes, 8, 12);
  if (quasi) limits_of(t, quasi, 3.5, 25);
  table_at_most(t, "memory, all of the above at once [MB]", (double)use.ru_maxrss / 1024, 300);
}
