// A structure: M u'' + C u' + K u = forces at ports, one implicit step at a time with a constant
// matrix A = mass M + damp C + theta K (ode/scheme.h). Backends differ in numbering, solver and
// state; the coupling sees only this table.
//
// Ports: the first nmoving move (contact points), the others stay (ties, such as droppers). Force
// and reading of a port use the same vector b, given in the structure's own numbers and of any
// length; the response to a unit force is A^-1 b.
#ifndef CAT_STRUCTURE_STRUCTURE_H
#define CAT_STRUCTURE_STRUCTURE_H

#include "base/arena.h"
#include "base/snapshot.h"
#include "ode/scheme.h"

typedef struct CatStructure CatStructure;
typedef struct CatEnergy CatEnergy;  // energy.h

// A place and direction on a structure: coordinates dof[k] with the weights b[k]. The memory is
// the caller's.
typedef struct CatPortVector {
  int n;
  const int *dof;   // (n)
  const double *b;  // [-] (n)
} CatPortVector;

double cat_port_vector_read(const CatPortVector *p, const double *u);         // b'u
void cat_port_vector_apply(const CatPortVector *p, double force, double *f);  // f += force b

// A motion of the whole state along the structure: coordinate i takes the value of from[i] times
// scale[i], or 0 where from[i] is -1. from[i] > i: no copy is needed in ascending order.
typedef struct CatShift {
  int n;
  const int *from;      // (n)
  const double *scale;  // (n)
} CatShift;

static inline void cat_shift_move(const CatShift *shift, double *x) {  // in place
  for (int i = 0; i < shift->n; i++) {
    x[i] = shift->from[i] >= 0 ? shift->scale[i] * x[shift->from[i]] : 0;
  }
}

// The largest unbalanced force of a trial, and where it is.
typedef struct CatImbalance {
  double force;  // [N]
  double x;      // along the track [m]
} CatImbalance;

// Solves K u = f in place, in the structure's numbers.
typedef struct CatStatics {
  void (*solve)(const void *self, double *x);
  const void *self;
} CatStatics;

// Explicit stages of a step (ode/runge_kutta.h, couple/stages.c), in place of advance, load_begin,
// load_end and commit. begin: displacements, which read sees, and rates. Then the moving ports at
// their places, readings, and the forces on ports in this stage. end: accelerations under them;
// that of the last stage ends the step.
typedef struct CatStructureStages {
  void (*begin)(CatStructure *s, int stage);
  double (*rate)(const CatStructure *s, int port);                    // b'v of a moving port
  void (*read_ties)(const CatStructure *s, double *e, double *rate);  // of all ties (ntie)
  void (*load)(CatStructure *s, int port, double force);
  void (*end)(CatStructure *s, int stage);
} CatStructureStages;

typedef struct CatStructureOps {
  const char *name;
  // At rest, displaced by u, and held there by K u (n).
  void (*set_static)(CatStructure *s, const double *u);
  // One step, in this order: forces at its beginning (those of the end of the last one), the free
  // step, moving ports at their new places, readings, forces at its end, finish, readings, commit.
  void (*load_begin)(CatStructure *s, int port, double force);
  void (*advance)(CatStructure *s);
  void (*move_port)(CatStructure *s, int port, const CatPortVector *b);
  double (*read)(const CatStructure *s, int port);                        // b'u at its end
  void (*read_ties)(const CatStructure *s, double *e);                    // of all ties (ntie)
  double (*port_compliance)(const CatStructure *s, int port, int other);  // b' A^-1 b_other
  void (*load_end)(CatStructure *s, int port, double force);              // u += force A^-1 b
  void (*finish)(CatStructure *s);  // NULL: load_end leaves nothing to be done
  // A nonlinear structure takes trials within a step. imbalance: where and by how much equilibrium
  // is missed at the end under the forces of this trial. retry: linearised there, where it would
  // end without these forces, as after advance; readings and compliances are those of the new
  // trial. Neither is part of the state before commit. NULL: it is linear, and one trial is exact.
  CatImbalance (*imbalance)(CatStructure *s);
  CatStatus (*retry)(CatStructure *s, CatContext *ctx);
  void (*commit)(CatStructure *s);
  // The speed of the moving ports from now on [m/s]. NULL: it does not matter.
  void (*set_speed)(CatStructure *s, double speed);
  // Displacements after commit of n coordinates, many at a time: backends whose own coordinates are
  // others find them together. dof[i] < 0: does not move; dof NULL: all, in their order.
  void (*values)(const CatStructure *s, int n, const int *dof, double *out);
  // The same of all, with their rates (n). Not const: a backend that keeps no rates reconstructs
  // them from one request to the next.
  void (*state)(CatStructure *s, double *u, double *v, double *a);
  CatPortVector (*tie_port)(const CatStructure *s, int tie);
  CatStatus (*statics)(const CatStructure *s, CatArena *scratch, CatStatics *out);
  // Between two steps: displacements, what read sees, and all rates are moved. The moving ports
  // must be placed anew. NULL: this backend cannot.
  void (*shift)(CatStructure *s, const CatShift *shift);
  // An account of its energy, to be started after the structure. NULL: it keeps none.
  CatStatus (*energy)(CatStructure *s, CatArena *a, CatEnergy **out);
  // The part of a moving port's compliance that has no inertia and is not in its state: the port
  // moves by it times the force on it [m/N]. NULL: there is none.
  double (*massless_compliance)(const CatStructure *s, int port);
  // All that changes while time passes, between two steps. After it was restored, moving ports must
  // be placed where they were.
  void (*snapshot)(CatStructure *s, CatSnapshot *to);
  const CatStructureStages *stages;  // NULL: its steps are implicit, or of theta = 0
} CatStructureOps;

struct CatStructure {
  const CatStructureOps *ops;
  CatStep step;
  int n;              // coordinates
  int nmoving, ntie;  // ports that move, ports that stay
};

static inline double cat_structure_value(const CatStructure *s, int dof) {
  double u;
  s->ops->values(s, 1, &dof, &u);
  return u;
}

// values, for a backend that keeps them as they are asked for.
static inline void cat_values_copy(const double *u, int n, const int *dof, double *out) {
  for (int i = 0; i < n; i++) {
    const int at = dof ? dof[i] : i;
    out[i] = at >= 0 ? u[at] : 0;
  }
}

#endif
