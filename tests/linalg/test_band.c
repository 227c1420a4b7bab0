// Banded matrices against closed forms: products, factors, eigenvalues.
#include "support/support.h"

#include <math.h>

#include "linalg/band.h"

// the matrix tri(-1, 2, -1), whose eigenvalues are 4 sin^2(k pi / (2 (n + 1)))
static CatBand laplacian(CatArena *arena, int n) {
  CatBand A;
  assert_int_equal(cat_band_new(arena, n, 1, &A), CAT_OK);
  for (int i = 0; i < n; i++) {
    cat_band_add(&A, i, i, 2);
    if (i > 0) cat_band_add(&A, i - 1, i, -1);
  }
  return A;
}

static void solves_what_it_multiplies(void **state) {
  (void)state;
  enum { N = 50 };
  CatContext *ctx = cat_context_new(NULL);
  CatArena *arena = cat_arena_new(ctx, 1 << 16);
  CatBand A = laplacian(arena, N);
  double x[N], b[N];
  for (int i = 0; i < N; i++) x[i] = sin(0.7 * i);
  cat_band_multiply(&A, 1, x, 0, b);
  for (int i = 1; i < N - 1; i++) assert_close(b[i], 2 * x[i] - x[i - 1] - x[i + 1], 1e-13, 1e-14);
  assert_int_equal(cat_band_factor(ctx, &A), CAT_OK);
  cat_band_solve(&A, b, 1);
  for (int i = 0; i < N; i++) assert_close(b[i], x[i], 1e-12, 1e-13);
  cat_arena_free(arena);
  cat_context_free(ctx);
}

// tri(-1, 3, -1): a solution decays by (3 - sqrt 5)/2 from row to row.
static void solves_near_where_it_is_asked(void **state) {
  (void)state;
  enum { N = 200 };
  CatContext *ctx = cat_context_new(NULL);
  CatArena *arena = cat_arena_new(ctx, 1 << 16);
  CatBand A = laplacian(arena, N);
  for (int i = 0; i < N; i++) cat_band_add(&A, i, i, 1);
  assert_int_equal(cat_band_factor(ctx, &A), CAT_OK);
  const CatExtent on[] = {{90, 94}, {0, 1}, {N - 2, N}, {0, N}};
  for (int k = 0; k < 4; k++) {
    double all[N] = {0}, near[N] = {0};
    for (int i = on[k].from; i < on[k].to; i++) all[i] = near[i] = 1 + cos(i);
    cat_band_solve(&A, all, 1);
    CatExtent at = cat_band_solve_local(&A, on[k], 1e-6, near);
    assert_true(at.from <= on[k].from && at.to >= on[k].to);
    if (k < 3) assert_true(at.to - at.from < 45);
    for (int i = 0; i < N; i++) {
      bool there = i >= at.from && i < at.to;
      assert_close(there ? near[i] : 0, all[i], 0, 1e-5);
    }
  }
  cat_arena_free(arena);
  cat_context_free(ctx);
}

static void finds_eigenvalues(void **state) {
  (void)state;
  enum { N = 30 };
  const double pi = 3.14159265358979323846;
  CatContext *ctx = cat_context_new(NULL);
  CatArena *arena = cat_arena_new(ctx, 1 << 16);
  CatBand A = laplacian(arena, N), M;
  assert_int_equal(cat_band_new(arena, N, 0, &M), CAT_OK);
  for (int i = 0; i < N; i++) cat_band_add(&M, i, i, 2.5);
  double w[N];
  assert_int_equal(cat_band_eigenvalues(ctx, &A, &M, w), CAT_OK);
  for (int k = 1; k <= N; k++) {
    double s = sin(k * pi / (2 * (N + 1)));
    assert_close(w[k - 1], 4 * s * s / 2.5, 1e-12, 0);
  }
  cat_arena_free(arena);
  cat_context_free(ctx);
}

static void refuses_indefinite(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatArena *arena = cat_arena_new(ctx, 1 << 12);
  CatBand A = laplacian(arena, 5);
  cat_band_add(&A, 3, 3, -9);
  assert_int_equal(cat_band_factor(ctx, &A), CAT_ERR_SINGULAR);
  assert_non_null(cat_context_error(ctx, 0));
  cat_arena_free(arena);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solves_what_it_multiplies), cmocka_unit_test(solves_near_where_it_is_asked),
      cmocka_unit_test(finds_eigenvalues), cmocka_unit_test(refuses_indefinite)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
