#include "stats.h"

#include <math.h>

CatStats cat_stats(const double *x, size_t n) {
  CatStats s = {.n = n};
  if (n == 0) return s;
  s.max = s.min = x[0];
  for (size_t i = 0; i < n; i++) {
    s.mean += x[i] / (double)n;
    if (x[i] > s.max) s.max = x[i];
    if (x[i] < s.min) s.min = x[i];
  }
  double square = 0;
  for (size_t i = 0; i < n; i++) square += (x[i] - s.mean) * (x[i] - s.mean);
  s.std = sqrt(square / (double)n);
  s.stat_max = s.mean + 3 * s.std;
  s.stat_min = s.mean - 3 * s.std;
  return s;
}

double cat_stats_loss(const double *x, size_t n) {
  size_t lost = 0;
  for (size_t i = 0; i < n; i++) lost += x[i] <= 0;
  return n ? 100.0 * (double)lost / (double)n : 0;
}
