// General banded matrices and their LU factors, for systems that are not symmetric.
#ifndef CAT_LINALG_LU_H
#define CAT_LINALG_LU_H

#include "base/arena.h"

// LAPACK's form with room for pivoting: a[kl + ku + i - j + j ld] = A(i, j), ld = 2 kl + ku + 1.
typedef struct CatLu {
  int n, kl, ku, ld;
  double *a;   // (ld x n), column major
  int *pivot;  // (n)
} CatLu;

CatStatus cat_lu_new(CatArena *arena, int n, int kl, int ku, CatLu *out);
void cat_lu_clear(CatLu *A);
void cat_lu_add(CatLu *A, int i, int j, double value);  // must lie in the band
CatStatus cat_lu_factor(CatContext *ctx, CatLu *A);     // in place; names a singular row
void cat_lu_solve(const CatLu *A, double *b);

#endif
