#include "residual.h"

#include <string.h>

#include "frames.h"

//------------------------------------------------------------------------------- elements

// Force of a cable and its weight, or how both change with its unstretched length.
typedef struct CableTerms {
  void (*force)(const CatCable *c, const double q[12], double f[12]);
  void (*gravity)(const CatCable *c, const double g[3], double ice, double f[12]);
} CableTerms;

static void cable_residual(const CatLineModel *m, const CatConfiguration *x, int i, CableTerms of,
                           double f[12]) {
  const CatCablePart *part = &m->cable[i];
  double g[3], q[12], load[12];
  CatCable c = cat_cable_part_kernel(m, x, i);
  cat_gravity_vector(m, g);
  cat_cable_part_coordinates(m, x, i, q);
  of.force(&c, q, f);
  of.gravity(&c, g, m->wire[part->wire].ice, load);
  for (int k = 0; k < 12; k++) f[k] -= load[k];
  cat_frame_turn_vector(part->join.turn, f);
}

void cat_cable_part_residual(const CatLineModel *m, const CatConfiguration *x, int i,
                             double f[12]) {
  cable_residual(m, x, i, (CableTerms){cat_cable_force, cat_cable_gravity}, f);
}

void cat_cable_part_residual_dl0(const CatLineModel *m, const CatConfiguration *x, int i,
                                 double df[12]) {
  cable_residual(m, x, i, (CableTerms){cat_cable_force_dl0, cat_cable_gravity_dl0}, df);
}

static void bar_residual(const CatLineModel *m, const CatBar *b, const double q[6], double f[6]) {
  double g[3], load[6];
  cat_gravity_vector(m, g);
  cat_bar_force(b, q, f);
  cat_bar_gravity(b, g, 0, load);
  for (int k = 0; k < 6; k++) f[k] -= load[k];
}

void cat_dropper_part_residual(const CatLineModel *m, const CatConfiguration *x, int i,
                               double f[6]) {
  double q[6];
  CatBar b = cat_dropper_part_kernel(m, x, i);
  cat_dropper_part_coordinates(m, x, i, q);
  bar_residual(m, &b, q, f);
}

void cat_dropper_part_residual_dl0(const CatLineModel *m, const CatConfiguration *x, int i,
                                   double df[6]) {
  double g[3], q[6], load[6];
  CatBar b = cat_dropper_part_kernel(m, x, i);
  cat_gravity_vector(m, g);
  cat_dropper_part_coordinates(m, x, i, q);
  cat_bar_force_dl0(&b, q, df);
  cat_bar_gravity_dl0(&b, g, 0, load);
  for (int k = 0; k < 6; k++) df[k] -= load[k];
}

void cat_arm_part_residual(const CatLineModel *m, const CatConfiguration *x, int i, double f[6]) {
  double q[6];
  CatBar b = cat_arm_part_kernel(m, i);
  cat_arm_part_coordinates(m, x, i, q);
  bar_residual(m, &b, q, f);
}

//------------------------------------------------------------------------------- the line

static void add(double *sum, const double *f, int n) {
  for (int k = 0; k < n; k++) sum[k] += f[k];
}

static void add_elements(const CatLineModel *m, const CatConfiguration *x, double (*force)[6]) {
  double f[12];
  for (int i = 0; i < m->ncable; i++) {
    cat_cable_part_residual(m, x, i, f);
    add(force[m->cable[i].a], f, 6);
    add(force[m->cable[i].b], f + 6, 6);
  }
  for (int i = 0; i < m->ndropper; i++) {
    cat_dropper_part_residual(m, x, i, f);
    add(force[m->dropper[i].low], f, 3);
    add(force[m->dropper[i].high], f + 3, 3);
  }
  for (int i = 0; i < m->narm; i++) {
    cat_arm_part_residual(m, x, i, f);
    add(force[m->arm[i].node], f, 3);  // the hinge is held
  }
  for (int i = 0; i < m->nsupport; i++) {
    CatSpring s = cat_support_part_kernel(m, x, i);
    cat_spring_force(&s, x->q[m->support[i].node], f);
    add(force[m->support[i].node], f, 3);
  }
}

static void add_loads(const CatLineModel *m, const CatConfiguration *x, double (*force)[6]) {
  double g[3], load[3];
  cat_gravity_vector(m, g);
  for (int i = 0; i < m->nmass; i++) {
    CatMass p = cat_mass_part_kernel(m, i);
    cat_mass_gravity(&p, g, load);
    for (int k = 0; k < 3; k++) force[m->mass[i].node][k] -= load[k];
  }
  for (int i = 0; i < m->nweight; i++) force[m->weight[i].node][CAT_ALONG] -= x->weight[i];
}

void cat_residual(const CatLineModel *m, const CatConfiguration *x, double (*force)[6]) {
  memset(force, 0, (size_t)m->nnode * sizeof *force);
  add_elements(m, x, force);
  add_loads(m, x, force);
}
