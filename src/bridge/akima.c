#include "akima.h"

#include <math.h>

// Slope of the interval from point i on; beyond the ends as Akima continues them, by a parabola.
static double chord(int n, const double *x, const double *y, size_t stride, int i) {
  if (i < 0 && n > 2) {
    return 2 * chord(n, x, y, stride, i + 1) - chord(n, x, y, stride, i + 2);
  }
  if (i > n - 2 && n > 2) {
    return 2 * chord(n, x, y, stride, i - 1) - chord(n, x, y, stride, i - 2);
  }
  if (n == 2) i = 0;
  size_t k = (size_t)i;
  return (y[(k + 1) * stride] - y[k * stride]) / (x[k + 1] - x[k]);
}

void cat_akima_slopes(int n, const double *x, const double *y, size_t stride, double *slope) {
  for (int i = 0; i < n; i++) {
    double m[4];  // of the intervals from i - 2 on
    for (int k = 0; k < 4; k++) m[k] = chord(n, x, y, stride, i - 2 + k);
    double before = fabs(m[3] - m[2]), behind = fabs(m[1] - m[0]), sum = before + behind;
    double size = fabs(m[1]) + fabs(m[2]);
    slope[i] = sum > 1e-14 * size ? (before * m[1] + behind * m[2]) / sum : (m[1] + m[2]) / 2;
  }
}

double cat_akima_at(int n, const double *x, const double *y, const double *slope, double at) {
  int i = 0;
  if (at <= x[0]) return y[0] + slope[0] * (at - x[0]);
  if (at >= x[n - 1]) return y[n - 1] + slope[n - 1] * (at - x[n - 1]);
  while (x[i + 1] < at) i++;
  double h = x[i + 1] - x[i], s = (at - x[i]) / h, e = 1 - s;
  return e * e * ((1 + 2 * s) * y[i] + h * s * slope[i]) +
         s * s * ((3 - 2 * s) * y[i + 1] - h * e * slope[i + 1]);
}
