// Input of the backends of an overhead line: the linear system at rest and its damping.
#ifndef CAT_STRUCTURE_LINE_PARTS_H
#define CAT_STRUCTURE_LINE_PARTS_H

#include "assemble/ports.h"
#include "structure.h"

// Damping of the line: Rayleigh's alpha and beta for all of it, single dampers at supports, and the
// extra damping of single materials.
typedef struct CatDamping {
  double alpha, beta;    // [1/s] [s]
  const CatBand *extra;  // C - alpha M - beta K of the elements; NULL: none
  const double *along;   // with it: extra alpha of the modes along the track (system->along.n)
  double wire[4][2];     // extra alpha and beta of the elements of wires, by CatRole
  int ndamper;
  const int *damper_dof;  // (ndamper)
  double damper;          // [N s/m]
} CatDamping;

// All of it must outlive the backend.
typedef struct CatLineParts {
  const CatLineModel *model;
  const CatConfiguration *rest;  // about which it is linearised
  const CatLinearSystem *system;
  const CatDamping *damping;
  CatStep step;
  int nmoving;
  int ntie;
  const CatPort *tie;  // (ntie)
} CatLineParts;

CatStructure cat_line_structure(const CatStructureOps *ops, const CatLineParts *parts);

static inline CatPortVector cat_port_view(const CatPort *p) {
  return (CatPortVector){p->n, p->dof, p->b};
}

// A port of a line acts within one element: eight coordinates at most.
static inline CatPort cat_port_copy(const CatPortVector *p) {
  CatPort out = {.n = p->n};
  for (int k = 0; k < p->n; k++) out.dof[k] = p->dof[k], out.b[k] = p->b[k];
  return out;
}

// K of the line, factored.
CatStatus cat_line_statics(const CatLinearSystem *t, CatArena *scratch, CatStatics *out);

#endif
