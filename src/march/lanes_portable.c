// Lanes for any processor: vectors of two numbers.
#define CAT_VECTOR 16
#define CAT_VECTOR_NAME "portable"
#include "lanes_kernel_body.h"

const CatLaneKernel *cat_lane_kernel_portable(void) {
  return &kernel;
}
