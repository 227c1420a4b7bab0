// Inside of the integrators for constrained systems: what their files share.
#ifndef CAT_ODE_DAE_INTERNAL_H
#define CAT_ODE_DAE_INTERNAL_H

#include "dae.h"

// Rounding and the error of a short step must not look like an event.
#define CAT_GAP_NOISE 1e-9    // [m]
#define CAT_FORCE_NOISE 1e-6  // [N]

// One implicit stage works with A = alpha^2 M + alpha D + K for its own alpha: 3/(2h) for BDF2,
// 1/h and 2/h for the two backward Euler paths of the starter.
typedef enum CatStageRole { STAGE_BDF2, STAGE_EULER, STAGE_EULER_HALF, NSTAGE } CatStageRole;

typedef struct CatStage {
  double alpha;  // [1/s]; 0: not prepared
  CatBand A;     // factor
  double *Q;     // responses of q to nu, eta and mu of each constraint (ng x 3 x nq)
  double t;      // time for which the columns of moving constraints hold
} CatStage;

// The constraints' rows at one time with their nonzero places and M^-1 G', M^-1 Gt'.
typedef struct CatRowSet {
  double t;  // NaN: not filled
  CatRows rows;
  int *place, *nplace;  // nonzero places of row i: place[i nq ...], nplace[i]
  double *mg, *mgt;     // (ng x nq)
} CatRowSet;

typedef struct CatDaeBalance {
  CatDaeEnergy sum;
  double *x, *y, *row;    // (nq), (nq), (3 nq)
  CatDaeForces from, to;  // of the curved part at both ends
} CatDaeBalance;

// The curved part at the last trial of a stage.
typedef struct CatDaeBend {
  CatDaeForces force;
  double *offset;  // of g, g', g'' over their linear parts in the stage's unknowns (ng x 3)
  double *a;       // of the trial before (nq)
} CatDaeBend;

struct CatDaeStepper {
  CatContext *ctx;
  CatArena *arena;  // of all its memory
  bool owner;       // frees it
  const CatDae *dae;
  CatDaeOptions opt;
  CatDaeState now, trial, half;  // at t_n; result of a trial; middle of the starter
  double *q_old, *v_old;         // at t_{n-1}
  bool has_old;                  // may the two-step method use them?
  CatBand mass;                  // factor of M
  CatBand heavy;                 // factor of M + (h/2) D for (41)
  CatStage stage[NSTAGE];
  CatRowSet set, mid, next;  // at t_n or t_{n+1}, t_{n+1/2}, t_{n+1} (half-explicit)
  double *work, *work2;      // (nq)
  double *small, *rhs;       // (3 ng x 3 ng), (3 ng)
  double *lcp_work;          // (ng x ng + ng)
  double *W, *w, *p;         // (ng x ng), (ng), (ng)
  int *pivot, *index;        // (3 ng), (ng): active constraints
  bool *closed, *saved;      // (ng)
  int *changes;              // of each constraint within the step (ng)
  CatDaeCounts counts;
  CatDaeBalance balance;
  CatDaeBend bend;
  CatDaeEvent event[CAT_DAE_EVENTS];
  int nevent;
};

// rows.c
CatStatus cat_rowset_new(CatDaeStepper *s, CatRowSet *set);
void cat_rowset_fill(CatDaeStepper *s, CatRowSet *set, double t);  // nothing if it holds for t
void cat_rowset_bend(CatDaeStepper *s, const CatDaeState *x);      // constraints that bend, at x
double cat_rowset_dot(const CatDaeStepper *s, const CatRowSet *set, const double *rows, int i,
                      const double *x);
void cat_rowset_gaps(const CatDaeStepper *s, const CatRowSet *set, CatDaeState *x);
bool cat_row_bends(const CatDae *d, int i);
bool cat_row_holds(const CatDae *d, int i);

int cat_active_list(CatDaeStepper *s, const bool *active);  // into s->index; how many

// implicit.c: t_n + 1/alpha-ish -> out, for the active set of out
CatStatus cat_stage_bdf2(CatDaeStepper *s, CatDaeState *out);
CatStatus cat_stage_start(CatDaeStepper *s, double h, CatDaeState *out);

// half_explicit.c
CatStatus cat_half_explicit(CatDaeStepper *s, CatDaeState *out);
CatStatus cat_half_explicit_acceleration(CatDaeStepper *s, CatDaeState *x, const double *v_old);

// impact.c
CatStatus cat_impact(CatDaeStepper *s, CatDaeState *x);                  // velocities jump
CatStatus cat_acceleration(CatDaeStepper *s, CatDaeState *x, int open);  // a, lambda, active

// balance.c
CatStatus cat_balance_new(CatDaeStepper *s);
CatStatus cat_forces_new(CatDaeStepper *s, CatDaeForces *out);
// From `now`, which `to` follows; same_set: no constraint opened or closed in between.
void cat_balance_part(CatDaeStepper *s, const CatDaeState *to, bool same_set);

// events.c
CatStatus cat_step_localised(CatDaeStepper *s);

// dae.c
CatStatus cat_step_main(CatDaeStepper *s,
                        CatDaeState *out);  // two-step, or starter without history
void cat_state_copy(const CatDaeStepper *s, CatDaeState *out, const CatDaeState *x);
void cat_step_accept(CatDaeStepper *s, CatDaeState *x);
CatStatus cat_set_iterate(CatDaeStepper *s,
                          double h);  // trial at t + h with a set that holds there
void cat_event_note(CatDaeStepper *s, CatDaeEvent event);

#endif
