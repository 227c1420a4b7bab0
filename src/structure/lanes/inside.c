// Between the ends of bays: conversion of modes to the linear system's numbering and back. Only the
// forces on modes are part of a step.
#include <math.h>
#include <string.h>

#include "flat.h"
#include "internal.h"
#include "linalg/dot.h"

enum { ENDS = CAT_BAY_ENDS };

//------------------------------------------------------------------------------- places

int cat_lane_slot(const CatBay *b, const CatBayKind *k, int mode) {
  int family = 0, before = 0, slot = 0;
  while (mode >= before + k->nmode[family]) before += k->nmode[family++];
  int own = cat_family_among(family, b->form);
  for (int f = 0; f < own; f++) slot += b->nmode[f];
  if (own != family) slot += k->nmode[own];
  return slot + mode - before;
}

CatLaneBay cat_lane_bay(const CatLanes *s, int cell, int bay) {
  const CatCell *c = &s->cells.cell[cell];
  const CatLaneGroup *g = &s->groups.group[c->group];
  const CatBay *b = &g->plan->bay[bay];
  int of = g->shared ? g->as : cell;
  return (CatLaneBay){.bay = b,
                      .kind = s->bays[of].kind[bay],
                      .R = (const double(*)[9])s->bays[of].R[bay],
                      .cell = cell,
                      .at = g->mode_at + b->mode * g->width + c->lane,
                      .stride = g->width,
                      .project_at = g->project_at + ENDS * bay * g->width + c->lane};
}

// What stands at the six coordinates of a knot or ghost, as the cell is kept.
static void node_values(const CatLanes *s, int cell, int number, const double *u, double *out) {
  const CatCell *c = &s->cells.cell[cell];
  const CatLaneGroup *g = &s->groups.group[c->group];
  const CatPlan *p = g->plan;
  for (int k = 0; k < CAT_B; k++) {
    int ghost = (CAT_B * (number - p->nnode) + k) * g->width + c->lane;
    int knot = g->at + (CAT_B * (number - cat_plan_bays(p)) + k) * g->width + c->lane;
    out[k] = number < p->nnode ? u[knot] : g->ghost_sign[ghost] * u[s->nx + g->ghost[ghost]];
  }
}

void cat_lane_ends(const CatLanes *s, const CatLaneBay *b, const double *u, double e[ENDS]) {
  double left[CAT_B], right[CAT_B];
  node_values(s, b->cell, b->bay->left, u, left);
  node_values(s, b->cell, b->bay->right, u, right);
  cat_bay_ends_in(b->R, left, right, e);
}

//------------------------------------------------------------------------------- frames of nodes

static void find_frame(const CatLanes *s, const CatCell *c, const CatBay *b, int node,
                       double R[9]) {
  int cable = cat_cells_cable(&s->cells, c, b), number = c->node[b->first + node];
  cat_bay_frame(s->cells.m, s->cells.rest, cable, s->cells.m->node[number].s, R);
  for (int i = 0; i < 9; i++) {
    if ((i / 3 == CAT_ACROSS) != (i % 3 == CAT_ACROSS)) R[i] *= c->sign;
  }
}

CatStatus cat_lanes_frames_new(CatArena *a, CatLanes *s) {
  s->frame = CAT_ARENA(a, s->cells.m->nnode + 1, CatLaneFrame);
  if (!s->frame) return CAT_ERR_MEMORY;
  for (int i = 0; i < s->cells.ncell; i++) {
    const CatCell *c = &s->cells.cell[i];
    const CatPlan *p = &s->cells.plan[c->plan];
    for (int k = 0; k < p->nbay; k++) {
      const CatBayKind *kind = cat_lane_bay(s, i, k).kind;
      for (int node = 0; node < kind->made_of.count; node++) {
        find_frame(s, c, &p->bay[k], node, s->frame[c->node[p->bay[k].first + node]].R);
      }
    }
  }
  return CAT_OK;
}

void cat_lane_node_frame(const CatLanes *s, const CatLaneBay *b, int node, double R[9]) {
  int number = s->cells.cell[b->cell].node[b->bay->first + node];
  memcpy(R, s->frame[number].R, 9 * sizeof *R);
}

// The coordinates of a node of a bay in the bay's frame out of a vector in the linear system's
// numbering.
static void node_in(const CatLanes *s, const CatLaneBay *b, int node, const double *x,
                    double *out) {
  const CatCell *c = &s->cells.cell[b->cell];
  const int *dof = s->cells.dof[c->node[b->bay->first + node]];
  double R[9], own[CAT_B];
  cat_lane_node_frame(s, b, node, R);
  for (int k = 0; k < CAT_B; k++) own[k] = dof[k] < 0 ? 0 : cat_cell_sign(c, k) * x[dof[k]];
  for (int k = 0; k < CAT_B; k++) {
    const double *row = R + 3 * (k % 3), *from = own + k / 3 * 3;
    out[k] = row[0] * from[0] + row[1] * from[1] + row[2] * from[2];
  }
}

