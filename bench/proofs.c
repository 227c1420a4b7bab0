#include "proofs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "cost.h"
#include "kernels.h"
#include "rig.h"
#include "structure/lanes/lanes.h"

static const char *const REGULAR = "cases/ac-simple/320.yaml";

static bool is_quasi(const char *solver) {
  return strstr(solver, "quasi-axial") != NULL;
}

// Two or more runs of the same length, taking turns.
static void march(Run *const *run, int n) {
  for (bool more = true; more;) {
    more = false;
    for (int i = 0; i < n; i++) {
      run_block(run[i], RIG_BLOCK);
      more |= run[i]->done < run[i]->steps;
    }
  }
  for (int i = 0; i < n; i++) run_finish(run[i]);
}

//------------------------------------------------------------------------------- growth

// Exponent of the cost over the spans: slope of the straight line through the logarithms.
static double exponent(const Table *t, const char *solver) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (int i = 0; i < t->n; i++) {
    if (strcmp(t->row[i].name, solver) != 0) continue;
    double s = log(t->row[i].spans), c = log(t->row[i].median);
    n++, x += s, y += c, xx += s * s, xy += s * c;
  }
  return n > 1 ? (n * xy - x * y) / (n * xx - x * x) : NAN;
}

// The limit is that of the fast backends; the band's is printed to compare.
void proofs_growth(Table *t) {
  char what[120];
  printf("\nCost over the number of spans\n");
  for (int i = 0; i < COST_SOLVERS; i++) {
    double e = exponent(t, cost_solver[i]);
    if (isnan(e)) continue;
    if (i == 0) {
      printf("  %s: exponent %.3f\n", cost_solver[i], e);
      continue;
    }
    snprintf(what, sizeof what, "%s: exponent", cost_solver[i]);
    table_at_most(t, what, e, 1.1);
  }
}

//------------------------------------------------------------------------------- agreement

// Largest difference of mean, deviation, maximum, minimum and uplift [%].
static double worst_measure(const Run *reference, const Run *r) {
  Measures a = run_measures(reference), b = run_measures(r);
  const double x[] = {a.force.mean, a.force.std, a.force.max, a.force.min, a.uplift};
  const double y[] = {b.force.mean, b.force.std, b.force.max, b.force.min, b.uplift};
  double worst = 0;
  for (int i = 0; i < 5; i++) worst = fmax(worst, 100 * fabs(y[i] - x[i]) / fabs(x[i]));
  return worst;
}

static void check_agreement(Table *t, const char *title, const Run *reference, const Run *r) {
  const Check checks[] = {
      {.what = "CV", .value = run_cv(reference, r), .limit = is_quasi(r->name) ? 1 : 0.5},
      {.what = "mean, std, max, min, uplift", .value = worst_measure(reference, r), .limit = 0.5},
      {.what = "steps with equal slack sets",
       .value = 100 * run_same_slack(reference, r),
       .limit = 99.9,
       .least = true}};
  for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
    Check c = checks[i];
    snprintf(c.of, sizeof c.of, "%s", title);
    snprintf(c.what, sizeof c.what, "%s: %s [%%]", r->name, checks[i].what);
    table_check(t, c);
  }
}

// One train with the reference and with everything else; lanes of regular, if any, take turns too:
// what those of this line cost over them, per span.
static double agree(Table *t, const char *title, const Ask *ask, Run *regular) {
  Line line;
  Run run[COST_SOLVERS] = {{.c = NULL}}, *turn[COST_SOLVERS + 1];
  int n = 0;
  line_new(&line, ask);
  for (int i = 0; i < COST_SOLVERS; i++) {
    if (run_new(&run[i], &line, cost_solver[i])) turn[n++] = &run[i];
  }
  if (regular) {
    run_again(regular), turn[n++] = regular;
    samples_wait(20);
  }
  march(turn, n);
  for (int i = 1; i < COST_SOLVERS; i++) {
    if (run[i].c) check_agreement(t, title, &run[0], &run[i]);
  }
  double cost = 0;
  if (regular) {
    CatLanesCounts k = cat_lanes_counts((const CatLanes *)run[1].c->structure);
    printf("  %s: %d spans, %d unknowns per span, lanes %.2f us, AC simple %.2f us\n", title,
           line.spans, run_dof(&run[0]) / line.spans, samples_median(&run[1].took),
           samples_median(&regular->took));
    printf("  %s: %d cells in %d lanes, %d lanes share factors\n", title, k.cells, k.lanes,
           k.shared);
    cost =
        samples_ratio(&run[1].took, &regular->took, RIG_BLOCK) * regular->line->spans / line.spans;
  }
  for (int i = 0; i < COST_SOLVERS; i++) run_free(&run[i]);
  line_free(&line);
  return cost;
}

