// Running a case: the record is made here, filled by the kind, and marked by how the run ended.
#include "run.h"
#include "base/newest_error.h"
#include "base/options.h"
#include "case.h"
#include "checkpoint.h"
#include "kinds.h"
#include "lacks.h"

typedef struct Task {
  CatKindJob job;  // NULL: the real-time loop
  CatKindLoop loop;
  const CatRtOptions *rt;  // of the loop
  CatKindKept kept;        // with checkpoints
  const CatKeep *keep;
} Task;

// Why the run ended early, as the user reads it: the newest of the errors.
static CatStatus mark(CatContext *ctx, CatRecord *rec, CatRunStatus how, CatStatus why) {
  char text[1024];
  const CatError *error = cat_context_newest(ctx);
  const char *message = error ? cat_error_text(error, text, sizeof text) : cat_status_text(why);
  char *kept = cat_record_textf(rec, "%s", message);
  if (!kept) return CAT_ERR_MEMORY;
  cat_record_set_status(rec, how, kept);
  cat_record_drop_verdicts(rec);
  return why;
}

// A result that holds a NaN is not one: the run counts as failed, whatever the solver thought.
static CatStatus check_values(CatContext *ctx, CatRecord *rec) {
  CAT_TRY(cat_record_ok(rec));
  const char *bad = cat_record_bad_value(rec);
  if (!bad) return CAT_OK;
  return CAT_FAIL(ctx, CAT_ERR_DIVERGED, "the result is not a finite number: %s", bad);
}

// Neither is one in which energy appears or vanishes: the ledger of every kind is judged here.
static CatStatus check_balance(CatContext *ctx, const CatRecord *rec) {
  double share = cat_record_imbalance(rec);
  if (share <= CAT_IMBALANCE_MAX) return CAT_OK;
  return CAT_FAIL(ctx, CAT_ERR_DIVERGED,
                  "the account of energy does not close: %.2g of what passed through the run is "
                  "left over, expected at most %g; %s",
                  share, CAT_IMBALANCE_MAX, cat_record_remedy(rec));
}

CatStatus cat_run_end(CatContext *ctx, CatRecord *rec, CatStatus status) {
  if (status == CAT_OK) status = check_values(ctx, rec);
  if (status == CAT_OK) status = check_balance(ctx, rec);
  switch (status) {
  case CAT_OK: cat_record_set_status(rec, CAT_RUN_OK, ""); return CAT_OK;
  case CAT_ERR_INTERRUPTED: return mark(ctx, rec, CAT_RUN_INTERRUPTED, status);
  case CAT_ERR_DIVERGED:
  case CAT_ERR_SINGULAR: return mark(ctx, rec, CAT_RUN_FAILED, status);
  default: return status;
  }
}

static CatStatus run_task(CatContext *ctx, const Task *task, const CatSpec *spec, CatRecord *rec) {
  CatStatus status = CAT_ERR_INTERNAL;
  if (task->job) status = task->job(ctx, spec, rec);
  if (task->loop) status = task->loop(ctx, spec, task->rt, rec);
  if (task->kept) status = task->kept(ctx, spec, task->keep, rec);
  return cat_run_end(ctx, rec, status);
}

bool cat_run_leaves_record(CatStatus status) {
  return status == CAT_OK || status == CAT_ERR_INTERRUPTED || status == CAT_ERR_DIVERGED ||
         status == CAT_ERR_SINGULAR;
}

static CatStatus run_recorded(CatContext *ctx, Task task, const CatCase *c, CatRecord **out) {
  *out = NULL;
  CatRecord *rec = cat_record_new(ctx);
  if (!rec) return CAT_ERR_MEMORY;
  char origin[CAT_HASH_TEXT];
  CatStatus status = cat_case_hash(ctx, c, origin);
  if (status == CAT_OK) {
    cat_record_set_origin(rec, origin);
    status = run_task(ctx, &task, c->spec, rec);
  }
  if (cat_run_leaves_record(status)) {
    *out = rec;
  } else {
    cat_record_free(rec);
  }
  return status;
}

static bool has_rest(const CatKindRow *row) {
  return row->rest;
}

static bool has_modes(const CatKindRow *row) {
  return row->modes;
}

static bool has_rt(const CatKindRow *row) {
  return row->rt;
}

