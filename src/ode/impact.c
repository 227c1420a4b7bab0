// Impacts and consistent accelerations, both as complementarity problems with G M^-1 G'.
//
// Inelastic impact at fixed q: M (v+ - v-) = G' P,  0 <= P  _|_  G v+ + Gt q >= 0 over the closed
// constraints. Then, where the gap's speed vanished, 0 <= lambda  _|_  G a + 2 Gt v + Gtt q >= 0
// tells which of them stay closed.
#include <math.h>
#include <string.h>

#include "dae_parts.h"
#include "linalg/dense.h"
#include "linalg/lcp.h"

// Solves over the constraints listed in index[0..na): W = G M^-1 G', w given in s->w.
static CatStatus solve(CatDaeStepper *s, int na, bool *closed) {
  size_t n = (size_t)s->dae->nq;
  for (int i = 0; i < na; i++) {
    for (int j = 0; j < na; j++) {
      s->W[i * na + j] = cat_rowset_dot(s, &s->set, s->set.rows.G, s->index[i],
                                        s->set.mg + (size_t)s->index[j] * n);
    }
    closed[i] = true;
  }
  CatLcp lcp = {.n = na, .W = s->W, .q = s->w, .p = s->p, .active = closed, .work = s->lcp_work,
                .pivot = s->pivot};
  CAT_TRY(cat_lcp_solve(s->ctx, &lcp));
  s->counts.solves += lcp.rounds;
  return CAT_OK;
}

static double gap_speed(const CatDaeStepper *s, const CatDaeState *x, int i) {
  double speed = cat_rowset_dot(s, &s->set, s->set.rows.G, i, x->v);
  if (s->dae->moves[i]) speed += cat_rowset_dot(s, &s->set, s->set.rows.Gt, i, x->q);
  return speed;
}

CatStatus cat_impact(CatDaeStepper *s, CatDaeState *x) {
  const CatDae *d = s->dae;
  int na = 0;
  cat_rowset_fill(s, &s->set, x->t);
  for (int i = 0; i < d->ng; i++) {
    if (!x->active[i]) continue;
    s->w[na] = gap_speed(s, x, i);
    s->index[na++] = i;
  }
  CAT_TRY(solve(s, na, s->closed));
  for (int i = 0; i < na; i++) {
    int c = s->index[i];
    x->impulse[c] += s->p[i];
    cat_axpy(d->nq, s->p[i], s->set.mg + (size_t)c * (size_t)d->nq, x->v);
    if (!s->closed[i]) x->active[c] = false;  // flung open by a neighbour's impact
  }
  return CAT_OK;
}

// `open` names a constraint that is known to let go now; -1: none.
CatStatus cat_acceleration(CatDaeStepper *s, CatDaeState *x, int open) {
  const CatDae *d = s->dae;
  if (open >= 0) x->active[open] = false;
  cat_rowset_fill(s, &s->set, x->t);
  memcpy(x->a, d->f, (size_t)d->nq * sizeof(double));
  cat_band_multiply(&d->K, -1, x->q, 1, x->a);
  cat_band_multiply(&d->D, -1, x->v, 1, x->a);
  cat_band_solve(&s->mass, x->a, 1);
  int na = 0;
  for (int i = 0; i < d->ng; i++) {
    x->lambda[i] = 0;
    if (!x->active[i]) continue;
    s->w[na] = cat_rowset_dot(s, &s->set, s->set.rows.G, i, x->a);
    if (d->moves[i]) {
      s->w[na] += cat_rowset_dot(s, &s->set, s->set.rows.Gtt, i, x->q) +
                  2 * cat_rowset_dot(s, &s->set, s->set.rows.Gt, i, x->v);
    }
    s->index[na++] = i;
  }
  CAT_TRY(solve(s, na, s->closed));
  for (int i = 0; i < na; i++) {
    int c = s->index[i];
    x->lambda[c] = s->p[i];
    x->active[c] = s->closed[i];
    cat_axpy(d->nq, s->p[i], s->set.mg + (size_t)c * (size_t)d->nq, x->a);
  }
  cat_rowset_gaps(s, &s->set, x->q, x->gap);
  return CAT_OK;
}
