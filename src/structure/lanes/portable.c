// Lanes for any processor: vectors of 16 bytes.
#define CAT_VECTOR 16
#define CAT_VECTOR_NAME "portable"
#define CAT_REAL double
#include "kernel_body.h"

const CatLaneKernel *cat_lane_kernel_portable(void) {
  return &kernel;
}
