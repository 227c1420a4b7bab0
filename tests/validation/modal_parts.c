// Tables of docs/validation/modal.md that need what no result holds: the modes of a span without
// its fourth dropper in those of the full span (span), how far droppers feel each other within one
// step (droppers), the size of the small system and how often it is solved in a step (small).
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/kinds.h"
#include "input/input.h"
#include "linalg/dense.h"
#include "study/train/line_sim.h"

#define PI 3.14159265358979323846
#define CASES CAT_SOURCE_DIR "/cases"

typedef struct Line {
  CatContext *ctx;
  CatSpec *spec;
  CatTrainSpec train;
  const CatLineModel *m;
  CatConfiguration *rest;
} Line;

static void need(CatContext *ctx, CatStatus status) {
  char text[1024];
  if (!status) return;
  const CatError *e = cat_context_error(ctx, 0);
  fprintf(stderr, "modal_parts: %s\n", e ? cat_error_text(e, text, sizeof text) : "failed");
  exit(1);
}

static Line line_of(const char *path, int nset, const char *const *sets) {
  Line l = {.ctx = cat_context_new(NULL)};
  CatInputOptions options = {.sets = sets, .nset = nset, .library = CASES};
  CatRestReport report;
  need(l.ctx, cat_input_load(l.ctx, cat_kind_list(), path, &options, &l.spec));
  l.train = *(const CatTrainSpec *)cat_spec_values(l.spec);
  l.train.solver = CAT_SOLVER_BAND;
  l.train.measure.energy = false;
  need(l.ctx, cat_line_model_new(l.ctx, &l.train.line, &l.m));
  need(l.ctx, cat_rest_find(l.ctx, NULL, l.m, &l.rest, &report));
  return l;
}

static void line_free(Line *l) {
  cat_configuration_free(l->rest);
  cat_line_model_free(l->m);
  cat_spec_free(l->spec);
  cat_context_free(l->ctx);
}

//------------------------------------------------------------------------------- missing dropper

typedef struct Span {
  CatArena *arena;
  CatLinearSystem t;
  double *full, *missing;      // modes, by columns, mass 1 (n x n)
  double *w_full, *w_missing;  // omega^2 (n)
} Span;

static double *dense(CatArena *a, const CatBand *A) {
  size_t n = (size_t)A->n;
  double *out = CAT_ARENA(a, n * n, double);
  for (size_t j = 0; j < n && out; j++) {
    for (size_t i = 0; i < n; i++) out[j * n + i] = cat_band_get(A, (int)i, (int)j);
  }
  return out;
}

static void modes(const Line *l, Span *s, double *K, double *w) {
  need(l->ctx, cat_dense_modes(s->arena, s->t.n, K, dense(s->arena, &s->t.M), w));
}

static Span span_of(const Line *l) {
  Span s = {.arena = cat_arena_new(l->ctx, 1 << 20)};
  double k;
  need(l->ctx, cat_linear_system_new(s.arena, l->m, l->rest, &s.t));
  s.w_full = CAT_ARENA(s.arena, s.t.n, double);
  s.w_missing = CAT_ARENA(s.arena, s.t.n, double);
  s.full = dense(s.arena, &s.t.K);
  modes(l, &s, s.full, s.w_full);
  CatPort b = cat_port_dropper(l->m, l->rest, &s.t, 3, &k);
  for (int i = 0; i < b.n; i++) {
    for (int j = 0; j <= i; j++) cat_band_add(&s.t.K, b.dof[i], b.dof[j], -k * b.b[i] * b.b[j]);
  }
  s.missing = dense(s.arena, &s.t.K);
  modes(l, &s, s.missing, s.w_missing);
  return s;
}

static double hertz(double omega2) {
  return sqrt(fmax(0, omega2)) / (2 * PI);
}