static void node_out(const CatLanes *s, const CatLaneBay *b, int node, const double *in,
                     double *x) {
  const CatCell *c = &s->cells.cell[b->cell];
  const int *dof = s->cells.dof[c->node[b->bay->first + node]];
  double R[9];
  cat_lane_node_frame(s, b, node, R);
  for (int k = 0; k < CAT_B; k++) {
    const double *column = R + k % 3, *from = in + k / 3 * 3;
    if (dof[k] < 0) continue;
    x[dof[k]] =
        cat_cell_sign(c, k) * (column[0] * from[0] + column[3] * from[1] + column[6] * from[2]);
  }
}

//------------------------------------------------------------------------------- motions

static int columns_of(const CatBayKind *k) {
  return k->n + ENDS;
}

// Modes and ends of a bay, one behind the other, as `shape` wants them.
static void bay_get(const CatLanes *s, const CatLaneBay *b, int which, double *out) {
  for (int f = 0, j = 0; f < CAT_BAY_FAMILIES; f++) {
    if (b->kind->nmode[f] == 0) continue;
    int at = b->at + cat_lane_slot(b->bay, b->kind, j) * b->stride;
    for (int end = j + b->kind->nmode[f]; j < end; j++, at += b->stride) {
      out[j] = cat_lane_mode(s, s->q[which], at);
    }
  }
  cat_lane_ends(s, b, s->u[which], out + b->kind->n);
}

// What a row of `shape` makes of the motion of a bay: nothing of what is not in its plane.
static double row_times(const CatBayKind *k, int row, const double *x) {
  const double *shape = k->shape + (size_t)row * (size_t)columns_of(k);
  const int plane = k->nmode[0] + k->nmode[1];
  if (row % 3 == CAT_ACROSS) {
    const int end = k->n + cat_family_end(2, CAT_BAY_EVEN);
    return cat_dot_short(k->n - plane, shape + plane, x + plane) +
           cat_dot_short(columns_of(k) - end, shape + end, x + end);
  }
  return cat_dot_short(plane, shape, x) +
         cat_dot_short(cat_family_end(2, CAT_BAY_EVEN), shape + k->n, x + k->n);
}

static void bay_out(const CatLanes *s, const CatLaneBay *b, int which, double *motion) {
  double *x = s->room, in[CAT_B];
  bay_get(s, b, which, x);
  for (int node = 0; node < b->kind->made_of.count; node++) {
    for (int k = 0; k < CAT_B; k++) in[k] = row_times(b->kind, CAT_B * node + k, x);
    node_out(s, b, node, in, motion);
  }
}

static void bay_set(CatLanes *s, const CatLaneBay *b, int which, const double *motion) {
  const CatBayKind *k = b->kind;
  int n = CAT_B * k->made_of.count;
  double *x = s->room, *own = x + columns_of(k);
  memset(x, 0, (size_t)k->n * sizeof *x);
  cat_lane_ends(s, b, s->u[which], x + k->n);
  for (int node = 0; node < k->made_of.count; node++)
    node_in(s, b, node, motion, own + CAT_B * node);
  for (int i = 0; i < n; i++) own[i] -= row_times(k, i, x);
  for (int j = 0; j < k->n; j++) {
    int at = b->at + cat_lane_slot(b->bay, k, j) * b->stride;
    double sum = 0;
    for (int i = 0; i < n; i++) sum += k->back[j * n + i] * own[i];
    cat_lane_mode_add(s, s->q[which], at, sum);
  }
}

typedef void EachBay(CatLanes *s, const CatLaneBay *b, int which, const double *motion);

static void each_bay(CatLanes *s, EachBay *act, int which, const double *motion) {
  for (int c = 0; c < s->cells.ncell; c++) {
    const CatPlan *p = &s->cells.plan[s->cells.cell[c].plan];
    for (int i = 0; i < p->nbay; i++) {
      CatLaneBay b = cat_lane_bay(s, c, i);
      act(s, &b, which, motion);
    }
  }
}

