// Quasi-axial lanes in single precision for processors with AVX512: vectors of sixteen numbers.
// This file is compiled for them.
#include "lanes_quasi_kernel.h"

#ifdef __AVX512F__
#define CAT_REAL float
#define CAT_VECTOR 64
#define CAT_VECTOR_NAME "avx512"
#include "lanes_quasi_body.h"

const CatQuasiKernel *cat_quasi_kernel_f32_avx512(void) {
  return &kernel;
}
#else
const CatQuasiKernel *cat_quasi_kernel_f32_avx512(void) {
  return NULL;
}
#endif
