// Steps of a cable in time.
//
// explicit: central differences (velocity Verlet). It keeps not U + T but, to the next order,
//   U + T + h^2 (v'U''v/12 - a'Ma/24),
// and what it adds is the ledger's numerical part.
// implicit: with strains that are quadratic in q and an energy quadratic in them,
//   M (v1 - v0)/h = -B(q_m)' (N0 + N1)/2,   q1 - q0 = h (v0 + v1)/2
// keeps U + T whatever the step.
#ifndef CAT_STUDY_CABLE_STEP_H
#define CAT_STUDY_CABLE_STEP_H

#include "model.h"

typedef struct CatCableState {
  double t;           // [s]
  double *q, *v, *a;  // [m] [m/s] [m/s2] (nq); a of the explicit method only
} CatCableState;

typedef struct CatCableStepper {
  CatContext *ctx;
  const CatCableModel *m;
  double h;  // [s]
  bool implicit;
  CatCableState x;
  double work, power;  // of the driven end [J] [W]
  long iterations, factorisations;
  // scratch of the implicit method: forces, middle, new place, change, strains and tensions
  double *f, *middle, *q1, *change, *N0, *N1;
  CatBand A;
  bool factored;
  double part;  // of the step's momentum and way of the driven end; 1 but on the way to it
} CatCableStepper;

CatStatus cat_cable_stepper_new(CatContext *ctx, const CatCableModel *m, double h, bool implicit,
                                CatCableStepper *out);
CatStatus cat_cable_begin(CatCableStepper *s);  // after q and v have been set
CatStatus cat_cable_step(CatCableStepper *s);
double cat_cable_numerical(const CatCableStepper *s);  // [J]

#endif
