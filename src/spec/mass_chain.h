// A pantograph as a mass chain: bodies from the head down, springs and dampers between them.
#ifndef CAT_SPEC_MASS_CHAIN_H
#define CAT_SPEC_MASS_CHAIN_H

#include "schema.h"

typedef struct CatChainMass {
  const char *name;
  double mass;       // [kg]
  double stiffness;  // of the spring to the next body below, or to the ground [N/m]
  double damping;    // of the damper beside it [N s/m]
  double force;      // upward, besides the static force of the pantograph [N]
  double aero;       // upward, per square of the speed [N s2/m2]
} CatChainMass;

typedef struct CatMassChainSpec {
  const char *name, *source;
  double static_force;  // upward [N]
  int nmass;
  const CatChainMass *masses;  // from the head down
  int force_on;       // body on which it and the aerodynamic force act, 1: the head; 0: the lowest
  double aero;        // upward aerodynamic force per square of the speed [N s2/m2]
  int nspeed, nlift;  // the same as a table
  const double *speed, *lift;  // [m/s], ascending; [N]
  double base_height;          // at which the lowest spring is free of force, over the wire [m]
  bool given;                  // where a case may do without it
} CatMassChainSpec;

extern const CatSection cat_mass_chain_section, cat_chain_mass_section;

// Rows of its keys, for structs that begin with a CatMassChainSpec. masses_: flags of the last one.
// clang-format off
#define CAT_MASS_CHAIN_KEYS(masses_)                                                               \
    {CAT_NAME_KEY(CatMassChainSpec, name), .preset = "", .doc = "What the pantograph is called"},  \
    {CAT_STRING_KEY(CatMassChainSpec, source), .preset = "", .doc = "Where its data come from"},   \
    {CAT_NUMBER_KEY(CatMassChainSpec, static_force), "N", "0 N", .min = -1e4, .max = 1e4,          \
     .odd_min = 0, .odd_max = 500,                                                                 \
     .doc = "Upward force, weight taken off already; on the lowest body, or see force_on"},        \
    {CAT_INTEGER_KEY(CatMassChainSpec, force_on), .preset = "0", .min = 0, .max = 16,              \
     .doc = "Body that bears the static and the aerodynamic force, counted from the head; "        \
            "0: the lowest"},                                                                      \
    {CAT_NUMBER_KEY(CatMassChainSpec, aero), "N s2/m2", "0 N s2/m2", .min = -1, .max = 1,          \
     .doc = "Upward aerodynamic force over the square of the speed"},                              \
    {CAT_NUMBERS_AS("aero_speeds", CatMassChainSpec, speed, nspeed), "km/h", .min = 0, .max = 300, \
     .doc = "Speeds at which aero_forces gives the aerodynamic force, ascending"},                 \
    {CAT_NUMBERS_AS("aero_forces", CatMassChainSpec, lift, nlift), "N", .min = -1e4, .max = 1e4,   \
     .doc = "Aerodynamic force at aero_speeds; linear in between, constant outside"},              \
    {CAT_NUMBER_KEY(CatMassChainSpec, base_height), "m", "0 m", .min = -10, .max = 10,             \
     .doc = "Height over the contact wire's zero where the lowest spring bears nothing; without " \
            "it: the height of the contact wire where the pantograph begins to push"},             \
    {CAT_LIST_KEY(CatMassChainSpec, masses, nmass), .min = 1, .max = 16, .flags = (masses_),       \
     .section = &cat_chain_mass_section, .doc = "The bodies, from the head down"}
// clang-format on

#endif
