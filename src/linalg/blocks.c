#include "blocks.h"

#include <string.h>

static int last_row(const CatBand *A, const int *together, int first) {
  int i = first + 1;
  while (i < A->n && i < first + CAT_BLOCK && together[i] == together[first]) i++;
  return i;
}

// Copies rows [rows[0], rows[1]) and columns likewise; returns whether any entry is not zero.
static bool cut(const CatBand *A, const int rows[2], const int columns[2], CatBlock *out) {
  bool any = false;
  *out = (CatBlock){.row = rows[0], .column = columns[0]};
  for (int i = rows[0]; i < rows[1]; i++) {
    for (int j = columns[0]; j < columns[1]; j++) {
      double value = cat_band_get(A, i, j);
      out->entry[CAT_BLOCK * (i - rows[0]) + j - columns[0]] = value;
      any = any || value != 0;
    }
  }
  return any;
}

// Blocks go to `out` if there is room; how many there are.
static int find(const CatBand *A, const int *together, CatBlock *out) {
  int n = 0;
  for (int i = 0, end; i < A->n; i = end) {
    end = last_row(A, together, i);
    for (int j = i, next; j < A->n && j < end + A->kd; j = next) {
      CatBlock here;
      next = last_row(A, together, j);
      if (!cut(A, (int[]){i, end}, (int[]){j, next}, &here)) continue;
      if (out) out[n] = here;
      n++;
    }
  }
  return n;
}

CatStatus cat_blocks_new(CatArena *a, const CatBand *A, const int *together, CatBlocks *out) {
  *out = (CatBlocks){.n = A->n, .nblock = find(A, together, NULL)};
  out->block = CAT_ARENA(a, out->nblock + 1, CatBlock);
  if (!out->block) return CAT_ERR_MEMORY;
  find(A, together, out->block);
  out->plain = true;
  for (int i = 0; i < out->nblock * CAT_BLOCK * CAT_BLOCK; i++) {
    int at = i % (CAT_BLOCK * CAT_BLOCK), r = at / CAT_BLOCK, c = at % CAT_BLOCK;
    if (out->block[i / (CAT_BLOCK * CAT_BLOCK)].entry[at] != 0 && r % 3 != c % 3)
      out->plain = false;
  }
  return CAT_OK;
}

typedef double Two __attribute__((vector_size(16), may_alias));

// y += B x of one block, or of a pair and mirrored; apart: from one entry of a row to the next.
static inline __attribute__((always_inline)) void multiply_block(const CatBlock *b, int apart,
                                                                 const Two *x, Two *y) {
  const Two *here = x + b->row, *other = x + b->column;
  const bool own = b->row == b->column;
  Two back[CAT_BLOCK] = {{0}};
  for (int i = 0; i < CAT_BLOCK; i++) {
    const double *row = b->entry + CAT_BLOCK * i;
    const Two xi = here[i];
    Two sum = {0};
    for (int j = i % apart; j < CAT_BLOCK; j += apart) {
      sum += row[j] * other[j];
      back[j] += row[j] * xi;
    }
    y[b->row + i] += sum;
  }
  for (int j = 0; j < CAT_BLOCK && !own; j++) y[b->column + j] += back[j];
}

void cat_blocks_multiply(const CatBlocks *A, const CatTwo *x, CatTwo *y) {
  memset(y, 0, ((size_t)A->n + CAT_BLOCK) * sizeof *y);
  const CatBlock *end = A->block + A->nblock;
  for (const CatBlock *b = A->block; b < end && A->plain; b++) {
    multiply_block(b, 3, (const Two *)x, (Two *)y);
  }
  for (const CatBlock *b = A->block; b < end && !A->plain; b++) {
    multiply_block(b, 1, (const Two *)x, (Two *)y);
  }
}
