// A simulation: one train under one model, step by step.
//
//   new -> start -> step, run_to -> finish -> start ...          (docs/api.md has the picture)
//
// A simulation belongs to the context it was made with, for memory and errors: the context outlives
// it, and both are used by one thread at a time. Simulations of one model in several threads need
// one context each, and no lock. A call out of order is CAT_ERR_STATE and changes nothing. Since
// 0.1.
#ifndef CATENARIA_SIMULATION_H
#define CATENARIA_SIMULATION_H

#include "catenaria/model.h"
#include "catenaria/pantograph.h"
#include "catenaria/record.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CatSimulation CatSimulation;

//------------------------------------------------------------------------------ options

// Where the motion of a pantograph comes from.
typedef enum CatPantographSource {
  CAT_PANTOGRAPH_CASE,       // the case describes it
  CAT_PANTOGRAPH_FORCE,      // its contact force is set before each step: p1.force
  CAT_PANTOGRAPH_HEIGHT,     // the height of its head is set before each step: p1.head
  CAT_PANTOGRAPH_CALLBACKS,  // functions of the host
} CatPantographSource;

typedef struct CatPantographOptions {
  size_t size;  // sizeof(CatPantographOptions)
  CatPantographSource source;
  // Copied; what its user points at must live as long as the simulation.
  const CatPantographCallbacks *callbacks;
} CatPantographOptions;

typedef struct CatSimulationOptions {
  size_t size;    // sizeof(CatSimulationOptions)
  bool unlogged;  // no record is kept: steps cost less memory, and finish has nothing to give
  // After each step of cat_simulation_run_to, not of cat_simulation_step; not 0: run_to returns
  // CAT_ERR_INTERRUPTED, and may be called again. NULL: none. It may call the functions that read
  // and set variables; those that step, start, restore or finish are CAT_ERR_STATE in there.
  int (*on_step)(void *user, CatSimulation *sim);
  void *user;
  // In the order of the case, as many as it has; NULL: all as the case describes them. With a force
  // from outside the coupling of all contacts is explicit: the line of a step feels the forces that
  // are known before it.
  const CatPantographOptions *const *pantograph;
  int npantograph;
} CatSimulationOptions;

//------------------------------------------------------------------------------ life

// It counts a reference to the model. options NULL: as the case says.
// Errors: CAT_ERR_ARG (options), CAT_ERR_MEMORY, CAT_ERR_DIVERGED and CAT_ERR_SINGULAR (set-up of
// the solver); *out is NULL then.
CatStatus cat_simulation_new(CatContext *ctx, CatModel *model, const CatSimulationOptions *options,
                             CatSimulation **out);
// NULL is allowed. Called from one of its own callbacks it does nothing but leave an error in the
// context: the simulation is in use.
void cat_simulation_free(CatSimulation *sim);

// To t = 0, line and pantographs in equilibrium. May be called again at any time: everything begins
// anew, with a new record, and with what was set while the simulation was not started: before the
// first start, or after a finish. What was set between steps held for that run alone.
// Errors: CAT_ERR_DIVERGED (no equilibrium), CAT_ERR_MEMORY.
CatStatus cat_simulation_start(CatSimulation *sim);
// One time step; takes no memory unless the speed was set so that the run lasts longer than
// planned. Errors: CAT_ERR_STATE (not started, at its end, or failed before), CAT_ERR_DIVERGED (the
// solution is not finite or left all bounds; the simulation has failed until it is started or
// restored).
CatStatus cat_simulation_step(CatSimulation *sim);
// Steps until the time [s] is reached or passed, at most to the end of the run; INFINITY: to its
// end. The context's host is told of the progress and asked whether to stop. Errors: as a step, and
// CAT_ERR_INTERRUPTED (stopped by the host or on_step; may go on).
CatStatus cat_simulation_run_to(CatSimulation *sim, double time);
double cat_simulation_time(const CatSimulation *sim);    // [s]; NaN: not started
bool cat_simulation_finished(const CatSimulation *sim);  // it has come to the end of its run
// Statistics, verdicts and figures of what was recorded so far. The record is the caller's from
// then on, and belongs to the simulation's context; the simulation must be started before it goes
// on. A run that is not at its end is marked as interrupted in the record, one that failed as
// failed. Errors: CAT_ERR_STATE (not started, or nothing recorded), CAT_ERR_DIVERGED (a pantograph
// was never in contact, a value is not finite: *out is set and marked), CAT_ERR_MEMORY.
CatStatus cat_simulation_finish(CatSimulation *sim, CatRecord **out);

