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
  fill_W(s, na);
  for (int i = 0; i < na; i++) s->closed[i] = true;
  CatLcp lcp = {.n = na,
                .W = s->W,
                .q = s->w,
                .p = s->p,
                .active = s->closed,
                .work = s->lcp_work,
                .pivot = s->pivot};
  CAT_TRY(cat_lcp_solve(s->ctx, &lcp));
  s->counts.solves += lcp.rounds;
  for (int i = 0; i < na; i++) {
    int c = s->index[i];
    x->lambda[c] = s->p[i];
    x->active[c] = s->closed[i];
    cat_axpy(d->nq, s->p[i], s->set.mg + (size_t)c * (size_t)d->nq, x->a);
  }
  cat_rowset_gaps(s, &s->set, x->q, x->gap);
  return CAT_OK;
}
