#include "run.h"

#include <math.h>
#include <string.h>

#include "base/c_locale.h"
#include "base/clock.h"
#include "explicit_step.h"
#include "post/verdict.h"
#include "rest/modes.h"
#include "rest/run.h"
#include "uncertainty.h"

// Moves each static force by what its mean force misses; the mean follows it almost one to one.
static bool retune(CatTrain *r) {
  bool again = false;
  for (int i = 0; i < r->spec->npantograph; i++) {
    double miss = r->target[i] > 0 ? r->target[i] - r->measure[i].force.mean : 0;
    r->static_force[i] += miss;
    again |= fabs(miss) > CAT_TUNED_WITHIN;
  }
  return again;
}

// One run with the present static forces; with a ledger or without (NULL).
static CatStatus march(CatTrain *r, CatLedger *ledger) {
  CAT_TRY(cat_train_begin(r, ledger));
  CAT_TRY(cat_train_resume_step(r));
  CAT_TRY(cat_train_march(r, r->steps));
  CAT_TRY(cat_train_measure(r));
  return cat_train_check_contact(r);
}

// The last of the runs is the result. Most need two: the first keeps no ledger, and is done again
// with one if it should happen to be the last.
static CatStatus tune(CatTrain *r) {
  enum { RUNS = 8 };
  size_t bytes = (size_t)r->spec->npantograph * sizeof *r->used;
  if (r->repeated) return march(r, r->ledger);
  for (r->tuning += r->tuning == 0; r->tuning <= RUNS; r->tuning++) {
    memcpy(r->used, r->static_force, bytes);
    cat_stage(r->ctx, "%stuning %d of at most %d", r->trial, r->tuning, RUNS);
    CAT_TRY(march(r, r->tuning > 1 ? r->ledger : NULL));
    if (!retune(r)) {
      memcpy(r->static_force, r->used, bytes);
      if (r->booked == r->ledger) return CAT_OK;
      cat_stage(r->ctx, "%srun", r->trial);
      r->repeated = true;
      return march(r, r->ledger);
    }
  }
  memcpy(r->static_force, r->used, bytes);  // of the last run, which is in the results
  r->tuning = RUNS;
  return CAT_FAIL(r->ctx, CAT_ERR_DIVERGED, "the mean force was not met within 0.1 N in %d runs",
                  RUNS);
}

// A pantograph that is pulled down to meet its mean force is none.
static CatStatus check_tuned(CatTrain *r) {
  const CatTrainSpec *values = cat_spec_values(r->input);
  for (int i = 0; i < r->spec->npantograph; i++) {
    if (r->target[i] <= 0 || r->static_force[i] >= 0) continue;
    const CatTrainPantograph *p = &values->pantograph[i];
    cat_context_time(r->ctx, NAN);
    CatWhere where = cat_spec_where(r->input, p->target > 0 ? (const void *)&p->target
                                                            : (const void *)&p->en50367);
    return CAT_FAIL_AT(
        r->ctx, where.place, where.path,
        "found %g N, which needs a static force of %.3g N, expected a mean force for "
        "which the pantograph is pushed up",
        r->target[i], r->static_force[i]);
  }
  return CAT_OK;
}

CatStatus cat_train_marches(CatTrain *r) {
  r->tuning = 0;
  r->repeated = false;
  CAT_TRY(cat_train_resume_march(r));
  for (int i = 0; i < r->spec->npantograph; i++) {
    if (r->target[i] <= 0) continue;
    CAT_TRY(tune(r));
    return check_tuned(r);
  }
  cat_stage(r->ctx, "%srun", r->trial);
  return march(r, r->ledger);
}

//------------------------------------------------------------------------------- uncertainty

// The further runs are made unasked only if they are soon done.
static CatStatus qualify(CatTrain *r) {
  static const double patience = 20;  // [s]
  const CatTrainSpec *values = cat_spec_values(r->input);
  CatUncertain *u = &r->uncertain;
  double seconds = cat_train_expected_seconds(r);
  bool asked = cat_spec_where(r->input, &values->accuracy).given;
  if (r->spec->accuracy == CAT_ACCURACY_NONE || r->spec->accuracy == 0) {
    *u = (CatUncertain){.mode = "none", .why = "accuracy: none"};
  } else if (!asked && seconds > patience) {
    const char *why = cat_record_textf(
        r->rec, "it would take about %.2g s in all; accuracy: estimate asks for it", seconds);
    *u = (CatUncertain){.mode = "none", .why = why};
    if (!why) return CAT_ERR_MEMORY;
  } else {
    CAT_TRY(cat_train_uncertainty(r));
    u->mode = r->spec->accuracy > 0 ? "target" : "estimate";
  }
  return CAT_OK;
}

// What is to come of a trial, by counting unknowns and steps.
static void say_cost(CatTrain *r) {
  size_t n = strlen(r->trial);
  cat_format(r->trial + n, sizeof r->trial - n, ", about %.2g s: ", cat_train_expected_seconds(r));
}

CatStatus cat_train_whole(CatTrain *r) {
  CAT_TRY(cat_line_case_build(r->ctx, r->input, r->spec, &r->line));
  CAT_TRY(cat_train_prepare(r));
  if (r->trial[0]) say_cost(r);
  CAT_TRY(cat_train_halving_new(r, r->line.own));
  CAT_TRY(cat_train_record(r, r->rec));
  CAT_TRY(cat_explicit_warn(r));
  CatStatus status = cat_train_marches(r);
  if (status == CAT_OK) status = qualify(r);
  if (status == CAT_OK || status == CAT_ERR_INTERRUPTED || status == CAT_ERR_DIVERGED) {
    r->partial = status != CAT_OK;
    if (status) CAT_TRY(cat_train_measure(r));
    CAT_TRY(cat_train_results(r));
    if (status == CAT_OK) status = cat_train_check_created(r);
  }
  return status;
}

CatStatus cat_train_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  return cat_train_run_kept(ctx, spec, NULL, rec);
}

CatStatus cat_train_run_kept(CatContext *ctx, const CatSpec *spec, const CatKeep *keep,
                             CatRecord *rec) {
  CatTrainSpec values = *(const CatTrainSpec *)cat_spec_values(spec);
  CatTrain r = {.ctx = ctx,
                .input = spec,
                .spec = cat_spec_values(spec),
                .rec = rec,
                .keep = keep,
                .kept = cat_clock_now()};
  CatLine unmet = {""};
  if (values.accuracy > 0) {
    CAT_TRY(cat_train_refine(ctx, spec, &values, &unmet));
    r.spec = &values;
  }
  CatStatus status = cat_train_whole(&r);
  cat_context_time(ctx, NAN);
  cat_train_close(&r);
  return status == CAT_OK && unmet.s[0] ? CAT_FAIL(ctx, CAT_ERR_DIVERGED, "%s", unmet.s) : status;
}

CatStatus cat_train_rest(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  const CatTrainSpec *values = cat_spec_values(spec);
  return cat_rest_line(ctx, spec, &values->line, rec);
}

CatStatus cat_train_modes(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  const CatTrainSpec *values = cat_spec_values(spec);
  return cat_line_modes(ctx, spec, &values->line, rec);
}
