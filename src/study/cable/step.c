#include "step.h"

#include <math.h>

#include "base/newest_error.h"
#include "linalg/dense.h"
#include "pulse.h"

CatStatus cat_cable_stepper_new(CatContext *ctx, const CatCableModel *m, double h, bool implicit,
                                CatCableStepper *out) {
  double **arrays[] = {&out->x.q,    &out->x.v, &out->x.a,   &out->f,
                       &out->middle, &out->q1,  &out->change};
  *out = (CatCableStepper){.ctx = ctx, .m = m, .h = h, .implicit = implicit};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
    *arrays[i] = CAT_ARENA(m->arena, m->nq > m->mass.n ? m->nq : m->mass.n, double);
    if (!*arrays[i]) return CAT_ERR_MEMORY;
  }
  out->N0 = CAT_ARENA(m->arena, m->npoint, double);
  out->N1 = CAT_ARENA(m->arena, m->npoint, double);
  if (!out->N0 || !out->N1) return CAT_ERR_MEMORY;
  return implicit ? cat_band_new(m->arena, m->mass.n, m->kd, &out->A) : CAT_OK;
}

//------------------------------------------------------------------------------------- explicit

static void drive(CatCableStepper *s) {  // the left end at time t
  const CatCableModel *m = s->m;
  if (m->spec->ends != CAT_CABLE_DRIVEN) return;
  s->x.q[m->v] = cat_pulse_drive(m->spec, s->x.t, 0);
  s->x.v[m->v] = cat_pulse_drive(m->spec, s->x.t, 1);
  s->x.a[m->v] = cat_pulse_drive(m->spec, s->x.t, 2);
}

// Force that moves the driven end, times its speed.
static double drive_power(CatCableStepper *s) {
  const CatCableModel *m = s->m;
  if (s->x.v[m->v] == 0) return 0;
  cat_cable_momentum(m, s->x.a, s->middle);
  return (s->middle[m->v] - s->f[m->v]) * s->x.v[m->v];
}

static void step_explicit(CatCableStepper *s) {
  const CatCableModel *m = s->m;
  double h = s->h, *q = s->x.q, *v = s->x.v, *a = s->x.a;
  for (int i = 0; i < m->nq; i++) {
    v[i] += h / 2 * a[i];
    q[i] += h * v[i];
  }
  s->x.t += h;
  drive(s);
  cat_cable_forces(m, q, s->f);
  cat_cable_accelerate(m, s->f, a);
  for (int i = 0; i < m->nq; i++) v[i] += h / 2 * a[i];
  if (m->spec->ends != CAT_CABLE_DRIVEN) return;
  drive(s);
  double power = drive_power(s);
  s->work += h / 2 * (s->power + power);
  s->power = power;
}

double cat_cable_numerical(const CatCableStepper *s) {
  if (s->implicit) return 0;
  cat_cable_momentum(s->m, s->x.a, s->middle);
  double inertia = cat_dot(s->m->nq, s->x.a, s->middle);
  return s->h * s->h * (cat_cable_second(s->m, s->x.q, s->x.v) / 12 - inertia / 24);
}

//------------------------------------------------------------------------------------- implicit

// Forces of a step that ends at q1, in s->f; tensions of its end, strains of its middle stay.
static void mean_forces(CatCableStepper *s) {
  const CatCableModel *m = s->m;
  CatCableField e = m->e;
  m->ops->strains(m, s->q1, &e);
  cat_cable_tension(m, s->q1, &e, s->N1);
  for (int p = 0; p < m->npoint; p++) s->N1[p] = 0.5 * (s->N0[p] + s->N1[p]);
  for (int i = 0; i < m->nq; i++) s->middle[i] = 0.5 * (s->x.q[i] + s->q1[i]);
  m->ops->strains(m, s->middle, &e);
  cat_cable_internal(m, &e, s->N1, s->f);
}

static void residual(CatCableStepper *s) {  // f - 2/h^2 M (q1 - q0 - part h v0), in s->change
  const CatCableModel *m = s->m;
  double h = s->h;
  mean_forces(s);
  for (int i = 0; i < m->nq; i++)
    s->middle[i] = 2 / (h * h) * (s->q1[i] - s->x.q[i] - s->part * h * s->x.v[i]);
  cat_cable_momentum(m, s->middle, s->change);
  for (int i = 0; i < m->nq; i++) s->change[i] = s->f[i] - s->change[i];
}

