#include "run.h"

#include <math.h>
#include <string.h>

#include "rest/modes.h"
#include "rest/run.h"

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

// One run with the present static forces; with a ledger or without (NULL).
static CatStatus march(CatTrain *r, CatLedger *ledger) {
  CAT_TRY(cat_train_begin(r, ledger));
  CAT_TRY(cat_train_march(r, r->steps));
  CAT_TRY(cat_train_measure(r));
  return cat_train_check_contact(r);
}

// The last of the runs is the result. Most need two: the first keeps no ledger, and is done again
// with one if it should happen to be the last.
static CatStatus tune(CatTrain *r) {
  enum { RUNS = 8 };
  size_t bytes = (size_t)r->spec->npantograph * sizeof *r->used;
  for (r->tuning = 1; r->tuning <= RUNS; r->tuning++) {
    memcpy(r->used, r->static_force, bytes);
    cat_stage(r->ctx, "tuning %d of at most %d", r->tuning, RUNS);
    CAT_TRY(march(r, r->tuning > 1 ? r->ledger : NULL));
    if (!retune(r)) {
      memcpy(r->static_force, r->used, bytes);
      if (r->booked == r->ledger) return CAT_OK;
      cat_stage(r->ctx, "run");
      return march(r, r->ledger);
    }
  }
  return CAT_FAIL(r->ctx, CAT_ERR_DIVERGED, "the mean force was not met within 0.1 N in %d runs",
                  RUNS);
}

static CatStatus march_all(CatTrain *r) {
  for (int i = 0; i < r->spec->npantograph; i++) {
    if (r->target[i] > 0) return tune(r);
  }
  cat_stage(r->ctx, "run");
  return march(r, r->ledger);
}

static CatStatus run(CatTrain *r) {
  CAT_TRY(cat_line_case_build(r->ctx, r->input, &r->line));
  CAT_TRY(cat_train_prepare(r));
  CAT_TRY(cat_train_record(r, r->rec));
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
