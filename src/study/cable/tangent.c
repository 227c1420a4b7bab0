// The tangent of a cable as a banded matrix, and its largest frequency.
#include <math.h>

#include "linalg/dense.h"
#include "model.h"

// A += c row' row
static void add_square(const CatCableModel *m, const CatCableRow *r, double c, CatBand *A) {
  for (int i = 0; i < r->n; i++) {
    if (m->held[r->at[i]]) continue;
    for (int j = 0; j <= i; j++) {
      if (!m->held[r->at[j]])
        cat_band_add(A, m->slot[r->at[i]], m->slot[r->at[j]], c * r->c[i] * r->c[j]);
    }
  }
}

static void join(CatCableRow *to, const CatCableRow *from, double factor) {
  for (int i = 0; i < from->n; i++, to->n++) {
    to->at[to->n] = from->at[i];
    to->c[to->n] = factor * from->c[i];
  }
}

// Of e = u_x + v_x^2/2: N dv_x^2 + EA (du_x + v_x dv_x)^2. A quasi-static tension couples all
// unknowns; that part is small and left to the iteration.
static void add_point(const CatCableModel *m, const CatCableField *e, double N, int p, CatBand *A,
                      double factor) {
  CatCableRow slope, other;
  double w = factor * m->w[p];
  bool local = m->EA > 0 && (m->along || m->spec->model != CAT_CABLE_FULL);
  m->ops->row(m, CAT_CABLE_SLOPE_ROW, p, &slope);
  add_square(m, &slope, w * N, A);
  if (local) {
    CatCableRow strain = {0};
    join(&strain, &slope, e->slope[p]);
    if (m->along) {
      m->ops->row(m, CAT_CABLE_STRETCH_ROW, p, &other);
      join(&strain, &other, 1);
    }
    add_square(m, &strain, w * m->EA, A);
  }
  if (m->shear) {
    m->ops->row(m, CAT_CABLE_TURN_ROW, p, &other);
    join(&slope, &other, -1);
    add_square(m, &slope, w * m->GA, A);
  }
}

static void add_curvatures(const CatCableModel *m, double factor, CatBand *A) {
  CatCableRow row;
  for (int p = 0; m->EI > 0 && p < m->ncurve; p++) {
    m->ops->row(m, CAT_CABLE_CURVATURE_ROW, p, &row);
    add_square(m, &row, factor * m->wc[p] * m->EI, A);
  }
}

void cat_cable_turn_tangent(const CatCableModel *m, double factor, CatBand *A) {
  CatCableRow row;
  for (int p = 0; p < m->npoint; p++) {
    m->ops->row(m, CAT_CABLE_TURN_ROW, p, &row);
    add_square(m, &row, factor * m->w[p] * m->GA, A);
  }
  add_curvatures(m, factor, A);
}

void cat_cable_model_tangent(const CatCableModel *m, const CatCableField *e, const double *N,
                             double factor, CatBand *A) {
  static const double pi = 3.14159265358979323846;
  for (int p = 0; p < m->npoint; p++) add_point(m, e, N[p], p, A, factor);
  add_curvatures(m, factor, A);
  for (int k = 0; k < m->nmode; k++) {
    double b = (k + 1) * pi / m->L;
    int at = m->slot[m->mode + k];
    cat_band_add(A, at, at, factor * m->EA * m->L / 2 * b * b);
  }
}

// K x of the cable at rest, from its forces: exact, since they are linear there up to x^2.
CatStatus cat_cable_omega_max(const CatCableModel *m, double *omega) {
  enum { ROUNDS = 400 };
  static const double small = 1e-7;
  CatArenaMark mark = cat_arena_mark(m->arena);
  double *x = CAT_ARENA(m->arena, 3 * m->nq, double), square = 0;
  if (!x) return CAT_ERR_MEMORY;
  double *f = x + m->nq, *a = f + m->nq;
  for (int i = 0; i < m->nq; i++)
    x[i] = m->held[i] ? 0 : (i % 2 ? -1 : 1) * (1 + 0.3 * sin((double)i * i));
  for (int k = 0; k < ROUNDS; k++) {
    double norm = sqrt(cat_dot(m->nq, x, x));
    for (int i = 0; i < m->nq; i++) x[i] *= small / norm;
    cat_cable_forces(m, x, f);
    for (int i = 0; i < m->nq; i++) a[i] = 0;
    cat_cable_accelerate(m, f, a);
    square = -cat_dot(m->nq, x, a) / cat_dot(m->nq, x, x);
    for (int i = 0; i < m->nq; i++) x[i] = -a[i];
  }
  *omega = sqrt(square);
  cat_arena_release(m->arena, mark);
  return CAT_OK;
}