static void bay_project(CatLanes *s, const CatLaneBay *b, int which, const double *motion) {
  (void)motion;
  double sum[ENDS] = {0};
  for (int j = 0; j < b->kind->n; j++) {
    int at = b->at + cat_lane_slot(b->bay, b->kind, j) * b->stride;
    double q = cat_lane_mode(s, s->q[which], at);
    for (int k = 0; k < ENDS; k++) sum[k] += b->kind->join[j * ENDS + k] * q;
  }
  for (int k = 0; k < ENDS; k++) s->project[which][b->project_at + k * b->stride] = sum[k];
}

void cat_lanes_project(CatLanes *s, int which) {
  each_bay(s, bay_project, which, NULL);
}

void cat_lanes_set(CatLanes *s, const double *motion, int which) {
  size_t each = s->kernel->single ? sizeof(float) : sizeof(double);
  memset(s->u[which], 0, (size_t)(s->nx + s->border.n + 1) * sizeof *s->x);
  memset(s->q[which], 0, (size_t)s->nmode * each);
  for (int i = 0; i < s->t->n; i++) {
    const CatLaneDof *d = &s->dof[i];
    if (d->home >= 0) s->u[which][d->at] = d->sign * motion[i];
  }
  each_bay(s, bay_set, which, motion);
  cat_lanes_project(s, which);
}

void cat_lanes_get(const CatLanes *s, int which, double *motion) {
  for (int i = 0; i < s->t->n; i++) {
    const CatLaneDof *d = &s->dof[i];
    if (d->home >= 0) motion[i] = d->sign * s->u[which][d->at];
  }
  for (int c = 0; c < s->cells.ncell; c++) {
    const CatPlan *p = &s->cells.plan[s->cells.cell[c].plan];
    for (int i = 0; i < p->nbay; i++) {
      CatLaneBay b = cat_lane_bay(s, c, i);
      bay_out(s, &b, which, motion);
    }
  }
}

// The bay that values are read in: its modes and ends stay in the line's room from one coordinate
// to the next.
typedef struct OpenBay {
  int cell, first, end;  // nodes, in the plan's numbers
  CatLaneBay is;
} OpenBay;

static void open_bay(const CatLanes *s, const CatLaneDof *d, int which, OpenBay *open) {
  const CatPlan *p = &s->cells.plan[s->cells.cell[d->cell].plan];
  int bay = 0, number = d->number / CAT_B;
  if (d->cell == open->cell && number >= open->first && number < open->end) return;
  while (number >= p->bay[bay].first + p->bay[bay].count) bay++;
  *open = (OpenBay){d->cell, p->bay[bay].first, p->bay[bay].first + p->bay[bay].count,
                    cat_lane_bay(s, d->cell, bay)};
  bay_get(s, &open->is, which, s->room);
}

static double value_inside(const CatLanes *s, const OpenBay *open, const CatLaneDof *d) {
  const CatCell *c = &s->cells.cell[d->cell];
  const int number = d->number / CAT_B, part = d->number % CAT_B;
  const double *R = s->frame[c->node[number]].R + part % 3;
  const int first = CAT_B * (number - open->first) + part / 3 * 3;
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    if (R[3 * k] != 0) sum += R[3 * k] * row_times(open->is.kind, first + k, s->room);
  }
  return cat_cell_sign(c, part) * sum;
}

void cat_lanes_values(const CatLanes *s, int which, int n, const int *dof, double *out) {
  OpenBay open = {.cell = -1};
  for (int i = 0; i < n; i++) {
    const CatLaneDof *d = dof[i] >= 0 ? &s->dof[dof[i]] : NULL;
    if (!d || d->home >= 0) {
      out[i] = d ? d->sign * s->u[which][d->at] : 0;
    } else {
      open_bay(s, d, which, &open);
      out[i] = value_inside(s, &open, d);
    }
  }
}

//------------------------------------------------------------------------------- forces

// What a node gets is added to forces on knots and separators.
static void node_force(const CatLanes *s, int cell, int number, const double *f, double *out) {
  const CatCell *c = &s->cells.cell[cell];
  const CatLaneGroup *g = &s->groups.group[c->group];
  const CatPlan *p = g->plan;
  for (int k = 0; k < CAT_B; k++) {
    int ghost = (CAT_B * (number - p->nnode) + k) * g->width + c->lane;
    if (number < p->nnode) {
      out[g->at + (CAT_B * (number - cat_plan_bays(p)) + k) * g->width + c->lane] += f[k];
    } else {
      out[s->nx + g->ghost[ghost]] += g->ghost_sign[ghost] * f[k];
    }
  }
}

