// Weightings of comfort at known frequencies, and what they make of a sine.
#include "support/support.h"

#include <math.h>
#include <stdlib.h>

#include "post/comfort.h"

#define PI 3.14159265358979323846

static void test_weightings(void **state) {
  static const double f[3] = {1, 4, 16};
  static const double known[3][3] = {
      {0.4825, 0.9672, 0.7687}, {1.0110, 0.5119, 0.1254}, {0.3911, 0.8218, 0.9183}};
  (void)state;
  for (int w = 0; w < 3; w++) {
    for (int i = 0; i < 3; i++) {
      assert_close(cabs(cat_weighting((CatWeighting)w, f[i])), known[w][i], 0, 6e-5);
    }
  }
  assert_close(cat_sperling_weight(2), 0.6101, 1e-4, 0);
  assert_true(cat_weighting(CAT_WEIGHTING_K, 0) == 0);
}

// The size of one factor 1 + s/(Q w) + s^2/w^2.
static double second(double f, double corner, double Q) {
  double r = f / corner;
  return hypot(1 - r * r, r / Q);
}

// Sizes by the formula, without complex numbers.
static double formula(CatWeighting w, double f) {
  static const double corner[3][4] = {
      {12.5, 0.63, 2.37, 3.35}, {2, 0.63, 0, 0}, {16, 0.63, 2.5, 4}};
  static const double Q[3] = {0.91, 1, 0.8}, K[3] = {0.50050345, 1, 0.4};
  double flat = sqrt(0.5), high = f / 0.4, size = high * high / second(f, 0.4, flat);
  size *= hypot(1, f / corner[w][0]) / second(f, 100, flat) / second(f, corner[w][0], corner[w][1]);
  if (w == CAT_WEIGHTING_D) return size;
  return size * K[w] * second(f, corner[w][2], Q[w]) / second(f, corner[w][3], Q[w]);
}

// What sines of 0.5 to 80 Hz become, within 0.1 %.
static void test_scan(void **state) {
  enum { N = 2000, RATE = 500 };
  double *x = calloc(N, sizeof *x), *y = calloc(N, sizeof *y);
  CatContext *ctx = cat_context_new(NULL);
  (void)state;
  for (int w = 0; w < 3; w++) {
    for (double f = 0.5; f <= 80; f = f < 4 ? f + 0.5 : f < 16 ? f + 2 : f + 8) {
      double sum = 0;
      for (int i = 0; i < N; i++) x[i] = sin(2 * PI * f * i / RATE);
      assert_int_equal(cat_weighted(ctx, (CatWeighting)w, RATE, x, N, y), CAT_OK);
      for (int i = 0; i < N; i++) sum += y[i] * y[i];
      assert_close(sqrt(2 * sum / N), formula((CatWeighting)w, f), 1e-3, 0);
    }
  }
  free(x), free(y);
  cat_context_free(ctx);
}

// 20 s of a sine of 4 Hz: |W| / sqrt 2 in each measure; Sperling's index from one line.
static void test_sine(void **state) {
  enum { N = 4000 };
  double *x = calloc(N, sizeof *x);
  CatComfort c;
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  for (int i = 0; i < N; i++) x[i] = 0.3 * sin(2 * PI * 4 * i / 200.0);
  assert_int_equal(cat_comfort(ctx, CAT_VERTICAL, 200, x, N, &c), CAT_OK);
  assert_close(c.iso2631, 0.3 * 0.9672 / sqrt(2), 1e-4, 0);
  assert_close(c.p95, 0.3 * 0.8218 / sqrt(2), 1e-4, 0);
  assert_close(c.n_mv, 6 * c.p95, 1e-12, 0);
  assert_close(c.peak, 0.3, 3e-3, 0);
  assert_int_equal(c.windows, 4);
  assert_close(c.sperling, pow(pow(30 * cat_sperling_weight(4), 2), 1 / 6.67), 1e-9, 0);
  free(x);
  cat_context_free(ctx);
}

// Twenty windows, each louder than the one before: the 95th percentile is the nineteenth.
static void test_percentile(void **state) {
  enum { WINDOW = 1000, N = 20 * WINDOW };  // 5 s at 200 a second
  double *x = calloc(N, sizeof *x);
  CatComfort c, nineteenth, eighteenth;
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  for (int i = 0; i < N; i++) x[i] = (1 + i / WINDOW) * sin(2 * PI * 10 * i / 200.0);
  assert_int_equal(cat_comfort(ctx, CAT_VERTICAL, 200, x, N, &c), CAT_OK);
  assert_int_equal(cat_comfort(ctx, CAT_VERTICAL, 200, x + 18 * WINDOW, WINDOW, &nineteenth),
                   CAT_OK);
  assert_int_equal(cat_comfort(ctx, CAT_VERTICAL, 200, x + 17 * WINDOW, WINDOW, &eighteenth),
                   CAT_OK);
  assert_int_equal(c.windows, 20);
  assert_close(c.p95, nineteenth.p95, 0.01, 0);
  assert_true(c.p95 > 1.03 * eighteenth.p95);
  free(x);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_weightings),
      cmocka_unit_test(test_scan),
      cmocka_unit_test(test_sine),
      cmocka_unit_test(test_percentile),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
