// Deformed states at random (the same ones in every run), and derivatives of polynomials.
#ifndef CAT_TESTS_ELEMENT_STATES_H
#define CAT_TESTS_ELEMENT_STATES_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "support/support.h"

enum { STATES = 25 };

// uniform in [-1, 1]
static inline double roll(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

// A rotation from a random quaternion.
static inline void random_rotation(uint64_t *seed, double Q[9]) {
  double a = roll(seed), b = roll(seed), c = roll(seed), d = roll(seed) + 1.5;
  double s = 2 / (a * a + b * b + c * c + d * d);
  const double R[9] = {1 - s * (b * b + c * c), s * (a * b - c * d),     s * (a * c + b * d),
                       s * (a * b + c * d),     1 - s * (a * a + c * c), s * (b * c - a * d),
                       s * (a * c - b * d),     s * (b * c + a * d),     1 - s * (a * a + b * b)};
  memcpy(Q, R, sizeof R);
}

static inline void rotate(const double Q[9], const double *x, int vectors, double *y) {
  for (int v = 0; v < vectors; v++) {
    for (int k = 0; k < 3; k++) {
      const double *a = x + 3 * v, *row = Q + 3 * k;
      y[3 * v + k] = row[0] * a[0] + row[1] * a[1] + row[2] * a[2];
    }
  }
}

static inline double largest(const double *x, int n) {
  double size = 0;
  for (int i = 0; i < n; i++) size = fmax(size, fabs(x[i]));
  return size;
}

static inline double largest_difference(const double *x, const double *y, int n) {
  double size = 0;
  for (int i = 0; i < n; i++) size = fmax(size, fabs(x[i] - y[i]));
  return size;
}

static inline double asymmetry(const double *K, int n) {
  double size = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) size = fmax(size, fabs(K[i * n + j] - K[j * n + i]));
  }
  return size;
}

// Central differences with steps h and 2 h, extrapolated: exact for polynomials up to degree 4, so
// a large step leaves rounding only.
static inline void sharp_gradient(ScalarFunction f, const void *self, const double *x, int n,
                                  double h, double *gradient) {
  double twice[64];
  difference_gradient(f, self, x, n, h, gradient);
  difference_gradient(f, self, x, n, 2 * h, twice);
  for (int i = 0; i < n; i++) gradient[i] = (4 * gradient[i] - twice[i]) / 3;
}

static inline void sharp_jacobian(VectorFunction f, const void *self, const double *x, int n,
                                  double h, double *jacobian) {
  double twice[144];
  difference_jacobian(f, self, x, n, n, h, jacobian);
  difference_jacobian(f, self, x, n, n, 2 * h, twice);
  for (int i = 0; i < n * n; i++) jacobian[i] = (4 * jacobian[i] - twice[i]) / 3;
}

#endif
