// Moves the state along the line by whole spans (real time on an endless line), between two steps
// of a real-time loop. Bays of the same kind copy their state from lane to lane; the others, near
// the ends of the line, use a matrix that is computed at the first shift.
#include <math.h>
#include <string.h>

#include "flush.h"
#include "internal.h"

enum { ENDS = CAT_BAY_ENDS };

// How far frames of bays that are alike may be apart, as in setup.c.
static const double SAME_FRAME = 1e-5;

// One bay from another.
typedef struct BayMove {
  int cell, bay;
  int from, from_bay;  // -1: none, it comes to rest
  double sign;         // of what is across the track; 0: by the matrix
  // Modes and projections (rows) from the other's modes, its ends and the own ends (columns).
  double *matrix;
} BayMove;

typedef struct Term {
  int to, from;  // places in u
  double by;
} Term;

struct CatLaneMove {
  const int *known;  // of this shift
  bool fits;
  int nterm, nbay, most;
  Term *term;      // at knots and separators
  BayMove *bay;    // of all cells (most)
  int *to;         // where a coordinate goes; -1: nowhere (n)
  double *matrix;  // room for them
  size_t used, room;
  double *old[3];              // displacements at knots and separators before
  double *in, *out, **column;  // of one bay
};

//------------------------------------------------------------------------------- set-up

static int bays_of_line(const CatLanes *s, int *most) {
  int n = 0;
  *most = 1;
  for (int i = 0; i < s->cells.ncell; i++) {
    int here = s->cells.plan[s->cells.cell[i].plan].nbay;
    if (here > *most) *most = here;
    n += here;
  }
  return n;
}

CatStatus cat_lanes_shift_new(CatArena *a, CatLanes *s, int modes) {
  enum { CELLS = 4 };  // cells that have no like, as many as there is room for
  CatLaneMove *m = s->move = CAT_ARENA(a, 1, CatLaneMove);
  int n = s->nx + s->border.n + 1, most;
  if (!m) return CAT_ERR_MEMORY;
  m->most = bays_of_line(s, &most);
  m->room = (size_t)(CELLS * most) * (size_t)(modes + ENDS) * (size_t)(modes + 2 * ENDS);
  m->term = CAT_ARENA(a, s->nhome + s->border.n + 1, Term);
  m->bay = CAT_ARENA(a, m->most + 1, BayMove);
  m->to = CAT_ARENA(a, s->t->n + 1, int);
  m->matrix = CAT_ARENA(a, m->room, double);
  m->in = CAT_ARENA(a, modes + 2 * ENDS, double);
  m->out = CAT_ARENA(a, modes + ENDS, double);
  m->column = CAT_ARENA(a, modes + 2 * ENDS, double *);
  bool all = m->term && m->bay && m->to && m->matrix && m->in && m->out && m->column;
  for (int i = 0; i < 3; i++) all = (m->old[i] = CAT_ARENA(a, n, double)) && all;
  return all ? CAT_OK : CAT_ERR_MEMORY;
}

//------------------------------------------------------------------------------- bays alike

static const int *dofs_of(const CatLanes *s, int cell, int number) {
  return s->cells.dof[s->cells.cell[cell].node[number]];
}

// Whether a node takes the state of another one but for a sign of what is across the track.
static bool node_follows(const CatLanes *s, const CatShift *shift, const CatLaneBay at[2],
                         const int number[2], double *sign) {
  const int *to = dofs_of(s, at[0].cell, number[0]), *from = dofs_of(s, at[1].cell, number[1]);
  const CatCell *c = &s->cells.cell[at[0].cell], *other = &s->cells.cell[at[1].cell];
  for (int k = 0; k < CAT_B; k++) {
    if (to[k] < 0 && from[k] < 0) continue;
    if (to[k] < 0 || shift->from[to[k]] != from[k]) return false;
    double by = cat_cell_sign(c, k) * shift->scale[to[k]] * cat_cell_sign(other, k);
    if (k % 3 == CAT_ACROSS) {
      if (fabs(by) != 1 || (*sign != 0 && by != *sign)) return false;
      *sign = by;
    } else if (by != 1) {
      return false;
    }
  }
  return true;
}

static bool frames_agree(const CatLaneBay *a, const CatLaneBay *b, double sign) {
  for (int i = 0; i < 18; i++) {
    int r = i / 3 % 3, c = i % 3;
    double flip = (r == CAT_ACROSS) != (c == CAT_ACROSS) ? sign : 1;
    if (fabs(a->R[i / 9][i % 9] - flip * b->R[i / 9][i % 9]) > SAME_FRAME) return false;
  }
  return true;
}

