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
//
// A curved part is linearised at a trial (q*, v*, a*): its forces F enter f, and a constraint that
// bends has the row of one that moves,
//
//   g* + G (q1 - q*) = 0,  g'* + Gt (q1 - q*) + G (v1 - v*) = 0,
//   g''* + Gtt (q1 - q*) + 2 Gt (v1 - v*) + G (a1 - a*) = 0,
//
// Gt and Gtt being its derivatives along the motion. The solution is the next trial. What is left
// out, dF/dq and d(G'lambda)/dq, is small beside alpha^2 M.
#include <float.h>
#include <math.h>
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
static CatStatus stage_prepare(CatDaeStepper *s, CatStage *g, double alpha,
                               const CatDaeState *trial) {
  const CatDae *d = s->dae;
  double t = trial->t;
  cat_rowset_fill(s, &s->set, t);
  cat_rowset_bend(s, trial);
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
    bool moved = d->moves[i] && (g->t != t || cat_row_bends(d, i));
    if (fresh || moved) stage_columns(s, g, i);
  }
  g->t = t;
  return CAT_OK;
}

typedef struct Base {
  const double *q0, *v0, *a0;  // where the increments start
  double dt;                   // from there to the end of the stage [s]
  const double *q_, *v_;       // p = (q_ - q0) / (2h), r = (v_ - v0) / (2h); NULL: p = r = 0
  double half_rate;            // 1 / (2h)
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
    if (d->curved) rhs[j] += s->bend.force.elastic[j] + s->bend.force.damping[j];
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
  static const double none[3] = {0};
  bool bends = cat_row_bends(s->dae, i);
  const double *offset = bends ? &s->bend.offset[3 * i] : none;
  double position = bends ? offset[0] : cat_rowset_dot(s, set, r->G, i, b->q0) + s->dae->z[i];
  rhs[0] = -(position + cat_rowset_dot(s, set, r->G, i, x->q));
  double speed = cat_rowset_dot(s, set, r->G, i, x->v) + offset[1];
  double acceleration = cat_rowset_dot(s, set, r->G, i, x->a) + offset[2];
  if (s->dae->moves[i]) {
    double slope = bends ? 0 : cat_rowset_dot(s, set, r->Gt, i, b->q0);
    double bend = bends ? 0 : cat_rowset_dot(s, set, r->Gtt, i, b->q0);
    speed += cat_rowset_dot(s, set, r->Gt, i, x->q) + slope;
    acceleration +=
        cat_rowset_dot(s, set, r->Gtt, i, x->q) + bend + 2 * cat_rowset_dot(s, set, r->Gt, i, x->v);
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

// The linear problem of a stage; a curved part as it was at the trial out, which it overwrites.
static CatStatus stage_linear(CatDaeStepper *s, CatStage *g, const Base *b, CatDaeState *out) {
  stage_free(s, g, b, out);
  memset(out->lambda, 0, (size_t)s->dae->ng * sizeof(double));
  int na = cat_active_list(s, out->active);
  CAT_TRY(solve_multipliers(s, g, b, out, na));
  for (int i = 0; i < na; i++) apply_multipliers(s, g, out, s->index[i], &s->rhs[3 * i]);
  for (int j = 0; j < s->dae->nq; j++) out->q[j] += b->q0[j];
  cat_rowset_gaps(s, &s->set, out);
  return CAT_OK;
}

// The first trial: on from where the stage starts.
static void predict(const CatDaeStepper *s, const Base *b, CatDaeState *out) {
  for (int j = 0; j < s->dae->nq; j++) {
    out->q[j] = b->q0[j] + b->dt * (b->v0[j] + b->dt / 2 * b->a0[j]);
    out->v[j] = b->v0[j] + b->dt * b->a0[j];
    out->a[j] = b->a0[j];
  }
}

// Forces of the curved part at a trial, and g, g', g'' there over what their rows say of the
// increment, v and a.
static void stage_bend(CatDaeStepper *s, const Base *b, const CatDaeState *trial) {
  const CatDae *d = s->dae;
  const CatRows *r = &s->set.rows;
  const CatRowSet *set = &s->set;
  double *increment = s->work;
  d->curved->forces(d->curved->self, trial, &s->bend.force);
  memcpy(s->bend.a, trial->a, (size_t)d->nq * sizeof(double));
  for (int j = 0; j < d->nq; j++) increment[j] = trial->q[j] - b->q0[j];
  for (int i = 0; i < d->ng; i++) {
    double *g = &s->bend.offset[3 * i];
    if (!d->curved->bends[i]) continue;
    d->curved->gap(d->curved->self, i, trial, g);
    g[0] -= cat_rowset_dot(s, set, r->G, i, increment);
    g[1] -= cat_rowset_dot(s, set, r->Gt, i, increment) + cat_rowset_dot(s, set, r->G, i, trial->v);
    g[2] -= cat_rowset_dot(s, set, r->Gtt, i, increment) +
            2 * cat_rowset_dot(s, set, r->Gt, i, trial->v) +
            cat_rowset_dot(s, set, r->G, i, trial->a);
  }
}

// Whether accelerations of the curved part changed by no more than rounding, which alpha enlarges.
static bool stage_met(const CatDaeStepper *s, const CatStage *g, const CatDaeState *out) {
  double change = 0, largest = 0, fastest = 0;
  for (int j = s->dae->curved->first; j < s->dae->nq; j++) {
    change = fmax(change, fabs(out->a[j] - s->bend.a[j]));
    largest = fmax(largest, fabs(out->a[j]));
    fastest = fmax(fastest, fabs(out->v[j]));
  }
  return change <= 1e-9 * (1 + largest) + 64 * DBL_EPSILON * g->alpha * (1 + fastest);
}

static CatStatus stage_solve(CatDaeStepper *s, CatStage *g, double alpha, const Base *b,
                             CatDaeState *out) {
  enum { PATIENCE = 40 };
  if (!s->dae->curved) {
    CAT_TRY(stage_prepare(s, g, alpha, out));
    return stage_linear(s, g, b, out);
  }
  predict(s, b, out);
  for (int k = 0; k < PATIENCE; k++) {
    CAT_TRY(stage_prepare(s, g, alpha, out));
    stage_bend(s, b, out);
    CAT_TRY(stage_linear(s, g, b, out));
    s->counts.repeats++;
    if (stage_met(s, g, out)) return CAT_OK;
  }
  return CAT_FAIL(s->ctx, CAT_ERR_DIVERGED, "a step of %g s is not met after %d trials", 1 / alpha,
                  (int)PATIENCE);
}

CatStatus cat_stage_bdf2(CatDaeStepper *s, CatDaeState *out) {
  double h = s->opt.h;
  Base b = {s->now.q, s->now.v, s->now.a, h, s->q_old, s->v_old, 1 / (2 * h)};
  out->t = s->now.t + h;
  return stage_solve(s, &s->stage[STAGE_BDF2], 1.5 / h, &b, out);
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
  Base first = {.q0 = s->now.q, .v0 = s->now.v, .a0 = s->now.a, .dt = h / 2};
  half->t = t + h / 2;
  CAT_TRY(stage_solve(s, &s->stage[STAGE_EULER_HALF], 2 / h, &first, half));
  Base second = {.q0 = half->q, .v0 = half->v, .a0 = half->a, .dt = h / 2};
  out->t = t + h;
  CAT_TRY(stage_solve(s, &s->stage[STAGE_EULER_HALF], 2 / h, &second, out));
  // one step of h into half, and out = 2 out - half
  first.dt = h;
  half->t = t + h;
  CAT_TRY(stage_solve(s, &s->stage[STAGE_EULER], 1 / h, &first, half));
  extrapolate(d->nq, out->q, half->q);
  extrapolate(d->nq, out->v, half->v);
  extrapolate(d->nq, out->a, half->a);
  extrapolate(d->ng, out->lambda, half->lambda);
  cat_rowset_gaps(s, &s->set, out);
  return CAT_OK;
}
