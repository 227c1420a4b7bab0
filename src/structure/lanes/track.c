#include "track.h"

#include <string.h>

CatStatus cat_track_new(CatArena *a, int n, CatLaneTrack **out) {
  CatLaneTrack *t = *out = CAT_ARENA(a, 1, CatLaneTrack);
  if (!t) return CAT_ERR_MEMORY;
  t->n = n;
  double **vector[] = {&t->u, &t->v, &t->a};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(a, n, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

void cat_track_clear(CatLaneTrack *t, const double *u) {
  size_t bytes = (size_t)t->n * sizeof *u;
  memcpy(t->u, u, bytes);
  memset(t->v, 0, bytes), memset(t->a, 0, bytes);
  t->steps = 0;
}

bool cat_track_lost(const CatLaneTrack *t, long steps) {
  return steps != t->steps && steps != t->steps + 1;
}

void cat_track_follow(CatLaneTrack *t, const CatStep *step, long steps, double *const x[3]) {
  bool lost = cat_track_lost(t, steps);
  size_t bytes = (size_t)t->n * sizeof(double);
  for (int i = 0; i < t->n && steps != t->steps; i++) {
    double u = x[0][i], u0 = lost ? x[1][i] : 0, u1 = lost ? x[2][i] : 0;
    double du = u - t->u[i], v0 = t->v[i], a0 = t->a[i];
    t->v[i] = lost ? (1.5 * u - 2 * u0 + 0.5 * u1) / step->h : cat_step_v(step, du, v0, a0);
    t->a[i] = lost ? (u - 2 * u0 + u1) / (step->h * step->h) : cat_step_a(step, du, v0, a0);
    t->u[i] = u;
  }
  t->steps = steps;
  memcpy(x[0], t->u, bytes), memcpy(x[1], t->v, bytes), memcpy(x[2], t->a, bytes);
}

void cat_track_snapshot(CatLaneTrack *t, CatSnapshot *to) {
  CAT_SNAPSHOT(to, t->steps);
  cat_snapshot_vectors(to, (double *[]){t->u, t->v, t->a}, 3, t->n);
}
