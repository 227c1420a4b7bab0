// Linear mechanical systems with unilateral constraints,
//
//   M q'' + D q' + K q = f + G(t)' lambda,     0 <= g = G(t) q + z,  lambda >= 0,  lambda g = 0,
//
// some of whose constraints move (G depends on t). The integrators here are those of M. Arnold and
// B. Simeon, "The simulation of pantograph and catenary: a PDAE approach", section 5: the
// stabilised index reduction (36)-(38) with two-step BDF, and the half-explicit two-step method
// (39)-(41); changes of the active set as in 5.3, or localised in time with the impact kept apart.
#ifndef CAT_ODE_DAE_H
#define CAT_ODE_DAE_H

#include "linalg/band.h"

// Rows of the constraints at one time: G, dG/dt, d2G/dt2, each (ng x nq), row major.
typedef struct CatRows {
  double *G, *Gt, *Gtt;
} CatRows;

typedef struct CatDae {
  int nq, ng;
  CatBand M, D, K;    // mass [kg], damping [N s/m], stiffness [N/m]
  const double *f;    // constant load [N] (nq)
  const double *z;    // constant part of the gaps [m] (ng)
  const bool *moves;  // does G_i depend on time? (ng)
  void *self;         // for the callback
  // Fills row i of G, Gt and Gtt for time t; everything that it wrote before is overwritten.
  void (*row)(const void *self, int i, double t, double *G, double *Gt, double *Gtt);
} CatDae;

typedef enum CatDaeMethod { CAT_DAE_BDF2, CAT_DAE_HALF_EXPLICIT } CatDaeMethod;

typedef struct CatDaeOptions {
  CatDaeMethod method;
  double h;        // step [s]
  bool smoothing;  // half-explicit: velocities in D smoothed as in (41)
  bool
      eta_in_position;  // half-explicit: the term (dg^I/dq)' eta of (40) as printed; without it the
                        // method is reversible to rounding also when constraints move
  bool localised;       // events found within the step, impacts as impulses; else as in 5.3
} CatDaeOptions;

typedef struct CatDaeState {
  double t;
  double *q, *v, *a;  // [m] [m/s] [m/s2] (nq)
  double *lambda;     // [N] (ng)
  double *gap;        // G q + z [m] (ng)
  double *impulse;    // impacts since the start, not part of lambda [N s] (ng)
  bool *active;       // (ng)
} CatDaeState;

typedef struct CatDaeCounts {
  long steps;       // accepted
  long solves;      // small systems for multipliers
  long events;      // changes of the active set
  long unresolved;  // steps with bounces faster than the step, set decided at its end
  long forced;      // steps in which a grazing constraint fitted neither side and was left open
} CatDaeCounts;

// What became of a constraint, and when.
typedef struct CatDaeEvent {
  double t;        // [s]
  int i;           // constraint
  bool closes;     // else opens
  double impulse;  // of the impact [N s]
  double speed;    // closing speed of the gap before it [m/s], positive
} CatDaeEvent;

// Energy since the start; stored = work - dissipated - impact - numerical, and what changes of the
// active set within a step may have added (balance.c).
typedef struct CatDaeEnergy {
  double work;        // of constraints that move [J]
  double dissipated;  // by D [J]
  double impact;      // by inelastic impacts [J]
  double numerical;   // by the integrator [J]
} CatDaeEnergy;

typedef struct CatDaeStepper CatDaeStepper;

// All memory is taken here; stepping allocates nothing. The system must outlive the stepper.
CatStatus cat_dae_new(CatContext *ctx, const CatDae *dae, const CatDaeOptions *options,
                      CatDaeStepper **out);
void cat_dae_free(CatDaeStepper *s);

// The state to fill before the first step: q, v, t and active; a and lambda follow.
CatDaeState *cat_dae_state(CatDaeStepper *s);
CatStatus cat_dae_begin(CatDaeStepper *s);  // consistent a and lambda for q, v, active
CatStatus cat_dae_step(CatDaeStepper *s);   // t -> t + h
CatDaeCounts cat_dae_counts(const CatDaeStepper *s);
CatDaeEnergy cat_dae_energy(const CatDaeStepper *s);
// Events of the last step; at most CAT_DAE_EVENTS of them.
enum { CAT_DAE_EVENTS = 64 };
int cat_dae_events(const CatDaeStepper *s, const CatDaeEvent **out);
// Half-explicit only: turns time around, so that stepping on goes back to where it came from.
CatStatus cat_dae_reverse(CatDaeStepper *s);

#endif
