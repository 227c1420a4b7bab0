#include "ports.h"

#include <math.h>

#include "elements.h"

static void port_add(CatPort *p, int dof, double b) {
  if (dof < 0) return;
  p->dof[p->n] = dof;
  p->b[p->n++] = b;
}

CatPort cat_port_dropper(const CatLineModel *m, const CatConfiguration *x, const CatLinearSystem *t,
                         int i, double *stiffness) {
  const CatDropperPart *d = &m->dropper[i];
  CatPort p = {0};
  double q[6], dN[6], length = 0;
  CatBar b = cat_dropper_part_kernel(m, x, i);
  cat_dropper_part_coordinates(m, x, i, q);
  for (int k = 0; k < 3; k++) length += (q[3 + k] - q[k]) * (q[3 + k] - q[k]);
  length = sqrt(length);
  cat_bar_axial_dq(&b, q, dN);
  *stiffness = 0;
  for (int k = 0; k < 3; k++) {
    double n = (q[3 + k] - q[k]) / length;  // unit vector from low to high
    *stiffness += dN[3 + k] * n;
    port_add(&p, t->dof[d->low][k], -n);
    port_add(&p, t->dof[d->high][k], n);
  }
  return p;
}

static CatPort wire_port(const CatLineModel *m, const CatLinearSystem *t, int i, int component,
                         const double S[4]) {
  const CatCablePart *c = &m->cable[i];
  CatPort p = {0};
  port_add(&p, t->dof[c->a][component], S[0]);
  port_add(&p, t->dof[c->a][3 + component], S[1]);
  port_add(&p, t->dof[c->b][component], S[2]);
  port_add(&p, t->dof[c->b][3 + component], S[3]);
  return p;
}

// The track's curvature within one element is neglected: it does not affect vertical motion.
CatPort cat_port_wire(const CatLineModel *m, const CatConfiguration *x, const CatLinearSystem *t,
                      int i, double xi, int component) {
  double S[4];
  cat_cable_shape(x->cable[i], xi, S);
  return wire_port(m, t, i, component, S);
}

CatPort cat_port_wire_slope(const CatLineModel *m, const CatConfiguration *x,
                            const CatLinearSystem *t, int i, double xi, int component) {
  double dS[4];
  cat_cable_shape_d(x->cable[i], xi, dS);
  return wire_port(m, t, i, component, dS);
}

double cat_port_read(const CatPort *p, const double *u) {
  double sum = 0;
  for (int k = 0; k < p->n; k++) sum += p->b[k] * u[p->dof[k]];
  return sum;
}

void cat_port_apply(const CatPort *p, double force, double *f) {
  for (int k = 0; k < p->n; k++) f[p->dof[k]] += force * p->b[k];
}
