// Loops over droppers for processors with AVX2.
#include "droppers_kernel.h"

#ifdef __AVX2__
#include "droppers_kernel_body.h"

const CatDroppersKernel *cat_droppers_kernel_avx2(void) {
  return &kernel;
}
#else
const CatDroppersKernel *cat_droppers_kernel_avx2(void) {
  return NULL;
}
#endif
