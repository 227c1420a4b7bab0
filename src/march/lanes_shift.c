// The state of the lanes moved along the line, between two steps of a loop that has no time to
// lose: vectors are moved where they are, not by way of the tangent's numbers.
#include <math.h>
#include <string.h>

#include "lanes_parts.h"

enum { MOVED = 6 };  // the solution, three displacements, forces of two steps

CatStatus cat_lanes_shift_new(CatArena *a, CatLanes *s) {
  size_t n = (size_t)s->nx + (size_t)s->border.n + 1;
  CatLaneMove *m = &s->move;
  m->from = cat_arena_alloc(a, n, sizeof *m->from);
  m->share = cat_arena_alloc(a, n, sizeof *m->share);
  bool ok = m->from && m->share;
  for (int k = 0; k < MOVED; k++) {
    m->room[k] = CAT_ARENA(a, n, double);
    ok = ok && m->room[k];
  }
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

//------------------------------------------------------------------------------- the map

static void add_term(CatLaneMove *m, int to, int from, double share) {
  if (fabs(share) < 1e-15) return;
  for (int k = 0; k < 2; k++) {
    if (m->share[to][k] != 0 && m->from[to][k] != from) continue;
    m->from[to][k] = from;
    m->share[to][k] += share;
    return;
  }
  m->fits = false;
}

// A coordinate takes the value of another; both are sums of two entries of x.
static void make_map(CatLanes *s, const CatShift *shift) {
  CatLaneMove *m = &s->move;
  size_t n = (size_t)s->nx + (size_t)s->border.n + 1;
  m->known = shift->from;
  m->fits = true;
  memset(m->from, 0, n * sizeof *m->from);
  memset(m->share, 0, n * sizeof *m->share);
  for (int i = 0; i < shift->n; i++) {
    if (shift->from[i] < 0) continue;
    const CatLaneDof *to = &s->dof[i], *from = &s->dof[shift->from[i]];
    double scale = shift->scale[i];
    add_term(m, to->at, from->at, to->sign * scale * from->sign);
    add_term(m, to->at, from->other, to->sign * scale * from->other_sign);
    add_term(m, to->other, from->at, to->other_sign * scale * from->sign);
    add_term(m, to->other, from->other, to->other_sign * scale * from->other_sign);
  }
}

//------------------------------------------------------------------------------- moving

static void move_all(const CatLanes *s, double *const x[MOVED]) {
  const CatLaneMove *m = &s->move;
  int n = s->nx + s->border.n;
  for (int i = 0; i < n; i++) {
    int a = m->from[i][0], b = m->from[i][1];
    double of_a = m->share[i][0], of_b = m->share[i][1];
    for (int k = 0; k < MOVED; k++) m->room[k][i] = of_a * x[k][a] + of_b * x[k][b];
  }
  for (int k = 0; k < MOVED; k++) memcpy(x[k], m->room[k], (size_t)n * sizeof *x[k]);
}

// The long way, for a line on which the map does not fit.
static void move_one(CatLanes *s, const CatShift *shift, double *x) {
  for (int i = 0; i < s->t->n; i++) s->force[i] = cat_lane_get(&s->dof[i], x);
  cat_shift_move(shift, s->force);
  memset(x, 0, (size_t)(s->nx + s->border.n + 1) * sizeof *x);
  for (int i = 0; i < s->t->n; i++) cat_lane_add(&s->dof[i], s->force[i], x);
}

// Forces of the last two steps, from now on on all coordinates.
static void hold_acting(CatLanes *s) {
  size_t bytes = (size_t)(s->nx + s->border.n + 1) * sizeof *s->x;
  if (s->begun == 1) {
    memcpy(s->held[1], s->held[0], bytes);
    memset(s->held[0], 0, bytes);
  } else if (s->begun == 2) {
    memset(s->held[0], 0, bytes), memset(s->held[1], 0, bytes);
  }
  for (int i = 0; i < 2; i++) cat_acts_spread(&s->acts, 1 + i, s->held[i]);
  s->begun = 0;
}

// The solution in bays, which the next step would find on its way.
static void solve_bays(CatLanes *s) {
  for (int i = 0; i < s->groups.n && !s->work.fresh; i++) {
    s->kernel->bays(&s->groups.group[i], s->work.ends);
  }
  s->work.fresh = true;
}

// A displacement is the solution plus what the three before give: all of them are moved.
void cat_lanes_shift(CatStructure *base, const CatShift *shift) {
  CatLanes *s = (CatLanes *)base;
  CatLaneTrack *t = s->track;
  double *const moved[MOVED] = {s->x, s->u[0], s->u[1], s->u[2], s->held[0], s->held[1]};
  if (s->move.known != shift->from) make_map(s, shift);
  hold_acting(s);
  solve_bays(s);
  if (s->move.fits) {
    move_all(s, moved);
  } else {
    for (int i = 0; i < MOVED; i++) move_one(s, shift, moved[i]);
  }
  for (int i = 0; i < 4; i++) cat_lanes_fill_pads(s, moved[i]);
  cat_shift_move(shift, t->u), cat_shift_move(shift, t->v), cat_shift_move(shift, t->a);
  s->version++;
}
