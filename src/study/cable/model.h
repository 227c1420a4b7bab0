// A cable discretised in space. Every model of chapter 4.1 has strains that are linear or quadratic
// in the unknowns, and an energy that is quadratic in the strains (4.5):
//
//   U = int P0 e + EA/2 e^2 + EI/2 kappa^2 dx,   e = u_x + v_x^2/2,   kappa = v_xx,
//
// so that a way to discretise needs to know only v_x, u_x and kappa at its points, and the
// transpose of that; forces, energies and tangents are written once. Without u (4.8), (4.9),
// e = v_x^2/2; without EA (4.1), (4.3), the tension is P0; quasi-static (4.26), the tension is the
// same all along.
#ifndef CAT_STUDY_CABLE_MODEL_H
#define CAT_STUDY_CABLE_MODEL_H

#include "element/hermite.h"
#include "linalg/band.h"
#include "spec/cable.h"

typedef struct CatCableModel CatCableModel;

// At points: strains, or what is conjugate to them.
typedef struct CatCableField {
  double *slope;      // v_x; transverse force [N] (npoint)
  double *stretch;    // u_x; tension without P0 [N] (npoint)
  double *turn;       // rotation of the cross-section; moment per length [N] (npoint)
  double *curvature;  // v_xx, or that of the rotation; bending moment [N m] (ncurve)
} CatCableField;

typedef enum CatCableStrainKind {
  CAT_CABLE_SLOPE_ROW,
  CAT_CABLE_STRETCH_ROW,
  CAT_CABLE_TURN_ROW,
  CAT_CABLE_CURVATURE_ROW
} CatCableStrainKind;

// One strain as a row: strain = sum of c[i] q[at[i]]
enum { CAT_CABLE_ROW = 24 };
typedef struct CatCableRow {
  int n;
  int at[CAT_CABLE_ROW];
  double c[CAT_CABLE_ROW];
} CatCableRow;

typedef struct CatCableOps {
  const char *name;
  int points, per_node;  // points in an interval; unknowns of v at a node
  int reach;             // intervals between the outermost nodes of one strain
  void (*strains)(const CatCableModel *m, const double *q, CatCableField *e);
  // f -= transpose of the above, weighted; s is overwritten
  void (*forces)(const CatCableModel *m, CatCableField *s, double *f);
  void (*row)(const CatCableModel *m, CatCableStrainKind kind, int point, CatCableRow *out);
  void (*mass)(CatCableModel *m);  // fills m->mass
} CatCableOps;

extern const CatCableOps cat_cable_differences, cat_cable_elements;

struct CatCableModel {
  const CatCableSpec *spec;
  const CatCableOps *ops;
  CatArena *arena;
  double mu, P0, EA, EI, GA, L;  // zero where the model has no such term
  double h;                      // interval [m]
  bool periodic, along, shear;   // u is an unknown; the rotation is one
  int n, nodes;                  // intervals; nodes that differ
  int npoint, ncurve;
  int nq, v, u, turn, mode, nmode;  // unknowns, and where each kind begins: v (and v_x), u, ...
  double *x, *w;                    // points [m] and their weights [m] (npoint)
  double *wc;                       // weights of the curvatures [m] (ncurve)
  double *cosine;                   // cos(k pi x/L) (nmode x npoint)
  bool *held;                       // (nq): ends
  int nheld, held_at[4];            // the same as a list
  int *slot;                        // place in banded matrices (nq); ends of a periodic cable meet
  int kd;
  CatBand mass, mass_factor;  // held unknowns are decoupled in the factor
  bool diagonal;              // of mass
  double *inverse;            // 1/mass (nq), if diagonal
  double slope_row[CAT_GAUSS][4], curvature_row[CAT_GAUSS][4];  // of one element
  CatCableField e, s;                                           // scratch
  double *tension, *slots, *held_slots, *pad;
};

CatStatus cat_cable_model_new(CatContext *ctx, const CatCableSpec *spec, CatCableModel **out);
void cat_cable_model_free(CatCableModel *m);

// Tension [N] at the points, of strains e; modes of the axial motion are part of q.
void cat_cable_tension(const CatCableModel *m, const double *q, const CatCableField *e, double *N);
// f = -dU/dq, with given tensions and strains; of the modes too
void cat_cable_internal(const CatCableModel *m, const CatCableField *e, const double *N, double *f);
void cat_cable_forces(const CatCableModel *m, const double *q, double *f);
// a = M^-1 f; a of held unknowns is given and counts
void cat_cable_accelerate(const CatCableModel *m, const double *f, double *a);
void cat_cable_momentum(const CatCableModel *m, const double *x, double *y);  // y = M x

typedef struct CatCableEnergy {
  double kinetic, Ep, Eb, Enl;  // [J], section 4.2.2
} CatCableEnergy;
CatCableEnergy cat_cable_model_energy(const CatCableModel *m, const double *q, const double *v);
double cat_cable_energy_sum(const CatCableEnergy *e);
// x'U''x at q [J]
double cat_cable_second(const CatCableModel *m, const double *q, const double *x);
double cat_cable_tension_rise(const CatCableModel *m, const double *q);  // K [N]

// A += factor U''(e) with tensions N, both as of a mean of states
void cat_cable_model_tangent(const CatCableModel *m, const CatCableField *e, const double *N,
                             double factor, CatBand *A);
// A += factor times the part of U'' in the rotations alone
void cat_cable_turn_tangent(const CatCableModel *m, double factor, CatBand *A);
// Takes held unknowns, and places of no unknown, out of a matrix.
void cat_cable_separate(const CatCableModel *m, CatBand *A);
// Largest frequency [rad/s] at rest; power iteration, from below.
CatStatus cat_cable_omega_max(const CatCableModel *m, double *omega);

void cat_cable_to_slots(const CatCableModel *m, const double *x, double *y);
void cat_cable_from_slots(const CatCableModel *m, const double *y, double *x);

#endif