static void bay_force(const CatLanes *s, const CatLaneBay *b, const double *force, double *out) {
  const CatBayKind *k = b->kind;
  double own[CAT_B], left[CAT_B], right[CAT_B], *sum = s->room;
  memset(sum, 0, (size_t)columns_of(k) * sizeof *sum);
  for (int node = 0; node < k->made_of.count; node++) {
    node_in(s, b, node, force, own);
    for (int i = 0; i < CAT_B; i++) {
      const double *shape = k->shape + (size_t)(CAT_B * node + i) * (size_t)columns_of(k);
      for (int j = 0; j < columns_of(k); j++) sum[j] += shape[j] * own[i];
    }
  }
  for (int j = 0; j < k->n; j++) {
    int at = b->at + cat_lane_slot(b->bay, k, j) * b->stride;
    out[s->nx + s->border.n + 1 + at] += sum[j];
  }
  cat_bay_ends_out(b->R, sum + k->n, left, right);
  node_force(s, b->cell, b->bay->left, left, out);
  node_force(s, b->cell, b->bay->right, right, out);
}

// Modes come behind knots and separators.
void cat_lanes_set_force(CatLanes *s, const double *force, double *out) {
  memset(out, 0, (size_t)(s->nx + s->border.n + 1 + s->nmode) * sizeof *out);
  for (int i = 0; i < s->t->n; i++) {
    const CatLaneDof *d = &s->dof[i];
    if (d->home >= 0) out[d->at] += d->sign * force[i];
  }
  for (int c = 0; c < s->cells.ncell; c++) {
    const CatPlan *p = &s->cells.plan[s->cells.cell[c].plan];
    for (int i = 0; i < p->nbay; i++) {
      CatLaneBay b = cat_lane_bay(s, c, i);
      bay_force(s, &b, force, out);
    }
  }
}

static void project_force(const CatLaneBay *b, const double *modes, double *out) {
  for (int j = 0; j < b->kind->n; j++) {
    double f = modes[b->at + cat_lane_slot(b->bay, b->kind, j) * b->stride];
    for (int k = 0; k < ENDS; k++) {
      out[b->project_at + k * b->stride] += b->kind->join[j * ENDS + k] * f;
    }
  }
}

void cat_lanes_hold(CatLanes *s) {
  for (int i = 0; i < 2; i++) {
    memset(s->hold_project[i], 0, (size_t)s->nproject * sizeof *s->hold_project[i]);
    cat_lanes_set_force(s, s->held[i], s->hold[i]);
    for (int c = 0; c < s->cells.ncell; c++) {
      const CatPlan *p = &s->cells.plan[s->cells.cell[c].plan];
      for (int k = 0; k < p->nbay; k++) {
        CatLaneBay b = cat_lane_bay(s, c, k);
        project_force(&b, s->hold[i] + s->nx + s->border.n + 1, s->hold_project[i]);
      }
    }
  }
}

//------------------------------------------------------------------------------- in the step

// A force on modes moves them by itself: q'A q = 1.
void cat_lanes_load_modes(CatLanes *s, const CatLaneInside *in, double force) {
  int n = in->n, stride = in->stride;
  const double *b = in->b;
  if (s->kernel->single) {
    float *q = (float *)s->q[0] + in->at;
    for (int j = 0; j < n; j++) q[j * stride] += (float)(force * b[j]);
  } else {
    double *q = (double *)s->q[0] + in->at;
    for (int j = 0; j < n; j++) q[j * stride] += force * b[j];
  }
  double *project = s->project[0] + in->project_at;
  for (int k = 0; k < ENDS && n; k++) project[k * stride] += force * in->project[k];
}

static void add_held(CatLanes *s) {
  const double *rest = s->rest + s->nx + s->border.n + 1;
  double weight[2];
  cat_lanes_held_weights(s, weight);
  for (int i = 0; i < s->nmode; i++) cat_lane_mode_add(s, s->q[0], i, rest[i]);
  for (int i = 0; i < s->nproject; i++) {
    s->project[0][i] += weight[0] * s->hold_project[0][i] + weight[1] * s->hold_project[1][i];
  }
}

void cat_lanes_load_inside(CatLanes *s) {
  const double weight[3] = {1, s->form.force_weight[0], s->form.force_weight[1]};
  for (int i = 0; i < 3; i++) {
    const CatLaneStepForces *a = s->port_forces.step[i];
    for (int k = 0; k < 2 * s->base.nmoving; k++) {
      double force = a->contact[k / 2][k % 2];
      if (force != 0) cat_lanes_load_modes(s, &a->inside[k / 2][k % 2], weight[i] * force);
    }
  }
  if (s->begun >= 2) return;
  cat_lanes_shifted_forces_inside(s);
  if (s->dense) add_held(s);
}
