// Responses A^-1 b of ports at knots and separators, and what is read there. A force is felt in its
// own cell and, through the separators, in few others: the matrix is dominated by mass
// (docs/theory/lanes.md, "Ports").
#include <math.h>
#include <string.h>

#include "lanes_parts.h"

// What is below this share of a response's largest entry is left out.
static const double SMALL = 1e-13;

//------------------------------------------------------------------------------- cells

static const CatPlan *plan_of(const CatLanes *s, int cell) {
  return &s->cells.plan[s->cells.cell[cell].plan];
}

static CatLaneColumn column_of(const CatLanes *s, int cell, double *x) {
  const CatCell *c = &s->cells.cell[cell];
  const CatLaneGroup *g = &s->groups.group[c->group];
  return (CatLaneColumn){.plan = g->plan,
                         .factor = (const double *)g->factor + (g->shared ? 0 : c->lane),
                         .turn = (const double *)g->turn + (g->shared ? 0 : c->lane),
                         .stride = g->shared ? 1 : g->width,
                         .x = x};
}

// Number in the border of a ghost's coordinate, counted from the first ghost's; -1: held.
static int ghost_number(const CatLanes *s, int cell, int k) {
  const CatCell *c = &s->cells.cell[cell];
  int dof = s->cells.dof[c->node[plan_of(s, cell)->nnode + k / CAT_B]][k % CAT_B];
  return dof < 0 ? -1 : s->cells.border[dof];
}

// Knots and ghosts of a cell in the room for it; returns the first.
static double *knots_of(const CatLanes *s, int cell, double *x) {
  return x + CAT_B * s->kernel->columns * cat_plan_bays(plan_of(s, cell));
}

static void knots_clear(const CatLanes *s, int cell, double *x) {
  const CatPlan *p = plan_of(s, cell);
  int n = CAT_B * s->kernel->columns * (p->nknot + p->nghost);
  memset(knots_of(s, cell, x), 0, (size_t)n * sizeof *x);
}

// What separators get of the forces in a cell goes to the border.
static void ghosts_add(CatLanes *s, int cell, const double *x) {
  const CatPlan *p = plan_of(s, cell);
  int lanes = s->kernel->columns;
  const double *ghost = x + CAT_B * lanes * p->nnode;
  for (int k = 0; k < CAT_B * p->nghost; k++) {
    int at = ghost_number(s, cell, k);
    double sign = cat_cell_sign(&s->cells.cell[cell], k % CAT_B);
    for (int l = 0; l < lanes && at >= 0; l++) {
      s->scratch.border[at * lanes + l] += sign * ghost[k * lanes + l];
    }
  }
}

// Back from the separators to the knots of a cell.
static void knots_backward(CatLanes *s, int cell, double *x) {
  CatLaneColumn c = column_of(s, cell, x);
  int lanes = s->kernel->columns;
  double *ghost = x + CAT_B * lanes * c.plan->nnode;
  for (int k = 0; k < CAT_B * c.plan->nghost; k++) {
    int at = ghost_number(s, cell, k);
    double sign = cat_cell_sign(&s->cells.cell[cell], k % CAT_B);
    for (int l = 0; l < lanes; l++) {
      ghost[k * lanes + l] = at < 0 ? 0 : sign * s->scratch.border[at * lanes + l];
    }
  }
  s->kernel->column_knots_backward(&c);
}

//------------------------------------------------------------------------------- pieces

// Largest entry of each column; there are four at most, whatever room there is beside them.
static void find_peaks(CatLanes *s, int n, const double *x) {
  int lanes = s->kernel->columns;
  double peak[CAT_LANE_COLUMNS];
  memcpy(peak, s->scratch.peak, sizeof peak);
  for (int i = 0; i < n; i++) {
    for (int l = 0; l < CAT_LANE_COLUMNS; l++) {
      double size = fabs(x[i * lanes + l]);
      peak[l] = size > peak[l] ? size : peak[l];
    }
  }
  memcpy(s->scratch.peak, peak, sizeof peak);
}

