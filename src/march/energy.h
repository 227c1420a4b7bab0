// The account of energy of a run. Each entry is computed by itself; what is left over is printed.
//
//   work (static and other forces, propulsion) = stored + dissipated + numerical + residual
//
// One step of scheme.h, multiplied by du = u1 - u0 and written with means (bar) and differences
// (delta) of both ends, gives for each linear part
//   du'f_bar = d(v'Mv + u'Ku)/2 + du'C v_bar + N,
//   N = h^2 (beta - gamma/2) da'M a_bar - h (gamma - 1/2) v_bar'M da
//       + du'[(1/2 - am) M da + (theta - 1/2) (C dv + K du - df)],
// where N is what the integrator itself dissipates (zero for the trapezoidal rule). The contact
// moves along: of the work p dw of the head on the contact point the line receives
// p dw - p v w_x dt, so that propulsion supplies -p v w_x (w_x: slope of the wire there). A slack
// dropper loses the energy (T + k e)^2 / 2k and the dissipation of its damper that the linear line
// would have.
#ifndef CAT_MARCH_ENERGY_H
#define CAT_MARCH_ENERGY_H

#include "coupled.h"

typedef struct CatAccount {
  double work;        // of forces on the pantographs and of propulsion [J]
  double propulsion;  // of which propulsion [J]
  double dissipated;  // by dampers [J]
  double numerical;   // by the integrator, by switching within a step, by explicit coupling [J]
  double stored;      // since the start [J]
  double residual;    // work - stored - dissipated - numerical [J]
  double throughput;  // sum of the sizes of the work of each step [J]
} CatAccount;

typedef struct CatPantoPast {
  CatLumped body;
  CatPort port;
  double x, height, gap, closing, force, applied;
} CatPantoPast;

struct CatEnergy {
  CatCoupled *c;
  double *u, *v, *a;          // at the beginning of the step (n)
  double *u1, *v1, *a1;       // at its end (n)
  double *Mu, *Ku, *Mv, *Ma;  // products with them (n)
  double *next_Mu, *next_Ku;  // at its end (n)
  double *Du;                 // what materials damp more, times du (n)
  double *y, *e, *ev;         // of the droppers at its beginning (ndropper)
  CatPantoPast past[CAT_CONTACTS];
  double stored0;  // at the start [J]
  CatAccount account;
};

CatStatus cat_energy_new(CatArena *a, CatCoupled *c, CatEnergy **out);
void cat_energy_start(CatEnergy *e);
void cat_energy_before(CatEnergy *e);  // a step
void cat_energy_after(CatEnergy *e);

#endif