// Weights of one mode on those of the full span, eq. (56): largest first, and how high they reach.
static void weights(const Span *s, int number) {
  static const double above[] = {20, 50, 100, 200, 300, 400};
  size_t n = (size_t)s->t.n;
  const double *mode = s->missing + (size_t)(number - 1) * n;
  double *moved = calloc(n, sizeof *moved), *eta = calloc(n, sizeof *eta);
  double most = 0, highest[3] = {0}, rest[6] = {0};
  if (!moved || !eta) exit(1);
  cat_band_multiply(&s->t.M, 1, mode, 0, moved);
  for (size_t i = 0; i < n; i++) {
    eta[i] = fabs(cat_dot(s->t.n, s->full + i * n, moved));
    most = fmax(most, eta[i]);
  }
  for (size_t i = 0; i < n; i++) {
    double f = hertz(s->w_full[i]);
    for (int k = 0; k < 3; k++) {
      if (eta[i] > most * pow(10, -k - 1)) highest[k] = fmax(highest[k], f);
    }
    for (int k = 0; k < 6; k++) rest[k] = fmax(rest[k], f > above[k] ? eta[i] : 0);
  }
  printf("| %d | %.2f | %.0f | %.0f | %.0f |", number, hertz(s->w_missing[number - 1]), highest[0],
         highest[1], highest[2]);
  for (int k = 0; k < 6; k++) printf(" %.4f |", rest[k] / most);
  printf("\n");
  free(moved);
  free(eta);
}

// The number of the mode nearest to a frequency among those that move mostly up.
static int upward_near(const Line *l, const Span *s, double f) {
  size_t n = (size_t)s->t.n;
  double *up = calloc(n, sizeof *up), *moved = calloc(n, sizeof *moved), nearest = 1e9;
  int found = 0;
  if (!up || !moved) exit(1);
  for (int i = 0; i < l->m->nnode; i++) {
    for (int k = CAT_UP; k < 6; k += 3) {
      if (s->t.dof[i][k] >= 0) up[s->t.dof[i][k]] = 1;
    }
  }
  for (size_t i = 0; i < n; i++) {
    const double *mode = s->missing + i * n;
    double share = 0, away = fabs(hertz(s->w_missing[i]) - f);
    if (away >= nearest) continue;
    cat_band_multiply(&s->t.M, 1, mode, 0, moved);
    for (size_t k = 0; k < n; k++) share += up[k] * mode[k] * moved[k];
    if (share < 0.8) continue;
    nearest = away;
    found = (int)i + 1;
  }
  free(up);
  free(moved);
  return found;
}

static void missing_dropper(void) {
  const char *sets[] = {"line.spans[0].repeat=1", "run.to=50 m", "measure.to_time=0 s",
                        "measure.from_time=0 s"};
  Line l = line_of(CASES "/ac-simple/300-seed002-staggered.yaml", 4, sets);
  Span s = span_of(&l);
  int up[2] = {upward_near(&l, &s, 5.3), upward_near(&l, &s, 16.1)};
  printf("| mode | frequency [Hz] | weights above 10 %% of the largest reach [Hz] | above 1 %% | "
         "above 0.1 %% | largest weight above 20 Hz | 50 Hz | 100 Hz | 200 Hz | 300 Hz | 400 Hz |\n"
         "|---|---|---|---|---|---|---|---|---|---|---|\n");
  weights(&s, 14);
  weights(&s, 53);
  for (int i = 0; i < 2; i++) {
    if (up[i] != 14 && up[i] != 53) weights(&s, up[i]);
  }
  cat_arena_free(s.arena);
  line_free(&l);
}

//------------------------------------------------------------------------------- between droppers

// Largest share of an off-diagonal entry, of the compliance and of the small problem's matrix,
// whose diagonal has 1/kappa beside it.
static void between(const char *name, const char *path) {
  Line l = line_of(path, 0, NULL);
  CatLineSim *c = NULL;
  double plain[3] = {0}, small[3] = {0};  // next to it in the list, the one after, any other
  need(l.ctx, cat_line_sim_new(l.ctx, &l.train, l.m, l.rest, &c));
  const CatStructure *s = c->structure;
  for (int i = 0; i < c->ties.n; i++) {
    double own = s->ops->port_compliance(s, s->nmoving + i, s->nmoving + i);
    double diagonal = 1 / c->ties.kappa[i] - s->step.theta * own;
    for (int j = 0; j < c->ties.n; j++) {
      int k = abs(i - j) - 1;
      if (k < 0) continue;
      double g = fabs(s->ops->port_compliance(s, s->nmoving + i, s->nmoving + j));
      k = k > 2 ? 2 : k;
      plain[k] = fmax(plain[k], g / own);
      small[k] = fmax(small[k], s->step.theta * g / fabs(diagonal));
    }
  }
  printf("| %s | %.2e | %.2e | %.2e | %.2e | %.2e | %.2e |\n", name, plain[0], plain[1], plain[2],
         small[0], small[1], small[2]);
  cat_line_sim_free(c);
  line_free(&l);
}

