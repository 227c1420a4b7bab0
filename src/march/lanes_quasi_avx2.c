// Quasi-axial lanes for processors with AVX2: vectors of four numbers. This file
// is compiled for them.
#include "lanes_quasi_kernel.h"

#ifdef __AVX2__
#define CAT_REAL double
#define CAT_VECTOR 32
#define CAT_VECTOR_NAME "avx2"
#include "lanes_quasi_body.h"

const CatQuasiKernel *cat_quasi_kernel_avx2(void) {
  return &kernel;
}
#else
const CatQuasiKernel *cat_quasi_kernel_avx2(void) {
  return NULL;
}
#endif
