#include "slow_ledger.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"

typedef struct Slow {
  CatEnergy base;
  CatLineSim *c;
  double *u[2], *v[2], *a[2];  // at the beginning of the last step, at its end (n)
  double *d, *product;         // room (n)
  CatStepSums sums;            // since the start
} Slow;

// x'A y
static double form(Slow *e, const CatBand *A, const double *x, const double *y) {
  cat_band_multiply(A, 1, y, 0, e->product);
  return cat_dot(A->n, x, e->product);
}

static double damping_form(Slow *e, const double *x, const double *y) {
  const CatDamping *d = &e->c->damping;
  double sum = d->alpha * form(e, &e->c->system.M, x, y) + d->beta * form(e, &e->c->system.K, x, y);
  if (d->extra) sum += form(e, d->extra, x, y);
  for (int i = 0; i < d->ndamper; i++) sum += d->damper * x[d->damper_dof[i]] * y[d->damper_dof[i]];
  return sum;
}

static void look(Slow *e) {
  size_t bytes = (size_t)e->c->system.n * sizeof(double);
  memcpy(e->u[0], e->u[1], bytes), memcpy(e->v[0], e->v[1], bytes), memcpy(e->a[0], e->a[1], bytes);
  e->c->structure->ops->state(e->c->structure, e->u[1], e->v[1], e->a[1]);
}

static void slow_start(CatEnergy *base) {
  ((Slow *)base)->sums = (CatStepSums){0};
  look((Slow *)base);
}

static void slow_step(CatEnergy *base) {
  Slow *e = (Slow *)base;
  CatStepSums *x = &e->sums;
  const CatStep *step = &e->c->sim->step;
  int n = e->c->system.n;
  double *du = e->d, *dv = du + n, *da = dv + n, *vb = da + n, *w = vb + n;
  look(e);
  for (int i = 0; i < n; i++) {
    du[i] = e->u[1][i] - e->u[0][i], dv[i] = e->v[1][i] - e->v[0][i];
    da[i] = e->a[1][i] - e->a[0][i], vb[i] = (e->v[1][i] + e->v[0][i]) / 2;
    w[i] = cat_step_w(step, du[i], vb[i], (e->a[1][i] + e->a[0][i]) / 2);
  }
  x->C_vb += damping_form(e, du, vb);
  x->M_da += form(e, &e->c->system.M, w, da);
  x->stiff += damping_form(e, du, dv) + form(e, &e->c->system.K, du, du);
}

static CatEnergyNow slow_now(CatEnergy *base) {
  Slow *e = (Slow *)base;
  return (CatEnergyNow){.stored = (form(e, &e->c->system.M, e->v[1], e->v[1]) +
                                   form(e, &e->c->system.K, e->u[1], e->u[1])) /
                                  2,
                        .sums = e->sums};
}

static double slow_read(CatEnergy *base, const CatPortVector *p, bool before) {
  return cat_port_vector_read(p, ((Slow *)base)->u[before ? 0 : 1]);
}

CatStatus slow_ledger_new(CatLineSim *c, CatLedger **out) {
  static const CatEnergyOps ops = {slow_start, slow_step, slow_now, slow_read, NULL, NULL};
  Slow *e = CAT_ARENA(c->arena, 1, Slow);
  int n = c->system.n;
  if (!e) return CAT_ERR_MEMORY;
  *e = (Slow){.base = {&ops},
              .c = c,
              .d = CAT_ARENA(c->arena, 5 * n, double),
              .product = CAT_ARENA(c->arena, n, double)};
  for (int i = 0; i < 2; i++) {
    e->u[i] = CAT_ARENA(c->arena, n, double);
    e->v[i] = CAT_ARENA(c->arena, n, double);
    e->a[i] = CAT_ARENA(c->arena, n, double);
    if (!e->u[i] || !e->v[i] || !e->a[i] || !e->d || !e->product) return CAT_ERR_MEMORY;
  }
  CatEnergy *energy = &e->base;
  return cat_ledger_new(c->arena, c->sim, &energy, out);
}

double account_difference(const CatAccount *x, const CatAccount *y) {
  const double all[] = {
      x->work - y->work,           x->propulsion - y->propulsion, x->dissipated - y->dissipated,
      x->numerical - y->numerical, x->stored - y->stored,         x->residual - y->residual};
  double most = 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) most = fmax(most, fabs(all[i]));
  return most / y->throughput;
}
