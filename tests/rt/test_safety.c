// Impossible positions of a strip are told from possible ones.
#include "support/support.h"

#include <math.h>

#include "rt/safety.h"

static void strips_move_as_strips_do(void **state) {
  (void)state;
  const double h = 1e-3;
  assert_true(cat_rt_strip_possible(0.05, 0.049, h));  // 1 m/s
  assert_true(cat_rt_strip_possible(-2, NAN, h));      // lowered, and never seen before
  assert_true(cat_rt_strip_possible(-2, 0, 0.5));      // lowered while nothing was heard
  assert_false(cat_rt_strip_possible(-0.2, 0, h));     // 200 m/s
  assert_false(cat_rt_strip_possible(0.2, 0, h));
  assert_false(cat_rt_strip_possible(1e308, NAN, h));
  assert_false(cat_rt_strip_possible(-1e308, 0, 1e9));
  assert_false(cat_rt_strip_possible(11, 10.9, 1));
  assert_false(cat_rt_strip_possible(INFINITY, INFINITY, h));
  assert_false(cat_rt_strip_possible(NAN, NAN, h));
}

static void contacts_do_not_pull(void **state) {
  (void)state;
  assert_true(cat_rt_force_possible(0) && cat_rt_force_possible(1e308));  // has a limit of its own
  assert_true(cat_rt_force_possible(-50));                                // noise
  assert_false(cat_rt_force_possible(-50.1) || cat_rt_force_possible(-999));
  assert_false(cat_rt_force_possible(NAN));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(strips_move_as_strips_do),
      cmocka_unit_test(contacts_do_not_pull),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
