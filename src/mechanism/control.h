// A controller of a pantograph: what it measures at the end of a step, the force that it asks for,
// and the actuator, which acts later and only so hard. Laws: PID on the contact force, or a linear
// system with states of its own, u = C x + D y, x <- A x + B y, whose matrices come from a file.
#ifndef CAT_MECHANISM_CONTROL_H
#define CAT_MECHANISM_CONTROL_H

#include <stdint.h>

#include "spec/pantograph.h"

enum { CAT_CONTROL_LATE = 1024, CAT_CONTROL_INPUTS = 64 };

typedef struct CatControlState {
  long step;                         // since the start
  double smoothed, error, integral;  // [N]
  double x[CAT_CONTROL_STATES];
  double asked;                    // now [N]
  double queue[CAT_CONTROL_LATE];  // what was asked for, by step
  double force;                    // of the actuator, at the end of the last step [N]
  double force0;                   // at its beginning
  double largest, square;          // of its force so far [N], sum over steps [N2]
} CatControlState;

typedef struct CatControl {
  const CatControlSpec *spec;  // NULL: there is none
  int every, late;             // steps from sample to sample, steps until the actuator acts
  double period;               // [s]
  double smooth;               // share of a new sample in the low-passed force
  double next;                 // force of the actuator at the end of the step to come [N]
  CatControlState now;
} CatControl;

// What it knows: the contact force, then heights and rates of bodies over where they were at rest.
typedef struct CatMeasured {
  double force;  // [N]
  int n;         // bodies
  double z[16], v[16];
} CatMeasured;

void cat_control_new(const CatControlSpec *spec, double h, CatControl *c);
void cat_control_start(CatControl *c, const CatMeasured *y);
// Force of the actuator at the end of the step to come: a sample acts a step later at the earliest.
double cat_control_act(CatControl *c);
void cat_control_measure(CatControl *c, const CatMeasured *y);  // at the end of a step

#endif