// The sign with which modes can be copied; 0: they cannot.
static double bay_follows(const CatLanes *s, const CatShift *shift, const CatLaneBay at[2]) {
  const CatBay *a = at[0].bay, *b = at[1].bay;
  double sign = 0;
  if (at[0].kind != at[1].kind || a->form != b->form ||
      memcmp(a->nmode, b->nmode, sizeof a->nmode) != 0) {
    return 0;
  }
  for (int i = 0; i < at[0].kind->made_of.count; i++) {
    const int number[2] = {a->first + i, b->first + i};
    if (!node_follows(s, shift, at, number, &sign)) return 0;
  }
  const int left[2] = {a->left, b->left}, right[2] = {a->right, b->right};
  if (!node_follows(s, shift, at, left, &sign) || !node_follows(s, shift, at, right, &sign)) {
    return 0;
  }
  if (sign == 0) sign = 1;
  return frames_agree(&at[0], &at[1], sign) ? sign : 0;
}

//------------------------------------------------------------------------------- matrices

// One coordinate of a target's node out of the source's modes and ends.
static void add_source(const CatLanes *s, const CatLaneBay *b, int dof, double weight,
                       double *row) {
  const CatLaneDof *d = &s->dof[dof];
  int node = d->number / CAT_B - b->bay->first, part = d->number % CAT_B, n = b->kind->n;
  double R[9];
  cat_lane_node_frame(s, b, node, R);
  for (int k = 0; k < 3; k++) {
    double by = weight * d->sign * R[3 * k + part % 3];
    const double *shape =
        b->kind->shape + (size_t)(CAT_B * node + part / 3 * 3 + k) * (size_t)(n + ENDS);
    for (int j = 0; j < n; j++) row[cat_lane_slot(b->bay, b->kind, j)] += by * shape[j];
    for (int j = 0; j < ENDS; j++) row[cat_bay_modes(b->bay) + j] += by * shape[n + j];
  }
}

// One coordinate between the ends, in the target's frame, without what follows its own ends.
static void find_row(const CatLanes *s, const CatShift *shift, const CatLaneBay at[2], int number,
                     double *row) {
  const CatLaneBay *b = &at[0];
  int node = number / CAT_B, part = number % CAT_B, n = cat_bay_modes(at[1].bay), own = b->kind->n;
  const int *dof = dofs_of(s, b->cell, b->bay->first + node);
  double R[9];
  memset(row, 0, (size_t)(n + 2 * ENDS) * sizeof *row);
  cat_lane_node_frame(s, b, node, R);
  for (int k = 0; k < 3; k++) {
    int to = dof[part / 3 * 3 + k], from = to < 0 ? -1 : shift->from[to];
    if (from < 0) continue;
    double by = R[3 * (part % 3) + k] * cat_cell_sign(&s->cells.cell[b->cell], k);
    if (by != 0) add_source(s, &at[1], from, by * shift->scale[to], row);
  }
  for (int j = 0; j < ENDS; j++) {
    row[n + ENDS + j] = -b->kind->shape[(size_t)number * (size_t)(own + ENDS) + (size_t)(own + j)];
  }
}

static bool make_matrix(CatLanes *s, const CatShift *shift, const CatLaneBay at[2], BayMove *to) {
  CatLaneMove *m = s->move;
  const CatBayKind *kind = at[0].kind;
  int n = cat_bay_modes(at[0].bay), rows = n + ENDS, columns = cat_bay_modes(at[1].bay) + 2 * ENDS;
  int count = CAT_B * kind->made_of.count;
  double *row = m->in;
  to->matrix = m->matrix + m->used;
  m->used += (size_t)rows * (size_t)columns;
  if (m->used > m->room) return false;
  memset(to->matrix, 0, (size_t)rows * (size_t)columns * sizeof *to->matrix);
  for (int i = 0; i < count; i++) {
    find_row(s, shift, at, i, row);
    for (int j = 0; j < kind->n; j++) {
      double by = kind->back[j * count + i];
      double *mode = to->matrix + cat_lane_slot(at[0].bay, kind, j), *project = to->matrix + n;
      for (int k = 0; k < columns && by != 0; k++) {
        mode[k * rows] += by * row[k];
        for (int e = 0; e < ENDS; e++)
          project[k * rows + e] += kind->join[j * ENDS + e] * by * row[k];
      }
    }
  }
  return true;
}

//------------------------------------------------------------------------------- the map

static int bay_of(const CatPlan *p, int node) {
  int bay = 0;
  while (node >= p->bay[bay].first + p->bay[bay].count) bay++;
  return bay;
}

