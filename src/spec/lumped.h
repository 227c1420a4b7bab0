// A lumped pantograph: a chain of masses from the head down, springs and dampers between them.
#ifndef CAT_SPEC_LUMPED_H
#define CAT_SPEC_LUMPED_H

#include "schema.h"

typedef struct CatLumpedMass {
  const char *name;
  double mass;       // [kg]
  double stiffness;  // of the spring to the next body below, or to the ground [N/m]
  double damping;    // of the damper beside it [N s/m]
} CatLumpedMass;

typedef struct CatLumpedSpec {
  const char *name, *source;
  double static_force;  // upward, on the lowest mass [N]
  int nmass;
  const CatLumpedMass *masses;  // from the head down
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
     .doc = "Upward force on the lowest body, weight already taken off"},                          \
    {"masses", CAT_LIST, .min = 1, .max = 16, .flags = CAT_REQUIRED,                               \
     .offset = offsetof(CatLumpedSpec, masses),                                                    \
     .count_offset = offsetof(CatLumpedSpec, nmass), .section = &cat_lumped_mass_section,          \
     .doc = "The bodies, from the head down"}
// clang-format on

#endif
