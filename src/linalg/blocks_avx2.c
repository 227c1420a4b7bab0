// Products with a matrix by its blocks for processors with AVX2.
#include "blocks.h"

#ifdef __AVX2__
#include "blocks_body.h"

CatBlocksMultiply *cat_blocks_multiply_avx2(void) {
  return multiply;
}
#else
CatBlocksMultiply *cat_blocks_multiply_avx2(void) {
  return NULL;
}
#endif
