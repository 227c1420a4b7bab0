// Ports: what the elimination of their forces leaves, where they are felt, and what is read there.
#include <math.h>
#include <string.h>

#include "lanes_quasi_parts.h"

static int ghost_number(const CatQuasi *s, int cell, int k) {
  const CatGhosts ghosts = cat_quasi_ghosts(s);
  return cat_ghost_number(&s->cells, &ghosts, cell, k);
}

//------------------------------------------------------------------------------- where a port is

static void find_place(const CatQuasi *s, const CatPort *b, CatQuasiPort *p) {
  CatLaneSpot *on = &p->on;
  on->n = 0;
  p->cell = p->bay = -1;
  for (int k = 0; k < b->n; k++) {
    const CatQuasiDof *d = &s->dof[b->dof[k]];
    if (d->at < 0) continue;  // moves along, and nothing is read or pushed there
    p->dof[on->n] = b->dof[k];
    on->at[on->n] = d->at;
    on->b[on->n++] = d->sign * b->b[k];
    if (d->cell < 0) continue;
    const CatPlan *plan = cat_quasi_plan(s, d->cell);
    p->cell = d->cell;
    for (int i = 0; i < plan->nbay; i++) {
      int first = CAT_QB * plan->bay[i].first;
      if (d->number >= first && d->number < first + CAT_QB * plan->bay[i].count) p->bay = i;
    }
  }
}

// Place of a port's coordinate in the room of its cell: -1 if it is not one of this cell.
static int room_of(const CatQuasi *s, int cell, int dof, double *sign) {
  const CatQuasiDof *d = &s->dof[dof];
  const CatPlan *p = cat_quasi_plan(s, cell);
  *sign = 1;
  if (d->cell >= 0) return d->cell == cell ? d->number : -1;
  for (int k = 0; k < CAT_QK * p->nghost; k++) {
    if (ghost_number(s, cell, k) != d->number) continue;
    *sign = cat_quasi_sign(&s->cells.cell[cell], k % CAT_QK);
    return cat_quasi_place(p, p->nnode) + k;
  }
  return -1;
}

//------------------------------------------------------------------------------- columns

static void clear_room(CatQuasi *s, const CatQuasiPort *p) {
  const CatPlan *plan = cat_quasi_plan(s, p->cell);
  int lanes = s->kernel->columns, first = cat_quasi_place(plan, cat_plan_bays(plan));
  int n = cat_quasi_size(plan) - first;
  memset(cat_quasi_at(s, s->scratch, first * lanes), 0, cat_quasi_bytes(s, n * lanes));
  if (p->bay < 0) return;
  const CatBay *b = &plan->bay[p->bay];
  memset(cat_quasi_at(s, s->scratch, CAT_QB * b->first * lanes), 0,
         cat_quasi_bytes(s, CAT_QB * b->count * lanes));
}

// One coordinate at an end of a bay, or where a port acts without bays.
static void end_add(const CatQuasi *s, CatQuasiPort *p, int room, CatQuasiForce *force, int n) {
  const CatCell *c = &s->cells.cell[p->cell];
  const CatLaneGroup *g = &s->groups.group[c->group];
  const CatPlan *plan = g->plan;
  int knots = cat_quasi_place(plan, cat_plan_bays(plan));
  int ghosts = cat_quasi_place(plan, plan->nnode), lanes = s->kernel->columns;
  double sign = 1;
  int i = p->nend, at = g->at + room * g->width + c->lane;
  p->end_knot[i] = room - knots;
  if (room >= ghosts) {
    int number = ghost_number(s, p->cell, room - ghosts);
    if (number < 0) return;
    sign = cat_quasi_sign(c, (room - ghosts) % CAT_QK);
    at = s->nx + number;
    p->end_knot[i] = -1;
  }
  p->end_at[i] = at;
  for (int q = 0; q < n; q++)
    force[q].end[i] = sign * cat_quasi_get(s, s->scratch, room * lanes + q);
  p->nend++;
}

static void find_ends(const CatQuasi *s, CatQuasiPort *p, CatQuasiForce *force, int n) {
  const CatPlan *plan = cat_quasi_plan(s, p->cell);
  p->nend = 0;
  for (int k = 0; k < (p->bay < 0 ? p->on.n : 2 * CAT_QK); k++) {
    double sign;
    int room;
    if (p->bay < 0) {
      room = room_of(s, p->cell, p->dof[k], &sign);
    } else {
      const CatBay *b = &plan->bay[p->bay];
      room = cat_quasi_place(plan, k < CAT_QK ? b->left : b->right) + k % CAT_QK;
    }
    end_add(s, p, room, force, n);
  }
}

