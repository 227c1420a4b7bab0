// Fourth-order differences on a staggered grid: v and u at nodes, their derivatives half-way
// between them, curvatures at nodes again,
//
//   D p (x) = (p(x - 3h/2) - 27 p(x - h/2) + 27 p(x + h/2) - p(x + 3h/2)) / (24 h).
//
// Forces are the exact transpose of this, so that the semi-discrete system has an energy. Ends with
// v_xx = 0 are centres of odd symmetry of v and u (of v - v(0, t) if driven), which (4.7) has.
#include "model.h"

// Of p with places before its beginning.
static void difference(int n, const double *restrict p, double factor, double *restrict out) {
  for (int j = 0; j < n; j++) out[j] = factor * (p[j] - p[j + 3] + 27 * (p[j + 2] - p[j + 1]));
}

// Values at nodes with one more at each end (two at the right end of a periodic cable).
static void pad_nodes(const CatCableModel *m, const double *v, double *p) {
  int n = m->n;
  for (int i = 0; i < m->nodes; i++) p[i + 1] = v[i];
  if (m->periodic) {
    p[0] = v[n - 1], p[n + 1] = v[0], p[n + 2] = v[1];
  } else {
    p[0] = 2 * v[0] - v[1], p[n + 2] = 2 * v[n] - v[n - 1];
  }
}

// Values half-way between nodes, which are even about the ends, with two more on each side.
static void pad_halves(const CatCableModel *m, const double *g, double *p) {
  int n = m->n;
  for (int j = 0; j < n; j++) p[j + 2] = g[j];
  if (m->periodic) {
    p[0] = g[n - 2], p[1] = g[n - 1], p[n + 2] = g[0], p[n + 3] = g[1];
  } else {
    p[0] = g[1], p[1] = g[0], p[n + 2] = g[n - 1], p[n + 3] = g[n - 2];
  }
}

static void strains(const CatCableModel *m, const double *q, CatCableField *e) {
  double factor = 1 / (24 * m->h), *p = m->pad;
  pad_nodes(m, q + m->v, p);
  difference(m->n, p, factor, e->slope);
  if (m->along) {
    pad_nodes(m, q + m->u, p);
    difference(m->n, p, factor, e->stretch);
  }
  for (int j = 0; m->shear && j < m->n; j++) e->turn[j] = q[m->turn + j];
  if (m->EI > 0) {
    pad_halves(m, m->shear ? e->turn : e->slope, p);
    difference(m->nodes, p, factor, e->curvature);
  }
}

// f += h D s at the nodes; at a fixed end what the transpose gives
static void diverge(const CatCableModel *m, const double *s, double *f) {
  double *p = m->pad, *d = p + m->n + 8;
  int n = m->n;
  pad_halves(m, s, p);
  difference(m->nodes, p, 1.0 / 24, d);
  if (!m->periodic) {
    d[0] = (25 * s[0] - s[1]) / 24;
    d[n] = -(25 * s[n - 1] - s[n - 2]) / 24;
  }
  for (int i = 0; i < m->nodes; i++) f[i] += d[i];
}

// D of the bending moments, which are odd about the ends.
static const double *moment_slope(const CatCableModel *m, const double *moment) {
  double *p = m->pad, *d = p + m->n + 8;
  int n = m->n;
  for (int i = 0; i < m->nodes; i++) p[i + 1] = moment[i];
  if (m->periodic) {
    p[0] = moment[n - 1], p[n + 1] = moment[0], p[n + 2] = moment[1];
  } else {
    p[1] = p[n + 1] = 0;
    p[0] = -moment[1], p[n + 2] = -moment[n - 1];
  }
  difference(n, p, 1 / (24 * m->h), d);
  return d;
}

static void forces(const CatCableModel *m, CatCableField *s, double *f) {
  if (m->EI > 0) {
    const double *d = moment_slope(m, s->curvature);
    for (int j = 0; m->shear && j < m->n; j++) f[m->turn + j] += m->h * d[j];
    for (int j = 0; !m->shear && j < m->n; j++) s->slope[j] -= d[j];
  }
  for (int j = 0; m->shear && j < m->n; j++) f[m->turn + j] -= m->h * s->turn[j];
  diverge(m, s->slope, f + m->v);
  if (m->along) diverge(m, s->stretch, f + m->u);
}

//------------------------------------------------------------------------------------- rows

static void add(CatCableRow *row, int at, double c) {
  for (int i = 0; i < row->n; i++) {
    if (row->at[i] == at) {
      row->c[i] += c;
      return;
    }
  }
  row->at[row->n] = at;
  row->c[row->n++] = c;
}

static const double stencil[4] = {1, -27, 27, -1};

// factor times v (or u, from `begin`) at node i, which may lie beyond an end
static void add_node(const CatCableModel *m, int begin, int i, double factor, CatCableRow *row) {
  int n = m->n;
  if (m->periodic) {
    add(row, begin + (i + n) % n, factor);
  } else if (i < 0 || i > n) {
    add(row, begin + (i < 0 ? 0 : n), 2 * factor);
    add(row, begin + (i < 0 ? -i : 2 * n - i), -factor);
  } else {
    add(row, begin + i, factor);
  }
}

static void add_slope(const CatCableModel *m, int begin, int j, double factor, CatCableRow *row) {
  for (int k = 0; k < 4; k++) add_node(m, begin, j - 1 + k, factor * stencil[k] / (24 * m->h), row);
}

static int half(const CatCableModel *m, int j) {
  if (m->periodic) return (j + m->n) % m->n;
  return j < 0 ? -1 - j : j >= m->n ? 2 * m->n - 1 - j : j;
}

static void row(const CatCableModel *m, CatCableStrainKind kind, int point, CatCableRow *out) {
  out->n = 0;
  if (kind == CAT_CABLE_SLOPE_ROW) add_slope(m, m->v, point, 1, out);
  if (kind == CAT_CABLE_STRETCH_ROW) add_slope(m, m->u, point, 1, out);
  if (kind == CAT_CABLE_TURN_ROW) add(out, m->turn + point, 1);
  if (kind != CAT_CABLE_CURVATURE_ROW) return;
  for (int k = 0; k < 4; k++) {
    double factor = stencil[k] / (24 * m->h);
    int j = half(m, point - 2 + k);
    if (m->shear) add(out, m->turn + j, factor);
    if (!m->shear) add_slope(m, m->v, j, factor, out);
  }
}

static void mass(CatCableModel *m) {
  for (int i = 0; i < m->nodes; i++) {
    double own = m->mu * (!m->periodic && (i == 0 || i == m->n) ? m->h / 2 : m->h);
    int v = m->slot[m->v + i];
    cat_band_add(&m->mass, v, v, own);
    if (m->along) cat_band_add(&m->mass, m->slot[m->u + i], m->slot[m->u + i], own);
  }
  for (int j = 0; m->shear && j < m->n; j++) {
    int turn = m->slot[m->turn + j];
    cat_band_add(&m->mass, turn, turn, m->h * m->spec->wire.rotary_inertia);
  }
}

const CatCableOps cat_cable_differences = {.name = "differences",
                                           .points = 1,
                                           .per_node = 1,
                                           .reach = 6,
                                           .strains = strains,
                                           .forces = forces,
                                           .row = row,
                                           .mass = mass};