static bool is_felt(const CatLanes *s, int n, const double *x) {
  int lanes = s->kernel->columns;
  const double *peak = s->scratch.peak;
  for (int i = 0; i < n; i++) {
    for (int l = 0; l < CAT_LANE_COLUMNS; l++) {
      if (fabs(x[i * lanes + l]) > SMALL * peak[l]) return true;
    }
  }
  return false;
}

// Where a response goes: its pieces, and one array by home for each column in use.
typedef struct Kept {
  int *nrange;
  CatLaneRange *range;
  int ncolumn;
  double *column[CAT_LANE_COLUMNS];
} Kept;

// Keeps what is felt of n values that belong to the homes from `home` on, six at a time.
static void keep(const CatLanes *s, int n, const double *x, int home, const Kept *out) {
  int lanes = s->kernel->columns;
  for (int i = 0; i < n; i += CAT_B) {
    int count = n - i < CAT_B ? n - i : CAT_B, from = home + i;
    if (!is_felt(s, count, x + i * lanes)) continue;
    int last = *out->nrange;
    if (last > 0 && out->range[last - 1].to == from) {
      out->range[last - 1].to = from + count;
    } else {
      out->range[last] = (CatLaneRange){from, from + count};
      ++*out->nrange;
    }
    for (int l = 0; l < out->ncolumn; l++) {
      const double *value = x + i * lanes + l;
      double *to = out->column[l] + from;
      for (int j = 0; j < count; j++, value += lanes) to[j] = *value;
    }
  }
}

// Response to forces at the knots of one cell (-1: none), which stand in the scratch's room for it,
// and at separators, which stand in its border.
static void respond(CatLanes *s, int cell, const Kept *out) {
  CatLaneScratch *w = &s->scratch;
  int lanes = s->kernel->columns, range[2] = {0, s->border.n};
  memset(w->peak, 0, sizeof w->peak);
  *out->nrange = 0;
  if (cell >= 0) {
    CatLaneColumn c = column_of(s, cell, w->x);
    s->kernel->column_knots_forward(&c);
    ghosts_add(s, cell, w->x);
    range[0] = s->reach[cell][0], range[1] = s->reach[cell][1];
  }
  cat_border_solve_some(&s->border, lanes, range, w->border, w->line);
  w->used[0] = range[0], w->used[1] = range[1];
  find_peaks(s, range[1] - range[0], w->border + range[0] * lanes);
  if (cell >= 0) {
    knots_backward(s, cell, w->x);
    find_peaks(s, CAT_B * plan_of(s, cell)->nknot, knots_of(s, cell, w->x));
  }
  for (int i = 0; i < s->cells.ncell; i++) {
    const int *at = s->reach[i];
    bool near = at[0] < range[1] && at[1] > range[0];
    if (i != cell && (!near || !is_felt(s, at[1] - at[0], w->border + at[0] * lanes))) continue;
    double *x = i == cell ? w->x : w->other;
    if (i != cell) {
      knots_clear(s, i, x);
      knots_backward(s, i, x);
    }
    keep(s, CAT_B * plan_of(s, i)->nknot, knots_of(s, i, x), s->cells.cell[i].home, out);
  }
  keep(s, range[1] - range[0], w->border + range[0] * lanes, s->nhome + range[0], out);
}

//------------------------------------------------------------------------------- contacts

CatLanePort cat_lanes_port(const CatLanes *s, const CatPort *b) {
  CatLanePort p = {.on = {.n = 0}};
  for (int k = 0; k < b->n; k++) {
    const CatLaneDof *d = &s->dof[b->dof[k]];
    p.dof[p.on.n] = (CatLaneSlot){d->cell, d->number, cat_lane_home(s, d->cell, d->number)};
    p.on.at[p.on.n] = d->at;
    p.on.b[p.on.n++] = d->sign * b->b[k];
    if (d->other_sign == 0) continue;
    p.dof[p.on.n] = (CatLaneSlot){d->cell, d->other_number, -1};
    p.on.at[p.on.n] = d->other;
    p.on.b[p.on.n++] = d->other_sign * b->b[k];
  }
  return p;
}