// What is left in the bay, and D^-1 of it.
static void keep_bay(const CatQuasi *s, const CatQuasiPort *p, CatQuasiForce *force, int n) {
  const CatPlan *plan = cat_quasi_plan(s, p->cell);
  const CatQuasiCoefs c = cat_quasi_coefs_of(s, p->cell);
  const CatBay *b = &plan->bay[p->bay];
  int lanes = s->kernel->columns, at = cat_quasi_bay_at(plan, p->bay), size = CAT_QB * b->count;
  int end = at + CAT_Q_NODE * b->count + CAT_Q_MASS, axial = cat_quasi_axial(plan, p->bay);
  for (int q = 0; q < n; q++) {
    double *f = force[q].f, *g = force[q].g;
    for (int i = 0; i < size; i++) {
      f[i] = cat_quasi_get(s, s->scratch, (CAT_QB * b->first + i) * lanes + q);
    }
    for (int i = 0; i < size; i += 2) {
      int D = at + CAT_Q_CHAIN * (i / 2) + 10;
      double pp = cat_quasi_coef(s, &c, D), ps = cat_quasi_coef(s, &c, D + 1);
      g[i] = pp * f[i] + ps * f[i + 1];
      g[i + 1] = ps * f[i] + cat_quasi_coef(s, &c, D + 2) * f[i + 1];
    }
    f[size] = cat_quasi_get(s, s->scratch, axial * lanes + q);
    g[size] = cat_quasi_coef(s, &c, end) * f[size];
  }
}

static void keep_left(const CatQuasi *s, CatQuasiPort *p, CatQuasiForce *force, int n) {
  const CatPlan *plan = cat_quasi_plan(s, p->cell);
  int lanes = s->kernel->columns, ghosts = cat_quasi_place(plan, plan->nnode);
  p->nleft = 0;
  for (int k = 0; k < CAT_QK * plan->nghost; k++) {
    int number = ghost_number(s, p->cell, k);
    if (number < 0) continue;
    double sign = cat_quasi_sign(&s->cells.cell[p->cell], k % CAT_QK);
    p->left_at[p->nleft] = number;
    for (int q = 0; q < n; q++) {
      force[q].left[p->nleft] = sign * cat_quasi_get(s, s->scratch, (ghosts + k) * lanes + q);
    }
    p->nleft++;
  }
}

// Response within the cell, separators held.
static void find_in_cell(CatQuasi *s, CatQuasiPort *p, CatQuasiForce *force, int n) {
  const CatPlan *plan = cat_quasi_plan(s, p->cell);
  const CatQuasiCoefs coefs = cat_quasi_coefs_of(s, p->cell);
  const CatQuasiColumn c = {plan, coefs.first, coefs.stride, s->scratch};
  int lanes = s->kernel->columns, knots = cat_quasi_place(plan, cat_plan_bays(plan));
  if (p->bay >= 0) {
    s->kernel->column_bay(&c, p->bay);
    keep_bay(s, p, force, n);
  }
  find_ends(s, p, force, n);
  s->kernel->column_knots_forward(&c);
  keep_left(s, p, force, n);
  memset(cat_quasi_at(s, s->scratch, cat_quasi_place(plan, plan->nnode) * lanes), 0,
         cat_quasi_bytes(s, CAT_QK * plan->nghost * lanes));
  s->kernel->column_knots_backward(&c);
  for (int q = 0; q < n; q++) {
    for (int i = 0; i < CAT_QK * plan->nknot; i++) {
      force[q].knot[i] = cat_quasi_get(s, s->scratch, (knots + i) * lanes + q);
    }
  }
}

static void find_in_border(const CatQuasi *s, CatQuasiPort *p, CatQuasiForce *force, int n) {
  const CatBorder *b = &s->border;
  int range[2] = {b->n, 0};
  p->from = p->to = 0;
  for (int i = 0; i < p->nleft; i++) {
    if (p->left_at[i] < range[0]) range[0] = p->left_at[i];
    if (p->left_at[i] >= range[1]) range[1] = p->left_at[i] + 1;
  }
  for (int q = 0; q < n && p->nleft; q++) {
    int felt[2] = {range[0], range[1]};
    memset(force[q].x, 0, (size_t)b->n * sizeof *force[q].x);
    for (int i = 0; i < p->nleft; i++) force[q].x[p->left_at[i]] = force[q].left[i];
    cat_border_solve_some(b, 1, felt, force[q].x, s->line);
    p->from = felt[0], p->to = felt[1];
  }
}

