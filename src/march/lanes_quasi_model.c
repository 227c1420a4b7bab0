#include "lanes_quasi_model.h"

#include <math.h>
#include <string.h>

#include "rest/parts.h"

enum { POINTS = 5 };  // of Gauss on (0, 1): exact up to degree 9

static const double POINT[POINTS] = {0.046910077030668, 0.230765344947158, 0.5, 0.769234655052842,
                                     0.953089922969332};
static const double WEIGHT[POINTS] = {0.118463442528095, 0.239314335249683, 0.284444444444444,
                                      0.239314335249683, 0.118463442528095};

// Place of shape function k of a component among the 12 coordinates of an element.
static int slot(int k, int component) {
  return 6 * (k / 2) + 3 * (k % 2) + component;
}

//------------------------------------------------------------------------------- elements

// What one point of an element gives to its spring, and to its stiffness across and up.
static void add_point(const CatCable *c, const double q[12], int point, CatAxial *out,
                      double K[144]) {
  double dS[4], ddS[4], t[3], weight = WEIGHT[point] * c->l0;
  cat_cable_shape_d(c->l0, POINT[point], dS);
  cat_cable_shape_dd(c->l0, POINT[point], ddS);
  cat_cable_slope(c, q, POINT[point], t);
  double eps = (t[0] * t[0] + t[1] * t[1] + t[2] * t[2] - 1) / 2;
  double along = c->EA * (t[0] * t[0] + eps), tension = c->EA * eps;
  out->F += weight / along;
  for (int component = CAT_ACROSS; component <= CAT_UP; component++) {
    double w = c->EA * t[0] * t[component] / along;
    double slope = tension * (1 + c->EA * t[component] * t[component] / along);
    for (int i = 0; i < 4; i++) {
      out->d[slot(i, component)] += weight * w * dS[i];
      for (int j = 0; j < 4; j++) {
        K[12 * slot(i, component) + slot(j, component)] +=
            weight * (slope * dS[i] * dS[j] + c->EI * ddS[i] * ddS[j]);
      }
    }
  }
}

// In curves the second node has a frame of its own: across it, it stretches the element, too. What
// the turn within one element, a few 1e-3, joins along to across is left out; its cosine is one.
static void turn_element(double turn, CatAxial *out, double K[144]) {
  out->d[6 + CAT_ACROSS] -= sin(turn);
  cat_turn_matrix(turn, K);
  for (int i = 0; i < 144; i++) {
    if (i / 12 % 3 == CAT_ALONG || i % 12 % 3 == CAT_ALONG) K[i] = 0;
  }
}

static void find_element(const CatModel *m, int i, CatAxial *out, double K[144]) {
  CatCable c = cat_cable_kernel(m, i);
  double q[12];
  cat_rest_cable(m, i, q);
  memset(K, 0, 144 * sizeof *K);
  *out = (CatAxial){0};
  for (int k = 0; k < POINTS; k++) add_point(&c, q, k, out, K);
  out->d[CAT_ALONG] = -1;
  out->d[6 + CAT_ALONG] = 1;
  turn_element(m->cable[i].join.turn, out, K);
}

//------------------------------------------------------------------------------- matrices

static int dof_of(const CatModel *m, const CatTangent *t, int cable, int k) {
  const CatCablePart *c = &m->cable[cable];
  return t->dof[k < 6 ? c->a : c->b][k % 6];
}

static void add_element(const CatModel *m, const CatTangent *t, int i, double factor,
                        const double K[144], CatBand *out) {
  for (int r = 0; r < 12; r++) {
    int row = dof_of(m, t, i, r);
    for (int s = 0; s < 12 && row >= 0; s++) {
      int column = dof_of(m, t, i, s);
      if (column >= row) cat_band_add(out, row, column, factor * K[12 * r + s]);
    }
  }
}

void cat_axial_add(const CatModel *m, const CatTangent *t, int cable, const CatAxial *e,
                   CatBand *out) {
  double K[144];
  for (int k = 0; k < 144; k++) {
    bool apart = e->held && k / 12 % 3 != k % 12 % 3;
    K[k] = apart ? 0 : e->d[k / 12] * e->d[k % 12];
  }
  add_element(m, t, cable, 1 / e->F, K, out);
}

// Clears row and column of a coordinate.
static void take_out(CatBand *A, int dof) {
  for (int j = dof > A->kd ? dof - A->kd : 0; j <= dof + A->kd && j < A->n; j++) {
    cat_band_add(A, dof, j, -cat_band_get(A, dof, j));
  }
}