// The cell and bay in which a port acts; -1: at separators alone, at knots alone.
static void find_bay(const CatLanes *s, const CatLanePort *p, int *cell, int *bay) {
  *cell = *bay = -1;
  for (int k = 0; k < p->on.n; k++) {
    if (p->dof[k].cell < 0) continue;
    const CatPlan *plan = plan_of(s, p->dof[k].cell);
    int node = p->dof[k].number / CAT_B;
    *cell = p->dof[k].cell;
    for (int b = 0; b < plan->nbay; b++) {
      if (node >= plan->bay[b].first && node < plan->bay[b].first + plan->bay[b].count) *bay = b;
    }
  }
}

// Homes of a knot or ghost of a cell; held coordinates have none.
static void add_end(const CatLanes *s, CatLaneContact *c, int node) {
  const CatPlan *p = plan_of(s, c->cell);
  for (int i = 0; i < CAT_B; i++) {
    int home = -1;
    if (node < p->nnode) {
      home = cat_lane_home(s, c->cell, CAT_B * node + i);
    } else {
      int number = ghost_number(s, c->cell, CAT_B * (node - p->nnode) + i);
      if (number >= 0) home = s->nhome + number;
    }
    if (home >= 0) c->end[c->nend++] = home;
  }
}

static void find_ends(const CatLanes *s, const CatLanePort *p, CatLaneContact *c) {
  c->nend = 0;
  if (c->bay >= 0) {
    const CatBay *b = &plan_of(s, c->cell)->bay[c->bay];
    add_end(s, c, b->left);
    add_end(s, c, b->right);
    return;
  }
  for (int k = 0; k < p->on.n; k++) {
    c->end[c->nend++] = p->dof[k].home;
  }
}

// Where a home's values stand while a response is found.
static const double *value_at(const CatLanes *s, int cell, int home) {
  int lanes = s->kernel->columns;
  if (home >= s->nhome) return s->scratch.border + (home - s->nhome) * lanes;
  return knots_of(s, cell, s->scratch.x) + (home - s->cells.cell[cell].home) * lanes;
}

static void set_force(CatLanes *s, const CatLaneSlot *at, int lane, double force) {
  double *x = at->cell < 0 ? s->scratch.border : s->scratch.x;
  x[at->number * s->kernel->columns + lane] += force;
}

static void clear_room(CatLanes *s, int cell, int bay) {
  CatLaneScratch *w = &s->scratch;
  int lanes = s->kernel->columns, used = w->used[1] - w->used[0];
  memset(w->border + w->used[0] * lanes, 0, (size_t)(used * lanes) * sizeof *w->border);
  if (cell < 0) return;
  knots_clear(s, cell, s->scratch.x);
  if (bay < 0) return;
  const CatBay *b = &plan_of(s, cell)->bay[bay];
  double *x = s->scratch.x + CAT_B * lanes * b->first;
  memset(x, 0, (size_t)(CAT_B * lanes * b->count) * sizeof *x);
}

// D^-1 f at each node of a bay: in its plane and across it.
static void divide(const CatLaneColumn *c, const CatBay *b, const double *f, double *g) {
  static const int plane[] = {0, 2, 3, 5}, across[] = {1, 4};
  size_t stride = (size_t)c->stride;
  for (int node = 0; node < b->count; node++, f += CAT_B, g += CAT_B) {
    int from = b->first + b->count - 1 - node;
    const double *inverse = c->factor + (size_t)(3 * CAT_FLAT * from) * stride;
    for (int row = 0; row < 4; row++) {
      double sum = 0;
      for (int k = 0; k < 4; k++, inverse += stride) sum += *inverse * f[plane[k]];
      g[plane[row]] = sum;
    }
    for (int row = 0; row < 2; row++) {
      double sum = 0;
      for (int k = 0; k < 2; k++, inverse += stride) sum += *inverse * f[across[k]];
      g[across[row]] = sum;
    }
  }
}

