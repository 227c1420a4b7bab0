// The fast backend: one span per SIMD lane. The same matrices as banded.h, cut into cells between
// the supports and eliminated in the same order in all lanes at once: docs/theory/lanes.md.
//
// The line is cut at separators (the wires' nodes at masts). What lies between them falls into
// cells, usually the spans. Within a cell, nodes in a row without anything attached form bays, the
// others are knots (droppers, stitch wire clamps). Bays are eliminated first, then knots, then all
// separators together: a block LDL' factor, one block per node. Cells of the same structure share
// the order of elimination and stand side by side in lanes; where their coefficients agree as well,
// to a few 1e-6, they share the factor. That, and bays that lie flat (lanes_flat.h), is all that
// differs from banded.h: about 0.01 % of the mean contact force or less on straight lines.
#ifndef CAT_MARCH_LANES_H
#define CAT_MARCH_LANES_H

#include "lanes_code.h"
#include "structure.h"

typedef struct CatLanesOptions {
  int code;      // CatLanesCode
  double share;  // cells whose coefficients agree to this share them [-]
} CatLanesOptions;

CatLanesOptions cat_lanes_options_default(void);

typedef struct CatLanes CatLanes;

// The bays of the tangent's stiffness and of the damping must lie flat (lanes_flat.h).
CatStatus cat_lanes_new(CatArena *a, const CatStructureParts *parts, const CatLanesOptions *o,
                        CatLanes **out);

// What was made of the line, to be told and tested.
typedef struct CatLanesCounts {
  int cells, plans, groups, lanes, shared;  // lanes: those without a cell included
  int separators;
  const char *code;
} CatLanesCounts;
CatLanesCounts cat_lanes_counts(const CatLanes *s);

#endif
