// Lanes for processors with AVX-512: vectors of 64 bytes, modes in single precision.
// This file alone is compiled for them.
#include "kernel.h"

#ifdef __AVX512F__
#define CAT_VECTOR 64
#define CAT_VECTOR_NAME "avx512"
#define CAT_REAL float
#include "kernel_body.h"

const CatLaneKernel *cat_lane_kernel_avx512_f32(void) {
  return &kernel;
}
#else
const CatLaneKernel *cat_lane_kernel_avx512_f32(void) {
  return NULL;
}
#endif
