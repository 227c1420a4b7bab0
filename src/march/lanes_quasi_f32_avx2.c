// Quasi-axial lanes in single precision for processors with AVX2: vectors of eight numbers. This
// file is compiled for them.
#include "lanes_quasi_kernel.h"

#ifdef __AVX2__
#define CAT_REAL float
#define CAT_VECTOR 32
#define CAT_VECTOR_NAME "avx2"
#include "lanes_quasi_body.h"

const CatQuasiKernel *cat_quasi_kernel_f32_avx2(void) {
  return &kernel;
}
#else
const CatQuasiKernel *cat_quasi_kernel_f32_avx2(void) {
  return NULL;
}
#endif
