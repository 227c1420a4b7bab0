// The step without rates: what a coordinate carries from one step to the next are its last three
// displacements (docs/theory/lanes.md, "The step without rates").
#ifndef CAT_STRUCTURE_LANES_FORM_H
#define CAT_STRUCTURE_LANES_FORM_H

#include "structure/line_parts.h"

// With the displacements u0 (last), u1, u2 (before) and the solution x the new one is
// u = x + k u0,u1,u2; then m and d times u, u0, u1 are what M and further dampers are multiplied
// with in the next right-hand side.
typedef struct CatLaneStep {
  double k[3], m[3], d[3];
} CatLaneStep;

typedef struct CatLaneForm {
  CatLaneStep rates;
  double force_weight[2];  // of the forces of the last step and of the one before it
  double mm, kk;           // A = mm M + kk K + damp D, the same as in structure/banded.h
} CatLaneForm;

CatLaneForm cat_lane_form(const CatStep *step, const CatDamping *damping);

#endif
