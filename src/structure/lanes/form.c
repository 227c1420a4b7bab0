#include "form.h"

#include <string.h>

// With the shift E, E u_n = u_n+1, and
//   B = b E^2 + (1/2 - 2b + g) E + 1/2 + b - g,   F = th f1 + (1 - th) f0, the force of a step,
// scheme.h reads h^2 B a = (E - 1)^2 u and h B v = (1 - g + g E) (E - 1) u, so that
//   (M (am + (1 - am) E) (E - 1)^2 + C h (th E + 1 - th) (1 - g + g E) (E - 1)
//     + K h^2 (th E + 1 - th) B) u = h^2 B F.
// Returns the coefficients of E^0 to E^3, divided by b h^2: those of M, C, K.
static void shift_form(const CatStep *s, double M[4], double C[4], double K[4]) {
  double th = s->theta, g = s->gamma, b = s->beta, h = s->h, scale = 1 / (b * h * h);
  const double B[3] = {0.5 + b - g, 0.5 - 2 * b + g, b};
  const double m[2] = {s->am, 1 - s->am}, t[2] = {1 - th, th}, v[2] = {1 - g, g};
  const double square[3] = {1, -2, 1};
  memset(M, 0, 4 * sizeof *M), memset(C, 0, 4 * sizeof *C), memset(K, 0, 4 * sizeof *K);
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 3; j++) {
      M[i + j] += scale * m[i] * square[j];
      K[i + j] += scale * h * h * t[i] * B[j];
    }
    for (int j = 0; j < 2; j++) {
      C[i + j] -= scale * h * t[i] * v[j];
      C[i + j + 1] += scale * h * t[i] * v[j];
    }
  }
}

// The products with K go: K = (A - mm M - damp D) / kk, and A joins the left side.
CatLaneForm cat_lane_form(const CatStep *step, const CatDamping *d) {
  CatLaneForm f = {.mm = step->mass + step->damp * d->alpha,
                   .kk = step->theta + step->damp * d->beta};
  double M[4], C[4], K[4], b = step->beta, g = step->gamma;
  shift_form(step, M, C, K);
  for (int i = 0; i < 3; i++) {
    int j = 2 - i;  // u0 is the last one: E^2
    double m = M[j] + d->alpha * C[j], k = K[j] + d->beta * C[j];
    f.rates.k[i] = -k / f.kk;
    f.rates.m[i] = f.mm * k / f.kk - m;
    f.rates.d[i] = step->damp * k / f.kk - C[j];
  }
  f.force_weight[0] = (0.5 - 2 * b + g) / b;
  f.force_weight[1] = (0.5 + b - g) / b;
  return f;
}
