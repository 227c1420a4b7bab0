#include "flat.h"

#include <math.h>
#include <string.h>

#include "assemble/frames.h"
#include "assemble/matrices.h"

//------------------------------------------------------------------------------- frames

void cat_bay_cables(const CatLineModel *m, int cable, int bay[2]) {
  const CatWire *w = &m->wire[m->cable[cable].wire];
  bay[0] = cable, bay[1] = cable + 1;
  while (bay[0] > w->cable && !m->cable[bay[0]].opens) bay[0]--;
  while (bay[1] < w->cable + w->ncable && !m->cable[bay[1]].opens) bay[1]++;
}

// The direction of the wire in the middle of the bay is that of its plane.
double cat_bay_turn(const CatLineModel *m, const CatConfiguration *rest, int cable, double s) {
  int bay[2];
  cat_bay_cables(m, cable, bay);
  int middle = m->cable[(bay[0] + bay[1]) / 2].a;
  const double *q = rest->q[middle];
  double there = atan2(q[3 + CAT_ACROSS], q[3 + CAT_ALONG]);
  return there + cat_path_heading(m->spec, m->node[middle].s) - cat_path_heading(m->spec, s);
}

// The ends of a bay.
static void ends(const CatLineModel *m, int cable, int end[2]) {
  int bay[2];
  cat_bay_cables(m, cable, bay);
  end[0] = m->cable[bay[0]].a, end[1] = m->cable[bay[1] - 1].b;
}

// Whether a node between the ends of a bay is held along the track: its frame must be level then.
static bool is_level(const CatLineModel *m, int cable) {
  int bay[2];
  cat_bay_cables(m, cable, bay);
  const CatLineNode *n = &m->node[m->cable[(bay[0] + bay[1]) / 2].a];
  return n->fixed[CAT_ALONG] || n->fixed[CAT_UP];
}

static double rise_of(const CatLineModel *m, const CatConfiguration *rest, int cable) {
  int end[2];
  ends(m, cable, end);
  if (is_level(m, cable)) return 0;
  const double *a = rest->q[end[0]], *b = rest->q[end[1]];
  double along = m->node[end[1]].s + b[CAT_ALONG] - m->node[end[0]].s - a[CAT_ALONG];
  double across = b[CAT_ACROSS] - a[CAT_ACROSS];
  return atan2(b[CAT_UP] - a[CAT_UP], hypot(along, across));
}

void cat_bay_frame(const CatLineModel *m, const CatConfiguration *rest, int cable, double s,
                   double R[9]) {
  double turn = cat_bay_turn(m, rest, cable, s), rise = rise_of(m, rest, cable);
  double c = cos(turn), si = sin(turn), cr = cos(rise), sr = sin(rise);
  const double frame[9] = {cr * c, cr * si, sr, -si, c, 0, -sr * c, -sr * si, cr};
  memcpy(R, frame, sizeof frame);
}

// The slopes at both ends against the chord are opposite but for this.
bool cat_bay_is_even(const CatLineModel *m, const CatConfiguration *rest, int cable) {
  static const double SMALL = 1e-3;  // [rad]
  int end[2];
  double sum = -2 * rise_of(m, rest, cable);
  ends(m, cable, end);
  for (int i = 0; i < 2; i++) {
    const double *slope = rest->q[end[i]] + 3;
    sum += atan2(slope[CAT_UP], hypot(slope[CAT_ALONG], slope[CAT_ACROSS]));
  }
  return fabs(sum) < SMALL && !is_level(m, cable);
}

// K = T K T', with R or its transpose at each place and slope of two nodes.
static void turn(const double R[9], bool back, double K[144]) {
  for (int pass = 0; pass < 2; pass++) {
    int row = pass ? 1 : 12, column = pass ? 12 : 1;
    for (int h = 0; h < 48; h++) {
      double *x = &K[h / 12 * 3 * row + h % 12 * column], in[3] = {x[0], x[row], x[2 * row]};
      for (int i = 0; i < 3; i++) {
        double sum = 0;
        for (int k = 0; k < 3; k++) sum += (back ? R[3 * k + i] : R[3 * i + k]) * in[k];
        x[i * row] = sum;
      }
    }
  }
}

//------------------------------------------------------------------------------- stiffness

static void stiffness_as_is(const CatLineModel *m, const CatConfiguration *rest, int e,
                            double K[144]) {
  double R[9];
  cat_bay_frame(m, rest, e, m->node[m->cable[e].a].s, R);
  cat_cable_part_stiffness(m, rest, e, K);
  turn(R, false, K);
}

// Place of a coordinate of an element and its sign in a bay seen from its other end.
static int mirrored(int i, double *sign) {
  bool along = i % 3 == CAT_ALONG, slope = i / 3 % 2;
  *sign = along != slope ? -1 : 1;
  return (i + 6) % 12;
}

void cat_bay_stiffness(const CatLineModel *m, const CatConfiguration *rest, int cable,
                       double K[144]) {
  int bay[2];
  double image[144], own[144];
  bool even = cat_bay_is_even(m, rest, cable);
  cat_bay_cables(m, cable, bay);
  stiffness_as_is(m, rest, cable, own);
  stiffness_as_is(m, rest, bay[0] + bay[1] - 1 - cable, image);
  for (int i = 0; i < 144; i++) {
    double row_sign, column_sign;
    int r = i / 12, c = i % 12, from = 12 * mirrored(r, &row_sign) + mirrored(c, &column_sign);
    bool couples = (r % 3 == CAT_ACROSS) != (c % 3 == CAT_ACROSS);
    bool across = r % 3 == CAT_ACROSS && c % 3 == CAT_ACROSS;
    K[i] = even || across ? 0.5 * (own[i] + row_sign * column_sign * image[from]) : own[i];
    if (couples) K[i] = 0;
  }
}

// The part of a cable's stiffness that is not flat and symmetric, in the frames of its nodes.
static void find_excess(const CatLineModel *m, const CatConfiguration *rest, int e,
                        double excess[144]) {
  const CatCablePart *part = &m->cable[e];
  double R[9], K[144];
  cat_bay_frame(m, rest, e, m->node[part->a].s, R);
  stiffness_as_is(m, rest, e, excess);
  cat_bay_stiffness(m, rest, e, K);
  for (int i = 0; i < 144; i++) excess[i] -= K[i];
  turn(R, true, excess);
  cat_frame_turn_matrix(part->join.turn, excess);
}

void cat_lanes_flatten(const CatLineModel *m, const CatConfiguration *rest,
                       const CatLinearSystem *t, const double weight[4], CatBand *sum) {
  for (int e = 0; e < m->ncable; e++) {
    const int node[2] = {m->cable[e].a, m->cable[e].b};
    double excess[144], part = weight[m->wire[m->cable[e].wire].role];
    find_excess(m, rest, e, excess);
    for (int i = 0; i < 144; i++) {
      int row = t->dof[node[i / 72]][i / 12 % 6], column = t->dof[node[i % 12 / 6]][i % 6];
      if (row >= 0 && column >= row) cat_band_add(sum, row, column, -part * excess[i]);
    }
  }
}

CatStatus cat_lanes_flat_system(CatArena *a, const CatLineModel *m, const CatConfiguration *rest,
                                const CatLinearSystem *t, CatLinearSystem *out) {
  static const double whole[4] = {1, 1, 1, 1};
  *out = *t;
  CAT_TRY(cat_band_new(a, t->n, t->K.kd, &out->K));
  cat_band_copy(&out->K, &t->K);
  cat_lanes_flatten(m, rest, t, whole, &out->K);
  return CAT_OK;
}
