// Integrators of the kind "train": whose settings they have, what explicit ones can integrate.
#include "check.h"
#include "checker.h"

// A setting of another integrator would be without effect; defaults are in resolved inputs.
static void check_settings(CatContext *ctx, const CatSpec *spec, const CatTimeSpec *t) {
  const struct {
    const double *value;
    double preset;
    int method;
    const char *name;
  } keys[] = {{&t->alpha, -0.05, CAT_SCHEME_HHT, "hht"},
              {&t->rho, 0.9, CAT_SCHEME_ALPHA, "generalised-alpha"}};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    if (t->method == keys[i].method || *keys[i].value == keys[i].preset) continue;
    CAT_CHECK_FAIL(ctx, spec, keys[i].value,
                   "found %g, a setting of %s, expected %g, the default, with another method (%s)",
                   *keys[i].value, keys[i].name, keys[i].preset,
                   cat_check_value_location(spec, keys[i].value, &t->method).s);
  }
}

// Explicit steps: what has no inertia is out of their reach, and so are repeated runs with finer
// elements.
static void check_explicit(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  const int *method = &s->time.method;
  const char *name = *method == CAT_SCHEME_CENTRAL ? "central-differences" : "runge-kutta";
  if (*method != CAT_SCHEME_CENTRAL && *method != CAT_SCHEME_RUNGE_KUTTA) return;
  if (s->accuracy != CAT_ACCURACY_NONE) {
    CAT_CHECK_FAIL(ctx, spec, method,
                   "found %s, expected another method unless accuracy: none (%s): "
                   "finer elements need shorter steps",
                   name, cat_check_value_location(spec, method, &s->accuracy).s);
  }
  if (s->line.axial == CAT_AXIAL_QUASI_STATIC) {
    CAT_CHECK_FAIL(ctx, spec, method,
                   "found %s, expected another method with line.axial: "
                   "quasi-static (%s), which has no inertia to step with",
                   name, cat_check_value_location(spec, method, &s->line.axial).s);
  }
}

// Dampers that grow with the stiffness are out of their reach.
static void check_central(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  const CatDampingSpec *d = &s->damping;
  const int *method = &s->time.method;
  if (*method != CAT_SCHEME_CENTRAL) return;
  if (s->dynamics != CAT_DYNAMICS_LINEAR || s->solver != CAT_SOLVER_BAND) {
    CAT_CHECK_FAIL(
        ctx, spec, method,
        "found central-differences, expected another method unless solver: band (%s) and "
        "dynamics: linear",
        cat_check_value_location(spec, method, &s->solver).s);
  }
  const double *dampers[] = {&d->beta,         &d->contact_wire.beta, &d->messenger.beta,
                             &d->dropper.beta, &d->steady_arm.beta,   &s->line.support.damping};
  for (size_t i = 0; i < sizeof dampers / sizeof *dampers; i++) {
    if (*dampers[i] == 0) continue;
    CAT_CHECK_FAIL(ctx, spec, dampers[i],
                   "found %g, expected 0 with time.method: central-differences (%s)", *dampers[i],
                   cat_check_value_location(spec, dampers[i], method).s);
  }
}

static bool has_no_stages(const CatTrainPantograph *p) {
  return p->linkage.given || p->parts.njoint > 0 || p->parts.head.given;
}

// Stages find all forces from places and rates.
static void check_stages(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  const int *method = &s->time.method;
  const CatNonlinearSpec *n = &s->nonlinear;
  if (*method != CAT_SCHEME_RUNGE_KUTTA) return;
  if (s->dynamics == CAT_DYNAMICS_LINEAR && s->solver != CAT_SOLVER_BAND) {
    CAT_CHECK_FAIL(ctx, spec, method,
                   "found runge-kutta, expected another method unless solver: band (%s) or "
                   "dynamics: nonlinear",
                   cat_check_value_location(spec, method, &s->solver).s);
  }
  if (s->contact.coupling == CAT_COUPLING_EXPLICIT) {
    CAT_CHECK_FAIL(ctx, spec, &s->contact.coupling,
                   "found explicit, expected implicit with time.method: runge-kutta (%s), which "
                   "finds the contact force in each of its stages",
                   cat_check_value_location(spec, &s->contact.coupling, method).s);
  }
  for (int i = 0; i < s->npantograph; i++) {
    if (!has_no_stages(&s->pantograph[i])) continue;
    CAT_CHECK_FAIL(ctx, spec, method,
                   "found runge-kutta, expected another method with pantograph[%d], a linkage or "
                   "one with joints or a head that depends on frequency",
                   i);
  }
  if (s->dynamics == CAT_DYNAMICS_LINEAR || (n->tangent == 0 && n->tolerance == 0.01)) return;
  const void *idle = n->tangent == 0 ? (const void *)&n->tolerance : (const void *)&n->tangent;
  CAT_CHECK_FAIL(ctx, spec, idle,
                 "found a setting of Newton's method, expected the default with time.method: "
                 "runge-kutta (%s), which has no use for it",
                 cat_check_value_location(spec, idle, method).s);
}

void cat_check_integrator(CatContext *ctx, const CatSpec *spec, const CatTrainSpec *s) {
  check_settings(ctx, spec, &s->time);
  check_explicit(ctx, spec, s);
  check_central(ctx, spec, s);
  check_stages(ctx, spec, s);
}
