#include "bridge.h"

#include <math.h>

// The interval of ascending x that holds a place.
static int interval_at(const double *x, int n, double at) {
  int low = 0, high = n - 1;
  while (high - low > 1) {
    int mid = (low + high) / 2;
    if (x[mid] <= at) {
      low = mid;
    } else {
      high = mid;
    }
  }
  return low;
}

// Hermite's functions of values and slopes at both ends, and their derivatives in x.
typedef struct Weights {
  double v0, s0, v1, s1;
} Weights;

static Weights hermite(double xi, double h) {
  double e = 1 - xi;
  return (Weights){e * e * (1 + 2 * xi), h * xi * e * e, xi * xi * (3 - 2 * xi), -h * xi * xi * e};
}

static Weights hermite_slope(double xi, double h) {
  double e = 1 - xi;
  return (Weights){-6 * xi * e / h, e * (1 - 3 * xi), 6 * xi * e / h, xi * (3 * xi - 2)};
}

static void combine(const CatShapes *s, int i, Weights w, double *restrict out) {
  const double *restrict v0 = s->value + (size_t)i * (size_t)s->n, *restrict v1 = v0 + s->n;
  const double *restrict s0 = s->slope + (size_t)i * (size_t)s->n, *restrict s1 = s0 + s->n;
  for (int k = 0; k < s->n; k++) out[k] = w.v0 * v0[k] + w.s0 * s0[k] + w.v1 * v1[k] + w.s1 * s1[k];
}

bool cat_shapes_at(const CatShapes *s, double x, double *b, double *slope) {
  if (!(x >= s->x[0] && x <= s->x[s->stations - 1])) return false;
  int i = interval_at(s->x, s->stations, x);
  double h = s->x[i + 1] - s->x[i], xi = (x - s->x[i]) / h;
  if (b) combine(s, i, hermite(xi, h), b);
  if (slope) combine(s, i, hermite_slope(xi, h), slope);
  return true;
}

double cat_shapes_next(const CatShapes *s, double x) {
  int low = 0, high = s->stations;
  while (low < high) {
    int mid = (low + high) / 2;
    if (s->x[mid] > x) {
      high = mid;
    } else {
      low = mid + 1;
    }
  }
  return low < s->stations ? s->x[low] : INFINITY;
}

double cat_profile_height(const CatShapes *profile, double x, double *slope) {
  double height = 0, rise = 0;
  if (profile) cat_shapes_at(profile, x, &height, slope ? &rise : NULL);
  if (slope) *slope = rise;
  return height;
}

double cat_bearing_influence(const CatBridge *b, int bearing, double x) {
  const CatBearing *r = &b->bearing[bearing];
  CatShapes line = {1, b->stations, b->x, r->value, r->slope};
  double eta = 0;
  cat_shapes_at(&line, x, &eta, NULL);
  return eta;
}
