// Three cars of different makers, and their natural frequencies with the wheels held.
#ifndef CAT_TESTS_MECHANISM_CARS_H
#define CAT_TESTS_MECHANISM_CARS_H

#include <math.h>
#include <stdlib.h>

#include "linalg/dense.h"
#include "mechanism/car.h"

static inline CatCarSpec manchester(void) {
  return (CatCarSpec){.count = 1,
                      .body_mass = 32000,
                      .body_inertia = 1.97e6,
                      .frame_mass = 2615,
                      .frame_inertia = 1476,
                      .wheelset_mass = 1813,
                      .primary_stiffness = 2.44e6,
                      .primary_damping = 8e3,
                      .secondary_stiffness = 8.6e5,
                      .secondary_damping = 4e4,
                      .pivots = 19,
                      .wheelbase = 2.56,
                      .length = 25};
}

static inline CatCarSpec ice3(void) {
  return (CatCarSpec){.count = 1,
                      .body_mass = 47800,
                      .body_inertia = 1957888,
                      .frame_mass = 3500,
                      .frame_inertia = 1715,
                      .wheelset_mass = 1800,
                      .primary_stiffness = 2.4e6,
                      .primary_damping = 2e4,
                      .secondary_stiffness = 7e5,
                      .secondary_damping = 4e4,
                      .pivots = 17.375,
                      .wheelbase = 2.5,
                      .length = 24.775};
}

static inline CatCarSpec s300(void) {
  return (CatCarSpec){.count = 1,
                      .body_mass = 41750,
                      .body_inertia = 2.08e6,
                      .frame_mass = 3040,
                      .frame_inertia = 3930,
                      .wheelset_mass = 1780,
                      .primary_stiffness = 1.18e6,
                      .primary_damping = 3.92e4,
                      .secondary_stiffness = 5.3e5,
                      .secondary_damping = 9.02e4,
                      .pivots = 17.5,
                      .wheelbase = 2.5,
                      .length = 25};
}

// Coordinates but those of the wheels; w ascending [rad/s].
static inline void cars_frequencies(CatContext *ctx, const CatVehicle *v, double w[6]) {
  static const int keep[6] = {0, 1, 2, 3, 6, 7};
  double K[36], M[36] = {0};
  CatArena *a = cat_arena_new(ctx, 1 << 12);
  for (int i = 0; i < 6; i++) {
    M[7 * i] = v->M[keep[i]];
    for (int j = 0; j < 6; j++) K[6 * j + i] = v->K[keep[i] * v->n + keep[j]];
  }
  if (cat_dense_modes(a, 6, K, M, w) != CAT_OK) abort();
  for (int i = 0; i < 6; i++) w[i] = sqrt(w[i]);
  cat_arena_free(a);
}

#endif
