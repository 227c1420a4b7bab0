// Small dense problems: the multipliers of a few constraints.
#ifndef CAT_LINALG_DENSE_H
#define CAT_LINALG_DENSE_H

#include "base/context.h"

// A x = b for one right-hand side; A (n x n, row major) and b are overwritten, pivot has n places.
CatStatus cat_dense_solve(CatContext *ctx, int n, double *A, double *b, int *pivot);

double cat_dot(int n, const double *x, const double *y);
void cat_axpy(int n, double factor, const double *x, double *y);  // y += factor x

#endif
