// Inside of shape finding: its unknowns, their numbers and equations.
#ifndef CAT_REST_INTERNAL_H
#define CAT_REST_INTERNAL_H

#include "linalg/lu.h"
#include "record/record.h"
#include "rest.h"

// Positions of unknowns and equations in the system: both are numbered by their place along the
// track, so that the matrix is banded. Every element has its undeformed length as an unknown of its
// own, and equations that make them equal within a bay: a shared one would couple the whole bay.
typedef struct CatUnknowns {
  int n;
  int (*column)[6], (*row)[6];     // of node coordinates; -1: fixed (nnode)
  int *cable, *dropper, *support;  // columns of lengths and reference heights; -1: given
  int (*arm)[2];                   // columns of the hinge; -1: not free (narm)
  int *heel;                       // rows: hinge above the clamp as given; -1: not given (narm)
  int *equal;    // row: same length as the element before; -1: opens a bay (ncable)
  int *target;   // rows (ntarget)
  int *tension;  // rows (nwire); -1: not asked for
  int kl, ku;
} CatUnknowns;

CatStatus cat_unknowns_new(CatArena *a, const CatLineModel *m, CatUnknowns *at);

typedef struct CatShapeSystem {
  const CatLineModel *m;
  CatConfiguration *x;  // current iterate
  CatUnknowns at;
  CatLu J;
  double *r;           // residual, then the step (n)
  double (*force)[6];  // on nodes, fixed ones too (nnode)
} CatShapeSystem;

CatStatus cat_shape_system_new(CatArena *a, const CatLineModel *m, CatConfiguration *x,
                               CatShapeSystem *s);
void cat_shape_system_residual(CatShapeSystem *s);  // fills r
void cat_shape_system_jacobian(CatShapeSystem *s);  // fills J
// x -= factor step
void cat_shape_system_step(CatShapeSystem *s, const double *step, double factor);

enum { CAT_EQUATION_SCALE = 10000000 };  // of equations in metres, to the size of stiffnesses [N/m]

// report.c: residuals of the equations, and the overall balance of forces
void cat_rest_report_misses(const CatShapeSystem *s, CatRestReport *r);
void cat_rest_report_balance(const CatShapeSystem *s, CatRestReport *r);

// views.c
double cat_rest_loaded_length(const CatLineModel *m, const CatConfiguration *rest, int i);  // [m]
// An arm seen from its clamp: angle, radial load and lift, and the stiffness and mass it adds
// there, by Jensen, eqs. (4.35)-(4.39), from the geometry found; a vertical arm (2D) adds its own.
typedef struct CatArmView {
  double x, axial, radial, lift, angle, stiffness, mass;
} CatArmView;
CatArmView cat_rest_arm_view(const CatLineModel *m, const CatConfiguration *rest, int i);

CatStatus cat_rest_tables(const CatLineModel *m, const CatConfiguration *rest, CatRecord *rec);
CatStatus cat_rest_plots(const CatLineModel *m, CatRecord *rec);
int cat_rest_free_coordinates(const CatLineModel *m);

#endif
