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
  int force_on;       // body on which it and the aerodynamic force act, 1: the head; 0: the lowest
  double aero;        // upward force of the wind per square of the speed [N s2/m2]
  int nspeed, nlift;  // the same as a table
  const double *speed, *lift;  // [m/s], ascending; [N]
  double base_height;          // at which the lowest spring is free of force, over the wire [m]
} CatLumpedSpec;

extern const CatSection cat_lumped_section, cat_lumped_mass_section;

// Rows of its keys, for structs that begin with a CatLumpedSpec.
// clang-format off
#define CAT_LUMPED_KEYS                                                                            \
    {CAT_NAME_KEY(CatLumpedSpec, name), .preset = "", .doc = "What the pantograph is called"},     \
    {CAT_STRING_KEY(CatLumpedSpec, source), .preset = "", .doc = "Where its data come from"},      \
    {CAT_NUMBER_KEY(CatLumpedSpec, static_force), "N", "0 N", .min = -1e4, .max = 1e4,             \
     .odd_min = 0, .odd_max = 500,                                                                 \
     .doc = "Upward force, weight taken off already; on the lowest body, or see force_on"},        \
    {CAT_INTEGER_KEY(CatLumpedSpec, force_on), .preset = "0", .min = 0, .max = 16,                 \
     .doc = "Body that bears the static force and the wind, counted from the head; 0: the "        \
            "lowest"},                                                                             \
    {CAT_NUMBER_KEY(CatLumpedSpec, aero), "N s2/m2", "0 N s2/m2", .min = -1, .max = 1,             \
     .doc = "Upward force of the wind, times the square of the speed"},                            \
    {CAT_NUMBERS_AS("aero_speeds", CatLumpedSpec, speed, nspeed), "km/h", .min = 0, .max = 300,    \
     .doc = "Speeds at which aero_forces gives the force of the wind, ascending"},                 \
    {CAT_NUMBERS_AS("aero_forces", CatLumpedSpec, lift, nlift), "N", .min = -1e4, .max = 1e4,      \
     .doc = "Force of the wind at aero_speeds; straight lines between, constant outside"},         \
    {CAT_NUMBER_KEY(CatLumpedSpec, base_height), "m", "0 m", .min = -10, .max = 10,                \
     .doc = "Height over the contact wire's zero at which the lowest spring bears nothing"},       \
    {CAT_LIST_KEY(CatLumpedSpec, masses, nmass), .min = 1, .max = 16, .flags = CAT_REQUIRED,       \
     .section = &cat_lumped_mass_section, .doc = "The bodies, from the head down"}
// clang-format on

#endif
