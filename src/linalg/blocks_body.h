// The source of products with a matrix by its blocks, compiled once per instruction set (blocks.h).
#include <string.h>

#include "blocks.h"

typedef double Four __attribute__((vector_size(32), may_alias));

// y += B x of one block, or of a pair and mirrored; apart: from one entry of a row to the next.
static inline __attribute__((always_inline)) void multiply_block(const CatBlock *b, int apart,
                                                                 const Four *x, Four *y) {
  const Four *here = x + b->row, *other = x + b->column;
  const bool own = b->row == b->column;
  Four back[CAT_BLOCK] = {{0}};
  for (int i = 0; i < CAT_BLOCK; i++) {
    const double *row = b->entry + CAT_BLOCK * i;
    const Four xi = here[i];
    Four sum = {0};
    for (int j = i % apart; j < CAT_BLOCK; j += apart) {
      sum += row[j] * other[j];
      back[j] += row[j] * xi;
    }
    y[b->row + i] += sum;
  }
  for (int j = 0; j < CAT_BLOCK && !own; j++) y[b->column + j] += back[j];
}

static void multiply(const CatBlocks *A, const CatFour *x, CatFour *y) {
  memset(y, 0, ((size_t)A->n + CAT_BLOCK) * sizeof *y);
  const CatBlock *end = A->block + A->nblock;
  for (const CatBlock *b = A->block; b < end && A->plain; b++) {
    multiply_block(b, 3, (const Four *)x, (Four *)y);
  }
  for (const CatBlock *b = A->block; b < end && !A->plain; b++) {
    multiply_block(b, 1, (const Four *)x, (Four *)y);
  }
}
