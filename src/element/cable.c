// Kernel of the ANCF cable: see cable.h for the paper and the equations.
//
// All of eq. (2) depends on three vectors, the chord d = (r_j - r_i)/l0 and the slopes g_i, g_j, so
// positions enter by their difference alone and no digit is lost far from the origin. With
// x = 2 xi - 1 in [-1, 1] the slope is a parabola about the middle of the element,
//
//   r' = u + x v + x^2 w,  u = (6 d - g_i - g_j)/4,  v = (g_j - g_i)/2,  w = 3 (g_i + g_j - 2 d)/4
//
// and both the strain and the dyad r' r'^T are polynomials of degree 4 in x:
//
//   eps = sum_m e_m x^m,   r' r'^T = sum_m R_m x^m,   m = 0..4
//
// Force and tangent need nothing but their moments int_0^1 x^n (eps, r' r'^T) dxi, n = 0..4, which
// follow from int_0^1 x^k dxi = 1/(k + 1) for even k, and 0 for odd k. That is what five Gauss
// points give, exactly, for a third of the work. From (1, x, x^2) the moments go to the functions a
// of p = (d, g_i, g_j) in r' = a_d d + a_i g_i + a_j g_j, and then, with b = da/dxi,
//
//   dU/dp_a        = l0 sum_b C_ab p_b,   C_ab = EA int a_a a_b eps + EI/l0^2 int b_a b_b
//   d2U/dp_a dp_b  = l0 (C_ab 1 + EA int a_a a_b r' r'^T)
//
// which are six symmetric 3 x 3 blocks: about 600 operations for force and tangent, 200 for force.
#include "cable.h"

#include <math.h>
#include <string.h>

// One moment: six entries of a symmetric dyad (xx, xy, xz, yy, yz, zz), the scalar that belongs to
// it, and one place unused, so that the compiler handles it as four pairs.
enum { DYAD = 6, WIDTH = 8 };
static const int ENTRY[9] = {0, 1, 2, 1, 3, 4, 2, 4, 5};

// pairs (a, b) of (d, g_i, g_j)
enum { DD, DI, DJ, II, IJ, JJ, PAIRS };
static const double BENDING[PAIRS] = {12, -6, -6, 4, 2, 4};  // int_0^1 b_a b_b dxi

typedef struct Slopes {
  double d[3], i[3], j[3];  // chord and nodal slopes [-]
  double u[3], v[3], w[3];  // r' = u + x v + x^2 w
} Slopes;

