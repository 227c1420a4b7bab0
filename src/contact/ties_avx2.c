// Loops over ties for processors with AVX2.
#include "ties_kernel.h"

#ifdef __AVX2__
#include "ties_kernel_body.h"

const CatTiesKernel *cat_ties_kernel_avx2(void) {
  return &kernel;
}
#else
const CatTiesKernel *cat_ties_kernel_avx2(void) {
  return NULL;
}
#endif
