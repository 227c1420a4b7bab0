// Shape finding: the coordinates of all nodes, the undeformed lengths, and the places of arms and
// supports for which the line is in equilibrium and meets what was asked of it.
//
// Tur, Baeza, Fuenmayor, Garcia: PACDIN Statement of Methods, section 2.4, eqs. (9)-(11).
#ifndef CAT_REST_REST_H
#define CAT_REST_REST_H

#include "line/model.h"

typedef struct CatRestReport {
  int iterations;
  double residual;             // largest force out of balance [N]
  double max_height_error;     // largest miss of a target [m]
  double max_tension_error;    // [N]
  double weight, reaction;     // of everything, and what holds it up [N]
  int unknowns, lower, upper;  // of the system, and its bandwidths
} CatRestReport;

// Brings the model to rest. A dropper that would have to push is an error where the input has it.
CatStatus cat_rest_find(CatContext *ctx, const CatSpec *input, CatModel *m, CatRestReport *report);

// Forces on nodes: what elements resist with, less the loads; at rest zero except where fixed.
CatStatus cat_rest_forces(const CatModel *m, double (*force)[6]);

// The elements as their kernels see them.
void cat_rest_cable(const CatModel *m, int i, double q[12]);  // in the frame of its first node
void cat_rest_dropper(const CatModel *m, int i, double q[6]);
void cat_rest_arm(const CatModel *m, int i, double q[6]);          // node, then hinge
double cat_rest_cable_axial(const CatModel *m, int i, double xi);  // [N]
double cat_rest_dropper_axial(const CatModel *m, int i);           // [N], negative if it must push
double cat_rest_arm_axial(const CatModel *m, int i);               // [N]

#endif
