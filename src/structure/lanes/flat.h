// Flat, symmetric bays: each bay hangs in one vertical plane, motion in that plane and across it is
// uncoupled, and a bay looks the same from either end. Bending stiffness near the knots and a few
// newtons of tension slightly break this symmetry; cat_lanes_flat_system removes them from the
// stiffness (docs/theory/lanes.md, "What is cut"). Bays next to a support of the messenger are bent
// at one end only, and stay as they are.
#ifndef CAT_STRUCTURE_LANES_FLAT_H
#define CAT_STRUCTURE_LANES_FLAT_H

#include "structure/line_parts.h"

// The first cable of the bay in which one lies, and the one behind its last.
void cat_bay_cables(const CatLineModel *m, int cable, int bay[2]);
bool cat_bay_is_even(const CatLineModel *m, const CatConfiguration *rest, int cable);

// Rows: along the chord of a bay, across, and up, in the track's frame at s.
void cat_bay_frame(const CatLineModel *m, const CatConfiguration *rest, int cable, double s,
                   double R[9]);
// By how much the plane of the bay in which a cable lies is turned from the track's frame at s.
double cat_bay_turn(const CatLineModel *m, const CatConfiguration *rest, int cable,
                    double s);  // [rad]

// Stiffness of a cable in the frame of its bay, flat and symmetric.
void cat_bay_stiffness(const CatLineModel *m, const CatConfiguration *rest, int cable,
                       double K[144]);

// Subtracts weight (by CatRole) times the asymmetric part from a sum of the cables' stiffness
// matrices, element by element: rigid-body motion of a bay remains free of forces.
void cat_lanes_flatten(const CatLineModel *m, const CatConfiguration *rest,
                       const CatLinearSystem *t, const double weight[4], CatBand *sum);

// The linear system t with flat, symmetric bays: its own stiffness, everything else that of t.
CatStatus cat_lanes_flat_system(CatArena *a, const CatLineModel *m, const CatConfiguration *rest,
                                const CatLinearSystem *t, CatLinearSystem *out);

#endif
