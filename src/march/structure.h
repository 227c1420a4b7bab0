// A structure: M u'' + C u' + K u = forces at ports, one implicit step at a time with a constant
// matrix A. Backends differ in how they number, solve and keep their state; the step of the
// coupled system sees only this table.
//
// Ports: the first CAT_CONTACTS move (contact points), the others stay (droppers, in the model's
// order). Force and reading of a port use the same vector b; the response to it is A^-1 b.
#ifndef CAT_MARCH_STRUCTURE_H
#define CAT_MARCH_STRUCTURE_H

#include "assemble/ports.h"
#include "ode/scheme.h"

enum { CAT_CONTACTS = 4 };

typedef struct CatStructure CatStructure;

// A motion of the whole state along the line, in the tangent's numbers: coordinate i takes the
// value of from[i] times scale[i], or 0 where from[i] is -1. from[i] > i: no copy is needed in
// ascending order.
typedef struct CatShift {
  int n;
  const int *from;      // (n)
  const double *scale;  // (n)
} CatShift;

// In the tangent's numbers, in place.
static inline void cat_shift_move(const CatShift *shift, double *x) {
  for (int i = 0; i < shift->n; i++) {
    x[i] = shift->from[i] >= 0 ? shift->scale[i] * x[shift->from[i]] : 0;
  }
}

typedef struct CatStructureOps {
  const char *name;
  void (*clear)(CatStructure *s, const double *u);  // at rest, displaced by u (tangent's numbers)
  // One step, in this order: forces at its beginning (those of the end of the last one), the free
  // step, moving ports placed anew, readings, forces at its end, commit.
  void (*push)(CatStructure *s, int port, double force);
  void (*advance)(CatStructure *s);
  void (*place)(CatStructure *s, int port, const CatPort *b);
  double (*read)(const CatStructure *s, int port);                // b'u at the end of the step
  void (*read_droppers)(const CatStructure *s, double *e);        // all that stay
  double (*between)(const CatStructure *s, int port, int other);  // b' A^-1 b_other
  void (*apply)(CatStructure *s, int port, double force);         // u += force A^-1 b
  void (*commit)(CatStructure *s);
  // The speed of the moving ports from now on [m/s]. NULL: it does not matter.
  void (*run)(CatStructure *s, double speed);
  double (*value)(const CatStructure *s, int dof);  // a displacement after commit
  // The whole state after commit in the tangent's numbers: displacement and its rates (n).
  void (*state)(const CatStructure *s, double *u, double *v, double *a);
  // Between two steps: displacements, what read sees, and all rates are moved. The moving ports
  // must be placed anew. NULL: this backend cannot.
  void (*shift)(CatStructure *s, const CatShift *shift);
} CatStructureOps;

struct CatStructure {
  const CatStructureOps *ops;
  CatStep step;
  int ndropper;
};

// What damps the line: Rayleigh's alpha and beta for all of it, single dampers at supports, and
// what single materials have more or less than the rest.
typedef struct CatDamping {
  double alpha, beta;   // [1/s] [s]
  const CatBand *more;  // C - alpha M - beta K of the elements; NULL: none
  double wire[4][2];    // what the elements of wires have more of alpha and beta, by CatRole
  int ndamper;
  const int *damper_dof;  // (ndamper)
  double damper;          // [N s/m]
} CatDamping;

// What a backend is made from; all of it must outlive it.
typedef struct CatStructureParts {
  const CatModel *model;
  const CatConfiguration *rest;  // about which the tangent is
  const CatLinearSystem *tangent;
  const CatDamping *damping;
  CatStep step;
  int ndropper;
  const CatPort *dropper;  // (ndropper)
} CatStructureParts;

#endif
