// A structure in modes, each an oscillator by itself:
//   q'' + 2 zeta omega q' + omega^2 q = f(t),
// solved exactly in each step for a load that is linear in time from one end of the step to the
// other (simulation of vehicle-guideway interaction, section 3). The load at the end of the step
// is unknown while the step is taken: what it moves is the compliance, so that contacts are
// found together with the modes as for any other structure.
//
// Ports act on all modes: the vector of a port has one number for each, in order, or none (n = 0)
// where it does not touch the structure.
#ifndef CAT_STRUCTURE_OSCILLATORS_H
#define CAT_STRUCTURE_OSCILLATORS_H

#include "structure.h"

// Displacement, rate and integral of the displacement at a time t from 0 to h, by what they start
// from and by the load at both ends: (u0, v0, f0, f1).
typedef struct CatOscillation {
  double u[4], v[4], integral[4];
} CatOscillation;
CatOscillation cat_oscillation(double omega, double zeta, double h, double t);

typedef struct CatOscillators {
  CatStructure base;
  const double *omega, *zeta;  // (n)
  double *to_u[4], *to_v[4];   // CatOscillation of a whole step (n)
  double *u, *v, *a, *f;       // state: displacement and rates, load at its end (n)
  double *next, *load;         // at the end of the step (n)
  CatPortVector *port;         // (nmoving)
  double **gives;              // response of the modes to a unit force at each (nmoving)
} CatOscillators;

typedef struct CatOscillatorsSetup {
  int n;                       // modes
  const double *omega, *zeta;  // (n) [rad/s]; must outlive it
  double h;                    // step [s]
  int nmoving;                 // ports
} CatOscillatorsSetup;
CatStatus cat_oscillators_new(CatArena *a, const CatOscillatorsSetup *setup, CatOscillators *out);
CatStatus cat_oscillators_energy(CatStructure *base, CatArena *a, CatEnergy **out);

#endif
