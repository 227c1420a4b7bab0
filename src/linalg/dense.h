// Dense problems: the multipliers of a few constraints, the modes of one span.
#ifndef CAT_LINALG_DENSE_H
#define CAT_LINALG_DENSE_H

#include "base/arena.h"

// A x = b for one right-hand side; A (n x n, row major) and b are overwritten, pivot has n places.
CatStatus cat_dense_solve(CatContext *ctx, int n, double *A, double *b, int *pivot);

// All of K x = w M x in ascending order, x' M x = 1: K (n x n, column major) becomes the vectors, M
// is overwritten.
CatStatus cat_dense_modes(CatArena *scratch, int n, double *K, double *M, double *w);

// A matrix seen by columns, or by rows: op(A) is rows x columns.
typedef struct CatDense {
  const double *a;
  int ld;     // distance between columns
  char flip;  // 'T': what is stored is the transpose; 'N': not
} CatDense;
// C (m x n, column major, ld m) = op(A) (m x k) op(B) (k x n) + keep C; after cat_blas_ready or
// something that can fail.
void cat_dense_product(const int size[3], CatDense A, CatDense B, double keep, double *C);

double cat_dot(int n, const double *x, const double *y);
void cat_axpy(int n, double factor, const double *x, double *y);  // y += factor x

#endif
