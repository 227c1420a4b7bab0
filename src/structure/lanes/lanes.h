// The fast backend: one span per SIMD lane. The same matrices as banded.h, cut into cells between
// the supports and eliminated in the same order in all lanes at once: docs/theory/lanes.md.
//
// The line is cut at separators (the wires' nodes at masts). What lies between them falls into
// cells, usually the spans. Within a cell, nodes in a row without anything attached form bays, the
// others are knots (droppers, stitch wire clamps). Bays are held by their modes and by what their
// ends do (lanes_bay.h), then knots are eliminated, a block LDL' factor with one block per knot,
// then all separators together. Cells of the same structure share the order of elimination and
// stand side by side in lanes; where their coefficients agree as well, to a few 1e-6, they share
// them. That, and bays that lie flat and even (lanes_flat.h), is all that differs from banded.h.
#ifndef CAT_STRUCTURE_LANES_LANES_H
#define CAT_STRUCTURE_LANES_LANES_H

#include "base/processor.h"
#include "structure/line_parts.h"

typedef struct CatLanesOptions {
  int code;      // CatProcessor
  double share;  // cells whose coefficients agree to this share them [-]
  double felt;   // where a response is below this share, as a force, it is not applied [-]
  bool quasi;    // without modes along the wires (docs/theory/lanes.md)
  bool single;   // modes in single precision
} CatLanesOptions;

CatLanesOptions cat_lanes_options_default(void);

typedef struct CatLanes CatLanes;

// The bays of the tangent's stiffness and of the damping must lie flat and even (lanes_flat.h).
CatStatus cat_lanes_new(CatArena *a, const CatLineParts *parts, const CatLanesOptions *o,
                        CatLanes **out);

// What was made of the line, to be told and tested.
typedef struct CatLanesCounts {
  int cells, plans, groups, lanes, shared;  // lanes: those without a cell included
  int separators;
  int kinds;     // different bays
  int unknowns;  // modes, coordinates of knots and separators
  const char *code;
} CatLanesCounts;
CatLanesCounts cat_lanes_counts(const CatLanes *s);

#endif
