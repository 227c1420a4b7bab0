// Bays lie flat and even: each hangs in one upright plane, and motion in the plane and across it do
// not feel each other there; and seen from its other end a bay looks the same. That holds but for
// bending near the knots and a few newtons of tension; cat_lanes_flat_system leaves that out of the
// stiffness (docs/theory/lanes.md, "What is cut"). Bays next to a support of the messenger are bent
// at one end only, and stay as they are.
#ifndef CAT_STRUCTURE_LANES_FLAT_H
#define CAT_STRUCTURE_LANES_FLAT_H

#include "structure/line_parts.h"

// The first cable of the bay in which one lies, and the one behind its last.
void cat_bay_cables(const CatModel *m, int cable, int bay[2]);
bool cat_bay_is_even(const CatModel *m, const CatConfiguration *rest, int cable);

// Rows: along the chord of a bay, across, and up, in the track's frame at s.
void cat_bay_frame(const CatModel *m, const CatConfiguration *rest, int cable, double s,
                   double R[9]);
// By how much the plane of the bay in which a cable lies is turned from the track's frame at s.
double cat_bay_turn(const CatModel *m, const CatConfiguration *rest, int cable, double s);  // [rad]

// Stiffness of a cable in the frame of its bay, flat and even.
void cat_bay_stiffness(const CatModel *m, const CatConfiguration *rest, int cable, double K[144]);

// Takes share (by CatRole) times what is not so out of a sum of the cables' stiffness matrices,
// element by element: what moves a bay as a whole still moves it freely.
void cat_lanes_flatten(const CatModel *m, const CatConfiguration *rest, const CatLinearSystem *t,
                       const double share[4], CatBand *sum);

// The linear system t with flat and even bays: it has a stiffness of its own and shares the rest.
CatStatus cat_lanes_flat_system(CatArena *a, const CatModel *m, const CatConfiguration *rest,
                                const CatLinearSystem *t, CatLinearSystem *out);

#endif
