#include "matrices.h"

#include "frames.h"

void cat_cable_part_stiffness(const CatLineModel *m, const CatConfiguration *x, int i,
                              double K[144]) {
  double q[12];
  CatCable c = cat_cable_part_kernel(m, x, i);
  cat_cable_part_coordinates(m, x, i, q);
  cat_cable_tangent(&c, q, K);
}

void cat_cable_part_tangent(const CatLineModel *m, const CatConfiguration *x, int i,
                            double K[144]) {
  cat_cable_part_stiffness(m, x, i, K);
  cat_frame_turn_matrix(m->cable[i].join.turn, K);
}

// Directions that act: along the track, and across it. The mass matrix couples no two of them.
static void cable_mass(const CatLineModel *m, const CatConfiguration *x, int i, const bool acts[2],
                       double M[144]) {
  CatCable c = cat_cable_part_kernel(m, x, i);
  c.mu += m->wire[m->cable[i].wire].ice;
  cat_cable_mass(&c, M);
  for (int k = 0; k < 144; k++) {
    bool along = k / 12 % 3 == CAT_ALONG;
    if (!acts[along ? 0 : 1]) M[k] = 0;
  }
  cat_frame_turn_matrix(m->cable[i].join.turn, M);
}

void cat_cable_part_mass(const CatLineModel *m, const CatConfiguration *x, int i, double M[144]) {
  cable_mass(m, x, i, (bool[]){m->spec->axial != CAT_AXIAL_QUASI_STATIC, true}, M);
}

void cat_cable_part_mass_along(const CatLineModel *m, const CatConfiguration *x, int i,
                               double M[144]) {
  cable_mass(m, x, i, (bool[]){true, false}, M);
}

void cat_dropper_part_tangent(const CatLineModel *m, const CatConfiguration *x, int i,
                              double K[36]) {
  double q[6];
  CatBar b = cat_dropper_part_kernel(m, x, i);
  cat_dropper_part_coordinates(m, x, i, q);
  cat_bar_tangent(&b, q, K);
}

void cat_dropper_part_mass(const CatLineModel *m, const CatConfiguration *x, int i, double M[36]) {
  CatBar b = cat_dropper_part_kernel(m, x, i);
  cat_bar_mass(&b, M);
}

void cat_arm_part_tangent(const CatLineModel *m, const CatConfiguration *x, int i, double K[36]) {
  double q[6];
  CatBar b = cat_arm_part_kernel(m, i);
  cat_arm_part_coordinates(m, x, i, q);
  cat_bar_tangent(&b, q, K);
}

void cat_arm_part_mass(const CatLineModel *m, int i, double M[36]) {
  CatBar b = cat_arm_part_kernel(m, i);
  cat_bar_mass(&b, M);
}
