// What a pantograph has beside its chain of masses.
#include <math.h>

#include "check.h"
#include "spec/pantograph_models.h"

static void check_strips(CatContext *ctx, const CatSpec *spec, const CatTrainPantograph *p) {
  const CatStripsSpec *s = &p->parts.strips;
  if (s->distance == 0 && s->mass == 0) {
    CAT_CHECK_FAIL(ctx, spec, &s->given,
                   "found strips with neither a distance nor a mass, expected one of them");
  }
  if (s->distance > 0 && p->body.nmass < 2) {
    CAT_CHECK_FAIL(ctx, spec, &s->distance,
                   "found two strips on a pantograph of one mass, expected a body that bears both");
  }
  if (s->mass > 0 && s->stiffness == 0) {
    CAT_CHECK_FAIL(ctx, spec, &s->stiffness,
                   "found 0 N/m, expected a spring that bears the strip's mass of %g kg", s->mass);
  }
  if (s->mass == 0 && (s->stiffness > 0 || s->damping > 0)) {
    CAT_CHECK_FAIL(ctx, spec, s->stiffness > 0 ? &s->stiffness : &s->damping,
                   "found a spring or damper without a mass on it, expected strips.mass too");
  }
}

// k1 = 2 k11 k12 / (k11 + 2 k12) (Jensen, section 4.5.1) has a k11 only if k1 < 2 k12.
static void check_roll(CatContext *ctx, const CatSpec *spec, const CatTrainPantograph *p) {
  double head = p->body.masses[0].stiffness, least = head / 2;
  if (p->parts.roll.stiffness >= least) return;
  CAT_CHECK_FAIL(ctx, spec, &p->parts.roll.stiffness,
                 "found %g N/m, expected at least half of the head's stiffness, %g N/m",
                 p->parts.roll.stiffness, least);
}

//---------------------------------- a rational function ------------------------------------------

static int degree(const double *a, int n) {
  while (n > 1 && a[n - 1] == 0) n--;
  return n - 1;
}

// Routh: all roots of a_0 + a_1 s + ... have negative real parts.
static bool is_stable(const double *a, int n) {
  double row[2][CAT_HEAD_ORDER + 2] = {{0}};
  for (int i = n, k = 0; i >= 0; i -= 2, k++) {
    row[0][k] = a[i];
    row[1][k] = i > 0 ? a[i - 1] : 0;
  }
  for (int i = 0; i < n; i++) {
    if (!(row[0][0] * row[1][0] > 0)) return false;
    double share = row[0][0] / row[1][0];
    for (int k = 0; k <= CAT_HEAD_ORDER; k++) {
      double next = row[0][k + 1] - share * row[1][k + 1];
      row[0][k] = row[1][k];
      row[1][k] = next;
    }
  }
  return true;
}

static void check_function(CatContext *ctx, const CatSpec *spec, const CatHeadSpec *h) {
  int top = degree(h->numerator, h->nnumerator), below = degree(h->denominator, h->ndenominator);
  double N = h->numerator[0], D = h->denominator[0];
  if (top > below + 1) {
    CAT_CHECK_FAIL(ctx, spec, &h->numerator,
                   "found a degree of %d, expected at most %d, one more than the denominator's",
                   top, below + 1);
  } else if (D == 0 || !is_stable(h->denominator, below)) {
    CAT_CHECK_FAIL(ctx, spec, &h->denominator,
                   "found a polynomial with roots whose real part is not negative, expected a "
                   "stable one");
  } else if (!(N / D > 0)) {
    CAT_CHECK_FAIL(ctx, spec, &h->numerator,
                   "found a stiffness at rest of %g N/m, expected one above 0 N/m", N / D);
  }
}

static void check_head(CatContext *ctx, const CatSpec *spec, const CatTrainPantograph *p) {
  const CatChainMass *head = &p->body.masses[0];
  if (p->body.nmass < 2) {
    CAT_CHECK_FAIL(ctx, spec, &p->parts.head.given,
                   "found a suspension of the head on a pantograph of one mass, expected a body "
                   "below the head");
  }
  if (head->stiffness > 0 || head->damping > 0) {
    CAT_CHECK_FAIL(ctx, spec, head->stiffness > 0 ? &head->stiffness : &head->damping,
                   "found a value, expected 0 beside head (%s), which takes its place",
                   cat_check_value_location(spec, &head->stiffness, &p->parts.head.given).s);
  }
  check_function(ctx, spec, &p->parts.head);
}

//---------------------------------- the base -----------------------------------------------------

