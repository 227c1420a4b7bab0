// A mechanism that is elsewhere: a machine on a rig, another program. For each step it is told
// either the contact forces of its ports, or where its ports are.
#ifndef CAT_MECHANISM_OUTSIDE_H
#define CAT_MECHANISM_OUTSIDE_H

#include "mechanism.h"

typedef struct CatOutside {
  CatMechanism base;
  double *offset, *z, *force;  // (nport)
} CatOutside;

// Ports at these distances ahead of the reference (nport) [m]. by_force: contact forces are given,
// otherwise heights, and the laws of the contacts find the forces.
CatStatus cat_outside_new(CatArena *a, int nport, const double *offset, bool by_force,
                          CatOutside *out);
// For the step to come: the contact force on a port [N], pressing; or its height [m].
void cat_outside_set_force(CatOutside *m, int port, double force);
void cat_outside_set_height(CatOutside *m, int port, double z);

#endif