// Mass along the track of each coordinate along it, and zero of all others.
static CatStatus lump(CatArena *a, const CatModel *m, const CatTangent *t, double **out) {
  double *mass = *out = CAT_ARENA(a, t->n, double), *along = CAT_ARENA(a, t->n, double);
  if (!mass || !along) return CAT_ERR_MEMORY;
  for (int i = 0; i < m->nnode; i++) {
    int dof = t->dof[i][CAT_ALONG];
    if (dof >= 0) along[dof] = 1;
  }
  cat_band_multiply(&t->M, 1, along, 0, mass);
  for (int i = 0; i < t->n; i++) mass[i] *= along[i];
  return CAT_OK;
}

// Nodes of a bay hand theirs on to the knots at its ends.
static void hand_on(const CatCells *c, const CatCell *cell, const CatModel *m, const CatTangent *t,
                    double *mass) {
  const CatPlan *p = &c->plan[cell->plan];
  for (int b = 0; b < p->nbay; b++) {
    const CatBay *bay = &p->bay[b];
    int end[2] = {cell->node[bay->left], cell->node[bay->right]};
    int to[2] = {t->dof[end[0]][CAT_ALONG], t->dof[end[1]][CAT_ALONG]};
    double from = m->node[end[0]].s, length = m->node[end[1]].s - from;
    for (int k = 0; k < bay->count; k++) {
      int node = cell->node[bay->first + k], dof = t->dof[node][CAT_ALONG];
      if (dof < 0) continue;
      double share = (m->node[node].s - from) / length;
      if (to[0] >= 0) mass[to[0]] += (1 - share) * mass[dof];
      if (to[1] >= 0) mass[to[1]] += share * mass[dof];
      mass[dof] = 0;
    }
  }
}

static CatStatus take_out_along(CatArena *a, const CatCells *c, const CatModel *m,
                                CatQuasiModel *q) {
  double *mass;
  CAT_TRY(lump(a, m, &q->t, &mass));
  for (int i = 0; i < c->ncell; i++) hand_on(c, &c->cell[i], m, &q->t, mass);
  for (int i = 0; i < m->nnode; i++) {
    int place = m->node[i].twin < 0 ? q->t.dof[i][CAT_ALONG] : -1, slope = q->t.dof[i][3];
    if (place >= 0) {
      take_out(&q->t.M, place);
      cat_band_add(&q->t.M, place, place, q->inertia ? mass[place] : 0);
    }
    if (slope < 0) continue;
    take_out(&q->t.M, slope);
    take_out(&q->across, slope);
    cat_band_add(&q->across, slope, slope, 1);
  }
  return CAT_OK;
}

// Takes a cable out of the stiffness; the mass forgets the turn within it.
static void exchange_cable(const CatModel *m, const CatTangent *t, int i, CatQuasiModel *out) {
  double A[144], q[12], turn = m->cable[i].join.turn;
  CatCable c = cat_cable_kernel(m, i);
  cat_rest_cable(m, i, q);
  cat_cable_tangent(&c, q, A);
  cat_turn_matrix(turn, A);
  add_element(m, t, i, -1, A, &out->across);
  c.mu += m->wire[m->cable[i].wire].ice;
  cat_cable_mass(&c, A);
  add_element(m, t, i, 1, A, &out->t.M);
  cat_turn_matrix(turn, A);
  add_element(m, t, i, -1, A, &out->t.M);
}

CatStatus cat_quasi_model_new(CatArena *a, const CatStructureParts *parts, const CatCells *cells,
                              bool inertia, CatQuasiModel *out) {
  const CatModel *m = parts->model;
  const CatTangent *t = parts->tangent;
  *out = (CatQuasiModel){.t = {.n = t->n, .dof = t->dof}, .inertia = inertia};
  out->axial = CAT_ARENA(a, m->ncable + 1, CatAxial);
  if (!out->axial) return CAT_ERR_MEMORY;
  CAT_TRY(cat_band_new(a, t->n, t->K.kd, &out->t.M));
  CAT_TRY(cat_band_new(a, t->n, t->K.kd, &out->t.K));
  CAT_TRY(cat_band_new(a, t->n, t->K.kd, &out->across));
  cat_band_copy(&out->across, &t->K);
  cat_band_axpy(&out->t.M, 1, &t->M);
  for (int i = 0; i < m->ncable; i++) {  // what is not of cables stays
    double K[144];
    exchange_cable(m, t, i, out);
    find_element(m, i, &out->axial[i], K);
    add_element(m, t, i, 1, K, &out->across);
    out->axial[i].held = dof_of(m, t, i, CAT_ALONG) < 0 && dof_of(m, t, i, 6 + CAT_ALONG) < 0;
  }
  CAT_TRY(take_out_along(a, cells, m, out));
  cat_band_copy(&out->t.K, &out->across);
  for (int i = 0; i < m->ncable; i++) cat_axial_add(m, t, i, &out->axial[i], &out->t.K);
  return CAT_OK;
}
