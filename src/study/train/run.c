#include "run.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "rest/modes.h"
#include "rest/run.h"
#include "static_force.h"

//------------------------------------------------------------------------------- set-up

static void plan(CatTrain *r) {
  const CatTrainSpec *s = r->spec;
  const double *mast = r->line.m->mast;
  int last = r->line.m->nspan;
  double end = mast[last], half = (end - mast[last - 1]) / 2;
  double to = s->run.to > 0 ? s->run.to : end - half;  // the anchored end is hard
  r->steps = (long)floor(cat_motion_time(&r->line.c->motion, to - s->run.from) / s->time.step);
  for (int i = 0; i < s->npantograph; i++) {
    r->target[i] = cat_train_target(s, &s->pantograph[i]);
    r->static_force[i] = cat_train_static_force(s, &s->pantograph[i]);
  }
}

static CatStatus reserve(CatTrain *r) {
  CatArena *a = cat_record_arena(r->rec);
  int n = r->spec->npantograph;
  r->static_force = CAT_ARENA(a, n, double);
  r->target = CAT_ARENA(a, n, double);
  r->used = CAT_ARENA(a, n, double);
  r->measure = CAT_ARENA(a, n, CatTrainMeasure);
  return r->static_force && r->target && r->used && r->measure ? CAT_OK : CAT_ERR_MEMORY;
}

static CatStatus make_ledger(CatTrain *r) {
  CatLineSim *c = r->line.c;
  if (!r->spec->measure.energy) return CAT_OK;
  return cat_ledger_new(c->arena, c->sim, NULL, &r->ledger);
}

static CatStatus make_monitors(CatTrain *r) {
  CatArena *a = cat_record_arena(r->rec);
  CatObservePlan watch;
  r->step_seconds = CAT_ARENA(a, (size_t)r->steps + 1, float);
  if (!r->step_seconds) return CAT_ERR_MEMORY;
  CAT_TRY(cat_train_tables(r));
  CAT_TRY(cat_train_observe(a, r->line.c, r->steps, &watch));
  CAT_TRY(cat_observed_new(r->rec, r->line.c->sim, &watch, &r->seen));
  return make_ledger(r);
}

static CatStatus prepare(CatTrain *r) {
  CAT_TRY(cat_line_case_build(r->ctx, r->input, &r->line));
  CAT_TRY(reserve(r));
  plan(r);
  return make_monitors(r);
}

//------------------------------------------------------------------------------- march

// One step, timed; the ledger is not part of that time.
static CatStatus step(CatTrain *r, CatLedger *ledger) {
  if (ledger) cat_ledger_before(ledger);
  double begin = cat_clock_now();
  CatStatus status = cat_sim_step(r->line.c->sim);
  double seconds = cat_clock_now() - begin;
  r->step_seconds[r->done] = (float)seconds;
  r->seconds += seconds;
  if (ledger && !status) cat_ledger_after(ledger);
  return status;
}

static CatStatus begin_run(CatTrain *r, CatLedger *ledger) {
  r->seconds = 0;
  r->table->n = 0;
  r->done = 0;
  cat_observed_forget(&r->seen, r->line.c->sim);
  CAT_TRY(cat_line_sim_start(r->line.c, r->static_force));
  if (ledger) cat_ledger_start(ledger);
  cat_observed_record(r->line.c->sim, r->row, r->table);
  return CAT_OK;
}

// One run with the present static forces; with a ledger or without (NULL).
static CatStatus march(CatTrain *r, CatLedger *ledger) {
  enum { BUNDLE = 32 };
  const CatSim *sim = r->line.c->sim;
  CAT_TRY(begin_run(r, ledger));
  while (r->done < r->steps) {
    for (int i = 0; i < BUNDLE && r->done < r->steps; i++, r->done++) {
      cat_context_time(r->ctx, sim->t);
      CAT_TRY(step(r, ledger));
      cat_observed_step(&r->seen, sim);
      cat_observed_record(sim, r->row, r->table);
    }
    cat_progress(r->ctx, (double)r->done / (double)r->steps, sim->t);
    if (r->done < r->steps && cat_stop_asked(r->ctx)) {
      return CAT_FAIL(r->ctx, CAT_ERR_INTERRUPTED, "stopped after %ld of %ld steps", r->done,
                      r->steps);
    }
  }
  return CAT_OK;
}

// Moves each static force by what its mean force misses; the mean follows it almost one to one.
static bool retune(CatTrain *r) {
  bool again = false;
  for (int i = 0; i < r->spec->npantograph; i++) {
    double miss = r->target[i] > 0 ? r->target[i] - r->measure[i].force.mean : 0;
    r->static_force[i] += miss;
    again |= fabs(miss) > 0.1;  // [N]
  }
  return again;
}

static CatStatus check_contact(CatTrain *r) {
  for (int i = 0; i < r->spec->npantograph; i++) {
    if (r->measure[i].force.loss < 100) continue;  // the filter rings, so the raw force
    return CAT_FAIL(r->ctx, CAT_ERR_DIVERGED,
                    "pantograph %d was never in contact while in the window of the statistics",
                    i + 1);
  }
  return CAT_OK;
}

static CatStatus march_and_measure(CatTrain *r, CatLedger *ledger) {
  CAT_TRY(march(r, ledger));
  CAT_TRY(cat_train_measure(r));
  return check_contact(r);
}

static CatStatus tune(CatTrain *r) {
  enum { RUNS = 8 };
  size_t bytes = (size_t)r->spec->npantograph * sizeof *r->used;
  for (r->tuning = 1; r->tuning <= RUNS; r->tuning++) {
    memcpy(r->used, r->static_force, bytes);
    CAT_TRY(march_and_measure(r, NULL));
    if (!retune(r)) {
      memcpy(r->static_force, r->used, bytes);
      return CAT_OK;
    }
  }
  return CAT_FAIL(r->ctx, CAT_ERR_DIVERGED, "the mean force was not met within 0.1 N in %d runs",
                  RUNS);
}

// Tuning runs keep no ledger: it costs more than the steps. The last of them is the result if none
// is wanted.
static CatStatus march_all(CatTrain *r) {
  bool tuned = false;
  for (int i = 0; i < r->spec->npantograph; i++) tuned |= r->target[i] > 0;
  if (tuned) {
    CatLedger *ledger = r->ledger;
    r->ledger = NULL;  // a run that ends while tuning has none to show
    CAT_TRY(tune(r));
    r->ledger = ledger;
    if (!ledger) return CAT_OK;
  }
  return march_and_measure(r, r->ledger);
}

static CatStatus run(CatTrain *r) {
  CAT_TRY(prepare(r));
  CatStatus status = march_all(r);
  if (status == CAT_OK || status == CAT_ERR_INTERRUPTED || status == CAT_ERR_DIVERGED) {
    if (status) CAT_TRY(cat_train_measure(r));
    CAT_TRY(cat_train_results(r));
  }
  return status;
}

CatStatus cat_train_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  CatTrain r = {.ctx = ctx, .input = spec, .spec = cat_spec_values(spec), .rec = rec};
  CatStatus status = run(&r);
  cat_context_time(ctx, NAN);
  cat_line_case_free(&r.line);
  return status;
}

CatStatus cat_train_rest(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  const CatTrainSpec *values = cat_spec_values(spec);
  return cat_rest_line(ctx, spec, &values->line, rec);
}

CatStatus cat_train_modes(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  const CatTrainSpec *values = cat_spec_values(spec);
  return cat_line_modes(ctx, spec, &values->line, rec);
}
