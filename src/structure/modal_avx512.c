// Loops of the reduced backend for processors with AVX-512.
#include "modal_kernel.h"

#ifdef __AVX512F__
#include "modal_kernel_body.h"

const CatModalKernel *cat_modal_kernel_avx512(void) {
  return &kernel;
}
#else
const CatModalKernel *cat_modal_kernel_avx512(void) {
  return NULL;
}
#endif
