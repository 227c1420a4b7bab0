// Co-simulation of a crossing (couple/cosim.c): its macro step, its error and what it costs.
//
// With linear loads the error falls as H^2, with constant ones as H. The run with half the macro
// step w' then tells the error of the run w: |w - w'| 2^p / (2^p - 1), of the deflection over time,
// as a part of its largest value.
#include <math.h>

#include "base/clock.h"
#include "run.h"

static int order_of(const CatBridgeSpec *s) {
  return s->cosim.load == 0 ? 2 : 1;
}

// Of the run x, by the run y with half the macro step.
static double estimate(const CatBridgeRun *x, const CatBridgeRun *y) {
  const CatChannel *a = cat_table_channel(x->table, "deflection");
  const CatChannel *b = cat_table_channel(y->table, "deflection");
  double most = 0, off = 0, power = ldexp(1, order_of(x->spec));
  for (size_t i = 0; i < x->table->n && i < y->table->n; i++) {
    off = fmax(off, fabs(a->data[i] - b->data[i]));
    most = fmax(most, fabs(b->data[i]));
  }
  return most > 0 ? off / most * power / (power - 1) : 0;
}

static CatStatus run_with(CatBridgeRun *base, double macro_step, CatBridgeFurther *f) {
  f->spec = *base->spec;
  f->spec.cosim.macro_step = macro_step;
  return cat_bridge_further(base, f);
}

//------------------------------------------------------------------------------- choice

// Error of a run with `every` steps in a macro step; infinite where it is not stable.
static CatStatus try_every(CatBridgeRun *r, int every, double *error) {
  CatBridgeFurther coarse = {0}, fine = {0};
  double h = r->spec->time.step;
  int half = every / 2;
  CatStatus status = run_with(r, every * h, &coarse);
  *error = INFINITY;
  if (!status && !coarse.failed) {
    status = run_with(r, half * h, &fine);
    if (!status && !fine.failed) *error = estimate(&coarse.r, &fine.r);
  }
  cat_bridge_further_close(&coarse);
  cat_bridge_further_close(&fine);
  return status;
}

// The next one to try, for an error that was too large: an even number below.
static int shorter(const CatBridgeSpec *s, int every, double error) {
  double factor = pow(0.8 * s->cosim.accuracy / error, 1.0 / order_of(s));
  int next = 2 * (int)(every * fmin(0.5, fmax(0.1, factor)) / 2);
  return next < 2 ? 2 : next;
}

CatStatus cat_bridge_cosim_choose(CatBridgeRun *r) {
  const CatCosimSpec *c = &r->spec->cosim;
  double h = r->spec->time.step, error, longest = c->corrector ? 4e-3 : 1e-3;
  if (!c->given || c->macro_step > 0) return CAT_OK;
  int every = 2 * (int)fmax(1, floor(longest / (2 * h) * (1 + 1e-9)));
  for (;;) {
    cat_stage(r->ctx, "macro step of %g ms", 1e3 * every * h);
    CAT_TRY(try_every(r, every, &error));
    if (error <= c->accuracy || every == 2) break;
    every = shorter(r->spec, every, error);
  }
  CatBridgeSpec *own = CAT_ARENA(r->arena, 1, CatBridgeSpec);
  if (!own) return CAT_ERR_MEMORY;
  *own = *r->spec;
  own->cosim.macro_step = every * h;
  r->spec = own;
  if (error <= c->accuracy) return CAT_OK;
  return cat_record_warn(r->rec,
                         "co-simulation: with the shortest macro step, two steps of %g ms, the "
                         "estimated error is %.2g, above the accuracy asked for, %.2g",
                         1e3 * h, error, c->accuracy);
}

//------------------------------------------------------------------------------- cost

// The same trains, still so far away at the end that they stand on rigid track all the time.
static CatStatus time_alone(CatBridgeRun *r, double *seconds) {
  CatBridgeTraffic far = r->c->traffic;
  CatLoadSpec *trains = CAT_ARENA(r->arena, far.n, CatLoadSpec);
  CatBridgeSim *c = NULL;
  if (!trains) return CAT_ERR_MEMORY;
  for (int i = 0; i < far.n; i++) {
    trains[i] = far.trains[i];
    trains[i].start += r->c->duration * far.speed + 1;
  }
  far.trains = trains;
  CatStatus status = cat_bridge_sim_new(r->ctx, r->spec, &r->bridge, &far, &c);
  if (!status) status = cat_bridge_sim_start(c);
  double begin = cat_clock_now();
  for (long i = 0; i < r->steps && !status; i++) status = cat_sim_step(c->sim);
  *seconds = cat_clock_now() - begin;
  cat_bridge_sim_free(c);
  return status;
}

//------------------------------------------------------------------------------- results

static void fields(CatBridgeRun *r, double error) {
  static const char *const orders[] = {"structure-first", "vehicle-first", "jacobi"};
  CatRecord *rec = r->rec;
  const CatCosimSpec *c = &r->spec->cosim;
  cJSON *cosim = cat_summary_object(rec, cat_record_summary(rec), "cosim");
  cat_summary_text(rec, cosim, "order", orders[c->order]);
  cat_summary_text(rec, cosim, "load", c->load == 0 ? "linear" : "constant");
  cat_summary_number(rec, cosim, "H_s", r->c->traffic.every * r->spec->time.step);
  cat_summary_bool(rec, cosim, "corrector", c->corrector);
  if (isfinite(error)) cat_summary_number(rec, cosim, "error_estimate", error);
  cJSON *timing = cJSON_GetObjectItem(cat_record_summary(rec), "timing");
  cat_summary_number(rec, timing, "vehicles_alone_s", r->exchange.alone);
}

CatStatus cat_bridge_cosim(CatBridgeRun *r) {
  CatBridgeExchange *x = &r->exchange;
  CatBridgeFurther fine = {0};
  if (!r->spec->cosim.given) return CAT_OK;
  double H = r->c->traffic.every * r->spec->time.step;
  cat_stage(r->ctx, "error of the co-simulation");
  CatStatus status = run_with(r, H / 2, &fine);
  x->error = status || fine.failed ? NAN : estimate(r, &fine.r);
  if (!status && fine.failed) {
    status = cat_record_warn(r->rec, "co-simulation: no error estimate, half the macro step: %s",
                             fine.failed);
  }
  cat_bridge_further_close(&fine);
  CAT_TRY(status);
  CAT_TRY(time_alone(r, &x->alone));
  fields(r, x->error);
  CAT_TRY(cat_record_result(r->rec, (CatResult){"Co-simulation", "macro step", "ms", "", 1e3 * H}));
  if (!isfinite(x->error)) return CAT_OK;
  return cat_record_result(
      r->rec, (CatResult){"Co-simulation", "estimated error of the deflection", "",
                          "as a part of its largest value, by half the macro step", x->error});
}
