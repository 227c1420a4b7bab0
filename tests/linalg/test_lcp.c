// Complementarity: random positive definite problems, all first guesses, and a matrix on which
// exchanging everything at once cycles.
#include "support/support.h"

#include <math.h>
#include <stdlib.h>

#include "linalg/lcp.h"

enum { N = 7 };

static double noise(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (double)(1u << 24) * 2 - 1;
}

static void check(int n, const double *W, const double *q, unsigned guess) {
  CatContext *ctx = cat_context_new(NULL);
  double p[N], work[N * N + N];
  bool active[N];
  int pivot[N];
  for (int i = 0; i < n; i++) active[i] = (guess >> i) & 1u;
  CatLcp lcp = {.n = n, .W = W, .q = q, .p = p, .active = active, .work = work, .pivot = pivot};
  assert_int_equal(cat_lcp_solve(ctx, &lcp), CAT_OK);
  for (int i = 0; i < n; i++) {
    double gap = q[i];
    for (int j = 0; j < n; j++) gap += W[i * n + j] * p[j];
    assert_true(p[i] >= -1e-12 && gap >= -1e-10);
    assert_below(fabs(p[i] * gap), 1e-10);
  }
  cat_context_free(ctx);
}

static void random_problems(void **state) {
  (void)state;
  unsigned seed = 1;
  for (int trial = 0; trial < 200; trial++) {
    double R[N * N], W[N * N], q[N];
    for (int i = 0; i < N * N; i++) R[i] = noise(&seed);
    for (int i = 0; i < N; i++) {
      q[i] = noise(&seed);
      for (int j = 0; j < N; j++) {
        W[i * N + j] = i == j ? 0.05 : 0;
        for (int k = 0; k < N; k++) W[i * N + j] += R[i * N + k] * R[j * N + k];
      }
    }
    for (unsigned guess = 0; guess < (1u << N); guess += 9) check(N, W, q, guess);
  }
}

// Block exchange alone cycles here (Murty's type of example); the least-index rule must end it.
static void does_not_cycle(void **state) {
  (void)state;
  const double W[9] = {2, 1.9, -1.9, 1.9, 2, -1.9, -1.9, -1.9, 2};
  const double qs[][3] = {{-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}, {-1, -1, -1}, {-0.1, -1, 0.96}};
  for (size_t k = 0; k < sizeof qs / sizeof *qs; k++) {
    for (unsigned guess = 0; guess < 8; guess++) check(3, W, qs[k], guess);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_problems),
                                     cmocka_unit_test(does_not_cycle)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
