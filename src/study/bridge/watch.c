#include "watch.h"

#include <math.h>

#include "linalg/dense.h"

double cat_bridge_point(const CatBridgeSpec *s) {
  CatDeckSpan span = cat_deck_longest_span(&s->bridge);
  return s->measure.nat > 0 ? s->measure.at[0] : (span.from + span.to) / 2;
}

static CatStatus reserve(CatArena *a, int n, int nbearing, CatBridgeWatch *w) {
  w->n = n;
  w->at = CAT_ARENA(a, n, double), w->statics = CAT_ARENA(a, n, double);
  w->slope[0] = CAT_ARENA(a, n, double), w->slope[1] = CAT_ARENA(a, n, double);
  w->reaction = CAT_ARENA(a, nbearing + 1, double);
  bool ok = w->at && w->statics && w->slope[0] && w->slope[1] && w->reaction;
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

CatStatus cat_bridge_watch_new(CatArena *a, const CatBridge *bridge, const double at[2],
                               CatBridgeWatch *out) {
  int n = bridge->n;
  CatShapes line, *shapes = &line;
  CAT_TRY(cat_bridge_track(a, bridge, at[1], &line));
  *out = (CatBridgeWatch){.x = at[0]};
  CAT_TRY(reserve(a, n, bridge->nbearing, out));
  cat_shapes_at(shapes, shapes->x[0], NULL, out->slope[0]);
  cat_shapes_at(shapes, shapes->x[shapes->stations - 1], NULL, out->slope[1]);
  cat_shapes_at(shapes, at[0], out->at, NULL);
  for (int i = 0; i < n; i++) out->statics[i] = out->at[i] / (bridge->omega[i] * bridge->omega[i]);
  return CAT_OK;
}

static void spread(const CatTrackDeck *t, double x, double *b, double *slope) {
  CatTrackPlace place;
  if (!cat_track_place(t, CAT_TRACK_DECK, x, &place)) return;
  for (int i = 0; i < 4; i++) {
    if (place.dof[i] < 0) continue;
    if (b) b[place.dof[i]] = place.b[i];
    if (slope) slope[place.dof[i]] = place.slope[i];
  }
}

CatStatus cat_bridge_watch_layer(CatArena *a, const CatBridgeSim *c, double x,
                                 CatBridgeWatch *out) {
  const CatTrackDeck *t = &c->layer.track;
  const CatStructure *s = c->structure;
  CatStatics K;
  *out = (CatBridgeWatch){.x = x};
  CAT_TRY(reserve(a, s->n, 0, out));
  spread(t, 0, NULL, out->slope[0]), spread(t, c->bridge->length, NULL, out->slope[1]);
  spread(t, x, out->at, NULL), spread(t, x, out->statics, NULL);
  CAT_TRY(s->ops->statics(s, a, &K));
  K.solve(K.self, out->statics);
  return CAT_OK;
}

// Static response to the wheels, less what the deck's mass takes or gives: bearing r feels
// p eta_r(x) of a wheel, and the momentum of each mode.
static void find_reactions(CatBridgeWatch *w, const CatBridgeSim *c) {
  const CatBridge *b = c->bridge;
  for (int r = 0; r < b->nbearing; r++) {
    double sum = cat_dot(b->n, b->bearing[r].momentum, c->a);
    for (int i = 0; i < c->ncontact; i++) {
      const CatContact *k = &c->sim->contact[i];
      if (k->seat->port.n > 0) sum += k->force * cat_bearing_influence(b, r, k->x);
    }
    w->reaction[r] = sum;
  }
}

void cat_bridge_watch_motion(CatBridgeWatch *w, const CatBridgeSim *c) {
  w->now.deflection = -cat_dot(w->n, w->at, c->u);
  w->now.acceleration = -cat_dot(w->n, w->at, c->a);
}

void cat_bridge_watch_step(CatBridgeWatch *w, const CatBridgeSim *c) {
  cat_bridge_watch_motion(w, c);
  for (int i = 0; i < 2; i++) w->now.rotation[i] = cat_dot(w->n, w->slope[i], c->u);
  w->now.crawl = 0;
  for (int i = 0; i < c->ncontact; i++) {
    const CatPortVector *p = &c->sim->contact[i].seat->port;
    w->now.crawl += c->weight[i] * cat_port_vector_read(p, w->statics);
  }
  find_reactions(w, c);
}
