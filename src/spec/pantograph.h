// What a pantograph may have beside its chain of masses: contact strips of their own, a head that
// rolls, a head that depends on frequency, a base that moves, a controller.
#ifndef CAT_SPEC_PANTOGRAPH_H
#define CAT_SPEC_PANTOGRAPH_H

#include "schema.h"

// The head divided into two, one behind the other; on each the first mode of its strip.
typedef struct CatStripsSpec {
  bool given;
  double distance;                  // between them; 0: one strip [m]
  double mass, stiffness, damping;  // of a strip's mode; mass 0: rigid [kg] [N/m] [N s/m]
} CatStripsSpec;

// Rotation of the head about the track: two springs side by side bear it.
typedef struct CatRollSpec {
  bool given;
  double inertia;             // [kg m2]
  double stiffness, damping;  // of each of the two [N/m] [N s/m]
  double distance;            // between them [m]
} CatRollSpec;

// The spring under the head as a dynamic stiffness N(s)/D(s), coefficients in ascending powers.
typedef struct CatHeadSpec {
  bool given;
  int nnumerator, ndenominator;
  const double *numerator, *denominator;  // SI
} CatHeadSpec;

// Height of the base (roof of the vehicle) over time or place; linear in between.
typedef struct CatBaseSpec {
  bool given;
  int ntime, nplace, nheight;
  const double *time, *place, *height;  // [s], or [m], ascending; [m]
} CatBaseSpec;

// What acts beside the spring and damper under a body and is not linear. Extension d: how far the
// body is above where that spring bears nothing.
typedef struct CatJointSpec {
  int below;                        // this body, counted from the head
  double cubic, quintic;            // force of the spring: + cubic d^3 + quintic d^5 [N/m3] [N/m5]
  double stop_up, stop_down;        // extension and compression at which a stop is met [m]
  double stop_stiffness;            // of it [N/m]
  double damping_up, damping_down;  // when it extends, when it is compressed [N s/m]
  double friction;                  // dry [N]
} CatJointSpec;

typedef enum CatControlLaw { CAT_CONTROL_PID, CAT_CONTROL_STATE_SPACE } CatControlLaw;

// A controller with a sensor of the contact force and an actuator between the base and a body.
typedef struct CatControlSpec {
  bool given;
  int law;                                    // CatControlLaw
  int on;                                     // body that the actuator pushes; 0: the lowest
  double set_point;                           // of the contact force [N]
  double proportional, integral, derivative;  // [-] [1/s] [s]
  int na, nb, nc, nd;
  const double *a, *b, *c, *d;  // of a state space, row major
  double cutoff;                // of the low-pass on the measured force [Hz]; 0: none
  double period;                // from sample to sample [s]; 0: every step
  double delay;                 // from sample to actuator [s]
  double limit;                 // of the actuator's force [N]
  double noise;                 // deviation of the sensor [N]
  int seed;                     // of the noise
} CatControlSpec;

enum {
  CAT_HEAD_ORDER = 8,
  CAT_BASE_POINTS = 200000,
  CAT_CONTROL_STATES = 32,
  CAT_CONTROL_DELAY = 1000,
  CAT_JOINTS = 16
};

typedef struct CatPantographParts {
  CatStripsSpec strips;
  CatRollSpec roll;
  CatHeadSpec head;
  CatBaseSpec base;
  CatControlSpec control;
  int njoint;
  const CatJointSpec *joint;
} CatPantographParts;

extern const CatSection cat_strips_section, cat_roll_section, cat_head_section, cat_base_section,
    cat_control_section, cat_joint_section;

// Rows of their keys, for a struct `s_` with a field `parts`.
// clang-format off
#define CAT_PANTOGRAPH_PARTS_KEYS(s_)                                                              \
    {CAT_OPTIONAL_AS("strips", s_, parts.strips, parts.strips.given),                              \
     .section = &cat_strips_section,                                                               \
     .doc = "Contact strips of their own, in place of one rigid head"},                            \
    {CAT_OPTIONAL_AS("roll", s_, parts.roll, parts.roll.given), .section = &cat_roll_section,      \
     .doc = "A head that rolls, as the stagger moves the contact point sideways"},                 \
    {CAT_OPTIONAL_AS("head", s_, parts.head, parts.head.given), .section = &cat_head_section,      \
     .doc = "A head whose suspension depends on frequency"},                                       \
    {CAT_OPTIONAL_AS("base", s_, parts.base, parts.base.given), .section = &cat_base_section,      \
     .doc = "Motion of the base, as of a vehicle on its track"},                                  \
    {CAT_OPTIONAL_AS("control", s_, parts.control, parts.control.given),                           \
     .section = &cat_control_section,                                                              \
     .doc = "A controller and its actuator: an active pantograph"},                               \
    {CAT_LIST_AS("joints", s_, parts.joint, parts.njoint), .min = 0, .max = CAT_JOINTS,            \
     .section = &cat_joint_section,                                                                \
     .doc = "Springs that stiffen, stops, dampers that act one way, dry friction"}
// clang-format on

#endif