void proofs_agreement(Table *t) {
  static const struct {
    int speed;
    const char *file;
  } trains[] = {{275, "cases/ac-simple/275.yaml"},
                {300, "cases/ac-simple/300-seed002.yaml"},
                {320, "cases/ac-simple/320.yaml"},
                {365, "cases/ac-simple/365.yaml"}};
  printf("\nAC simple, 20 spans, against the band, window 275 to 825 m\n");
  for (int i = 0; i < 8; i++) {
    char title[40];
    bool held = i % 2;
    Ask ask = {.file = trains[i / 2].file, .held = held, .from = 275, .to = 825};
    snprintf(title, sizeof title, "%d km/h %s", trains[i / 2].speed, held ? "held" : "free");
    agree(t, title, &ask, NULL);
  }
}

//------------------------------------------------------------------------------- slack droppers

// A dropper is slack when a wave takes away its tension at rest: with ten times as much none is,
// with a tenth many are, and the line itself stays as it was.
static const double NONE = 10, SOME[] = {1, 0.1};

static double mean_slack(const Run *r) {
  return (double)r->nslack / (double)r->done;
}

static int most_slack(const Run *r) {
  int most = 0;
  for (long i = 0; i < r->done; i++) {
    int n = 0;
    for (int k = 0; k < r->c->ties.n; k++) {
      n += (r->slack[i * r->words + k / 64] >> (k % 64) & 1) != 0;
    }
    if (n > most) most = n;
  }
  return most;
}

// How much longer steps take with a share of the tension than with none slack. Each of two runs is
// once the one and once the other: where their memory lies makes a difference of 1 or 2 %.
static double cost_of_slack(Run run[2], const char *solver, double share) {
  double product = 1;
  for (int i = 0; i < 2; i++) {
    Run *some = &run[i], *none = &run[1 - i];
    run_tighten(some, share), run_tighten(none, NONE);
    samples_wait(20);
    march((Run *[]){none, some}, 2);
    product *= samples_ratio(&some->took, &none->took, RIG_BLOCK);
    printf("  %s, tension at rest times %g: %.2f slack on average, %d at most: %.2f us; %.2f us\n",
           solver, share, mean_slack(some), most_slack(some), samples_median(&some->took),
           samples_median(&none->took));
    run_tighten(some, 1 / share), run_tighten(none, 1 / NONE);
  }
  return sqrt(product);
}

static void slack_of(Table *t, const Line *line, const char *solver) {
  Run run[2];
  char what[120];
  if (!run_new(&run[0], line, solver)) return;
  run_new(&run[1], line, solver);
  for (size_t i = 0; i < sizeof SOME / sizeof *SOME; i++) {
    double cost = cost_of_slack(run, solver, SOME[i]);
    snprintf(what, sizeof what, "%s: cost with %s slack droppers over none", solver,
             SOME[i] < 1 ? "many" : "few");
    table_at_most(t, what, cost, 1.1);
  }
  for (int i = 0; i < 2; i++) run_free(&run[i]);
}

void proofs_slack(Table *t) {
  Line line;
  line_new(&line, &(Ask){.file = REGULAR});
  printf("\nSlack droppers\n");
  for (int i = 1; i < COST_SOLVERS; i++) slack_of(t, &line, cost_solver[i]);
  line_free(&line);
}

//------------------------------------------------------------------------------- irregular lines

void proofs_irregular(Table *t) {
  static const struct {
    const char *name, *file;
    int spans;
  } lines[] = {{"stitched", "bench/cases/stitched.yaml", 20},
               {"compound", "bench/cases/compound.yaml", 20},
               {"unequal spans", "bench/cases/unequal.yaml", 0},
               {"curve", "bench/cases/curve.yaml", 0},
               {"overlap", "bench/cases/overlap.yaml", 0}};
  Line regular;
  Run run;
  line_new(&regular, &(Ask){.file = REGULAR});
  if (run_new(&run, &regular, "lanes")) {
    printf("\nIrregular lines against the band, and their cost per span over that of AC simple\n");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
      char what[120];
      Ask ask = {.file = lines[i].file, .spans = lines[i].spans, .most = 8000};
      double cost = agree(t, lines[i].name, &ask, &run);
      snprintf(what, sizeof what, "%s, lanes: cost per span over the regular one", lines[i].name);
      table_at_most(t, what, cost, 2);
    }
    run_free(&run);
  }
  line_free(&regular);
}