static bool has_kept(const CatKindRow *row) {
  return row->kept;
}

static CatStatus check_arguments(CatContext *ctx, const CatCase *c, CatRecord **out) {
  if (!ctx || !out) return CAT_ERR_ARG;
  *out = NULL;
  return c ? CAT_OK : CAT_FAIL(ctx, CAT_ERR_ARG, "there is no case to run");
}

CatStatus cat_case_run(CatContext *ctx, const CatCase *c, CatRecord **out) {
  CAT_TRY(check_arguments(ctx, c, out));
  const CatKindRow *row = cat_kind_row(cat_case_kind(c));
  if (!row) {
    return CAT_FAIL(ctx, CAT_ERR_INTERNAL, "no solver for the kind '%s'", cat_case_kind(c));
  }
  return run_recorded(ctx, (Task){.job = row->run}, c, out);
}

bool cat_case_keeps(const CatCase *c) {
  const CatKindRow *row = c ? cat_kind_row(cat_case_kind(c)) : NULL;
  return row && row->kept;
}

static CatStatus run_kept(CatContext *ctx, const CatCase *c, const CatRunOptions *o,
                          CatRecord **out) {
  CatCheckpoint file;
  CatStatus status = cat_checkpoint_open(ctx, c, o, &file);
  Task task = {.kept = cat_kind_row(cat_case_kind(c))->kept, .keep = &file.keep};
  if (status == CAT_OK) status = run_recorded(ctx, task, c, out);
  cat_checkpoint_close(&file);
  return status;
}

CatStatus cat_case_run_kept(CatContext *ctx, const CatCase *c, const CatRunOptions *options,
                            CatRecord **out) {
  CatRunOptions o = {0};
  CAT_TRY(check_arguments(ctx, c, out));
  CAT_TRY(cat_options_take(ctx, "CatRunOptions", options, &o, sizeof o));
  if (!o.checkpoint && !o.resume) return cat_case_run(ctx, c, out);
  if (!o.checkpoint) return CAT_FAIL(ctx, CAT_ERR_ARG, "no folder to resume from");
  if (!(o.every >= 0)) {
    return CAT_FAIL(ctx, CAT_ERR_ARG, "a checkpoint every %g s: expected at least 0 s", o.every);
  }
  if (cat_case_keeps(c)) return run_kept(ctx, c, &o, out);
  return cat_case_lacks(ctx, c, has_kept, "has no runs with checkpoints");
}

CatStatus cat_case_modes(CatContext *ctx, const CatCase *c, CatRecord **out) {
  CAT_TRY(check_arguments(ctx, c, out));
  const CatKindRow *row = cat_kind_row(cat_case_kind(c));
  if (!row || !row->modes) {
    return cat_case_lacks(ctx, c, has_modes, "has no natural modes");
  }
  return run_recorded(ctx, (Task){.job = row->modes}, c, out);
}

CatStatus cat_case_rest(CatContext *ctx, const CatCase *c, CatRecord **out) {
  CAT_TRY(check_arguments(ctx, c, out));
  const CatKindRow *row = cat_kind_row(cat_case_kind(c));
  if (!row || !row->rest) {
    return cat_case_lacks(ctx, c, has_rest, "holds no line");
  }
  return run_recorded(ctx, (Task){.job = row->rest}, c, out);
}

CatStatus cat_case_rt(CatContext *ctx, const CatCase *c, const CatRtOptions *options,
                      CatRecord **out) {
  CatRtOptions o = cat_rt_options_default();
  CAT_TRY(check_arguments(ctx, c, out));
  CAT_TRY(cat_options_take(ctx, "CatRtOptions", options, &o, sizeof o));
  const CatKindRow *row = cat_kind_row(cat_case_kind(c));
  if (!row || !row->rt) {
    return cat_case_lacks(ctx, c, has_rt, "has no pantographs to be replaced by a rig");
  }
  return run_recorded(ctx, (Task){.loop = row->rt, .rt = &o}, c, out);
}

int cat_record_failed_verdicts(const CatRecord *rec) {
  int failed = 0;
  for (int i = 0; i < cat_record_verdicts(rec); i++) {
    failed += cat_record_verdict_at(rec, i)->result == CAT_VERDICT_FAIL;
  }
  return failed;
}
