// A line and the pantographs under it as a simulation, made from a spec: the linear system at rest,
// its damping, the backend that was asked for, droppers as ties, pantographs as chains.
#ifndef CAT_STUDY_TRAIN_LINE_SIM_H
#define CAT_STUDY_TRAIN_LINE_SIM_H

#include "couple/sim.h"
#include "mechanism/models.h"
#include "reduce/basis.h"
#include "rest/rest.h"
#include "spec/spec.h"
#include "spec/train.h"
#include "structure/line_parts.h"
#include "structure/wire_guide.h"

typedef struct CatLineSim {
  CatContext *ctx;
  CatArena *arena;
  const CatLineModel *m;
  const CatConfiguration *rest;
  const CatTrainSpec *spec;
  CatLinearSystem system;  // about the rest
  CatDamping damping;
  CatPort *tie_port;  // droppers, in the model's order (ndropper)
  CatTies ties;
  CatStructure *structure;
  const char *why;       // this backend
  CatBasis *basis;       // of the solver modal; NULL: another
  double basis_seconds;  // that it took to find it
  CatMotion motion;      // of the first pantograph
  CatWireGuide guide;
  CatMechanism **pantograph;  // (npantograph)
  CatSim *sim;
} CatLineSim;

CatStatus cat_line_sim_new(CatContext *ctx, const CatTrainSpec *spec, const CatLineModel *m,
                           const CatConfiguration *rest, CatLineSim **out);
void cat_line_sim_free(CatLineSim *c);
CatStep cat_train_step(const CatTrainSpec *s);
// A pantograph of the case, as a mechanism in memory of the arena.
CatStatus cat_train_pantograph(CatContext *ctx, CatArena *a, const CatTrainSpec *s, int i,
                               CatMechanism **out);
// At rest with the pantographs under the wire, each with this static force [N] (npantograph).
CatStatus cat_line_sim_start(CatLineSim *c, const double *static_force);

// All of it from a case: the model, the line at rest, the simulation.
typedef struct CatLineCase {
  const CatLineModel *m;
  CatConfiguration *at_rest;
  CatRestReport rest;
  CatLineSim *c;
  double rest_seconds,
      offline_seconds;  // that shape finding and the set-up of the simulation took [s]
} CatLineCase;

CatStatus cat_line_case_build(CatContext *ctx, const CatSpec *input, CatLineCase *out);
void cat_line_case_free(CatLineCase *l);  // also of one that was built in part

// damping.c: of the line at rest; flat: as the lanes take the wires.
CatStatus cat_line_sim_damping(CatLineSim *c, bool flat);

#endif
