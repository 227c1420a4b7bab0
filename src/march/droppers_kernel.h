// Loops over all droppers, as wide as the processor takes them. Each clone computes the same bits:
// no fused multiply-add, no sums in another order.
#ifndef CAT_MARCH_DROPPERS_KERNEL_H
#define CAT_MARCH_DROPPERS_KERNEL_H

#include "droppers.h"

// free: law if no port acted, from read and the state before the step.
void cat_droppers_free_all(CatDroppers *d, const CatStep *step);
// law += factor times what is felt of dropper j.
void cat_droppers_add(CatDroppers *d, int n, const int *j, const double *factor);
// Tensions of all as if they were taut, y zero. Lists blocks of CAT_DROPPERS_BLOCK in which a law
// has not the sign of its side; how many.
int cat_droppers_look(CatDroppers *d, const double *side, int *block);

#endif
