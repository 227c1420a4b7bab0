#include "lanes_flat.h"

#include <math.h>

#include "rest/parts.h"
#include "rest/rest.h"

// The first cable of the bay in which one lies, and the one behind its last.
static void bay_of(const CatModel *m, int cable, int bay[2]) {
  const CatWire *w = &m->wire[m->cable[cable].wire];
  bay[0] = cable, bay[1] = cable + 1;
  while (bay[0] > w->cable && !m->cable[bay[0]].opens) bay[0]--;
  while (bay[1] < w->cable + w->ncable && !m->cable[bay[1]].opens) bay[1]++;
}

// The direction of the wire in the middle of the bay is that of its plane.
double cat_bay_turn(const CatModel *m, int cable, double s) {
  int bay[2];
  bay_of(m, cable, bay);
  const CatLineNode *n = &m->node[m->cable[(bay[0] + bay[1]) / 2].a];
  double there = atan2(n->q[3 + CAT_ACROSS], n->q[3 + CAT_ALONG]);
  return there + cat_path_heading(m->spec, n->s) - cat_path_heading(m->spec, s);
}

// K = T K T' with T: both nodes turned into a frame.
static void turn(double by, double K[144]) {
  double c = cos(by), s = sin(by);
  for (int pass = 0; pass < 2; pass++) {
    int row = pass ? 1 : 12, column = pass ? 12 : 1;
    for (int h = 0; h < 12; h += 3) {
      for (int j = 0; j < 12; j++) {
        double *along = &K[h * row + j * column], *across = along + row;
        double a = *along, b = *across;
        *along = c * a + s * b;
        *across = c * b - s * a;
      }
    }
  }
}

static void keep_coupling(double share, double K[144]) {
  for (int i = 0; i < 144; i++) {
    bool couples = (i / 12 % 3 == CAT_ACROSS) != (i % 12 % 3 == CAT_ACROSS);
    K[i] = couples ? share * K[i] : 0;
  }
}

void cat_lanes_flatten(const CatModel *m, const CatTangent *t, const double share[4],
                       CatBand *sum) {
  for (int e = 0; e < m->ncable; e++) {
    const CatCablePart *part = &m->cable[e];
    const int node[2] = {part->a, part->b};
    CatCable cable = cat_cable_kernel(m, e);
    double q[12], K[144], by = cat_bay_turn(m, e, m->node[part->a].s);
    cat_rest_cable(m, e, q);
    cat_cable_tangent(&cable, q, K);
    turn(by, K);
    keep_coupling(share[m->wire[part->wire].role], K);
    turn(-by, K);
    cat_turn_matrix(part->join.turn, K);
    for (int i = 0; i < 144; i++) {
      int row = t->dof[node[i / 72]][i / 12 % 6], column = t->dof[node[i % 12 / 6]][i % 6];
      if (row >= 0 && column >= row) cat_band_add(sum, row, column, -K[i]);
    }
  }
}
