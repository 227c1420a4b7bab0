// Matrices of single elements in any configuration. Stiffness is the derivative of the residual by
// the coordinates; mass is the consistent one and the same in every configuration.
#ifndef CAT_ASSEMBLE_MATRICES_H
#define CAT_ASSEMBLE_MATRICES_H

#include "elements.h"

// In the frame of the cable's first node, then in each node's own (12 x 12) [N/m | N | N m].
void cat_cable_part_stiffness(const CatLineModel *m, const CatConfiguration *x, int i,
                              double K[144]);
void cat_cable_part_tangent(const CatLineModel *m, const CatConfiguration *x, int i, double K[144]);
// Ice included, in each node's own frame (12 x 12) [kg | kg m | kg m2].
// The mass that the line's axial model leaves; that along the track alone, whatever it leaves.
void cat_cable_part_mass(const CatLineModel *m, const CatConfiguration *x, int i, double M[144]);
void cat_cable_part_mass_along(const CatLineModel *m, const CatConfiguration *x, int i,
                               double M[144]);

// Of the two ends of a dropper, of an arm's node and its hinge (6 x 6) [N/m] [kg].
void cat_dropper_part_tangent(const CatLineModel *m, const CatConfiguration *x, int i,
                              double K[36]);
void cat_dropper_part_mass(const CatLineModel *m, const CatConfiguration *x, int i, double M[36]);
void cat_arm_part_tangent(const CatLineModel *m, const CatConfiguration *x, int i, double K[36]);
void cat_arm_part_mass(const CatLineModel *m, int i, double M[36]);

#endif
