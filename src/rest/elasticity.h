// Elasticity: how far the contact wire is lifted by a static force, at places along one span.
//
// The line is linearised about rest, except for its droppers, which cannot push. With the
// compliance C = B' K^-1 B of droppers and places (K with all droppers taut), dropper i has the
// force
//
//   N_i = N0_i + k_i e_i + p_i,   e = C_x F - C p,   0 <= p_i  _|_  N_i >= 0
//
// where p_i cancels the push of a linear dropper. Divided by k_i this is a complementarity
// problem with the matrix diag(1/k) - C: positive definite, since the line holds without droppers.
#ifndef CAT_REST_ELASTICITY_H
#define CAT_REST_ELASTICITY_H

#include "line/model.h"
#include "record/record.h"

enum { CAT_LIFTS = 2 };                         // forces that are tried
extern const double cat_lift_force[CAT_LIFTS];  // [N]

typedef struct CatLift {
  double *lift;           // of the contact wire where the force acts [m] (n)
  double *slack;          // droppers that go slack (n)
  double min, max, mean;  // elasticity: lift by force [m/N]
  double uniformity;      // (max - min)/(max + min) [-]
} CatLift;

typedef struct CatElasticity {
  int span;   // from 0; the one in the middle of the line
  int n;      // places: supports, droppers, and three between neighbours
  double *x;  // from the support on the left [m] (n)
  CatLift at[CAT_LIFTS];
} CatElasticity;

CatStatus cat_rest_elasticity(CatArena *a, const CatLineModel *m, const CatConfiguration *rest,
                              CatElasticity *out);

// The same as table, figure, results and fields of summary.json, under rest.elasticity.
CatStatus cat_rest_elasticity_results(const CatElasticity *e, CatRecord *rec);

#endif
