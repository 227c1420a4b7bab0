// Quasi-axial lanes in single precision for any processor: vectors of four numbers.
#define CAT_REAL float
#define CAT_VECTOR 16
#define CAT_VECTOR_NAME "portable"
#include "lanes_quasi_body.h"

const CatQuasiKernel *cat_quasi_kernel_f32_portable(void) {
  return &kernel;
}
