// Factors with signs: counts against eigenvalues, solutions against LAPACK, singular bands.
#include "support/support.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "linalg/inertia.h"

#define PI 3.14159265358979323846

typedef struct Fixture {
  CatContext *ctx;
  CatArena *arena;
  CatBand A;
  double *d;
  unsigned dice;
} Fixture;

static Fixture room(int n, int kd) {
  Fixture f = {.ctx = cat_context_new(NULL), .dice = 3};
  f.arena = cat_arena_new(f.ctx, 1 << 16);
  f.d = CAT_ARENA(f.arena, n, double);
  assert_int_equal(cat_band_new(f.arena, n, kd, &f.A), CAT_OK);
  return f;
}

static void finish(Fixture *f) {
  cat_arena_free(f->arena);
  cat_context_free(f->ctx);
}

static double roll(Fixture *f) {  // -1 to 1, the same everywhere
  f->dice = f->dice * 1664525u + 1013904223u;
  return (double)(f->dice >> 8) / (1 << 23) - 1;
}

static double *spread(const Fixture *f) {
  int n = f->A.n;
  double *out = CAT_ARENA(f->arena, n * n, double);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) out[i * n + j] = cat_band_get(&f->A, i, j);
  }
  return out;
}

// tri(-1, 2, -1) less sigma, whose eigenvalues are 4 sin^2(k pi / 2(n + 1)) - sigma.
static void counts_of_a_chain(void **state) {
  (void)state;
  enum { N = 101 };
  for (double sigma = 0.01; sigma < 4; sigma += 0.037) {
    Fixture f = room(N, 1);
    int below = 0;
    for (int i = 0; i < N; i++) {
      cat_band_add(&f.A, i, i, 2 - sigma);
      if (i > 0) cat_band_add(&f.A, i - 1, i, -1);
      below += 4 * pow(sin((i + 1) * PI / (2 * (N + 1))), 2) < sigma;
    }
    assert_int_equal(cat_band_factor_signed(&f.A, f.d), below);
    finish(&f);
  }
}

// Bands of any width: as many negative pivots as negative eigenvalues, the same solution.
static void agrees_with_lapack(void **state) {
  (void)state;
  static const int shape[][2] = {{1, 0}, {2, 1}, {30, 0}, {40, 3}, {60, 17}, {25, 24}};
  for (size_t k = 0; k < sizeof shape / sizeof *shape; k++) {
    int n = shape[k][0], kd = shape[k][1], pivot[60], negative = 0;
    Fixture f = room(n, kd);
    double b[60], x[60], w[60];
    for (int j = 0; j < n; j++) {
      for (int i = j > kd ? j - kd : 0; i <= j; i++) cat_band_add(&f.A, i, j, roll(&f));
      b[j] = x[j] = roll(&f);
    }
    double *full = spread(&f), *again = spread(&f), *one = CAT_ARENA(f.arena, n * n, double);
    for (int i = 0; i < n; i++) one[i * n + i] = 1;
    assert_int_equal(cat_dense_modes(f.arena, n, again, one, w), CAT_OK);
    for (int i = 0; i < n; i++) negative += w[i] < 0;
    if (n > 2) assert_true(negative > 0 && negative < n);
    assert_int_equal(cat_dense_solve(f.ctx, n, full, x, pivot), CAT_OK);
    assert_int_equal(cat_band_factor_signed(&f.A, f.d), negative);
    cat_band_solve_signed(&f.A, f.d, b);
    for (int i = 0; i < n; i++) assert_close(b[i], x[i], 1e-9, 1e-9);
    finish(&f);
  }
}

static void positive_bands_have_no_negative_pivot(void **state) {
  (void)state;
  enum { N = 50, KD = 6 };
  Fixture f = room(N, KD);
  CatBand U;
  double b[N], x[N];
  assert_int_equal(cat_band_new(f.arena, N, KD, &U), CAT_OK);
  for (int j = 0; j < N; j++) {
    for (int i = j > KD ? j - KD : 0; i < j; i++) cat_band_add(&f.A, i, j, roll(&f));
    cat_band_add(&f.A, j, j, 2 * KD + 1);
    b[j] = x[j] = roll(&f);
  }
  cat_band_copy(&U, &f.A);
  assert_int_equal(cat_band_factor(f.ctx, &U), CAT_OK);
  cat_band_solve(&U, x, 1);
  assert_int_equal(cat_band_factor_signed(&f.A, f.d), 0);
  cat_band_solve_signed(&f.A, f.d, b);
  for (int i = 0; i < N; i++) assert_close(b[i], x[i], 1e-13, 1e-15);
  finish(&f);
}

// A singular band is said to be one, and still solves for its null space: (1, -1, 0).
static void singular_bands_show_their_null_space(void **state) {
  (void)state;
  Fixture f = room(3, 1);
  const double a[] = {1, 1, 3};
  for (int i = 0; i < 3; i++) cat_band_add(&f.A, i, i, a[i]);
  cat_band_add(&f.A, 0, 1, 1);
  double b[3] = {1, 0.3, 1};
  assert_int_equal(cat_band_factor_signed(&f.A, f.d), -1);
  cat_band_solve_signed(&f.A, f.d, b);
  assert_true(fabs(b[0]) > 1e10);
  assert_close(b[1] / b[0], -1, 1e-9, 0);
  assert_below(fabs(b[2] / b[0]), 1e-9);
  finish(&f);
}

// Pivots that are nearly zero have no certain sign.
static void small_pivots_are_uncertain(void **state) {
  (void)state;
  const double off[] = {1e-3, 1e-9, 1e-15};
  for (int k = 0; k < 3; k++) {
    Fixture f = room(2, 1);
    cat_band_add(&f.A, 0, 0, 1);
    cat_band_add(&f.A, 0, 1, 1);
    cat_band_add(&f.A, 1, 1, 1 - off[k]);
    assert_int_equal(cat_band_factor_signed(&f.A, f.d), k < 2 ? 1 : -1);
    finish(&f);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(counts_of_a_chain),
                                     cmocka_unit_test(agrees_with_lapack),
                                     cmocka_unit_test(positive_bands_have_no_negative_pivot),
                                     cmocka_unit_test(singular_bands_show_their_null_space),
                                     cmocka_unit_test(small_pivots_are_uncertain)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
