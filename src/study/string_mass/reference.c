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

// The step of n that t is in. They are nearly equal: it is close to where it would be if they were.
static int before(const double *t, int n, double at) {
  int low = (int)fmin(fmax(at / t[n] * n, 0), n - 1), high = low + 1;
  for (int far = 1; low > 0 && t[low] > at; far *= 4) high = low, low = low > far ? low - far : 0;
  for (int far = 1; high < n && t[high] <= at; far *= 4)
    low = high, high = n - high > far ? high + far : n;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    *(t[middle] <= at ? &low : &high) = middle;
  }
  return low;
}

// Cubic between the steps: I' = F is known at them.
static double impulse(const CatStringReference *r, double t, int known) {
  if (t <= 0) return 0;
  if (known < 1) return t * (r->F[0] + t / 2 * r->rise);  // of the first step itself
  int low = before(r->t, known, t), high = low + 1;
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

static double wave_speed(const CatStringMassSpec *s) {
  return sqrt(s->string.tension / s->string.mass_per_length);
}

// When a wave that leaves the mass at t is back at it from the far end.
static double back(const CatStringMassSpec *s, double t) {
  double wave = wave_speed(s), c = s->run.speed;
  return (2 * s->length + (wave - c) * t) / (wave + c);
}

// Steps of at most h end when the first wave is back, that of then is, and so on: there the force
// has kinks. Returns how many there are; t may be NULL.
static int grid(const CatStringMassSpec *s, double h, double *t) {
  double end = s->run.to / s->run.speed, from = 0;
  int n = 0;
  while (from < end) {
    double to = fmin(back(s, from), end);
    int part = (int)ceil((to - from) / h - 1e-9);
    for (int k = 0; t && k <= part; k++) t[n + k] = from + (to - from) * k / part;
    n += part;
    from = to;
  }
  return n;
}

static CatStatus reserve(CatArena *arena, const CatStringMassSpec *spec, int n,
                         CatStringReference *out) {
  *out = (CatStringReference){.spec = spec, .n = n, .arrival = back(spec, 0)};
  out->t = CAT_ARENA(arena, n + 1, double);
  out->I = CAT_ARENA(arena, n + 1, double);
  out->F = CAT_ARENA(arena, n + 1, double);
  return out->t && out->I && out->F ? CAT_OK : CAT_ERR_MEMORY;
}

static double impedance(const CatStringMassSpec *s) {  // 2 mu c_w
  return 2 * sqrt(s->string.tension * s->string.mass_per_length);
}

// Stiffness of the spring under the weight.
static double stiffness(const CatStringMassSpec *s) {
  double d = cat_string_spring_under(&s->body, s->body.mass * s->gravity);
  return s->body.stiffness + 3 * s->body.cubic_stiffness * d * d;
}

// Its last steps look back at the most waves, and there may be millions of them.
static CatStatus report(CatContext *ctx, const CatStringReference *r, int k) {
  enum { EVERY = 1024 };
  if (k % EVERY) return CAT_OK;
  cat_progress(ctx, (double)k / r->n, NAN);
  if (!cat_stop_asked(ctx)) return CAT_OK;
  return CAT_FAIL(ctx, CAT_ERR_INTERRUPTED, "stopped at step %d of %d of the exact force", k, r->n);
}

static CatStatus march(CatContext *ctx, CatStringReference *r) {
  const CatStringMassSpec *s = r->spec;
  double wave = wave_speed(s), c = s->run.speed;
  State x = {.y = -cat_string_spring_under(&s->body, s->body.mass * s->gravity)};
  r->F[0] = force(r, 0, &x, 0);
  // of v = -(I(t) - I(t (wave - c)/(wave + c)))/Z; the mass is at rest
  r->rise = -stiffness(s) * r->F[0] * 2 * c / (wave + c) / impedance(s);
  for (int k = 0; k < r->n; k++) {
    step(r, &x, k);
    CAT_TRY(report(ctx, r, k + 1));
  }
  return CAT_OK;
}

static CatStatus with_steps(CatContext *ctx, CatArena *arena, const CatStringMassSpec *spec,
                            double h, CatStringReference *out) {
  CAT_TRY(reserve(arena, spec, grid(spec, h, NULL), out));
  grid(spec, h, out->t);
  return march(ctx, out);
}

CatStatus cat_string_reference(CatContext *ctx, CatArena *arena, const CatStringMassSpec *spec,
                               CatStringReference *out) {
  return with_steps(ctx, arena, spec, spec->time.reference_step, out);
}

static CatStatus with_halves(CatContext *ctx, CatArena *arena, const CatStringReference *r,
                             CatStringReference *out) {
  CAT_TRY(reserve(arena, r->spec, 2 * r->n, out));
  for (int k = 0; k <= out->n; k++) out->t[k] = (r->t[k / 2] + r->t[(k + 1) / 2]) / 2;
  return march(ctx, out);
}

// Largest difference from a run with half as many steps, by the largest force; no number if either
// of them has none.
static double change(const CatStringReference *fine, const CatStringReference *coarse) {
  double most = 0, apart = 0;
  for (int k = 0; k <= coarse->n; k++) {
    double d = fabs(fine->F[2 * k] - coarse->F[k]);
    if (!isfinite(d)) return NAN;
    apart = fmax(apart, d);
    most = fmax(most, fabs(fine->F[2 * k]));
  }
  return apart / most;
}

// In steps of h, and shorter ones until half as many would change nothing. *error: what they did.
static CatStatus refine(CatContext *ctx, CatArena *arena, const CatStringMassSpec *spec, double h,
                        CatStringReference *out, double *error) {
  CatStringReference coarse;
  cat_stage(ctx, "exact force");
  CAT_TRY(with_steps(ctx, arena, spec, 2 * h, out));
  while (2.0 * out->n <= CAT_STRING_REFERENCE_STEPS) {
    coarse = *out;
    cat_stage(ctx, "exact force in %d steps", 2 * coarse.n);
    CAT_TRY(with_halves(ctx, arena, &coarse, out));
    *error = change(out, &coarse);
    if (*error <= CAT_STRING_REFERENCE_ERROR) break;
  }
  return CAT_OK;
}

// Spring and string together come to rest at the rate k/(2 mu c_w): beyond 2.8 of it in a step the
// method is not stable, and even the first coarse run should be.
CatStatus cat_string_reference_settle(CatContext *ctx, CatArena *arena,
                                      const CatStringMassSpec *spec, CatStringReference *out) {
  double h = fmin(spec->time.reference_step, impedance(spec) / (2 * stiffness(spec)));
  double steps = spec->run.to / spec->run.speed / h, error = NAN;
  if (steps < CAT_STRING_REFERENCE_STEPS) CAT_TRY(refine(ctx, arena, spec, h, out, &error));
  if (error <= CAT_STRING_REFERENCE_ERROR) return CAT_OK;
  return CAT_FAIL(
      ctx, CAT_ERR_DIVERGED,
      "the exact force would need a time.reference_step far below %.3g s, and more than "
      "%d steps: a spring of body.stiffness = %g N/m is too stiff for a run of %g s",
      h, CAT_STRING_REFERENCE_STEPS, spec->body.stiffness, spec->run.to / spec->run.speed);
}

double cat_string_reference_force(const CatStringReference *r, double t) {
  int low = before(r->t, r->n, t), high = low + 1;
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
