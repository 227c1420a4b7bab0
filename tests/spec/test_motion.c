// How a train moves: closed forms, the inverse, no jumps, standstill, and the bits of one product
// at a constant speed.
#include "support/support.h"

#include <math.h>

#include "spec/motion.h"

static CatSpeedPoint in_time(double t, double v) {
  return (CatSpeedPoint){t, NAN, v};
}

static CatSpeedPoint in_place(double x, double v) {
  return (CatSpeedPoint){NAN, x, v};
}

static void constant_speed_is_one_product(void **state) {
  (void)state;
  CatMotion m = cat_motion_constant(320 / 3.6);
  double step = 1e-3;
  for (int i = 0; i < 5000; i++) {
    double t = i * step, expected = (320 / 3.6) * t, got = cat_motion_distance(&m, t);
    assert_memory_equal(&got, &expected, sizeof got);
  }
  double way = 1072.5 - 3.1, expected = way / (320 / 3.6), got = cat_motion_time(&m, way);
  assert_memory_equal(&got, &expected, sizeof got);
  assert_close(cat_motion_speed(&m, 7), 320 / 3.6, 0, 0);
  assert_close(cat_motion_max_speed(&m), 320 / 3.6, 0, 0);
}

// From 10 to 30 m/s in 4 s: a = 5 m/s2.
static void times_have_closed_forms(void **state) {
  (void)state;
  const CatSpeedPoint points[] = {in_time(2, 10), in_time(6, 30)};
  CatMotion m = cat_motion_points(points, 2, 100);
  assert_close(cat_motion_distance(&m, 0), 0, 0, 0);
  assert_close(cat_motion_distance(&m, 1), 10, 1e-14, 0);
  assert_close(cat_motion_distance(&m, 2), 20, 1e-14, 0);
  assert_close(cat_motion_distance(&m, 4), 20 + 2 * 10 + 5 * 4 / 2.0, 1e-14, 0);
  assert_close(cat_motion_distance(&m, 6), 100, 1e-14, 0);
  assert_close(cat_motion_distance(&m, 8), 160, 1e-14, 0);
  assert_close(cat_motion_speed(&m, 1), 10, 0, 0);
  assert_close(cat_motion_speed(&m, 4), 20, 1e-14, 0);
  assert_close(cat_motion_speed(&m, 9), 30, 0, 0);
  assert_close(cat_motion_max_speed(&m), 30, 0, 0);
}

// From 10 to 30 m/s within 100 m: a = (v1^2 - v0^2) / (2 x) = 4 m/s2, 5 s.
static void places_have_closed_forms(void **state) {
  (void)state;
  const CatSpeedPoint points[] = {in_place(70, 10), in_place(170, 30)};
  CatMotion m = cat_motion_points(points, 2, 50);
  assert_close(cat_motion_time(&m, 20), 2, 1e-14, 0);
  assert_close(cat_motion_time(&m, 120), 7, 1e-14, 0);
  assert_close(cat_motion_distance(&m, 2), 20, 1e-14, 0);
  assert_close(cat_motion_distance(&m, 4), 20 + 2 * 10 + 4 * 4 / 2.0, 1e-14, 0);
  assert_close(cat_motion_distance(&m, 7), 120, 1e-14, 0);
  assert_close(cat_motion_speed(&m, 4), 18, 1e-14, 0);
  // v^2 = v0^2 + 2 a x
  double t = cat_motion_time(&m, 70);
  assert_close(cat_motion_speed(&m, t), sqrt(100 + 2 * 4 * 50), 1e-13, 0);
}

static void check_inverse(const CatMotion *m, double to) {
  double before = 0;
  for (int i = 1; i <= 400; i++) {
    double d = to * i / 400, t = cat_motion_time(m, d);
    assert_true(isfinite(t) && t >= before);
    assert_close(cat_motion_distance(m, t), d, 1e-12, 1e-9);
    before = t;
  }
}

