// Finite elements, section 4.2: linear for the carrier, cubic Hermite for the contact wire.
//
// Carrier: unknown i - 1 is the displacement of node i = 1..N.
// Wire: unknown 0 is the slope of node 0, 2 i - 1 and 2 i are displacement and slope of node i,
// 2 N + 1 is the slope of node N + 1.
#include <math.h>

#include "load.h"
#include "model.h"

static void sizes(int intervals, int *nc, int *nw) {
  *nc = intervals - 1;
  *nw = 2 * intervals;
}

static void carrier(const CatPdaeModel *m, const CatPdaeBlock *b) {
  int n = m->spec->space.intervals, at = b->at;
  double h = m->dx, k = b->T / h;
  for (int e = 0; e < n; e++) {
    const int dof[2] = {e - 1, e < n - 1 ? e : -1};
    for (int i = 0; i < 2; i++) {
      if (dof[i] < 0) continue;
      b->weight[at + dof[i]] += h / 2;
      for (int j = i; j < 2; j++) {
        if (dof[j] < 0) continue;
        cat_band_add(b->mass, at + dof[i], at + dof[j], i == j ? h / 3 : h / 6);
        cat_band_add(b->K, at + dof[i], at + dof[j], i == j ? k : -k);
      }
    }
  }
}

// Unknowns of element e of the wire; -1 where the end holds it.
static void wire_dofs(int n, int e, int dof[4]) {
  dof[0] = 2 * e - 1;
  dof[1] = 2 * e;
  dof[2] = e < n - 1 ? 2 * e + 1 : -1;
  dof[3] = e < n - 1 ? 2 * e + 2 : 2 * n - 1;
}

static void wire(const CatPdaeModel *m, const CatPdaeBlock *b) {
  int n = m->spec->space.intervals, at = b->at;
  double h = m->dx, h2 = h * h, T = b->T / (30 * h), EI = b->EI / (h2 * h);
  const double M[4][4] = {{156, 22 * h, 54, -13 * h},
                          {22 * h, 4 * h2, 13 * h, -3 * h2},
                          {54, 13 * h, 156, -22 * h},
                          {-13 * h, -3 * h2, -22 * h, 4 * h2}};
  const double S[4][4] = {{36, 3 * h, -36, 3 * h},
                          {3 * h, 4 * h2, -3 * h, -h2},
                          {-36, -3 * h, 36, -3 * h},
                          {3 * h, -h2, -3 * h, 4 * h2}};
  const double B[4][4] = {{12, 6 * h, -12, 6 * h},
                          {6 * h, 4 * h2, -6 * h, 2 * h2},
                          {-12, -6 * h, 12, -6 * h},
                          {6 * h, 2 * h2, -6 * h, 4 * h2}};
  const double w[4] = {h / 2, h2 / 12, h / 2, -h2 / 12};
  for (int e = 0; e < n; e++) {
    int dof[4];
    wire_dofs(n, e, dof);
    for (int i = 0; i < 4; i++) {
      if (dof[i] < 0) continue;
      b->weight[at + dof[i]] += w[i];
      for (int j = i; j < 4; j++) {
        if (dof[j] < 0) continue;
        cat_band_add(b->mass, at + dof[i], at + dof[j], h / 420 * M[i][j]);
        cat_band_add(b->K, at + dof[i], at + dof[j], T * S[i][j] + EI * B[i][j]);
      }
    }
  }
}

// Element in which x lies, and the place xi in it from 0 to 1.
static int element_at(const CatPdaeModel *m, double x, double *xi) {
  int n = m->spec->space.intervals;
  int e = (int)floor(x / m->dx);
  e = e < 0 ? 0 : e >= n ? n - 1 : e;
  *xi = x / m->dx - e;
  return e;
}

static void carrier_row(const CatPdaeModel *m, double x, double *row) {
  double xi;
  int e = element_at(m, x, &xi), n = m->spec->space.intervals;
  if (e > 0) row[e - 1] += 1 - xi;
  if (e < n - 1) row[e] += xi;
}

