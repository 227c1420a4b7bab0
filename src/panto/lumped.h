// A lumped pantograph: a chain of masses from the head down, moved by a contact force at its head.
#ifndef CAT_PANTO_LUMPED_H
#define CAT_PANTO_LUMPED_H

#include "base/arena.h"
#include "ode/scheme.h"
#include "spec/lumped.h"

enum { CAT_LUMPED_MAX = 16 };

typedef struct CatLumped {
  int n;
  CatStep step;
  double M[CAT_LUMPED_MAX];                         // [kg]
  double C[CAT_LUMPED_MAX * CAT_LUMPED_MAX];        // [N s/m] row major, n x n
  double K[CAT_LUMPED_MAX * CAT_LUMPED_MAX];        // [N/m]
  double f0[CAT_LUMPED_MAX], f[CAT_LUMPED_MAX];     // upward, at the step's beginning and end [N]
  double wind[CAT_LUMPED_MAX];                      // of other forces than the static one [N]
  double base;                                      // height of the ground spring's other end [m]
  int force_on;                                     // body that bears the static force
  double contact;                                   // force on the head at the last commit [N]
  double inverse[CAT_LUMPED_MAX * CAT_LUMPED_MAX];  // of the step's matrix
  double z[CAT_LUMPED_MAX], v[CAT_LUMPED_MAX], a[CAT_LUMPED_MAX];  // height [m] and its rates
  double next[CAT_LUMPED_MAX];                                     // heights of a free step
} CatLumped;

// At a speed [m/s], which the wind depends on.
CatStatus cat_lumped_new(CatContext *ctx, const CatLumpedSpec *spec, const CatStep *step,
                         CatLumped *p);
void cat_lumped_wind(CatLumped *p, const CatLumpedSpec *spec, double speed);
// Forces at the end of the step to come: a share (0: lowered, 1: raised) of the static force [N]
// and of the wind, with the base so much below its place [m].
void cat_lumped_force(CatLumped *p, double static_force, double share, double below);

double cat_lumped_compliance(const CatLumped *p);  // height that the head gives way per newton
// At rest under a contact force p0: with the head at a given height, or where its springs hold it.
void cat_lumped_start(CatLumped *p, double head, double p0);
bool cat_lumped_is_held(const CatLumped *p);  // all of it hangs on springs
CatStatus cat_lumped_settle(CatContext *ctx, CatLumped *p, double p0);

// Head after a step without contact force at its end; the step with contact force p1 at its end.
double cat_lumped_free(CatLumped *p, double p0);
void cat_lumped_commit(CatLumped *p, double p1);

#endif
