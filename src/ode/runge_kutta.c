#include "runge_kutta.h"

#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

double cat_stage_time(int stage) {
  return stage < 3 ? 0.5 : 1;
}

// The first stage itself is the state at the beginning.
void cat_stage_begin(const CatStages *s, int n, double h, int stage) {
  if (stage == CAT_STAGE_END) {
    for (int i = 0; i < n; i++) {
      s->x[i] = s->x0[i] + h / 6 * s->sum_v[i];
      s->v[i] = s->v0[i] + h / 6 * s->sum_a[i];
    }
    return;
  }
  bool first = stage == CAT_STAGE_FIRST;
  double c = cat_stage_time(stage) * h;
  const double *v = first ? s->v0 : s->v, *a = first ? s->a0 : s->a;
  if (first) {
    memcpy(s->sum_v, v, (size_t)n * sizeof *v);
    memcpy(s->sum_a, a, (size_t)n * sizeof *a);
  }
  for (int i = 0; i < n; i++) {
    s->x[i] = s->x0[i] + c * v[i];
    s->v[i] = s->v0[i] + c * a[i];
  }
}

void cat_stage_end(const CatStages *s, int n, int stage) {
  size_t bytes = (size_t)n * sizeof *s->x;
  if (stage == CAT_STAGE_END) {
    memcpy(s->x0, s->x, bytes), memcpy(s->v0, s->v, bytes), memcpy(s->a0, s->a, bytes);
    return;
  }
  double weight = stage == 3 ? 1 : 2;
  for (int i = 0; i < n; i++) {
    s->sum_v[i] += weight * s->v[i];
    s->sum_a[i] += weight * s->a[i];
  }
}

CatStep cat_step_runge_kutta(double h) {
  return (CatStep){.h = h, .mass = 1};
}

//------------------------------------------------------------------------------- stability

// |1 + z + z^2/2 + z^3/6 + z^4/24| for z = h times the roots of r^2 + c r + w2 = 0.
static double growth(double w2, double c, double h) {
  double complex root = csqrt(c * c / 4 - w2);
  double most = 0;
  for (int side = -1; side <= 1; side += 2) {
    double complex z = h * (-c / 2 + side * root);
    most = fmax(most, cabs(1 + z * (1 + z / 2 * (1 + z / 3 * (1 + z / 4)))));
  }
  return most;
}

static bool is_stable(double w2, double c, double h) {
  enum { PARTS = 48 };
  for (int i = 0; i <= PARTS; i++) {
    for (int j = 0; j <= PARTS; j++) {
      if (growth(w2 * i / PARTS, c * j / PARTS, h) > 1 + 1e-9) return false;
    }
  }
  return true;
}

double cat_runge_kutta_limit(double w2, double c) {
  double high = 2.9 / fmax(sqrt(w2), c > 0 ? c / 2 : 0), low = 0;  // beyond the limit in any case
  if (w2 <= 0 && c <= 0) return INFINITY;
  for (int k = 0; k < 40; k++) {
    double h = (low + high) / 2;
    if (is_stable(w2, c, h)) {
      low = h;
    } else {
      high = h;
    }
  }
  return low;
}
