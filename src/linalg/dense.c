#include "dense.h"

#include "lapack.h"

static void transpose(int n, double *A) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) {
      double swap = A[i * n + j];
      A[i * n + j] = A[j * n + i];
      A[j * n + i] = swap;
    }
  }
}

CatStatus cat_dense_solve(CatContext *ctx, int n, double *A, double *b, int *pivot) {
  if (n == 0) return CAT_OK;
  int one = 1, info = 0;
  transpose(n, A);
  dgesv_(&n, &one, A, &n, pivot, b, &n, &info);
  if (info == 0) return CAT_OK;
  return CAT_FAIL(ctx, CAT_ERR_SINGULAR, "constraints depend on each other (pivot %d of %d)", info,
                  n);
}

double cat_dot(int n, const double *x, const double *y) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * y[i];
  return sum;
}

void cat_axpy(int n, double factor, const double *x, double *y) {
  for (int i = 0; i < n; i++) y[i] += factor * x[i];
}
