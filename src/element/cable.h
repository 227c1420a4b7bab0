// Cable: the wire element of absolute nodal coordinates (ANCF), with axial and bending stiffness.
//
// Tur, Baeza, Fuenmayor, Garcia: PACDIN Statement of Methods, section 2.1.1, eqs. (1)-(3); after
// Berzeri and Shabana, J. Sound Vib. 235 (2000) 539-565, and Gerstmayr and Shabana, Nonlinear
// Dynamics 45 (2006) 109-130. Theory, quadrature and measured orders: docs/theory/elements.md.
//
//   r(xi) = S1 r_i + S2 r'_i + S3 r_j + S4 r'_j,   xi = chi / l0 in [0, 1],  ' = d/d chi       (1)
//   U = 1/2 int_0^1 (EA eps^2 + EI kappa^2) l0 dxi,  eps = (r'.r' - 1)/2,  kappa = |r''|       (2)
//   M = int_0^1 mu S'S l0 dxi                                                                  (3)
//
// The unknowns are q = (r_i, r'_i, r_j, r'_j). Slopes are taken along the *undeformed* arc length
// chi [m], so |r'| is the stretch: when an undeformed length changes, a slope that two elements
// share keeps its meaning and its value. Forces are what the element *resists* with, f = dU/dq;
// loads are what acts on it: equilibrium is f = load.
#ifndef CAT_ELEMENT_CABLE_H
#define CAT_ELEMENT_CABLE_H

enum { CAT_CABLE_DOF = 12 };

typedef struct CatCable {
  double EA;  // axial stiffness [N]
  double EI;  // bending stiffness [N m^2]
  double mu;  // mass per undeformed length [kg/m]
  double l0;  // undeformed length [m], positive
} CatCable;

// Elastic energy [J], force dU/dq [N | N m | N | N m] and tangent df/dq (12 x 12, symmetric).
double cat_cable_energy(const CatCable *c, const double q[12]);
void cat_cable_force(const CatCable *c, const double q[12], double f[12]);
void cat_cable_tangent(const CatCable *c, const double q[12], double K[144]);
void cat_cable_force_tangent(const CatCable *c, const double q[12], double f[12], double K[144]);

// l0 C_ab of cable.c: dU/dp_a is the sum over b of it times p_b, p = (d, g_i, g_j); dd, di, dj, ii,
// ij, jj [N m].
void cat_cable_sums(const CatCable *c, const double q[12], double C[6]);

// df/dl0 at fixed q. A group scaled by beta (l0 = beta l_ref) has df/dbeta = sum of l_ref df/dl0.
void cat_cable_force_dl0(const CatCable *c, const double q[12], double df[12]);

// Consistent mass (12 x 12, symmetric), the same in every state [kg | kg m | kg m^2].
void cat_cable_mass(const CatCable *c, double M[144]);

// Work-equivalent nodal forces of a dead load b [N/m] per undeformed length, and d/dl0 of them.
void cat_cable_load(const CatCable *c, const double b[3], double f[12]);
void cat_cable_load_dl0(const CatCable *c, const double b[3], double df[12]);
// The same for b = (mu + added) g: acceleration g [m/s^2]; added mass per length [kg/m], as of ice.
void cat_cable_gravity(const CatCable *c, const double g[3], double added, double f[12]);
void cat_cable_gravity_dl0(const CatCable *c, const double g[3], double added, double df[12]);

// Shape functions at xi in the order of the unknowns, S [-, m, -, m], and their d/dchi, d^2/dchi^2.
void cat_cable_shape(double l0, double xi, double S[4]);
void cat_cable_shape_d(double l0, double xi, double dS[4]);
void cat_cable_shape_dd(double l0, double xi, double ddS[4]);

// Position r [m], slope r' [-] and second derivative r'' [1/m] at xi.
void cat_cable_position(const CatCable *c, const double q[12], double xi, double r[3]);
void cat_cable_slope(const CatCable *c, const double q[12], double xi, double dr[3]);
void cat_cable_bend(const CatCable *c, const double q[12], double xi, double ddr[3]);
double cat_cable_curvature(const CatCable *c, const double q[12], double xi);  // kappa [1/m]

// Axial force N = EA eps |r'| [N] at xi (true force, positive in tension) and its derivatives.
// Beside a point load this field ripples: by 24 N in 22 kN at a dropper of 150 N with elements of
// 0.575 m. The force that a wire hands on at a node does not (0.05 N there): it is f - load of one
// element at the node's position, f by cat_cable_force and load by cat_cable_gravity.
double cat_cable_axial(const CatCable *c, const double q[12], double xi);
double cat_cable_axial_dchi(const CatCable *c, const double q[12], double xi);  // [N/m]
void cat_cable_axial_dq(const CatCable *c, const double q[12], double xi, double dN[12]);
double cat_cable_axial_dl0(const CatCable *c, const double q[12], double xi);  // [N/m], fixed q

#endif
