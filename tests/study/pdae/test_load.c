// The load distribution (25): area, smoothness, and its Fourier transform against quadrature.
#include "support/support.h"

#include <math.h>

#include "study/pdae/load.h"

static const double eps = 0.2;

static void has_unit_area(void **state) {
  (void)state;
  assert_close(cat_load_integral(-1, eps), 0, 0, 1e-15);
  assert_close(cat_load_integral(0, eps), 0.5, 1e-15, 0);
  assert_close(cat_load_integral(1, eps), 1, 1e-15, 0);
  assert_close(cat_load_density(0, eps), 1 / eps, 1e-15, 0);
}

static void derivatives_agree(void **state) {
  (void)state;
  const double h = 1e-6;
  for (double x = -0.19; x < 0.2; x += 0.0137) {
    double slope = (cat_load_density(x + h, eps) - cat_load_density(x - h, eps)) / (2 * h);
    double density = (cat_load_integral(x + h, eps) - cat_load_integral(x - h, eps)) / (2 * h);
    assert_close(cat_load_slope(x, eps), slope, 1e-6, 1e-6);
    assert_close(cat_load_density(x, eps), density, 1e-8, 1e-8);
  }
}

static void transform_is_the_integral(void **state) {
  (void)state;
  enum { N = 20000 };
  for (double k = 0.1; k < 300; k *= 1.7) {
    double sum = 0;
    for (int i = 0; i < N; i++) {
      double x = -eps + (i + 0.5) * 2 * eps / N;
      sum += cat_load_density(x, eps) * cos(k * x) * 2 * eps / N;
    }
    assert_close(cat_load_transform(k, eps), sum, 1e-7, 1e-8);
  }
  // the series and the closed form meet
  assert_close(cat_load_transform(0.4999999 / eps, eps), cat_load_transform(0.5000001 / eps, eps),
               1e-7, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(has_unit_area),
                                     cmocka_unit_test(derivatives_agree),
                                     cmocka_unit_test(transform_is_the_integral)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
