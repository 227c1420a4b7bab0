#include "oscillators.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "linalg/dot.h"

//------------------------------------------------------------------------------- one oscillator

// u = sum_k c_k t^k from the equation itself, for slow oscillators, where the closed form loses
// digits: x is u0, v0, f0, f1.
static void by_series(double omega, double zeta, double h, double t, const double x[4],
                      double out[3]) {
  double f[2] = {x[2], (x[3] - x[2]) / h}, c0 = x[0], c1 = x[1], power = 1;
  out[0] = out[1] = out[2] = 0;
  for (int k = 0; k < 40; k++) {
    double load = k < 2 ? f[k] : 0;
    double c2 = (load - 2 * zeta * omega * (k + 1) * c1 - omega * omega * c0) / ((k + 1) * (k + 2));
    out[0] += c0 * power;
    out[1] += (k + 1) * c1 * power;
    out[2] += c0 * power * t / (k + 1);
    power *= t;
    c0 = c1, c1 = c2;
  }
}

// Free vibration about the particular solution up + rate t.
static void by_closed_form(double omega, double zeta, double h, double t, const double x[4],
                           double out[3]) {
  double sigma = zeta * omega, damped = omega * sqrt(1 - zeta * zeta), w2 = omega * omega;
  double E = exp(-sigma * t), C = cos(damped * t), S = sin(damped * t) / damped;
  double r = (x[3] - x[2]) / h, rate = r / w2, up = x[2] / w2 - 2 * sigma * r / (w2 * w2);
  double u = x[0] - up, v = x[1] - rate;
  out[0] = E * ((C + sigma * S) * u + S * v) + up + rate * t;
  out[1] = E * ((C - sigma * S) * v - w2 * S * u) + rate;
  double load = x[2] * t + r * t * t / 2;
  out[2] = (load - (out[1] - x[1]) - 2 * sigma * (out[0] - x[0])) / w2;
}

CatOscillation cat_oscillation(double omega, double zeta, double h, double t) {
  CatOscillation c;
  for (int k = 0; k < 4; k++) {
    double x[4] = {k == 0, k == 1, k == 2, k == 3}, out[3];
    if (omega * h < 1) {
      by_series(omega, zeta, h, t, x, out);
    } else {
      by_closed_form(omega, zeta, h, t, x, out);
    }
    c.u[k] = out[0], c.v[k] = out[1], c.integral[k] = out[2];
  }
  return c;
}

//------------------------------------------------------------------------------- step

static CatOscillators *own(CatStructure *s) {
  return (CatOscillators *)s;
}

static const CatOscillators *seen(const CatStructure *s) {
  return (const CatOscillators *)s;
}

// Held at u by a load that stays.
static void set_static(CatStructure *base, const double *u) {
  CatOscillators *s = own(base);
  for (int i = 0; i < base->n; i++) {
    s->u[i] = s->next[i] = u[i];
    s->v[i] = s->a[i] = 0;
    s->f[i] = s->load[i] = s->omega[i] * s->omega[i] * u[i];
  }
}

// Nothing to do: the load at the beginning is part of the state.
static void load_begin(CatStructure *base, int port, double force) {
  (void)base, (void)port, (void)force;
}

static void advance(CatStructure *base) {
  CatOscillators *s = own(base);
  double *const *to = s->to_u;
  for (int i = 0; i < base->n; i++) {
    s->next[i] = to[0][i] * s->u[i] + to[1][i] * s->v[i] + to[2][i] * s->f[i];
    s->load[i] = 0;
  }
}

static void move_port(CatStructure *base, int port, const CatPortVector *p) {
  CatOscillators *s = own(base);
  s->port[port] = *p;
  double *restrict gives = s->gives[port];
  for (int i = 0; i < p->n; i++) gives[i] = s->to_u[3][i] * p->b[i];
}

static double read_port(const CatStructure *base, int port) {
  const CatPortVector *p = &seen(base)->port[port];
  return cat_dot_short(p->n, p->b, seen(base)->next);
}

