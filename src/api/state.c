// The state of a simulation as bytes that say what they belong to: a header, then what was set,
// then the state of the simulation itself.
#include <string.h>

#include "simulation.h"
#include "stamp.h"

enum { FORMAT = 2 };

//------------------------------------------------------------------------------- identity

// Where the pantographs come from, and the room that their states take.
static void hash_arrangement(CatSimulation *sim, char text[CAT_HASH_TEXT]) {
  CatHash hash = cat_hash_new();
  for (int i = 0; i < cat_model_pantographs(sim->model); i++) {
    const CatSimulated *p = &sim->pantograph[i];
    cat_hash_add_number(&hash, (double)p->source);
    cat_hash_add_text(&hash, p->callbacks.name ? p->callbacks.name : "");
    cat_hash_add_number(&hash, (double)p->callbacks.state_bytes);
  }
  cat_hash_end_text(&hash, text);
}

//------------------------------------------------------------------------------- content

static void snapshot_set(CatSimulation *sim, CatSnapshot *to) {
  CatTrain *r = &sim->r;
  CatDrive *d = &r->line.c->drive;
  CAT_SNAPSHOT(to, d->set);
  CAT_SNAPSHOT(to, d->since);
  CAT_SNAPSHOT(to, d->from);
  CAT_SNAPSHOT(to, d->speed);
  CAT_SNAPSHOT(to, r->done);
  CAT_SNAPSHOT_ARRAY(to, r->static_force, r->spec->npantograph);
}

static size_t content_size(CatSimulation *sim, size_t *set) {
  CatSnapshot measure = {.mode = CAT_SNAPSHOT_MEASURE};
  snapshot_set(sim, &measure);
  *set = measure.used;
  return measure.used + cat_sim_state_size(sim->r.line.c->sim);
}

size_t cat_simulation_state_size(CatSimulation *sim) {
  size_t set;
  return sim && sim->saves ? sizeof(CatStamp) + content_size(sim, &set) : 0;
}

static CatStatus check_size(CatSimulation *sim, size_t size) {
  size_t expected = cat_simulation_state_size(sim);
  if (expected == 0) {
    return CAT_FAIL(sim->ctx, CAT_ERR_ARG, "a pantograph of this simulation cannot be saved");
  }
  if (size == expected) return CAT_OK;
  return CAT_FAIL(sim->ctx, CAT_ERR_ARG, "a state of %zu bytes: expected %zu", size, expected);
}

static CatStamp stamp_of(CatSimulation *sim) {
  CatStamp s = cat_stamp_new("CATSTATE", FORMAT);
  memcpy(s.model, sim->model->hash, sizeof s.model);
  hash_arrangement(sim, s.arrangement);
  return s;
}

//------------------------------------------------------------------------------- save, restore

CatStatus cat_simulation_save(CatSimulation *sim, void *state, size_t size) {
  size_t set;
  if (!sim || !state) return CAT_ERR_ARG;
  CAT_TRY(cat_simulation_check(sim));
  CAT_TRY(check_size(sim, size));
  CatStamp stamp = stamp_of(sim);
  unsigned char *content = (unsigned char *)state + sizeof stamp;
  size_t bytes = content_size(sim, &set);
  bool before = sim->busy;
  sim->busy = true;
  snapshot_set(sim, &(CatSnapshot){.mode = CAT_SNAPSHOT_SAVE, .bytes = content});
  cat_sim_save(sim->r.line.c->sim, content + set);
  sim->busy = before;
  cat_stamp_seal(&stamp, content, bytes);
  memcpy(state, &stamp, sizeof stamp);
  return CAT_OK;
}

static CatStatus check_state(CatSimulation *sim, const void *state, size_t size) {
  static const CatStampNames names = {"the state was not restored", "the state of a simulation",
                                      "model"};
  CatStamp own = stamp_of(sim);
  CAT_TRY(cat_stamp_check(sim->ctx, &names, &own, state, size));
  CAT_TRY(check_size(sim, size));
  return cat_stamp_check_sum(sim->ctx, &names, state, size);
}

CatStatus cat_simulation_restore(CatSimulation *sim, const void *state, size_t size) {
  size_t set;
  if (!sim || !state) return CAT_ERR_ARG;
  CAT_TRY(cat_simulation_check_idle(sim));
  CAT_TRY(check_state(sim, state, size));
  if (sim->phase != CAT_PHASE_RUNNING) CAT_TRY(cat_simulation_start(sim));
  union {  // restoring only reads the bytes
    const void *in;
    unsigned char *bytes;
  } from = {.in = state};
  unsigned char *content = from.bytes + sizeof(CatStamp);
  content_size(sim, &set);
  sim->busy = true;
  snapshot_set(sim, &(CatSnapshot){.mode = CAT_SNAPSHOT_RESTORE, .bytes = content});
  cat_sim_restore(sim->r.line.c->sim, content + set);
  sim->busy = false;
  sim->fields.at = sim->fields.rates_at = -1;
  cat_train_plan(&sim->r);
  return cat_simulation_begin_record(sim);
}
