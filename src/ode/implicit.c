// The implicit stage: BDF2 and backward Euler on the stabilised system (38).
//
// With q' = alpha d + p for the increment d = q1 - q0 (BDF2: alpha = 3/(2h), p = (q_{-1} -
// q0)/(2h); Euler: alpha = 1/h, p = 0), likewise v' = alpha (v1 - v0) + r, the linear form of (38)
// reads
//
//   v1 = alpha d + p - M^-1 (Gt' eta + G' mu)
//   a1 = alpha (v1 - v0) + r - M^-1 G' eta
//   M a1 + D v1 + K (q0 + d) = f + G' lambda
//   G q1 + z = 0,   Gt q1 + G v1 = 0,   Gtt q1 + 2 Gt v1 + G a1 = 0       (active constraints)
//
// Eliminating a1 and v1, with nu = lambda + eta and A = alpha^2 M + alpha D + K:
//
//   A d = f - K q0 + M (alpha v0 - r - alpha p) - D p
//         + G' nu + (alpha M + D) M^-1 (Gt' eta + G' mu)
//
// so that three multipliers per active constraint remain, found from a small dense system.
// Increments keep digits when a step is cut short by an event.
#include <string.h>

#include "dae_internal.h"
#include "linalg/dense.h"

// Response of q to nu, eta, mu of constraint i: A^-1 of G', (alpha M + D) M^-1 Gt', and the same
// with G'.
static void stage_columns(CatDaeStepper *s, CatStage *g, int i) {
  const CatDae *d = s->dae;
  size_t n = (size_t)d->nq, at = (size_t)i * n, bytes = n * sizeof(double);
  double *nu = g->Q + 3 * at, *eta = nu + n, *mu = eta + n;
  memcpy(nu, s->set.rows.G + at, bytes);
  memcpy(eta, s->set.rows.Gt + at, bytes);
  memcpy(mu, s->set.rows.G + at, bytes);
  cat_band_multiply(&d->D, 1, s->set.mgt + at, g->alpha, eta);
  cat_band_multiply(&d->D, 1, s->set.mg + at, g->alpha, mu);
  cat_band_solve(&g->A, nu, 3);
}

// Factor and columns for alpha at time t; cheap when only the moving constraints changed.
static CatStatus stage_prepare(CatDaeStepper *s, CatStage *g, double alpha, double t) {
  const CatDae *d = s->dae;
  cat_rowset_fill(s, &s->set, t);
  bool fresh = g->alpha != alpha;
  if (fresh) {
    memset(g->A.a, 0, (size_t)(g->A.kd + 1) * (size_t)g->A.n * sizeof(double));
    cat_band_axpy(&g->A, alpha * alpha, &d->M);
    cat_band_axpy(&g->A, alpha, &d->D);
    cat_band_axpy(&g->A, 1, &d->K);
    g->alpha = 0;
    CAT_TRY(cat_band_factor(s->ctx, &g->A));
    g->alpha = alpha;
  }
  for (int i = 0; i < d->ng; i++) {
    if (fresh || (d->moves[i] && g->t != t)) stage_columns(s, g, i);
  }
  g->t = t;
  return CAT_OK;
}

typedef struct Base {
  const double *q0, *v0;  // where the increments start
  const double *q_, *v_;  // p = (q_ - q0) / (2h), r = (v_ - v0) / (2h); NULL: p = r = 0
  double half_rate;       // 1 / (2h)
} Base;

static double base_p(const Base *b, int j) {
  return b->q_ ? (b->q_[j] - b->q0[j]) * b->half_rate : 0;
}

static double base_r(const Base *b, int j) {
  return b->v_ ? (b->v_[j] - b->v0[j]) * b->half_rate : 0;
}

