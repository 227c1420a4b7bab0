// A line and the pantographs under it, one step at a time.
//
// Droppers and contacts are ports with unilateral laws. Taut droppers are part of the structure's
// matrix; a slack one is undone by a force y >= 0 at its ends such that its tension is never
// negative:
//   contact i:  0 <= p_i  _|_  s_i - (c/h) s0_i/kappa + p_i/kappa >= 0,   kappa = k + c/h
//   dropper j:  0 <= y_j  _|_  T_j + y_j >= 0
// (s: gap, s0: the one before, k and c: spring and damper of the contact, T: tension with the
// linear law.) With responses A^-1 b of a unit force at a port, gaps and tensions are linear in p
// and y: a small problem with one solution (unilateral.h).
//
// Explicit coupling (real-time modal paper, section 3; a rig): the line feels the contact force of
// the step before, and only the pantograph is solved together with the contact.
#ifndef CAT_MARCH_COUPLED_H
#define CAT_MARCH_COUPLED_H

#include "panto/lumped.h"
#include "reduce/basis.h"
#include "rest/rest.h"
#include "spec/train.h"
#include "structure.h"
#include "unilateral.h"

// The element of the wire over a contact: what it takes to place the contact in it, found once.
typedef struct CatOver {
  double from, to;  // along the track; all zero: none yet [m]
  double l0;        // [m]
  double up[4];     // at rest: height and slope at its beginning, rise to its end and slope there
  int n, dof[4];    // of its coordinates upwards those that move
  int shape[4];     // and the shape function of each
} CatOver;

typedef struct CatContact {
  CatLumped body;
  double behind;       // [m]
  double x;            // place along the track [m]
  bool under;          // the wire is over it
  double force;        // [N]
  double applied;      // what the line feels of it [N]
  double height;       // of the wire there [m]
  double rate;         // at which it changes, with the strip on its way [m/s]
  double rest_height;  // of the wire at rest [m]
  double gap;          // between head and wire, negative in contact [m]
  CatPort port;
  CatOver over;
} CatContact;

typedef struct CatCoupledCounts {
  long steps, pivots;  // steps, small systems solved
} CatCoupledCounts;

typedef struct CatEnergy CatEnergy;

typedef struct CatCoupled {
  CatContext *ctx;
  const CatModel *m;
  const CatConfiguration *rest;
  const CatTrainSpec *spec;
  CatArena *arena;
  CatLinearSystem tangent;
  CatDamping damping;
  CatStructure *structure;
  const char *why;    // this one
  CatEnergy *energy;  // NULL: no account is kept
  CatBasis *basis;    // of the solver modal; NULL: another
  double basis_took;  // to find it [s]
  int ncontact, ndropper;
  CatContact contact[CAT_CONTACTS];
  double static_force[CAT_CONTACTS];  // [N]
  CatDroppers dropper;
  CatPort *dropper_port;  // (ndropper)
  CatUnilateral ports;
  double t;  // [s]
  CatCoupledCounts counts;
} CatCoupled;

CatStatus cat_coupled_new(CatContext *ctx, const CatTrainSpec *spec, const CatModel *m,
                          const CatConfiguration *rest, CatCoupled **out);
void cat_coupled_free(CatCoupled *c);
// At rest with the pantographs under the wire, each with this static force [N] (ncontact).
CatStatus cat_coupled_start(CatCoupled *c, const double *static_force);
CatStatus cat_coupled_step(CatCoupled *c);
// Other speed or pantographs on the same line: the spec may differ from that of cat_coupled_new in
// nothing else. To be started anew.
CatStatus cat_coupled_exchange(CatCoupled *c, const CatTrainSpec *spec);
// One step of the line alone, under contact forces from elsewhere (ncontact) [N]: a rig, or a
// partner in another process. Heights and rates of the wire over the strips are found in contact[];
// with the forces of an explicit run it repeats that run.
CatStatus cat_coupled_step_line(CatCoupled *c, const double *force);
// Contact force of a pantograph of ours under a wire of known height at the end of the step: what
// the partner does with the answer. The body moves on.
double cat_contact_answer(const CatTrainSpec *spec, CatLumped *body, double height, double *gap);

// contact.c: where pantograph i is at a time, the wire over it, its forces on the way up.
double cat_contact_place(const CatCoupled *c, int i, double t);
void cat_contact_find(const CatCoupled *c, CatContact *k, double x);
void cat_contact_raise(CatCoupled *c, int i, double x);
// Slope of the wire over x: at rest, and of a displacement as a port.
double cat_contact_slope(const CatCoupled *c, double x, CatPort *port);
double cat_contact_border(const CatCoupled *c, double x);  // end of the element over x [m]

// damping.c: of the line at rest; flat: as the lanes take the wires.
CatStatus cat_damping_find(CatCoupled *c, bool flat);

#endif
