// Loops of the reduced backend, compiled for each instruction set (base/processor.h). Sums are
// taken in a fixed order of 16 partial sums and nothing is fused, so that results are the
// same on every processor.
#ifndef CAT_STRUCTURE_MODAL_KERNEL_H
#define CAT_STRUCTURE_MODAL_KERNEL_H

#include "linalg/blocks.h"
#include "structure.h"

enum { CAT_MODAL_STEPS = 4, CAT_MODAL_WIDE = 8 };

// What a step does to one coordinate before it is solved for: right-hand side m' and shift k/kk of
// banded.h.
typedef struct CatModalLoad {
  CatStep step;
  double alpha, beta, mm, kk;
} CatModalLoad;

// Some steps of some coordinates. Behind v, a and du there is room for whole vectors of
// CAT_MODAL_WIDE.
typedef struct CatModalMotion {
  int count;                              // steps: at most CAT_MODAL_STEPS
  const double *at[CAT_MODAL_STEPS + 1];  // displacements before the first, after it, ...
  double *v, *a;                          // rates before the first, then after the last
  double *du[CAT_MODAL_STEPS];            // differences of displacements; of steps there are not: 0
} CatModalMotion;

typedef struct CatModalKernel {
  void (*load)(const CatModalLoad *l, int n, const double *const state[3], double *m, double *k);
  // t = d (m + push);  w = m - mm t
  void (*divide)(double mm, int n, const double *const in[3], double *t, double *w);
  // u = next, rates follow
  void (*commit)(const CatStep *step, int n, const double *next, double *const state[3]);
  double (*dot)(int n, const double *x, const double *y);
  double (*dot3)(int n, const double *x, const double *d, const double *y);  // sum x d y
  // y = A x and y += A' x, with A by rows (rows x n)
  void (*rows)(int rows, int n, const double *A, const double *x, double *y);
  void (*columns)(int rows, int n, const double *A, const double *x, double *y);
  void (*add)(int n, double factor, const double *x, double *y);                    // y += f x
  void (*add2)(int n, double factor, const double *d, const double *x, double *y);  // y += f d x
  // The same for four x, of whole vectors; rows are even
  void (*rows4)(int rows, int n, const double *A, double *const x[4], CatFour *y);
  // What n coordinates with mass 1, stiffness omega2 and damping alpha + beta omega2 add to the
  // sums in these steps.
  void (*account)(const CatModalLoad *l, int n, const double *omega2, const CatModalMotion *of,
                  CatStepSums *to);
} CatModalKernel;

// NULL: not compiled for this processor.
const CatModalKernel *cat_modal_kernel_portable(void);
const CatModalKernel *cat_modal_kernel_avx2(void);
const CatModalKernel *cat_modal_kernel_avx512(void);

#endif
