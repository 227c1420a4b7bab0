// The fast backend: one span per SIMD lane. It uses the matrices of structure/banded.h, cut into
// cells between the supports and eliminated in the same order in all lanes: docs/theory/lanes.md.
//
// The line is cut at separators (the wires' nodes at masts). What lies between them falls into
// cells, usually the spans. Within a cell, nodes in a row without anything attached form bays, the
// others are knots (droppers, stitch wire clamps). A bay is described by its modes and the motion
// of its ends (bay.h); then knots are eliminated, a block LDL' factor with one block per knot, then
// all separators together. Cells of the same structure share the order of elimination and run side
// by side in lanes; where their coefficients agree within a tolerance too, a representative cell
// supplies those of its group. That, and the flat, symmetric bays of flat.h, is all that differs
// from structure/banded.h.
#ifndef CAT_STRUCTURE_LANES_LANES_H
#define CAT_STRUCTURE_LANES_LANES_H

#include "base/processor.h"
#include "structure/line_parts.h"

typedef struct CatLanesOptions {
  int code;                      // CatProcessor
  double coefficient_tolerance;  // cells that agree within this share coefficients [-]
  double response_tolerance;     // response entries below this are not applied [-]
  bool quasi;                    // without modes along the wires (docs/theory/lanes.md)
  bool single;                   // modes in single precision
} CatLanesOptions;

CatLanesOptions cat_lanes_options_default(void);

typedef struct CatLanes CatLanes;

// Stiffness and damping must already have flat, symmetric bays (flat.h).
CatStatus cat_lanes_new(CatArena *a, const CatLineParts *parts, const CatLanesOptions *o,
                        CatLanes **out);

// Size of the decomposition, for reports and tests.
typedef struct CatLanesCounts {
  int cells, plans, groups, lanes, shared;  // lanes: those without a cell included
  int separators;
  int kinds;     // different bays
  int unknowns;  // modes, coordinates of knots and separators
  const char *code;
} CatLanesCounts;
CatLanesCounts cat_lanes_counts(const CatLanes *s);

#endif
