// Numerical uncertainty of a crossing beside its true error.
#include "shipped.h"

static double number(const char *const *keys, const char *path) {
  Shipped s = shipped_run("yang-yau-sprung", keys);
  double out = shipped_number(&s, path);
  shipped_free(&s);
  return out;
}

// Few modes: what the others add is estimated within a factor of 3.
static void test_modes(void **state) {
  static const char *const few[] = {"bridge.modes=3", "measure.uncertainty=true", NULL};
  static const char *const many[] = {"bridge.modes=40", NULL};
  (void)state;
  double exact = number(many, "bridge.deflection.max_mm");
  Shipped s = shipped_run("yang-yau-sprung", few);
  double error = fabs(shipped_number(&s, "bridge.deflection.max_mm") - exact);
  double u = shipped_number(&s, "bridge.u_num.deflection_mm");
  assert_true(error > 1e-5 && u < 3 * error && error < 3 * u);
  assert_int_equal((int)shipped_number(&s, "bridge.u_num.runs"), 2);
  shipped_free(&s);
}

// A long step, functions that are given: only the error in time is estimated. Not asked for: none.
static void test_step(void **state) {
  static const char *const coarse[] = {"bridge.functions=10", "time.step=10ms",
                                       "measure.uncertainty=true", NULL};
  static const char *const fine[] = {"bridge.functions=10", "measure.uncertainty=false", NULL};
  (void)state;
  double exact = number(fine, "bridge.wheel_force.max_N");
  Shipped s = shipped_run("yang-yau-sprung", coarse);
  double error = fabs(shipped_number(&s, "bridge.wheel_force.max_N") - exact);
  double u = shipped_number(&s, "bridge.u_num.wheel_force_N");
  assert_true(error > 0.1 && u < 3 * error && error < 3 * u);
  assert_int_equal((int)shipped_number(&s, "bridge.u_num.runs"), 1);
  shipped_free(&s);
  s = shipped_run("yang-yau-sprung", fine);
  assert_null(cJSON_GetObjectItem(shipped_field(&s, "bridge"), "u_num"));
  shipped_free(&s);
}

// Unless it is written out, it is left out where it takes long, and says so.
static void test_left_out(void **state) {
  static const char *const plain[] = {"time.step=5ms", NULL};
  static const char *const many[] = {"bridge.modes=500", "time.step=0.0055ms",
                                     "measure.energy=false", NULL};
  (void)state;
  Shipped s = shipped_run("yang-yau-sprung", plain);
  assert_int_equal((int)shipped_number(&s, "bridge.u_num.runs"), 2);
  const CatResult *first = cat_record_result_at(s.rec, 1);
  assert_string_equal(first->label, "largest deflection");
  assert_ptr_equal(strstr(first->note, "+- "), first->note);
  shipped_free(&s);
  s = shipped_run("yang-yau-sprung", many);
  assert_int_equal((int)shipped_number(&s, "bridge.u_num.runs"), 0);
  assert_non_null(strstr(shipped_field(&s, "bridge.u_num.reason")->valuestring, "asks for it"));
  shipped_free(&s);
}

// A verdict knows how sure its value is.
static void test_verdict(void **state) {
  static const char *const keys[] = {"bridge.modes=3", "measure.uncertainty=true",
                                     "measure.track=ballasted", NULL};
  (void)state;
  Shipped s = shipped_run("yang-yau-sprung", keys);
  const CatVerdict *v = cat_record_verdict_at(s.rec, 0);
  assert_non_null(v);
  assert_close(v->u_num, shipped_number(&s, "bridge.u_num.acceleration_m_s2"), 1e-12, 0);
  assert_true(v->u_num > 0);
  shipped_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_modes),
      cmocka_unit_test(test_step),
      cmocka_unit_test(test_left_out),
      cmocka_unit_test(test_verdict),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
