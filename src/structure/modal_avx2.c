// Loops of the reduced backend for processors with AVX2.
#include "modal_kernel.h"

#ifdef __AVX2__
#include "modal_kernel_body.h"

const CatModalKernel *cat_modal_kernel_avx2(void) {
  return &kernel;
}
#else
const CatModalKernel *cat_modal_kernel_avx2(void) {
  return NULL;
}
#endif
