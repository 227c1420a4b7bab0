// Orders the unknowns of a symmetric sparse matrix so that its band is narrow: reverse
// Cuthill-McKee from an end of the graph (a vertex from which others are as far away as from any).
#ifndef CAT_LINALG_ORDER_H
#define CAT_LINALG_ORDER_H

#include "base/arena.h"

// Who is coupled to whom: those of i are at[start[i]] to at[start[i + 1] - 1].
typedef struct CatGraph {
  int n;
  const size_t *start;  // (n + 1)
  const int *at;
} CatGraph;

CatStatus cat_order_band(CatArena *a, const CatGraph *g, int *number);  // new number of each (n)

#endif
