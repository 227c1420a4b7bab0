// Loops of the reduced backend, compiled for the widest vectors that the processor has, with fused
// multiply-add where it has them. Sums are taken in a fixed order of 16 partial sums: processors
// differ by rounding only.
#ifndef CAT_MARCH_MODAL_KERNEL_H
#define CAT_MARCH_MODAL_KERNEL_H

#include "structure.h"

// What a step does to one coordinate before it is solved for: right-hand side m' and shift k/kk of
// banded.h.
typedef struct CatModalLoad {
  CatStep step;
  double alpha, beta, mm, kk;
} CatModalLoad;

void cat_modal_load(const CatModalLoad *l, int n, const double *const state[3], double *m,
                    double *k);
// t = d (m + push);  w = m - mm t
void cat_modal_divide(double mm, int n, const double *const in[3], double *t, double *w);
// u = next, rates follow
void cat_modal_commit(const CatStep *step, int n, const double *next, double *const state[3]);

double cat_modal_dot(int n, const double *x, const double *y);
double cat_modal_dot3(int n, const double *x, const double *d, const double *y);  // sum x d y
// y = A x, and y += A' x, with A by rows (rows x n)
void cat_modal_rows(int rows, int n, const double *A, const double *x, double *y);
void cat_modal_columns(int rows, int n, const double *A, const double *x, double *y);
void cat_modal_add(int n, double factor, const double *x, double *y);  // y += f x
void cat_modal_add2(int n, double factor, const double *d, const double *x,
                    double *y);  // y += f d x

#endif
