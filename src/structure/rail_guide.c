#include "rail_guide.h"

#include <math.h>

#include "deck_guide.h"

typedef struct RailSeat {
  CatSeat base;
  CatTrackPlace place, other;  // of the port; of a slope that was asked for
} RailSeat;

static const CatRailGuide *own(const CatGuide *g) {
  return (const CatRailGuide *)g;
}

static CatStatus seat_new(const CatGuide *g, CatArena *a, CatSeat **out) {
  RailSeat *seat = CAT_ARENA(a, 1, RailSeat);
  (void)g;
  if (!seat) return CAT_ERR_MEMORY;
  *out = &seat->base;
  return CAT_OK;
}

static void find(const CatGuide *g, double x, CatSeat *base) {
  RailSeat *seat = (RailSeat *)base;
  bool on = cat_track_place(own(g)->track, CAT_TRACK_RAIL, x, &seat->place);
  base->x = x, base->on = true;
  base->height = cat_profile_height(own(g)->profile, x, NULL);
  base->port = (CatPortVector){on ? 4 : 0, seat->place.dof, seat->place.b};
}

static double slope(const CatGuide *g, double x, CatSeat *base, CatPortVector *port) {
  RailSeat *seat = (RailSeat *)base;
  double rise;
  cat_profile_height(own(g)->profile, x, &rise);
  bool on = cat_track_place(own(g)->track, CAT_TRACK_RAIL, x, &seat->other);
  *port = (CatPortVector){on ? 4 : 0, seat->other.dof, seat->other.slope};
  return rise;
}

static double border(const CatGuide *g, double x) {
  const CatTrackDeck *t = own(g)->track;
  double next = t->x0 + (floor((x - t->x0) / t->apart) + 1) * t->apart;
  if (next <= x) next += t->apart;  // x is a sleeper's place but for rounding
  return own(g)->profile ? fmin(next, cat_shapes_next(own(g)->profile, x)) : next;
}

CatRailGuide cat_rail_guide(const CatTrackDeck *track, const CatShapes *profile) {
  static const CatGuideOps ops = {seat_new, find, slope, border};
  return (CatRailGuide){.base = {&ops}, .track = track, .profile = profile};
}