// Unit forces at the coordinates of a port, or one force with all of its weights.
static void find_columns(CatQuasi *s, CatQuasiPort *p, bool units) {
  CatQuasiForce *force = units ? p->unit : &p->sum;
  int n = units ? p->on.n : 1, lanes = s->kernel->columns;
  p->nend = p->nleft = 0;
  if (p->cell >= 0) {
    clear_room(s, p);
    for (int k = 0; k < p->on.n; k++) {
      double sign;
      int room = room_of(s, p->cell, p->dof[k], &sign);
      cat_quasi_add(s, s->scratch, room * lanes + (units ? k : 0), sign * (units ? 1 : p->on.b[k]));
    }
    find_in_cell(s, p, force, n);
  } else {
    for (int k = 0; k < p->on.n; k++) {
      p->left_at[k] = p->on.at[k] - s->nx;
      p->end_at[k] = p->on.at[k];
      p->end_knot[k] = -1;
      for (int q = 0; q < n; q++) {
        force[q].left[k] = force[q].end[k] = units ? q == k : p->on.b[k];
      }
    }
    p->nleft = p->nend = p->on.n;
  }
  find_in_border(s, p, force, n);
}

//------------------------------------------------------------------------------- sums

static int bay_size(const CatQuasi *s, const CatQuasiPort *p) {
  return p->bay < 0 ? 0 : CAT_QB * cat_quasi_plan(s, p->cell)->bay[p->bay].count + 1;
}

static int knot_size(const CatQuasi *s, const CatQuasiPort *p) {
  return p->cell < 0 ? 0 : CAT_QK * cat_quasi_plan(s, p->cell)->nknot;
}

// out += weight x, or = where it is the first
static void add(int n, double weight, const double *x, bool first, double *out) {
  for (int i = 0; i < n; i++) out[i] = (first ? 0 : out[i]) + weight * x[i];
}

static void add_columns(const CatQuasi *s, CatQuasiPort *p) {
  CatQuasiForce *to = &p->sum;
  int bay = bay_size(s, p), knots = knot_size(s, p), border = p->to - p->from;
  for (int q = 0; q < p->on.n; q++) {
    const CatQuasiForce *u = &p->unit[q];
    double weight = p->on.b[q];
    add(bay, weight, u->f, q == 0, to->f);
    add(bay, weight, u->g, q == 0, to->g);
    add(p->nend, weight, u->end, q == 0, to->end);
    add(p->nleft, weight, u->left, q == 0, to->left);
    add(knots, weight, u->knot, q == 0, to->knot);
    add(border, weight, u->x + p->from, q == 0, to->x + p->from);
  }
}

void cat_quasi_place_port(CatQuasi *s, int port, const CatPort *b) {
  CatQuasiPort *p = &s->port[port];
  int before = p->on.n, dof[CAT_LANE_SLOTS];
  memcpy(dof, p->dof, sizeof dof);
  find_place(s, b, p);
  bool units = p->on.n <= CAT_Q_UNITS;
  bool same = units && p->on.n && p->on.n == before &&
              memcmp(dof, p->dof, sizeof(int) * (size_t)p->on.n) == 0;
  if (p->on.n == 0) p->nend = p->nleft = p->from = p->to = 0;
  if (p->on.n == 0) return;
  if (!same) find_columns(s, p, units);
  if (units) add_columns(s, p);
}

//------------------------------------------------------------------------------- reading

static double dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// First number of a port's bay in x and the distance to the next; its axial force's place.
static int bay_at(const CatQuasi *s, const CatQuasiPort *p, int *width, int *axial) {
  const CatCell *c = &s->cells.cell[p->cell];
  const CatLaneGroup *g = &s->groups.group[c->group];
  *width = g->width;
  *axial = g->at + cat_quasi_axial(g->plan, p->bay) * g->width + c->lane;
  return g->at + CAT_QB * g->plan->bay[p->bay].first * g->width + c->lane;
}

double cat_quasi_read(const CatQuasi *s, int port) {
  const CatQuasiPort *p = &s->port[port];
  const CatQuasiForce *f = &p->sum;
  double sum = 0;
  for (int k = 0; k < p->on.n; k++) sum += p->on.b[k] * cat_quasi_k(s, p->on.at[k]);
  if (s->work.fresh) {
    for (int k = 0; k < p->on.n; k++) sum += p->on.b[k] * cat_quasi_get(s, s->x, p->on.at[k]);
    return sum;
  }
  if (p->bay >= 0) {
    int width, axial, at = bay_at(s, p, &width, &axial), n = bay_size(s, p) - 1;
    for (int i = 0; i < n; i++) sum += f->g[i] * cat_quasi_get(s, s->x, at + i * width);
    sum += f->g[n] * cat_quasi_get(s, s->x, axial);
  }
  for (int i = 0; i < p->nend; i++) sum += f->end[i] * cat_quasi_get(s, s->x, p->end_at[i]);
  for (int i = 0; i < p->nleft && s->moved; i++) {
    sum += f->left[i] * s->delta[p->left_at[i]];
  }
  return sum;
}

