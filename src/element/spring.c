// Kernel of the spring: see spring.h for the paper and the equation.
#include "spring.h"

static double along(const CatSpring *s, const double a[3]) {
  return s->n[0] * a[0] + s->n[1] * a[1] + s->n[2] * a[2];
}

static void scaled(const CatSpring *s, double size, double f[3]) {
  for (int k = 0; k < 3; k++) f[k] = size * s->n[k];
}

static void dyad(const CatSpring *s, double size, double A[9]) {
  for (int k = 0; k < 3; k++) {
    for (int l = 0; l < 3; l++) A[3 * k + l] = size * (s->n[k] * s->n[l]);
  }
}

CatSpring cat_spring_vertical(double k, double z0) {
  return (CatSpring){.k = k, .s0 = z0, .n = {0, 0, 1}};
}

double cat_spring_energy(const CatSpring *s, const double r[3]) {
  double stretch = along(s, r) - s->s0;
  return 0.5 * s->k * stretch * stretch;
}

void cat_spring_force(const CatSpring *s, const double r[3], double f[3]) {
  scaled(s, s->k * (along(s, r) - s->s0), f);
}

void cat_spring_tangent(const CatSpring *s, double K[9]) {
  dyad(s, s->k, K);
}

void cat_spring_force_ds0(const CatSpring *s, double df[3]) {
  scaled(s, -s->k, df);
}
