// The half-explicit two-step method (39)-(41): Stoermer's method with constraints.
//
// Step 1:  M a_n = f - K q_n - D v~ + G_n' lambda,  Gtt q_n + 2 Gt v_n + G a_n = 0, where
//          v~ = v_n or, smoothed, v~ = (v_{n-1} + v_n + h a_n)/2: M + (h/2) D in place of M.
// Step 2:  (v_{n+1} - v_{n-1})/(2h) = a_n + M^-1 G_n' eta
//          (q_{n+1} - q_n)/h = (v_n + v_{n+1})/2 + M^-1 (Gt_{n+1/2}' eta + G_{n+1/2}' mu)
//          with the constraints on position and velocity at t_{n+1}.
//
// The term Gt' eta is as printed. It ties the position at n+1/2 to the velocity at n, and so breaks
// the symmetry in time when constraints move; without it the method is reversible to rounding.
#include <string.h>

#include "dae_internal.h"
#include "linalg/dense.h"

// Step 1 at state x: fills a and lambda for the constraints that are active in x.
CatStatus cat_half_explicit_acceleration(CatDaeStepper *s, CatDaeState *x, const double *v_old) {
  const CatDae *d = s->dae;
  bool smooth = s->opt.smoothing && v_old;
  const CatBand *mass = smooth ? &s->heavy : &s->mass;
  CatRowSet *set = &s->set;
  cat_rowset_fill(s, set, x->t);
  memcpy(x->a, d->f, (size_t)d->nq * sizeof(double));
  cat_band_multiply(&d->K, -1, x->q, 1, x->a);
  for (int j = 0; j < d->nq; j++) s->work[j] = smooth ? 0.5 * (v_old[j] + x->v[j]) : x->v[j];
  cat_band_multiply(&d->D, -1, s->work, 1, x->a);
  cat_band_solve(mass, x->a, 1);

  // (G mass^-1 G') lambda = -(Gtt q + 2 Gt v + G a); columns mass^-1 G' one by one in work
  int na = cat_active_list(s, x->active);
  memset(x->lambda, 0, (size_t)d->ng * sizeof(double));
  for (int j = 0; j < na; j++) {
    memcpy(s->work, set->rows.G + (size_t)s->index[j] * (size_t)d->nq,
           (size_t)d->nq * sizeof(double));
    cat_band_solve(mass, s->work, 1);
    for (int i = 0; i < na; i++) {
      s->small[i * na + j] = cat_rowset_dot(s, set, set->rows.G, s->index[i], s->work);
    }
  }
  for (int i = 0; i < na; i++) {
    int k = s->index[i];
    s->rhs[i] = -cat_rowset_dot(s, set, set->rows.G, k, x->a);
    if (!d->moves[k]) continue;
    s->rhs[i] -= cat_rowset_dot(s, set, set->rows.Gtt, k, x->q) +
                 2 * cat_rowset_dot(s, set, set->rows.Gt, k, x->v);
  }
  s->counts.solves++;
  CAT_TRY(cat_dense_solve(s->ctx, na, s->small, s->rhs, s->pivot));
  memset(s->work, 0, (size_t)d->nq * sizeof(double));
  for (int i = 0; i < na; i++) {
    x->lambda[s->index[i]] = s->rhs[i];
    cat_axpy(d->nq, s->rhs[i], set->rows.G + (size_t)s->index[i] * (size_t)d->nq, s->work);
  }
  cat_band_solve(mass, s->work, 1);
  cat_axpy(d->nq, 1, s->work, x->a);
  return CAT_OK;
}

