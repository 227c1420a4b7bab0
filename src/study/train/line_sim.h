// A line and the pantographs under it as a simulation, made from a spec: the linear system at rest,
// its damping, the backend that was asked for, droppers as ties, pantographs as chains.
#ifndef CAT_STUDY_TRAIN_LINE_SIM_H
#define CAT_STUDY_TRAIN_LINE_SIM_H

#include "couple/sim.h"
#include "line_shared.h"
#include "mechanism/models.h"
#include "structure/nonlinear.h"
#include "structure/spread_guide.h"
#include "structure/wire_guide.h"

// Where the train is: as its case says, or from some time on at a speed that was set.
typedef struct CatDrive {
  const CatMotion *motion;  // of the case
  bool set;
  double since, from, speed;  // when, how far it had come then, how fast it goes [s] [m] [m/s]
} CatDrive;

typedef struct CatLineSim {
  CatContext *ctx;
  CatArena *arena;
  const CatLineModel *m;
  const CatConfiguration *rest;
  const CatTrainSpec *spec;
  const CatLineShared *shared;
  CatLinearSystem system;  // the shared one, as the next two and the basis are
  CatDamping damping;
  CatPort *tie_port;  // droppers, in the model's order (ndropper)
  CatTies ties;
  CatStructure *structure;
  CatNonlinear *nonlinear;  // the same with dynamics: nonlinear; NULL: it is linear
  CatNonlinear *staged;     // the same with explicit stages, linear or not; NULL: it has others
  double longest_step;      // of explicit methods [s]; 0: of another one
  const char *why;          // this backend
  CatBasis *basis;          // of the solver modal; NULL: another
  double basis_seconds;     // that it took to find it
  CatMotion motion;         // of the first pantograph, as the case says
  CatDrive drive;
  int nsection;               // tension sections: 1, or 2 that overlap
  CatWireGuide guide[2];      // contact wire of each
  CatSpreadGuide spread[2];   // the same, with contact.spread
  CatMechanism **pantograph;  // (npantograph)
  CatSim *sim;
} CatLineSim;

// How a simulation differs from its case; all zero: not at all.
typedef struct CatLineSimOptions {
  const CatLineShared *shared;  // outlives it; NULL: made for this one
  // Another mechanism in place of a pantograph, of one port; *out stays NULL: the case's own.
  CatStatus (*pantograph)(void *self, CatLineSim *c, int i, CatMechanism **out);
  void *self;
  bool explicit_coupling;  // whatever the case says
} CatLineSimOptions;
CatStatus cat_line_sim_open(CatContext *ctx, const CatLineAtRest *line, const CatLineSimOptions *o,
                            CatLineSim **out);
CatStatus cat_line_sim_new(CatContext *ctx, const CatTrainSpec *spec, const CatLineModel *m,
                           const CatConfiguration *rest, CatLineSim **out);
void cat_line_sim_free(CatLineSim *c);
// A pantograph of the case, as a mechanism in memory of the arena.
CatStatus cat_train_pantograph(CatContext *ctx, CatArena *a, const CatTrainSpec *s, int i,
                               CatMechanism **out);
// Contact force of a pantograph on the contact wire of a section, 0 or 1 [N].
double cat_line_sim_force(const CatLineSim *c, int pantograph, int section);
// At rest with the pantographs under the wire, each with this static force [N] (npantograph).
CatStatus cat_line_sim_start(CatLineSim *c, const double *static_force);

// From now on at this speed [m/s]; the places of the pantographs do not jump.
void cat_line_sim_set_speed(CatLineSim *c, double v);

#endif
