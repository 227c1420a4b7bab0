#include "run.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"

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

static CatStatus prepare(CatCableRun *r) {
  CAT_TRY(cat_cable_model_new(r->ctx, r->spec, &r->m));
  CAT_TRY(check_stability(r));
  CAT_TRY(cat_cable_stepper_new(r->ctx, r->m, r->spec->time.step,
                                r->spec->time.method == CAT_CABLE_IMPLICIT, &r->stepper));
  if (r->spec->wave.given) CAT_TRY(cat_dispersion(r->ctx, r->spec, &r->dispersion));
  plan(r);
  cat_cable_start(r);
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

static CatStatus run_task(CatCableRun *r, const CatCableTask *task) {
  const CatCableState *x = &r->stepper.x;
  switch (task->kind) {
  case CAT_CABLE_SHAPE: return cat_cable_record_shape(r, r->nshape++);
  case CAT_CABLE_PULSE: r->crest[r->ncrest++] = cat_cable_crest(r->m, x->q, x->t); return CAT_OK;
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

// Steps in batches; between them progress is reported and a request to stop is answered.
static CatStatus march(CatCableRun *r) {
  enum { BUNDLE = 256 };
  CAT_TRY(cat_cable_begin(&r->stepper));
  CAT_TRY(after_step(r));
  while (r->done < r->steps) {
    for (int i = 0; i < BUNDLE && r->done < r->steps; i++) {
      CAT_TRY(cat_cable_step(&r->stepper));
      r->done++;
      CAT_TRY(after_step(r));
    }
    cat_context_time(r->ctx, r->stepper.x.t);
    cat_progress(r->ctx, (double)r->done / (double)r->steps, r->stepper.x.t);
    if (!isfinite(r->stepper.x.q[r->m->v + r->m->nodes / 2])) {
      return CAT_FAIL(r->ctx, CAT_ERR_DIVERGED, "displacements grew beyond all bounds");
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
  cat_cable_model_free(r.m);
  return status;
}