// Eliminates the bay in which forces act; what is left stands at knots and separators.
static void eliminate_bay(CatLanes *s, CatLaneContact *c, int n) {
  CatLaneColumn column = column_of(s, c->cell, s->scratch.x);
  const CatBay *b = &column.plan->bay[c->bay];
  int lanes = s->kernel->columns, first = CAT_B * b->first;
  s->kernel->column_bay_forward(&column, c->bay);
  for (int q = 0; q < n; q++) {
    CatLaneForce *u = &c->unit[q];
    for (int i = 0; i < CAT_B * b->count; i++) u->f[i] = column.x[(first + i) * lanes + q];
    divide(&column, b, u->f, u->g);
  }
  ghosts_add(s, c->cell, column.x);
  int ghosts = CAT_B * lanes * column.plan->nghost;
  memset(column.x + CAT_B * lanes * column.plan->nnode, 0, (size_t)ghosts * sizeof(double));
}

// Unit forces at the coordinates of an element, or one force with all of its weights.
static void find_columns(CatLanes *s, CatLaneContact *c, const CatLanePort *p, bool units) {
  int n = units ? p->on.n : 1;
  Kept out = {.nrange = &c->nrange, .range = c->range, .ncolumn = n};
  find_bay(s, p, &c->cell, &c->bay);
  find_ends(s, p, c);
  clear_room(s, c->cell, c->bay);
  for (int k = 0; k < p->on.n; k++) {
    set_force(s, &p->dof[k], units ? k : 0, units ? 1 : p->on.b[k]);
  }
  if (c->bay >= 0) eliminate_bay(s, c, n);
  for (int q = 0; q < n; q++) {
    for (int i = 0; i < c->nend; i++) c->unit[q].end_f[i] = value_at(s, c->cell, c->end[i])[q];
    out.column[q] = c->unit[q].value;
  }
  respond(s, c->cell, &out);
}

// out += weight x, or = where it is the first
static void add(int n, double weight, const double *x, bool first, double *out) {
  if (first) {
    for (int i = 0; i < n; i++) out[i] = weight * x[i];
  } else {
    for (int i = 0; i < n; i++) out[i] += weight * x[i];
  }
}

static int bay_size(const CatLanes *s, const CatLaneContact *c) {
  return c->bay < 0 ? 0 : CAT_B * plan_of(s, c->cell)->bay[c->bay].count;
}

static void add_columns(const CatLanes *s, CatLaneContact *c, int n, const double *weight) {
  int bay = bay_size(s, c);
  for (int q = 0; q < n; q++) {
    const CatLaneForce *u = &c->unit[q];
    add(bay, weight[q], u->f, q == 0, c->sum.f);
    add(bay, weight[q], u->g, q == 0, c->sum.g);
    add(c->nend, weight[q], u->end_f, q == 0, c->sum.end_f);
    for (int i = 0; i < c->nrange; i++) {
      int from = c->range[i].from, count = c->range[i].to - from;
      add(count, weight[q], u->value + from, q == 0, c->sum.value + from);
    }
  }
}

static void forget(CatLaneContact *c) {
  for (int i = 0; i < c->nrange; i++) {
    const CatLaneRange *r = &c->range[i];
    memset(c->sum.value + r->from, 0, (size_t)(r->to - r->from) * sizeof *c->sum.value);
  }
  c->nrange = c->nend = c->n = 0;
  c->cell = c->bay = -1;
}

void cat_lanes_place(CatLanes *s, int port, const CatPort *b) {
  static const double one[] = {1};
  CatLaneContact *c = &s->contact[port];
  CatLanePort *p = &s->port[port];
  *p = cat_lanes_port(s, b);
  bool few = p->on.n <= CAT_LANE_COLUMNS;
  bool same =
      few && b->n && c->n == b->n && memcmp(c->dof, b->dof, sizeof(int) * (size_t)b->n) == 0;
  if (!same) {
    forget(c);
    if (b->n == 0) return;
    find_columns(s, c, p, few);
    c->n = few ? b->n : 0;
    memcpy(c->dof, b->dof, sizeof c->dof);
  }
  add_columns(s, c, few ? p->on.n : 1, few ? p->on.b : one);
}

