// The model's elements in the form that the kernels take, in any configuration: material and
// length, coordinates of their nodes, axial force.
#ifndef CAT_ASSEMBLE_ELEMENTS_H
#define CAT_ASSEMBLE_ELEMENTS_H

#include "element/bar.h"
#include "element/cable.h"
#include "element/mass.h"
#include "element/spring.h"
#include "line/model.h"

CatCable cat_cable_part_kernel(const CatLineModel *m, const CatConfiguration *x, int i);
CatBar cat_dropper_part_kernel(const CatLineModel *m, const CatConfiguration *x, int i);
CatBar cat_arm_part_kernel(const CatLineModel *m, int i);
CatSpring cat_support_part_kernel(const CatLineModel *m, const CatConfiguration *x, int i);
CatMass cat_mass_part_kernel(const CatLineModel *m, int i);

void cat_gravity_vector(const CatLineModel *m, double g[3]);  // [m/s^2]

// Of a cable in the frame of its first node; of an arm its node, then its hinge.
void cat_cable_part_coordinates(const CatLineModel *m, const CatConfiguration *x, int i,
                                double q[12]);
void cat_dropper_part_coordinates(const CatLineModel *m, const CatConfiguration *x, int i,
                                  double q[6]);
void cat_arm_part_coordinates(const CatLineModel *m, const CatConfiguration *x, int i, double q[6]);

// Axial forces, positive in tension [N]: a dropper is a bar here and may push.
double cat_cable_part_axial(const CatLineModel *m, const CatConfiguration *x, int i, double xi);
double cat_dropper_part_axial(const CatLineModel *m, const CatConfiguration *x, int i);
double cat_arm_part_axial(const CatLineModel *m, const CatConfiguration *x, int i);

#endif
