// Finite elements (4.44)-(4.52): v cubic with nodal values b and slopes c, u linear with nodal
// values d. All integrals by Gauss's rule with five points, which is exact for them (v_x^4 is of
// eighth degree): the tables of appendix B are not needed, and their misprints do no harm.
#include "model.h"

typedef struct Corner {
  int b0, b1;  // nodes of an element
} Corner;

static Corner corner(const CatCableModel *m, int i) {
  return (Corner){i, i + 1 < m->nodes ? i + 1 : 0};
}

static void strains(const CatCableModel *m, const double *q, CatCableField *e) {
  const double *b = q + m->v, *c = b + m->nodes;
  for (int i = 0, p = 0; i < m->n; i++) {
    Corner k = corner(m, i);
    double own[4] = {b[k.b0], c[k.b0], b[k.b1], c[k.b1]};
    double stretch = m->along ? (q[m->u + k.b1] - q[m->u + k.b0]) / m->h : 0;
    for (int g = 0; g < CAT_GAUSS; g++, p++) {
      const double *B = m->slope_row[g], *C = m->curvature_row[g];
      e->slope[p] = B[0] * own[0] + B[1] * own[1] + B[2] * own[2] + B[3] * own[3];
      e->curvature[p] = C[0] * own[0] + C[1] * own[1] + C[2] * own[2] + C[3] * own[3];
      if (m->along) e->stretch[p] = stretch;
    }
  }
}

static void forces(const CatCableModel *m, CatCableField *s, double *f) {
  double *b = f + m->v, *c = b + m->nodes;
  for (int i = 0, p = 0; i < m->n; i++) {
    Corner k = corner(m, i);
    double own[4] = {0}, pull = 0;
    for (int g = 0; g < CAT_GAUSS; g++, p++) {
      double shear = m->w[p] * s->slope[p], moment = m->w[p] * s->curvature[p];
      for (int j = 0; j < 4; j++)
        own[j] += m->slope_row[g][j] * shear + m->curvature_row[g][j] * moment;
      if (m->along) pull += m->w[p] * s->stretch[p] / m->h;
    }
    b[k.b0] -= own[0], c[k.b0] -= own[1], b[k.b1] -= own[2], c[k.b1] -= own[3];
    if (m->along) f[m->u + k.b0] += pull, f[m->u + k.b1] -= pull;
  }
}

static void row(const CatCableModel *m, CatCableStrainKind kind, int point, CatCableRow *out) {
  int i = point / CAT_GAUSS, g = point % CAT_GAUSS;
  Corner k = corner(m, i);
  out->n = 0;
  if (kind == CAT_CABLE_STRETCH_ROW) {
    *out = (CatCableRow){2, {m->u + k.b0, m->u + k.b1}, {-1 / m->h, 1 / m->h}};
    return;
  }
  const double *B = kind == CAT_CABLE_SLOPE_ROW ? m->slope_row[g] : m->curvature_row[g];
  int c = m->v + m->nodes;
  const int at[4] = {m->v + k.b0, c + k.b0, m->v + k.b1, c + k.b1};
  for (int j = 0; j < 4; j++) out->at[j] = at[j], out->c[j] = B[j];
  out->n = 4;
}

static void mass(CatCableModel *m) {
  int c = m->v + m->nodes;
  for (int i = 0; i < m->n; i++) {
    Corner k = corner(m, i);
    const int at[4] = {m->v + k.b0, c + k.b0, m->v + k.b1, c + k.b1};
    for (int g = 0; g < CAT_GAUSS; g++) {
      double N[4], w = m->mu * m->h * cat_gauss_weight[g];
      cat_hermite_cubic(cat_gauss_point[g], m->h, 0, N);
      for (int a = 0; a < 4; a++) {
        for (int b = 0; b <= a; b++)
          cat_band_add(&m->mass, m->slot[at[a]], m->slot[at[b]], w * N[a] * N[b]);
      }
    }
    if (!m->along) continue;
    int d0 = m->slot[m->u + k.b0], d1 = m->slot[m->u + k.b1];
    cat_band_add(&m->mass, d0, d0, m->mu * m->h / 3);
    cat_band_add(&m->mass, d1, d1, m->mu * m->h / 3);
    cat_band_add(&m->mass, d0, d1, m->mu * m->h / 6);
  }
}

const CatCableOps cat_cable_elements = {.name = "elements",
                                        .points = CAT_GAUSS,
                                        .per_node = 2,
                                        .reach = 1,
                                        .strains = strains,
                                        .forces = forces,
                                        .row = row,
                                        .mass = mass};