//------------------------------------------------------------------------------- reading

// First coordinate of a contact's bay in the displacements, and the distance to the next.
static int bay_at(const CatLanes *s, const CatLaneContact *c, int *width) {
  const CatCell *cell = &s->cells.cell[c->cell];
  const CatLaneGroup *g = &s->groups.group[cell->group];
  *width = g->width;
  return g->at + CAT_B * g->plan->bay[c->bay].first * g->width + cell->lane;
}

// b'u: the sums of CatLaneForce, and what the state adds.
double cat_lanes_read(const CatLanes *s, int port) {
  const CatLanePort *p = &s->port[port];
  const CatLaneContact *c = port < CAT_CONTACTS ? &s->contact[port] : NULL;
  double sum = 0;
  for (int k = 0; k < p->on.n; k++) sum += p->on.b[k] * cat_lanes_k(s, p->on.at[k]);
  if (!c || c->bay < 0 || s->work.fresh) {
    for (int k = 0; k < p->on.n; k++) sum += p->on.b[k] * s->x[p->on.at[k]];
    return sum;
  }
  int width, at = bay_at(s, c, &width), n = bay_size(s, c);
  for (int i = 0; i < n; i++) sum += c->sum.g[i] * s->x[at + i * width];
  for (int i = 0; i < c->nend; i++) sum += c->sum.end_f[i] * s->x[s->home_at[c->end[i]]];
  return sum;
}

static double between_contacts(const CatLanes *s, const CatLaneContact *a,
                               const CatLaneContact *b) {
  double sum = 0;
  for (int i = 0; i < a->nend; i++) sum += a->sum.end_f[i] * b->sum.value[a->end[i]];
  if (a->bay < 0 || a->cell != b->cell || a->bay != b->bay) return sum;
  for (int i = 0; i < bay_size(s, a); i++) sum += a->sum.g[i] * b->sum.f[i];
  return sum;
}

// Contact and dropper: droppers act at knots and separators.
static double between_kinds(const CatLaneContact *c, const CatLanePort *p) {
  double sum = 0;
  for (int k = 0; k < p->on.n; k++) sum += p->on.b[k] * c->sum.value[p->dof[k].home];
  return sum;
}

static double between_droppers(const CatLanePort *p, const CatLaneResponse *r) {
  double sum = 0;
  const double *value = r->value;
  for (int i = 0; i < r->nrange; i++) {
    const CatLaneRange *on = &r->range[i];
    for (int k = 0; k < p->on.n; k++) {
      int home = p->dof[k].home;
      if (home >= on->from && home < on->to) sum += p->on.b[k] * value[home - on->from];
    }
    value += on->to - on->from;
  }
  return sum;
}

// A is symmetric: of contact and dropper it is the contact's response that is looked up.
double cat_lanes_between(const CatLanes *s, int port, int other) {
  bool moves = port < CAT_CONTACTS, other_moves = other < CAT_CONTACTS;
  if (moves && other_moves) return between_contacts(s, &s->contact[port], &s->contact[other]);
  if (moves) return between_kinds(&s->contact[port], &s->port[other]);
  if (other_moves) return between_kinds(&s->contact[other], &s->port[port]);
  return between_droppers(&s->port[port], &s->response[other - CAT_CONTACTS]);
}

