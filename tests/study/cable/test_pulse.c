// A pulse beside the linear string of the same grid, near ends, and under long steps.
#include "support/support.h"

#include <math.h>

#include "study/cable/characteristics.h"
#include "study/cable/pulse.h"
#include "study/cable/scheme.h"
#include "thesis.h"

// A wire of 120 mm2 that is kicked at its end.
static CatCableSpec kicked(int intervals, CatCableTimeKind method, double step) {
  CatCableSpec s = thesis(CAT_CABLE_FULL, CAT_CABLE_DRIVEN);
  s.length = 600;
  s.wire = (CatCableWire){1.07, 27000, 130, 1.4e7, 0, 0};
  s.pulse = (CatCablePulse){.given = true, .amplitude = 0.08, .length = 12, .distance = 40};
  s.space.intervals = intervals;
  s.time = (CatCableTimeSpec){(int)method, step, 2};
  s.record.npulse = 1;
  return s;
}

static CatCableCrest crest_after(CatContext *ctx, const CatCableSpec *s, double t) {
  CatCableRun r = {.ctx = ctx, .spec = s};
  assert_int_equal(cat_cable_model_new(ctx, s, &r.m), CAT_OK);
  assert_int_equal(cat_cable_stepper_new(ctx, r.m, s->time.step,
                                         s->time.method == CAT_CABLE_IMPLICIT, &r.stepper),
                   CAT_OK);
  assert_int_equal(cat_cable_twin_new(ctx, s, &r.twin), CAT_OK);
  cat_cable_start(r.m, NULL, &r.stepper.x);
  assert_int_equal(cat_cable_begin(&r.stepper), CAT_OK);
  assert_int_equal(cat_cable_twin_begin(&r.twin), CAT_OK);
  for (long k = lround(t / s->time.step); k > 0; k--) {
    assert_int_equal(cat_cable_step(&r.stepper), CAT_OK);
    assert_int_equal(cat_cable_twin_step(&r.twin), CAT_OK);
  }
  CatCableCrest c = cat_cable_crest(r.m, r.stepper.x.q, r.stepper.x.t);
  cat_cable_twin_compare(&r.twin, &c);
  assert_int_equal(cat_cable_crest_clear(r.m, &c), c.end >= 1.5 * s->pulse.length);
  cat_cable_twin_free(&r.twin);
  cat_cable_model_free(r.m);
  return c;
}

// Coarse grids and long steps delay the pulse by as much as the nonlinear terms send it ahead; what
// those do is told all the same.
static void grid_and_step_are_told_apart(void **state) {
  CatContext *ctx = *state;
  CatCableSpec s = kicked(1200, CAT_CABLE_EXPLICIT, 5e-5);
  CatCableCrest fine = crest_after(ctx, &s, 2);
  assert_close(fine.shift, 0.115, 0.01, 0);
  assert_below(fabs(fine.numerical), 0.02 * fine.shift);
  s = kicked(400, CAT_CABLE_EXPLICIT, 1e-4);
  CatCableCrest coarse = crest_after(ctx, &s, 2);
  assert_close(coarse.numerical, -0.102, 0.02, 0);
  assert_close(coarse.shift, fine.shift, 0.06, 0);
  s = kicked(1200, CAT_CABLE_IMPLICIT, 1e-3);
  CatCableCrest slow = crest_after(ctx, &s, 2);
  assert_close(slow.numerical, -0.058, 0.02, 0);
  assert_close(slow.shift, fine.shift, 0.01, 0);
  assert_close(slow.x - slow.linear, slow.shift + slow.numerical, 0, 1e-9);
  s.model = CAT_CABLE_STRING;  // is its own string
  CatCableCrest own = crest_after(ctx, &s, 2);
  assert_true(own.shift == 0);
  assert_close(own.numerical, slow.numerical, 0, 1e-9);
}

// The pulse is turned over at 600 m from 4.0 s on.
static void ends_are_too_near(void **state) {
  CatContext *ctx = *state;
  CatCableSpec s = kicked(400, CAT_CABLE_EXPLICIT, 1e-4);
  assert_close(crest_after(ctx, &s, 4).end, 4.6, 0.05, 0);
  assert_true(crest_after(ctx, &s, 3.8).end > 1.5 * s.pulse.length);
  assert_true(crest_after(ctx, &s, 0.3).end < 1.5 * s.pulse.length);  // it has just entered
}

