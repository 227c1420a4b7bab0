// Where the energy of a constrained system goes, one part of a step after the other.
//
// With E = v'Mv/2 + q'Kq/2 - f'q, means (_b) and differences (d) of both ends of a part, and the
// equation of motion M a + D v + K q = f + G' lambda, which holds at both,
//
//   dE = dq'(G'lambda)_b - dq'(D v)_b - N,    N = dq'M a_b - v_b'M dv.
//
// N is what the integrator itself loses: zero for the trapezoidal rule, a loss for BDF2. Closed
// constraints that stand still do no work. Where the set changes within a step as in section 5.3,
// what is lost is an inelastic impact; what is gained has no cause, is not counted and remains as
// the residual of the balance.
#include <math.h>
#include <string.h>

#include "dae_internal.h"

CatStatus cat_balance_new(CatDaeStepper *s) {
  CatDaeBalance *b = &s->balance;
  size_t n = (size_t)s->dae->nq;
  b->x = CAT_ARENA(s->arena, n, double);
  b->y = CAT_ARENA(s->arena, n, double);
  b->row = CAT_ARENA(s->arena, 3 * n, double);
  if (!b->x || !b->y || !b->row) return CAT_ERR_MEMORY;
  if (!s->dae->curved) return CAT_OK;
  CAT_TRY(cat_forces_new(s, &b->from));
  return cat_forces_new(s, &b->to);
}

CatStatus cat_forces_new(CatDaeStepper *s, CatDaeForces *out) {
  size_t n = (size_t)s->dae->nq;
  *out = (CatDaeForces){CAT_ARENA(s->arena, n, double), CAT_ARENA(s->arena, n, double)};
  return out->elastic && out->damping ? CAT_OK : CAT_ERR_MEMORY;
}

// dq'G' of constraint i with its row at one end
static double shift(CatDaeStepper *s, int i, const CatDaeState *end, const CatDaeState *to) {
  CatDaeBalance *b = &s->balance;
  size_t n = (size_t)s->dae->nq;
  CatRows row = {b->row, b->row + n, b->row + 2 * n};
  memset(b->row, 0, 3 * n * sizeof(double));
  if (cat_row_bends(s->dae, i)) {
    s->dae->curved->row(s->dae->curved->self, i, end, &row);
  } else {
    s->dae->row(s->dae->self, i, end->t, row.G, row.Gt, row.Gtt);
  }
  double sum = 0;
  for (size_t j = 0; j < n; j++) sum += b->row[j] * (to->q[j] - s->now.q[j]);
  return sum;
}

// Of constraints that move, or of those that bend, which should do none.
static double constraint_work(CatDaeStepper *s, const CatDaeState *to, bool bends) {
  const CatDaeState *from = &s->now;
  double work = 0;
  for (int i = 0; i < s->dae->ng; i++) {
    if (!s->dae->moves[i] || cat_row_bends(s->dae, i) != bends) continue;
    if (from->lambda[i] != 0) work += from->lambda[i] * shift(s, i, from, to) / 2;
    if (to->lambda[i] != 0) work += to->lambda[i] * shift(s, i, to, to) / 2;
  }
  return work;
}

// The mean of x at both ends, times a matrix, times the difference of y.
static double product(CatDaeStepper *s, const CatBand *A, const double *const x[2],
                      const double *const y[2]) {
  double *mean = s->balance.x, *Ax = s->balance.y, sum = 0;
  int n = s->dae->nq;
  for (int j = 0; j < n; j++) mean[j] = (x[0][j] + x[1][j]) / 2;
  cat_band_multiply(A, 1, mean, 0, Ax);
  for (int j = 0; j < n; j++) sum += Ax[j] * (y[1][j] - y[0][j]);
  return sum;
}

// dE = v_b'M dv + dq'(K q_b - f), and what is lost: dq'(D v)_b, dq'M a_b - v_b'M dv
typedef struct Parts {
  double stored, dissipated, numerical;
} Parts;

// The curved part: dV, dq'F_damping, and what mean forces and joints miss: dV + dq'F_elastic,b and
// the work of constraints that bend
static void add_curved(CatDaeStepper *s, const CatDaeState *to, Parts *out) {
  const CatDae *d = s->dae;
  const CatDaeCurved *c = d->curved;
  CatDaeBalance *b = &s->balance;
  double stored = c->potential(c->self, to->q) - c->potential(c->self, s->now.q);
  double elastic = 0, damping = 0;
  c->forces(c->self, &s->now, &b->from);
  c->forces(c->self, to, &b->to);
  for (int j = c->first; j < d->nq; j++) {
    double dq = to->q[j] - s->now.q[j];
    elastic += dq * (b->from.elastic[j] + b->to.elastic[j]) / 2;
    damping += dq * (b->from.damping[j] + b->to.damping[j]) / 2;
  }
  out->stored += stored;
  out->dissipated -= damping;
  out->numerical -= stored + elastic + constraint_work(s, to, true);
}

static Parts parts_of(CatDaeStepper *s, const CatDaeState *to) {
  const CatDae *d = s->dae;
  const double *const q[] = {s->now.q, to->q}, *const v[] = {s->now.v, to->v},
                      *const a[] = {s->now.a, to->a};
  double kinetic = product(s, &d->M, v, v), load = 0;
  for (int j = 0; j < d->nq; j++) load += d->f[j] * (to->q[j] - s->now.q[j]);
  Parts out = {.stored = kinetic + product(s, &d->K, q, q) - load,
               .dissipated = product(s, &d->D, v, q),
               .numerical = product(s, &d->M, a, q) - kinetic};
  if (d->curved) add_curved(s, to, &out);
  return out;
}

void cat_balance_part(CatDaeStepper *s, const CatDaeState *to, bool same_set) {
  CatDaeEnergy *sum = &s->balance.sum;
  double work = constraint_work(s, to, false);
  Parts part = parts_of(s, to);
  sum->work += work;
  sum->dissipated += part.dissipated;
  if (same_set) {
    sum->numerical += part.numerical;
  } else {
    sum->impact += fmax(work - part.dissipated - part.stored, 0);
  }
}

CatDaeEnergy cat_dae_energy(const CatDaeStepper *s) {
  return s->balance.sum;
}
