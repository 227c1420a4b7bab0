#include "reference.h"

#include <math.h>

double cat_string_spring(const CatStringMassBody *b, double d) {
  return b->stiffness * d + b->cubic_stiffness * d * d * d;
}

// d + compliance F(d) = free: monotone, so that Newton's iteration from the linear value ends.
double cat_string_spring_solve(const CatStringMassBody *b, double free, double compliance) {
  double d = free / (1 + compliance * b->stiffness);
  for (int i = 0; i < 100 && b->cubic_stiffness > 0; i++) {
    double r = d + compliance * cat_string_spring(b, d) - free;
    double slope = 1 + compliance * (b->stiffness + 3 * b->cubic_stiffness * d * d);
    d -= r / slope;
    if (fabs(r) <= 1e-16 * fabs(free)) break;
  }
  return d;
}

double cat_string_spring_under(const CatStringMassBody *b, double force) {
  double d = force / b->stiffness;
  for (int i = 0; i < 100 && b->cubic_stiffness > 0; i++) {
    double r = cat_string_spring(b, d) - force;
    d -= r / (b->stiffness + 3 * b->cubic_stiffness * d * d);
    if (fabs(r) <= 1e-16 * fabs(force)) break;
  }
  return d;
}

typedef struct State {
  double I, y, w;  // impulse, height and velocity of the mass
} State;

// Cubic between the steps: I' = F is known at them.
static double impulse(const CatStringReference *r, double t, int known) {
  if (t <= 0) return 0;
  if (known < 1) return t * r->F[0];  // of the first step itself
  int low = 0, high = known;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (r->t[middle] <= t)
      low = middle;
    else
      high = middle;
  }
  double h = r->t[high] - r->t[low], s = (t - r->t[low]) / h;
  double d = r->I[high] - r->I[low];
  return r->I[low] + s * h * r->F[low] + s * s * (3 * d - h * (2 * r->F[low] + r->F[high])) +
         s * s * s * (h * (r->F[low] + r->F[high]) - 2 * d);
}

// Waves that come back: images 2jL + c tau with the sign of the force, 2jL - c tau against it.
static double returned(const CatStringReference *r, double t, int known) {
  const CatStringMassSpec *s = r->spec;
  double wave = sqrt(s->string.tension / s->string.mass_per_length), c = s->run.speed;
  double x = c * t, sum = 0, L = s->length;
  int last = (int)(wave * t / (2 * L)) + 2;
  for (int j = -last; j <= last; j++) {
    for (int sign = -1; sign <= 1; sign += 2) {
      if (j == 0 && sign > 0) continue;  // the wave itself
      double tau = j > 0 ? (wave * t + x - 2 * j * L) / (wave + sign * c)
                         : (wave * t - x + 2 * j * L) / (wave - sign * c);
      if (tau > 0) sum += sign * impulse(r, tau, known);
    }
  }
  return sum;
}

static double force(const CatStringReference *r, double t, const State *x, int known) {
  const CatStringMassSpec *s = r->spec;
  double Z = 2 * sqrt(s->string.tension * s->string.mass_per_length);  // 2 mu c_w
  double v = -(x->I + returned(r, t, known)) / Z;
  return cat_string_spring(&s->body, v - x->y);
}

static State rate(const CatStringReference *r, double t, const State *x, int known) {
  const CatStringMassSpec *s = r->spec;
  double F = force(r, t, x, known);
  return (State){F, x->w, F / s->body.mass - s->gravity};
}

static State moved(State x, State d, double h) {
  return (State){x.I + h * d.I, x.y + h * d.y, x.w + h * d.w};
}

static void step(CatStringReference *r, State *x, int k) {
  double t = r->t[k], h = r->t[k + 1] - t;
  State a = rate(r, t, x, k), p = moved(*x, a, h / 2);
  State b = rate(r, t + h / 2, &p, k);
  p = moved(*x, b, h / 2);
  State c = rate(r, t + h / 2, &p, k);
  p = moved(*x, c, h);
  State d = rate(r, t + h, &p, k);
  x->I += h / 6 * (a.I + 2 * b.I + 2 * c.I + d.I);
  x->y += h / 6 * (a.y + 2 * b.y + 2 * c.y + d.y);
  x->w += h / 6 * (a.w + 2 * b.w + 2 * c.w + d.w);
  r->I[k + 1] = x->I;
  r->F[k + 1] = force(r, t + h, x, k);
}

// Steps end when the first wave is back, where the force has a kink.
static void grid(CatStringReference *r, double end) {
  double wave = sqrt(r->spec->string.tension / r->spec->string.mass_per_length);
  r->arrival = 2 * r->spec->length / (wave + r->spec->run.speed);
  double middle = fmin(r->arrival, end);
  int n = (int)ceil(middle / end * r->n);
  if (n > r->n - 1 && middle < end) n = r->n - 1;
  for (int k = 0; k <= r->n; k++) {
    r->t[k] = k <= n ? middle * k / n : middle + (end - middle) * (k - n) / (r->n - n);
  }
}

CatStatus cat_string_reference(CatArena *arena, const CatStringMassSpec *spec,
                               CatStringReference *out) {
  double end = spec->run.to / spec->run.speed;
  *out = (CatStringReference){.spec = spec, .n = (int)ceil(end / spec->time.reference_step - 1e-9)};
  out->t = CAT_ARENA(arena, out->n + 1, double);
  out->I = CAT_ARENA(arena, out->n + 1, double);
  out->F = CAT_ARENA(arena, out->n + 1, double);
  if (!out->t || !out->I || !out->F) return CAT_ERR_MEMORY;
  grid(out, end);
  State x = {.y = -cat_string_spring_under(&spec->body, spec->body.mass * spec->gravity)};
  out->F[0] = force(out, 0, &x, 0);
  for (int k = 0; k < out->n; k++) step(out, &x, k);
  return CAT_OK;
}

double cat_string_reference_force(const CatStringReference *r, double t) {
  int low = 0, high = r->n;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (r->t[middle] <= t)
      low = middle;
    else
      high = middle;
  }
  double s = (t - r->t[low]) / (r->t[high] - r->t[low]);
  return r->F[low] + s * (r->F[high] - r->F[low]);
}

static CatStringPeak crest(const double *F, const double *t, int n, int k, double speed) {
  if (k <= 0 || k >= n) return (CatStringPeak){F[k], speed * t[k]};
  double bend = F[k - 1] - 2 * F[k] + F[k + 1], slope = (F[k + 1] - F[k - 1]) / 2;
  double s = bend != 0 ? -slope / bend : 0;
  return (CatStringPeak){F[k] + s * slope / 2, speed * (t[k] + s * (t[k + 1] - t[k - 1]) / 2)};
}

CatStringPeak cat_string_least(const double *F, const double *t, int n, double speed) {
  int best = 0;
  for (int k = 1; k <= n; k++) best = F[k] < F[best] ? k : best;
  return crest(F, t, n, best, speed);
}

CatStringPeak cat_string_most(const double *F, const double *t, int n, double speed) {
  int best = 0;
  for (int k = 1; k <= n; k++) best = F[k] > F[best] ? k : best;
  return crest(F, t, n, best, speed);
}

CatStringPeak cat_string_greatest(const CatStringReference *r, const double *F, const double *t,
                                  int n) {
  double speed = r->spec->run.speed, until = r->arrival + r->spec->length / (20 * speed);
  int best = n;
  for (int k = n; k >= 0 && t[k] >= r->arrival; k--) {
    if (t[k] <= until && (F[k] > F[best] || t[best] > until)) best = k;
  }
  return crest(F, t, n, best, speed);
}
