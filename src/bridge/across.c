// Imported shapes under a track: a spline across the deck at each station, then one along it
// through what they give there.
#include "akima.h"
#include "bridge.h"

typedef struct Room {
  double *y, *slope;  // (across.n), (stations or across.n)
} Room;

static double across_at(const CatBridge *b, const double *column, double beside, Room room) {
  const CatAcross *c = &b->across;
  if (c->n == 1) return column[0];
  for (int k = 0; k < c->n; k++) room.y[k] = column[(size_t)k * (size_t)b->n];
  cat_akima_slopes(c->n, c->y, room.y, 1, room.slope);
  return cat_akima_at(c->n, c->y, room.y, room.slope, beside);
}

CatStatus cat_across_track(CatArena *a, const CatBridge *b, double beside, CatShapes *out) {
  int stations = b->shapes.stations, most = stations > b->across.n ? stations : b->across.n;
  size_t n = (size_t)b->n, room = n * (size_t)stations, row = n * (size_t)b->across.n;
  double *value = CAT_ARENA(a, room, double), *slope = CAT_ARENA(a, room, double);
  Room r = {CAT_ARENA(a, most, double), CAT_ARENA(a, most, double)};
  if (!value || !slope || !r.y || !r.slope) return CAT_ERR_MEMORY;
  for (size_t k = 0; k < room; k++) {
    value[k] = across_at(b, b->across.value + k / n * row + k % n, beside, r);
  }
  for (size_t i = 0; i < n; i++) {
    cat_akima_slopes(stations, b->shapes.x, value + i, n, r.slope);
    for (int k = 0; k < stations; k++) slope[(size_t)k * n + i] = r.slope[k];
  }
  *out = (CatShapes){b->n, stations, b->shapes.x, value, slope};
  return CAT_OK;
}
