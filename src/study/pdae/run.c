#include "run.h"

#include <math.h>

#include "base/clock.h"

CatDaeOptions cat_pdae_options(const CatPdaeSpec *s) {
  return (CatDaeOptions){
      .method = s->time.method == CAT_PDAE_BDF2 ? CAT_DAE_BDF2 : CAT_DAE_HALF_EXPLICIT,
      .h = s->time.step,
      .smoothing = s->time.smoothing,
      .eta_in_position = s->time.method == CAT_PDAE_HALF_EXPLICIT_PRINTED,
      .localised = s->time.events == CAT_PDAE_LOCALISED,
  };
}

// An explicit step beyond 2/omega_max blows up within a few steps: reported before the run.
static CatStatus check_stability(CatPdaeRun *r) {
  double omega, h = r->spec->time.step;
  if (r->spec->time.method == CAT_PDAE_BDF2) return CAT_OK;
  CAT_TRY(cat_pdae_omega_max(r->ctx, r->m, &omega));
  if (h * omega <= 2) return CAT_OK;
  CatWhere where = cat_spec_where(r->input, &r->spec->time.step);
  return CAT_FAIL_AT(
      r->ctx, where.place, where.path,
      "found %g s, expected at most %.3g s: the half-explicit method is stable up to "
      "2/omega_max, and %s with %d intervals has a frequency of %.5g Hz",
      h, 2 / omega, r->m->ops->name, r->spec->space.intervals,
      omega / (2 * 3.14159265358979323846));
}

static CatStatus prepare(CatPdaeRun *r) {
  const CatPdaeSpec *s = r->spec;
  CAT_TRY(cat_pdae_model_new(r->ctx, s, &r->m));
  CAT_TRY(check_stability(r));
  CatDaeOptions options = cat_pdae_options(s);
  CAT_TRY(cat_dae_new(r->ctx, &r->m->dae, &options, &r->stepper));
  CatDaeState *x = cat_dae_state(r->stepper);
  CAT_TRY(cat_pdae_start(r->ctx, r->input, r->m, x, &r->initial));
  if (r->m->linkage) {
    CAT_TRY(cat_pdae_linkage_velocity(r->ctx, r->input, r->m, r->stepper, &r->initial.v_p2));
  }
  CAT_TRY(cat_pdae_measure_new(r->m, &r->measure));
  CAT_TRY(cat_pdae_record_tables(r));
  CAT_TRY(cat_pdae_record_shape(r, "start", x));
  r->steps = (long)ceil((s->run.to - s->run.from) / s->run.speed / s->time.step - 1e-9);
  return CAT_OK;
}

// Where a linkage was when no step was found.
static CatStatus say_where(CatPdaeRun *r, CatStatus status) {
  const CatDaeState *x = cat_dae_state(r->stepper);
  double condition;
  if (!r->m->linkage || status != CAT_ERR_DIVERGED) return status;
  CAT_TRY(cat_linkage_condition(r->ctx, r->m->linkage, x->q + r->m->panto, &condition));
  return CAT_FAIL(r->ctx, status,
                  "no step of %g s was found with the head of the linkage at %.4g m over its "
                  "drawing's zero, the condition of its joints %.3g and a contact force of %.4g N: "
                  "is it drawn where it works? Else take a smaller time.step",
                  r->spec->time.step, x->q[r->m->height[0]] - r->m->linkage->base, condition,
                  x->lambda[r->spec->ndropper]);
}

static CatStatus step(CatPdaeRun *r, long k) {
  cat_context_time(r->ctx, cat_dae_state(r->stepper)->t);
  CatStatus status = cat_dae_step(r->stepper);
  if (status) return say_where(r, status);
  const CatDaeState *x = cat_dae_state(r->stepper);
  cat_pdae_measure_step(&r->measure, r->stepper, x);
  if (k % r->spec->record.every == 0) cat_pdae_record_row(r, x);
  return CAT_OK;
}

// Near a singular position forces of joints are not determined: it is not run through.
static CatStatus watch_linkage(CatPdaeRun *r, const CatDaeState *x) {
  double condition;
  if (!r->m->linkage) return CAT_OK;
  CAT_TRY(cat_linkage_condition(r->ctx, r->m->linkage, x->q + r->m->panto, &condition));
  r->condition = fmax(r->condition, condition);
  if (condition < CAT_LINKAGE_SINGULAR) return CAT_OK;
  return CAT_FAIL(r->ctx, CAT_ERR_SINGULAR,
                  "the linkage has come to a singular position: the condition of its joints is "
                  "%.2g, expected below %.0g",
                  condition, CAT_LINKAGE_SINGULAR);
}

// Steps in batches; between them progress is reported and a request to stop is answered.
static CatStatus march(CatPdaeRun *r) {
  enum { BUNDLE = 64 };
  CAT_TRY(cat_dae_begin(r->stepper));
  const CatDaeState *x = cat_dae_state(r->stepper);
  cat_pdae_measure_first(&r->measure, x);
  cat_pdae_record_row(r, x);
  CAT_TRY(watch_linkage(r, x));
  for (long k = 1; k <= r->steps;) {
    for (int i = 0; i < BUNDLE && k <= r->steps; i++, k++) CAT_TRY(step(r, k));
    x = cat_dae_state(r->stepper);
    CAT_TRY(watch_linkage(r, x));
    cat_progress(r->ctx, (double)(k - 1) / (double)r->steps, x->t);
    if (k <= r->steps && cat_stop_asked(r->ctx)) {
      return CAT_FAIL(r->ctx, CAT_ERR_INTERRUPTED, "stopped after %ld of %ld steps", k - 1,
                      r->steps);
    }
  }
  return CAT_OK;
}

// A run that did not reach its end is recorded and plotted as far as it came.
static CatStatus finish(CatPdaeRun *r) {
  const CatDaeState *x = cat_dae_state(r->stepper);
  cat_pdae_measure_last(&r->measure, x);
  CAT_TRY(cat_pdae_record_shape(r, "end", x));
  CAT_TRY(cat_pdae_plots(r));
  return cat_pdae_summary(r);
}

CatStatus cat_pdae_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  CatPdaeRun r = {.ctx = ctx, .input = spec, .spec = cat_spec_values(spec), .rec = rec};
  CatStatus status = prepare(&r);
  if (!status) {
    double begin = cat_clock_now();
    status = march(&r);
    r.seconds = cat_clock_now() - begin;
    CatStatus end = finish(&r);
    if (!status) status = end;
  }
  cat_context_time(ctx, NAN);
  cat_dae_free(r.stepper);
  cat_pdae_model_free(r.m);
  return status;
}
