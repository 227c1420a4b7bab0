// Dense modes and products against closed forms and plain loops.
#include "support/support.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"

#define PI 3.14159265358979323846

static unsigned dice = 5;
static double roll(void) {  // -1 to 1, the same everywhere
  dice = dice * 1664525u + 1013904223u;
  return (double)(dice >> 8) / (1 << 23) - 1;
}

//------------------------------------------------------------------------------- products

static double entry(CatDense A, int i, int j) {
  return A.flip == 'T' ? A.a[i * A.ld + j] : A.a[j * A.ld + i];
}

static void products_of_any_shape(void **state) {
  (void)state;
  enum { M = 3, N = 4, K = 5, LD = 7 };
  static const char flips[] = "NT";
  double a[LD * LD], b[LD * LD], c[M * N], before[M * N];
  for (int i = 0; i < LD * LD; i++) a[i] = roll(), b[i] = roll();
  for (int way = 0; way < 8; way++) {
    CatDense A = {a, LD, flips[way & 1]}, B = {b, LD, flips[way >> 1 & 1]};
    double keep = way & 4 ? -0.5 : 0;
    for (int i = 0; i < M * N; i++) c[i] = before[i] = roll();
    cat_dense_product((int[]){M, N, K}, A, B, keep, c);
    for (int i = 0; i < M; i++) {
      for (int j = 0; j < N; j++) {
        double sum = keep * before[j * M + i];
        for (int k = 0; k < K; k++) sum += entry(A, i, k) * entry(B, k, j);
        assert_close(c[j * M + i], sum, 1e-14, 1e-14);
      }
    }
  }
}

static void products_of_nothing(void **state) {
  (void)state;
  double a[4] = {1, 2, 3, 4}, c[4] = {5, 6, 7, 8};
  CatDense A = {a, 2, 'N'};
  cat_dense_product((int[]){0, 2, 2}, A, A, 0, c);
  cat_dense_product((int[]){2, 0, 2}, A, A, 0, c);
  assert_true(c[0] == 5 && c[3] == 8);  // nothing was asked for
  cat_dense_product((int[]){2, 2, 0}, A, A, 0, c);
  for (int i = 0; i < 4; i++) assert_true(c[i] == 0);  // an empty sum
}

//------------------------------------------------------------------------------- modes

typedef struct Fixture {
  CatContext *ctx;
  CatArena *arena;
  int n;
  double *K, *M, *keptK, *keptM, *w;
} Fixture;

static Fixture room(int n) {
  Fixture f = {.ctx = cat_context_new(NULL), .n = n};
  f.arena = cat_arena_new(f.ctx, 1 << 16);
  double **all[] = {&f.K, &f.M, &f.keptK, &f.keptM};
  for (int i = 0; i < 4; i++) *all[i] = CAT_ARENA(f.arena, n * n + 1, double);
  f.w = CAT_ARENA(f.arena, n + 1, double);
  return f;
}

static CatStatus solve(Fixture *f) {
  size_t bytes = (size_t)(f->n * f->n) * sizeof *f->K;
  memcpy(f->keptK, f->K, bytes);
  memcpy(f->keptM, f->M, bytes);
  return cat_dense_modes(f->arena, f->n, f->K, f->M, f->w);
}

static void finish(Fixture *f) {
  cat_arena_free(f->arena);
  cat_context_free(f->ctx);
}

static double form(int n, const double *x, const double *A, const double *y) {
  double sum = 0;
  for (int j = 0; j < n; j++) sum += y[j] * cat_dot(n, A + j * n, x);
  return sum;
}

// x_i' M x_j = 1 and x_i' K x_j = w for i = j, 0 otherwise: both at once say K x = w M x.
static void check_modes(const Fixture *f, double tolerance) {
  double most = f->w[f->n - 1];
  for (int i = 0; i < f->n; i++) {
    if (i > 0) assert_true(f->w[i] >= f->w[i - 1]);
    for (int j = 0; j <= i; j++) {
      const double *x = f->K + i * f->n, *y = f->K + j * f->n;
      assert_close(form(f->n, x, f->keptM, y), i == j, 0, tolerance);
      assert_close(form(f->n, x, f->keptK, y), i == j ? f->w[i] : 0, 0, tolerance * most);
    }
  }
}

// tri(-1, 2, -1) with the mass 2.5
static void modes_of_a_chain(void **state) {
  (void)state;
  enum { N = 60 };
  Fixture f = room(N);
  for (int i = 0; i < N; i++) {
    f.K[i * N + i] = 2, f.M[i * N + i] = 2.5;
    if (i > 0) f.K[i * N + i - 1] = f.K[(i - 1) * N + i] = -1;
  }
  assert_int_equal(solve(&f), CAT_OK);
  for (int i = 0; i < N; i++) {
    assert_close(f.w[i], 4 * pow(sin((i + 1) * PI / (2 * (N + 1))), 2) / 2.5, 1e-12, 0);
  }
  check_modes(&f, 1e-12);
  finish(&f);
}

// Full matrices A A' + n.
static void modes_of_full_matrices(void **state) {
  (void)state;
  enum { N = 25 };
  Fixture f = room(N);
  double a[2 * N * N];
  for (int i = 0; i < 2 * N * N; i++) a[i] = roll();
  CatDense A = {a, N, 'N'}, B = {a + N * N, N, 'N'};
  cat_dense_product((int[]){N, N, N}, A, (CatDense){a, N, 'T'}, 0, f.K);
  cat_dense_product((int[]){N, N, N}, B, (CatDense){a + N * N, N, 'T'}, 0, f.M);
  for (int i = 0; i < N; i++) f.K[i * N + i] += 1, f.M[i * N + i] += N;
  assert_int_equal(solve(&f), CAT_OK);
  check_modes(&f, 1e-12);
  finish(&f);
}

// One value three times: three vectors all the same.
static void modes_that_are_equal(void **state) {
  (void)state;
  Fixture f = room(4);
  for (int i = 0; i < 4; i++) f.K[i * 4 + i] = i == 1 ? 2 : 7, f.M[i * 4 + i] = 1;
  assert_int_equal(solve(&f), CAT_OK);
  assert_close(f.w[0], 2, 1e-15, 0);
  for (int i = 1; i < 4; i++) assert_close(f.w[i], 7, 1e-15, 0);
  check_modes(&f, 1e-14);
  finish(&f);
}

static void modes_need_a_mass(void **state) {
  (void)state;
  Fixture f = room(3), none = room(0);
  for (int i = 0; i < 3; i++) f.K[i * 3 + i] = 1, f.M[i * 3 + i] = i - 1;
  assert_int_equal(solve(&f), CAT_ERR_SINGULAR);
  assert_non_null(strstr(cat_context_error(f.ctx, 0)->message, "3 unknowns"));
  assert_int_equal(solve(&none), CAT_OK);
  finish(&f);
  finish(&none);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(products_of_any_shape), cmocka_unit_test(products_of_nothing),
      cmocka_unit_test(modes_of_a_chain),      cmocka_unit_test(modes_of_full_matrices),
      cmocka_unit_test(modes_that_are_equal),  cmocka_unit_test(modes_need_a_mass)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
