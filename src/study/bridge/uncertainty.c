// Numerical uncertainty of a crossing: the same with half the step and with twice the modes. The
// error in time falls as h^2: 4/3 of the difference is that of the run. What modes beyond the last
// one add is taken as it is.
#include <math.h>

#include "run.h"

enum { STEP, MODES, VARIANTS };
static const char *const stages[VARIANTS] = {"half the step", "twice the modes"};
static const double weight[VARIANTS] = {4.0 / 3, 1};

// Twice the modes, if the bridge has as many: those of a file, or of functions and elements whose
// number is given, are what they are.
static bool vary(const CatBridgeRun *r, int which, CatBridgeSpec *s) {
  *s = *r->spec;
  if (which == STEP) {
    s->time.step /= 2;
    return true;
  }
  const CatDeckSpec *d = &r->spec->bridge;
  s->bridge.modes = 2 * d->modes;
  return !r->spec->track.given && !d->imported.given &&
         (d->method == CAT_DECK_RITZ ? d->functions : d->elements) == 0 && s->bridge.modes <= 500;
}

static void add(double *u, double difference, double times) {
  *u = sqrt(*u * *u + times * times * difference * difference);
}

static void compare(CatBridgeRun *r, const CatCrossing *y, int which) {
  const CatCrossing *x = &r->crossing;
  CatCrossingUncertainty *u = &r->uncertain;
  double w = weight[which];
  add(&u->deflection,
      fmax(fabs(y->highest.value - x->highest.value), fabs(y->lowest.value - x->lowest.value)), w);
  add(&u->acceleration, y->acceleration - x->acceleration, w);
  add(&u->force, fmax(fabs(y->force_max - x->force_max), fabs(y->force_min - x->force_min)), w);
  add(&u->body, y->body - x->body, w);
  add(&u->unloading, y->unloading - x->unloading, w);
}

static CatStatus run_variant(CatBridgeRun *r, int which, int *made) {
  CatBridgeFurther f = {0};
  if (!vary(r, which, &f.spec)) return CAT_OK;
  cat_stage(r->ctx, "uncertainty: %s", stages[which]);
  CatStatus status = cat_bridge_further(r, &f);
  if (!status && f.failed) {
    status = cat_record_warn(r->rec, "uncertainty: %s: %s", stages[which], f.failed);
  } else if (!status) {
    compare(r, &f.r.crossing, which);
    *made += 1;
  }
  cat_bridge_further_close(&f);
  return status;
}

static void fields(CatBridgeRun *r, int made) {
  const CatCrossingUncertainty *u = &r->uncertain;
  CatRecord *rec = r->rec;
  cJSON *o = cat_summary_object(rec, cat_bridge_fields(r), "u_num");
  cat_summary_number(rec, o, "deflection_mm", 1e3 * u->deflection);
  cat_summary_number(rec, o, "acceleration_m_s2", u->acceleration);
  cat_summary_number(rec, o, "wheel_force_N", u->force);
  cat_summary_number(rec, o, "runs", made);
  cat_summary_text(rec, o, "by",
                   made == VARIANTS ? "half the step and twice the modes"
                                    : "half the step; modes are as given");
}

// Of all runs together, by counting: results do not depend on what else a machine does.
static double seconds(const CatBridgeRun *r) {
  // of a step; per mode and pair of wheels on the deck; per wheel [s]
  static const double EACH = 1e-6, PASS = 1e-9, WHEEL = 1e-7;
  double modes = r->spec->track.given ? 60.0 * r->c->structure->n : r->bridge.n;
  double on = r->crossing.wheels, pairs = 10 + 10 * on + on * on;
  double one = (double)r->steps * (EACH + PASS * modes * pairs + WHEEL * r->c->ncontact);
  double n = r->bridge.unknowns;
  bool dense = !r->spec->bridge.imported.given && r->spec->bridge.method == CAT_DECK_RITZ;
  return 6 * one + (dense ? 16 * PASS * n * n * n : 2e-4 * n);
}

CatStatus cat_bridge_uncertainty(CatBridgeRun *r) {
  const double patience = 20;                             // [s]
  const CatBridgeSpec *read = cat_spec_values(r->input);  // r->spec may be a copy
  const bool *asked = &read->measure.uncertainty;
  int made = 0;
  if (!*asked) return CAT_OK;
  if (!cat_spec_where(r->input, asked).given && seconds(r) > patience) {
    cJSON *o = cat_summary_object(r->rec, cat_bridge_fields(r), "u_num");
    const char *why = cat_record_textf(
        r->rec, "it would take about %.2g s in all; measure.uncertainty: true asks for it",
        seconds(r));
    if (!why) return CAT_ERR_MEMORY;
    cat_summary_number(r->rec, o, "runs", 0);
    cat_summary_text(r->rec, o, "reason", why);
    return CAT_OK;
  }
  for (int i = 0; i < VARIANTS; i++) CAT_TRY(run_variant(r, i, &made));
  if (made > 0) fields(r, made);
  return CAT_OK;
}
