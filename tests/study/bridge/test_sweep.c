// A range of speeds: sums of shifted responses are the run itself, and peaks are where they belong.
#include "shipped.h"

static double point(const Shipped *s, int i, const char *key) {
  return cJSON_GetObjectItem(cJSON_GetArrayItem(shipped_field(s, "sweep"), i), key)->valuedouble;
}

static void test_sum_is_the_run(void **state) {
  static const char *const range[] = {"run.speed=0",       "run.speeds.from=47", "run.speeds.to=53",
                                      "run.speeds.step=6", "time.step=1ms",      NULL};
  static const char *const one[] = {"run.speed=53", "time.step=1ms", NULL};
  (void)state;
  Shipped s = shipped_run("hslm-a4-47", range), direct = shipped_run("hslm-a4-47", one);
  assert_int_equal(cJSON_GetArraySize(shipped_field(&s, "sweep")), 2);
  assert_true(shipped_number(&s, "energy.throughput_J") > 0);
  assert_below(fabs(shipped_number(&s, "energy.residual_J")),
               1e-9 * shipped_number(&s, "energy.throughput_J"));
  assert_close(point(&s, 0, "deflection_mm"), 32.828, 2e-4, 0);
  assert_close(point(&s, 0, "acceleration_m_s2"), 4.629, 1e-3, 0);
  assert_close(point(&s, 1, "deflection_mm"), shipped_number(&direct, "bridge.deflection.max_mm"),
               1e-5, 0);
  assert_close(point(&s, 1, "acceleration_m_s2"),
               shipped_number(&direct, "bridge.acceleration_max_m_s2"), 3e-4, 0);
  shipped_free(&s), shipped_free(&direct);
}

// Trains with springs cross by themselves.
static void test_sprung_range(void **state) {
  static const char *const range[] = {"run.speed=0",      "run.speeds.from=20",
                                      "run.speeds.to=30", "run.speeds.step=10",
                                      "time.step=1ms",    NULL};
  static const char *const one[] = {"run.speed=30", "time.step=1ms", NULL};
  (void)state;
  Shipped s = shipped_run("yang-yau-sprung", range), direct = shipped_run("yang-yau-sprung", one);
  assert_close(point(&s, 1, "deflection_mm"), shipped_number(&direct, "bridge.deflection.max_mm"),
               1e-12, 0);
  assert_below(fabs(shipped_number(&s, "energy.residual_J")),
               1e-9 * shipped_number(&s, "energy.throughput_J"));
  shipped_free(&s), shipped_free(&direct);
}

// Peaks of A1 to A8 at D f1, within the step.
static void test_resonance(void **state) {
  static const char *const keys[] = {"run.speeds.from=36", "run.speeds.to=62", "time.step=2ms",
                                     NULL};
  (void)state;
  Shipped s = shipped_run("hslm-sweep", keys);
  int nspeed = 53;
  assert_int_equal(cJSON_GetArraySize(shipped_field(&s, "sweep")), 10 * nspeed);
  for (int train = 0; train < 8; train++) {
    int best = train * nspeed;
    for (int i = train * nspeed; i < (train + 1) * nspeed; i++) {
      if (point(&s, i, "acceleration_m_s2") > point(&s, best, "acceleration_m_s2")) best = i;
    }
    assert_close(point(&s, best, "speed_m_s"), (18 + train) * 2.292938, 0, 0.5);
  }
  shipped_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sum_is_the_run),
      cmocka_unit_test(test_sprung_range),
      cmocka_unit_test(test_resonance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