// The one bay from which another one's nodes come; false: there are several.
static bool find_source(const CatLanes *s, const CatShift *shift, BayMove *b) {
  const CatLaneBay to = cat_lane_bay(s, b->cell, b->bay);
  b->from = b->from_bay = -1;
  for (int i = 0; i < CAT_B * to.kind->made_of.count; i++) {
    int dof = dofs_of(s, b->cell, to.bay->first + i / CAT_B)[i % CAT_B];
    if (dof < 0 || shift->from[dof] < 0) continue;
    const CatLaneDof *d = &s->dof[shift->from[dof]];
    if (d->home >= 0) return false;
    int bay = bay_of(&s->cells.plan[s->cells.cell[d->cell].plan], d->number / CAT_B);
    if (b->from >= 0 && (b->from != d->cell || b->from_bay != bay)) return false;
    b->from = d->cell, b->from_bay = bay;
  }
  return b->from < 0 || b->from > b->cell;  // what is to be taken is still there
}

// Whether both ends of a bay come to rest, too.
static bool ends_rest(const CatLanes *s, const CatShift *shift, const BayMove *b) {
  const CatLaneBay at = cat_lane_bay(s, b->cell, b->bay);
  for (int i = 0; i < 2 * CAT_B; i++) {
    int dof = dofs_of(s, b->cell, i < CAT_B ? at.bay->left : at.bay->right)[i % CAT_B];
    if (dof >= 0 && shift->from[dof] >= 0) return false;
  }
  return true;
}

static bool map_bay(CatLanes *s, const CatShift *shift, int cell, int bay) {
  BayMove *b = &s->move->bay[s->move->nbay++];
  *b = (BayMove){.cell = cell, .bay = bay};
  if (!find_source(s, shift, b)) return false;
  if (b->from < 0 && ends_rest(s, shift, b)) return true;
  if (b->from < 0) b->from = cell, b->from_bay = bay;  // only its own ends matter
  const CatLaneBay at[2] = {cat_lane_bay(s, cell, bay), cat_lane_bay(s, b->from, b->from_bay)};
  b->sign = bay_follows(s, shift, at);
  return b->sign != 0 || make_matrix(s, shift, at, b);
}

static bool map_knots(CatLanes *s, const CatShift *shift) {
  CatLaneMove *m = s->move;
  m->nterm = 0;
  for (int i = 0; i < shift->n; i++) m->to[i] = -1;
  for (int i = 0; i < shift->n; i++) {
    const CatLaneDof *to = &s->dof[i], *from = shift->from[i] < 0 ? NULL : &s->dof[shift->from[i]];
    if (to->home >= 0) {
      m->term[m->nterm++] = (Term){to->at, from ? from->at : to->at,
                                   from ? to->sign * shift->scale[i] * from->sign : 0};
    }
    if (!from) continue;
    if ((to->home >= 0) != (from->home >= 0) || m->to[shift->from[i]] >= 0) return false;
    m->to[shift->from[i]] = i;
  }
  return true;
}

static void make_map(CatLanes *s, const CatShift *shift) {
  CatLaneMove *m = s->move;
  m->known = shift->from;
  m->nbay = 0;
  m->used = 0;
  m->fits = map_knots(s, shift);
  for (int c = 0; c < s->cells.ncell && m->fits; c++) {
    int n = s->cells.plan[s->cells.cell[c].plan].nbay;
    for (int b = 0; b < n && m->fits; b++) m->fits = map_bay(s, shift, c, b);
  }
}

//------------------------------------------------------------------------------- moving

static void move_knots(CatLanes *s, int which) {
  const CatLaneMove *m = s->move;
  double *restrict u = s->u[which], *restrict old = m->old[which];
  memcpy(old, u, (size_t)(s->nx + s->border.n + 1) * sizeof *u);
  for (int i = 0; i < m->nterm; i++) u[m->term[i].to] = m->term[i].by * old[m->term[i].from];
}

// Numbers of one lane to another, every stride-th; no source: 0.
static void copy_numbers(int n, const double *from, int stride, double by, const CatLaneBay *to,
                         double *out) {
  for (int j = 0; j < n; j++) out[j * to->stride] = by * from[j * stride];
}

static void copy_floats(int n, const float *from, int stride, double by, const CatLaneBay *to,
                        float *out) {
  for (int j = 0; j < n; j++) out[j * to->stride] = (float)by * from[j * stride];
}

