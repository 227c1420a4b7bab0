// Forces of cables, for processors with AVX2.
#include "line_forces.h"

#ifdef __AVX2__
#include "cable_forces_body.h"

CatCableForces *cat_cable_forces_avx2(void) {
  return cable_forces;
}
#else
CatCableForces *cat_cable_forces_avx2(void) {
  return NULL;
}
#endif