double cat_quasi_between(const CatQuasi *s, int port, int other) {
  const CatQuasiPort *a = &s->port[port], *b = &s->port[other];
  double sum = 0;
  for (int i = 0; i < a->nleft; i++) {
    int at = a->left_at[i];
    if (at >= b->from && at < b->to) sum += a->sum.left[i] * b->sum.x[at];
  }
  if (a->cell < 0 || a->cell != b->cell) return sum;
  for (int i = 0; i < a->nend; i++) {
    if (a->end_knot[i] >= 0) sum += a->sum.end[i] * b->sum.knot[a->end_knot[i]];
  }
  if (a->bay >= 0 && a->bay == b->bay) sum += dot(bay_size(s, a), a->sum.g, b->sum.f);
  return sum;
}

// x += force value along a lane.
static void add_lane(const CatQuasi *s, void *x, int width, int n, double force,
                     const double *value) {
  if (s->kernel->single) {
    float *to = x;
    for (int i = 0; i < n; i++) to[i * width] = (float)(to[i * width] + force * value[i]);
  } else {
    double *to = x;
    for (int i = 0; i < n; i++) to[i * width] += force * value[i];
  }
}

void cat_quasi_apply(CatQuasi *s, int port, double force) {
  const CatQuasiPort *p = &s->port[port];
  const CatQuasiForce *f = &p->sum;
  if (p->bay >= 0) {
    int width, axial, at = bay_at(s, p, &width, &axial), n = bay_size(s, p) - 1;
    add_lane(s, cat_quasi_at(s, s->x, at), width, n, force, f->f);
    cat_quasi_add(s, s->x, axial, force * f->f[n]);
  }
  if (p->cell >= 0) {
    const CatCell *c = &s->cells.cell[p->cell];
    const CatLaneGroup *g = &s->groups.group[c->group];
    int first = cat_quasi_place(g->plan, cat_plan_bays(g->plan)), n = knot_size(s, p);
    int at = first * g->width + c->lane;
    add_lane(s, cat_quasi_at(s, g->x, at), g->width, n, force, f->knot);
  }
  for (int i = p->from; i < p->to; i++) s->delta[i] += force * f->x[i];
  s->moved = true;
}

//------------------------------------------------------------------------------- set-up

typedef struct Room {
  int bay, knots, left, border, cell;
} Room;

static Room room_for(const CatQuasi *s) {
  Room r = {.bay = 1, .knots = 1, .left = 6, .border = s->border.n + 1};
  for (int i = 0; i < s->cells.nplan; i++) {
    const CatPlan *p = &s->cells.plan[i];
    if (CAT_QK * p->nknot > r.knots) r.knots = CAT_QK * p->nknot;
    if (CAT_QK * p->nghost + 6 > r.left) r.left = CAT_QK * p->nghost + 6;
    if (cat_quasi_size(p) > r.cell) r.cell = cat_quasi_size(p);
    for (int b = 0; b < p->nbay; b++) {
      if (CAT_QB * p->bay[b].count + 1 > r.bay) r.bay = CAT_QB * p->bay[b].count + 1;
    }
  }
  return r;
}

static CatStatus reserve(CatArena *a, const Room *r, CatQuasiForce *f) {
  int size[] = {r->bay, r->bay, CAT_Q_NEAR, r->left, r->knots, r->border};
  double **vector[] = {&f->f, &f->g, &f->end, &f->left, &f->knot, &f->x};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(a, size[i], double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

CatStatus cat_quasi_ports_new(CatArena *a, CatQuasi *s, const CatPort *dropper) {
  Room r = room_for(s);
  s->port = CAT_ARENA(a, CAT_CONTACTS + s->base.ndropper, CatQuasiPort);
  s->scratch = cat_arena_alloc(a, cat_quasi_bytes(s, r.cell * s->kernel->columns + 1), 1);
  if (!s->port || !s->scratch) return CAT_ERR_MEMORY;
  for (int i = 0; i < CAT_CONTACTS + s->base.ndropper; i++) {
    CatQuasiPort *p = &s->port[i];
    p->left_at = CAT_ARENA(a, r.left, int);
    if (!p->left_at) return CAT_ERR_MEMORY;
    CAT_TRY(reserve(a, &r, &p->sum));
    if (i < CAT_CONTACTS) {
      p->unit = CAT_ARENA(a, CAT_Q_UNITS, CatQuasiForce);
      if (!p->unit) return CAT_ERR_MEMORY;
      for (int k = 0; k < CAT_Q_UNITS; k++) CAT_TRY(reserve(a, &r, &p->unit[k]));
      p->cell = p->bay = -1;
      continue;
    }
    find_place(s, &dropper[i - CAT_CONTACTS], p);
    find_columns(s, p, false);
    s->acts.dropper[i - CAT_CONTACTS] = p->on;
  }
  return cat_readings_new(a, &s->groups, s->base.ndropper, s->acts.dropper, s->kernel->single,
                          &s->readings);
}
