// Energy of a line in the coordinates of its lanes: modes of bays, knots, separators.
#ifndef CAT_STRUCTURE_LANES_ENERGY_H
#define CAT_STRUCTURE_LANES_ENERGY_H

#include "structure/energy.h"

CatStatus cat_lanes_energy(CatStructure *s, CatArena *a, CatEnergy **out);

#endif
