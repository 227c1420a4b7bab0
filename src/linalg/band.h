// Symmetric banded matrices: the line is one-dimensional, so all of its matrices are.
#ifndef CAT_LINALG_BAND_H
#define CAT_LINALG_BAND_H

#include "base/arena.h"

// Upper form of LAPACK: a[kd + i - j + j (kd + 1)] = A(i, j) for max(0, j - kd) <= i <= j.
typedef struct CatBand {
  int n, kd;
  double *a;  // ((kd + 1) x n), column major
} CatBand;

// Rows from <= i < to; none if to is not above from.
typedef struct CatExtent {
  int from, to;
} CatExtent;

CatStatus cat_band_new(CatArena *arena, int n, int kd, CatBand *out);  // all zero
void cat_band_add(CatBand *A, int i, int j, double value);             // A(i,j) = A(j,i) += value
double cat_band_get(const CatBand *A, int i, int j);                   // 0 outside the band
void cat_band_copy(CatBand *out, const CatBand *A);                    // same shape
void cat_band_axpy(CatBand *out, double factor,
                   const CatBand *A);  // out += factor A; kd(A) <= kd(out)
void cat_band_multiply(const CatBand *A, double factor, const double *x, double add, double *y);
// y = factor A x + add y

// A = U' U in place; fails, naming the row, if A is not positive definite.
CatStatus cat_band_factor(CatContext *ctx, CatBand *A);
void cat_band_solve(const CatBand *U, double *b, int nrhs);  // b (n x nrhs) becomes the solution
// The same for one b that is zero outside of some rows, where the solution decays away from them.
// It is followed until kd + 1 rows in a row are below `small` of its largest entry, behind which
// nothing can follow. Returns where it is; up to kd rows before that hold nothing of meaning.
CatExtent cat_band_solve_local(const CatBand *U, CatExtent on, double small, double *b);

// All eigenvalues of K x = w M x in ascending order; M positive definite.
CatStatus cat_band_eigenvalues(CatContext *ctx, const CatBand *K, const CatBand *M, double *w);

#endif
