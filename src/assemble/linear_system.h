// A line linearised about a configuration: M u'' + K u = f for small motions u from there. All
// droppers are taut and act as bars. It never changes once it is built.
//
// Tur, Baeza, Fuenmayor, Garcia: PACDIN Statement of Methods, section 2.5, eq. (13), and 2.1.
#ifndef CAT_ASSEMBLE_LINEAR_SYSTEM_H
#define CAT_ASSEMBLE_LINEAR_SYSTEM_H

#include "linalg/low_rank.h"
#include "line/model.h"

typedef struct CatLinearSystem {
  int n;          // free coordinates
  int (*dof)[6];  // number of each coordinate of each node; -1: does not move (nnode)
  CatBand K;      // stiffness [N/m | N | N m]
  CatBand M;      // consistent mass, ice included [kg | kg m | kg m2]
  // What the wires' modes along the track add to a quasi-static M: W W' (axial_modes.h).
  CatLowRank along;
  CatRole *along_role;  // wire of each part (along.npart)
} CatLinearSystem;

CatStatus cat_linear_system_new(CatArena *a, const CatLineModel *m, const CatConfiguration *x,
                                CatLinearSystem *out);

// K anew in another configuration, with the numbers of t, without the droppers that are slack
// (NULL: none is); K has the shape of t->K.
void cat_linear_system_tangent(const CatLineModel *m, const CatConfiguration *x,
                               const CatLinearSystem *t, const bool *slack, CatBand *K);

// Extra damping of single materials beyond alpha M + beta K of the whole line: the sum over their
// elements of (alpha_i - alpha) M + (beta_i - beta) K, by role of the wire, droppers, arms.
typedef struct CatMaterialDamping {
  double wire[4][2];          // extra alpha [1/s] and beta [s], by CatRole
  double dropper[2], arm[2];  // likewise
  double along[4];            // of wires along the track, beside these [1/s], by CatRole
} CatMaterialDamping;
CatStatus cat_linear_system_damping(CatArena *a, const CatLineModel *m, const CatConfiguration *x,
                                    const CatLinearSystem *t, const CatMaterialDamping *d,
                                    CatBand *out);

#endif
