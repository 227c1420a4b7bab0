// The zero-phase Butterworth filter: gain, phase, constants and ramps, edges.
#include "support/support.h"

#include <math.h>

#include "post/filter.h"
#include "post/stats.h"

enum { N = 4000 };
static const CatFilter filter = {1000, 20, 4};
static const double rate = 1000, pi = 3.14159265358979323846;

// gain of a fourth-order Butterworth run twice: 1/(1 + (tan f/tan fc)^8), by the bilinear transform
static double gain(double f, double cutoff) {
  return 1 / (1 + pow(tan(pi * f / rate) / tan(pi * cutoff / rate), 8));
}

static void gains_and_phases(void **state) {
  (void)state;
  static double x[N], y[N];
  CatContext *ctx = cat_context_new(NULL);
  for (double f = 2; f < 60; f *= 1.5) {
    double in = 0, out = 0, quadrature = 0;
    for (int i = 0; i < N; i++) x[i] = sin(2 * pi * f * i / rate);
    assert_int_equal(cat_filter_zero_phase(ctx, &filter, x, N, y), CAT_OK);
    for (int i = 1000; i < 3000; i++) {  // away from the ends
      double s = sin(2 * pi * f * i / rate), c = cos(2 * pi * f * i / rate);
      in += s * s, out += y[i] * s, quadrature += y[i] * c;
    }
    assert_close(out / in, gain(f, 20), 1e-9, 1e-12);
    assert_close(quadrature / in, 0, 0, 5e-3);
  }
  cat_context_free(ctx);
}

static void keeps_lines(void **state) {
  (void)state;
  double x[500], y[500];
  CatContext *ctx = cat_context_new(NULL);
  for (int i = 0; i < 500; i++) x[i] = 120 + 0.3 * i;
  assert_int_equal(cat_filter_zero_phase(ctx, &filter, x, 500, y), CAT_OK);
  for (int i = 0; i < 500; i++) assert_close(y[i], x[i], 1e-5, 0);
  cat_context_free(ctx);
}

// At half the rate, and beyond, nothing is taken away: the same bits.
static void half_the_rate_copies(void **state) {
  (void)state;
  double x[50], y[50];
  CatContext *ctx = cat_context_new(NULL);
  for (int i = 0; i < 50; i++) x[i] = 100 + 7 * sin(1.7 * i * i);
  const CatFilter at = {1000, 500, 4};
  assert_int_equal(cat_filter_zero_phase(ctx, &at, x, 50, y), CAT_OK);
  assert_memory_equal(x, y, sizeof x);
  cat_context_free(ctx);
}

static void statistics(void **state) {
  (void)state;
  const double x[5] = {1, 2, 3, 4, 0};
  CatStats s = cat_stats(x, 5);
  assert_close(s.mean, 2, 1e-15, 0);
  assert_close(s.std, sqrt(2), 1e-15, 0);
  assert_close(s.stat_max, 2 + 3 * sqrt(2), 1e-15, 0);
  assert_true(s.max == 4 && s.min == 0);
  assert_close(cat_stats_loss(x, 5), 20, 1e-15, 0);
  assert_true(cat_stats(x, 0).n == 0);
}

// Sines of whole periods: those below the cutoff stay to the last digit, the others go.
static void brick_wall(void **state) {
  (void)state;
  enum { LENGTH = 3000 };  // no power of two: 3 s
  static double x[LENGTH], y[LENGTH], wanted[LENGTH];
  CatContext *ctx = cat_context_new(NULL);
  for (int i = 0; i < LENGTH; i++) {
    double w = 2 * pi * i / rate;
    wanted[i] = 120 + 30 * sin(w) + 20 * cos(7 * w + 0.3) + 10 * sin(20 * w);  // 20 Hz: still in
    x[i] = wanted[i] + 15 * sin((20 + 1.0 / 3) * w) + 5 * cos(499 * w);
  }
  assert_int_equal(cat_filter(ctx, CAT_FILTER_BRICK_WALL, &filter, x, LENGTH, y), CAT_OK);
  for (int i = 0; i < LENGTH; i++) assert_close(y[i], wanted[i], 0, 1e-9);
  assert_int_equal(cat_filter(ctx, CAT_FILTER_BRICK_WALL, &filter, x, 1, y), CAT_OK);
  assert_close(y[0], x[0], 1e-14, 0);
  assert_int_equal(cat_filter(ctx, CAT_FILTER_BRICK_WALL, &filter, x, 0, y), CAT_OK);
  cat_context_free(ctx);
}

static void names(void **state) {
  (void)state;
  char text[CAT_FILTER_TEXT];
  assert_string_equal(cat_filter_text(CAT_FILTER_BUTTERWORTH, 20, text),
                      "butterworth order 4, forward and backward, 20 Hz");
  assert_string_equal(cat_filter_text(CAT_FILTER_BRICK_WALL, 5, text),
                      "brick-wall over the whole signal, 5 Hz");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gains_and_phases),     cmocka_unit_test(keeps_lines),
      cmocka_unit_test(half_the_rate_copies), cmocka_unit_test(statistics),
      cmocka_unit_test(brick_wall),           cmocka_unit_test(names)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