//------------------------------------------------------------------------------ variables

typedef enum CatVariableType { CAT_VARIABLE_NUMBER, CAT_VARIABLE_ARRAY } CatVariableType;

typedef enum CatVariableSet {
  CAT_SET_NEVER,
  CAT_SET_ALWAYS,  // before the start: for the start; between steps: for the next step
} CatVariableSet;

typedef struct CatVariable {
  const char *name;  // as that of the channel in results.h5, if it has one: "p1.force"
  const char *unit;  // "N"; "" for a pure number
  const char *doc;   // one line
  CatVariableType type;
  CatVariableSet set;
  size_t count;  // numbers in it; 1: CAT_VARIABLE_NUMBER
} CatVariable;

// What there is; the list never changes while the simulation lives, nor do the indices. Arrays are
// the line's own: displacements, dropper forces, uplifts.
int cat_simulation_variables(const CatSimulation *sim);
const CatVariable *cat_simulation_variable_at(const CatSimulation *sim, int i);  // NULL: none
int cat_simulation_find(const CatSimulation *sim, const char *name);             // index; -1: none

// Errors of these: CAT_ERR_ARG (no such variable, an array, not to be set, not possible: a speed
// from the wave speed of the contact wire on, or one with which the run has more than 2e7 steps; a
// contact force that pulls), CAT_ERR_STATE (nothing to read before the start, nothing to set after
// a step failed).
CatStatus cat_simulation_get(CatSimulation *sim, int i, double *value);
CatStatus cat_simulation_set(CatSimulation *sim, int i, double value);
// The numbers of a variable, without a copy: they are the simulation's, and valid until it is
// stepped, started, restored or freed. Displacements, velocities and accelerations are filled by
// the backend once per step, on the first request. *n may be NULL.
CatStatus cat_simulation_array(CatSimulation *sim, int i, const double **data, size_t *n);
// By name, for where speed does not matter; errors name the nearest variable.
CatStatus cat_simulation_get_named(CatSimulation *sim, const char *name, double *value);
CatStatus cat_simulation_set_named(CatSimulation *sim, const char *name, double value);
CatStatus cat_simulation_array_named(CatSimulation *sim, const char *name, const double **data,
                                     size_t *n);

//------------------------------------------------------------------------------ states

// The state between two steps as bytes: line, pantographs, what was set. Any simulation of a model
// of the same hash, with pantographs from the same sources, goes on from it with the same bits, in
// this process or another one of the same build on the same type of processor.
size_t cat_simulation_state_size(CatSimulation *sim);  // [bytes]; 0: a pantograph cannot be saved
// Errors: CAT_ERR_STATE (not started, failed), CAT_ERR_ARG (size is not that of the state).
CatStatus cat_simulation_save(CatSimulation *sim, void *state, size_t size);
// A checksum finds bytes that were lost or changed on the way, not those of someone who means harm:
// restore what you saved. The record begins anew at the time of the state, and there is no account
// of energy unless that is 0. Errors: CAT_ERR_ARG (the state is damaged, or of another model,
// build, processor or arrangement: the message says which; the simulation is as it was).
CatStatus cat_simulation_restore(CatSimulation *sim, const void *state, size_t size);

#ifdef __cplusplus
}
#endif

#endif
