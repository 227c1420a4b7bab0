// Kernel of the dropper, a thin layer over the bar: see dropper.h for the paper.
#include "dropper.h"

#include <string.h>

bool cat_dropper_taut(const CatBar *b, const double q[6]) {
  return cat_bar_strain(b, q) > 0;
}

double cat_dropper_axial(const CatBar *b, const double q[6]) {
  return cat_dropper_taut(b, q) ? cat_bar_axial(b, q) : 0;
}

double cat_dropper_energy(const CatBar *b, const double q[6]) {
  return cat_dropper_taut(b, q) ? cat_bar_energy(b, q) : 0;
}

void cat_dropper_force(const CatBar *b, const double q[6], double f[6]) {
  memset(f, 0, 6 * sizeof *f);
  if (cat_dropper_taut(b, q)) cat_bar_force(b, q, f);
}

void cat_dropper_tangent(const CatBar *b, const double q[6], double K[36]) {
  memset(K, 0, 36 * sizeof *K);
  if (cat_dropper_taut(b, q)) cat_bar_tangent(b, q, K);
}

void cat_dropper_force_tangent(const CatBar *b, const double q[6], double f[6], double K[36]) {
  cat_dropper_force(b, q, f);
  cat_dropper_tangent(b, q, K);
}

void cat_dropper_force_dl0(const CatBar *b, const double q[6], double df[6]) {
  memset(df, 0, 6 * sizeof *df);
  if (cat_dropper_taut(b, q)) cat_bar_force_dl0(b, q, df);
}

void cat_dropper_axial_dq(const CatBar *b, const double q[6], double dN[6]) {
  memset(dN, 0, 6 * sizeof *dN);
  if (cat_dropper_taut(b, q)) cat_bar_axial_dq(b, q, dN);
}

double cat_dropper_axial_dl0(const CatBar *b, const double q[6]) {
  return cat_dropper_taut(b, q) ? cat_bar_axial_dl0(b, q) : 0;
}
