// What the equilibrium of a nonlinear structure asks for, beside the table of structures.
#ifndef CAT_STRUCTURE_BEYOND_H
#define CAT_STRUCTURE_BEYOND_H

#include "structure.h"

typedef struct CatBeyond {
  // Where set_static put it, its ties cancelled by y [N] (ntie): what its forces are beyond K u [N]
  // (n), and the elongations of ties beyond what their ports read [m] (ntie). In equilibrium K u
  // and these balance the forces on its ports.
  void (*forces)(CatStructure *s, const double *y, double *force, double *stretch);
  // The tangent there in place of K, until the next call or step: force is what it was beyond K u,
  // and becomes what it is beyond tangent times u; out solves with the tangent.
  CatStatus (*tangent)(CatContext *ctx, CatStructure *s, double *force, CatStatics *out);
} CatBeyond;

#endif