// What eta (k = 0) and mu (k = 1) of constraint i do to q_{n+1}; v_{n+1} has 2 h M^-1 G_n' eta.
static void position_column(const CatDaeStepper *s, int i, int k, double *column) {
  int nq = s->dae->nq;
  size_t at = (size_t)i * (size_t)nq;
  double h = s->opt.h;
  memset(column, 0, (size_t)nq * sizeof(double));
  if (k == 0) {
    cat_axpy(nq, h * h, s->set.mg + at, column);
    if (s->opt.eta_in_position && s->dae->moves[i]) cat_axpy(nq, h, s->mid.mgt + at, column);
  } else {
    cat_axpy(nq, h, s->mid.mg + at, column);
  }
}

// Step 2's small system: rows position, velocity (times h) of each constraint; unknowns h eta, mu.
static CatStatus solve_step(CatDaeStepper *s, const CatDaeState *x, int na) {
  const CatRows *r = &s->next.rows;
  const CatRowSet *next = &s->next;
  int n = 2 * na, nq = s->dae->nq;
  double h = s->opt.h;
  for (int j = 0; j < na; j++) {
    const double *mg = s->set.mg + (size_t)s->index[j] * (size_t)nq;
    for (int k = 0; k < 2; k++) {
      position_column(s, s->index[j], k, s->work);
      double unit = k == 0 ? 1 / h : 1;
      for (int i = 0; i < na; i++) {
        int c = s->index[i];
        double speed = k == 0 ? 2 * h * cat_rowset_dot(s, next, r->G, c, mg) : 0;
        if (s->dae->moves[c]) speed += cat_rowset_dot(s, next, r->Gt, c, s->work);
        s->small[(2 * i) * n + 2 * j + k] = unit * cat_rowset_dot(s, next, r->G, c, s->work);
        s->small[(2 * i + 1) * n + 2 * j + k] = unit * h * speed;
      }
    }
  }
  for (int i = 0; i < na; i++) {
    int c = s->index[i];
    double speed = cat_rowset_dot(s, next, r->G, c, x->v);
    if (s->dae->moves[c]) speed += cat_rowset_dot(s, next, r->Gt, c, x->q);
    s->rhs[2 * i] = -(cat_rowset_dot(s, next, r->G, c, x->q) + s->dae->z[c]);
    s->rhs[2 * i + 1] = -h * speed;
  }
  s->counts.solves++;
  return cat_dense_solve(s->ctx, n, s->small, s->rhs, s->pivot);
}

// t_n -> t_{n+1} for the active set of out; a and lambda of `now` must hold for the same set.
CatStatus cat_half_explicit(CatDaeStepper *s, CatDaeState *out) {
  const CatDae *d = s->dae;
  CatDaeState *now = &s->now;
  double h = s->opt.h;
  if (memcmp(now->active, out->active, (size_t)d->ng * sizeof(bool)) != 0) {
    memcpy(now->active, out->active, (size_t)d->ng * sizeof(bool));
    CAT_TRY(cat_half_explicit_acceleration(s, now, s->v_old));
  }
  cat_rowset_fill(s, &s->set, now->t);
  cat_rowset_fill(s, &s->mid, now->t + h / 2);
  cat_rowset_fill(s, &s->next, now->t + h);
  for (int j = 0; j < d->nq; j++) {
    out->v[j] = s->v_old[j] + 2 * h * now->a[j];
    out->q[j] = now->q[j] + 0.5 * h * (now->v[j] + out->v[j]);
  }
  int na = cat_active_list(s, out->active);
  CAT_TRY(solve_step(s, out, na));
  for (int i = 0; i < na; i++) {
    int c = s->index[i];
    double eta = s->rhs[2 * i] / h, mu = s->rhs[2 * i + 1];
    position_column(s, c, 0, s->work);
    cat_axpy(d->nq, eta, s->work, out->q);
    position_column(s, c, 1, s->work);
    cat_axpy(d->nq, mu, s->work, out->q);
    cat_axpy(d->nq, 2 * h * eta, s->set.mg + (size_t)c * (size_t)d->nq, out->v);
  }
  out->t = now->t + h;
  cat_rowset_gaps(s, &s->next, out);
  return cat_half_explicit_acceleration(s, out, now->v);
}
