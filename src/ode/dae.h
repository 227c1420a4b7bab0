// Linear mechanical systems with unilateral constraints,
//
//   M q'' + D q' + K q = f + G(t)' lambda,     0 <= g = G(t) q + z,  lambda >= 0,  lambda g = 0,
//
// some of whose constraints move (G depends on t). A part of the system may be curved: forces that
// are not linear in q and v, and constraints g(q) = 0 that bend, such as the joints of a linkage;
// an implicit step is then repeated until it is met. The integrators here are those of M. Arnold
// and B. Simeon, "The simulation of pantograph and catenary: a PDAE approach", section 5: the
// stabilised index reduction (36)-(38) with two-step BDF, and the half-explicit two-step method
// (39)-(41); changes of the active set as in 5.3, or localised in time with the impact kept apart.
#ifndef CAT_ODE_DAE_H
#define CAT_ODE_DAE_H

#include "base/snapshot.h"
#include "linalg/band.h"

// Rows of the constraints at one time: G, dG/dt, d2G/dt2, each (ng x nq), row major.
typedef struct CatRows {
  double *G, *Gt, *Gtt;
} CatRows;

typedef struct CatDaeState {
  double t;
  double *q, *v, *a;  // [m] [m/s] [m/s2] (nq)
  double *lambda;     // [N] (ng)
  double *gap;        // g [m] (ng)
  double *impulse;    // impacts since the start, not part of lambda [N s] (ng)
  bool *active;       // (ng)
} CatDaeState;

// Forces of the curved part at one motion (nq each) [N].
typedef struct CatDaeForces {
  double *elastic;  // -dV/dq
  double *damping;
} CatDaeForces;

// What is not linear. Derivatives of a constraint's row are those along the motion x, so that
//
//   dg = G dq,   d(g') = Gt dq + G dv,   d(g'') = Gtt dq + 2 Gt dv + G da
//
// are its variations: the form of a row that moves.
typedef struct CatDaeCurved {
  int first;          // unknown at which it begins; it goes on to the last one
  const bool *bends;  // is constraint i one of its? (ng)
  const void *self;   // for the functions below
  // Row i at the motion x, into what is zero; g, g' and g'' there.
  void (*row)(const void *self, int i, const CatDaeState *x, const CatRows *out);
  void (*gap)(const void *self, int i, const CatDaeState *x, double g[3]);
  void (*forces)(const void *self, const CatDaeState *x, const CatDaeForces *out);  // overwritten
  double (*potential)(const void *self, const double *q);                           // V [J]
} CatDaeCurved;

typedef struct CatDae {
  int nq, ng;
  CatBand M, D, K;    // mass [kg], damping [N s/m], stiffness [N/m]
  const double *f;    // constant load [N] (nq)
  const double *z;    // constant part of the gaps [m] (ng)
  const bool *moves;  // does G_i depend on time? (ng)
  const bool *holds;  // does it never open, whatever the sign of its force? NULL: none does (ng)
  const CatDaeCurved *curved;  // NULL: all is linear; with BDF2 alone
  void *self;                  // for the callback
  // Fills row i of G, Gt and Gtt for time t; everything that it wrote before is overwritten.
  // Constraints that bend have theirs in `curved`.
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

typedef struct CatDaeCounts {
  long steps;       // accepted
  long solves;      // small systems for multipliers
  long events;      // changes of the active set
  long unresolved;  // steps with bounces faster than the step, set decided at its end
  long forced;      // steps in which a grazing constraint fitted neither side and was left open
  long repeats;     // of implicit stages, until a curved part was met
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
  double numerical;   // by the integrator, and by constraints that bend within a step [J]
} CatDaeEnergy;

typedef struct CatDaeStepper CatDaeStepper;

// All memory is taken here; stepping allocates nothing. The system must outlive the stepper.
CatStatus cat_dae_new(CatContext *ctx, const CatDae *dae, const CatDaeOptions *options,
                      CatDaeStepper **out);
// The same in memory of an arena, which alone frees it.
CatStatus cat_dae_new_in(CatContext *ctx, CatArena *arena, const CatDae *dae,
                         const CatDaeOptions *options, CatDaeStepper **out);
void cat_dae_free(CatDaeStepper *s);

// The state to fill before the first step: q, v, t and active; a and lambda follow.
CatDaeState *cat_dae_state(CatDaeStepper *s);
CatStatus cat_dae_begin(CatDaeStepper *s);  // consistent a and lambda for q, v, active
CatStatus cat_dae_step(CatDaeStepper *s);   // t -> t + h
// A step in two parts, for who does not know its loads yet: try it as often as needed, take the
// last one. No constraint opens or closes.
CatStatus cat_dae_try(CatDaeStepper *s, const CatDaeState **trial);
void cat_dae_take(CatDaeStepper *s);
void cat_dae_snapshot(CatDaeStepper *s, CatSnapshot *to);  // all that a step depends on
CatDaeCounts cat_dae_counts(const CatDaeStepper *s);
CatDaeEnergy cat_dae_energy(const CatDaeStepper *s);
// Events of the last step; at most CAT_DAE_EVENTS of them.
enum { CAT_DAE_EVENTS = 64 };
int cat_dae_events(const CatDaeStepper *s, const CatDaeEvent **out);
// Half-explicit only: turns time around, so that stepping on goes back to where it came from.
CatStatus cat_dae_reverse(CatDaeStepper *s);

#endif
