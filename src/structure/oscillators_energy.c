// Energy of oscillators that are solved exactly. In one step, load f = f0 + r t,
//   int f q' dt = [f q] - r int q dt           is what the load does,
//   2 zeta omega int q'^2 dt                   what the damper takes: a form in (u0, v0, f0, f1).
// The ledger counts the work of a contact with the mean of its forces: du (f0 + f1)/2. The
// difference belongs to the method, which assumes loads linear in time.
#include <math.h>
#include <string.h>

#include "energy.h"
#include "linalg/dense.h"
#include "linalg/dot.h"
#include "oscillators.h"

typedef struct Account {
  CatEnergy base;
  const CatOscillators *s;
  double (*loss)[16];     // int q'^2 dt as a form in (u0, v0, f0, f1) (n)
  double (*integral)[4];  // int q dt (n)
  double *u, *v, *f;      // at the end of the last step (n)
  double *u0;             // at its beginning (n)
  CatStepSums sums;       // since the start
} Account;

static double form(const double Q[16], const double x[4]) {
  double sum = 0;
  for (int i = 0; i < 4; i++) sum += x[i] * cat_dot(4, Q + 4 * i, x);
  return sum;
}

// du'C dv + du'K du is put as du'df: it cancels the ledger's own term, and M_da is what remains.
static void step(CatEnergy *base) {
  Account *e = (Account *)base;
  CatStepSums *sums = &e->sums;
  const CatOscillators *s = e->s;
  double h = s->base.step.h;
  for (int i = 0; i < s->base.n; i++) {
    const double x[4] = {e->u[i], e->v[i], e->f[i], s->f[i]};
    double du = s->u[i] - x[0], df = x[3] - x[2];
    double work = x[3] * s->u[i] - x[2] * x[0] - df / h * cat_dot(4, e->integral[i], x);
    sums->C_vb += 2 * s->zeta[i] * s->omega[i] * form(e->loss[i], x);
    sums->M_da += du * (x[2] + x[3]) / 2 - work;
    sums->stiff += du * df;
    e->u0[i] = x[0];
    e->u[i] = s->u[i], e->v[i] = s->v[i], e->f[i] = s->f[i];
  }
}

static void start(CatEnergy *base) {
  Account *e = (Account *)base;
  size_t bytes = (size_t)e->s->base.n * sizeof *e->u;
  memcpy(e->u, e->s->u, bytes), memcpy(e->v, e->s->v, bytes), memcpy(e->f, e->s->f, bytes);
  memcpy(e->u0, e->u, bytes);
  e->sums = (CatStepSums){0};
}

static CatEnergyNow now(CatEnergy *base) {
  const Account *e = (const Account *)base;
  double sum = 0;
  for (int i = 0; i < e->s->base.n; i++) {
    double w = e->s->omega[i] * e->u[i];
    sum += e->v[i] * e->v[i] + w * w;
  }
  return (CatEnergyNow){.stored = sum / 2, .sums = e->sums};
}

// Ports act on all modes in their order.
static double read_port(CatEnergy *base, const CatPortVector *p, bool before) {
  const Account *e = (const Account *)base;
  return cat_dot_short(p->n, p->b, before ? e->u0 : e->u);
}

static void snapshot(CatEnergy *base, CatSnapshot *to) {
  Account *e = (Account *)base;
  CAT_SNAPSHOT(to, e->sums);
  cat_snapshot_vectors(to, (double *[]){e->u, e->v, e->f, e->u0}, 4, e->s->base.n);
}

// By Gauss's rule on parts that are short beside the period.
static void find_loss(double omega, double zeta, double h, double Q[16]) {
  static const double at[3] = {-0.7745966692414834, 0, 0.7745966692414834};
  static const double weight[3] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
  int parts = 4 + (int)ceil(16 * omega * h);
  double half = h / parts / 2;
  if (zeta == 0) return;
  for (int p = 0; p < parts; p++) {
    for (int g = 0; g < 3; g++) {
      CatOscillation c = cat_oscillation(omega, zeta, h, half * (2 * p + 1 + at[g]));
      for (int i = 0; i < 16; i++) Q[i] += half * weight[g] * c.v[i / 4] * c.v[i % 4];
    }
  }
}

CatStatus cat_oscillators_energy(CatStructure *base, CatArena *a, CatEnergy **out) {
  static const CatEnergyOps ops = {start, step, now, read_port, NULL, snapshot};
  const CatOscillators *s = (const CatOscillators *)base;
  int n = base->n;
  double h = base->step.h;
  Account *e = CAT_ARENA(a, 1, Account);
  if (!e) return CAT_ERR_MEMORY;
  *e = (Account){.base = {&ops}, .s = s};
  e->loss = cat_arena_alloc(a, (size_t)n, sizeof *e->loss);
  e->integral = cat_arena_alloc(a, (size_t)n, sizeof *e->integral);
  double **vector[] = {&e->u, &e->v, &e->f, &e->u0};
  for (int k = 0; k < 4; k++) {
    *vector[k] = CAT_ARENA(a, n, double);
    if (!*vector[k]) return CAT_ERR_MEMORY;
  }
  if (!e->loss || !e->integral) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) {
    CatOscillation c = cat_oscillation(s->omega[i], s->zeta[i], h, h);
    memcpy(e->integral[i], c.integral, sizeof c.integral);
    find_loss(s->omega[i], s->zeta[i], h, e->loss[i]);
  }
  *out = &e->base;
  return CAT_OK;
}