static Slopes slopes_of(double l0, const double q[12]) {
  Slopes s;
  double per_length = 1 / l0;
  for (int k = 0; k < 3; k++) {
    double d = (q[6 + k] - q[k]) * per_length, i = q[3 + k], j = q[9 + k];
    s.d[k] = d, s.i[k] = i, s.j[k] = j;
    s.u[k] = 1.5 * d - 0.25 * (i + j);
    s.v[k] = 0.5 * (j - i);
    s.w[k] = 0.75 * (i + j) - 1.5 * d;
  }
  return s;
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// e_m: the strain as a polynomial in x
static void strain_terms(const Slopes *s, double e[5]) {
  e[0] = 0.5 * (dot(s->u, s->u) - 1);
  e[1] = dot(s->u, s->v);
  e[2] = dot(s->u, s->w) + 0.5 * dot(s->v, s->v);
  e[3] = dot(s->v, s->w);
  e[4] = 0.5 * dot(s->w, s->w);
}

// out = scale (a b^T + b a^T)
static void dyad(double scale, const double a[3], const double b[3], double out[WIDTH]) {
  out[0] = 2 * scale * a[0] * b[0];
  out[1] = scale * (a[0] * b[1] + a[1] * b[0]);
  out[2] = scale * (a[0] * b[2] + a[2] * b[0]);
  out[3] = 2 * scale * a[1] * b[1];
  out[4] = scale * (a[1] * b[2] + a[2] * b[1]);
  out[5] = 2 * scale * a[2] * b[2];
}

// R_m with e_m in its seventh place
static void dyad_terms(const Slopes *s, double R[5][WIDTH]) {
  double e[5], vv[WIDTH];
  strain_terms(s, e);
  dyad(0.5, s->u, s->u, R[0]);
  dyad(1, s->u, s->v, R[1]);
  dyad(1, s->u, s->w, R[2]);
  dyad(0.5, s->v, s->v, vv);
  dyad(1, s->v, s->w, R[3]);
  dyad(0.5, s->w, s->w, R[4]);
  for (int k = 0; k < DYAD; k++) R[2][k] += vv[k];
  for (int m = 0; m < 5; m++) R[m][6] = e[m], R[m][7] = 0;
}

// G_ab = scale int_0^1 a_a a_b (sum_m R_m x^m) dxi, for `width` polynomials at a time:
//   a_d = (3/2)(1 - x^2),  a_i = -(1 + 2 x - 3 x^2)/4,  a_j = -(1 - 2 x - 3 x^2)/4
static inline void moments(int width, double R[5][WIDTH], double scale, double G[PAIRS][WIDTH]) {
  for (int k = 0; k < width; k++) {
    // h_n = int x^n sum_m R_m x^m
    double h0 = R[0][k] + R[2][k] * (1. / 3) + R[4][k] * (1. / 5);
    double h1 = R[1][k] * (1. / 3) + R[3][k] * (1. / 5);
    double h2 = R[0][k] * (1. / 3) + R[2][k] * (1. / 5) + R[4][k] * (1. / 7);
    double h3 = R[1][k] * (1. / 5) + R[3][k] * (1. / 7);
    double h4 = R[0][k] * (1. / 5) + R[2][k] * (1. / 7) + R[4][k] * (1. / 9);
    double even = h0 - 4 * h2 + 3 * h4, odd = 2 * (h1 - h3);
    double own = h0 - 2 * h2 + 9 * h4, skew = 4 * h1 - 12 * h3;
    G[DD][k] = scale * 2.25 * (h0 - 2 * h2 + h4);
    G[DI][k] = scale * -0.375 * (even + odd);
    G[DJ][k] = scale * -0.375 * (even - odd);
    G[II][k] = scale * 0.0625 * (own + skew);
    G[IJ][k] = scale * 0.0625 * (h0 - 10 * h2 + 9 * h4);
    G[JJ][k] = scale * 0.0625 * (own - skew);
  }
}

// nodal forces of P = dU/dp, P_a = sum_b C_ab p_b; d carries both positions
static void forces_of(double l0, const double C[PAIRS], const Slopes *s, double f[12]) {
  double per_length = 1 / l0;
  for (int k = 0; k < 3; k++) {
    double d = s->d[k], i = s->i[k], j = s->j[k];
    double pull = (C[DD] * d + C[DI] * i + C[DJ] * j) * per_length;
    f[k] = -pull;
    f[3 + k] = C[DI] * d + C[II] * i + C[IJ] * j;
    f[6 + k] = pull;
    f[9 + k] = C[DJ] * d + C[IJ] * i + C[JJ] * j;
  }
}

// The blocks as the 12 x 12 tangent. With D = G_dd/l0^2, E = G_di/l0, F = G_dj/l0 its rows are
//   r_i: D -E -D -F     g_i: -E G_ii E G_ij     r_j: -D E D F     g_j: -F G_ij F G_jj
static void to_tangent(double l0, double G[PAIRS][WIDTH], double *restrict K) {
  double p1 = 1 / l0, p2 = p1 * p1;
  for (int e = 0; e < DYAD; e++) G[DD][e] *= p2, G[DI][e] *= p1, G[DJ][e] *= p1;
  for (int k = 0; k < 3; k++) {
    double *row = K + 12 * k;
    for (int l = 0; l < 3; l++) {
      int e = ENTRY[3 * k + l];
      double D = G[DD][e], E = G[DI][e], F = G[DJ][e], ii = G[II][e], ij = G[IJ][e], jj = G[JJ][e];
      row[l] = D, row[3 + l] = -E, row[6 + l] = -D, row[9 + l] = -F;
      row[36 + l] = -E, row[39 + l] = ii, row[42 + l] = E, row[45 + l] = ij;
      row[72 + l] = -D, row[75 + l] = E, row[78 + l] = D, row[81 + l] = F;
      row[108 + l] = -F, row[111 + l] = ij, row[114 + l] = F, row[117 + l] = jj;
    }
  }
}

// l0 C_ab: axial part and bending part
static void axial_sums(const CatCable *c, const Slopes *s, double C[PAIRS]) {
  double e[5], R[5][WIDTH], G[PAIRS][WIDTH];
  strain_terms(s, e);
  for (int m = 0; m < 5; m++) R[m][0] = e[m];
  moments(1, R, c->EA * c->l0, G);
  for (int m = 0; m < PAIRS; m++) C[m] = G[m][0];
}

static void bending_sums(const CatCable *c, double C[PAIRS]) {
  for (int m = 0; m < PAIRS; m++) C[m] = c->EI / c->l0 * BENDING[m];
}

double cat_cable_energy(const CatCable *c, const double q[12]) {
  Slopes s = slopes_of(c->l0, q);
  double e[5], b[3], t[3];
  strain_terms(&s, e);
  // int eps^2: moments of the strain with itself
  double square = e[0] * e[0] + (2 * e[0] * e[2] + e[1] * e[1]) / 3 +
                  (2 * (e[0] * e[4] + e[1] * e[3]) + e[2] * e[2]) / 5 +
                  (2 * e[2] * e[4] + e[3] * e[3]) / 7 + e[4] * e[4] / 9;
  // r'' = 2 (v + 2 x w) / l0, since dx/dxi = 2
  for (int k = 0; k < 3; k++) b[k] = 2 * s.v[k], t[k] = 4 * s.w[k];
  double bend = dot(b, b) + dot(t, t) / 3;
  return 0.5 * (c->EA * c->l0 * square + c->EI / c->l0 * bend);
}

static void sums(const CatCable *c, const Slopes *s, double C[PAIRS]) {
  double B[PAIRS];
  axial_sums(c, s, C);
  bending_sums(c, B);
  for (int m = 0; m < PAIRS; m++) C[m] += B[m];
}

void cat_cable_sums(const CatCable *c, const double q[12], double C[6]) {
  Slopes s = slopes_of(c->l0, q);
  sums(c, &s, C);
}

void cat_cable_force(const CatCable *c, const double q[12], double f[12]) {
  Slopes s = slopes_of(c->l0, q);
  double C[PAIRS];
  sums(c, &s, C);
  forces_of(c->l0, C, &s, f);
}

void cat_cable_force_tangent(const CatCable *c, const double q[12], double f[12], double K[144]) {
  Slopes s = slopes_of(c->l0, q);
  double R[5][WIDTH], G[PAIRS][WIDTH], C[PAIRS];
  dyad_terms(&s, R);
  moments(WIDTH, R, c->EA * c->l0, G);
  bending_sums(c, C);
  for (int m = 0; m < PAIRS; m++) {
    C[m] += G[m][6];
    G[m][0] += C[m], G[m][3] += C[m], G[m][5] += C[m];
  }
  forces_of(c->l0, C, &s, f);
  to_tangent(c->l0, G, K);
}

void cat_cable_tangent(const CatCable *c, const double q[12], double K[144]) {
  double f[12];
  cat_cable_force_tangent(c, q, f, K);
}

// With P = dU/dp, f_r = +-P_d/l0 and f_g = P_g. At fixed q only d moves, by -d/l0; the axial part
// of P grows as l0 and the bending part as 1/l0. Slopes are per undeformed length and stay.
void cat_cable_force_dl0(const CatCable *c, const double q[12], double df[12]) {
  Slopes s = slopes_of(c->l0, q);
  double f[12], K[144], C[PAIRS], B[PAIRS], explicit_part[12];
  cat_cable_force_tangent(c, q, f, K);
  axial_sums(c, &s, C);
  bending_sums(c, B);
  for (int m = 0; m < PAIRS; m++) C[m] = (C[m] - B[m]) / c->l0;
  forces_of(c->l0, C, &s, explicit_part);
  for (int i = 0; i < 12; i++) {
    const double *towards = K + 12 * i + 6;  // d moves by -d/l0 as r_j does by -d
    df[i] = explicit_part[i] - dot(towards, s.d);
  }
  for (int k = 0; k < 3; k++) df[k] -= f[k] / c->l0, df[6 + k] -= f[6 + k] / c->l0;
}

void cat_cable_mass(const CatCable *c, double M[144]) {
  const double l = c->l0, m = c->mu * l / 420;
  const double block[4][4] = {{156 * m, 22 * l * m, 54 * m, -13 * l * m},
                              {22 * l * m, 4 * l * l * m, 13 * l * m, -3 * l * l * m},
                              {54 * m, 13 * l * m, 156 * m, -22 * l * m},
                              {-13 * l * m, -3 * l * l * m, -22 * l * m, 4 * l * l * m}};
  memset(M, 0, 144 * sizeof *M);
  for (int a = 0; a < 4; a++) {
    for (int b = 0; b < 4; b++) {
      for (int k = 0; k < 3; k++) M[12 * (3 * a + k) + 3 * b + k] = block[a][b];
    }
  }
}

// int_0^1 S l0 dxi = (l0/2, l0^2/12, l0/2, -l0^2/12)
void cat_cable_load(const CatCable *c, const double b[3], double f[12]) {
  double half = c->l0 / 2, moment = c->l0 * c->l0 / 12;
  for (int k = 0; k < 3; k++) {
    f[k] = f[6 + k] = half * b[k];
    f[3 + k] = moment * b[k];
    f[9 + k] = -moment * b[k];
  }
}

void cat_cable_load_dl0(const CatCable *c, const double b[3], double df[12]) {
  for (int k = 0; k < 3; k++) {
    df[k] = df[6 + k] = b[k] / 2;
    df[3 + k] = c->l0 / 6 * b[k];
    df[9 + k] = -df[3 + k];
  }
}

void cat_cable_gravity(const CatCable *c, const double g[3], double added, double f[12]) {
  const double mass = c->mu + added, b[3] = {mass * g[0], mass * g[1], mass * g[2]};
  cat_cable_load(c, b, f);
}

void cat_cable_gravity_dl0(const CatCable *c, const double g[3], double added, double df[12]) {
  const double mass = c->mu + added, b[3] = {mass * g[0], mass * g[1], mass * g[2]};
  cat_cable_load_dl0(c, b, df);
}