static void copy_modes(CatLanes *s, const CatLaneBay at[2], int slot, int n, double by) {
  int to = at[0].at + slot * at[0].stride, from = at[1].at + slot * at[1].stride;
  for (int i = 0; i < 3; i++) {
    if (s->kernel->single) {
      float *q = s->q[i];
      copy_floats(n, q + from, at[1].stride, by, &at[0], q + to);
    } else {
      double *q = s->q[i];
      copy_numbers(n, q + from, at[1].stride, by, &at[0], q + to);
    }
  }
}

static void copy_bay(CatLanes *s, const CatLaneBay at[2], double plain, double across) {
  const CatBay *b = at[0].bay;
  int n = cat_bay_modes(b), flat = b->nmode[0] + b->nmode[1], in_plane = 8;
  copy_modes(s, at, 0, flat, plain);
  copy_modes(s, at, flat, n - flat, across);
  for (int i = 0; i < 3; i++) {
    double *to = s->project[i] + at[0].project_at, *from = s->project[i] + at[1].project_at;
    copy_numbers(in_plane, from, at[1].stride, plain, &at[0], to);
    copy_numbers(ENDS - in_plane, from + in_plane * at[1].stride, at[1].stride, across, &at[0],
                 to + in_plane * at[0].stride);
  }
}

// What the matrix of a bay is multiplied with.
static void gather_bay(const CatLanes *s, const CatLaneBay at[2], int which, double *in) {
  int n = cat_bay_modes(at[1].bay);
  for (int j = 0; j < n; j++) {
    in[j] = cat_lane_mode(s, s->q[which], at[1].at + j * at[1].stride);
  }
  cat_lane_ends(s, &at[1], s->move->old[which], in + n);
  cat_lane_ends(s, &at[0], s->u[which], in + n + ENDS);
}

static void turn_bay(CatLanes *s, const CatLaneBay at[2], double *matrix) {
  CatLaneMove *m = s->move;
  int n = cat_bay_modes(at[0].bay), rows = n + ENDS, columns = cat_bay_modes(at[1].bay) + 2 * ENDS;
  double *out = m->out;
  for (int j = 0; j < columns; j++) m->column[j] = matrix + j * rows;
  for (int i = 0; i < 3; i++) {
    double *project = s->project[i] + at[0].project_at;
    gather_bay(s, at, i, m->in);
    s->kernel->combine(rows, columns, m->column, m->in, out);
    for (int j = 0; j < n; j++) cat_lane_mode_set(s, s->q[i], at[0].at + j * at[0].stride, out[j]);
    for (int k = 0; k < ENDS; k++) project[k * at[0].stride] = out[n + k];
  }
}

static void move_bay(CatLanes *s, const BayMove *b) {
  int from = b->from < 0 ? b->cell : b->from, from_bay = b->from < 0 ? b->bay : b->from_bay;
  const CatLaneBay at[2] = {cat_lane_bay(s, b->cell, b->bay), cat_lane_bay(s, from, from_bay)};
  if (b->from < 0) {
    copy_bay(s, at, 0, 0);
  } else if (b->sign != 0) {
    copy_bay(s, at, 1, b->sign);
  } else {
    turn_bay(s, at, b->matrix);
  }
}

//------------------------------------------------------------------------------- all of it

// Rates are moved only if they have been requested.
static void move_track(CatLanes *s, const CatShift *shift) {
  CatLaneTrack *t = s->track;
  if (cat_track_lost(t, s->steps)) return;
  cat_shift_move(shift, t->u), cat_shift_move(shift, t->v), cat_shift_move(shift, t->a);
}

void cat_lanes_shift_slow(CatStructure *base, const CatShift *shift) {
  CatLanes *s = (CatLanes *)base;
  cat_lanes_shifted_forces_spread(s);
  for (int i = 0; i < 3; i++) {
    cat_lanes_get(s, i, s->force);
    cat_shift_move(shift, s->force);
    cat_lanes_set(s, s->force, i);
  }
  cat_shift_move(shift, s->held[0]), cat_shift_move(shift, s->held[1]);
  cat_lanes_hold(s);
  move_track(s, shift);
}

void cat_lanes_shift(CatStructure *base, const CatShift *shift) {
  CatLanes *s = (CatLanes *)base;
  const CatLaneMove *m = s->move;
  if (m->known != shift->from) make_map(s, shift);
  if (!m->fits || cat_lanes_has_rest(s)) {
    cat_lanes_shift_slow(base, shift);
    return;
  }
  unsigned before = cat_flush_begin();
  cat_lanes_shifted_forces_move(s, shift, m->to);
  for (int i = 0; i < 3; i++) move_knots(s, i);
  for (int i = 0; i < m->nbay; i++) move_bay(s, &m->bay[i]);
  move_track(s, shift);
  cat_flush_end(before);
  s->quick++;
}
