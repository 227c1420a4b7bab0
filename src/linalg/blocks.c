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
  return CAT_OK;
}

// y += B x
static void multiply_own(const CatBlock *b, const double *x, double *y) {
  for (int i = 0; i < CAT_BLOCK; i++) {
    double sum = 0;
    for (int j = 0; j < CAT_BLOCK; j++) sum += b->entry[CAT_BLOCK * i + j] * x[j];
    y[i] += sum;
  }
}

// y += B x of the other, and mirrored
static void multiply_pair(const CatBlock *b, const double *x, double *y) {
  const double *other = x + b->column;
  double back[CAT_BLOCK] = {0};
  for (int i = 0; i < CAT_BLOCK; i++) {
    const double *row = b->entry + CAT_BLOCK * i, xi = x[b->row + i];
    double sum = 0;
    for (int j = 0; j < CAT_BLOCK; j++) sum += row[j] * other[j], back[j] += row[j] * xi;
    y[b->row + i] += sum;
  }
  for (int j = 0; j < CAT_BLOCK; j++) y[b->column + j] += back[j];
}

void cat_blocks_multiply(const CatBlocks *A, const double *x, double *y) {
  memset(y, 0, ((size_t)A->n + CAT_BLOCK) * sizeof *y);
  for (const CatBlock *b = A->block; b < A->block + A->nblock; b++) {
    if (b->row == b->column) {
      multiply_own(b, x + b->row, y + b->row);
    } else {
      multiply_pair(b, x, y);
    }
  }
}
