// Kernel of the nonlinear bar: see bar.h for the paper and the equations.
#include "bar.h"

#include <math.h>
#include <string.h>

// D = r_j - r_i [m]; returns l_d^2 [m^2]
static double chord(const double q[6], double D[3]) {
  for (int k = 0; k < 3; k++) D[k] = q[3 + k] - q[k];
  return D[0] * D[0] + D[1] * D[1] + D[2] * D[2];
}

// (l_d^2 - l0^2)/(2 l0^2) with l_d - l0 taken first: a stiff bar has l_d close to l0
static double strain_of(double l0, double square) {
  double l = sqrt(square);
  return 0.5 * (l - l0) * (l + l0) / (l0 * l0);
}

double cat_bar_strain(const CatBar *b, const double q[6]) {
  double D[3];
  return strain_of(b->l0, chord(q, D));
}

double cat_bar_axial(const CatBar *b, const double q[6]) {
  double D[3], square = chord(q, D);
  return b->EA * strain_of(b->l0, square) * sqrt(square) / b->l0;
}

double cat_bar_energy(const CatBar *b, const double q[6]) {
  double strain = cat_bar_strain(b, q);
  return 0.5 * b->EA * b->l0 * strain * strain;
}

// f_j = EA eps D/l0, f_i = -f_j
void cat_bar_force(const CatBar *b, const double q[6], double f[6]) {
  double D[3], pull = b->EA * strain_of(b->l0, chord(q, D)) / b->l0;
  for (int k = 0; k < 3; k++) {
    f[3 + k] = pull * D[k];
    f[k] = -f[3 + k];
  }
}

// df_j/dr_j = EA/l0 (eps 1 + D D^T/l0^2)
void cat_bar_tangent(const CatBar *b, const double q[6], double K[36]) {
  double D[3], square = chord(q, D);
  double stiff = b->EA / b->l0, strain = strain_of(b->l0, square);
  for (int k = 0; k < 3; k++) {
    for (int l = 0; l < 3; l++) {
      double e = stiff * ((k == l ? strain : 0) + D[k] * D[l] / (b->l0 * b->l0));
      K[6 * k + l] = K[6 * (3 + k) + 3 + l] = e;
      K[6 * k + 3 + l] = K[6 * (3 + k) + l] = -e;
    }
  }
}

void cat_bar_force_tangent(const CatBar *b, const double q[6], double f[6], double K[36]) {
  cat_bar_force(b, q, f);
  cat_bar_tangent(b, q, K);
}

// f_j = EA/2 (l_d^2/l0^3 - 1/l0) D
void cat_bar_force_dl0(const CatBar *b, const double q[6], double df[6]) {
  double D[3], ratio = chord(q, D) / (b->l0 * b->l0);
  double rate = -0.5 * b->EA / (b->l0 * b->l0) * (3 * ratio - 1);
  for (int k = 0; k < 3; k++) {
    df[3 + k] = rate * D[k];
    df[k] = -df[3 + k];
  }
}

// N = EA/2 (s^3 - s) with the stretch s = l_d/l0
void cat_bar_axial_dq(const CatBar *b, const double q[6], double dN[6]) {
  double D[3], l = sqrt(chord(q, D)), stretch = l / b->l0;
  double rate = 0.5 * b->EA * (3 * stretch * stretch - 1) / b->l0;
  for (int k = 0; k < 3; k++) {
    dN[3 + k] = rate * D[k] / l;
    dN[k] = -dN[3 + k];
  }
}

double cat_bar_axial_dl0(const CatBar *b, const double q[6]) {
  double D[3], stretch = sqrt(chord(q, D)) / b->l0;
  return -0.5 * b->EA * (3 * stretch * stretch - 1) * stretch / b->l0;
}

void cat_bar_mass(const CatBar *b, double M[36]) {
  double m = b->mu * b->l0 / 6;
  memset(M, 0, 36 * sizeof *M);
  for (int k = 0; k < 3; k++) {
    M[7 * k] = M[7 * (3 + k)] = 2 * m;
    M[6 * k + 3 + k] = M[6 * (3 + k) + k] = m;
  }
}

void cat_bar_gravity(const CatBar *b, const double g[3], double added, double f[6]) {
  for (int k = 0; k < 3; k++) f[k] = f[3 + k] = 0.5 * b->l0 * (b->mu + added) * g[k];
}

void cat_bar_gravity_dl0(const CatBar *b, const double g[3], double added, double df[6]) {
  for (int k = 0; k < 3; k++) df[k] = df[3 + k] = 0.5 * (b->mu + added) * g[k];
}