// Neither distance nor speed jumps, and the distance is the integral of the speed.
static void check_continuity(const CatMotion *m, double end) {
  enum { N = 20000 };
  double h = end / N, sum = 0, most = cat_motion_max_speed(m);
  for (int i = 0; i < N; i++) {
    double v0 = cat_motion_speed(m, i * h), v1 = cat_motion_speed(m, (i + 1) * h);
    assert_true(v0 >= 0 && v0 <= most * (1 + 1e-14));
    assert_true(fabs(v1 - v0) <= 20 * h);
    sum += h * (v0 + v1) / 2;
    assert_close(cat_motion_distance(m, (i + 1) * h), sum, 1e-5, 1e-3);
  }
}

static void time_is_the_inverse_of_distance(void **state) {
  (void)state;
  const CatSpeedPoint times[] = {in_time(0, 0), in_time(3, 20), in_time(5, 20),
                                 in_time(9, 0), in_time(12, 0), in_time(20, 44)};
  const CatSpeedPoint places[] = {in_place(30, 0), in_place(60, 12.5), in_place(100, 0),
                                  in_place(101, 3), in_place(300, 3)};
  CatMotion a = cat_motion_points(times, 6, 30), b = cat_motion_points(places, 5, 30);
  check_inverse(&a, 900);
  check_inverse(&b, 900);
  check_continuity(&a, 30);
  check_continuity(&b, 60);
}

static void standstill_ends_or_does_not(void **state) {
  (void)state;
  const CatSpeedPoint pause[] = {in_time(0, 10), in_time(2, 0), in_time(5, 0), in_time(7, 10)};
  CatMotion m = cat_motion_points(pause, 4, 0);
  assert_close(cat_motion_time(&m, 10), 2, 1e-14, 0);  // the first time, not that of leaving
  assert_close(cat_motion_distance(&m, 3), 10, 1e-14, 0);
  assert_close(cat_motion_speed(&m, 4), 0, 0, 0);
  assert_true(cat_motion_time(&m, 10.001) > 5);
  m = cat_motion_points(pause, 2, 0);  // stops for good
  assert_close(cat_motion_time(&m, 10), 2, 1e-14, 0);
  assert_close(cat_motion_time(&m, 10 * (1 + 1e-12)), 2, 1e-14, 0);
  assert_true(isinf(cat_motion_time(&m, 10.001)));
  assert_close(cat_motion_distance(&m, 1e6), 10, 1e-14, 0);
  assert_close(cat_motion_speed(&m, 1e6), 0, 0, 0);
  const CatSpeedPoint stuck[] = {in_place(5, 0), in_place(9, 3)};
  m = cat_motion_points(stuck, 2, 0);  // does not even begin
  assert_true(isinf(cat_motion_time(&m, 1)));
  assert_close(cat_motion_distance(&m, 1e6), 0, 0, 0);
  const CatSpeedPoint twice[] = {in_place(0, 3), in_place(5, 0), in_place(9, 0), in_place(12, 3)};
  m = cat_motion_points(twice, 4, 0);
  assert_true(isinf(cat_motion_time(&m, 6)));
  assert_close(cat_motion_distance(&m, 1e6), 5, 1e-14, 0);
}

static void one_point_is_a_constant(void **state) {
  (void)state;
  const CatSpeedPoint one = in_time(3, 8);
  CatMotion m = cat_motion_points(&one, 1, 0);
  assert_close(cat_motion_distance(&m, 1), 8, 0, 0);
  assert_close(cat_motion_distance(&m, 5), 40, 0, 0);
  assert_close(cat_motion_time(&m, 40), 5, 1e-15, 0);
  assert_close(cat_motion_time(&m, 0), 0, 0, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(constant_speed_is_one_product),
      cmocka_unit_test(times_have_closed_forms),
      cmocka_unit_test(places_have_closed_forms),
      cmocka_unit_test(time_is_the_inverse_of_distance),
      cmocka_unit_test(standstill_ends_or_does_not),
      cmocka_unit_test(one_point_is_a_constant),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
