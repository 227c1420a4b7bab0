// The exact force between string and mass, and how six discretisations approach it.
#include "support/support.h"

#include <math.h>

#include "study/string_mass/run.h"

static CatStringMassSpec thesis(CatStringSpace method, int unknowns) {
  return (CatStringMassSpec){.gravity = 9.81,
                             .length = 100,
                             .string = {1, 1000},
                             .body = {1, 10000, 0},
                             .run = {20, 95},
                             .space = {(int)method, unknowns},
                             .time = {2e-4, 1e-4},
                             .record = {1}};
}

// Chapter 2's numbers, and the fourth order of the method behind them.
static void reference_is_exact(void **state) {
  (void)state;
  Bare scene = bare_new();
  CatStringMassSpec s = thesis(CAT_STRING_CUBIC, 100);
  CatStringReference r, fine;
  assert_int_equal(cat_string_reference(scene.arena, &s, &r), CAT_OK);
  s.time.reference_step = 2e-5;
  assert_int_equal(cat_string_reference(scene.arena, &s, &fine), CAT_OK);
  CatStringPeak least = cat_string_least(fine.F, fine.t, fine.n, 20);
  CatStringPeak most = cat_string_greatest(&fine, fine.F, fine.t, fine.n);
  assert_close(least.force, 4.396, 1e-4, 0);
  assert_close(least.x, 0.2278, 1e-3, 0);
  assert_close(most.force, 34.27, 1e-4, 0);
  assert_close(most.x, 77.81, 1e-4, 0);
  for (double t = 0.01; t < 4.7; t += 0.0317) {
    double exact = cat_string_reference_force(&fine, t);
    assert_close(cat_string_reference_force(&r, t), exact, 0, 3e-3);
  }
  bare_free(&scene);
}

// On a string whose far end is out of reach the force settles at the weight.
static void steady_sinking_is_known(void **state) {
  (void)state;
  Bare scene = bare_new();
  CatStringMassSpec s = thesis(CAT_STRING_CUBIC, 100);
  s.length = 1e5;
  s.run = (CatStringMassRun){20, 4};
  CatStringReference r;
  assert_int_equal(cat_string_reference(scene.arena, &s, &r), CAT_OK);
  assert_close(r.F[r.n], 9.81, 2e-2, 0);
  bare_free(&scene);
}

static double error(Bare *scene, CatStringMassSpec s, const double window[2]) {
  CatStringReference r;
  CatStringModel m;
  CatStringMarch x;
  assert_int_equal(cat_string_reference(scene->arena, &s, &r), CAT_OK);
  assert_int_equal(cat_string_model(scene->arena, &s, &m), CAT_OK);
  assert_int_equal(cat_string_march(scene->ctx, scene->arena, &m, &x), CAT_OK);
  return cat_string_error(&x, &r, window);
}

// With more unknowns every method comes nearer, and modes are best by far away from the ends.
static void methods_converge(void **state) {
  (void)state;
  static const double window[2] = {2, 30};
  Bare scene = bare_new();
  double fine[6];
  for (int method = CAT_STRING_DIFFERENCES; method <= CAT_STRING_QUINTIC; method++) {
    CatStringMassSpec s = thesis((CatStringSpace)method, 100);
    s.run.to = 30;
    double coarse = error(&scene, s, window);
    s.space.unknowns = 400;
    fine[method] = error(&scene, s, window);
    assert_true(fine[method] < 0.55 * coarse);
    assert_true(fine[method] < 3);
  }
  assert_true(fine[CAT_STRING_MODES] < fine[CAT_STRING_CUBIC]);
  assert_true(fine[CAT_STRING_CUBIC] < fine[CAT_STRING_LINEAR]);
  assert_true(fine[CAT_STRING_LINEAR] < fine[CAT_STRING_DIFFERENCES]);
  bare_free(&scene);
}

// A cubic spring: statics by its own equation, and the same exact force from a fine grid.
static void cubic_spring(void **state) {
  (void)state;
  static const double window[2] = {2, 30};
  Bare scene = bare_new();
  CatStringMassSpec s = thesis(CAT_STRING_MODES, 400);
  CatStringModel m;
  CatStringStatics at;
  s.run.to = 30;
  s.body.cubic_stiffness = 1e10;
  assert_int_equal(cat_string_model(scene.arena, &s, &m), CAT_OK);
  assert_int_equal(cat_string_statics(scene.ctx, scene.arena, &m, &at), CAT_OK);
  assert_close(1e4 * at.d + 1e10 * at.d * at.d * at.d, 9.81, 1e-12, 0);
  assert_close(at.v, -9.81 * 100 / 4000, 2e-3, 0);
  assert_true(error(&scene, s, window) < 0.1);
  bare_free(&scene);
}

static CatStringAccount account(Bare *scene, CatStringMassSpec s) {
  CatStringModel m;
  CatStringMarch x;
  assert_int_equal(cat_string_model(scene->arena, &s, &m), CAT_OK);
  assert_int_equal(cat_string_march(scene->ctx, scene->arena, &m, &x), CAT_OK);
  return x.account;
}

// What the drive and gravity do is stored; in a cubic spring the rule loses energy by its order.
static void energy_is_accounted_for(void **state) {
  (void)state;
  Bare scene = bare_new();
  for (int method = CAT_STRING_DIFFERENCES; method <= CAT_STRING_QUINTIC; method++) {
    CatStringMassSpec s = thesis((CatStringSpace)method, 200);
    s.run.to = 30;
    CatStringAccount e = account(&scene, s);
    assert_true(e.throughput > 1 && e.stored > 0.1);
    assert_below(fabs(e.residual), 1e-9 * e.throughput);
    assert_below(fabs(e.numerical), 1e-12 * e.throughput);
    s.body.cubic_stiffness = 1e10;
    e = account(&scene, s);
    assert_below(fabs(e.residual), 1e-9 * e.throughput);
    s.time.step /= 2;
    assert_below(fabs(account(&scene, s).numerical), 0.3 * fabs(e.numerical));
  }
  bare_free(&scene);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reference_is_exact), cmocka_unit_test(steady_sinking_is_known),
      cmocka_unit_test(methods_converge), cmocka_unit_test(cubic_spring),
      cmocka_unit_test(energy_is_accounted_for)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