static void check_base(CatContext *ctx, const CatSpec *spec, const CatTrainPantograph *p) {
  const CatBaseSpec *b = &p->parts.base;
  const CatChainMass *last = &p->body.masses[p->body.nmass - 1];
  const double *const *at = b->ntime > 0 ? &b->time : &b->place;
  int n = b->ntime > 0 ? b->ntime : b->nplace;
  const char *what = b->ntime > 0 ? "times" : "places";
  if ((b->ntime > 0) == (b->nplace > 0)) {
    CAT_CHECK_FAIL(ctx, spec, &b->given, "found %s, expected either times or places",
                   b->ntime > 0 ? "times and places" : "neither times nor places");
    return;
  }
  if (n != b->nheight) {
    CAT_CHECK_FAIL(ctx, spec, &b->height, "found %d values, expected %d, as many as %s has",
                   b->nheight, n, what);
  }
  for (int i = 1; i < n; i++) {
    if ((*at)[i] > (*at)[i - 1]) continue;
    CAT_CHECK_FAIL(ctx, spec, at, "found %g behind %g, expected ascending %s", (*at)[i],
                   (*at)[i - 1], what);
    break;
  }
  bool held = last->stiffness > 0 || last->damping > 0;
  for (int i = 0; i < p->parts.njoint; i++) held |= p->parts.joint[i].below == p->body.nmass;
  if (!held) {
    CAT_CHECK_FAIL(ctx, spec, &b->given,
                   "found a base that moves, expected a spring, damper or joint between it and the "
                   "lowest body");
  }
}

// Points closer together than the way of a step are passed over.
static void warn_of_base(CatSpec *spec, const CatTrainSpec *s, const CatTrainPantograph *p) {
  const CatBaseSpec *b = &p->parts.base;
  const double *const *at = b->ntime > 0 ? &b->time : &b->place;
  int n = b->ntime > 0 ? b->ntime : b->nplace;
  double speed = s->run.speed, least = INFINITY;
  for (int i = 0; i < s->run.nspeed; i++) speed = fmax(speed, s->run.speeds[i].speed);
  double way = b->ntime > 0 ? s->time.step : speed * s->time.step;
  for (int i = 1; i < n; i++) least = fmin(least, (*at)[i] - (*at)[i - 1]);
  if (!(least > 0 && least < way * (1 - 1e-6))) return;
  cat_spec_warn(spec, at,
                "found points %.3g %s apart, of which steps of %.3g %s (time.step = %g s) pass "
                "over some: what lies between is not felt",
                least, b->ntime > 0 ? "s" : "m", way, b->ntime > 0 ? "s" : "m", s->time.step);
}

//---------------------------------- joints -------------------------------------------------------

static void check_joint(CatContext *ctx, const CatSpec *spec, const CatTrainPantograph *p, int i) {
  const CatJointSpec *j = &p->parts.joint[i];
  bool stops = j->stop_up < 10 || j->stop_down < 10;
  if (j->below > p->body.nmass) {
    CAT_CHECK_FAIL(ctx, spec, &j->below, "found %d, expected 1 to %d, the number of masses",
                   j->below, p->body.nmass);
  }
  for (int k = 0; k < i; k++) {
    if (p->parts.joint[k].below != j->below) continue;
    CAT_CHECK_FAIL(ctx, spec, &j->below,
                   "found %d, which joints[%d] has already (%s), expected one "
                   "joint for each body",
                   j->below, k,
                   cat_check_value_location(spec, &j->below, &p->parts.joint[k].below).s);
    break;
  }
  if (stops != (j->stop_stiffness > 0)) {
    CAT_CHECK_FAIL(ctx, spec, &j->stop_stiffness, "found %g N/m, expected %s", j->stop_stiffness,
                   stops ? "a stiffness for the stops" : "stop_up or stop_down too");
  }
}

//---------------------------------- the controller -----------------------------------------------

static void check_matrix(CatContext *ctx, const CatSpec *spec, const double *const *matrix, int n,
                         const int size[2]) {
  if (n == size[0] * size[1]) return;
  CAT_CHECK_FAIL(ctx, spec, matrix, "found %d values, expected %d x %d", n, size[0], size[1]);
}

static void check_matrices(CatContext *ctx, const CatSpec *spec, const CatTrainPantograph *p) {
  const CatControlSpec *c = &p->parts.control;
  int n = c->nc, inputs = 1 + 2 * p->body.nmass;
  check_matrix(ctx, spec, &c->a, c->na, (int[]){n, n});
  check_matrix(ctx, spec, &c->b, c->nb, (int[]){n, inputs});
  check_matrix(ctx, spec, &c->d, c->nd, (int[]){1, inputs});
}

static void check_law(CatContext *ctx, const CatSpec *spec, const CatTrainPantograph *p) {
  const CatControlSpec *c = &p->parts.control;
  bool gains = c->proportional != 0 || c->integral != 0 || c->derivative != 0;
  bool matrices = c->na > 0 || c->nb > 0 || c->nc > 0 || c->nd > 0;
  if (c->law == CAT_CONTROL_STATE_SPACE) {
    check_matrices(ctx, spec, p);
    if (!gains) return;
    CAT_CHECK_FAIL(ctx, spec, &c->law, "found state-space beside gains of a pid, expected pid");
    return;
  }
  if (matrices || !gains) {
    CAT_CHECK_FAIL(ctx, spec, &c->law, "found pid %s, expected %s",
                   matrices ? "beside matrices" : "without any gain",
                   matrices ? "state-space" : "proportional, integral or derivative");
  }
}

