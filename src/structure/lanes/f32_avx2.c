// Lanes for processors with AVX2: vectors of 32 bytes, modes in single precision.
// This file alone is compiled for them.
#include "kernel.h"

#ifdef __AVX2__
#define CAT_VECTOR 32
#define CAT_VECTOR_NAME "avx2"
#define CAT_REAL float
#include "kernel_body.h"

const CatLaneKernel *cat_lane_kernel_avx2_f32(void) {
  return &kernel;
}
#else
const CatLaneKernel *cat_lane_kernel_avx2_f32(void) {
  return NULL;
}
#endif
