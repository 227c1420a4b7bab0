#include "characteristics.h"

#include <math.h>
#include <stdlib.h>

#include "pulse.h"

double cat_characteristic_slope(const CatCableSpec *spec, double tau) {
  double c = cat_cable_wave_speed(spec);
  if (tau < 0 || tau > cat_cable_drive_end(spec)) return 0;
  if (spec->pulse.prescribed == CAT_CABLE_SLOPE)  // (4.23), with the minus that is missing there
    return cat_pulse_shape(&spec->pulse, spec->pulse.distance - c * tau, 1);
  return cat_simple_slope(spec, cat_pulse_drive(spec, tau, 1));
}

CatStatus cat_characteristics_new(CatArena *arena, const CatCableSpec *spec, int n,
                                  CatCharacteristics *out) {
  *out = (CatCharacteristics){.spec = spec, .n = n, .step = cat_cable_drive_end(spec) / n};
  out->s = CAT_ARENA(arena, n + 1, double);
  out->v = CAT_ARENA(arena, n + 1, double);
  if (!out->s || !out->v) return CAT_ERR_MEMORY;
  double before = 0;
  for (int i = 0; i <= n; i++) {
    double tau = i * out->step, s = cat_characteristic_slope(spec, tau);
    double rate = -cat_simple_integral(spec, s);
    out->s[i] = s;
    out->v[i] = i ? out->v[i - 1] + out->step / 2 * (before + rate) : 0;
    before = rate;
    if (spec->pulse.prescribed == CAT_CABLE_DISPLACEMENT) out->v[i] = cat_pulse_drive(spec, tau, 0);
  }
  return CAT_OK;
}

double cat_characteristic_x(const CatCharacteristics *c, double tau, double t) {
  return cat_simple_speed(c->spec, cat_characteristic_slope(c->spec, tau)) * (t - tau);
}

double cat_characteristic_v(const CatCharacteristics *c, double tau, double t) {
  double s = cat_characteristic_slope(c->spec, tau), F = cat_simple_integral(c->spec, s);
  int i = (int)fmin(fmax(floor(tau / c->step), 0), c->n);
  double v = c->v[i] - (tau - i * c->step) / 2 * (cat_simple_integral(c->spec, c->s[i]) + F);
  return v + (cat_simple_speed(c->spec, s) * s - F) * (t - tau);
}

// ds/dtau; of (4.22) from F(s) = -v_t. In formulas, since a difference quotient is all rounding in
// the foot of a pulse, where c(s) hardly changes.
static double slope_rate(const CatCableSpec *spec, double tau) {
  double c = cat_cable_wave_speed(spec);
  if (spec->pulse.prescribed == CAT_CABLE_SLOPE)
    return -c * cat_pulse_shape(&spec->pulse, spec->pulse.distance - c * tau, 2);
  double s = cat_characteristic_slope(spec, tau);
  return -cat_pulse_drive(spec, tau, 2) / cat_simple_speed(spec, s);
}

// When the line of tau meets its neighbour: dx/dtau = c' s' (t - tau) - c = 0.
static double meeting(const CatCableSpec *spec, double tau) {
  double s = cat_characteristic_slope(spec, tau), c = cat_simple_speed(spec, s);
  double rate = cat_simple_speed_rate(spec, s) * slope_rate(spec, tau);
  return rate > 0 ? tau + c / rate : INFINITY;
}

// The least of the meeting times between a and b by golden section.
static double earliest(const CatCableSpec *spec, double a, double b) {
  const double ratio = 0.6180339887498949;
  double x = b - ratio * (b - a), y = a + ratio * (b - a);
  double fx = meeting(spec, x), fy = meeting(spec, y);
  for (int i = 0; i < 80; i++) {
    if (fx < fy) {
      b = y, y = x, fy = fx, x = b - ratio * (b - a), fx = meeting(spec, x);
    } else {
      a = x, x = y, fx = fy, y = a + ratio * (b - a), fy = meeting(spec, y);
    }
  }
  return (a + b) / 2;
}

static int by_time(const void *a, const void *b) {
  const CatShockBegin *x = a, *y = b;
  return x->t < y->t ? -1 : x->t > y->t;
}

// Lines that are looked at until one that leaves at end: of the hundredth part of the pulse,
// within thirty lengths of its crest, where the least double is reached.
typedef struct Lines {
  double from, to;  // when the first and the last one leave [s]
  int n;            // intervals between them; 0: none leaves by then
} Lines;