// Finds the displacements of the bay in which a node lies; knots and ghosts are known.
static void look_at(const CatLanes *s, int cell, int node) {
  CatLaneLook *look = s->look;
  CatLaneColumn c = column_of(s, cell, look->x);
  const CatCell *which = &s->cells.cell[cell];
  const CatLaneGroup *g = &s->groups.group[which->group];
  int lanes = s->kernel->columns;
  *look = (CatLaneLook){s->version, cell, 0, look->x};
  while (node >= c.plan->bay[look->bay].first + c.plan->bay[look->bay].count) look->bay++;
  const CatBay *b = &c.plan->bay[look->bay];
  for (int n = -1; n <= b->count; n++) {
    int i = n < 0 ? b->left : n < b->count ? b->first + n : b->right, ghost = i - c.plan->nnode;
    for (int k = 0; k < CAT_B; k++) {
      int at = CAT_B * i + k, number = ghost < 0 ? -1 : ghost_number(s, cell, CAT_B * ghost + k);
      double x = number < 0 ? 0 : cat_cell_sign(which, k) * s->border.x[number];
      look->x[at * lanes] = ghost < 0 ? ((const double *)g->x)[at * g->width + which->lane] : x;
    }
  }
  s->kernel->column_bay_backward(&c, look->bay);
}

// A displacement: in bays from the ends of the bay, one bay at a time.
double cat_lanes_value(const CatLanes *s, int dof) {
  const CatLaneDof *d = &s->dof[dof];
  bool solved = s->work.fresh || cat_lane_home(s, d->cell, d->number) >= 0;
  double before = d->sign * cat_lanes_k(s, d->at) + d->other_sign * cat_lanes_k(s, d->other);
  if (solved) return cat_lane_get(d, s->x) + before;
  CatLaneLook *look = s->look;
  const CatPlan *p = plan_of(s, d->cell);
  int node = d->number / CAT_B, lanes = s->kernel->columns;
  const CatBay *b = &p->bay[look->bay];
  bool here = look->version == s->version && look->cell == d->cell && node >= b->first &&
              node < b->first + b->count;
  if (!here) look_at(s, d->cell, node);
  return d->sign * look->x[d->number * lanes] + d->other_sign * look->x[d->other_number * lanes] +
         before;
}

void cat_lanes_values(const CatLanes *s, double *u) {
  for (int i = 0; i < s->t->n; i++) {
    if (cat_lane_home(s, s->dof[i].cell, s->dof[i].number) >= 0) u[i] = cat_lanes_value(s, i);
  }
  for (int c = 0; c < s->cells.ncell; c++) {
    const CatPlan *p = plan_of(s, c);
    for (int k = 0; k < CAT_B * cat_plan_bays(p); k++) {  // bay after bay
      int dof = s->cells.dof[s->cells.cell[c].node[k / CAT_B]][k % CAT_B];
      if (dof >= 0) u[dof] = cat_lanes_value(s, dof);
    }
  }
}

//------------------------------------------------------------------------------- forces

void cat_lanes_apply(CatLanes *s, int port, double force) {
  s->version++;
  if (port >= CAT_CONTACTS) {
    const CatLaneResponse *r = &s->response[port - CAT_CONTACTS];
    for (int k = 0; k < r->nfelt; k++) s->x[r->felt_at[k]] += force * r->felt[k];
    return;
  }
  const CatLaneContact *c = &s->contact[port];
  for (int i = 0; i < c->nrange; i++) {
    for (int k = c->range[i].from; k < c->range[i].to; k++) {
      s->x[s->home_at[k]] += force * c->sum.value[k];
    }
  }
  if (c->bay < 0) return;
  int width, at = bay_at(s, c, &width), n = bay_size(s, c);
  for (int i = 0; i < n; i++) s->x[at + i * width] += force * c->sum.f[i];
}

//------------------------------------------------------------------------------- set-up

// Copies a dropper's response out of the room of the first contact, not in use yet.
static CatStatus keep_response(CatArena *a, const CatLaneContact *from, CatLaneResponse *r) {
  int n = 0;
  for (int i = 0; i < from->nrange; i++) n += from->range[i].to - from->range[i].from;
  r->range = CAT_ARENA(a, from->nrange + 1, CatLaneRange);
  r->value = CAT_ARENA(a, n + 1, double);
  if (!r->range || !r->value) return CAT_ERR_MEMORY;
  n = 0;
  for (int i = 0; i < from->nrange; i++) {
    const CatLaneRange *on = &from->range[i];
    r->range[r->nrange++] = *on;
    memcpy(r->value + n, from->sum.value + on->from,
           (size_t)(on->to - on->from) * sizeof *r->value);
    n += on->to - on->from;
  }
  return CAT_OK;
}