static CatStatus factor(CatCableStepper *s) {
  const CatCableModel *m = s->m;
  CatBand *A = &s->A;
  CatCableField e = m->e;  // of the middle, from mean_forces
  for (size_t i = 0; i < (size_t)A->n * (size_t)(A->kd + 1); i++) A->a[i] = 0;
  // far from the solution a trial may push; without that the matrix is always positive definite
  for (int p = 0; p < m->npoint; p++) s->N1[p] = fmax(s->N1[p], 0);
  cat_cable_model_tangent(m, &e, s->N1, 0.5, A);
  double inertia = 2 / (s->h * s->h);
  for (int i = 0; i < m->nq; i++) {
    int at = m->slot[i];
    for (int j = at; j <= at + m->mass.kd && j < A->n; j++)
      cat_band_add(A, at, j, inertia * cat_band_get(&m->mass, at, j));
  }
  cat_cable_separate(m, A);
  s->factored = true;
  s->factorisations++;
  return cat_band_factor(s->ctx, A);
}

// One correction of q1; *size is the largest change by the largest displacement, infinite if a
// number is none (fmax passes over those).
static void correct(CatCableStepper *s, double *size) {
  const CatCableModel *m = s->m;
  double most = 1e-300, change = 0;
  bool finite = true;
  for (int i = 0; i < m->nq; i++) {
    if (m->held[i]) s->change[i] = 0;
  }
  cat_cable_to_slots(m, s->change, s->middle);
  cat_band_solve(&s->A, s->middle, 1);
  cat_cable_from_slots(m, s->middle, s->change);
  for (int i = 0; i < m->nq; i++) {
    s->q1[i] += s->change[i];
    change = fmax(change, fabs(s->change[i]));
    most = fmax(most, fabs(s->q1[i]));
    finite = finite && isfinite(s->q1[i]);
  }
  *size = finite ? change / most : INFINITY;
}

static CatStatus iterate(CatCableStepper *s) {
  enum { MOST = 60, SLOW = 6 };
  double size = 1, before = 1;
  for (int k = 0; k < MOST; k++) {
    residual(s);
    if (!s->factored || (k > 0 && k % SLOW == 0)) CAT_TRY(factor(s));
    correct(s, &size);
    s->iterations++;
    // as small as rounding lets it become
    if (size < 2e-15 || (k > 1 && size < 1e-9 && size > 0.3 * before)) return CAT_OK;
    if (!isfinite(size)) break;
    if (k > 0 && size > 0.5 * before) s->factored = false;  // a tangent of another place
    before = size;
  }
  return CAT_FAIL(s->ctx, CAT_ERR_DIVERGED,
                  "the step from t = %g s did not converge: change %.3g of the displacement after "
                  "%d iterations",
                  s->x.t, size, MOST);
}

// Towards the end of the step in so many parts of the way of the driven end and of the momentum:
// each begins where the one before it ended.
static CatStatus approach(CatCableStepper *s, int parts) {
  const CatCableModel *m = s->m;
  double from = s->x.q[m->v], to = cat_pulse_drive(m->spec, s->x.t + s->h, 0);
  for (int i = 0; i < m->nq; i++) s->q1[i] = s->x.q[i];
  for (int k = 1; k <= parts; k++) {
    s->part = (double)k / parts;
    for (int i = 0; i < m->nq; i++) s->q1[i] += m->held[i] ? 0 : s->h * s->x.v[i] / parts;
    if (m->spec->ends == CAT_CABLE_DRIVEN)
      s->q1[m->v] = k == parts ? to : from + s->part * (to - from);
    CAT_TRY(iterate(s));
  }
  return CAT_OK;
}

// A long step bends the cable sharply at its end: the iteration may not find back from there.
static CatStatus solve(CatCableStepper *s) {
  enum { PARTS = 64 };
  int before = cat_context_errors(s->ctx);
  CatStatus status = approach(s, 1);
  for (int parts = 4; parts <= PARTS; parts *= 4) {
    if (status != CAT_ERR_DIVERGED && status != CAT_ERR_SINGULAR) return status;
    cat_context_forget(s->ctx, before);
    s->factored = false;
    status = approach(s, parts);
  }
  return status;
}

static CatStatus step_implicit(CatCableStepper *s) {
  const CatCableModel *m = s->m;
  double h = s->h, *q = s->x.q, *v = s->x.v;
  CatCableField e = m->e;
  m->ops->strains(m, q, &e);
  cat_cable_tension(m, q, &e, s->N0);
  CAT_TRY(solve(s));
  residual(s);  // of a held unknown: minus the force that holds it
  s->work -= s->change[m->v] * (s->q1[m->v] - q[m->v]);
  for (int i = 0; i < m->nq; i++) {
    v[i] = 2 / h * (s->q1[i] - q[i]) - v[i];
    q[i] = s->q1[i];
  }
  s->x.t += h;
  return CAT_OK;
}

CatStatus cat_cable_begin(CatCableStepper *s) {
  drive(s);
  if (s->implicit) return CAT_OK;
  cat_cable_forces(s->m, s->x.q, s->f);
  cat_cable_accelerate(s->m, s->f, s->x.a);
  s->power = drive_power(s);
  return CAT_OK;
}

CatStatus cat_cable_step(CatCableStepper *s) {
  if (s->implicit) return step_implicit(s);
  step_explicit(s);
  return CAT_OK;
}
