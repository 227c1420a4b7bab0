// Bar: two nodes, axial force only, any rotation. The steady arm.
//
// Tur, Baeza, Fuenmayor, Garcia: PACDIN Statement of Methods, section 2.1.2, eqs. (4) and (5):
//
//   U = 1/2 int_0^1 EA eps^2 l0 dxi,   eps = (l_d^2 - l0^2)/(2 l0^2),   l_d = |r_j - r_i|      (4)
//   r = (1 - xi) r_i + xi r_j                                                                 (5)
//
// The unknowns are q = (r_i, r_j). Forces are what the bar resists with, f = dU/dq; loads are what
// acts on it: equilibrium is f = load. Theory: docs/theory/elements.md.
#ifndef CAT_ELEMENT_BAR_H
#define CAT_ELEMENT_BAR_H

enum { CAT_BAR_DOF = 6 };

typedef struct CatBar {
  double EA;  // axial stiffness [N]
  double mu;  // mass per undeformed length [kg/m]
  double l0;  // undeformed length [m], positive
} CatBar;

double cat_bar_strain(const CatBar *b, const double q[6]);  // eps [-]
double cat_bar_axial(const CatBar *b, const double q[6]);   // N = EA eps l_d/l0 [N], + tension
double cat_bar_energy(const CatBar *b, const double q[6]);  // [J]
void cat_bar_force(const CatBar *b, const double q[6], double f[6]);     // dU/dq [N]
void cat_bar_tangent(const CatBar *b, const double q[6], double K[36]);  // df/dq [N/m] (6 x 6)
void cat_bar_force_tangent(const CatBar *b, const double q[6], double f[6], double K[36]);
void cat_bar_force_dl0(const CatBar *b, const double q[6], double df[6]);  // at fixed q [N/m]
void cat_bar_axial_dq(const CatBar *b, const double q[6], double dN[6]);   // [N/m]
double cat_bar_axial_dl0(const CatBar *b, const double q[6]);              // at fixed q [N/m]

void cat_bar_mass(const CatBar *b, double M[36]);  // consistent (6 x 6) [kg]
// Weight of mu + added [kg/m] under g [m/s^2], half at each node, and d/dl0 of it.
void cat_bar_gravity(const CatBar *b, const double g[3], double added, double f[6]);
void cat_bar_gravity_dl0(const CatBar *b, const double g[3], double added, double df[6]);

#endif
