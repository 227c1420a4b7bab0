// Groups: cells side by side, one in each lane of one or two vectors.
#ifndef CAT_STRUCTURE_LANES_GROUP_H
#define CAT_STRUCTURE_LANES_GROUP_H

#include "cells.h"

// Rows of ghosts that are not contiguous in the border, or are held in all lanes.
enum { CAT_RUN_LOOSE = -1, CAT_RUN_NONE = -2 };

// Arrays hold, for each coordinate or mode, the values of all lanes.
typedef struct CatLaneGroup {
  const CatPlan *plan;
  int width;                            // lanes
  bool shared;                          // one set of coefficients for all lanes
  int as;                               // then: the representative cell that supplies them
  const double *factor, *mass, *extra;  // of knots; extra damping: NULL if there is none
  const double *frame;                  // of bays: frames, and what goes with their ends
  const void **mode;                    // of each bay: its modes, in the kernel's precision
  bool *alike;                          // of each bay: one set of these for all lanes (nbay)
  int at, end;                          // where its knots begin and end in those of the line
  int mode_at, project_at;              // and its modes and their projections
  double *x;                            // the part of the line's solution that begins at its knots
  int nghost;                           // coordinates of its ghosts
  int *ghost;          // number in the border of each, lane by lane; behind the last: none
  double *ghost_sign;  // likewise
  int *run;            // where a contiguous row of ghosts begins in the border (nghost)
  int *cell;           // of each lane; -1: none (width)
} CatLaneGroup;

typedef struct CatGroups {
  int n, nlane;  // lanes: those without a cell included
  CatLaneGroup *group;
} CatGroups;

// How groups are made: of so many lanes in a vector, of cells whose coefficients agree; sign -1:
// those of one of them mirrored. data is handed to agree.
typedef struct CatGrouping {
  CatArena *a, *scratch;
  CatCells *cells;  // each gets its group, lane and sign
  int lanes;
  bool narrow;  // one vector at most, not two
  bool (*agree)(const void *data, int cell, int other, double sign);
  int (*common)(const void *data, int cell, int other);  // how much of two cells is the same
  const void *data;
} CatGrouping;

CatStatus cat_groups_new(const CatGrouping *how, CatGroups *out);
int cat_groups_shared(const CatGroups *s);  // cells that share their coefficients

// How a separator's coordinates are counted: component (along, across, up, slopes) of each one that
// there is per node, and its number in the border by that of the linear system (-1: held).
typedef struct CatGhosts {
  int per;
  const int *part, *of;
  int none;  // the number that stands for held ones
} CatGhosts;

int cat_ghost_number(const CatCells *c, const CatGhosts *ghosts, int cell, int k);
CatStatus cat_group_ghosts(CatArena *a, const CatCells *c, const CatGhosts *ghosts,
                           CatLaneGroup *g);
// Coefficients of a group out of those of each cell: one's for all, or each lane's. Lanes without a
// cell get those of the first.
void *cat_group_spread(CatArena *a, const CatLaneGroup *g, int n, double *const *of, bool single);

// Sign of a component of a cell that may be kept mirrored.
static inline double cat_cell_sign(const CatCell *c, int part) {
  return part % 3 == CAT_ACROSS ? c->sign : 1;
}

#endif
