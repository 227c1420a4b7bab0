// Forces of cables, for processors with AVX-512.
#include "line_forces.h"

#ifdef __AVX512F__
#include "cable_forces_body.h"

CatCableForces *cat_cable_forces_avx512(void) {
  return cable_forces;
}
#else
CatCableForces *cat_cable_forces_avx512(void) {
  return NULL;
}
#endif
