// A band and a few columns beside it: products and solutions against dense ones, counts of
// eigenvalues where they are all the mass.
#include "support/support.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "linalg/inertia.h"

enum { N = 60, KD = 3 };

typedef struct Fixture {
  CatContext *ctx;
  CatArena *arena;
  CatBand B;  // positive definite
  CatLowRank W;
  double G[5];
  double full[N * N];  // B + W G W'
  unsigned dice;
} Fixture;

static double roll(Fixture *f) {  // -1 to 1, the same everywhere
  f->dice = f->dice * 1664525u + 1013904223u;
  return (double)(f->dice >> 8) / (1 << 23) - 1;
}

// Every second row from `first` on, up to `end`.
static void fill_part(Fixture *f, CatLowRankPart *p, int first, int end, int columns) {
  *p = (CatLowRankPart){.ncolumn = columns, .row = CAT_ARENA(f->arena, N, int)};
  for (int i = first; i < end; i += 2) p->row[p->nrow++] = i;
  p->w = CAT_ARENA(f->arena, p->nrow * columns, double);
  for (int i = 0; i < p->nrow * columns; i++) p->w[i] = roll(f);
  f->W.n += columns;
}

static Fixture room(bool ones) {
  Fixture f = {.ctx = cat_context_new(NULL), .dice = 7};
  f.arena = cat_arena_new(f.ctx, 1 << 16);
  assert_int_equal(cat_band_new(f.arena, N, KD, &f.B), CAT_OK);
  for (int j = 0; j < N; j++) {
    for (int i = j > KD ? j - KD : 0; i < j; i++) cat_band_add(&f.B, i, j, roll(&f));
    cat_band_add(&f.B, j, j, 2 * KD + 1);
  }
  f.W = (CatLowRank){.npart = 2, .part = CAT_ARENA(f.arena, 2, CatLowRankPart)};
  fill_part(&f, &f.W.part[0], 0, 41, 3);
  fill_part(&f, &f.W.part[1], 15, N, 2);
  for (int k = 0; k < 5; k++) f.G[k] = ones ? 1 : 1.5 + roll(&f);
  for (int i = 0; i < N * N; i++) f.full[i] = cat_band_get(&f.B, i / N, i % N);
  for (int part = 0, k = 0; part < 2; part++) {
    const CatLowRankPart *p = &f.W.part[part];
    for (int c = 0; c < p->ncolumn; c++, k++) {
      const double *w = p->w + c * p->nrow;
      for (int i = 0; i < p->nrow * p->nrow; i++) {
        int a = i / p->nrow, b = i % p->nrow;
        f.full[p->row[a] * N + p->row[b]] += f.G[k] * w[a] * w[b];
      }
    }
  }
  return f;
}

static void finish(Fixture *f) {
  cat_arena_free(f->arena);
  cat_context_free(f->ctx);
}

static void products_are_dense_ones(void **state) {
  (void)state;
  for (int stride = 1; stride <= 4; stride += 3) {
    Fixture f = room(stride == 1);
    double x[4 * N] = {0}, y[4 * N] = {0}, own[N], band[N];
    for (int i = 0; i < N; i++) own[i] = x[i * stride] = roll(&f);
    cat_low_rank_add(&f.W, stride == 1 ? NULL : f.G, stride, x, y);
    cat_band_multiply(&f.B, 1, own, 0, band);
    for (int i = 0; i < N; i++) {
      assert_close(band[i] + y[i * stride], cat_dot(N, f.full + i * N, own), 0, 1e-12);
      for (int k = 1; k < stride; k++) assert_true(y[i * stride + k] == 0);
    }
    finish(&f);
  }
}

static void solutions_are_dense_ones(void **state) {
  (void)state;
  for (int ones = 0; ones < 2; ones++) {
    Fixture f = room(ones);
    CatLowRankUpdate u;
    double b[N], x[N];
    int pivot[N];
    for (int i = 0; i < N; i++) b[i] = x[i] = roll(&f);
    assert_int_equal(cat_band_factor(f.ctx, &f.B), CAT_OK);
    assert_int_equal(cat_low_rank_update_new(f.arena, &f.B, &f.W, ones ? NULL : f.G, &u), CAT_OK);
    cat_band_solve(&f.B, x, 1);
    cat_low_rank_update_solve(&u, x);
    assert_int_equal(cat_dense_solve(f.ctx, N, f.full, b, pivot), CAT_OK);
    for (int i = 0; i < N; i++) assert_close(x[i], b[i], 0, 1e-13);
    finish(&f);
  }
}

static void without_columns_nothing_happens(void **state) {
  (void)state;
  Fixture f = room(true);
  const CatLowRank none = {0};
  CatLowRankUpdate u;
  double x[N], y[N];
  for (int i = 0; i < N; i++) x[i] = y[i] = roll(&f);
  assert_int_equal(cat_low_rank_update_new(f.arena, &f.B, &none, NULL, &u), CAT_OK);
  cat_low_rank_update_solve(&u, x);
  cat_low_rank_add(&none, NULL, 1, y, x);
  assert_memory_equal(x, y, sizeof x);
  finish(&f);
}

// With the mass of the columns alone there are as many eigenvalues as columns; counts between them.
static void counts_a_singular_mass(void **state) {
  (void)state;
  Fixture f = room(true);
  double K[N * N], M[N * N], per_w[N];
  CatBand none;
  assert_int_equal(cat_band_new(f.arena, N, 0, &none), CAT_OK);
  for (int i = 0; i < N * N; i++) {
    K[i] = cat_band_get(&f.B, i / N, i % N);
    M[i] = f.full[i] - K[i];
  }
  assert_int_equal(cat_dense_modes(f.arena, N, M, K, per_w), CAT_OK);
  for (int k = 0; k <= 5; k++) {
    const double range[2] = {k > 0 ? 1 / per_w[N - k] : 0, k < 5 ? 1 / per_w[N - k - 1] : 1e3};
    CatInertia count;
    assert_int_equal(cat_inertia_between_with(f.ctx, &f.B, &none, &f.W, range, &count), CAT_OK);
    assert_int_equal(count.below, k);
  }
  finish(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(products_are_dense_ones), cmocka_unit_test(solutions_are_dense_ones),
      cmocka_unit_test(without_columns_nothing_happens), cmocka_unit_test(counts_a_singular_mass)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
