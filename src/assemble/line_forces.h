// Forces of a line in motion about its shape at rest, nonlinear, written as differences from rest:
//
//   F(u) - F(0) + C v + M a,   C v = sum over elements of alpha_e M_e v + beta_e K_e v,
//
// with K_e the tangent at rest. All terms vanish with u, v and a, so that small motions keep their
// digits (docs/theory/nonlinear.md). With p = (d, g_i, g_j) of a cable (element/cable.c) and its
// changes dp, the strain changes by a linear and a quadratic part, e = E(dp) + Q(dp), and
//
//   dP_a = sum_b C0_ab dp_b + C(E)_ab p0_b  +  C(Q)_ab p0_b + C(E + Q)_ab dp_b,
//
// the first two being K_e dp, which damping by beta K_e shares. Eight cables at a time.
//
// Droppers are bars here that may push: letting go is the business of ties, which cancel what they
// push with. How a dropper that lets go would push is then a matter of convenience: by k times the
// length that it is too short, so that its elongation is that of its length.
#ifndef CAT_ASSEMBLE_LINE_FORCES_H
#define CAT_ASSEMBLE_LINE_FORCES_H

#include "linear_system.h"

// Which parts are nonlinear; the others keep their tangent at rest.
typedef struct CatNonlinearParts {
  bool wires, droppers, arms;
} CatNonlinearParts;

enum { CAT_CABLE_LANES = 8 };

// Eight cables side by side; unused lanes have no stiffness and act on a coordinate of no meaning.
typedef struct CatCableLanes {
  int dof[12][CAT_CABLE_LANES];
  double p0[9][CAT_CABLE_LANES];                          // d, g_i, g_j at rest [-]
  double C0[6][CAT_CABLE_LANES];                          // l0 C_ab at rest [N m]
  double EAl[CAT_CABLE_LANES];                            // EA l0 [N m]
  double l[CAT_CABLE_LANES], per_l[CAT_CABLE_LANES];      // l0 [m] and 1/l0
  double mass[CAT_CABLE_LANES];                           // mu l0 / 420, ice included [kg]
  double alpha[CAT_CABLE_LANES], beta[CAT_CABLE_LANES];   // damping [1/s] [s]
  double inertia_along[CAT_CABLE_LANES];                  // along the track: 1, or 0
  double alpha_along[CAT_CABLE_LANES];                    // and its damping [1/s]
  double cosine[CAT_CABLE_LANES], sine[CAT_CABLE_LANES];  // of the turn to the second node's frame
} CatCableLanes;

// A dropper, or an arm whose hinge stands still.
typedef struct CatBarMotion {
  int dof[6];
  double D0[3];        // from the first end to the second, at rest [m]
  double length, l0;   // at rest, undeformed [m]
  double EA, N0;       // [N]
  double k;            // dN/d(length) at rest [N/m]
  double mass;         // mu l0 / 6 [kg]
  double alpha, beta;  // [1/s] [s]
  bool ties;           // it lets go where it would push: see below
} CatBarMotion;

typedef struct CatPointMotion {
  int dof;
  double k, c, m;  // to the ground [N/m] [N s/m] [kg]
} CatPointMotion;

typedef void CatCableForces(const CatCableLanes *lanes, int n, bool nonlinear,
                            const double *const motion[3], const double *half, double *f);

typedef struct CatLineForces {
  CatNonlinearParts parts;
  int n;  // coordinates; vectors have one more, which is zero
  int nlanes, ndropper, narm, npoint;
  CatCableLanes *lanes;
  CatBarMotion *dropper, *arm;
  CatPointMotion *point;
  CatCableForces *cables;  // the kernel
  // coordinates between the first and the last of each: of eight cables, of a bar
  CatExtent *lanes_on, *dropper_on, *arm_on;
} CatLineForces;

// Damping by material: alpha [1/s] and beta [s].
typedef struct CatLineRayleigh {
  double wire[4][2];                    // by CatRole
  double dropper[2], arm[2], other[2];  // other: masses and springs of supports
  double along[4];                      // extra alpha of wires along the track, by CatRole
  double damper;                        // of supports, beside these [N s/m]
} CatLineRayleigh;

CatStatus cat_line_forces_new(CatArena *a, const CatLineModel *m, const CatConfiguration *rest,
                              const CatLinearSystem *t, const CatLineRayleigh *damping,
                              CatLineForces *out);

// f += all of it but the axial damping of droppers, of displacements, rates and accelerations
// (n + 1 each).
void cat_line_forces_add(const CatLineForces *s, const double *const motion[3], double *f);

// The same between two ends of a step, such that the elastic forces times their difference are the
// difference of the elastic energy: mean strain times the direction in the middle, for droppers
// that let go the difference quotient of their energy. J. C. Simo, N. Tarnow: The discrete
// energy-momentum method, ZAMP 43 (1992) 757.
// motion: mean displacements, rates, accelerations (n + 1 each).
typedef struct CatBetween {
  const double *begin, *end;  // displacements (n + 1)
  const double *half;         // half their difference (n + 1)
} CatBetween;
void cat_line_forces_between(const CatLineForces *s, const CatBetween *step,
                             const double *const motion[3], double *f);
// The same of those parts alone that have a coordinate in an extent: f is complete there, and not
// outside. step NULL: at the displacements of motion.
void cat_line_forces_within(const CatLineForces *s, CatExtent on, const CatBetween *step,
                            const double *const motion[3], double *f);
bool cat_extents_meet(CatExtent a, CatExtent b);
// (b+^2 - a+^2) / 2(b - a), x+ = max(x, 0): what a law that only pulls gives between two
// elongations.
double cat_pulled(double a, double b);
// The unit vector along a dropper in the middle; at rest if droppers stay linear.
void cat_dropper_between(const CatLineForces *s, int i, const double *mean, double n[3]);

// A dropper, of displacements: its tension less that at rest over k [m], and the unit vector along
// it. With droppers that stay linear both are those of small motion.
double cat_dropper_stretch(const CatLineForces *s, int i, const double *u, double n[3]);
double cat_dropper_rate(const CatLineForces *s, int i, const double *u,
                        const double *v);  // its [m/s]

// What is to be added to f for a force T that pulls the ends of a bar together.
static inline void cat_bar_pull(const CatBarMotion *b, double T, const double n[3], double *f) {
  for (int k = 0; k < 3; k++) f[b->dof[k]] -= T * n[k], f[b->dof[3 + k]] += T * n[k];
}

// Elastic energy less work of weights since rest, droppers that push counted as N^2/2k [J].
double cat_line_forces_energy(const CatLineForces *s, const double *u);

CatCableForces *cat_cable_forces_portable(void);
CatCableForces *cat_cable_forces_avx2(void);    // NULL: not compiled
CatCableForces *cat_cable_forces_avx512(void);  // likewise

#endif
