// Modes of the whole line, thousands of them, none missing.
//
// In the coordinates of synthesis.h a factor of K - sigma M costs little, and with it comes the
// number of modes below sigma (Sylvester's law of inertia): those of the held components plus the
// negative pivots of the border. The axis is bisected until each interval holds one mode, or a few
// that cannot be separated; these follow by inverse iteration. The number of vectors found in an
// interval equals the count, or the call fails.
#ifndef CAT_REDUCE_WHOLE_LINE_MODES_H
#define CAT_REDUCE_WHOLE_LINE_MODES_H

#include "arrow.h"

// Takes modes in ascending order, some at a time: omega^2 (n) and vectors (size x n) in the
// order of arrow.h, x' M x = 1.
typedef struct CatModes {
  int first, n;
  const double *omega2;
  const double *vector;
} CatModes;
typedef CatStatus (*CatModesTake)(void *user, const CatModes *modes);

typedef struct CatModeSearch {
  int n;                 // modes found
  double bound;          // above the last of them [1/s2]
  int below;             // modes below the bound, by inertia
  long factors, solves;  // needed
} CatModeSearch;

// The n lowest modes (and those that cannot be separated from the last).
CatStatus cat_whole_line_modes(CatArrow *arrow, int n, CatModesTake take, void *user,
                               CatModeSearch *out);

#endif
