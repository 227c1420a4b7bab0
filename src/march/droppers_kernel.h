// Loops over all droppers, compiled for each instruction set (base/processor.h). Every one computes
// the same bits: no fused multiply-add, no sums in another order.
#ifndef CAT_MARCH_DROPPERS_KERNEL_H
#define CAT_MARCH_DROPPERS_KERNEL_H

#include "droppers.h"

struct CatDroppersKernel {
  // free: law if no port acted, from read and the state before the step.
  void (*free_all)(CatDroppers *d, const CatStep *step);
  // To what the law says.
  void (*move)(CatDroppers *d, const CatStep *step);
  // law += factor times what is felt of dropper j.
  void (*add)(CatDroppers *d, int n, const int *j, const double *factor);
  // Tensions of all as if they were taut, y zero. Lists blocks of CAT_DROPPERS_BLOCK in which a law
  // has not the sign of its side; how many.
  int (*look)(CatDroppers *d, const double *side, int *block);
};

// NULL: not compiled for this processor.
const CatDroppersKernel *cat_droppers_kernel_portable(void);
const CatDroppersKernel *cat_droppers_kernel_avx2(void);

#endif