// Hermite's shape functions, or their derivatives in x of order 1 to 3.
static void hermite(double xi, double h, int order, double N[4]) {
  double a = xi, a2 = xi * xi, b = 1 - xi;
  switch (order) {
  case 0:
    N[0] = b * b * (1 + 2 * a), N[1] = a * b * b * h;
    N[2] = a2 * (3 - 2 * a), N[3] = -a2 * b * h;
    break;
  case 1:
    N[0] = -6 * a * b / h, N[1] = b * (1 - 3 * a);
    N[2] = 6 * a * b / h, N[3] = a * (3 * a - 2);
    break;
  case 2:
    N[0] = (12 * a - 6) / (h * h), N[1] = (6 * a - 4) / h;
    N[2] = (6 - 12 * a) / (h * h), N[3] = (6 * a - 2) / h;
    break;
  default:
    N[0] = 12 / (h * h * h), N[1] = 6 / (h * h);
    N[2] = -12 / (h * h * h), N[3] = 6 / (h * h);
  }
}

static void wire_row(const CatPdaeModel *m, double x, int order, double *row) {
  double xi, N[4];
  int dof[4], e = element_at(m, x, &xi);
  wire_dofs(m->spec->space.intervals, e, dof);
  hermite(xi, m->dx, order, N);
  for (int i = 0; i < 4; i++) {
    if (dof[i] >= 0) row[dof[i]] += N[i];
  }
}

// Four Gauss points are exact to degree 7; spline times shape function has degree 6.
static const double gauss_x[4] = {-0.86113631159405258, -0.33998104358485626, 0.33998104358485626,
                                  0.86113631159405258};
static const double gauss_w[4] = {0.34785484513745386, 0.65214515486254614, 0.65214515486254614,
                                  0.34785484513745386};

// The part of (33) from x0 to x1, which lies in one element and on one side of xp.
typedef struct Strip {
  double xp, v, x0, x1;
} Strip;

static void load_part(const CatPdaeModel *m, Strip s, double *G, double *Gt, double *Gtt) {
  double epsilon = m->spec->run.half_length, half = (s.x1 - s.x0) / 2, xi, N[4];
  int dof[4], e = element_at(m, (s.x0 + s.x1) / 2, &xi);
  wire_dofs(m->spec->space.intervals, e, dof);
  for (int g = 0; g < 4; g++) {
    double x = (s.x0 + s.x1) / 2 + half * gauss_x[g];
    double weight = half * gauss_w[g] * cat_load_density(x - s.xp, epsilon);
    double *rows[3] = {G, Gt, Gtt};
    for (int order = 0; order < 3; order++) {
      hermite(x / m->dx - e, m->dx, order, N);
      for (int i = 0; i < 4; i++) {
        if (dof[i] >= 0) rows[order][dof[i]] += weight * N[i];
      }
      weight *= s.v;
    }
  }
}

static void load_row(const CatPdaeModel *m, double xp, double v, double *G, double *Gt,
                     double *Gtt) {
  double epsilon = m->spec->run.half_length, h = m->dx;
  double a = fmax(xp - epsilon, 0), end = fmin(xp + epsilon, m->spec->length);
  while (a < end) {
    double b = fmin((floor(a / h + 1e-12) + 1) * h, end);  // to the end of the element
    if (a < xp && b > xp) b = xp;                          // or to the spline's knot
    load_part(m, (Strip){xp, v, a, b}, G, Gt, Gtt);
    a = b;
  }
}

const CatPdaeOps cat_pdae_fem = {.name = "fem",
                                 .sizes = sizes,
                                 .kd_mass = 3,
                                 .kd_stiffness = 3,
                                 .carrier = carrier,
                                 .wire = wire,
                                 .carrier_row = carrier_row,
                                 .wire_row = wire_row,
                                 .load_row = load_row};