static double port_compliance(const CatStructure *base, int port, int other) {
  const CatOscillators *s = seen(base);
  int n = s->port[other].n > 0 ? s->port[port].n : 0;
  return cat_dot_short(n, s->port[port].b, s->gives[other]);
}

static void load_end(CatStructure *base, int port, double force) {
  CatOscillators *s = own(base);
  cat_axpy(s->port[port].n, force, s->port[port].b, s->load);
  cat_axpy(s->port[port].n, force, s->gives[port], s->next);
}

static void commit(CatStructure *base) {
  CatOscillators *s = own(base);
  double *const *to = s->to_v;
  for (int i = 0; i < base->n; i++) {
    double w = s->omega[i];
    double v = to[0][i] * s->u[i] + to[1][i] * s->v[i] + to[2][i] * s->f[i] + to[3][i] * s->load[i];
    s->u[i] = s->next[i];
    s->v[i] = v;
    s->f[i] = s->load[i];
    s->a[i] = s->f[i] - 2 * s->zeta[i] * w * v - w * w * s->u[i];
  }
}

//------------------------------------------------------------------------------- state

static void values(const CatStructure *base, int n, const int *dof, double *out) {
  cat_values_copy(seen(base)->u, n, dof, out);
}

static void state(CatStructure *base, double *u, double *v, double *a) {
  size_t bytes = (size_t)base->n * sizeof *u;
  memcpy(u, own(base)->u, bytes), memcpy(v, own(base)->v, bytes), memcpy(a, own(base)->a, bytes);
}

static void solve_static(const void *self, double *x) {
  const CatOscillators *s = self;
  for (int i = 0; i < s->base.n; i++) x[i] /= s->omega[i] * s->omega[i];
}

static CatStatus statics(const CatStructure *base, CatArena *scratch, CatStatics *out) {
  (void)scratch;
  *out = (CatStatics){solve_static, base};
  return CAT_OK;
}

static void snapshot(CatStructure *base, CatSnapshot *to) {
  CatOscillators *s = own(base);
  cat_snapshot_vectors(to, (double *[]){s->u, s->v, s->a, s->f, s->next, s->load}, 6, base->n);
}

static const CatStructureOps ops = {
    .name = "modes, each solved exactly",
    .set_static = set_static,
    .load_begin = load_begin,
    .advance = advance,
    .move_port = move_port,
    .read = read_port,
    .port_compliance = port_compliance,
    .load_end = load_end,
    .commit = commit,
    .values = values,
    .state = state,
    .statics = statics,
    .energy = cat_oscillators_energy,
    .snapshot = snapshot,
};

CatStatus cat_oscillators_new(CatArena *a, const CatOscillatorsSetup *setup, CatOscillators *out) {
  int n = setup->n, nmoving = setup->nmoving;
  *out = (CatOscillators){.base = {&ops, cat_step_newmark(setup->h), n, nmoving, 0},
                          .omega = setup->omega,
                          .zeta = setup->zeta,
                          .port = CAT_ARENA(a, nmoving + 1, CatPortVector),
                          .gives = CAT_ARENA(a, nmoving + 1, double *)};
  double **vector[] = {&out->u,       &out->v,       &out->a,       &out->f,       &out->next,
                       &out->load,    &out->to_u[0], &out->to_u[1], &out->to_u[2], &out->to_u[3],
                       &out->to_v[0], &out->to_v[1], &out->to_v[2], &out->to_v[3]};
  if (!out->port || !out->gives) return CAT_ERR_MEMORY;
  for (size_t k = 0; k < sizeof vector / sizeof *vector; k++) {
    *vector[k] = CAT_ARENA(a, n, double);
    if (!*vector[k]) return CAT_ERR_MEMORY;
  }
  for (int p = 0; p < nmoving; p++) {
    out->gives[p] = CAT_ARENA(a, n, double);
    if (!out->gives[p]) return CAT_ERR_MEMORY;
  }
  for (int i = 0; i < n; i++) {
    CatOscillation c = cat_oscillation(setup->omega[i], setup->zeta[i], setup->h, setup->h);
    for (int k = 0; k < 4; k++) out->to_u[k][i] = c.u[k], out->to_v[k][i] = c.v[k];
  }
  return CAT_OK;
}
