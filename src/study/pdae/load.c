#include "load.h"

#include <math.h>

double cat_load_density(double xi, double epsilon) {
  double u = fabs(xi) / epsilon;
  return u < 1 ? (1 - 3 * u * u + 2 * u * u * u) / epsilon : 0;
}

double cat_load_slope(double xi, double epsilon) {
  double u = fabs(xi) / epsilon;
  if (u >= 1) return 0;
  return copysign(6 * u * (1 - u) / (epsilon * epsilon), -xi);
}

double cat_load_integral(double xi, double epsilon) {
  double u = fabs(xi) / epsilon;
  double half = u < 1 ? u - u * u * u + 0.5 * u * u * u * u : 0.5;
  return xi < 0 ? 0.5 - half : 0.5 + half;
}

// 24 (1 - cos s)/s^4 - 12 sin s/s^3 with s = k epsilon; its series where that would cancel
double cat_load_transform(double k, double epsilon) {
  double s = k * epsilon, s2 = s * s;
  if (s2 < 0.25)
    return 1 + s2 * (-1.0 / 15 + s2 * (1.0 / 560 + s2 * (-1.0 / 37800 + s2 / 3991680)));
  return 24 * (1 - cos(s)) / (s2 * s2) - 12 * sin(s) / (s2 * s);
}
