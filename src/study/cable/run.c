#include "run.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/newest_error.h"
#include "characteristics.h"
#include "scheme.h"

// A shift of which grid and step make more than this share is doubted.
#define CAT_CABLE_DOUBT 0.1

static const double pi = 3.14159265358979323846;

//------------------------------------------------------------------------------------- preparing

static int by_step(const void *a, const void *b) {
  const CatCableTask *x = a, *y = b;
  return x->step < y->step ? -1 : x->step > y->step;
}

static void add_tasks(CatCableRun *r, CatCableTaskKind kind, const double *times, int n) {
  for (int i = 0; i < n; i++) {
    long step = lround(times[i] / r->spec->time.step);
    r->task[r->ntask++] = (CatCableTask){step < r->steps ? step : r->steps, kind, i};
  }
}

static void plan(CatCableRun *r) {
  const CatCableRecordSpec *rec = &r->spec->record;
  r->steps = (long)ceil(r->spec->time.end / r->spec->time.step - 1e-9);
  add_tasks(r, CAT_CABLE_SHAPE, rec->shapes, rec->nshape);
  add_tasks(r, CAT_CABLE_PULSE, rec->pulse, rec->npulse);
  add_tasks(r, CAT_CABLE_TERMS, rec->terms, rec->nterm);
  qsort(r->task, (size_t)r->ntask, sizeof *r->task, by_step);
}

// An explicit step beyond 2/omega_max blows up within a few steps: reported before the run.
static CatStatus check_stability(CatCableRun *r) {
  double omega, h = r->spec->time.step;
  if (r->spec->time.method == CAT_CABLE_IMPLICIT) return CAT_OK;
  CAT_TRY(cat_cable_omega_max(r->m, &omega));
  if (h * omega <= 2) return CAT_OK;
  CatWhere where = cat_spec_where(r->input, &r->spec->time.step);
  return CAT_FAIL_AT(r->ctx, where.place, where.path,
                     "found %g s, expected at most %.3g s: the explicit method is stable up to "
                     "2/omega_max, and %s of %g m have a frequency of %.5g Hz",
                     h, 2 / omega, r->m->ops->name, r->m->h, omega / (2 * pi));
}

// Frequencies by theory, and what grid and step make of the linear one.
static CatStatus expect_wave(CatCableRun *r) {
  CatDispersion *d = &r->dispersion;
  double h = r->spec->time.step, on_grid;
  CAT_TRY(cat_dispersion(r->ctx, r->spec, d));
  CAT_TRY(
      cat_cable_scheme_omega(r->m, d->k, h, r->spec->time.method == CAT_CABLE_IMPLICIT, &on_grid));
  r->scheme = on_grid - d->linear;
  if (!cat_cable_stretches(r->spec)) return CAT_OK;
  double rise = d->exact - d->linear;
  if (fabs(r->scheme) <= CAT_CABLE_DOUBT * rise) return CAT_OK;
  return cat_record_warn(r->rec,
                         "intervals of %g m and steps of %g s alone change the frequency by %.3g "
                         "rad/s, the nonlinear terms by %.3g rad/s: space.intervals and time.step "
                         "are too coarse for it",
                         r->m->h, h, r->scheme, rise);
}

// (4.8) has nothing that holds a steep wave together.
static CatStatus warn_breaking(CatCableRun *r) {
  double t;
  if (r->spec->model != CAT_CABLE_CUBIC || !r->spec->pulse.given) return CAT_OK;
  CAT_TRY(cat_cable_breaking(r->m->arena, r->spec, &t));
  if (t >= r->spec->time.end) return CAT_OK;
  return cat_record_warn(r->rec,
                         "the slope becomes multivalued at t = %.4g s, where a shock forms: after "
                         "that %s do not solve this model; space.method: characteristics does",
                         t, r->m->ops->name);
}

static CatStatus prepare(CatCableRun *r) {
  CAT_TRY(cat_cable_model_new(r->ctx, r->spec, &r->m));
  CAT_TRY(check_stability(r));
  CAT_TRY(cat_cable_stepper_new(r->ctx, r->m, r->spec->time.step,
                                r->spec->time.method == CAT_CABLE_IMPLICIT, &r->stepper));
  if (r->spec->wave.given) CAT_TRY(expect_wave(r));
  CAT_TRY(warn_breaking(r));
  plan(r);
  cat_cable_start(r->m, &r->dispersion, &r->stepper.x);
  CAT_TRY(cat_cable_balance(r->ctx, r->m, &r->stepper.x));
  CAT_TRY(cat_cable_twin_new(r->ctx, r->spec, &r->twin));
  return cat_cable_tables(r);
}

//------------------------------------------------------------------------------------- marching

static void take_energy(CatCableRun *r) {
  const CatCableState *x = &r->stepper.x;
  r->energy = cat_cable_model_energy(r->m, x->q, x->v);
  double now = cat_cable_energy_sum(&r->energy), numerical = cat_cable_numerical(&r->stepper);
  if (r->done == 0) r->begin = r->throughput = now, r->numerical_begin = numerical;
  r->throughput += fabs(r->stepper.work - r->work);
  r->work = r->stepper.work;
  r->stored = now - r->begin;
  r->numerical = numerical - r->numerical_begin;
  if (x->t <= cat_cable_drive_end(r->spec) && r->spec->ends == CAT_CABLE_DRIVEN) return;
  if (r->kept == 0) r->kept = now + numerical;
  if (r->kept > 0) r->drift = fmax(r->drift, fabs((now + numerical) / r->kept - 1));
}

