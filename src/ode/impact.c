// Impacts, and accelerations that are consistent with the constraints.
//
// When a gap closes with speed, M (v+ - v-) = G' P and G v+ + Gt q = 0 over all closed constraints:
// those that were closed before stay so through the impact. In the continuum there is no impulse at
// all, since strings and beams have no point mass, and P falls with the mesh (theory/pdae.md): an
// impulse must not throw open a contact that a finite force holds. Then 0 <= lambda  _|_
// G a + 2 Gt v + Gtt q >= 0 tells which of them stay closed.
#include <string.h>

#include "dae_internal.h"
#include "linalg/dense.h"
#include "linalg/lcp.h"

// W = G M^-1 G' over the constraints listed in index[0..na)
static void fill_W(CatDaeStepper *s, int na) {
  size_t n = (size_t)s->dae->nq;
  for (int i = 0; i < na; i++) {
    for (int j = 0; j < na; j++) {
      s->W[i * na + j] = cat_rowset_dot(s, &s->set, s->set.rows.G, s->index[i],
                                        s->set.mg + (size_t)s->index[j] * n);
    }
  }
}

static double gap_speed(const CatDaeStepper *s, const CatDaeState *x, int i) {
  double g[3];
  if (cat_row_bends(s->dae, i)) {
    s->dae->curved->gap(s->dae->curved->self, i, x, g);
    return g[1];
  }
  double speed = cat_rowset_dot(s, &s->set, s->set.rows.G, i, x->v);
  if (s->dae->moves[i]) speed += cat_rowset_dot(s, &s->set, s->set.rows.Gt, i, x->q);
  return speed;
}

CatStatus cat_impact(CatDaeStepper *s, CatDaeState *x) {
  const CatDae *d = s->dae;
  int na = 0;
  cat_rowset_fill(s, &s->set, x->t);
  cat_rowset_bend(s, x);
  for (int i = 0; i < d->ng; i++) {
    if (!x->active[i]) continue;
    s->w[na] = gap_speed(s, x, i);
    s->index[na++] = i;
  }
  fill_W(s, na);
  s->counts.solves++;
  CAT_TRY(cat_dense_solve(s->ctx, na, s->W, s->w, s->pivot));
  for (int i = 0; i < na; i++) {
    int c = s->index[i];
    x->impulse[c] -= s->w[i];
    cat_axpy(d->nq, -s->w[i], s->set.mg + (size_t)c * (size_t)d->nq, x->v);
  }
  return CAT_OK;
}

// M a = f - K q - D v and the forces of the curved part, without constraints
static void free_acceleration(CatDaeStepper *s, CatDaeState *x) {
  const CatDae *d = s->dae;
  memcpy(x->a, d->f, (size_t)d->nq * sizeof(double));
  cat_band_multiply(&d->K, -1, x->q, 1, x->a);
  cat_band_multiply(&d->D, -1, x->v, 1, x->a);
  if (d->curved) {
    d->curved->forces(d->curved->self, x, &s->bend.force);
    cat_axpy(d->nq, 1, s->bend.force.elastic, x->a);
    cat_axpy(d->nq, 1, s->bend.force.damping, x->a);
  }
  cat_band_solve(&s->mass, x->a, 1);
}

static double gap_acceleration(const CatDaeStepper *s, const CatDaeState *x, int i) {
  const CatDae *d = s->dae;
  double g[3];
  if (cat_row_bends(d, i)) {
    d->curved->gap(d->curved->self, i, x, g);
    return g[2];
  }
  double sum = cat_rowset_dot(s, &s->set, s->set.rows.G, i, x->a);
  if (!d->moves[i]) return sum;
  return sum + (cat_rowset_dot(s, &s->set, s->set.rows.Gtt, i, x->q) +
                2 * cat_rowset_dot(s, &s->set, s->set.rows.Gt, i, x->v));
}

// Closed constraints into s->index, those that hold first; how many of either.
static int closed_list(CatDaeStepper *s, const CatDaeState *x, int *nhold) {
  int na = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < s->dae->ng; i++) {
      if (x->active[i] && cat_row_holds(s->dae, i) == (pass == 0)) s->index[na++] = i;
    }
    if (pass == 0) *nhold = na;
  }
  return na;
}

// W p + w = 0 of the first nh rows taken out of the others; what is left of these, row by row, in
// s->small.
static void eliminate(CatDaeStepper *s, int n, int nh) {
  double *W = s->W, *w = s->w;
  for (int k = 0; k < nh; k++) {
    for (int i = k + 1; i < n; i++) {
      double part = W[i * n + k] / W[k * n + k];
      for (int j = k; j < n; j++) W[i * n + j] -= part * W[k * n + j];
      w[i] -= part * w[k];
    }
  }
  for (int i = nh; i < n; i++) {
    memcpy(&s->small[(i - nh) * (n - nh)], &W[i * n + nh], (size_t)(n - nh) * sizeof *W);
  }
}

// 0 = W p + w of those that hold, 0 <= p _|_ W p + w >= 0 of the others
static CatStatus solve_forces(CatDaeStepper *s, int n, int nh) {
  eliminate(s, n, nh);
  for (int i = 0; i < n; i++) s->closed[i] = true;
  CatLcp lcp = {.n = n - nh,
                .W = s->small,
                .q = s->w + nh,
                .p = s->p + nh,
                .active = s->closed + nh,
                .work = s->lcp_work,
                .pivot = s->pivot};
  CAT_TRY(cat_lcp_solve(s->ctx, &lcp));
  s->counts.solves += lcp.rounds;
  for (int k = nh - 1; k >= 0; k--) {
    const double *row = s->W + k * n;
    double sum = s->w[k] + cat_dot(n - k - 1, row + k + 1, s->p + k + 1);
    s->p[k] = -sum / row[k];
  }
  return CAT_OK;
}

// `open` names a constraint that is known to let go now; -1: none.
CatStatus cat_acceleration(CatDaeStepper *s, CatDaeState *x, int open) {
  const CatDae *d = s->dae;
  if (open >= 0) x->active[open] = false;
  cat_rowset_fill(s, &s->set, x->t);
  free_acceleration(s, x);
  cat_rowset_bend(s, x);
  int nh = 0, na = closed_list(s, x, &nh);
  for (int i = 0; i < na; i++) s->w[i] = gap_acceleration(s, x, s->index[i]);
  memset(x->lambda, 0, (size_t)d->ng * sizeof(double));
  fill_W(s, na);
  CAT_TRY(solve_forces(s, na, nh));
  for (int i = 0; i < na; i++) {
    int c = s->index[i];
    x->lambda[c] = s->p[i];
    x->active[c] = s->closed[i];
    cat_axpy(d->nq, s->p[i], s->set.mg + (size_t)c * (size_t)d->nq, x->a);
  }
  cat_rowset_gaps(s, &s->set, x);
  return CAT_OK;
}
