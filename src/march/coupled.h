// A line and the pantographs under it, one step at a time.
//
// Droppers and contacts are ports with unilateral laws. Taut droppers are part of the structure's
// matrix; a slack one is undone by a force y >= 0 at its ends such that its tension is never
// negative:
//   contact i:  0 <= p_i  _|_  s_i + p_i/k >= 0          (s: gap, k: penalty stiffness)
//   dropper j:  0 <= y_j  _|_  T_j + y_j >= 0            (T: tension with the linear law)
// With responses X = A^-1 b of a unit force at a port, gaps and tensions are linear in p and y, and
// the whole is a linear complementarity problem whose matrix is positive definite: one solution.
#ifndef CAT_MARCH_COUPLED_H
#define CAT_MARCH_COUPLED_H

#include "panto/lumped.h"
#include "rest/rest.h"
#include "spec/train.h"
#include "structure.h"

enum { CAT_CONTACTS = 4 };

typedef struct CatContact {
  CatLumped body;
  double behind;       // [m]
  double x;            // place along the track [m]
  double force;        // [N]
  double height;       // of the wire there [m]
  double rest_height;  // of the wire at rest [m]
  CatPort port;
  CatResponse response;
} CatContact;

typedef struct CatDropperPort {
  CatPort port;
  CatResponse response;  // x holds only the window, shifted by from
  double k, kappa;       // stiffness, and with its damper in a step [N/m]
  double rest;           // tension at rest [N]
  double tension;        // [N]
  double y;              // force that undoes it when slack [N]
  double free;           // tension of the free step [N]
} CatDropperPort;

typedef struct CatCoupledCounts {
  long steps, rounds, pivots;  // steps; times the set of droppers grew; linear systems solved
} CatCoupledCounts;

typedef struct CatCoupled {
  CatContext *ctx;
  const CatModel *m;
  const CatTrainSpec *spec;
  CatArena *arena;
  CatTangent tangent;
  CatStructure structure;
  int ncontact, ndropper;
  CatContact contact[CAT_CONTACTS];
  CatDropperPort *dropper;  // (ndropper)
  double t;                 // [s]
  // the small problem
  int *member, nmember;  // droppers that take part
  bool *is_member, *active;
  double *W, *q, *p, *work;
  int *pivot;
  CatCoupledCounts counts;
} CatCoupled;

CatStatus cat_coupled_new(CatContext *ctx, const CatTrainSpec *spec, const CatModel *m,
                          CatCoupled **out);
void cat_coupled_free(CatCoupled *c);
// At rest with the pantographs under the wire, each with this static force [N] (ncontact).
CatStatus cat_coupled_start(CatCoupled *c, const double *static_force);
CatStatus cat_coupled_step(CatCoupled *c);

#endif
