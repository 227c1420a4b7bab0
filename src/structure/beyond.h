// What the equilibrium of a nonlinear structure asks for, beside the table of structures.
#ifndef CAT_STRUCTURE_BEYOND_H
#define CAT_STRUCTURE_BEYOND_H

#include "structure.h"

// Where set_static put it, its ties cancelled by y [N] (ntie): what its forces are beyond K u [N]
// (n), and the elongations of ties beyond what their ports read [m] (ntie). In equilibrium K u and
// these balance the forces on its ports.
typedef void CatBeyond(CatStructure *s, const double *y, double *force, double *stretch);

#endif