static void all_between(void) {
  printf("| line | compliance: next dropper | second | further | matrix: next dropper | second | "
         "further |\n|---|---|---|---|---|---|---|\n");
  between("AC simple", CASES "/ac-simple/300-seed002.yaml");
  between("AC simple, messenger staggered", CASES "/ac-simple/300-seed002-staggered.yaml");
  between("stitched", CASES "/stitched/250.yaml");
}

//------------------------------------------------------------------------------- the small system

enum { MOST = 200 };  // rows of the histograms; more counts as that

typedef struct Counted {
  long steps, size[MOST + 1], solved[MOST + 1];  // steps with a system of this size, so many solved
} Counted;

static void note(long *histogram, long value) {
  histogram[value < MOST ? value : MOST]++;
}

// Share of the steps with values from first to last [%].
static double share(const Counted *c, const long *histogram, int first, int last) {
  long sum = 0;
  for (int i = first; i <= last; i++) sum += histogram[i];
  return 100 * (double)sum / (double)c->steps;
}

static double mean_of(const Counted *c, const long *histogram) {
  double sum = 0;
  for (int i = 0; i <= MOST; i++) sum += (double)i * (double)histogram[i];
  return sum / (double)c->steps;
}

static int largest(const long *histogram) {
  int i = MOST;
  while (i > 0 && histogram[i] == 0) i--;
  return i;
}

// The run of the paper's Table 1: unknowns of a step are the forces of slack droppers and, where it
// is solved with them, of a contact that presses.
static Counted count(CatCoupling coupling) {
  static const char *const sets[] = {"line.support.damping=0 N s/m"};
  static const double force = 170.13, seconds = 10;  // [N] [s]
  Line l = line_of(CASES "/ac-simple/300-seed002-staggered.yaml", 1, sets);
  CatLineSim *c = NULL;
  Counted out = {0};
  l.train.solver = CAT_SOLVER_LANES;
  l.train.contact.coupling = (int)coupling;
  need(l.ctx, cat_line_sim_new(l.ctx, &l.train, l.m, l.rest, &c));
  need(l.ctx, cat_line_sim_start(c, &force));
  const CatUnilateral *small = &c->sim->ports;
  while (c->sim->t < seconds - c->sim->step.h / 2) {
    long before = c->sim->counts.pivots;
    need(l.ctx, cat_sim_step(c->sim));
    int pressing = small->ncontact > 0 && small->contact[0].presses;
    note(out.size, small->nslack + pressing);
    note(out.solved, c->sim->counts.pivots - before);
    out.steps++;
  }
  cat_line_sim_free(c);
  line_free(&l);
  return out;
}

static void count_row(const char *name, CatCoupling coupling) {
  Counted c = count(coupling);
  printf("| %s | %.1f | %d | %.1f | %.1f | %.1f | %.3f | %.1f | %.2f | %.3f | %d |\n", name,
         mean_of(&c, c.size), largest(c.size), share(&c, c.size, 0, 1), share(&c, c.size, 2, 5),
         share(&c, c.size, 6, MOST), mean_of(&c, c.solved), share(&c, c.solved, 0, 1),
         share(&c, c.solved, 2, 3), share(&c, c.solved, 4, MOST), largest(c.solved));
}

static void small_system(void) {
  printf("| contact | size: mean | largest | at most 1 [%%] | 2 to 5 [%%] | 6 and more [%%] | "
         "systems solved in a step: mean | one [%%] | 2 or 3 [%%] | more [%%] | most |\n"
         "|---|---|---|---|---|---|---|---|---|---|---|\n");
  count_row("implicit", CAT_COUPLING_IMPLICIT);
  count_row("explicit", CAT_COUPLING_EXPLICIT);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*print)(void);
  } parts[] = {{"span", missing_dropper}, {"droppers", all_between}, {"small", small_system}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts && argc == 2; i++) {
    if (strcmp(argv[1], parts[i].name) != 0) continue;
    parts[i].print();
    return 0;
  }
  fprintf(stderr, "usage: modal_parts span|droppers|small\n");
  return 2;
}
