#include "explicit_step.h"

#include <math.h>

#include "structure/banded.h"
#include "uncertainty.h"

// Mechanisms with stages, and the contact between them and the line: by Weyl's inequality a contact
// adds at most its spring over the mass that it meets to the largest eigenvalue.
static CatStageBounds bounds_of(const CatLineSim *c) {
  CatStageBounds sum = {0};
  for (int i = 0; i < c->spec->npantograph; i++) {
    const CatMechanism *m = c->pantograph[i];
    CatStageBounds b = {0};
    if (m->ops->stages) b = m->ops->stages->bounds(m);
    sum.w2 = fmax(sum.w2, b.w2), sum.c = fmax(sum.c, b.c), sum.light = fmax(sum.light, b.light);
  }
  return sum;
}

static double limit_of(CatLineSim *c) {
  if (c->spec->time.method == CAT_SCHEME_CENTRAL) {
    return 2 / cat_banded_highest((CatBanded *)c->structure);
  }
  const CatStageBounds with = bounds_of(c);
  return cat_nonlinear_stages_limit(c->staged, &with, c->spec->contact.stiffness,
                                    c->spec->contact.damping);
}

CatStatus cat_explicit_check(CatLineSim *c) {
  bool central = c->spec->time.method == CAT_SCHEME_CENTRAL;
  double step = c->spec->time.step;
  if (!central && c->spec->time.method != CAT_SCHEME_RUNGE_KUTTA) return CAT_OK;
  c->longest_step = 0.999 * limit_of(c);
  if (step <= c->longest_step) return CAT_OK;
  return CAT_FAIL(c->ctx, CAT_ERR_INPUT,
                  "time.step: found %g s, expected at most %.4g s, up to which %s stable on this "
                  "line",
                  step, c->longest_step,
                  central ? "central-differences are" : "steps of runge-kutta are");
}

CatStatus cat_explicit_warn(const CatTrain *r) {
  static const double patience = 30;  // [s]
  const CatLineSim *c = r->line.c;
  double seconds = cat_train_run_seconds(r);
  if (c->longest_step == 0 || seconds < patience) return CAT_OK;
  return cat_record_warn(r->rec,
                         "explicit steps of at most %.3g s are stable on this line: %ld steps of "
                         "%.3g s, about %.2g minutes of computing for %d unknowns",
                         c->longest_step, r->steps, r->spec->time.step, seconds / 60, c->system.n);
}
