// Spring between a node and the ground, in one direction: a support.
//
// Tur, Baeza, Fuenmayor, Garcia: PACDIN Statement of Methods, section 2.1.4, eq. (6), there with
// the vertical direction n = (0, 0, 1), for any unit vector n:
//
//   f = k (n.r - s0) n,   U = 1/2 k (n.r - s0)^2                                               (6)
//
// s0 is the coordinate along n at which the spring carries nothing; shape finding may seek it. The
// damper beside it, also of eq. (6), belongs to the damping of the whole line.
#ifndef CAT_ELEMENT_SPRING_H
#define CAT_ELEMENT_SPRING_H

typedef struct CatSpring {
  double k;     // stiffness [N/m]
  double s0;    // coordinate along n where the force is zero [m]
  double n[3];  // unit vector [-]
} CatSpring;

CatSpring cat_spring_vertical(double k, double z0);  // along z, free at height z0 [m]

double cat_spring_energy(const CatSpring *s, const double r[3]);            // [J]
void cat_spring_force(const CatSpring *s, const double r[3], double f[3]);  // dU/dr [N]
void cat_spring_tangent(const CatSpring *s, double K[9]);                   // k n n^T [N/m] (3 x 3)
void cat_spring_force_ds0(const CatSpring *s, double df[3]);                // df/ds0 [N/m]

#endif
