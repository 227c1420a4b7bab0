#include "checkpoint.h"

#include <string.h>

#include "base/clock.h"
#include "record/hash.h"
#include "run.h"

//------------------------------------------------------------------------------- content

// Which march of the run it is.
typedef struct March {
  char model[CAT_HASH_TEXT + 7];  // the line at rest, and the pantographs under it
  long steps;
  long tuning, repeated, booked;
} March;

static void find_model(const CatTrain *r, char model[CAT_HASH_TEXT]) {
  const CatConfiguration *rest = r->line.at_rest;
  const CatLineModel *m = r->line.m;
  CatHash hash = cat_hash_new();
  cat_hash_add(&hash, rest->q, (size_t)m->nnode * sizeof *rest->q);
  cat_hash_add(&hash, rest->cable, (size_t)m->ncable * sizeof *rest->cable);
  cat_hash_add(&hash, rest->dropper, (size_t)m->ndropper * sizeof *rest->dropper);
  cat_hash_add_number(&hash, r->spec->run.speed);
  cat_hash_add_number(&hash, r->spec->time.step);
  cat_hash_add_number(&hash, (double)cat_sim_state_size(r->line.c->sim));
  cat_hash_end_text(&hash, model);
}

static void march_snapshot(CatTrain *r, March *m, CatSnapshot *to) {
  CAT_SNAPSHOT(to, *m);
  CAT_SNAPSHOT_ARRAY(to, r->static_force, r->spec->npantograph);
}

static void snapshot(CatTrain *r, CatSnapshot *to) {
  CatSim *sim = r->line.c->sim;
  CAT_SNAPSHOT(to, r->done);
  CAT_SNAPSHOT(to, r->halved);
  CAT_SNAPSHOT(to, r->finest);
  CAT_SNAPSHOT(to, r->seconds);
  CAT_SNAPSHOT(to, r->tuned_seconds);
  CAT_SNAPSHOT(to, r->ledger_seconds);
  CAT_SNAPSHOT_ARRAY(to, r->step_seconds, r->done);
  cat_table_snapshot(r->table, to);
  cat_observed_snapshot(&r->seen, to);
  cat_frame_monitor_snapshot(&r->frames, to);
  if (r->booked) cat_ledger_snapshot(r->booked, to);
  if (to->mode == CAT_SNAPSHOT_SAVE) cat_sim_save(sim, to->bytes + to->used);
  if (to->mode == CAT_SNAPSHOT_RESTORE) cat_sim_restore(sim, to->bytes + to->used);
  to->used += cat_sim_state_size(sim);
}

//------------------------------------------------------------------------------- save

static CatStatus save(CatTrain *r) {
  March m = {
      .steps = r->steps, .tuning = r->tuning, .repeated = r->repeated, .booked = r->booked != NULL};
  CatSnapshot measure = {.mode = CAT_SNAPSHOT_MEASURE};
  find_model(r, m.model);
  march_snapshot(r, &m, &measure);
  snapshot(r, &measure);
  unsigned char *bytes = cat_alloc(r->ctx, measure.used, 1);
  if (!bytes) return CAT_ERR_MEMORY;
  CatSnapshot to = {.mode = CAT_SNAPSHOT_SAVE, .bytes = bytes};
  march_snapshot(r, &m, &to);
  snapshot(r, &to);
  CatStatus status = r->keep->write(r->keep->self, bytes, to.used);
  cat_free(r->ctx, bytes);
  return status;
}

CatStatus cat_train_keep(CatTrain *r, bool now) {
  if (!r->keep || !r->keep->write || !r->rec || r->done == 0) return CAT_OK;
  double t = cat_clock_now();
  if (!now && t - r->kept < r->keep->every) return CAT_OK;
  CAT_TRY(save(r));
  r->kept = cat_clock_now();
  return CAT_OK;
}

//------------------------------------------------------------------------------- resume

// Restoring only reads the bytes.
static CatSnapshot reader(const CatKeep *keep) {
  union {
    const void *in;
    unsigned char *bytes;
  } from = {.in = keep->from};
  return (CatSnapshot){.mode = CAT_SNAPSHOT_RESTORE, .bytes = from.bytes};
}

#define REFUSE(ctx, ...) CAT_FAIL(ctx, CAT_ERR_INPUT, "the run is not resumed: " __VA_ARGS__)

CatStatus cat_train_resume_march(CatTrain *r) {
  if (!r->keep || !r->keep->from) return CAT_OK;
  March m = {.steps = 0};
  char model[CAT_HASH_TEXT];
  CatSnapshot from = reader(r->keep);
  find_model(r, model);
  if (r->keep->size >= sizeof m) CAT_SNAPSHOT(&from, m);
  if (memcmp(m.model, model, sizeof model) != 0 || m.steps != r->steps) {
    return REFUSE(r->ctx, "the checkpoint is of another line or train");
  }
  CAT_SNAPSHOT_ARRAY(&from, r->static_force, r->spec->npantograph);
  r->tuning = (int)m.tuning;
  r->repeated = m.repeated;
  r->resume = r->keep;
  return CAT_OK;
}

// The stamp of the file vouches for its bytes, and the model for their meaning.
CatStatus cat_train_resume_step(CatTrain *r) {
  const CatKeep *keep = r->resume;
  if (!keep) return CAT_OK;
  r->resume = NULL;
  March m = {.steps = 0};
  CatSnapshot from = reader(keep);
  march_snapshot(r, &m, &from);
  if ((m.booked != 0) != (r->booked != NULL)) {
    return REFUSE(r->ctx, "the checkpoint keeps %s account of energy", m.booked ? "an" : "no");
  }
  snapshot(r, &from);
  cat_stage(r->ctx, "resumed at step %ld of %ld", r->done, r->steps);
  return CAT_OK;
}
