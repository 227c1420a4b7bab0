#include "blocks.h"

#include "base/processor.h"

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
  CatBlocksMultiply *const all[CAT_PROCESSORS] = {NULL, cat_blocks_multiply_portable(),
                                                  cat_blocks_multiply_avx2(), NULL};
  const bool compiled[CAT_PROCESSORS] = {false, all[1], all[2], false};
  *out = (CatBlocks){.n = A->n,
                     .nblock = find(A, together, NULL),
                     .multiply = all[cat_processor_choose(CAT_PROCESSOR_AUTO, compiled)]};
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
