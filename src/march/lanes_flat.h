// Bays lie flat: each hangs in one upright plane, and motion in the plane and across it do not feel
// each other there. That holds but for the bending near the knots, where the wire leaves the plane
// by less than a millimetre; cat_lanes_flatten takes that little coupling out of the stiffness
// (docs/theory/lanes.md, "What is cut").
#ifndef CAT_MARCH_LANES_FLAT_H
#define CAT_MARCH_LANES_FLAT_H

#include "structure.h"

// By how much the plane of the bay in which a cable lies is turned from the track's frame at s.
double cat_bay_turn(const CatModel *m, int cable, double s);  // [rad]

// Takes share (by CatRole) times what couples the plane and across it out of a sum of the cables'
// stiffness matrices, element by element: what moves a bay as a whole still moves it freely.
void cat_lanes_flatten(const CatModel *m, const CatTangent *t, const double share[4], CatBand *sum);

#endif
