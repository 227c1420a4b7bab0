// Unbalanced forces in any configuration: elastic forces less loads. At rest they are zero except
// where a node is held.
//
// Tur, Baeza, Fuenmayor, Garcia: PACDIN Statement of Methods, section 2.4, eq. (9).
#ifndef CAT_ASSEMBLE_RESIDUAL_H
#define CAT_ASSEMBLE_RESIDUAL_H

#include "elements.h"

// On every node, in its own frame (nnode) [N | N m]. A node with a twin has forces of its own here:
// those on both positions act on the twin.
void cat_residual(const CatLineModel *m, const CatConfiguration *x, double (*force)[6]);

// Contribution of one element, in the frames of its nodes, and its derivative d/dl0.
void cat_cable_part_residual(const CatLineModel *m, const CatConfiguration *x, int i, double f[12]);
void cat_cable_part_residual_dl0(const CatLineModel *m, const CatConfiguration *x, int i,
                                 double df[12]);
void cat_dropper_part_residual(const CatLineModel *m, const CatConfiguration *x, int i,
                               double f[6]);
void cat_dropper_part_residual_dl0(const CatLineModel *m, const CatConfiguration *x, int i,
                                   double df[6]);
void cat_arm_part_residual(const CatLineModel *m, const CatConfiguration *x, int i, double f[6]);

#endif