// The unconstrained increment d into out->q (as q0 + d), and v, a that go with it.
static void stage_free(CatDaeStepper *s, const CatStage *g, const Base *b, CatDaeState *out) {
  const CatDae *d = s->dae;
  double *rhs = s->work, *x = s->work2;
  for (int j = 0; j < d->nq; j++) {
    x[j] = g->alpha * (b->v0[j] - base_p(b, j)) - base_r(b, j);
    rhs[j] = d->f[j];
  }
  cat_band_multiply(&d->M, 1, x, 1, rhs);
  cat_band_multiply(&d->K, -1, b->q0, 1, rhs);
  if (b->q_) {
    for (int j = 0; j < d->nq; j++) x[j] = base_p(b, j);
    cat_band_multiply(&d->D, -1, x, 1, rhs);
  }
  cat_band_solve(&g->A, rhs, 1);
  for (int j = 0; j < d->nq; j++) {
    out->q[j] = rhs[j];  // the increment, for now
    out->v[j] = g->alpha * rhs[j] + base_p(b, j);
    out->a[j] = g->alpha * (out->v[j] - b->v0[j]) + base_r(b, j);
  }
}

// Products of one row set (G, Gt or Gtt of constraint i) with the columns of constraint j.
typedef struct Products {
  double Q[3], mg, mgt;
} Products;

static Products products(const CatDaeStepper *s, const CatStage *g, const double *rows, int i,
                         int j) {
  size_t n = (size_t)s->dae->nq;
  const double *Q = g->Q + 3 * (size_t)j * n;
  Products p;
  for (size_t k = 0; k < 3; k++) p.Q[k] = cat_rowset_dot(s, &s->set, rows, i, Q + k * n);
  p.mg = cat_rowset_dot(s, &s->set, rows, i, s->set.mg + (size_t)j * n);
  p.mgt = s->dae->moves[j] ? cat_rowset_dot(s, &s->set, rows, i, s->set.mgt + (size_t)j * n) : 0;
  return p;
}

// What a row sees of v per unit of nu, eta, mu: alpha Q - (0, mgt, mg).
static void velocity_seen(const Products *p, double alpha, double v[3]) {
  v[0] = alpha * p->Q[0];
  v[1] = alpha * p->Q[1] - p->mgt;
  v[2] = alpha * p->Q[2] - p->mg;
}

// The 3 x 3 block of constraints i and j, rows scaled by 1, 1/alpha, 1/alpha^2 and mu by alpha.
static void small_block(const CatDaeStepper *s, const CatStage *g, int i, int j,
                        double block[3][3]) {
  const CatRows *r = &s->set.rows;
  double alpha = g->alpha, v[3], vt[3];
  Products p = products(s, g, r->G, i, j);
  velocity_seen(&p, alpha, v);
  for (int k = 0; k < 3; k++) {
    block[0][k] = p.Q[k];
    block[1][k] = v[k];
    block[2][k] = alpha * v[k] - (k == 1 ? p.mg : 0);
  }
  if (s->dae->moves[i]) {
    Products pt = products(s, g, r->Gt, i, j), ptt = products(s, g, r->Gtt, i, j);
    velocity_seen(&pt, alpha, vt);
    for (int k = 0; k < 3; k++) {
      block[1][k] += pt.Q[k];
      block[2][k] += ptt.Q[k] + 2 * vt[k];
    }
  }
  for (int k = 0; k < 3; k++) {
    double column = k == 2 ? 1 / alpha : 1;
    block[0][k] *= column;
    block[1][k] *= column / alpha;
    block[2][k] *= column / (alpha * alpha);
  }
}

// Right-hand side of constraint i: minus the violation by the unconstrained stage.
static void small_rhs(const CatDaeStepper *s, const CatStage *g, const Base *b,
                      const CatDaeState *x, int i, double rhs[3]) {
  const CatRows *r = &s->set.rows;
  const CatRowSet *set = &s->set;
  double position = cat_rowset_dot(s, set, r->G, i, b->q0) + s->dae->z[i];
  rhs[0] = -(position + cat_rowset_dot(s, set, r->G, i, x->q));
  double speed = cat_rowset_dot(s, set, r->G, i, x->v);
  double acceleration = cat_rowset_dot(s, set, r->G, i, x->a);
  if (s->dae->moves[i]) {
    speed += cat_rowset_dot(s, set, r->Gt, i, x->q) + cat_rowset_dot(s, set, r->Gt, i, b->q0);
    acceleration += cat_rowset_dot(s, set, r->Gtt, i, x->q) +
                    cat_rowset_dot(s, set, r->Gtt, i, b->q0) +
                    2 * cat_rowset_dot(s, set, r->Gt, i, x->v);
  }
  rhs[1] = -speed / g->alpha;
  rhs[2] = -acceleration / (g->alpha * g->alpha);
}

