// What all simulations of one line share, made once and only read from then on: the linear system
// at rest, its damping, the ports of its droppers, and the reduced basis of the solver modal.
#ifndef CAT_STUDY_TRAIN_LINE_SHARED_H
#define CAT_STUDY_TRAIN_LINE_SHARED_H

#include "reduce/basis.h"
#include "rest/rest.h"
#include "spec/train.h"
#include "structure/line_parts.h"

typedef struct CatLineShared {
  CatLinearSystem system;  // about the rest
  CatDamping damping;
  CatPort *tie_port;      // droppers, in the model's order (ndropper)
  double *tie_stiffness;  // [N/m] (ndropper)
  CatBasis *basis;        // of the solver modal; NULL: another
  double basis_seconds;   // that it took to find it
} CatLineShared;

// A line at rest, from which it is made; all of it outlives what is made.
typedef struct CatLineAtRest {
  const CatTrainSpec *spec;
  const CatLineModel *m;
  const CatConfiguration *rest;
} CatLineAtRest;

// In memory of the arena, and there it stays: the basis points at the system.
CatStatus cat_line_shared_new(CatArena *a, const CatLineAtRest *line, CatLineShared **out);

CatStep cat_train_step(const CatTrainSpec *s);
// The backend's input, for so many pantographs of the case.
CatLineParts cat_line_shared_parts(const CatLineShared *c, const CatLineAtRest *line);

// damping.c: of the line at rest; flat: as the lanes take the wires.
CatStatus cat_line_damping_new(CatArena *a, const CatLineAtRest *line,
                               const CatLinearSystem *system, bool flat, CatDamping *out);

// Extra damping [1/s] of a wire along the track beyond alpha times the mass that acts there.
double cat_line_damping_along(const CatTrainSpec *s, double alpha);

#endif
