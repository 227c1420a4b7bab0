// A lumped pantograph: a chain of masses from the head down, springs and dampers between them.
#ifndef CAT_SPEC_LUMPED_H
#define CAT_SPEC_LUMPED_H

#include "schema.h"

typedef struct CatLumpedMass {
  const char *name;
  double mass;       // [kg]
  double stiffness;  // of the spring to the next body below, or to the ground [N/m]
  double damping;    // of the damper beside it [N s/m]
  double force;      // upward, besides the static force of the pantograph [N]
  double aero;       // upward, per square of the speed [N s2/m2]
} CatLumpedMass;

typedef struct CatLumpedSpec {
  const char *name, *source;
  double static_force;  // upward [N]
  int nmass;
  const CatLumpedMass *masses;  // from the head down
  int force_on;                 // body that bears it and the wind, 1: the head; 0: the lowest
  double aero;                  // upward force of the wind per square of the speed [N s2/m2]
  int nspeed, nlift;            // the same as a table
  const double *speed, *lift;   // [m/s], ascending; [N]
  double base_height;           // at which the lowest spring bears nothing, over the wire [m]
} CatLumpedSpec;

extern const CatSection cat_lumped_section, cat_lumped_mass_section;

// Rows of its keys, for structs that begin with a CatLumpedSpec.
// clang-format off
#define CAT_LUMPED_KEYS                                                                            \
    {"name", CAT_NAME, .preset = "", .offset = offsetof(CatLumpedSpec, name),                      \
     .doc = "What the pantograph is called"},                                                      \
    {"source", CAT_STRING, .preset = "", .offset = offsetof(CatLumpedSpec, source),                \
     .doc = "Where its data come from"},                                                           \
    {"static_force", CAT_NUMBER, "N", "0 N", .min = -1e4, .max = 1e4, .odd_min = 0,                \
     .odd_max = 500, .offset = offsetof(CatLumpedSpec, static_force),                              \
     .doc = "Upward force, weight taken off already; on the lowest body, or see force_on"},        \
    {"force_on", CAT_INTEGER, .preset = "0", .min = 0, .max = 16,                                  \
     .offset = offsetof(CatLumpedSpec, force_on),                                                  \
     .doc = "Body that bears the static force and the wind, counted from the head; 0: the lowest"},\
    {"aero", CAT_NUMBER, "N s2/m2", "0 N s2/m2", .min = -1, .max = 1,                              \
     .offset = offsetof(CatLumpedSpec, aero),                                                      \
     .doc = "Upward force of the wind, times the square of the speed"},                            \
    {"aero_speeds", CAT_NUMBERS, "km/h", .min = 0, .max = 300,                                     \
     .offset = offsetof(CatLumpedSpec, speed),                                                     \
     .count_offset = offsetof(CatLumpedSpec, nspeed),                                              \
     .doc = "Speeds at which aero_forces gives the force of the wind, ascending"},                 \
    {"aero_forces", CAT_NUMBERS, "N", .min = -1e4, .max = 1e4,                                     \
     .offset = offsetof(CatLumpedSpec, lift),                                                      \
     .count_offset = offsetof(CatLumpedSpec, nlift),                                               \
     .doc = "Force of the wind at aero_speeds; straight lines between, constant outside"},         \
    {"base_height", CAT_NUMBER, "m", "0 m", .min = -10, .max = 10,                                 \
     .offset = offsetof(CatLumpedSpec, base_height),                                               \
     .doc = "Height over the contact wire's zero at which the lowest spring bears nothing"},       \
    {"masses", CAT_LIST, .min = 1, .max = 16, .flags = CAT_REQUIRED,                               \
     .offset = offsetof(CatLumpedSpec, masses),                                                    \
     .count_offset = offsetof(CatLumpedSpec, nmass), .section = &cat_lumped_mass_section,          \
     .doc = "The bodies, from the head down"}
// clang-format on

#endif
