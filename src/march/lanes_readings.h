// What is read of all droppers in every step, lanes side by side: droppers at the same knots of
// the cells of a group form a row.
#ifndef CAT_MARCH_LANES_READINGS_H
#define CAT_MARCH_LANES_READINGS_H

#include "lanes_acts.h"
#include "lanes_group.h"

// A port of the same kind in each lane: the same coordinates, its own weights.
typedef struct CatLaneRow {
  int n, width;
  int at[CAT_B];  // of the first lane, in the line's arrays
  int *port;      // of each lane; -1: none (width)
  double *b;      // weights, all lanes of a coordinate together (n x width)
} CatLaneRow;

typedef struct CatReadings {
  int nrow, nloose;
  CatLaneRow *row;
  int *loose;  // ports that are in no row: at separators, too (nloose)
} CatReadings;

// Of n ports.
CatStatus cat_readings_new(CatArena *a, const CatGroups *groups, int n, const CatLaneSpot *spot,
                           CatReadings *out);

#endif
