// Orders of the integrators in the coupled problem (rungs 13 and 14): second order while nothing
// switches; with droppers that go slack a mean slope, since where a step meets the event is chance.
#include "support/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOMENTS = 50, MOST = 9 };

typedef struct Series {
  double force[MOMENTS], height[MOMENTS];
} Series;

typedef struct Trial {
  CatTrainSpec spec;
  double moment;  // time between moments, and the longest step [s]
  bool smooth;    // nothing may switch
  long slack;     // steps with slack droppers
} Trial;

// Force and height at equal moments with the longest step halved so many times.
static Series run(Trial *trial, int halved) {
  CatTrainSpec s = trial->spec;
  Series out;
  s.time.step = trial->moment / (1 << halved);
  Scene g = scene_new(&s);
  for (int k = 0; k < MOMENTS << halved; k++) {
    scene_steps(&g, 1);
    for (int i = 0; i < g.c->ties.n; i++) {
      trial->slack += g.c->ties.y[i] > 0;
      if (trial->smooth) assert_true(g.c->ties.y[i] <= 0);
    }
    if (trial->smooth) assert_true(g.c->sim->contact[0].force > 0);
    if ((k + 1) % (1 << halved)) continue;
    out.force[k >> halved] = g.c->sim->contact[0].force;
    out.height[k >> halved] = g.c->sim->contact[0].height;
  }
  scene_free(&g);
  return out;
}

static double distance(const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < MOMENTS; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sqrt(sum / MOMENTS);
}

// Slope of the differences between a step and the next shorter one, over n halvings.
static double order(Trial *trial, int n, const char *name) {
  Series last = run(trial, 0);
  double h[MOST], force[MOST], height[MOST];
  print_message("%-20s force [N] by step:", name);
  for (int k = 0; k < n; k++) {
    Series next = run(trial, k + 1);
    h[k] = trial->moment / (1 << k);
    force[k] = distance(last.force, next.force);
    height[k] = distance(last.height, next.height);
    print_message(" %.1e", force[k]);
    last = next;
  }
  double slope = convergence_order(h, force, n), also = convergence_order(h, height, n);
  print_message("; order %.2f, of the height %.2f\n", slope, also);
  return fmin(slope, also);
}

static const char *const names[] = {"HHT", "Newmark", "generalised alpha"};

static CatTrainSpec coarse(const CatSpanSpec *span, double speed) {
  CatTrainSpec s = scene_ac_simple(span, speed);
  s.line.elements_per_bay = 2;
  s.run.from = 65;
  return s;
}

static void smooth(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  CatTrainPantograph light = scene_floating;
  light.body.static_force = 50;
  for (int method = CAT_SCHEME_HHT; method <= CAT_SCHEME_ALPHA; method++) {
    Trial trial = {.spec = coarse(&span, 30), .moment = 2e-3, .smooth = true};
    trial.spec.pantograph = &light;
    trial.spec.time.method = method;
    assert_true(order(&trial, 5, names[method]) >= 1.9);
  }
}

static void switching(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  for (int method = CAT_SCHEME_HHT; method <= CAT_SCHEME_ALPHA; method++) {
    Trial trial = {.spec = coarse(&span, 80), .moment = 4e-3};
    trial.spec.time.method = method;
    assert_true(order(&trial, 8, names[method]) >= 1.5);
    assert_true(trial.slack > 1000);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(smooth), cmocka_unit_test(switching)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
