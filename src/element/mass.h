// Point mass: clamps, insulators, feeders.
//
// Tur, Baeza, Fuenmayor, Garcia: PACDIN Statement of Methods, section 2.1.3 (clamps):
//
//   M = m 1,   load = m g
#ifndef CAT_ELEMENT_MASS_H
#define CAT_ELEMENT_MASS_H

typedef struct CatMass {
  double m;  // [kg]
} CatMass;

void cat_mass_matrix(const CatMass *p, double M[9]);                      // m 1 [kg] (3 x 3)
void cat_mass_gravity(const CatMass *p, const double g[3], double f[3]);  // m g [N], g [m/s^2]

#endif
