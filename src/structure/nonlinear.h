// The nonlinear line: large displacements of wires, droppers and arms, by the implicit schemes of
// ode/scheme.h,
//
//   R(u1) = M ((1 - am) a1 + am a0) + theta G1 + (1 - theta) G0 = 0,   G = F(u) + C v - forces,
//
// with Newton's method. Its matrix is that of the linear line at rest, factored once (frozen), with
// the forces of ports from the small problem in every trial: slack droppers are a correction of low
// rank there and cost no iterations. A tangent of each step or iteration may be used instead.
//
// The energy-momentum scheme is the generalised-alpha scheme with a spectral radius of 1, in which
// the mean of the elastic forces of both ends gives way to forces between them that keep the energy
// (assemble/line_forces.h), droppers that let go included: y only tells trials where to look.
//
// Everything else, ports and their responses above all, is the banded line's.
#ifndef CAT_STRUCTURE_NONLINEAR_H
#define CAT_STRUCTURE_NONLINEAR_H

#include "assemble/line_forces.h"
#include "banded.h"
#include "beyond.h"
#include "ode/runge_kutta.h"

typedef enum CatTangent { CAT_TANGENT_FROZEN, CAT_TANGENT_STEP, CAT_TANGENT_FULL } CatTangent;

typedef struct CatNonlinearOptions {
  CatNonlinearParts parts;
  int tangent;              // CatTangent
  bool conserving;          // energy-momentum; the step must have theta = am = 1/2
  bool staged;              // explicit stages, with the step of ode/runge_kutta.h
  CatLineRayleigh damping;  // the same as that of the parts, by material
} CatNonlinearOptions;

typedef struct CatNonlinear CatNonlinear;

CatStatus cat_nonlinear_new(CatArena *a, const CatLineParts *parts, const CatNonlinearOptions *o,
                            CatNonlinear **out);
CatStructure *cat_nonlinear_structure(CatNonlinear *s);
// Displacements of the trial, in the linear system's numbers (n + 1): they stay where they are.
const double *cat_nonlinear_trial(const CatNonlinear *s);
extern const CatBeyond cat_nonlinear_beyond;

// The longest step of explicit stages [s], of the line at rest that a contact with this spring
// [N/m] and damper [N s/m] joins to mechanisms within these bounds. Before its start.
double cat_nonlinear_stages_limit(CatNonlinear *s, const CatStageBounds *with, double stiffness,
                                  double damping);

#endif
