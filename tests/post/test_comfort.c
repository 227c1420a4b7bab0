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

// 20 s of a sine of 4 Hz: |W| / sqrt 2 in each measure; Sperling's index from one line.
static void test_sine(void **state) {
  enum { N = 4000 };
  double *x = calloc(N, sizeof *x);
  CatComfort c;
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  for (int i = 0; i < N; i++) x[i] = 0.3 * sin(2 * PI * 4 * i / 200.0);
  assert_int_equal(cat_comfort_vertical(ctx, 200, x, N, &c), CAT_OK);
  assert_close(c.iso2631, 0.3 * 0.9672 / sqrt(2), 1e-4, 0);
  assert_close(c.p95, 0.3 * 0.8218 / sqrt(2), 1e-4, 0);
  assert_close(c.n_mv, 6 * c.p95, 1e-12, 0);
  assert_close(c.peak, 0.3, 3e-3, 0);
  assert_int_equal(c.windows, 4);
  assert_close(c.sperling, pow(pow(30 * cat_sperling_weight(4), 2), 1 / 6.67), 1e-9, 0);
  free(x);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_weightings),
      cmocka_unit_test(test_sine),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
