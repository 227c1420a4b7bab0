// The trapezoidal rule for string and mass together. The force at the end of a step is the unknown:
//   q1 = q_free - A^-1 P F,  y1 = y_free + h^2/(4m) F,  d = v(q1) - y1,  F = k d + epsilon d^3.
#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "run.h"

typedef struct March {
  const CatStringModel *m;
  double h;
  CatBand A;
  double *q, *v, *a, *r, *P;  // (nq)
  double *load, *last;        // P of this step's end and of its beginning (nq)
  double y, w, b;             // mass: height, velocity, acceleration
  double F, d;                // force and length of the spring
  CatStringAccount account;
} March;

static double spring_energy(const CatStringMassBody *b, double d) {
  return b->stiffness * d * d / 2 + b->cubic_stiffness * d * d * d * d / 4;
}

static double product(const CatBand *A, const double *x, double *scratch, int n) {  // x' A x
  cat_band_multiply(A, 1, x, 0, scratch);
  return cat_dot(n, x, scratch);
}

static double stored(const March *x) {
  const CatStringModel *m = x->m;
  const CatStringMassBody *body = &m->spec->body;
  double string = product(&m->M, x->v, x->r, m->nq) + product(&m->K, x->q, x->r, m->nq);
  return string / 2 + body->mass * x->w * x->w / 2 + spring_energy(body, x->d);
}

static CatStatus prepare(CatContext *ctx, CatArena *arena, const CatStringModel *m, March *x) {
  double **arrays[] = {&x->q, &x->v, &x->a, &x->r, &x->P, &x->load, &x->last};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
    *arrays[i] = CAT_ARENA(arena, m->nq, double);
    if (!*arrays[i]) return CAT_ERR_MEMORY;
  }
  CAT_TRY(cat_band_new(arena, m->nq, m->K.kd, &x->A));
  cat_band_axpy(&x->A, 1, &m->K);
  cat_band_axpy(&x->A, 4 / (x->h * x->h), &m->M);
  x->F = m->spec->body.mass * m->spec->gravity;  // it rests on its spring at the fixed end
  x->d = cat_string_spring_under(&m->spec->body, x->F);
  x->y = -x->d;
  cat_string_load(m, 0, x->last);
  x->account.stored = -stored(x);
  return cat_band_factor(ctx, &x->A);
}

// The trapezoidal rule leaves M a + K q = -P F at both ends of a step, so that the string's energy
// grows by -(P0 F0 + P1 F1)/2 (q1 - q0), and the mass's likewise. What the mean force does at the
// contact beyond that comes from the drive along the slope.
static void book(March *x, double on_string, double F, double y, double d) {
  CatStringAccount *e = &x->account;
  const CatStringMassBody *body = &x->m->spec->body;
  double mean = (x->F + F) / 2, stretch = d - x->d, climb = y - x->y;
  double propulsion = on_string + mean * (stretch + climb);
  double gravity = -body->mass * x->m->spec->gravity * climb;
  e->propulsion += propulsion;
  e->gravity += gravity;
  e->numerical += mean * stretch - (spring_energy(body, d) - spring_energy(body, x->d));
  e->throughput += fabs(propulsion) + fabs(gravity);
}

static double step(March *x, double t) {
  const CatStringModel *m = x->m;
  const CatStringMassBody *body = &m->spec->body;
  double h = x->h, at = m->spec->run.speed * t;
  for (int i = 0; i < m->nq; i++) x->P[i] = 4 / (h * h) * x->q[i] + 4 / h * x->v[i] + x->a[i];
  cat_band_multiply(&m->M, 1, x->P, 0, x->r);
  cat_band_solve(&x->A, x->r, 1);
  cat_string_load(m, at, x->P);
  memcpy(x->load, x->P, (size_t)m->nq * sizeof(double));
  cat_band_solve(&x->A, x->P, 1);
  double give = h * h / (4 * body->mass);
  double y = x->y + h * x->w + h * h / 4 * (x->b - m->spec->gravity);
  double d = cat_string_spring_solve(body, cat_string_at(m, at, x->r) - y,
                                     cat_string_at(m, at, x->P) + give);
  double F = cat_string_spring(body, d), on_string = 0;
  for (int i = 0; i < m->nq; i++) {
    double q = x->r[i] - F * x->P[i], dq = q - x->q[i];
    on_string -= (x->F * x->last[i] + F * x->load[i]) / 2 * dq;
    double a = 4 / (h * h) * dq - 4 / h * x->v[i] - x->a[i];
    x->v[i] += h / 2 * (x->a[i] + a);
    x->a[i] = a;
    x->q[i] = q;
  }
  double b = F / body->mass - m->spec->gravity;
  book(x, on_string, F, y + give * F, d);
  double *row = x->last;
  x->last = x->load, x->load = row;
  x->F = F, x->d = d;
  x->y = y + give * F;
  x->w += h / 2 * (x->b + b);
  x->b = b;
  return F;
}

