// A simulation behind the public handle, for simulation.c, variables.c and state.c.
#ifndef CAT_API_SIMULATION_H
#define CAT_API_SIMULATION_H

#include "mechanism/outside.h"
#include "model.h"
#include "study/train/run.h"

typedef enum CatPhase {
  CAT_PHASE_NEW,      // not started, or its record was taken
  CAT_PHASE_RUNNING,  // between two steps
  CAT_PHASE_FAILED,   // a step failed
} CatPhase;

// One pantograph, and what is set before the start.
typedef struct CatSimulated {
  CatPantographSource source;
  CatPantographCallbacks callbacks;
  CatOutside outside;   // CAT_PANTOGRAPH_FORCE, CAT_PANTOGRAPH_HEIGHT
  double static_force;  // [N]
  double by_case;       // the same before anything was set [N]
  double force, head;   // of those that come from outside [N] [m]
} CatSimulated;

typedef enum CatVariableCode {
  CAT_CODE_TIME,
  CAT_CODE_SPEED,
  CAT_CODE_X,
  CAT_CODE_FORCE,
  CAT_CODE_HEIGHT,
  CAT_CODE_RATE,
  CAT_CODE_HEAD,
  CAT_CODE_STATIC_FORCE,
  CAT_CODE_TARGET_FORCE,
  CAT_CODE_DISPLACEMENT,  // arrays from here on
  CAT_CODE_VELOCITY,
  CAT_CODE_ACCELERATION,
  CAT_CODE_COORDINATE_PLACE,
  CAT_CODE_COORDINATE_AXIS,
  CAT_CODE_WIRE_UPLIFT,
  CAT_CODE_WIRE_PLACE,
  CAT_CODE_SUPPORT_UPLIFT,
  CAT_CODE_SUPPORT_PLACE,
  CAT_CODE_DROPPER_FORCE,
  CAT_CODE_DROPPER_PLACE,
} CatVariableCode;

typedef struct CatVariableRow {
  CatVariable is;
  CatVariableCode code;
  int pantograph;
  long sets;    // between the steps of this run
  double last;  // of these
} CatVariableRow;

// Arrays that are not the simulation's anyway: filled on request, at most once per step.
typedef struct CatFields {
  long at, rates_at;                 // step of which u is; of which v and a are; -1: none
  double *u, *v, *a;                 // (n)
  double *place, *axis;              // of each coordinate (n)
  double *wire_uplift, *wire_place;  // of the nodes of the first contact wire (nwire)
  int *wire_dof;                     // (nwire)
  double *support_uplift;            // (nsupport)
  const int *support_dof;            // (nsupport)
  double *dropper_place;             // (ndropper)
  int n, nwire, nsupport, ndropper;
} CatFields;

struct CatSimulation {
  CatContext *ctx;
  CatModel *model;
  CatArena *arena;
  CatTrain r;
  CatRecord *rec;  // not yet taken; NULL: none
  CatPhase phase;
  bool busy;  // it may be in a callback, which may read and set, and no more
  CatSimulationOptions options;
  CatSimulated *pantograph;  // (npantograph)
  bool saves;                // all of them can be saved
  double speed;              // set before the start [m/s]; NaN: as the case says
  int nvariable;
  CatVariableRow *variable;
  CatFields fields;
};

CatStatus cat_simulation_check(const CatSimulation *sim);  // CAT_ERR_STATE: not between two steps
CatStatus cat_simulation_check_idle(const CatSimulation *sim);  // CAT_ERR_STATE: in a callback
CatStatus cat_simulation_variables_new(CatSimulation *sim);
void cat_simulation_forget_sets(CatSimulation *sim);  // of the run before
// What the program set that the case does not say, as a text of the record; NULL: no memory.
const char *cat_simulation_altered(const CatSimulation *sim, CatRecord *rec);
// Begins the record anew, from where the simulation is.
CatStatus cat_simulation_begin_record(CatSimulation *sim);

#endif
