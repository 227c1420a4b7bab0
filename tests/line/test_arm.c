// The steady arm in closed form, against printed numbers.
#include "line/arm.h"

#include <math.h>

#include "support/support.h"

// DATA.md section 1: the vertical bar of the 2D form has the stiffness of the benchmark's arm.
static void benchmark(void **state) {
  (void)state;
  double radial = cat_arm_radial(22000, 0.2, 55);
  assert_close(radial, 320, 1e-12, 0);
  assert_close(cat_arm_stiffness(radial, hypot(1.2, 0.2), 0.2), 274.07, 0, 0.005);
}

// Jensen, section 4.4.2: 14.6 N and 147 N/m are printed for a heel setting of 0.15 m, and follow
// from 0.10 m; DATA.md section 5.
static void danish(void **state) {
  (void)state;
  double radial = cat_arm_radial(12000, 0.2, 60);
  assert_close(cat_arm_lift(radial, 1.1, 0.10), 14.6, 0, 0.05);
  assert_close(cat_arm_stiffness(radial, 1.1, 0.10), 147, 0, 0.5);
  assert_close(cat_arm_lift(radial, 1.1, 0.15), 22.0, 0, 0.05);
  assert_close(cat_arm_stiffness(radial, 1.1, 0.15), 149.6, 0, 0.05);
  assert_close(cat_arm_static_mass(1.54) * 9.81, 7.6, 0, 0.05);
  assert_close(cat_arm_dynamic_mass(1.54), 0.51, 0, 0.005);
}

// (4.36) and (4.37) are the parts of one force; (4.38) is the derivative of (4.37).
static void consistent(void **state) {
  (void)state;
  double radial = 300, l = 1.2, h = 0.3, d = 1e-5;
  double axial = cat_arm_axial(radial, l, h), lift = cat_arm_lift(radial, l, h);
  assert_close(axial * axial, radial * radial + lift * lift, 1e-12, 0);
  double slope = (cat_arm_lift(radial, l, h + d) - cat_arm_lift(radial, l, h - d)) / (2 * d);
  assert_close(slope, cat_arm_stiffness(radial, l, h), 1e-8, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(benchmark),
      cmocka_unit_test(danish),
      cmocka_unit_test(consistent),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
