// Quasi-axial lanes for any processor: vectors of two numbers.
#define CAT_REAL double
#define CAT_VECTOR 16
#define CAT_VECTOR_NAME "portable"
#include "lanes_quasi_body.h"

const CatQuasiKernel *cat_quasi_kernel_portable(void) {
  return &kernel;
}
