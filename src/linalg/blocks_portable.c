// Products with a matrix by its blocks for any processor.
#include "blocks_body.h"

CatBlocksMultiply *cat_blocks_multiply_portable(void) {
  return multiply;
}
