// Eqs. (1) and (2) of the PACDIN statement written out as they stand, with any number of Gauss
// points: slow and plain, to check the kernel against and to study the quadrature.
#ifndef CAT_TESTS_ELEMENT_REFERENCE_H
#define CAT_TESTS_ELEMENT_REFERENCE_H

#include <string.h>

#include "element/cable.h"

// Gauss-Legendre on [0, 1], 1 to 5 points
static inline const double *gauss(int points, const double **weights) {
  static const double x[5][5] = {{0.5},
                                 {0.21132486540518711775, 0.78867513459481288225},
                                 {0.11270166537925831148, 0.5, 0.88729833462074168852},
                                 {0.06943184420297371239, 0.33000947820757186760,
                                  0.66999052179242813240, 0.93056815579702628761},
                                 {0.04691007703066800360, 0.23076534494715845448, 0.5,
                                  0.76923465505284154552, 0.95308992296933199640}};
  static const double w[5][5] = {
      {1},
      {0.5, 0.5},
      {0.27777777777777777778, 0.44444444444444444444, 0.27777777777777777778},
      {0.17392742256872692869, 0.32607257743127307131, 0.32607257743127307131,
       0.17392742256872692869},
      {0.11846344252809454376, 0.23931433524968323402, 0.28444444444444444444,
       0.23931433524968323402, 0.11846344252809454376}};
  *weights = w[points - 1];
  return x[points - 1];
}

// first and second derivative of S_1..S_4 of eq. (1) with respect to chi
static inline void reference_shapes(double l0, double xi, double d[4], double dd[4]) {
  const double a[4] = {-6 * xi + 6 * xi * xi, l0 * (1 - 4 * xi + 3 * xi * xi), 6 * xi - 6 * xi * xi,
                       l0 * (3 * xi * xi - 2 * xi)};
  const double b[4] = {-6 + 12 * xi, l0 * (-4 + 6 * xi), 6 - 12 * xi, l0 * (6 * xi - 2)};
  for (int i = 0; i < 4; i++) d[i] = a[i] / l0, dd[i] = b[i] / (l0 * l0);
}

// Energy, with the axial term on `points` points and the bending term on two (exact).
static inline double reference_energy(const CatCable *c, int points, const double q[12]) {
  const double *w, *x = gauss(points, &w), *w2, *x2 = gauss(2, &w2);
  double U = 0;
  for (int g = 0; g < points + 2; g++) {
    double d[4], dd[4], slope[3] = {0}, bend[3] = {0}, s2 = 0, b2 = 0;
    int axial = g < points;
    reference_shapes(c->l0, axial ? x[g] : x2[g - points], d, dd);
    for (int i = 0; i < 12; i++) slope[i % 3] += d[i / 3] * q[i], bend[i % 3] += dd[i / 3] * q[i];
    for (int k = 0; k < 3; k++) s2 += slope[k] * slope[k], b2 += bend[k] * bend[k];
    double strain = 0.5 * (s2 - 1);
    U += 0.5 * c->l0 * (axial ? w[g] * c->EA * strain * strain : w2[g - points] * c->EI * b2);
  }
  return U;
}

static inline void reference_force_tangent(const CatCable *c, int points, const double q[12],
                                           double f[12], double K[144]) {
  const double *w, *x = gauss(points, &w), *w2, *x2 = gauss(2, &w2);
  memset(f, 0, 12 * sizeof *f);
  memset(K, 0, 144 * sizeof *K);
  for (int g = 0; g < points; g++) {
    double d[4], dd[4], slope[3] = {0}, s2 = 0, grad[12];
    reference_shapes(c->l0, x[g], d, dd);
    for (int i = 0; i < 12; i++) slope[i % 3] += d[i / 3] * q[i];
    for (int k = 0; k < 3; k++) s2 += slope[k] * slope[k];
    for (int i = 0; i < 12; i++) grad[i] = d[i / 3] * slope[i % 3];  // d eps/dq
    double scale = w[g] * c->l0 * c->EA, strain = 0.5 * (s2 - 1);
    for (int i = 0; i < 12; i++) {
      f[i] += scale * strain * grad[i];
      for (int j = 0; j < 12; j++) {
        double geometric = i % 3 == j % 3 ? strain * d[i / 3] * d[j / 3] : 0;
        K[12 * i + j] += scale * (grad[i] * grad[j] + geometric);
      }
    }
  }
  for (int g = 0; g < 2; g++) {
    double d[4], dd[4], bend[3] = {0}, scale = w2[g] * c->l0 * c->EI;
    reference_shapes(c->l0, x2[g], d, dd);
    for (int i = 0; i < 12; i++) bend[i % 3] += dd[i / 3] * q[i];
    for (int i = 0; i < 12; i++) {
      f[i] += scale * dd[i / 3] * bend[i % 3];
      for (int j = i % 3; j < 12; j += 3) K[12 * i + j] += scale * dd[i / 3] * dd[j / 3];
    }
  }
}

#endif
