// By how much splines go beyond the data at a step from 0 to 1: ours, and the natural cubic spline.
#ifndef CAT_TESTS_BRIDGE_STEP_H
#define CAT_TESTS_BRIDGE_STEP_H

#include <math.h>

#include "bridge/akima.h"

enum { STEP_POINTS = 12 };

// The natural cubic spline through y at 0, 1, 2, ...: second derivatives by Thomas's algorithm.
static inline double ordinary(const double *y, double at) {
  double m[STEP_POINTS] = {0}, c[STEP_POINTS] = {0}, d[STEP_POINTS] = {0};
  for (int i = 1; i < STEP_POINTS - 1; i++) {
    double w = 4 - c[i - 1];
    c[i] = 1 / w;
    d[i] = (6 * (y[i - 1] - 2 * y[i] + y[i + 1]) - d[i - 1]) / w;
  }
  for (int i = STEP_POINTS - 2; i > 0; i--) m[i] = d[i] - c[i] * m[i + 1];
  int i = (int)at < STEP_POINTS - 2 ? (int)at : STEP_POINTS - 2;
  double s = at - i, e = 1 - s;
  return e * y[i] + s * y[i + 1] + ((e * e * e - e) * m[i] + (s * s * s - s) * m[i + 1]) / 6;
}

static inline void overshoots(double *local, double *natural) {
  enum { N = STEP_POINTS };
  double x[N], y[N], slope[N];
  *local = *natural = 0;
  for (int i = 0; i < N; i++) x[i] = i, y[i] = i >= N / 2;
  cat_akima_slopes(N, x, y, 1, slope);
  for (double at = 0; at <= N - 1; at += 0.01) {
    double w = cat_akima_at(N, x, y, slope, at), v = ordinary(y, at);
    *local = fmax(*local, fmax(-w, w - 1));
    *natural = fmax(*natural, fmax(-v, v - 1));
  }
}

#endif