//------------------------------------------------------------------------------ large displacements

void proofs_nonlinear(Table *t) {
  Line line;
  Run run[2] = {{.c = NULL}};
  line_new(&line, &(Ask){.file = REGULAR, .most = 4000});
  if (run_new(&run[0], &line, "nonlinear") && run_new(&run[1], &line, "band")) {
    printf("\nLarge displacements\n");
    march((Run *[]){&run[0], &run[1]}, 2);
    const CatSimCounts *n = &run[0].c->sim->counts;
    printf("  nonlinear %.1f us, band %.1f us; %.2f iterations\n", samples_median(&run[0].took),
           samples_median(&run[1].took), (double)n->trials / (double)n->steps);
    table_at_most(t, "nonlinear: times the band",
                  samples_ratio(&run[0].took, &run[1].took, RIG_BLOCK), 3);
  }
  for (int i = 0; i < 2; i++) run_free(&run[i]);
  line_free(&line);
}

//------------------------------------------------------------------------------- jitter

enum { JITTER_STEPS = 100000 };

// So many rounds of arithmetic take as long as a step.
static long equal_rounds(double us) {
  enum { TRIES = 2001 };
  Samples s = samples_new(TRIES);
  long n = 10000;
  volatile double x = 0;
  for (int i = 0; i < TRIES; i++) {
    double begin = cat_clock_now();
    x = kernel_arithmetic(x, n);
    samples_add(&s, cat_clock_now() - begin);
  }
  n = (long)((double)n * us / samples_median(&s));
  samples_free(&s);
  return n;
}

// By the clock, and what of it the processor worked for us: where other programs run, the clock
// shows them too.
typedef struct Paces {
  Samples clock, work;
} Paces;

static Paces paces_new(void) {
  return (Paces){samples_new(JITTER_STEPS), samples_new(JITTER_STEPS)};
}

static void paces_free(Paces *p) {
  samples_free(&p->clock);
  samples_free(&p->work);
}

static double worked(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void time_arithmetic(Paces *p, long rounds) {
  static volatile double x;
  double begin = cat_clock_now(), work = worked();
  x = kernel_arithmetic(x, rounds);
  samples_add(&p->work, worked() - work);
  samples_add(&p->clock, cat_clock_now() - begin);
}

// Nothing else than the step: what is recorded of a run is not wanted here.
static void time_step(Paces *p, Run *r) {
  double begin = cat_clock_now(), work = worked();
  CatStatus status = cat_sim_step(r->c->sim);
  samples_add(&p->work, worked() - work);
  samples_add(&p->clock, cat_clock_now() - begin);
  r->done++;
  if (status || r->done >= r->steps) run_again(r);
}

static double spread(const Samples *s) {
  return samples_quantile(s, 0.999) / samples_median(s);
}

static void compare_paces(Table *t, const char *name, const Samples *step, const Samples *plain) {
  char what[120];
  snprintf(what, sizeof what, "%s: p99.9/median over that of arithmetic", name);
  printf("  %s: median %.2f us, p99.9/median %.3f; arithmetic: median %.2f us, %.3f\n", name,
         samples_median(step), spread(step), samples_median(plain), spread(plain));
  table_at_most(t, what, spread(step) / spread(plain), 1.3);
}

static void jitter_of(Table *t, Run *r) {
  Paces step = paces_new(), plain = paces_new();
  char name[60];
  run_block(r, 10 * RIG_BLOCK);
  long rounds = equal_rounds(samples_median(&r->took));
  while (step.clock.n < step.clock.room) {
    time_step(&step, r);  // in turns: what the machine does besides falls on both
    time_arithmetic(&plain, rounds);
  }
  snprintf(name, sizeof name, "%s, computing time", r->name);
  compare_paces(t, name, &step.work, &plain.work);
  snprintf(name, sizeof name, "%s, by the clock", r->name);
  compare_paces(t, name, &step.clock, &plain.clock);
  paces_free(&step);
  paces_free(&plain);
}

void proofs_jitter(Table *t) {
  Line line;
  line_new(&line, &(Ask){.file = REGULAR});
  printf("\nJitter of %d steps, each beside arithmetic of equal length\n", JITTER_STEPS);
  for (int i = 1; i < COST_SOLVERS; i++) {
    Run r;
    if (!run_new(&r, &line, cost_solver[i])) continue;
    jitter_of(t, &r);
    run_free(&r);
  }
  line_free(&line);
}
