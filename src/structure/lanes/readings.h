// Ties that every step reads, lanes side by side: ties at the same knots of all cells of a group
// form a row.
#ifndef CAT_STRUCTURE_LANES_READINGS_H
#define CAT_STRUCTURE_LANES_READINGS_H

#include "group.h"

// The corresponding tie in each lane: the same coordinates, its own weights.
typedef struct CatLaneRow {
  int n, width;
  int *at;    // of the first lane, in the line's arrays (n)
  int none;   // behind the last port
  int slot;   // of the first lane
  int *port;  // of each lane; or none (width)
  double *b;  // weights, all lanes of a coordinate together (n x width)
} CatLaneRow;

// Slots hold a value of each port, lane beside lane, row after row; then those of no row.
typedef struct CatReadings {
  int nrow, nloose, nslot;
  CatLaneRow *row;
  int *start;  // the first row of each group, and behind the last
  int *loose;  // ports that are in no row: at separators, too (nloose)
  int *slot;   // of each port
} CatReadings;

// Weights at some coordinates of the line's arrays.
typedef struct CatLaneWeights {
  int n;
  const int *at;
  const double *b;
} CatLaneWeights;

// Of n ports.
CatStatus cat_readings_new(CatArena *a, const CatGroups *groups, int n, const CatLaneWeights *of,
                           CatReadings *out);

#endif
