// Splines of Akima's type: exact for parabolas, no overshoot at a step where ordinary splines have
// one, slopes that do not jump.
#include "support/support.h"

#include <math.h>

#include "bridge/akima.h"

enum { N = 12 };

// The natural cubic spline through y at 0, 1, 2, ...: second derivatives by Thomas's algorithm.
static double ordinary(const double *y, double at) {
  double m[N] = {0}, c[N] = {0}, d[N] = {0};
  for (int i = 1; i < N - 1; i++) {
    double w = 4 - c[i - 1];
    c[i] = 1 / w;
    d[i] = (6 * (y[i - 1] - 2 * y[i] + y[i + 1]) - d[i - 1]) / w;
  }
  for (int i = N - 2; i > 0; i--) m[i] = d[i] - c[i] * m[i + 1];
  int i = (int)at < N - 2 ? (int)at : N - 2;
  double s = at - i, e = 1 - s;
  return e * y[i] + s * y[i + 1] + ((e * e * e - e) * m[i] + (s * s * s - s) * m[i + 1]) / 6;
}

static void test_step(void **state) {
  double x[N], y[N], slope[N], low = 0, high = 1, low_other = 0, high_other = 1;
  (void)state;
  for (int i = 0; i < N; i++) x[i] = i, y[i] = i >= N / 2;
  cat_akima_slopes(N, x, y, 1, slope);
  for (double at = 0; at <= N - 1; at += 0.01) {
    double w = cat_akima_at(N, x, y, slope, at), v = ordinary(y, at);
    low = fmin(low, w), high = fmax(high, w);
    low_other = fmin(low_other, v), high_other = fmax(high_other, v);
  }
  assert_true(low > -1e-12 && high < 1 + 1e-12);
  assert_true(low_other < -0.05 && high_other > 1.05);
}

static void test_parabola(void **state) {
  double x[N], y[N], slope[N];
  (void)state;
  for (int i = 0; i < N; i++) x[i] = i + 0.3 * sin(i), y[i] = 2 - 3 * x[i];
  cat_akima_slopes(N, x, y, 1, slope);
  for (int i = 0; i < N; i++) assert_close(slope[i], -3, 1e-12, 0);
  for (int i = 0; i < N; i++) x[i] = i, y[i] = x[i] * x[i];
  cat_akima_slopes(N, x, y, 1, slope);
  for (int i = 0; i < N; i++) assert_close(slope[i], 2 * x[i], 1e-12, 1e-12);
  for (double at = 0; at <= N - 1; at += 0.37) {
    assert_close(cat_akima_at(N, x, y, slope, at), at * at, 1e-12, 1e-12);
  }
}

// Second order in the distance of the points; two and three points are enough.
static void test_convergence(void **state) {
  double x[81], y[81], slope[81], worst[2] = {0};
  (void)state;
  for (int round = 0; round < 2; round++) {
    int n = round ? 81 : 41;
    for (int i = 0; i < n; i++) x[i] = 3.0 * i / (n - 1), y[i] = sin(2 * x[i]);
    cat_akima_slopes(n, x, y, 1, slope);
    for (double at = 0.5; at < 2.5; at += 0.001) {
      worst[round] = fmax(worst[round], fabs(cat_akima_at(n, x, y, slope, at) - sin(2 * at)));
    }
  }
  assert_below(worst[0], 1e-3);
  assert_true(worst[0] > 4 * worst[1]);
  cat_akima_slopes(2, x, y, 1, slope);
  assert_close(slope[0], (y[1] - y[0]) / (x[1] - x[0]), 1e-12, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_step),
      cmocka_unit_test(test_parabola),
      cmocka_unit_test(test_convergence),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
