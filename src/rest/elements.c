// The model's elements as their kernels see them.
#include <math.h>
#include <string.h>

#include "element/dropper.h"
#include "parts.h"

static const double *place(const CatModel *m, int node) {
  const CatLineNode *n = &m->node[node];
  return n->twin >= 0 ? m->node[n->twin].q : n->q;
}

CatCable cat_cable_kernel(const CatModel *m, int i) {
  const CatWire *w = &m->wire[m->cable[i].wire];
  return (CatCable){.EA = w->EA, .EI = w->EI, .mu = w->mu, .l0 = m->cable[i].l0};
}

CatBar cat_dropper_kernel(const CatModel *m, int i) {
  return (CatBar){
      .EA = m->dropper[i].EA, .mu = m->spec->dropper.mass_per_length, .l0 = m->dropper[i].l0};
}

CatBar cat_arm_kernel(const CatModel *m, int i) {
  return (CatBar){.EA = m->spec->steady_arm.axial_stiffness,
                  .mu = m->spec->steady_arm.mass_per_length,
                  .l0 = m->arm[i].l0};
}

void cat_rest_cable(const CatModel *m, int i, double q[12]) {
  const CatCablePart *c = &m->cable[i];
  const double *b = place(m, c->b), *slope = m->node[c->b].q + 3;
  double cosine = cos(c->join.turn), sine = sin(c->join.turn);
  memcpy(q, place(m, c->a), 3 * sizeof *q);
  memcpy(q + 3, m->node[c->a].q + 3, 3 * sizeof *q);
  q[6] = c->join.gap[0] + cosine * b[0] - sine * b[1];
  q[7] = c->join.gap[1] + sine * b[0] + cosine * b[1];
  q[8] = b[2];
  q[9] = cosine * slope[0] - sine * slope[1];
  q[10] = sine * slope[0] + cosine * slope[1];
  q[11] = slope[2];
}

void cat_rest_dropper(const CatModel *m, int i, double q[6]) {
  memcpy(q, place(m, m->dropper[i].low), 3 * sizeof *q);
  memcpy(q + 3, place(m, m->dropper[i].high), 3 * sizeof *q);
}

// The hinge stands at the place of the mast along the track.
void cat_rest_arm(const CatModel *m, int i, double q[6]) {
  const CatArmPart *arm = &m->arm[i];
  memcpy(q, place(m, arm->node), 3 * sizeof *q);
  q[3] = 0;
  q[4] = arm->heel[0];
  q[5] = arm->heel[1];
}

double cat_rest_cable_axial(const CatModel *m, int i, double xi) {
  double q[12];
  CatCable c = cat_cable_kernel(m, i);
  cat_rest_cable(m, i, q);
  return cat_cable_axial(&c, q, xi);
}

double cat_rest_dropper_axial(const CatModel *m, int i) {
  double q[6];
  CatBar b = cat_dropper_kernel(m, i);
  cat_rest_dropper(m, i, q);
  return cat_bar_axial(&b, q);
}

double cat_rest_arm_axial(const CatModel *m, int i) {
  double q[6];
  CatBar b = cat_arm_kernel(m, i);
  cat_rest_arm(m, i, q);
  return cat_bar_axial(&b, q);
}
