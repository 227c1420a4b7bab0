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

extern const CatSection cat_lumped_section;

#endif
