// Views of the shape: a point of a wire, a dropper under load, an arm from its clamp.
#include <math.h>

#include "assemble/elements.h"
#include "internal.h"
#include "line/arm.h"
#include "run.h"

#define PI 3.14159265358979323846

bool cat_rest_wire_at(const CatLineModel *m, const CatConfiguration *rest, int wire, double s,
                      CatWirePoint *out) {
  const CatWire *w = &m->wire[wire];
  int lo = 0, hi = w->ncable - 1;
  const CatLineNode *node = m->node;
  if (s < node[w->node].s || s > node[w->node + w->nnode - 1].s) return false;
  while (lo < hi) {
    int mid = (lo + hi + 1) / 2;
    if (node[m->cable[w->cable + mid].a].s <= s)
      lo = mid;
    else
      hi = mid - 1;
  }
  int i = w->cable + lo;
  const CatCablePart *c = &m->cable[i];
  double xi = (s - node[c->a].s) / (node[c->b].s - node[c->a].s), q[12], r[3];
  CatCable kernel = cat_cable_part_kernel(m, rest, i);
  cat_cable_part_coordinates(m, rest, i, q);
  cat_cable_position(&kernel, q, xi, r);
  double turn = xi * c->join.turn;  // from the frame of the node to the frame at s
  out->across =
      r[1] * cos(turn) - (r[0] - xi * c->join.gap[0]) * sin(turn) - xi * c->join.gap[1] * xi;
  out->up = r[2];
  out->axial = cat_cable_axial(&kernel, q, 0.5);
  return true;
}

double cat_rest_loaded_length(const CatLineModel *m, const CatConfiguration *rest, int i) {
  double q[6];
  cat_dropper_part_coordinates(m, rest, i, q);
  return sqrt(pow(q[3] - q[0], 2) + pow(q[4] - q[1], 2) + pow(q[5] - q[2], 2));
}

CatArmView cat_rest_arm_view(const CatLineModel *m, const CatConfiguration *rest, int i) {
  const CatArmPart *arm = &m->arm[i];
  double q[6], K[36];
  CatBar b = cat_arm_part_kernel(m, i);
  cat_arm_part_coordinates(m, rest, i, q);
  cat_bar_tangent(&b, q, K);
  double across = q[4] - q[1], up = q[5] - q[2], length = sqrt(across * across + up * up);
  double axial = cat_arm_part_axial(m, rest, i), radial = fabs(axial * across / length);
  return (CatArmView){.x = m->node[arm->node].s,
                      .axial = axial,
                      .radial = axial * across / length,
                      .lift = axial * up / length,
                      .angle = atan2(up, fabs(across)) * 180 / PI,
                      .stiffness =
                          across == 0 ? K[6 * 2 + 2] : cat_arm_stiffness(radial, length, up),
                      .mass = cat_arm_dynamic_mass(b.mu * b.l0)};
}