// Of six coordinates that a response reaches most are not felt far away: a list of those that are.
static CatStatus list_felt(CatArena *a, const CatLanes *s, CatLaneResponse *r) {
  double peak = 0;
  int n = 0;
  for (int i = 0; i < r->nrange; i++) n += r->range[i].to - r->range[i].from;
  for (int k = 0; k < n; k++) peak = fmax(peak, fabs(r->value[k]));
  r->felt_at = CAT_ARENA(a, n + 1, int);
  r->felt = CAT_ARENA(a, n + 1, double);
  if (!r->felt_at || !r->felt) return CAT_ERR_MEMORY;
  const double *value = r->value;
  for (int i = 0; i < r->nrange; i++) {
    for (int home = r->range[i].from; home < r->range[i].to; home++, value++) {
      if (fabs(*value) <= SMALL * peak) continue;
      r->felt_at[r->nfelt] = s->home_at[home];
      r->felt[r->nfelt++] = *value;
    }
  }
  return CAT_OK;
}

CatStatus cat_lanes_dropper_columns(CatArena *a, CatLanes *s) {
  static const double one[] = {1};
  CatLaneContact *c = &s->contact[0];
  for (int i = 0; i < s->base.ndropper; i++) {
    find_columns(s, c, &s->port[CAT_CONTACTS + i], false);
    add_columns(s, c, 1, one);
    CAT_TRY(keep_response(a, c, &s->response[i]));
    CAT_TRY(list_felt(a, s, &s->response[i]));
    forget(c);
  }
  return CAT_OK;
}

static CatStatus reserve_contact(CatArena *a, const CatLanes *s, int bay, CatLaneContact *c) {
  int n = s->nhome + s->border.n + 1;
  c->range = CAT_ARENA(a, n / CAT_B + s->cells.ncell + 2, CatLaneRange);
  if (!c->range) return CAT_ERR_MEMORY;
  for (int k = 0; k <= CAT_LANE_COLUMNS; k++) {
    CatLaneForce *f = k < CAT_LANE_COLUMNS ? &c->unit[k] : &c->sum;
    f->f = CAT_ARENA(a, bay, double);
    f->g = CAT_ARENA(a, bay, double);
    f->value = CAT_ARENA(a, n, double);
    if (!f->f || !f->g || !f->value) return CAT_ERR_MEMORY;
  }
  forget(c);
  return CAT_OK;
}

CatStatus cat_lanes_reserve_columns(CatArena *a, CatLanes *s) {
  CatLaneScratch *w = &s->scratch;
  int most = 1, bay = 1, lanes = s->kernel->columns;
  for (int i = 0; i < s->cells.nplan; i++) {
    const CatPlan *p = &s->cells.plan[i];
    int size = CAT_B * (p->nnode + p->nghost) * lanes;
    if (size > most) most = size;
    for (int b = 0; b < p->nbay; b++) {
      if (CAT_B * p->bay[b].count > bay) bay = CAT_B * p->bay[b].count;
    }
  }
  w->x = CAT_ARENA(a, most, double);
  w->other = CAT_ARENA(a, most, double);
  w->border = CAT_ARENA(a, s->border.n * lanes + 1, double);
  w->line = CAT_ARENA(a, s->border.n + 1, double);
  s->look = CAT_ARENA(a, 1, CatLaneLook);
  if (!w->x || !w->other || !w->border || !w->line || !s->look) return CAT_ERR_MEMORY;
  *s->look = (CatLaneLook){.version = -1, .x = CAT_ARENA(a, most, double)};
  if (!s->look->x) return CAT_ERR_MEMORY;
  for (int i = 0; i < CAT_CONTACTS; i++) CAT_TRY(reserve_contact(a, s, bay, &s->contact[i]));
  return CAT_OK;
}
