// Inside the nonlinear line: shared by its files.
#ifndef CAT_STRUCTURE_NONLINEAR_INTERNAL_H
#define CAT_STRUCTURE_NONLINEAR_INTERNAL_H

#include "energy.h"
#include "nonlinear.h"

enum {
  CAT_NONLINEAR_PATIENCE = 10,  // trials after which the tangent is renewed
  CAT_NONLINEAR_BLOCK = 256,    // coordinates whose largest residual is known
};

struct CatNonlinear {
  CatBanded band;  // first: state, ports, responses and the matrix at rest
  CatStructureOps ops;
  const CatStructureOps *band_ops;
  CatNonlinearOptions options;
  const CatLineModel *model;
  const CatConfiguration *rest;
  CatLineForces forces;
  double *r;             // R of the trial (n + 1, like the next five) [N | N m]
  double *patch;         // scratch: where it is found anew
  double *rate, *accel;  // of the trial; accel over theta
  double *step;          // scratch: corrections of a trial
  double *before;        // G0
  double *mean, *half;   // of the displacements of a step: mean, half their difference (n + 1)
  double *load;          // forces of the trial, as they were given (nmoving + ntie) [N]
  double *place;         // of each coordinate along the track (n) [m]
  // of ties: tension less that at rest, over the stiffness [m], and its rates (ntie)
  double *e, *ev, *ea;
  double *now;     // at the trial
  double *offset;  // of a reading: now less what the port reads there
  CatBand tangent;
  CatConfiguration moved;  // the trial
  bool fresh;              // the tangent is that of this step
  int trials;              // in this step
  CatExtent changed;       // where the trial moved since r was found
  double *peak;            // largest entry of r in each block of coordinates [N]
  long factorisations;
  void (*held)(CatStructure *s, const double *u);  // set_static, within that of explicit stages
};

// Parts of R in an extent, into patch, by the energy-momentum scheme, of which before holds the
// contact forces alone, as -G0; these at the end of a trial; those that hold the line at u.
void cat_nonlinear_patch_between(CatNonlinear *s, CatExtent on);
void cat_nonlinear_keep_between(CatNonlinear *s);
void cat_nonlinear_hold_between(CatNonlinear *s);
// The axial damper of a dropper over a step, and the direction in which it acts.
double cat_nonlinear_damper_between(const CatNonlinear *s, int i, double from, double to);
CatStatus cat_nonlinear_factor(CatContext *ctx, CatNonlinear *s);
void cat_nonlinear_set_stages(CatNonlinear *s);  // its steps are explicit from here on
CatStatus cat_nonlinear_energy_new(CatArena *a, const CatNonlinear *s, CatEnergy **out);

#endif
