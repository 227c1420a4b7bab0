// Forces of cables, for any processor.
#include "cable_forces_body.h"

CatCableForces *cat_cable_forces_portable(void) {
  return cable_forces;
}