// arg of the first harmonic: it falls by omega t
static void take_phase(CatCableRun *r) {
  const CatCableModel *m = r->m;
  CatCablePhase *p = &r->phase;
  double re = 0, im = 0, t = r->stepper.x.t;
  for (int i = 0; i < m->nodes; i++) {
    double angle = r->dispersion.k * m->h * i, v = r->stepper.x.q[m->v + i];
    re += v * cos(angle);
    im += v * sin(angle);
  }
  double now = atan2(im, re);
  p->turns += round((p->last - now) / (2 * pi)) * 2 * pi;
  p->last = now;
  double unwrapped = now + p->turns;
  p->n += 1, p->t += t, p->p += unwrapped, p->tt += t * t, p->tp += t * unwrapped;
}

double cat_cable_measured_omega(const CatCableRun *r) {
  const CatCablePhase *p = &r->phase;
  return (p->n * p->tp - p->t * p->p) / (p->n * p->tt - p->t * p->t);
}

// What is measured is told with its doubts: of a place near an end, and of grid and step.
static CatStatus take_crest(CatCableRun *r, CatCableCrest *c) {
  *c = cat_cable_crest(r->m, r->stepper.x.q, r->stepper.x.t);
  cat_cable_twin_compare(&r->twin, c);
  if (!cat_cable_crest_clear(r->m, c)) {
    return cat_record_warn(r->rec,
                           "at t = %g s the pulse is %.3g m from an end, less than %g of its "
                           "lengths (pulse.length): its crest and its shift are not told",
                           c->t, c->end, CAT_CABLE_CLEAR);
  }
  if (!r->twin.m || fabs(c->numerical) <= CAT_CABLE_DOUBT * fabs(c->shift)) return CAT_OK;
  return cat_record_warn(r->rec,
                         "at t = %g s intervals of %g m and steps of %g s alone shift the pulse by "
                         "%.3g m, the terms beside those of a string by %.3g m: "
                         "space.intervals and time.step are too coarse for it",
                         c->t, r->m->h, r->spec->time.step, c->numerical, c->shift);
}

static CatStatus run_task(CatCableRun *r, const CatCableTask *task) {
  const CatCableState *x = &r->stepper.x;
  switch (task->kind) {
  case CAT_CABLE_SHAPE: return cat_cable_record_shape(r, r->nshape++);
  case CAT_CABLE_PULSE: return take_crest(r, &r->crest[r->ncrest++]);
  default: r->term_time[r->nmost] = x->t; return cat_cable_record_terms(r, r->nmost++);
  }
}

static CatStatus after_step(CatCableRun *r) {
  if (r->done % r->spec->record.every == 0 || r->done == r->steps) {
    take_energy(r);
    cat_cable_record_row(r);
  }
  if (r->spec->wave.given) take_phase(r);
  while (r->next < r->ntask && r->task[r->next].step <= r->done)
    CAT_TRY(run_task(r, &r->task[r->next++]));
  return CAT_OK;
}

// What a step that fails asks for has a name in the input.
static CatStatus step(CatCableRun *r) {
  int before = cat_context_errors(r->ctx);
  double t = r->stepper.x.t, h = r->spec->time.step;
  CatStatus status = cat_cable_step(&r->stepper);
  if (!status) status = cat_cable_twin_step(&r->twin);
  if (status != CAT_ERR_DIVERGED && status != CAT_ERR_SINGULAR) return status;
  CatWhere where = cat_spec_where(r->input, &r->spec->time.step);
  cat_context_forget(r->ctx, before);
  return cat_fail_at(r->ctx, CAT_ERR_DIVERGED, CAT_HERE, where.place, where.path,
                     "found %g s, expected less: the step from t = %g s does not converge; waves "
                     "run %.3g m in it, over intervals of %.3g m",
                     h, t, h * cat_cable_wave_speed(r->spec), r->m->h);
}

// Steps in batches; between them progress is reported and a request to stop is answered.
static CatStatus march(CatCableRun *r) {
  enum { BUNDLE = 256 };
  CAT_TRY(cat_cable_begin(&r->stepper));
  CAT_TRY(cat_cable_twin_begin(&r->twin));
  CAT_TRY(after_step(r));
  while (r->done < r->steps) {
    for (int i = 0; i < BUNDLE && r->done < r->steps; i++) {
      CAT_TRY(step(r));
      r->done++;
      CAT_TRY(after_step(r));
    }
    cat_context_time(r->ctx, r->stepper.x.t);
    cat_progress(r->ctx, (double)r->done / (double)r->steps, r->stepper.x.t);
    if (!isfinite(r->stepper.x.q[r->m->v + r->m->nodes / 2])) {
      return CAT_FAIL(r->ctx, CAT_ERR_DIVERGED,
                      "displacements grew beyond all bounds: a steep cable has faster waves "
                      "than one at rest, for which time.step is tested");
    }
    if (r->done < r->steps && cat_stop_asked(r->ctx)) {
      return CAT_FAIL(r->ctx, CAT_ERR_INTERRUPTED, "stopped after %ld of %ld steps", r->done,
                      r->steps);
    }
  }
  return CAT_OK;
}

static CatStatus finish(CatCableRun *r) {
  CAT_TRY(cat_cable_plots(r));
  return cat_cable_summary(r);
}

CatStatus cat_cable_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  CatCableRun r = {.ctx = ctx, .input = spec, .spec = cat_spec_values(spec), .rec = rec};
  if (r.spec->space.method == CAT_CABLE_CHARACTERISTICS)
    return cat_characteristics_run(ctx, spec, rec);
  CatStatus status = prepare(&r);
  if (!status) {
    double begin = cat_clock_now();
    status = march(&r);
    r.seconds = cat_clock_now() - begin;
    CatStatus end = finish(&r);
    if (!status) status = end;
  }
  cat_context_time(ctx, NAN);
  cat_cable_twin_free(&r.twin);
  cat_cable_model_free(r.m);
  return status;
}