static Lines lines_until(const CatCharacteristics *c, double end) {
  enum { LENGTHS = 30 };
  const CatCablePulse *p = &c->spec->pulse;
  double wave = cat_cable_wave_speed(c->spec), reach = LENGTHS * p->length;
  double from = fmax(p->distance - reach, 0) / wave;
  double to = fmin(end, (p->distance + reach) / wave);
  int n = to > from ? (int)ceil((to - from) * wave / p->length * CAT_LINES_PER_LENGTH) : 0;
  return (Lines){from, to, n};
}

int cat_shocks_begin(const CatCharacteristics *c, CatShockBegin out[CAT_SHOCKS]) {
  Lines all = lines_until(c, c->n * c->step);
  double from = all.from, to = all.to;
  int lines = all.n, n = 0;
  double step = (to - from) / lines, before = INFINITY, here = meeting(c->spec, from + step);
  for (int i = 1; i < lines && n < CAT_SHOCKS; i++) {
    double next = meeting(c->spec, from + (i + 1) * step);
    if (here < before && here <= next && isfinite(here)) {
      double tau = earliest(c->spec, from + (i - 1) * step, from + (i + 1) * step);
      double t = meeting(c->spec, tau);
      out[n++] = (CatShockBegin){tau, t, cat_characteristic_x(c, tau, t)};
    }
    before = here;
    here = next;
  }
  qsort(out, (size_t)n, sizeof *out, by_time);
  return n;
}

// Lines from x0 and its neighbour meet when 1 + t dc/dx0 = 0; beyond six lengths there is no pulse.
static double breaking_at_rest(const CatCableSpec *spec) {
  enum { SCAN = 4000 };
  double fall = 0, d = 12 * spec->pulse.length / SCAN;
  for (int i = 1; i < SCAN; i++) {
    double x = i * d - 6 * spec->pulse.length;
    double less = cat_simple_speed(spec, cat_pulse_shape(&spec->pulse, x - d, 1));
    double more = cat_simple_speed(spec, cat_pulse_shape(&spec->pulse, x + d, 1));
    fall = fmax(fall, (less - more) / (2 * d));
  }
  return fall > 0 ? 1 / fall : INFINITY;
}

CatStatus cat_cable_breaking(CatArena *arena, const CatCableSpec *spec, double *t) {
  enum { LINES = 1000 };
  CatCharacteristics c;
  CatShockBegin begin[CAT_SHOCKS];
  *t = breaking_at_rest(spec);
  if (spec->ends != CAT_CABLE_DRIVEN) return CAT_OK;
  CAT_TRY(cat_characteristics_new(arena, spec, LINES, &c));
  *t = cat_shocks_begin(&c, begin) > 0 ? begin[0].t : INFINITY;
  return CAT_OK;
}

//------------------------------------------------------------------------------------- equal areas

// Root of x(tau) = target between a and b, where x falls or rises throughout.
static double line_at(const CatCharacteristics *c, double t, double target, double a, double b) {
  bool falls = cat_characteristic_x(c, a, t) > cat_characteristic_x(c, b, t);
  for (int i = 0; i < 100; i++) {
    double middle = (a + b) / 2;
    bool above = cat_characteristic_x(c, middle, t) > target;
    if (above == falls)
      a = middle;
    else
      b = middle;
  }
  return (a + b) / 2;
}

// One fold: x rises with tau from begin to end. Lines of its outer branches leave after the fold
// before it ends (after) and before the next one begins (until), where x falls throughout.
typedef struct Fold {
  double begin, end, after, until;
} Fold;

// The outer branches at x.
static void outer(const CatCharacteristics *c, double t, double x, const Fold *f, CatShock *s) {
  bool ahead = cat_characteristic_x(c, f->after, t) <= x;
  bool behind = cat_characteristic_x(c, f->until, t) >= x;
  s->early = ahead ? f->after : line_at(c, t, x, f->after, f->begin);
  s->late = behind ? f->until : line_at(c, t, x, f->end, f->until);
}

// int (x(tau) - x) ds over the loop: nought where the areas are equal.
static double area(const CatCharacteristics *c, double t, double x, const CatShock *s) {
  enum { N = 2000 };
  double d = (s->late - s->early) / N, sum = 0;
  double slope = cat_characteristic_slope(c->spec, s->early);
  double place = cat_characteristic_x(c, s->early, t);
  for (int i = 1; i <= N; i++) {
    double tau = s->early + i * d, next = cat_characteristic_slope(c->spec, tau);
    double to = cat_simple_speed(c->spec, next) * (t - tau);
    sum += ((place + to) / 2 - x) * (next - slope);
    slope = next;
    place = to;
  }
  return sum;
}