// The controller works in whole steps.
static void warn_of_steps(CatSpec *spec, const double *time, double step, double least) {
  double used = fmax(round(*time / step), least) * step;
  if (*time == 0 || fabs(used - *time) <= 1e-6 * step) return;
  cat_spec_warn(spec, time, "found %g s, no whole number of steps (time.step = %g s): %g s is used",
                *time, step, used);
}

static void warn_of_control(CatSpec *spec, const CatTrainSpec *s, const CatControlSpec *c) {
  const double *const gain[] = {&c->proportional, &c->integral};
  warn_of_steps(spec, &c->period, s->time.step, 1);
  warn_of_steps(spec, &c->delay, s->time.step, 0);
  for (int i = 0; i < 2 && c->law == CAT_CONTROL_PID; i++) {
    if (*gain[i] >= 0) continue;
    cat_spec_warn(spec, gain[i],
                  "found %g, less than 0: where the contact force is too small, the actuator makes "
                  "it smaller still",
                  *gain[i]);
  }
}

static void check_set_point(CatContext *ctx, const CatSpec *spec, const CatTrainPantograph *p) {
  const double *at = &p->parts.control.set_point;
  if (p->target <= 0 || p->target == *at) return;
  CAT_CHECK_FAIL(ctx, spec, at,
                 "found %g N beside target_mean_force = %g N (%s), expected one mean force for "
                 "both",
                 *at, p->target, cat_check_value_location(spec, at, &p->target).s);
}

static void check_control(CatContext *ctx, CatSpec *spec, const CatTrainSpec *s,
                          const CatTrainPantograph *p) {
  const CatControlSpec *c = &p->parts.control;
  double most = CAT_CONTROL_DELAY * s->time.step;
  check_law(ctx, spec, p);
  check_set_point(ctx, spec, p);
  warn_of_control(spec, s, c);
  if (c->on > p->body.nmass) {
    CAT_CHECK_FAIL(ctx, spec, &c->on, "found %d, expected 0 to %d, the number of masses", c->on,
                   p->body.nmass);
  }
  if (c->delay > most) {
    CAT_CHECK_FAIL(ctx, spec, &c->delay, "found %g s, expected at most %d steps, %g s", c->delay,
                   CAT_CONTROL_DELAY, most);
  }
}

void cat_check_pantograph_parts(CatContext *ctx, CatSpec *spec, const CatTrainSpec *s,
                                const CatTrainPantograph *p) {
  const CatPantographParts *parts = &p->parts;
  bool any = parts->strips.given || parts->roll.given || parts->head.given || parts->base.given ||
             parts->control.given || parts->njoint > 0;
  if (any && p->model != 0) {
    CAT_CHECK_FAIL(
        ctx, spec, &p->model,
        "found a model without strips, roll, head, base, control and joints, expected chain");
    return;
  }
  if (parts->strips.given) check_strips(ctx, spec, p);
  if (parts->roll.given) check_roll(ctx, spec, p);
  if (parts->head.given) check_head(ctx, spec, p);
  if (parts->base.given) check_base(ctx, spec, p), warn_of_base(spec, s, p);
  if (parts->control.given) check_control(ctx, spec, s, p);
  for (int i = 0; i < parts->njoint; i++) check_joint(ctx, spec, p, i);
}

//------------------------------------------------------------------------------- its model

// The first key that a linkage does not take, or NULL.
static const void *not_of_a_linkage(const CatTrainPantograph *p) {
  const CatMassChainSpec *b = &p->body;
  const CatPantographParts *parts = &p->parts;
  const bool *const given[] = {&parts->strips.given, &parts->roll.given, &parts->head.given,
                               &parts->base.given, &parts->control.given};
  for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
    if (*given[i]) return given[i];
  }
  if (parts->njoint > 0) return &parts->joint;
  if (b->nmass > 0) return &b->masses;
  if (b->force_on != 0) return &b->force_on;
  if (b->aero != 0) return &b->aero;
  if (b->nspeed > 0) return &b->speed;
  if (b->nlift > 0) return &b->lift;
  return p->raise.over > 0 ? &p->raise.over : NULL;
}

CatStatus cat_check_pantograph_model(CatContext *ctx, CatSpec *spec, const CatTrainPantograph *p) {
  if (p->model != CAT_MODEL_linkage) {
    if (p->body.nmass == 0) {
      CAT_CHECK_FAIL(ctx, spec, &p->body.masses,
                     "found none, expected masses, or model: linkage with a linkage");
    }
    if (p->linkage.given) {
      CAT_CHECK_FAIL(ctx, spec, &p->linkage.given,
                     "found a linkage beside another model, expected model: linkage");
    }
    return CAT_OK;
  }
  const void *other = not_of_a_linkage(p);
  if (other) {
    CAT_CHECK_FAIL(ctx, spec, other,
                   "found a value, expected none: the model linkage has no use for this key");
  }
  if (p->linkage.given) return cat_check_linkage(ctx, spec, &p->linkage);
  CAT_CHECK_FAIL(ctx, spec, &p->model, "found linkage, expected a section linkage beside it");
  return CAT_OK;
}
