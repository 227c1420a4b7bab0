// Central differences as a member of the implicit schemes' family: the three-level formula to
// rounding errors, its limit, and a train beside that of the trapezoidal rule.
#include "support/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/dense.h"
#include "monitor/ledger.h"
#include "ode/central.h"

static double limit_of(Scene *g) {
  Driven *d = driven_new(g, cat_step_central(1e-5), 0);
  double out = 2 / cat_banded_highest(d->b);
  driven_free(d);
  return out;
}

static Scene small_line(void) {
  static CatSpanSpec span;  // the scene keeps both
  static CatTrainSpec s;
  span = scene_spans(1);
  s = scene_ac_simple(&span, 50);
  return scene_line(&s);
}

// M (u1 - 2 u0 + u-1)/h^2 + K u0 = f0, solved beside it.
static void it_is_the_three_level_formula(void **state) {
  (void)state;
  enum { STEPS = 300 };
  Scene g = small_line();
  double h = 0.9 * limit_of(&g), worst = 0;
  Driven *d = driven_new(&g, cat_step_central(h), 0);
  int n = d->system.n;
  double *u[3], *f = calloc((size_t)n + 1, sizeof *f), force = 0;
  CatBand M;
  for (int i = 0; i < 3; i++) u[i] = calloc((size_t)n + 1, sizeof **u);
  assert_int_equal(cat_band_new(d->arena, n, d->system.M.kd, &M), CAT_OK);
  cat_band_axpy(&M, 1, &d->system.M);
  assert_int_equal(cat_band_factor(g.ctx, &M), CAT_OK);
  for (int k = 0; k < STEPS; k++) {
    double x = 20 + 50 * h * k;
    cat_band_multiply(&d->system.K, -1, u[1], 0, f);
    if (k > 0) cat_port_vector_apply(&d->seat.base.port, force, f);
    cat_band_solve(&M, f, 1);
    for (int i = 0; i < n; i++) u[2][i] = 2 * u[1][i] - u[0][i] + h * h * f[i];
    force = 100 * sin(400 * h * k) + 50;
    driven_step(d, x, force);
    double *first = u[0];
    u[0] = u[1], u[1] = u[2], u[2] = first;
  }
  double most = 0;
  for (int i = 0; i < n; i++) {
    most = fmax(most, fabs(u[1][i]));
    worst = fmax(worst, fabs(u[1][i] - d->b->u[i]));
  }
  print_message("step %.2e s: %.1e of %.1e m\n", h, worst, most);
  assert_below(1e-7, most);
  assert_below(worst, 1e-8 * most);
  for (int i = 0; i < 3; i++) free(u[i]);
  free(f);
  driven_free(d);
  scene_free(&g);
}

// Largest displacement of free motion, of all frequencies, over that at its beginning.
static double growth(Scene *g, double step) {
  enum { STEPS = 4000 };
  Driven *d = driven_new(g, cat_step_central(step), 0);
  CatStructure *s = &d->b->base;
  double first = 0, last = 0;
  for (int i = 0; i < s->n; i++) d->b->u[i] = 1e-6 * sin(1 + (double)i * i);
  for (int i = 0; i < s->n; i++) first = fmax(first, fabs(d->b->u[i]));
  for (int k = 0; k < STEPS; k++) s->ops->advance(s), s->ops->commit(s);
  for (int i = 0; i < s->n; i++) {
    last = isfinite(d->b->u[i]) ? fmax(last, fabs(d->b->u[i])) : INFINITY;
  }
  driven_free(d);
  return last / first;
}

static void the_limit_is_sharp(void **state) {
  (void)state;
  Scene g = small_line();
  double limit = limit_of(&g), below = growth(&g, 0.999 * limit), above = growth(&g, 1.01 * limit);
  print_message("limit %.4e s: grows by %.3g below it, by %.3g above\n", limit, below, above);
  assert_below(below, 1e3);  // oblique modes: bounded, but not by the first amplitude
  assert_below(1e12, above);
  scene_free(&g);
}

typedef struct Outcome {
  double force, left;
} Outcome;

static Outcome ride(int method, double step, double time) {
  CatSpanSpec span = scene_spans(1);
  CatTrainSpec s = scene_ac_simple(&span, 60);
  s.solver = CAT_SOLVER_BAND;
  s.time.method = method, s.time.step = step;
  s.damping = (CatDampingSpec){.alpha = 0.0125};
  Scene g = scene_new(&s);
  CatArena *a = cat_arena_new(g.ctx, 1 << 16);
  CatLedger *l;
  assert_int_equal(cat_ledger_new(a, g.c->sim, NULL, &l), CAT_OK);
  cat_ledger_start(l);
  for (long k = 0, n = lround(time / step); k < n; k++) {
    cat_ledger_before(l);
    scene_steps(&g, 1);
    cat_ledger_after(l);
  }
  CatAccount account = cat_ledger_account(l);
  Outcome out = {g.c->sim->contact[0].force, fabs(account.residual) / account.throughput};
  cat_arena_free(a);
  scene_free(&g);
  return out;
}

static void trains_ride_as_by_the_trapezoidal_rule(void **state) {
  (void)state;
  Scene g = small_line();
  double step = 0.5 * limit_of(&g), time = 0.15;
  Outcome a = ride(CAT_SCHEME_CENTRAL, step, time), b = ride(CAT_SCHEME_NEWMARK, step, time);
  print_message("%.4f N and %.4f N; ledgers leave %.1e and %.1e\n", a.force, b.force, a.left,
                b.left);
  assert_close(a.force, b.force, 2e-3, 0);
  assert_below(a.left, 1e-8);
  scene_free(&g);
}

static void longer_steps_are_refused(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(1);
  CatTrainSpec s = scene_ac_simple(&span, 60);
  s.solver = CAT_SOLVER_BAND;
  s.time.method = CAT_SCHEME_CENTRAL, s.time.step = 1e-3;
  Scene g = scene_line(&s);
  assert_int_equal(cat_line_sim_new(g.ctx, &s, g.m, g.rest, &g.c), CAT_ERR_INPUT);
  assert_non_null(strstr(cat_context_error(g.ctx, 0)->message, "expected at most"));
  scene_free(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(it_is_the_three_level_formula),
                                     cmocka_unit_test(the_limit_is_sharp),
                                     cmocka_unit_test(longer_steps_are_refused),
                                     cmocka_unit_test(trains_ride_as_by_the_trapezoidal_rule)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
