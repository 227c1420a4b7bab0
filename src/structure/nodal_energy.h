// Energy of a line in the coordinates of its nodes, by products with its matrices.
#ifndef CAT_STRUCTURE_NODAL_ENERGY_H
#define CAT_STRUCTURE_NODAL_ENERGY_H

#include "energy.h"
#include "line_parts.h"

// The present state of a structure, in the linear system's numbers (n).
typedef struct CatNodalState {
  const double *u, *v, *a;
} CatNodalState;

// All of it must outlive the account.
CatStatus cat_nodal_energy_new(CatArena *a, const CatLinearSystem *t, const CatDamping *damping,
                               const CatStep *step, const CatNodalState *state, CatEnergy **out);

#endif
