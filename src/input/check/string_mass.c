// The kind string-mass: do run and discretisation fit the string?
#include "spec/string_mass.h"

#include <math.h>

#include "checker.h"

typedef struct Checker {
  CatContext *ctx;
  CatSpec *spec;
  const CatStringMassSpec *p;
} Checker;

static void check_run(const Checker *c) {
  const CatStringMassSpec *p = c->p;
  double wave = sqrt(p->string.tension / p->string.mass_per_length);
  if (p->run.speed >= 0.95 * wave) {
    FAIL(c, &p->run.speed,
         "found %s, expected below 0.95 of the wave speed of the string = %s (string.tension: %s)",
         cat_quantity_brief(p->run.speed, "m/s").s, cat_quantity_brief(0.95 * wave, "m/s").s,
         location(c->spec, &p->run.speed, &p->string.tension).s);
  }
  if (p->run.to > 0.99 * p->length) {
    FAIL(c, &p->run.to, "found %s, expected at most 0.99 of length = %s (%s)",
         cat_quantity_brief(p->run.to, "m").s, cat_quantity_brief(0.99 * p->length, "m").s,
         location(c->spec, &p->run.to, &p->length).s);
  }
}

static void check_steps(const Checker *c, const double *step, double least) {
  const CatStringMassSpec *p = c->p;
  double end = p->run.to / p->run.speed, steps = end / *step;
  if (steps < least) {
    FAIL(c, step, "found %s, which makes %s steps, expected at least %s",
         cat_quantity_brief(*step, "s").s, cat_quantity_brief(floor(steps), "").s,
         cat_quantity_brief(least, "").s);
  } else if (steps > CAT_MOST_STEPS) {
    FAIL(c, step, "found %s, which makes %s steps, expected at most %s",
         cat_quantity_brief(*step, "s").s, cat_quantity_brief(ceil(steps), "").s,
         cat_quantity_brief(CAT_MOST_STEPS, "").s);
  }
}

static void check_windows(const Checker *c) {
  const CatStringMassRecord *r = &c->p->record;
  if (r->nwindow % 2) {
    FAIL(c, &r->windows, "found %d values, expected from and to of each window", r->nwindow);
    return;
  }
  for (int i = 0; i < r->nwindow; i++) {
    const double *at = &r->windows[i];
    if (i % 2 && at[0] <= at[-1]) {
      FAIL(c, at, "found %s, expected above where the window begins, %s", metres(at[0]).s,
           metres(at[-1]).s);
    } else if (at[0] > c->p->run.to) {
      FAIL(c, at, "found %s, expected at most run.to = %s (%s)", metres(at[0]).s,
           metres(c->p->run.to).s, location(c->spec, at, &c->p->run.to).s);
    }
  }
}

// The string is (2.1), for small slopes.
static CatStatus check_sag(const Checker *c) {
  const CatStringMassSpec *p = c->p;
  double sag = p->body.mass * p->gravity * p->length / (4 * p->string.tension);
  if (sag <= p->length / 20) return CAT_OK;
  return cat_spec_warn(c->spec, &p->body.mass,
                       "found %s, under which the string sags by %s at rest at mid-span "
                       "(string.tension = %s), usual is at most a twentieth of length = %s; is the "
                       "unit right?",
                       cat_quantity_brief(p->body.mass, "kg").s, metres(sag).s,
                       cat_quantity_brief(p->string.tension, "N").s, metres(p->length).s);
}

CatStatus cat_string_mass_check(CatContext *ctx, CatSpec *spec) {
  Checker c = {ctx, spec, cat_spec_values(spec)};
  check_run(&c);
  check_windows(&c);
  CAT_TRY(check_sag(&c));
  check_steps(&c, &c.p->time.step, 10);
  check_steps(&c, &c.p->time.reference_step, 1000);
  return CAT_OK;
}
