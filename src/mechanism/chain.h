// A chain of masses from the head down, springs and dampers between them, as the model of a
// pantograph. One port, the head.
#ifndef CAT_MECHANISM_CHAIN_H
#define CAT_MECHANISM_CHAIN_H

#include "models.h"

enum { CAT_CHAIN_MAX = 16 };

// Mass, damping and stiffness of a chain, row major (n x n): spring and damper j act between bodies
// j and j + 1, or the ground.
void cat_chain_assemble(const CatMassChainSpec *spec, double *M, double *C, double *K);

typedef struct CatChain {
  CatMechanism base;
  const CatMassChainSpec *spec;
  CatStep step;
  int n;
  double M[CAT_CHAIN_MAX];                        // [kg]
  double C[CAT_CHAIN_MAX * CAT_CHAIN_MAX];        // [N s/m] row major, n x n
  double K[CAT_CHAIN_MAX * CAT_CHAIN_MAX];        // [N/m]
  double inverse[CAT_CHAIN_MAX * CAT_CHAIN_MAX];  // of the step's matrix
  double ground;                                  // height of the ground spring's other end [m]
  int force_on;                                   // body that bears the static force
  CatRaise raise;
  // set between steps
  double static_force;         // [N]
  double speed;                // at which aero holds [m/s]
  double aero[CAT_CHAIN_MAX];  // forces other than the static one [N]
  double raised;               // 0: not yet, 1: all the way, at the end of the step to come
  // state
  double f0[CAT_CHAIN_MAX], f[CAT_CHAIN_MAX];  // upward, at both ends of a step [N]
  double z[CAT_CHAIN_MAX], v[CAT_CHAIN_MAX], a[CAT_CHAIN_MAX];  // height [m] and its rates
  double contact;                                               // force on the head, downwards [N]
  double next[CAT_CHAIN_MAX];                                   // heights of a free step [m]
  struct {
    double f[CAT_CHAIN_MAX], z[CAT_CHAIN_MAX], v[CAT_CHAIN_MAX], a[CAT_CHAIN_MAX];
    double contact;
  } before;  // the last step, for the energy
} CatChain;

CatStatus cat_chain_new(CatContext *ctx, const CatMassChainSpec *spec, const CatStep *step,
                        CatChain *p);
bool cat_chain_is_held(const CatChain *p);  // all of it hangs on springs

#endif
