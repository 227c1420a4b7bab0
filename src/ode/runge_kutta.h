// The classical method of Runge and Kutta for x'' = a(t, x, x'), and how long its step may be.
//
// Of its four stages the first is the end of the step before, so that a step evaluates a at the
// stages 1 to 3, with v = x' and the rates that the stage before had,
//   x_i = x_0 + c_i h v_(i-1),   v_i = v_0 + c_i h a_(i-1),   c = 1/2, 1/2, 1,
// and at its end,
//   x = x_0 + h/6 (v_0 + 2 v_1 + 2 v_2 + v_3),   v likewise.
#ifndef CAT_ODE_RUNGE_KUTTA_H
#define CAT_ODE_RUNGE_KUTTA_H

#include "scheme.h"

enum { CAT_STAGE_FIRST = 1, CAT_STAGE_END = 4 };  // of those that evaluate a

// All of one length; where they are kept is the caller's affair.
typedef struct CatStages {
  double *x0, *v0, *a0;   // at the beginning of the step
  double *x, *v, *a;      // of the stage
  double *sum_v, *sum_a;  // so far, with their weights
} CatStages;

double cat_stage_time(int stage);  // after the beginning of the step, over its length
void cat_stage_begin(const CatStages *s, int n, double h, int stage);  // x and v
void cat_stage_end(const CatStages *s, int n, int stage);              // once a is known

// As a member of the family of scheme.h, for what belongs to no integrator: theta is zero, and the
// matrix of a step is M.
CatStep cat_step_runge_kutta(double h);
// What is known of the fastest motion of a part.
typedef struct CatStageBounds {
  double w2, c;  // of the largest eigenvalues of M^-1 K and M^-1 C, at least [1/s2] [1/s]
  double light;  // of b'M^-1 b at a port, at least [1/kg]
} CatStageBounds;

// The longest step [s] that is stable for all x'' + c' x' + w'^2 x = 0 with 0 <= c' <= c [1/s] and
// 0 <= w'^2 <= w2 [1/s^2].
double cat_runge_kutta_limit(double w2, double c);

#endif
