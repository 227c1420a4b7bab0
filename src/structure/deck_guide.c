#include "deck_guide.h"

#include <math.h>

typedef struct DeckSeat {
  CatSeat base;
  int *dof;       // 0, 1, 2, ... (n)
  double *b;      // of the port (n)
  double *slope;  // likewise
} DeckSeat;

static const CatDeckGuide *own(const CatGuide *g) {
  return (const CatDeckGuide *)g;
}

static CatStatus seat_new(const CatGuide *g, CatArena *a, CatSeat **out) {
  int n = own(g)->shapes->n;
  DeckSeat *seat = CAT_ARENA(a, 1, DeckSeat);
  if (!seat) return CAT_ERR_MEMORY;
  *seat = (DeckSeat){
      .dof = CAT_ARENA(a, n, int), .b = CAT_ARENA(a, n, double), .slope = CAT_ARENA(a, n, double)};
  if (!seat->dof || !seat->b || !seat->slope) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) seat->dof[i] = i;
  seat->base.port = (CatPortVector){0, seat->dof, seat->b};
  *out = &seat->base;
  return CAT_OK;
}

static void find(const CatGuide *g, double x, CatSeat *base) {
  DeckSeat *seat = (DeckSeat *)base;
  bool over = cat_shapes_at(own(g)->shapes, x, seat->b, NULL);
  base->x = x, base->on = true, base->height = cat_profile_height(own(g)->profile, x, NULL);
  base->port = (CatPortVector){over ? own(g)->shapes->n : 0, seat->dof, seat->b};
}

static double slope(const CatGuide *g, double x, CatSeat *base, CatPortVector *port) {
  DeckSeat *seat = (DeckSeat *)base;
  double rise;
  cat_profile_height(own(g)->profile, x, &rise);
  bool over = cat_shapes_at(own(g)->shapes, x, NULL, seat->slope);
  *port = (CatPortVector){over ? own(g)->shapes->n : 0, seat->dof, seat->slope};
  return rise;
}

// Ends of the intervals in which shapes and profile are cubic, and of the deck.
static double border(const CatGuide *g, double x) {
  double deck = cat_shapes_next(own(g)->shapes, x);
  return own(g)->profile ? fmin(deck, cat_shapes_next(own(g)->profile, x)) : deck;
}

CatDeckGuide cat_deck_guide(const CatShapes *shapes, const CatShapes *profile) {
  static const CatGuideOps ops = {seat_new, find, slope, border};
  return (CatDeckGuide){.base = {&ops}, .shapes = shapes, .profile = profile};
}
