// Displacements of single nodes, and of all: in bays they follow from the bay's ends.
#include "lanes_quasi_parts.h"

typedef struct Bay {  // of a cell, one lane
  const CatQuasi *s;
  const CatCell *c;
  const CatLaneGroup *g;
  const CatBay *b;
  CatQuasiCoefs coefs;
  int bay;
} Bay;

static Bay bay_of(const CatQuasi *s, int cell, int bay) {
  const CatLaneGroup *g = cat_quasi_group(s, cell);
  return (Bay){s, &s->cells.cell[cell], g, &g->plan->bay[bay], cat_quasi_coefs_of(s, cell), bay};
}

static double coef(const Bay *b, int i) {
  return cat_quasi_coef(b->s, &b->coefs, i);
}

static double x_at(const Bay *b, int place) {
  return cat_quasi_get(b->s, b->g->x, place * b->g->width + b->c->lane);
}

// Solution at an end of the bay: ghosts from the border.
static void end_values(const CatQuasi *s, const Bay *b, int node, double out[CAT_QK]) {
  const CatPlan *p = b->g->plan;
  for (int k = 0; k < CAT_QK; k++) {
    if (node < p->nnode) {
      out[k] = x_at(b, cat_quasi_place(p, node) + k);
      continue;
    }
    int i = (CAT_QK * (node - p->nnode) + k) * b->g->width + b->c->lane;
    out[k] = b->g->ghost_sign[i] == 0 ? 0 : b->g->ghost_sign[i] * s->border.x[b->g->ghost[i]];
  }
}

// y, y' and z, z' along a bay, as lanes_quasi_body.h solves for them.
static void solve_bay(const CatQuasi *s, const Bay *b, double *out) {
  const CatPlan *p = b->g->plan;
  int at = cat_quasi_bay_at(p, b->bay), n = b->b->count, ends = at + CAT_Q_NODE * n + CAT_Q_MASS;
  double left[CAT_QK], right[CAT_QK], N = coef(b, ends) * x_at(b, cat_quasi_axial(p, b->bay));
  end_values(s, b, b->b->left, left);
  end_values(s, b, b->b->right, right);
  for (int k = 0; k < CAT_QK; k++) {
    N += coef(b, ends + 1 + k) * left[k] + coef(b, ends + 1 + CAT_QK + k) * right[k];
  }
  for (int i = 0; i < 2 * n; i++, at += CAT_Q_CHAIN) {
    int which = i / n, slot = 1 + 2 * which, place = CAT_QB * b->b->first + 2 * i;
    const double *before = i % n ? out + 2 * (i - 1) : left + slot, *r = right + slot;
    double y[2] = {x_at(b, place), x_at(b, place + 1)};
    for (int k = 0; k < 2; k++) {
      out[2 * i + k] = coef(b, at + 10 + k) * y[0] + coef(b, at + 11 + k) * y[1] +
                       coef(b, at + k) * before[0] + coef(b, at + 2 + k) * before[1] +
                       coef(b, at + 4 + k) * r[0] + coef(b, at + 6 + k) * r[1] +
                       coef(b, at + 8 + k) * N;
    }
  }
}

// Coordinates along the wire in a bay: its axial force is the same in all of its elements.
static void follow_along(const CatQuasi *s, int cell, const CatBay *b, double *u) {
  const CatModel *m = s->m;
  const int *node = s->cells.cell[cell].node;
  int(*dof)[6] = s->model.t.dof, first = node[b->first];
  const CatAxial *e = s->model.axial + m->wire[m->node[first].wire].cable + first - 1 -
                      m->wire[m->node[first].wire].node;
  double d = 0, F = 0;
  for (int pass = 0; pass < 2; pass++) {
    int left = dof[first - 1][CAT_ALONG];
    double x = left >= 0 ? u[left] : 0;
    for (int k = 0; k <= b->count; k++) {
      double stretch = 0;  // without that of its ends along the wire
      for (int i = 0; i < 12; i++) {
        int at = dof[first + k - 1 + i / 6][i % 6];
        if (i % 6 != CAT_ALONG && at >= 0) stretch += e[k].d[i] * u[at];
      }
      if (pass == 0) {
        d += stretch, F += e[k].F;
        continue;
      }
      x += d / F * e[k].F - stretch;
      int to = dof[first + k][CAT_ALONG];
      if (k < b->count && to >= 0) u[to] = x;
    }
    int right = dof[first + b->count][CAT_ALONG];
    if (pass == 0) d += (right >= 0 ? u[right] : 0) - x;
  }
}

void cat_quasi_values(const CatQuasi *s, double *u) {
  for (int i = 0; i < s->model.t.n; i++) {
    const CatQuasiDof *d = &s->dof[i];
    u[i] = d->at < 0 ? 0 : d->sign * (cat_quasi_get(s, s->x, d->at) + cat_quasi_k(s, d->at));
  }
  for (int c = 0; c < s->cells.ncell; c++) {
    const CatPlan *p = cat_quasi_plan(s, c);
    for (int k = 0; k < p->nbay; k++) {
      Bay b = bay_of(s, c, k);
      int n = b.b->count;
      if (!s->work.fresh) solve_bay(s, &b, s->bay);
      for (int i = 0; i < CAT_QB * n && !s->work.fresh; i++) {
        int node = b.c->node[b.b->first + i % (2 * n) / 2], part = 1 + i / (2 * n) + 3 * (i % 2);
        int dof = s->cells.dof[node][part];
        if (dof < 0) continue;
        u[dof] = s->dof[dof].sign * (s->bay[i] + cat_quasi_k(s, s->dof[dof].at));
      }
      follow_along(s, c, b.b, u);
    }
  }
}

double cat_quasi_value(const CatQuasi *s, int dof) {
  const CatQuasiDof *d = &s->dof[dof];
  if (d->at < 0) {
    cat_quasi_values(s, s->track->next);
    return s->track->next[dof];
  }
  const CatPlan *p = d->cell < 0 ? NULL : cat_quasi_plan(s, d->cell);
  if (!p || s->work.fresh || d->number >= CAT_QB * cat_plan_bays(p)) {
    return d->sign * (cat_quasi_get(s, s->x, d->at) + cat_quasi_k(s, d->at));
  }
  int bay = 0;
  while (d->number >= CAT_QB * (p->bay[bay].first + p->bay[bay].count)) bay++;
  Bay b = bay_of(s, d->cell, bay);
  solve_bay(s, &b, s->bay);
  return d->sign * (s->bay[d->number - CAT_QB * b.b->first] + cat_quasi_k(s, d->at));
}
