// Lanes for any processor: vectors of 16 bytes, modes in single precision.
#define CAT_VECTOR 16
#define CAT_VECTOR_NAME "portable"
#define CAT_REAL float
#include "kernel_body.h"

const CatLaneKernel *cat_lane_kernel_portable_f32(void) {
  return &kernel;
}
