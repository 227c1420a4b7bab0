// A pantograph of one's own under a line of the library: functions that the simulation calls in
// each step. Heights and forces count upwards; the contact force presses the head down.
//
// A pantograph tells, for one step, where its head would be at the end without a contact force then
// (drive, free_step), and how far a force at the end moves it (compliance); the simulation finds
// the force, and the pantograph moves on with it (commit).
//
// The functions are called in the thread that steps the simulation, and must not call it. What they
// return must be finite: if not, the step fails with CAT_ERR_DIVERGED. Since 0.1.
#ifndef CATENARIA_PANTOGRAPH_H
#define CATENARIA_PANTOGRAPH_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// How it stands before the first step.
typedef struct CatPantographRest {
  bool held;          // by springs to the ground; otherwise the contact alone bears it
  double height;      // held: of the head without contact [m]
  double compliance;  // held: by which a unit force on the head moves it [m/N]
  double force;       // not held: contact force that it needs to stand still [N]
} CatPantographRest;

// Of one step, and what is stored at its end, by its own account [J].
typedef struct CatPantographEnergy {
  double work;        // of forces from outside, the contact force excepted
  double dissipated;  // by dampers
  double numerical;   // by the integrator; see docs/api.md for the convention
  double stored;
} CatPantographEnergy;

typedef struct CatPantographCallbacks {
  size_t size;       // sizeof(CatPantographCallbacks)
  const char *name;  // for messages and the identity of states
  void *user;        // handed to each function
  // Before the first step; not 0: it failed, and so does the start.
  int (*rest)(void *user, CatPantographRest *out);
  // At rest with its head at this height under this contact force; NaN: it touches nothing, and the
  // head is where it comes to rest. Returns the height of the head [m].
  double (*start)(void *user, double height, double force);
  // The end of the step to come, or before the first one the start: time [s], place along the
  // track [m], speed [m/s]. NULL: nothing depends on it.
  void (*drive)(void *user, double time, double place, double speed);
  double (*free_step)(void *user);             // height of the head without a contact force [m]
  double (*compliance)(void *user);            // by a unit force at the end of the step [m/N], > 0
  double (*commit)(void *user, double force);  // contact force [N]; returns the head's height [m]
  // The force that pushes it up, from the next step on [N]. NULL: it has none to be set.
  void (*set_static_force)(void *user, double force);
  // NULL: it keeps no account, and the simulation has none then.
  void (*energy)(void *user, CatPantographEnergy *out);
  size_t state_bytes;  // of its state between two steps; 0 with save NULL: it cannot be saved
  void (*save)(void *user, void *state);
  void (*restore)(void *user, const void *state);
} CatPantographCallbacks;

#ifdef __cplusplus
}
#endif

#endif
