#include "run.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "energy.h"
#include "rest/modes.h"
#include "rest/run.h"

//------------------------------------------------------------------------------- set-up

// Mean force that is to be met, at a speed in km/h; 0: none.
static double target_of(const CatTrainPantograph *p, double speed) {
  static const double least[] = {0, 70, 110, 140};  // [N], by CatCurrent; EN 50367
  return p->en50367 ? 0.00097 * speed * speed + least[p->en50367] : p->target;
}

static void plan(CatTrain *r) {
  const CatTrainSpec *s = r->spec;
  const double *mast = r->m->mast;
  int last = r->m->nspan;
  double end = mast[last], half = (end - mast[last - 1]) / 2;
  double to = s->run.to > 0 ? s->run.to : end - half;  // the anchored end is hard
  r->steps = (long)floor((to - s->run.from) / s->run.speed / s->time.step);
  for (int i = 0; i < s->npantograph; i++) {
    r->target[i] = target_of(&s->pantograph[i], 3.6 * s->run.speed);
    r->static_force[i] = s->pantograph[i].body.static_force;
    if (r->target[i] > 0 && r->static_force[i] == 0) r->static_force[i] = r->target[i];
  }
}

static CatStatus prepare(CatTrain *r) {
  double begin = cat_clock_now();
  CAT_TRY(cat_line_model_new(r->ctx, &r->spec->line, &r->m));
  CAT_TRY(cat_rest_find(r->ctx, r->input, r->m, &r->at_rest, &r->rest));
  r->rest_seconds = cat_clock_now() - begin;
  begin = cat_clock_now();
  CAT_TRY(cat_coupled_new(r->ctx, r->spec, r->m, r->at_rest, &r->c));
  r->offline_seconds = cat_clock_now() - begin;
  return cat_train_plan(r);
}

CatStatus cat_train_plan(CatTrain *r) {
  plan(r);
  r->step_seconds = CAT_ARENA(cat_record_arena(r->rec), (size_t)r->steps + 1, float);
  if (!r->step_seconds) return CAT_ERR_MEMORY;
  CAT_TRY(cat_train_tables(r));
  return cat_observed_new(r->rec, r->c, r->steps, &r->seen);
}

//------------------------------------------------------------------------------- march

// One step, timed; the account of energy is not part of that time.
static CatStatus step(CatTrain *r) {
  CatEnergy *account = r->c->energy;
  r->c->energy = NULL;
  if (account) cat_energy_before(account);
  double begin = cat_clock_now();
  CatStatus status = cat_coupled_step(r->c);
  double seconds = cat_clock_now() - begin;
  r->step_seconds[r->done] = (float)seconds;
  r->seconds += seconds;
  if (account && !status) cat_energy_after(account);
  r->c->energy = account;
  return status;
}

// One run with the present static forces.
static CatStatus march(CatTrain *r) {
  enum { BUNDLE = 32 };
  r->seconds = 0;
  r->table->n = 0;
  r->done = 0;
  cat_observed_forget(&r->seen, r->c);
  CAT_TRY(cat_coupled_start(r->c, r->static_force));
  cat_observed_record(r->c, r->row, r->table);
  while (r->done < r->steps) {
    for (int i = 0; i < BUNDLE && r->done < r->steps; i++, r->done++) {
      cat_context_time(r->ctx, r->c->t);
      CAT_TRY(step(r));
      cat_observed_step(&r->seen, r->c);
      cat_observed_record(r->c, r->row, r->table);
    }
    cat_progress(r->ctx, (double)r->done / (double)r->steps, r->c->t);
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

static CatStatus march_and_measure(CatTrain *r) {
  CAT_TRY(march(r));
  CAT_TRY(cat_train_measure(r));
  return check_contact(r);
}

static CatStatus tune(CatTrain *r) {
  enum { RUNS = 8 };
  for (r->tuning = 1; r->tuning <= RUNS; r->tuning++) {
    double used[CAT_CONTACTS];
    memcpy(used, r->static_force, sizeof used);
    CAT_TRY(march_and_measure(r));
    if (!retune(r)) {
      memcpy(r->static_force, used, sizeof used);
      return CAT_OK;
    }
  }
  return CAT_FAIL(r->ctx, CAT_ERR_DIVERGED, "the mean force was not met within 0.1 N in %d runs",
                  RUNS);
}

// The account of energy is kept in the last run only: it costs as much as the step.
CatStatus cat_train_march(CatTrain *r) {
  CatEnergy *account = r->c->energy;
  bool asked = false;
  for (int i = 0; i < r->spec->npantograph; i++) asked |= r->target[i] > 0;
  if (!asked) return march_and_measure(r);
  r->c->energy = NULL;
  CatStatus status = tune(r);
  r->c->energy = account;
  if (status || !account) {
    r->c->energy = NULL;
    return status;
  }
  return march_and_measure(r);
}

static CatStatus run(CatTrain *r) {
  CAT_TRY(prepare(r));
  CatStatus status = cat_train_march(r);
  if (status == CAT_OK || status == CAT_ERR_INTERRUPTED || status == CAT_ERR_DIVERGED) {
    if (status) CAT_TRY(cat_train_measure(r));
    CAT_TRY(cat_train_show(r));
  }
  return status ? status : cat_train_sweep(r);
}

CatStatus cat_train_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  CatTrain r = {.ctx = ctx, .input = spec, .spec = cat_spec_values(spec), .rec = rec};
  CatStatus status = run(&r);
  cat_context_time(ctx, NAN);
  cat_coupled_free(r.c);
  cat_configuration_free(r.at_rest);
  cat_line_model_free(r.m);
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
