// A spring whose stiffness depends on frequency, F = Z(s) d with Z a rational function: measured on
// a suspension and fitted, as IEC 63453 allows. Z = damping s + stiffness + R(s), R strictly
// proper; the first two belong to the matrices of whoever owns it, R has states of its own,
//   x' = A x + b d,   F = c'x,
// which the trapezoidal rule integrates: at the end of a step F is linear in d.
#ifndef CAT_MECHANISM_RATIONAL_H
#define CAT_MECHANISM_RATIONAL_H

#include "base/context.h"
#include "base/snapshot.h"
#include "spec/pantograph.h"

typedef struct CatRational {
  int n;                                         // states, 0: there is no R
  double share;                                  // of Z that this one has
  double damping, stiffness;                     // of Z, with its share [N s/m] [N/m]
  double at_rest;                                // R(0), with its share [N/m]
  double c[CAT_HEAD_ORDER];                      // [N]
  double next[CAT_HEAD_ORDER * CAT_HEAD_ORDER];  // x1 = next x0 + by (d0 + d1)
  double by[CAT_HEAD_ORDER];                     // [1/m]
  double rest[CAT_HEAD_ORDER];                   // x at rest for d = 1
  double slope;                                  // dF1/dd1 [N/m]
  double x[CAT_HEAD_ORDER], d, force;            // state [-] [m] [N]
} CatRational;

// From its coefficients, for steps of h; a share of it, such as one half of a head.
CatStatus cat_rational_new(CatContext *ctx, const CatHeadSpec *spec, double share, double h,
                           CatRational *out);
void cat_rational_start(CatRational *r, double d);  // at rest
double cat_rational_history(const CatRational *r);  // F1 without slope d1 [N]
void cat_rational_snapshot(CatRational *r, CatSnapshot *to);
void cat_rational_move(CatRational *r, double d);  // to the end of a step

#endif
