// One crossing, step by step.
#include <math.h>

#include "base/clock.h"
#include "run.h"

static void note(CatBridgeRun *r) {
  CatCrossing *x = &r->crossing;
  const CatBridgeNow *now = &r->watch.now;
  double t = r->c->sim->t;
  int wheels = 0;
  if (now->deflection > x->highest.value) x->highest = (CatExtreme){now->deflection, t};
  if (now->deflection < x->lowest.value) x->lowest = (CatExtreme){now->deflection, t};
  x->crawl = fmax(x->crawl, fabs(now->crawl));
  for (int i = 0; i < r->bridge.nbearing; i++) {
    x->reaction[i] = fmax(x->reaction[i], r->watch.reaction[i]);
  }
  for (int i = 0; i < r->c->ncontact; i++) {
    double force = r->c->sim->contact[i].force, weight = r->c->weight[i];
    x->force_min = fmin(x->force_min, force);
    x->force_max = fmax(x->force_max, force);
    if (weight > 0) x->unloading = fmax(x->unloading, 1 - force / weight);
    wheels += r->c->sim->contact[i].seat->port.n > 0;
  }
  if (wheels > x->wheels) x->wheels = wheels;
}

static CatStatus begin(CatBridgeRun *r) {
  CatCrossing *x = &r->crossing;
  CatBridgeTraffic all = cat_bridge_traffic(r->spec);
  CAT_TRY(cat_bridge_sim_new(r->ctx, r->spec, &r->bridge, &all, &r->c));
  if (r->spec->track.given) {
    CAT_TRY(cat_bridge_watch_layer(r->arena, r->c, cat_bridge_point(r->spec), &r->watch));
  }
  r->steps = (long)ceil(r->c->duration / r->spec->time.step - 1e-9);
  *x = (CatCrossing){.force_min = INFINITY, .force_max = -INFINITY};
  x->reaction = CAT_ARENA(r->arena, r->bridge.nbearing + 1, double);
  if (!x->reaction) return CAT_ERR_MEMORY;
  CAT_TRY(cat_bridge_cross_tables(r));
  CAT_TRY(cat_bridge_scene(r));
  if (r->spec->measure.energy) CAT_TRY(cat_ledger_new(r->arena, r->c->sim, NULL, &r->ledger));
  CAT_TRY(cat_bridge_sim_start(r->c));
  if (r->ledger) cat_ledger_start(r->ledger);
  return CAT_OK;
}

static void look(CatBridgeRun *r) {
  cat_bridge_watch_step(&r->watch, r->c);
  note(r);
  cat_bridge_cross_row(r);
}

static CatStatus step(CatBridgeRun *r) {
  cat_context_time(r->ctx, r->c->sim->t);
  if (r->ledger) cat_ledger_before(r->ledger);
  double begin = cat_clock_now();
  CAT_TRY(cat_sim_step(r->c->sim));
  r->seconds += cat_clock_now() - begin;
  if (r->ledger) cat_ledger_after(r->ledger);
  look(r);
  cat_frame_monitor_step(&r->frames, r->c->sim);
  return CAT_OK;
}

static CatStatus march(CatBridgeRun *r) {
  enum { BUNDLE = 64 };
  look(r);
  cat_frame_monitor_begin(&r->frames, r->c->sim);
  for (long i = 0; i < r->steps; i++) {
    CAT_TRY(step(r));
    if (i % BUNDLE) continue;
    cat_progress(r->ctx, (double)i / (double)r->steps, r->c->sim->t);
    if (cat_stop_asked(r->ctx)) {
      return CAT_FAIL(r->ctx, CAT_ERR_INTERRUPTED, "stopped after %ld of %ld steps", i, r->steps);
    }
  }
  return CAT_OK;
}

static double largest(const CatChannel *c, size_t n) {
  double most = 0;
  for (size_t i = 0; i < n; i++) most = fmax(most, fabs(c->data[i]));
  return most;
}

// Accelerations as the table has them, the last channels those of the cars; the deck's filtered
// beside it.
static CatStatus filter(CatBridgeRun *r) {
  const CatTable *t = r->table;
  const CatChannel *raw = cat_table_channel(t, "acceleration");
  const CatChannel *smooth = cat_table_channel(t, "acceleration_filtered");
  r->crossing.acceleration_raw = largest(raw, t->n);
  for (int i = t->nchannel - 3 * r->c->ncar; i < t->nchannel; i++) {
    r->crossing.body = fmax(r->crossing.body, largest(&t->channel[i], t->n));
  }
  return cat_bridge_largest(r, raw->data, t->n, smooth->data, &r->crossing.acceleration);
}

CatStatus cat_bridge_cross(CatBridgeRun *r) {
  CAT_TRY(begin(r));
  CatStatus status = march(r);
  if (status && status != CAT_ERR_INTERRUPTED && status != CAT_ERR_DIVERGED) return status;
  CAT_TRY(filter(r));
  return status;
}
