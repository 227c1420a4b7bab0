// A controller alone: its laws, when its actuator acts, its limit, its noise.
#include "support/support.h"

#include <math.h>

#include "mechanism/control.h"

static double step(CatControl *c, double force) {
  double acts = cat_control_act(c);
  cat_control_measure(c, &(CatMeasured){.force = force});
  return acts;
}

// A jump of the force by -10 N at the end of step 1 acts from step 1 + 1 + delay on, held
// from sample to sample.
static void delay(void **state) {
  (void)state;
  CatControlSpec s = {.set_point = 100, .proportional = 2, .delay = 5e-3, .limit = 50};
  CatControl c;
  cat_control_new(&s, 1e-3, &c);
  cat_control_start(&c, &(CatMeasured){.force = 100});
  for (int k = 1; k <= 20; k++) {
    double acts = step(&c, 90);
    assert_close(acts, k >= 7 ? 20 : 0, 1e-12, 1e-12);
  }
  s.period = 4e-3;
  cat_control_new(&s, 1e-3, &c);
  cat_control_start(&c, &(CatMeasured){.force = 100});
  for (int k = 1; k <= 20; k++)
    assert_close(step(&c, 100 - k), k >= 10 ? 2 * ((k - 6) / 4 * 4) : 0, 1e-12, 1e-12);
}

// The integral grows until the actuator is at its limit, and turns at once with the error.
static void limit(void **state) {
  (void)state;
  CatControlSpec s = {.set_point = 0, .integral = 100, .limit = 10};
  CatControl c;
  cat_control_new(&s, 1e-3, &c);
  cat_control_start(&c, &(CatMeasured){.force = 0});
  for (int k = 0; k < 1000; k++) step(&c, -1);
  assert_close(c.now.force, 10, 0.02, 0);
  for (int k = 0; k < 60; k++) step(&c, 1);
  assert_close(c.now.force, 10 - 5.9, 0.05, 0);
  assert_true(c.now.largest <= 10);
}

// Normal, of the deviation that was asked for, the same for the same seed.
static void noise(void **state) {
  (void)state;
  enum { N = 20000 };
  CatControlSpec s = {.set_point = 0, .proportional = 1, .limit = 1e3, .noise = 2, .seed = 7};
  CatControl c, again;
  double sum = 0, square = 0, fourth = 0;
  cat_control_new(&s, 1e-3, &c), cat_control_new(&s, 1e-3, &again);
  for (int k = 0; k < N; k++) {
    double x = step(&c, 0);
    assert_true(x == step(&again, 0));
    sum += x, square += x * x, fourth += x * x * x * x;
  }
  assert_close(sum / N, 0, 0, 0.06);
  assert_close(square / N, 4, 0.04, 0);
  assert_close(fourth / N / (square / N * square / N), 3, 0.08, 0);
}

// u = C x + D y with x <- A x + B y: an integrator and a gain on the rate of the second body.
static void state_space(void **state) {
  (void)state;
  const double a[] = {1}, b[] = {0.5, 0, 0, 0, 0}, cc[] = {3}, d[] = {0, 0, 0, 0, -7};
  CatControlSpec s = {.law = CAT_CONTROL_STATE_SPACE,
                      .set_point = 10,
                      .limit = 1e3,
                      .na = 1,
                      .nb = 5,
                      .nc = 1,
                      .nd = 5,
                      .a = a,
                      .b = b,
                      .c = cc,
                      .d = d};
  CatControl c;
  CatMeasured y = {.force = 8, .n = 2, .v = {1, 0.1}};
  cat_control_new(&s, 1e-3, &c);
  cat_control_start(&c, &y);
  for (int k = 0; k < 5; k++) {
    cat_control_act(&c);
    cat_control_measure(&c, &y);
    assert_close(c.now.asked, 3 * k * 0.5 * 2 - 0.7, 1e-12, 1e-12);
  }
}

// A state that grows without end, though nothing is made of it: no number, and no actuator at its
// limit.
static void lost_numbers(void **state) {
  (void)state;
  const double a[] = {2, 0, 0, 0.5}, b[10] = {[0] = 1, [5] = 1}, cc[] = {0, 1}, d[5] = {0};
  CatControlSpec s = {.law = CAT_CONTROL_STATE_SPACE,
                      .set_point = 10,
                      .limit = 100,
                      .na = 4,
                      .nb = 10,
                      .nc = 2,
                      .nd = 5,
                      .a = a,
                      .b = b,
                      .c = cc,
                      .d = d};
  CatControl c;
  cat_control_new(&s, 1e-3, &c);
  cat_control_start(&c, &(CatMeasured){.force = 0, .n = 2});
  double acts = 0;
  for (int k = 0; k < 1200 && !isnan(acts); k++) {
    acts = cat_control_act(&c);
    assert_true(isnan(acts) || fabs(acts) < 100);
    cat_control_measure(&c, &(CatMeasured){.force = 1, .n = 2});
  }
  assert_true(isnan(acts));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(delay), cmocka_unit_test(limit),
                                     cmocka_unit_test(noise), cmocka_unit_test(state_space),
                                     cmocka_unit_test(lost_numbers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
