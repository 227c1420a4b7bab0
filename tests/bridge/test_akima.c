// Splines of Akima's type: exact for parabolas, no overshoot at a step where ordinary splines have
// one, slopes that do not jump.
#include "support/support.h"

#include "step.h"

enum { N = 12 };

static void test_step(void **state) {
  double local, natural;
  (void)state;
  overshoots(&local, &natural);
  assert_below(local, 1e-12);
  assert_true(natural > 0.05);
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
