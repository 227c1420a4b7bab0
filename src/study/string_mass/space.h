// The string of chapter 2 in one of six discretisations: mass, stiffness, and two rows for a place
// x:
// how a force there loads the unknowns, and what the deflection there is.
#ifndef CAT_STUDY_STRING_MASS_SPACE_H
#define CAT_STUDY_STRING_MASS_SPACE_H

#include "linalg/band.h"
#include "spec/string_mass.h"

typedef struct CatStringModel {
  const CatStringMassSpec *spec;
  int n;         // intervals, or modes
  int per_node;  // unknowns at a node; 0: modes
  int nq;
  double h;  // interval [m]
  CatBand M, K;
  double *spline;  // scratch (3 nq + 3)
} CatStringModel;

CatStatus cat_string_model(CatArena *arena, const CatStringMassSpec *spec, CatStringModel *out);
void cat_string_load(const CatStringModel *m, double x, double *row);      // (nq)
double cat_string_at(const CatStringModel *m, double x, const double *q);  // v(x) [m]

#endif
