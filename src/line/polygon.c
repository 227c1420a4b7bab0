#include "linalg/band.h"
#include "station.h"

// Stiffness of bay i against a difference in height, T/l.
static double lean(const CatStations *w, int i, double tension) {
  return (tension - w->at[i].relief) / (w->at[i + 1].s - w->at[i].s);
}

static double bay(const CatStations *w, int i) {
  return w->at[i + 1].s - w->at[i].s;
}

// Downward force at station i: what hangs there and half the weight of both bays.
static double burden(const CatStations *w, int i, double weight) {
  double length = (i > 0 ? bay(w, i - 1) : 0) + (i + 1 < w->n ? bay(w, i) : 0);
  return w->at[i].load + weight * length / 2;
}

CatStatus cat_stations_hang(CatArena *scratch, CatStations *w, double tension, double weight) {
  CatBand K;
  double *z = CAT_ARENA(scratch, w->n, double);
  if (!z) return CAT_ERR_MEMORY;
  CAT_TRY(cat_band_new(scratch, w->n, 1, &K));
  // T (z_i - z_{i-1})/l_{i-1} + T (z_i - z_{i+1})/l_i = -burden, z known where held
  for (int i = 0; i < w->n; i++) {
    if (w->at[i].held) {
      cat_band_add(&K, i, i, 1);
      z[i] = w->at[i].z;
    } else {
      z[i] -= burden(w, i, weight);
    }
  }
  for (int i = 0; i + 1 < w->n; i++) {
    double k = lean(w, i, tension);
    bool left = w->at[i].held, right = w->at[i + 1].held;
    if (!left) cat_band_add(&K, i, i, k);
    if (!right) cat_band_add(&K, i + 1, i + 1, k);
    if (!left && !right) cat_band_add(&K, i, i + 1, -k);
    if (!left && right) z[i] += k * w->at[i + 1].z;
    if (left && !right) z[i + 1] += k * w->at[i].z;
  }
  for (int i = 0; i < w->n; i++) {
    if (cat_band_get(&K, i, i) <= 0) return CAT_ERR_INTERNAL;
  }
  CatContext *ctx = cat_arena_context(scratch);
  CAT_TRY(cat_band_factor(ctx, &K));
  cat_band_solve(&K, z, 1);
  for (int i = 0; i < w->n; i++) w->at[i].z = z[i];
  for (int i = 0; i < w->n; i++) {
    double pull = 0;
    if (i > 0) pull += lean(w, i - 1, tension) * (z[i] - z[i - 1]);
    if (i + 1 < w->n) pull += lean(w, i, tension) * (z[i] - z[i + 1]);
    w->at[i].lift = w->at[i].held ? burden(w, i, weight) + pull : 0;
  }
  return CAT_OK;
}
