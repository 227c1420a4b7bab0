#include "dense.h"

#include "blas.h"
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
  CAT_TRY(cat_blas_enter(ctx));
  dgesv_(&n, &one, A, &n, pivot, b, &n, &info);
  cat_blas_leave();
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

CatStatus cat_dense_modes(CatArena *scratch, int n, double *K, double *M, double *w) {
  const int type = 1;
  int info = 0, iroom = 3 + 5 * n, room = 1 + 6 * n + 2 * n * n;
  double *work = CAT_ARENA(scratch, room, double);
  int *iwork = CAT_ARENA(scratch, iroom, int);
  if (!work || !iwork) return CAT_ERR_MEMORY;
  if (n == 0) return CAT_OK;
  CAT_TRY(cat_blas_enter(cat_arena_context(scratch)));
  dsygvd_(&type, "V", "U", &n, K, &n, M, &n, w, work, &room, iwork, &iroom, &info, 1, 1);
  cat_blas_leave();
  if (info == 0) return CAT_OK;
  return CAT_FAIL(cat_arena_context(scratch), CAT_ERR_SINGULAR,
                  "modes of %d unknowns not found (LAPACK %d)", n, info);
}

void cat_dense_product(const int size[3], CatDense A, CatDense B, double keep, double *C) {
  const double one = 1;
  if (size[0] == 0 || size[1] == 0) return;
  cat_blas_reenter();
  dgemm_(&A.flip, &B.flip, &size[0], &size[1], &size[2], &one, A.a, &A.ld, B.a, &B.ld, &keep, C,
         &size[0], 1, 1);
  cat_blas_leave();
}
