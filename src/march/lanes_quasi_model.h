// A line whose wires have no inertia along themselves: what becomes of its matrices.
//
// Along a wire between two knots the increment n of the axial force is constant, since nothing
// takes it up in between. With t the slope at rest, c = EA (tx^2 + eps), and q = (y, z),
//   dx' = (n - EA tx t.dq') / c:   every element is a spring with the elongation
//   d = x_b - x_a + sum of w q,    w = int EA tx t S' / c,    and the flexibility F = int 1/c,
// and what is left of its stiffness acts across and up, each for itself. The slope along the wire
// has left the model, and so has all mass along the track: docs/theory/lanes-quasi.md.
#ifndef CAT_MARCH_LANES_QUASI_MODEL_H
#define CAT_MARCH_LANES_QUASI_MODEL_H

#include "lanes_cells.h"

typedef struct CatAxial {
  double d[12];  // elongation by the coordinates of both nodes
  double F;      // flexibility [m/N]
  bool held;     // both nodes are: it is a spring of its own, across and up each for itself
} CatAxial;

typedef struct CatQuasiModel {
  CatTangent t;     // with springs; slopes along the wire stand alone
  CatBand across;   // stiffness without the springs of wires
  CatAxial *axial;  // (ncable)
  bool inertia;     // see below
} CatQuasiModel;

// inertia: along the track the mass stands at knots and separators; otherwise nowhere.
CatStatus cat_quasi_model_new(CatArena *a, const CatStructureParts *parts, const CatCells *cells,
                              bool inertia, CatQuasiModel *out);
// Adds the spring of a cable to a stiffness matrix.
void cat_axial_add(const CatModel *m, const CatTangent *t, int cable, const CatAxial *e,
                   CatBand *out);

#endif