static CatStringAccount balance(const March *x) {
  CatStringAccount e = x->account;
  e.stored += stored(x);
  e.residual = e.propulsion + e.gravity - e.stored - e.numerical;
  return e;
}

CatStatus cat_string_march(CatContext *ctx, CatArena *arena, const CatStringModel *m,
                           CatStringMarch *out) {
  const CatStringMassSpec *s = m->spec;
  double end = s->run.to / s->run.speed;
  March x = {.m = m};
  out->n = (int)ceil(end / s->time.step - 1e-9);
  out->asked = out->n;
  x.h = end / out->n;
  out->t = CAT_ARENA(arena, out->n + 1, double);
  out->F = CAT_ARENA(arena, out->n + 1, double);
  if (!out->t || !out->F) return CAT_ERR_MEMORY;
  CAT_TRY(prepare(ctx, arena, m, &x));
  out->F[0] = x.F;
  CatStatus status = CAT_OK;
  for (int k = 1; k <= out->n; k++) {
    out->t[k] = k * x.h;
    out->F[k] = step(&x, out->t[k]);
    if (k % 256) continue;
    cat_progress(ctx, (double)k / out->n, out->t[k]);
    if (!isfinite(out->F[k])) return CAT_FAIL(ctx, CAT_ERR_DIVERGED, "the force is not finite");
    if (!cat_stop_asked(ctx)) continue;
    status = CAT_FAIL(ctx, CAT_ERR_INTERRUPTED, "stopped after %d of %d steps", k, out->n);
    out->n = k;
  }
  out->account = balance(&x);
  return status;
}

CatStatus cat_string_statics(CatContext *ctx, CatArena *arena, const CatStringModel *m,
                             CatStringStatics *out) {
  const CatStringMassSpec *s = m->spec;
  double weight = s->body.mass * s->gravity, *row = CAT_ARENA(arena, m->nq, double);
  CatBand K;
  if (!row) return CAT_ERR_MEMORY;
  CAT_TRY(cat_band_new(arena, m->nq, m->K.kd, &K));
  cat_band_copy(&K, &m->K);
  CAT_TRY(cat_band_factor(ctx, &K));
  cat_string_load(m, s->length / 2, row);
  cat_band_solve(&K, row, 1);
  *out = (CatStringStatics){.v = -weight * cat_string_at(m, s->length / 2, row),
                            .d = cat_string_spring_under(&s->body, weight),
                            .exact = -weight * s->length / (4 * s->string.tension)};
  return CAT_OK;
}

double cat_string_error(const CatStringMarch *x, const CatStringReference *r,
                        const double window[2]) {
  double sum = 0, speed = r->spec->run.speed;
  long n = 0;
  for (int k = 0; k <= x->n; k++) {
    double at = speed * x->t[k];
    if (at < window[0] || at > window[1]) continue;
    double error = x->F[k] - cat_string_reference_force(r, x->t[k]);
    sum += error * error;
    n++;
  }
  return n >= CAT_STRING_SAMPLES ? sqrt(sum / (double)n) : -1;
}

double cat_string_pull(const double *F, const double *t, int n, double speed) {
  double time = 0;
  for (int k = 1; k <= n; k++) {
    double a = F[k - 1], b = F[k], part = a < 0 && b < 0 ? 1 : 0;
    if ((a < 0) != (b < 0)) part = fmin(a, b) / (fmin(a, b) - fmax(a, b));  // of a straight line
    time += part * (t[k] - t[k - 1]);
  }
  return speed * time;
}
