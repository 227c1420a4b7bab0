// The source of products with a matrix by its blocks, compiled once per instruction set (blocks.h).
#include "blocks.h"

#define INLINE static inline __attribute__((always_inline))

typedef double Four __attribute__((vector_size(32), may_alias));

// y = B x of a block on the diagonal; apart: from one entry of a row to the next. Rows that it does
// not have are those of the next one, which follows.
INLINE void own_block(const CatBlock *b, int apart, const Four *x, Four *y) {
  for (int i = 0; i < CAT_BLOCK; i++) {
    const double *row = b->entry + CAT_BLOCK * i;
    Four sum = {0};
    for (int j = i % apart; j < CAT_BLOCK; j += apart) sum += row[j] * x[b->row + j];
    y[b->row + i] = sum;
  }
}

// y += B x, and mirrored.
INLINE void pair_block(const CatBlock *b, int apart, const Four *x, Four *y) {
  const Four *here = x + b->row, *other = x + b->column;
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
  for (int j = 0; j < CAT_BLOCK; j++) y[b->column + j] += back[j];
}

static void multiply(const CatBlocks *A, const CatFour *x, CatFour *y) {
  const Four *from = (const Four *)x;
  Four *to = (Four *)y;
  const CatBlock *b = A->block, *own = b + A->nown, *end = b + A->nblock;
  for (; b < own; b++) {
    if (b->plain) {
      own_block(b, 3, from, to);
    } else {
      own_block(b, 1, from, to);
    }
  }
  for (; b < end; b++) {
    if (b->plain) {
      pair_block(b, 3, from, to);
    } else {
      pair_block(b, 1, from, to);
    }
  }
}
