#include "elements.h"

#include <math.h>
#include <string.h>

//------------------------------------------------------------------------------- kernels

CatCable cat_cable_part_kernel(const CatLineModel *m, const CatConfiguration *x, int i) {
  const CatWire *w = &m->wire[m->cable[i].wire];
  return (CatCable){.EA = w->EA, .EI = w->EI, .mu = w->mu, .l0 = x->cable[i]};
}

CatBar cat_dropper_part_kernel(const CatLineModel *m, const CatConfiguration *x, int i) {
  return (CatBar){
      .EA = m->dropper[i].EA, .mu = m->spec->dropper.mass_per_length, .l0 = x->dropper[i]};
}

CatBar cat_arm_part_kernel(const CatLineModel *m, int i) {
  return (CatBar){.EA = m->spec->steady_arm.axial_stiffness,
                  .mu = m->spec->steady_arm.mass_per_length,
                  .l0 = m->arm[i].l0};
}

CatSpring cat_support_part_kernel(const CatLineModel *m, const CatConfiguration *x, int i) {
  return cat_spring_vertical(m->spec->support.stiffness, x->support[i]);
}

CatMass cat_mass_part_kernel(const CatLineModel *m, int i) {
  return (CatMass){m->mass[i].mass};
}

void cat_gravity_vector(const CatLineModel *m, double g[3]) {
  g[0] = g[1] = 0;
  g[2] = -m->spec->gravity;
}

//------------------------------------------------------------------------------- coordinates

static const double *position(const CatLineModel *m, const CatConfiguration *x, int node) {
  int twin = m->node[node].twin;
  return x->q[twin >= 0 ? twin : node];
}

void cat_cable_part_coordinates(const CatLineModel *m, const CatConfiguration *x, int i,
                                double q[12]) {
  const CatCablePart *c = &m->cable[i];
  const double *b = position(m, x, c->b), *slope = x->q[c->b] + 3;
  double cosine = cos(c->join.turn), sine = sin(c->join.turn);
  memcpy(q, position(m, x, c->a), 3 * sizeof *q);
  memcpy(q + 3, x->q[c->a] + 3, 3 * sizeof *q);
  q[6] = c->join.gap[0] + cosine * b[0] - sine * b[1];
  q[7] = c->join.gap[1] + sine * b[0] + cosine * b[1];
  q[8] = b[2];
  q[9] = cosine * slope[0] - sine * slope[1];
  q[10] = sine * slope[0] + cosine * slope[1];
  q[11] = slope[2];
}

void cat_dropper_part_coordinates(const CatLineModel *m, const CatConfiguration *x, int i,
                                  double q[6]) {
  memcpy(q, position(m, x, m->dropper[i].low), 3 * sizeof *q);
  memcpy(q + 3, position(m, x, m->dropper[i].high), 3 * sizeof *q);
}

// The hinge stands at the place of the mast along the track.
void cat_arm_part_coordinates(const CatLineModel *m, const CatConfiguration *x, int i,
                              double q[6]) {
  memcpy(q, position(m, x, m->arm[i].node), 3 * sizeof *q);
  q[3] = 0;
  q[4] = x->hinge[i][0];
  q[5] = x->hinge[i][1];
}

//------------------------------------------------------------------------------- axial forces

double cat_cable_part_axial(const CatLineModel *m, const CatConfiguration *x, int i, double xi) {
  double q[12];
  CatCable c = cat_cable_part_kernel(m, x, i);
  cat_cable_part_coordinates(m, x, i, q);
  return cat_cable_axial(&c, q, xi);
}

double cat_dropper_part_axial(const CatLineModel *m, const CatConfiguration *x, int i) {
  double q[6];
  CatBar b = cat_dropper_part_kernel(m, x, i);
  cat_dropper_part_coordinates(m, x, i, q);
  return cat_bar_axial(&b, q);
}

double cat_arm_part_axial(const CatLineModel *m, const CatConfiguration *x, int i) {
  double q[6];
  CatBar b = cat_arm_part_kernel(m, i);
  cat_arm_part_coordinates(m, x, i, q);
  return cat_bar_axial(&b, q);
}
