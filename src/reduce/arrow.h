// Products and solutions with the matrices of a synthesis. Vectors hold the coordinates of all
// components, those of one kind side by side, and then the border's.
#ifndef CAT_REDUCE_ARROW_H
#define CAT_REDUCE_ARROW_H

#include "synthesis.h"

typedef struct CatArrow {
  const CatSynthesis *s;
  CatArena *arena;
  int n;           // coordinates
  int *offset;     // of each component; of the border last (cut.n + 1)
  double sigma;    // of the factor
  CatBand S;       // of the border, once the components are eliminated
  double *d;       // its pivots
  double *scaled;  // M_qb of one kind times a diagonal
  double *small;   // of one kind: nborder x its components, or nborder x nborder
  double *work;    // (n)
} CatArrow;

CatStatus cat_arrow_new(CatArena *a, const CatSynthesis *s, CatArrow *out);
// Factor of K - sigma M; the number of modes below sigma, or -1: too close to one to tell.
int cat_arrow_factor(CatArrow *w, double sigma);
void cat_arrow_mass(CatArrow *w, const double *x, double *y);  // y = M x
void cat_arrow_solve(CatArrow *w, double *x);                  // x becomes (K - sigma M)^-1 x
double cat_arrow_stiffness(CatArrow *w, const double *x);      // x' K x

#endif
