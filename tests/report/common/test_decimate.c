// Thinning keeps every extreme, the ends and the order.
#include "report/common/decimate.h"

#include <math.h>
#include <stdlib.h>

#include "support/support.h"

enum { ROWS = 100000, LIMIT = 8000 };

typedef struct Fixture {
  double x[ROWS], y[CAT_MAX_SERIES][ROWS];
  size_t keep[LIMIT];
} Fixture;

static Fixture *fixture_new(CatCurves *curves, int ny) {
  Fixture *f = malloc(sizeof *f);
  assert_non_null(f);
  *curves = (CatCurves){.x = f->x, .ny = ny, .n = ROWS};
  for (int k = 0; k < CAT_MAX_SERIES; k++) {
    curves->y[k] = f->y[k];
    for (int i = 0; i < ROWS; i++) f->y[k][i] = sin(1e-3 * (k + 1) * i) + 0.1 * sin(0.7 * i + k);
  }
  for (int i = 0; i < ROWS; i++) f->x[i] = 1e-3 * i;
  return f;
}

static double extreme(const double *y, const size_t *keep, size_t n, double sign) {
  double best = -INFINITY;
  for (size_t i = 0; i < n; i++) best = fmax(best, sign * y[keep ? keep[i] : i]);
  return best;
}

static void test_extremes(void **state) {
  (void)state;
  for (int ny = 1; ny <= CAT_MAX_SERIES; ny++) {
    CatCurves curves;
    Fixture *f = fixture_new(&curves, ny);
    for (int k = 0; k < ny; k++) {
      f->y[k][777 * (k + 1)] = 55 + k;  // peaks of a single row
      f->y[k][60000 + k] = -44 - k;
    }
    size_t n = cat_decimate(&curves, LIMIT, f->keep);
    assert_true(n > LIMIT / 4 && n <= LIMIT);
    assert_int_equal(f->keep[0], 0);
    assert_int_equal(f->keep[n - 1], ROWS - 1);
    for (size_t i = 1; i < n; i++) assert_true(f->keep[i] > f->keep[i - 1]);
    for (int k = 0; k < ny; k++) {
      assert_close(extreme(f->y[k], f->keep, n, 1), extreme(f->y[k], NULL, ROWS, 1), 0, 0);
      assert_close(extreme(f->y[k], f->keep, n, -1), extreme(f->y[k], NULL, ROWS, -1), 0, 0);
    }
    free(f);
  }
}

// Local peaks survive, too: no value is above what is kept nearby.
static void test_envelope(void **state) {
  (void)state;
  enum { WINDOW = 1000, NEAR = 50 };  // a part has 38 rows
  CatCurves curves;
  Fixture *f = fixture_new(&curves, 1);
  size_t n = cat_decimate(&curves, LIMIT, f->keep);
  for (size_t from = NEAR; from + WINDOW + NEAR < ROWS; from += WINDOW) {
    double kept = -INFINITY, all = -INFINITY;
    for (size_t i = from; i < from + WINDOW; i++) all = fmax(all, f->y[0][i]);
    for (size_t i = 0; i < n; i++) {
      bool near = f->keep[i] + NEAR >= from && f->keep[i] < from + WINDOW + NEAR;
      if (near) kept = fmax(kept, f->y[0][f->keep[i]]);
    }
    assert_true(kept >= all);
  }
  free(f);
}

static void test_few_rows(void **state) {
  (void)state;
  CatCurves curves;
  Fixture *f = fixture_new(&curves, 2);
  curves.n = LIMIT;
  assert_int_equal(cat_decimate(&curves, LIMIT, f->keep), LIMIT);
  curves.n = 0;
  assert_int_equal(cat_decimate(&curves, LIMIT, f->keep), 0);
  free(f);
}

static void test_gaps(void **state) {
  (void)state;
  CatCurves curves;
  Fixture *f = fixture_new(&curves, 2);
  f->y[1][50000] = NAN;
  f->x[0] = NAN;
  f->x[ROWS - 1] = INFINITY;
  size_t n = cat_decimate(&curves, LIMIT, f->keep), gaps = 0;
  for (size_t i = 0; i < n; i++) {
    gaps += f->keep[i] == 50000;
    assert_true(isfinite(f->x[f->keep[i]]));
  }
  assert_int_equal(gaps, 1);
  for (int i = 0; i < ROWS; i++) f->y[0][i] = f->y[1][i] = NAN;
  assert_true(cat_decimate(&curves, LIMIT, f->keep) <= LIMIT);
  free(f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_extremes),
      cmocka_unit_test(test_envelope),
      cmocka_unit_test(test_few_rows),
      cmocka_unit_test(test_gaps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
