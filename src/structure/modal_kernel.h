// Loops of the reduced backend, compiled for each instruction set (base/processor.h). Sums are
// taken in a fixed order of 16 partial sums and nothing is fused, so that results are the
// same on every processor.
#ifndef CAT_STRUCTURE_MODAL_KERNEL_H
#define CAT_STRUCTURE_MODAL_KERNEL_H

#include "structure.h"

// What a step does to one coordinate before it is solved for: right-hand side m' and shift k/kk of
// banded.h.
typedef struct CatModalLoad {
  CatStep step;
  double alpha, beta, mm, kk;
} CatModalLoad;

// Two steps of some coordinates: displacements and their rates at the beginning, which become those
// at the end; displacements between both steps; the end; differences of displacements.
typedef struct CatModalMotion {
  double *begin[3];
  const double *between, *end[3];
  double *du[2];
} CatModalMotion;

typedef struct CatModalKernel {
  void (*load)(const CatModalLoad *l, int n, const double *const state[3], double *m, double *k);
  // t = d (m + push);  w = m - mm t
  void (*divide)(double mm, int n, const double *const in[3], double *t, double *w);
  // u = next, rates follow
  void (*commit)(const CatStep *step, int n, const double *next, double *const state[3]);
  double (*dot)(int n, const double *x, const double *y);
  double (*dot3)(int n, const double *x, const double *d, const double *y);  // sum x d y
  // y = A x, the same for two x, and y += A' x, with A by rows (rows x n)
  void (*rows)(int rows, int n, const double *A, const double *x, double *y);
  void (*rows2)(int rows, int n, const double *A, double *const x[2], double *const y[2]);
  void (*columns)(int rows, int n, const double *A, const double *x, double *y);
  void (*add)(int n, double factor, const double *x, double *y);                    // y += f x
  void (*add2)(int n, double factor, const double *d, const double *x, double *y);  // y += f d x
  // What n coordinates with mass 1, stiffness omega2 and damping alpha + beta omega2 add to the
  // sums in two steps.
  void (*account)(const CatModalLoad *l, int n, const double *omega2, const CatModalMotion *of,
                  CatStepSums *to);
} CatModalKernel;

// NULL: not compiled for this processor.
const CatModalKernel *cat_modal_kernel_portable(void);
const CatModalKernel *cat_modal_kernel_avx2(void);
const CatModalKernel *cat_modal_kernel_avx512(void);

#endif
