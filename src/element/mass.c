// Kernel of the point mass: see mass.h.
#include "mass.h"

void cat_mass_matrix(const CatMass *p, double M[9]) {
  for (int k = 0; k < 9; k++) M[k] = k % 4 == 0 ? p->m : 0;
}

void cat_mass_gravity(const CatMass *p, const double g[3], double f[3]) {
  for (int k = 0; k < 3; k++) f[k] = p->m * g[k];
}
