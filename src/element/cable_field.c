// The cable between its nodes: shape functions, position, slope, curvature, axial force at xi.
//
// PACDIN Statement of Methods, eqs. (1) and (2); see cable.h. Positions enter by their difference.
#include <math.h>

#include "cable.h"

void cat_cable_shape(double l0, double xi, double S[4]) {
  double eta = 1 - xi;
  S[0] = eta * eta * (1 + 2 * xi);
  S[1] = l0 * xi * eta * eta;
  S[2] = xi * xi * (3 - 2 * xi);
  S[3] = -l0 * xi * xi * eta;
}

void cat_cable_shape_d(double l0, double xi, double dS[4]) {
  double a = 6 * xi * (1 - xi) / l0;
  dS[0] = -a;
  dS[1] = (1 - xi) * (1 - 3 * xi);
  dS[2] = a;
  dS[3] = xi * (3 * xi - 2);
}

void cat_cable_shape_dd(double l0, double xi, double ddS[4]) {
  double b = (6 - 12 * xi) / (l0 * l0);
  ddS[0] = -b;
  ddS[1] = (6 * xi - 4) / l0;
  ddS[2] = b;
  ddS[3] = (6 * xi - 2) / l0;
}

// sum of S over the unknowns, for functions with S_1 = -S_3 (derivatives of the shape functions)
static void combine(const double S[4], const double q[12], double out[3]) {
  for (int k = 0; k < 3; k++) {
    out[k] = S[2] * (q[6 + k] - q[k]) + S[1] * q[3 + k] + S[3] * q[9 + k];
  }
}

void cat_cable_position(const CatCable *c, const double q[12], double xi, double r[3]) {
  double S[4];
  cat_cable_shape(c->l0, xi, S);
  combine(S, q, r);  // S_1 = 1 - S_3: the rest is r_i
  for (int k = 0; k < 3; k++) r[k] += q[k];
}

void cat_cable_slope(const CatCable *c, const double q[12], double xi, double dr[3]) {
  double dS[4];
  cat_cable_shape_d(c->l0, xi, dS);
  combine(dS, q, dr);
}

void cat_cable_bend(const CatCable *c, const double q[12], double xi, double ddr[3]) {
  double ddS[4];
  cat_cable_shape_dd(c->l0, xi, ddS);
  combine(ddS, q, ddr);
}

double cat_cable_curvature(const CatCable *c, const double q[12], double xi) {
  double b[3];
  cat_cable_bend(c, q, xi, b);
  return sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
}

// N = EA eps |r'| and dN/dr' = factor r', factor = EA (|r'|^2 + eps) / |r'|
static double axial_law(double EA, const double dr[3], double *factor) {
  double square = dr[0] * dr[0] + dr[1] * dr[1] + dr[2] * dr[2];
  double strain = 0.5 * (square - 1), stretch = sqrt(square);
  *factor = EA * (square + strain) / stretch;
  return EA * strain * stretch;
}

double cat_cable_axial(const CatCable *c, const double q[12], double xi) {
  double dr[3], factor;
  cat_cable_slope(c, q, xi, dr);
  return axial_law(c->EA, dr, &factor);
}

double cat_cable_axial_dchi(const CatCable *c, const double q[12], double xi) {
  double dr[3], ddr[3], factor;
  cat_cable_slope(c, q, xi, dr);
  cat_cable_bend(c, q, xi, ddr);
  axial_law(c->EA, dr, &factor);
  return factor * (dr[0] * ddr[0] + dr[1] * ddr[1] + dr[2] * ddr[2]);
}

void cat_cable_axial_dq(const CatCable *c, const double q[12], double xi, double dN[12]) {
  double dr[3], dS[4], factor;
  cat_cable_slope(c, q, xi, dr);
  cat_cable_shape_d(c->l0, xi, dS);
  axial_law(c->EA, dr, &factor);
  for (int a = 0; a < 4; a++) {
    for (int k = 0; k < 3; k++) dN[3 * a + k] = factor * dS[a] * dr[k];
  }
}

// at fixed q and xi only the chord moves: dr'/dl0 = -(6 xi (1 - xi)/l0^2) (r_j - r_i)
double cat_cable_axial_dl0(const CatCable *c, const double q[12], double xi) {
  double dr[3], factor, chord = 0;
  cat_cable_slope(c, q, xi, dr);
  axial_law(c->EA, dr, &factor);
  for (int k = 0; k < 3; k++) chord += dr[k] * (q[6 + k] - q[k]);
  return -factor * 6 * xi * (1 - xi) / (c->l0 * c->l0) * chord;
}