// Steps in which a wave runs over 16 to 30 intervals bend the cable sharply at the driven end.
static void long_steps_keep_the_energy(void **state) {
  CatContext *ctx = *state;
  static const CatCableModelKind models[] = {CAT_CABLE_FULL, CAT_CABLE_CUBIC};
  for (int i = 0; i < 8; i++) {
    CatCableSpec s = kicked(1200, CAT_CABLE_IMPLICIT, i % 2 ? 0.1 : 0.05);
    s.model = (int)models[i / 2 % 2];
    s.space.method = i / 4 ? CAT_CABLE_ELEMENTS : CAT_CABLE_DIFFERENCES;
    CatCableModel *m = NULL;
    CatCableStepper x;
    assert_int_equal(cat_cable_model_new(ctx, &s, &m), CAT_OK);
    assert_int_equal(cat_cable_stepper_new(ctx, m, s.time.step, true, &x), CAT_OK);
    cat_cable_start(m, NULL, &x.x);
    assert_int_equal(cat_cable_begin(&x), CAT_OK);
    CatCableEnergy e = cat_cable_model_energy(m, x.x.q, x.x.v);
    double before = cat_cable_energy_sum(&e);
    for (int k = 0; k < 20; k++) assert_int_equal(cat_cable_step(&x), CAT_OK);
    assert_int_equal(cat_context_errors(ctx), 0);  // of trials that were given up
    e = cat_cable_model_energy(m, x.x.q, x.x.v);
    assert_true(x.work > 1);
    assert_close(cat_cable_energy_sum(&e) - before, x.work, 1e-10, 0);
    cat_cable_model_free(m);
  }
}

// (4.8) from rest on a periodic cable by its own lines: 1/t is the steepest fall of c(s(x)).
static void breaking_is_foreseen(void **state) {
  (void)state;
  Bare scene = bare_new();
  CatCableSpec s = thesis(CAT_CABLE_CUBIC, CAT_CABLE_DRIVEN);
  double t;
  assert_int_equal(cat_cable_breaking(scene.arena, &s, &t), CAT_OK);
  assert_close(t, 7.98, 2e-3, 0);
  s.ends = CAT_CABLE_FIXED;
  assert_int_equal(cat_cable_breaking(scene.arena, &s, &t), CAT_OK);
  double d = 1e-3, least = INFINITY;
  for (double x = -60; x < 60; x += 0.05) {
    double more = cat_simple_speed(&s, cat_pulse_shape(&s.pulse, x + d, 1));
    double less = cat_simple_speed(&s, cat_pulse_shape(&s.pulse, x, 1));
    if (more < less) least = fmin(least, d / (less - more));
  }
  assert_close(t, least, 1e-3, 0);
  s.pulse.amplitude = 1e-9;
  assert_int_equal(cat_cable_breaking(scene.arena, &s, &t), CAT_OK);
  assert_true(t > 1e6);
  bare_free(&scene);
}

// Differences have the wave numbers (27 sin(kh/2) - sin(3kh/2))/12h, and steps 2/h asin or atan.
static void schemes_have_their_frequency(void **state) {
  static const double pi = 3.14159265358979323846;
  CatContext *ctx = *state;
  CatCableSpec s = thesis(CAT_CABLE_BEAM, CAT_CABLE_PERIODIC);
  s.pulse.given = false;
  s.length = 2 * pi;
  for (int method = CAT_CABLE_DIFFERENCES; method <= CAT_CABLE_ELEMENTS; method++) {
    CatCableModel *m = NULL;
    double on_grid, explicit_, implicit_;
    s.space = (CatCableSpaceSpec){method, 32};
    assert_int_equal(cat_cable_model_new(ctx, &s, &m), CAT_OK);
    double h = m->h, k = (27 * sin(h / 2) - sin(3 * h / 2)) / (12 * h);
    double w = sqrt((12000 * k * k + 98.6 * k * k * k * k) / 0.91), exact = sqrt(12098.6 / 0.91);
    assert_int_equal(cat_cable_scheme_omega(m, 1, 1e-9, false, &on_grid), CAT_OK);
    assert_close(on_grid, method == CAT_CABLE_DIFFERENCES ? w : exact, 1e-7, 0);
    assert_int_equal(cat_cable_scheme_omega(m, 1, 1e-3, false, &explicit_), CAT_OK);
    assert_int_equal(cat_cable_scheme_omega(m, 1, 1e-3, true, &implicit_), CAT_OK);
    assert_close(sin(explicit_ * 5e-4), on_grid * 5e-4, 1e-9, 0);
    assert_close(tan(implicit_ * 5e-4), on_grid * 5e-4, 1e-9, 0);
    cat_cable_model_free(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(grid_and_step_are_told_apart), cmocka_unit_test(ends_are_too_near),
      cmocka_unit_test(long_steps_keep_the_energy), cmocka_unit_test(breaking_is_foreseen),
      cmocka_unit_test(schemes_have_their_frequency)};
  return cmocka_run_group_tests(tests, new_context, free_context);
}
