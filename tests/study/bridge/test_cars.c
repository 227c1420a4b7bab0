// Trains of cars over a bridge: what they weigh, two tracks, a rough rail, energy, comfort.
#include "shipped.h"

static double balance(const Shipped *s) {
  return fabs(shipped_number(s, "energy.residual_J")) / shipped_number(s, "energy.throughput_J");
}

// Ten cars shortened to two: local maxima as each train's first axles are over the point.
static void test_two_trains(void **state) {
  static const char *const keys[] = {"trains[0].cars[0].count=2", "trains[1].cars[0].count=2",
                                     "bridge.modes=40", "time.step=2ms", NULL};
  double most[2] = {0}, at[2] = {0};
  (void)state;
  Shipped s = shipped_run("two-trains", keys);
  const CatTable *t = cat_record_find(s.rec, "time");
  const CatChannel *time = cat_table_channel(t, "t"), *w = cat_table_channel(t, "deflection");
  for (size_t i = 0; i < t->n; i++) {
    int which = time->data[i] > 5;
    if (w->data[i] > most[which]) most[which] = w->data[i], at[which] = time->data[i];
  }
  assert_true(at[0] > 2.63 && at[0] < 2.63 + 50 / 55.0);
  assert_true(at[1] > 7.06 && at[1] < 7.06 + 50 / 55.0);
  assert_close(most[0], most[1], 0.1, 0);  // the deck still swings when the second one comes
  assert_below(balance(&s), 1e-4);
  assert_int_equal(cJSON_GetArraySize(shipped_field(&s, "comfort")), 12);
  shipped_free(&s);
}

// A track beside the middle deflects more under its own train than the other one.
static void test_torsion(void **state) {
  static const char *const near[] = {"trains[0].cars[0].count=1", "trains[1].cars[0].count=1",
                                     "bridge.modes=20",           "time.step=5ms",
                                     "measure.across=2.2m",       NULL};
  double most[2] = {0};
  (void)state;
  Shipped s = shipped_run("two-trains", near);
  const CatTable *t = cat_record_find(s.rec, "time");
  const CatChannel *time = cat_table_channel(t, "t"), *w = cat_table_channel(t, "deflection");
  for (size_t i = 0; i < t->n; i++) {
    int which = time->data[i] > 5;
    most[which] = fmax(most[which], w->data[i]);
  }
  assert_true(most[0] > 1.02 * most[1]);
  shipped_free(&s);
}

static void test_rough_rail(void **state) {
  static const char *const keys[] = {"time.step=2ms", NULL};
  (void)state;
  Shipped s = shipped_run("ice3-rough", keys);
  double low = shipped_number(&s, "bridge.wheel_force.min_N");
  double high = shipped_number(&s, "bridge.wheel_force.max_N");
  double weight = (47800 + 2 * 3500 + 4 * 1800) * 9.81 / 4;
  assert_true(low < 0.98 * weight && high > 1.02 * weight);
  assert_below(balance(&s), 1e-4);
  assert_int_equal(cJSON_GetArraySize(shipped_field(&s, "comfort")), 24);
  assert_int_equal(cat_record_verdicts(s.rec), 3);
  shipped_free(&s);
}

static void test_truck(void **state) {
  (void)state;
  Shipped s = shipped_run("truck", NULL);
  double all = (14000 + 2 * 900) * 9.81, rise = shipped_number(&s, "bridge.deflection.max_mm");
  assert_true(rise > 0.8e3 * all * 25 * 25 * 25 / (48 * 8.323e9));
  assert_true(rise < 1.2e3 * all * 25 * 25 * 25 / (48 * 8.323e9));
  assert_below(balance(&s), 1e-4);
  shipped_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_two_trains),
      cmocka_unit_test(test_torsion),
      cmocka_unit_test(test_rough_rail),
      cmocka_unit_test(test_truck),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