static CatStatus solve_multipliers(CatDaeStepper *s, const CatStage *g, const Base *b,
                                   const CatDaeState *x, int na) {
  int n = 3 * na;
  for (int i = 0; i < na; i++) {
    small_rhs(s, g, b, x, s->index[i], &s->rhs[3 * i]);
    for (int j = 0; j < na; j++) {
      double block[3][3];
      small_block(s, g, s->index[i], s->index[j], block);
      for (int k = 0; k < 3; k++) {
        memcpy(&s->small[(size_t)((3 * i + k) * n + 3 * j)], block[k], sizeof block[k]);
      }
    }
  }
  s->counts.solves++;
  return cat_dense_solve(s->ctx, n, s->small, s->rhs, s->pivot);
}

// Adds what the multipliers of constraint i do to d, v and a.
static void apply_multipliers(CatDaeStepper *s, const CatStage *g, CatDaeState *x, int i,
                              const double m[3]) {
  int nq = s->dae->nq;
  size_t n = (size_t)nq, at = (size_t)i * n;
  const double *Q = g->Q + 3 * at, *mg = s->set.mg + at, *mgt = s->set.mgt + at;
  double nu = m[0], eta = m[1], mu = m[2] / g->alpha, alpha = g->alpha;
  for (int j = 0; j < nq; j++) {
    double dq = nu * Q[j] + eta * Q[n + (size_t)j] + mu * Q[2 * n + (size_t)j];
    double dv = alpha * dq - eta * mgt[j] - mu * mg[j];
    x->q[j] += dq;
    x->v[j] += dv;
    x->a[j] += alpha * dv - eta * mg[j];
  }
  x->lambda[i] = nu - eta;
}

static CatStatus stage_solve(CatDaeStepper *s, CatStage *g, double alpha, double t, const Base *b,
                             CatDaeState *out) {
  CAT_TRY(stage_prepare(s, g, alpha, t));
  stage_free(s, g, b, out);
  memset(out->lambda, 0, (size_t)s->dae->ng * sizeof(double));
  int na = cat_active_list(s, out->active);
  CAT_TRY(solve_multipliers(s, g, b, out, na));
  for (int i = 0; i < na; i++) apply_multipliers(s, g, out, s->index[i], &s->rhs[3 * i]);
  for (int j = 0; j < s->dae->nq; j++) out->q[j] += b->q0[j];
  out->t = t;
  cat_rowset_gaps(s, &s->set, out->q, out->gap);
  return CAT_OK;
}

CatStatus cat_stage_bdf2(CatDaeStepper *s, CatDaeState *out) {
  double h = s->opt.h;
  Base b = {s->now.q, s->now.v, s->q_old, s->v_old, 1 / (2 * h)};
  return stage_solve(s, &s->stage[STAGE_BDF2], 1.5 / h, s->now.t + h, &b, out);
}

// y = 2 y - x: Richardson's extrapolation of two backward Euler paths to second order
static void extrapolate(int n, double *y, const double *x) {
  for (int i = 0; i < n; i++) y[i] = 2 * y[i] - x[i];
}

CatStatus cat_stage_start(CatDaeStepper *s, double h, CatDaeState *out) {
  const CatDae *d = s->dae;
  CatDaeState *half = &s->half;
  double t = s->now.t;
  memcpy(half->active, out->active, (size_t)d->ng * sizeof(bool));

  // two steps of h/2 into out, by way of half
  Base first = {s->now.q, s->now.v, NULL, NULL, 0};
  CAT_TRY(stage_solve(s, &s->stage[STAGE_EULER_HALF], 2 / h, t + h / 2, &first, half));
  Base second = {half->q, half->v, NULL, NULL, 0};
  CAT_TRY(stage_solve(s, &s->stage[STAGE_EULER_HALF], 2 / h, t + h, &second, out));
  // one step of h into half, and out = 2 out - half
  CAT_TRY(stage_solve(s, &s->stage[STAGE_EULER], 1 / h, t + h, &first, half));
  extrapolate(d->nq, out->q, half->q);
  extrapolate(d->nq, out->v, half->v);
  extrapolate(d->nq, out->a, half->a);
  extrapolate(d->ng, out->lambda, half->lambda);
  cat_rowset_gaps(s, &s->set, out->q, out->gap);
  return CAT_OK;
}
