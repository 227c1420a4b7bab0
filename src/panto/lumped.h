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
  double M[CAT_LUMPED_MAX];                                        // [kg]
  double C[CAT_LUMPED_MAX * CAT_LUMPED_MAX];                       // [N s/m] row major, n x n
  double K[CAT_LUMPED_MAX * CAT_LUMPED_MAX];                       // [N/m]
  double f[CAT_LUMPED_MAX];                                        // constant force, upward [N]
  double inverse[CAT_LUMPED_MAX * CAT_LUMPED_MAX];                 // of the step's matrix
  double z[CAT_LUMPED_MAX], v[CAT_LUMPED_MAX], a[CAT_LUMPED_MAX];  // height [m] and its rates
  double next[CAT_LUMPED_MAX];                                     // heights of a free step
} CatLumped;

CatStatus cat_lumped_new(CatContext *ctx, const CatLumpedSpec *spec, const CatStep *step,
                         CatLumped *p);
void cat_lumped_force(CatLumped *p, double force);  // static force, on the lowest body [N]

// Height that the head gives way per newton: at rest (0 if nothing holds the chain), and in a step.
double cat_lumped_compliance(const CatLumped *p);
// At rest under a contact force p0 with the head at a given height.
void cat_lumped_start(CatLumped *p, double head, double p0);

double cat_lumped_free(CatLumped *p,
                       double p0);  // head after a step without contact force at its end
void cat_lumped_commit(CatLumped *p, double p1);  // the step with contact force p1 at its end

#endif
