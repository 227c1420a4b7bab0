// Speeds that vary in time: whether a list of them describes a run that reaches its end.
#include <math.h>

#include "base/c_locale.h"
#include "check.h"

typedef struct Speeds {
  CatContext *ctx;
  CatSpec *spec;
  const CatTrainSpec *s;
  bool places;  // of the first point, and so of all
  const char *unit;
} Speeds;

static double point_at(const CatSpeedPoint *p) {
  return isnan(p->at_time) ? p->at_place : p->at_time;
}

// All points have times, or all have places.
static bool check_kind(const Speeds *c) {
  const CatSpeedPoint *p = c->s->run.speeds;
  for (int i = 1; i < c->s->run.nspeed; i++) {
    bool place = isnan(p[i].at_time);
    if (place == c->places) continue;
    CAT_CHECK_FAIL(c->ctx, c->spec, &p[i].at_time, "found %g %s, expected a %s, as %s has (%s)",
                   point_at(&p[i]), place ? "m" : "s", c->places ? "place" : "time",
                   cat_spec_where(c->spec, &p[0].at_time).path,
                   cat_check_value_location(c->spec, &p[i].at_time, &p[0].at_time).s);
    return false;
  }
  return true;
}

static bool check_order(const Speeds *c) {
  const CatSpeedPoint *p = c->s->run.speeds;
  const double *from = &c->s->run.from;
  if (c->places && p[0].at_place < *from) {
    CAT_CHECK_FAIL(c->ctx, c->spec, &p[0].at_place,
                   "found %g m, expected a place from run.from = %g m (%s) on", p[0].at_place,
                   *from, cat_check_value_location(c->spec, &p[0].at_place, from).s);
    return false;
  }
  for (int i = 1; i < c->s->run.nspeed; i++) {
    double before = point_at(&p[i - 1]), here = point_at(&p[i]);
    if (here > before) continue;
    CAT_CHECK_FAIL(c->ctx, c->spec, &p[i].at_time,
                   "found %g %s behind %g %s (%s), expected ascending %s", here, c->unit, before,
                   c->unit, cat_check_value_location(c->spec, &p[i].at_time, &p[i - 1].at_time).s,
                   c->places ? "places" : "times");
    return false;
  }
  return true;
}

// What no train does is a slip of the unit.
static bool check_acceleration(const Speeds *c) {
  static const double MOST = 1000;  // [m/s2]
  const CatSpeedPoint *p = c->s->run.speeds;
  for (int i = 1; i < c->s->run.nspeed; i++) {
    double v0 = p[i - 1].speed, v1 = p[i].speed, apart = point_at(&p[i]) - point_at(&p[i - 1]);
    double a = fabs(v1 - v0) * (c->places ? (v0 + v1) / 2 : 1) / apart;
    if (a <= MOST) continue;
    CAT_CHECK_FAIL(c->ctx, c->spec, &p[i].at_time,
                   "found %g %s, with which the train would accelerate by %.3g m/s2 from the point "
                   "before, expected at most %g m/s2",
                   point_at(&p[i]), c->unit, a, MOST);
    return false;
  }
  return true;
}

// A train that stands at a place stays there, unless it has a speed at the next one.
static bool check_standing(const Speeds *c) {
  const CatSpeedPoint *p = c->s->run.speeds;
  double most = 0;
  for (int i = 0; i < c->s->run.nspeed; i++) most = fmax(most, p[i].speed);
  if (most == 0) {
    CAT_CHECK_FAIL(c->ctx, c->spec, &c->s->run.speed,
                   "found no speed but 0 km/h, expected at least one above it");
    return false;
  }
  if (!c->places) return true;
  if (p[0].speed == 0 && p[0].at_place > c->s->run.from) {
    CAT_CHECK_FAIL(c->ctx, c->spec, &p[0].speed,
                   "found 0 km/h up to %g m, expected a speed at which the train gets there from "
                   "run.from = %g m",
                   p[0].at_place, c->s->run.from);
    return false;
  }
  for (int i = 1; i < c->s->run.nspeed; i++) {
    if (p[i].speed > 0 || p[i - 1].speed > 0) continue;
    CAT_CHECK_FAIL(
        c->ctx, c->spec, &p[i].speed,
        "found 0 km/h at %g m and at %g m, expected a speed at which the train gets from "
        "one to the other",
        p[i - 1].at_place, p[i].at_place);
    return false;
  }
  return true;
}

// Points behind the end of the run, of which the first still sets the acceleration towards it.
static void warn_unreached(const Speeds *c, const CatMotion *m, double end) {
  static const double ROUNDING = 1e-9;
  double last = cat_motion_time(m, end - c->s->run.from);
  int n = 0;
  while (n < m->n && m->time[n] <= (1 + ROUNDING) * last) n++;
  if (n == m->n) return;
  const CatSpeedPoint *p = &c->s->run.speeds[n];
  char later[32] = "";
  if (m->n - n > 1) cat_format(later, sizeof later, " and %d later", m->n - n - 1);
  cat_spec_warn(c->spec, &p->at_time, "%g %s%s: never reached, the run ends at %.6g m after %.4g s",
                point_at(p), c->unit, later, end, last);
}

static void check_end(const Speeds *c, double end) {
  CatMotion m = cat_train_motion(c->s);
  const CatSpeedPoint *last = &c->s->run.speeds[c->s->run.nspeed - 1];
  if (isfinite(cat_motion_time(&m, end - c->s->run.from))) {
    warn_unreached(c, &m, end);
    return;
  }
  CAT_CHECK_FAIL(c->ctx, c->spec, &last->speed,
                 "found 0 km/h, with which the train stops for good at %.6g m, expected a run that "
                 "reaches its end at %.6g m",
                 c->s->run.from + m.distance[m.n - 1], end);
}

// The force of the standard belongs to one speed.
static void check_rules(const Speeds *c) {
  for (int i = 0; i < c->s->npantograph; i++) {
    const CatTrainPantograph *p = &c->s->pantograph[i];
    if (!p->en50367) continue;
    CAT_CHECK_FAIL(c->ctx, c->spec, &p->en50367,
                   "found a rule for the mean force at one speed, expected target_mean_force or "
                   "static_force where run.speed is a list (%s)",
                   cat_check_value_location(c->spec, &p->en50367, &c->s->run.speed).s);
  }
}

void cat_check_speeds(CatContext *ctx, CatSpec *spec, const CatTrainSpec *s, double end) {
  if (s->run.nspeed == 0) return;
  bool places = isnan(s->run.speeds[0].at_time);
  Speeds c = {ctx, spec, s, places, places ? "m" : "s"};
  check_rules(&c);
  if (!check_kind(&c) || !check_order(&c) || !check_acceleration(&c)) return;
  if (!check_standing(&c)) return;
  if (end > s->run.from) check_end(&c, end);
}
