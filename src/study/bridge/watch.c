#include "watch.h"

#include <math.h>

#include "linalg/dense.h"

double cat_bridge_point(const CatBridgeSpec *s) {
  return s->measure.nat > 0 ? s->measure.at[0] : s->bridge.length / 2;
}

CatStatus cat_bridge_watch_new(CatArena *a, const CatBridge *bridge, const double at[2],
                               CatBridgeWatch *out) {
  int n = bridge->n;
  CatShapes line, *shapes = &line;
  CAT_TRY(cat_bridge_track(a, bridge, at[1], &line));
  *out = (CatBridgeWatch){.x = at[0],
                          .at = CAT_ARENA(a, n, double),
                          .statics = CAT_ARENA(a, n, double),
                          .slope = {CAT_ARENA(a, n, double), CAT_ARENA(a, n, double)},
                          .reaction = CAT_ARENA(a, bridge->nbearing + 1, double)};
  if (!out->at || !out->statics || !out->slope[0] || !out->slope[1] || !out->reaction) {
    return CAT_ERR_MEMORY;
  }
  cat_shapes_at(shapes, shapes->x[0], out->statics, out->slope[0]);
  cat_shapes_at(shapes, shapes->x[shapes->stations - 1], out->statics, out->slope[1]);
  cat_shapes_at(shapes, at[0], out->at, NULL);
  for (int i = 0; i < n; i++) out->statics[i] = out->at[i] / (bridge->omega[i] * bridge->omega[i]);
  return CAT_OK;
}

// Static response to the wheels, less what the deck's mass takes or gives: bearing r feels
// p eta_r(x) of a wheel, and the momentum of each mode.
static void find_reactions(CatBridgeWatch *w, const CatBridgeSim *c) {
  const CatBridge *b = c->bridge;
  for (int r = 0; r < b->nbearing; r++) {
    double sum = cat_dot(b->n, b->bearing[r].momentum, c->structure.a);
    for (int i = 0; i < c->ncontact; i++) {
      const CatContact *k = &c->sim->contact[i];
      if (k->seat->port.n > 0) sum += k->force * cat_bearing_influence(b, r, k->x);
    }
    w->reaction[r] = sum;
  }
}

void cat_bridge_watch_motion(CatBridgeWatch *w, const CatBridgeSim *c) {
  const CatOscillators *s = &c->structure;
  w->now.deflection = -cat_dot(c->bridge->n, w->at, s->u);
  w->now.acceleration = -cat_dot(c->bridge->n, w->at, s->a);
}

void cat_bridge_watch_step(CatBridgeWatch *w, const CatBridgeSim *c) {
  int n = c->bridge->n;
  cat_bridge_watch_motion(w, c);
  for (int i = 0; i < 2; i++) w->now.rotation[i] = cat_dot(n, w->slope[i], c->structure.u);
  w->now.crawl = 0;
  for (int i = 0; i < c->ncontact; i++) {
    const CatPortVector *p = &c->sim->contact[i].seat->port;
    w->now.crawl += c->weight[i] * cat_dot(p->n, p->b, w->statics);
  }
  find_reactions(w, c);
}
