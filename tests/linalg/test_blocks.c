// Products with a matrix by its blocks, four vectors at a time, against those with the band.
#include "support/support.h"

#include <math.h>

#include "linalg/blocks.h"

enum { NODES = 7, N = 6 * NODES, KD = 17 };

static double number(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (1 << 24) - 0.5;
}

// Neighbours and those after them are joined; plain: equal components only.
static void fill(CatArena *a, bool plain, CatBand *A) {
  unsigned seed = 7;
  assert_int_equal(cat_band_new(a, N, KD, A), CAT_OK);
  for (int i = 0; i < N; i++) {
    for (int j = i; j < N && j <= i + KD; j++) {
      bool joined = j / 6 - i / 6 != 1 && (!plain || i % 3 == j % 3);
      if (joined) cat_band_add(A, i, j, number(&seed));
    }
  }
}

static void check(bool plain) {
  CatContext *ctx = cat_context_new(NULL);
  CatArena *a = cat_arena_new(ctx, 1 << 12);
  CatBand A;
  CatBlocks B;
  int node[N];
  double x[4][N], y[4][N];
  CatFour both[N + CAT_BLOCK] = {{{0}}}, out[N + CAT_BLOCK] = {{{0}}};
  unsigned seed = 3;
  fill(a, plain, &A);
  for (int i = 0; i < N; i++) node[i] = i / 6;
  assert_int_equal(cat_blocks_new(a, &A, node, &B), CAT_OK);
  assert_int_equal(B.nown, NODES);
  for (int i = 0; i < B.nblock; i++) assert_int_equal(B.block[i].plain, plain);
  for (int i = 0; i < 4 * N; i++) both[i % N].of[i / N] = x[i / N][i % N] = number(&seed);
  for (int k = 0; k < 4; k++) cat_band_multiply(&A, 1, x[k], 0, y[k]);
  B.multiply(&B, both, out);
  for (int i = 0; i < 4 * N; i++) assert_below(fabs(out[i % N].of[i / N] - y[i / N][i % N]), 1e-14);
  CatFour same[N + CAT_BLOCK] = {{{0}}};
  cat_blocks_multiply_portable()(&B, both, same);
  assert_memory_equal(same, out, sizeof out);
  cat_arena_free(a);
  cat_context_free(ctx);
}

static void full(void **state) {
  (void)state;
  check(false);
}

static void plain(void **state) {
  (void)state;
  check(true);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(full), cmocka_unit_test(plain)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
