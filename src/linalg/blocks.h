// A symmetric banded matrix by its blocks of up to six rows that are not empty. Where several wires
// are numbered together, half of a band is zero.
#ifndef CAT_LINALG_BLOCKS_H
#define CAT_LINALG_BLOCKS_H

#include "band.h"

enum { CAT_BLOCK = 6 };

typedef struct CatBlock {
  int row, column;  // of its first entry; row <= column
  bool plain;       // its entries join coordinates three apart, and nothing else
  double entry[CAT_BLOCK * CAT_BLOCK];  // row by row
} CatBlock;

// Four vectors side by side, so that entries are read once for all.
typedef struct CatFour {
  _Alignas(32) double of[4];
} CatFour;

typedef struct CatBlocks CatBlocks;
typedef void CatBlocksMultiply(const CatBlocks *A, const CatFour *x, CatFour *y);

struct CatBlocks {
  int n, nown, nblock;
  CatBlock *block;  // first those on the diagonal, which are all there (nblock)
  // y = A x; both have room for CAT_BLOCK more entries, those of x are finite.
  CatBlocksMultiply *multiply;
};

// Rows are taken together as long as they have the same number in `together` (n).
CatStatus cat_blocks_new(CatArena *a, const CatBand *A, const int *together, CatBlocks *out);

// multiply for each instruction set (base/processor.h), with the same bits; NULL: not compiled.
CatBlocksMultiply *cat_blocks_multiply_portable(void);
CatBlocksMultiply *cat_blocks_multiply_avx2(void);

#endif