// Chord condition for s_t + F(s)_x = 0: lines run into the shock from both sides.
static bool admissible(const CatCableSpec *spec, const CatShock *s) {
  double F0 = cat_simple_integral(spec, s->ahead), F1 = cat_simple_integral(spec, s->behind);
  double speed = (F1 - F0) / (s->behind - s->ahead);
  for (int i = 1; i < 100; i++) {
    double k = s->ahead + (s->behind - s->ahead) * i / 100;
    double part = (cat_simple_integral(spec, k) - F0) / (k - s->ahead);
    if (part > speed * (1 + 1e-12)) return false;
  }
  return true;
}

static void stand(const CatCharacteristics *c, double t, const Fold *f, CatShock *s) {
  double low = s->from, high = s->to;
  outer(c, t, low, f, s);
  double sign = area(c, t, low, s) > 0 ? 1 : -1;
  for (int i = 0; i < 60; i++) {
    s->x = (low + high) / 2;
    outer(c, t, s->x, f, s);
    if (area(c, t, s->x, s) * sign > 0)
      low = s->x;
    else
      high = s->x;
  }
  s->ahead = cat_characteristic_slope(c->spec, s->early);
  s->behind = cat_characteristic_slope(c->spec, s->late);
  s->admissible = admissible(c->spec, s);
}

// Folds at t as lines are visited in turn.
typedef struct Search {
  const CatCharacteristics *c;
  double t, end;       // now; the last line that has left [s]
  double last, begin;  // line that was visited before, where a fold began; < 0: none is open
  int n;
  Fold *out;
} Search;

// Whether x rises with tau: the line has met its neighbour.
static bool rises(const Search *s, double tau) {
  return meeting(s->c->spec, tau) < s->t;
}

// Where it begins or ends to, between two lines.
static double fold_edge(const Search *s, double a, double b, bool begin) {
  for (int i = 0; i < 60; i++) {
    double middle = (a + b) / 2;
    *(rises(s, middle) == begin ? &b : &a) = middle;
  }
  return (a + b) / 2;
}

static void visit(Search *s, double tau) {
  bool up = rises(s, tau);
  if (up && s->begin < 0) s->begin = fold_edge(s, s->last, tau, true);
  if (!up && s->begin >= 0) {
    double edge = fold_edge(s, s->last, tau, false);
    s->out[s->n] = (Fold){s->begin, edge, s->n ? s->out[s->n - 1].end : 0, s->end};
    if (s->n) s->out[s->n - 1].until = s->begin;
    s->n++, s->begin = -1;
  }
  s->last = tau;
}

// Also the lines that meet first are visited: a young fold is narrower than the lines are apart.
static int folds(const CatCharacteristics *c, double t, Fold out[CAT_SHOCKS]) {
  CatShockBegin meet[CAT_SHOCKS] = {0};
  int nmeet = cat_shocks_begin(c, meet);
  Search s = {.c = c, .t = t, .end = fmin(c->n * c->step, t), .begin = -1, .out = out};
  Lines lines = lines_until(c, s.end);
  double step = (lines.to - lines.from) / fmax(lines.n, 1);
  s.last = lines.from;
  for (int i = 1; i <= lines.n && s.n < CAT_SHOCKS; i++) {
    double tau = lines.from + i * step;
    for (int k = 0; k < nmeet && s.n < CAT_SHOCKS; k++) {
      if (meet[k].tau > s.last && meet[k].tau < tau) visit(&s, meet[k].tau);
    }
    if (s.n < CAT_SHOCKS) visit(&s, tau);
  }
  return s.n;
}

int cat_shocks_at(const CatCharacteristics *c, double t, CatShock out[CAT_SHOCKS]) {
  Fold fold[CAT_SHOCKS];
  int n = folds(c, t, fold);
  for (int i = 0; i < n; i++) {
    out[i] = (CatShock){.from = cat_characteristic_x(c, fold[i].begin, t),
                        .to = cat_characteristic_x(c, fold[i].end, t)};
    stand(c, t, &fold[i], &out[i]);
    // a line of the stretch between two shocks that both would need
    out[i].merged = i > 0 && out[i].x >= out[i - 1].x;
    if (out[i].merged) out[i - 1].merged = true;
  }
  return n;
}
