// Quasi-axial lanes for processors with AVX512: vectors of eight numbers. This file
// is compiled for them.
#include "lanes_quasi_kernel.h"

#ifdef __AVX512F__
#define CAT_REAL double
#define CAT_VECTOR 64
#define CAT_VECTOR_NAME "avx512"
#include "lanes_quasi_body.h"

const CatQuasiKernel *cat_quasi_kernel_avx512(void) {
  return &kernel;
}
#else
const CatQuasiKernel *cat_quasi_kernel_avx512(void) {
  return NULL;
}
#endif
