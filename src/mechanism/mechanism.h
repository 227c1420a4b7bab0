// A mechanism: a chain of masses, a vehicle, a machine on a rig. It touches structures at its ports
// and tells, for one step, where they would be without contact forces at its end, and how far they
// give way. CONTRIBUTING.md has the recipe for a new kind; chain.c is the model to copy.
//
// Heights and forces of ports count upwards.
#ifndef CAT_MECHANISM_MECHANISM_H
#define CAT_MECHANISM_MECHANISM_H

#include "base/arena.h"
#include "base/snapshot.h"
#include "ode/runge_kutta.h"

typedef struct CatMechanism CatMechanism;

// When and where a mechanism is at the end of the step to come.
typedef struct CatJourney {
  double t;      // [s]
  double x;      // place of its reference along the track [m]
  double speed;  // [m/s]
} CatJourney;

// How a mechanism stands at rest: held by springs to the ground, its ports at z = z0 + D f; or held
// by nothing but its contacts, which then must bear the forces f0 (upwards, on the mechanism).
typedef struct CatStand {
  bool held;
  double *z0;  // (nport) [m]
  double *D;   // row major (nport x nport) [m/N]
  double *f0;  // (nport) [N]
  // In: forces on the ports about which z0 and D hold, if it is nonlinear; NULL: none (nport) [N].
  double *f;
  // In: heights of what its ports touch, as far as they are known; NaN: nothing (nport) [m].
  double *z;
} CatStand;

// Of one step, and what is stored at its end. The ledger counts the work of a contact with the
// mean of its force at both ends of the step: where a mechanism uses another value, the difference
// belongs to `numerical`, and so does what its own integrator loses.
typedef struct CatMechanismEnergy {
  double work;        // of forces from outside, contact forces excepted [J]
  double dissipated;  // by dampers [J]
  double numerical;   // by the integrator [J]
  double stored;      // [J]
  double control;     // part of work: of actuators that a controller commands [J]
} CatMechanismEnergy;

// Explicit stages of a step (ode/runge_kutta.h, couple/stages.c), in place of free_step and commit.
// begin, after drive to the time of the stage: where it is, and its rates. Heights of ports then
// follow from where they are aimed at. end: accelerations under the forces f on the ports; that of
// the last stage ends the step.
typedef struct CatMechanismStages {
  void (*begin)(CatMechanism *m, int stage);
  double (*height)(const CatMechanism *m, int port, double *rate);  // [m], [m/s]
  void (*end)(CatMechanism *m, int stage, const double *f);
  CatStageBounds (*bounds)(const CatMechanism *m);
} CatMechanismStages;

typedef struct CatMechanismOps {
  const char *name;
  // Before the first step: how it would stand where it is; then at rest with its ports at z under
  // the forces f. A port that touches nothing has the height NaN (z NULL: all have) and is put
  // wherever it comes to rest.
  CatStatus (*stand)(CatContext *ctx, const CatMechanism *m, CatStand *out);
  CatStatus (*start)(CatContext *ctx, CatMechanism *m, const double *z, const double *f);
  // One step, in this order. drive: what acts on it from outside at the end of the step.
  void (*drive)(CatMechanism *m, const CatJourney *to);
  // Where across the track what a port touches is, from the middle [m]. NULL: it does not matter.
  void (*aim)(CatMechanism *m, int port, double across);
  void (*free_step)(CatMechanism *m, double *z);  // (nport) [m]
  void (*commit)(CatMechanism *m, const double *f);
  // A nonlinear mechanism is linearised: its ports end at what free_step says plus compliance
  // times their forces. imbalance: the largest unbalanced force [N] of the trial in which the
  // forces f act on its ports. retry: linearised there; free_step, called again, and compliance
  // are those of the new trial. Neither changes the state before commit, which ends the last
  // trial. NULL: it is linear, and one trial is exact.
  double (*imbalance)(CatMechanism *m, const double *f);
  void (*retry)(CatMechanism *m, const double *f);
  double (*compliance)(const CatMechanism *m, int port, int other);  // dz/df within a step [m/N]
  // The force that pushes it up from the next step on [N]. NULL: it has none.
  void (*set_static_force)(CatMechanism *m, double force);
  void (*energy)(const CatMechanism *m, CatMechanismEnergy *out);  // after commit
  void (*snapshot)(CatMechanism *m, CatSnapshot *to);
  const CatMechanismStages *stages;  // NULL: its steps are implicit
} CatMechanismOps;

struct CatMechanism {
  const CatMechanismOps *ops;
  int nport;
  const double *offset;  // place of each port, ahead of the reference [m] (nport)
  const double *z;       // height of each port after commit [m] (nport)
  const double *known;   // contact forces that come from elsewhere [N] (nport); NULL: by the laws
  const char **fault;    // *fault: why it is not where it should be; NULL: it has no words for that
};

#endif
