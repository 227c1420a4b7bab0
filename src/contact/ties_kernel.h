// Loops over all ties, compiled for each instruction set (base/processor.h). Every one computes
// the same bits: no fused multiply-add, no sums in another order.
#ifndef CAT_CONTACT_TIES_KERNEL_H
#define CAT_CONTACT_TIES_KERNEL_H

#include "ties.h"

struct CatTiesKernel {
  // free: stretch if no port acted, from read and the state before the step.
  void (*free_all)(CatTies *d, const CatStep *step);
  // To what the stretch says.
  void (*move)(CatTies *d, const CatStep *step);
  // stretch += factor times the response to tie j.
  void (*add)(CatTies *d, int n, const int *j, const double *factor);
  // Tensions of all as if they were taut, y zero. Lists blocks of CAT_TIES_BLOCK in which a
  // stretch has not the sign of its side; how many.
  int (*look)(CatTies *d, const double *side, int *block);
};

// NULL: not compiled for this processor.
const CatTiesKernel *cat_ties_kernel_portable(void);
const CatTiesKernel *cat_ties_kernel_avx2(void);

#endif
