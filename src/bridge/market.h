// Symmetric matrices in the Matrix Market format: "%%MatrixMarket matrix coordinate real
// symmetric", lines of comments, the size, then row, column and value of each entry of a triangle.
#ifndef CAT_BRIDGE_MARKET_H
#define CAT_BRIDGE_MARKET_H

#include "base/arena.h"

typedef struct CatSparse {
  int n;
  size_t entries;
  int *row, *column;  // from 0 (entries)
  int *line;          // of the file (entries)
  double *value;
} CatSparse;

// Errors name file, line and column. n behind the last byte of the text must be a NUL.
CatStatus cat_market_parse(CatArena *a, const char *file, const char *text, size_t n,
                           CatSparse *out);
CatStatus cat_market_read(CatArena *a, const char *path, CatSparse *out);

#endif
