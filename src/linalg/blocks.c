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
  *out = (CatBlock){.row = rows[0], .column = columns[0], .plain = true};
  for (int i = 0; i < rows[1] - rows[0]; i++) {
    for (int j = 0; j < columns[1] - columns[0]; j++) {
      double value = cat_band_get(A, rows[0] + i, columns[0] + j);
      out->entry[CAT_BLOCK * i + j] = value;
      any = any || value != 0;
      out->plain = out->plain && (value == 0 || i % 3 == j % 3);
    }
  }
  return any;
}

// Blocks on the diagonal or beside it go to `out` if there is room; how many there are.
static int find(const CatBand *A, const int *together, bool own, CatBlock *out) {
  int n = 0;
  for (int i = 0, end; i < A->n; i = end) {
    end = last_row(A, together, i);
    for (int j = own ? i : end, next; j < A->n && j < (own ? end : end + A->kd); j = next) {
      CatBlock here;
      next = last_row(A, together, j);
      if (!cut(A, (int[]){i, end}, (int[]){j, next}, &here) && !own) continue;
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
                     .nown = find(A, together, true, NULL),
                     .multiply = all[cat_processor_choose(CAT_PROCESSOR_AUTO, compiled)]};
  out->nblock = out->nown + find(A, together, false, NULL);
  out->block = CAT_ARENA(a, out->nblock + 1, CatBlock);
  if (!out->block) return CAT_ERR_MEMORY;
  find(A, together, true, out->block);
  find(A, together, false, out->block + out->nown);
  return CAT_OK;
}
