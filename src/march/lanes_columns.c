// Responses A^-1 b of ports. A force is felt in its own cell and, through the separators, in few
// others: the matrix is dominated by mass (docs/theory/lanes.md, "Responses").
#include <math.h>
#include <string.h>

#include "lanes_parts.h"

// What is below this share of the largest entry is left out.
static const double SMALL = 1e-13;

// A force in one lane of the vectors with which responses are found.
typedef struct Load {
  CatLaneDof at;
  int lane;
  double force;
} Load;

//------------------------------------------------------------------------------- cells

static CatLaneColumn column_of(const CatLanes *s, int cell, double *x) {
  const CatCell *c = &s->cells.cell[cell];
  const CatLaneGroup *g = &s->group[c->group];
  return (CatLaneColumn){.plan = g->plan,
                         .factor = g->factor + (g->shared ? 0 : c->lane),
                         .stride = g->shared ? 1 : g->width,
                         .x = x};
}

static size_t cell_size(const CatLanes *s, int cell) {
  const CatPlan *p = &s->cells.plan[s->cells.cell[cell].plan];
  return (size_t)(CAT_B * (p->nnode + p->nghost) * s->kernel->columns);
}

static CatLaneSource *source_of(CatLanes *s, int cell) {
  CatLaneScratch *w = &s->scratch;
  for (int i = 0; i < w->nsource; i++) {
    if (w->source[i].cell == cell) return &w->source[i];
  }
  CatLaneSource *source = &w->source[w->nsource++];
  source->cell = cell;
  memset(source->x, 0, cell_size(s, cell) * sizeof *source->x);
  return source;
}

static bool is_still(int n, const double *x) {
  for (int i = 0; i < n; i++) {
    if (x[i] != 0) return false;
  }
  return true;
}

// Border numbers and signs of a cell's ghosts.
static int ghost_number(const CatLanes *s, const CatCell *c, const CatPlan *p, int k) {
  int dof = s->cells.dof[c->node[p->nnode + k / CAT_B]][k % CAT_B];
  return dof < 0 ? -1 : s->cells.border[dof];
}

// Eliminates a cell with forces; what its separators get of it goes to the border.
static void source_forward(CatLanes *s, const CatLaneSource *source) {
  CatLaneColumn c = column_of(s, source->cell, source->x);
  const CatPlan *p = c.plan;
  const CatCell *cell = &s->cells.cell[source->cell];
  int lanes = s->kernel->columns, node = CAT_B * lanes;
  for (int b = 0; b < p->nbay; b++) {
    if (is_still(node * p->bay[b].count, c.x + node * p->bay[b].first)) continue;
    s->kernel->column_bay_forward(&c, b);
  }
  s->kernel->column_knots_forward(&c);
  for (int k = 0; k < CAT_B * p->nghost; k++) {
    int at = ghost_number(s, cell, p, k);
    for (int l = 0; l < lanes && at >= 0; l++) {
      s->scratch.border[at * lanes + l] +=
          cat_lane_sign(cell, k % CAT_B) * c.x[node * p->nnode + k * lanes + l];
    }
  }
}

static bool is_felt(const CatLanes *s, int n, const double *x) {
  int lanes = s->kernel->columns;
  for (int i = 0; i < n; i++) {
    for (int l = 0; l < lanes; l++) {
      if (fabs(x[i * lanes + l]) > SMALL * s->scratch.peak[l]) return true;
    }
  }
  return false;
}

// Back from the separators into a cell; bays where nothing is felt are left out.
static void cell_backward(CatLanes *s, int cell, double *x) {
  CatLaneColumn c = column_of(s, cell, x);
  const CatPlan *p = c.plan;
  int lanes = s->kernel->columns, node = CAT_B * lanes;
  for (int k = 0; k < CAT_B * p->nghost; k++) {
    int at = ghost_number(s, &s->cells.cell[cell], p, k);
    double sign = cat_lane_sign(&s->cells.cell[cell], k % CAT_B);
    for (int l = 0; l < lanes; l++) {
      x[node * p->nnode + k * lanes + l] = at < 0 ? 0 : sign * s->scratch.border[at * lanes + l];
    }
  }
  s->kernel->column_knots_backward(&c);
  for (int b = 0; b < p->nbay; b++) {
    const CatBay *bay = &p->bay[b];
    if (is_felt(s, CAT_B, x + node * bay->left) || is_felt(s, CAT_B, x + node * bay->right) ||
        !is_still(node * bay->count, x + node * bay->first)) {
      s->kernel->column_bay_backward(&c, b);
    }
  }
}

static void find_peaks(CatLanes *s, int n, const double *x) {
  int lanes = s->kernel->columns;
  for (int i = 0; i < n; i++) {
    double size = fabs(x[i]), *peak = &s->scratch.peak[i % lanes];
    if (size > *peak) *peak = size;
  }
}

//------------------------------------------------------------------------------- border

// Solves for the separators in each lane.
static void border_solve(CatLanes *s) {
  CatLaneScratch *w = &s->scratch;
  int lanes = s->kernel->columns, n = s->border.n;
  for (int l = 0; l < lanes; l++) {
    bool still = true;
    for (int i = 0; i < n; i++) {
      w->line[i] = w->border[i * lanes + l];
      still = still && w->line[i] == 0;
    }
    if (still) continue;
    cat_band_solve(&s->border.S, w->line, 1);
    for (int i = 0; i < n; i++) w->border[i * lanes + l] = w->line[i];
  }
}

//------------------------------------------------------------------------------- pieces

static void range_add(CatLaneRanges *on, int cell, int from, int to) {
  CatLaneRange *last = on->n ? &on->range[on->n - 1] : NULL;
  if (last && last->cell == cell && last->to == from) {
    last->to = to;
  } else {
    on->range[on->n++] = (CatLaneRange){cell, from, to};
  }
}

// Keeps what is felt of n blocks of values; column l gets lane l.
static void keep(const CatLanes *s, const double *x, CatLaneRange part, int block,
                 CatLaneRanges *on, double *const *column) {
  int lanes = s->kernel->columns;
  for (int from = part.from; from < part.to; from += block) {
    const double *here = x + (from - part.from) * lanes;
    int n = part.to - from < block ? part.to - from : block;
    if (!is_felt(s, n, here)) continue;
    range_add(on, part.cell, from, from + n);
    for (int l = 0; l < lanes && column[l]; l++) {
      for (int i = 0; i < n; i++) column[l][from + i] = here[i * lanes + l];
    }
  }
}

static void keep_cell(const CatLanes *s, int cell, const double *x, CatLaneRanges *on,
                      double *const *column) {
  const CatCell *c = &s->cells.cell[cell];
  int n = CAT_B * s->cells.plan[c->plan].nnode;
  keep(s, x, (CatLaneRange){cell, c->home, c->home + n}, CAT_B, on, column);
}

// Cells without forces that feel the separators.
static void keep_others(CatLanes *s, CatLaneRanges *on, double *const *column) {
  CatLaneScratch *w = &s->scratch;
  int lanes = s->kernel->columns;
  for (int i = 0; i < s->cells.ncell; i++) {
    bool source = false;
    for (int k = 0; k < w->nsource; k++) source = source || w->source[k].cell == i;
    int from = s->reach[i][0], n = s->reach[i][1] - from;
    if (source || n <= 0 || !is_felt(s, n, w->border + from * lanes)) continue;
    memset(w->other, 0, cell_size(s, i) * sizeof *w->other);
    cell_backward(s, i, w->other);
    keep_cell(s, i, w->other, on, column);
  }
}

// Responses to forces, one for each lane in use; column: by home (as many as lanes, NULL behind).
static void respond(CatLanes *s, int n, const Load *load, CatLaneRanges *on,
                    double *const *column) {
  CatLaneScratch *w = &s->scratch;
  int lanes = s->kernel->columns;
  w->nsource = 0;
  on->n = 0;
  memset(w->peak, 0, sizeof w->peak);
  memset(w->border, 0, (size_t)(s->border.n * lanes) * sizeof *w->border);
  for (int i = 0; i < n; i++) {
    const CatLaneDof *at = &load[i].at;
    double *x = at->cell < 0 ? w->border : source_of(s, at->cell)->x;
    int first = at->cell < 0 ? s->nhome : s->cells.cell[at->cell].home;
    x[(at->home - first) * lanes + load[i].lane] += load[i].force;
  }
  for (int i = 0; i < w->nsource; i++) source_forward(s, &w->source[i]);
  border_solve(s);
  find_peaks(s, s->border.n * lanes, w->border);
  for (int i = 0; i < w->nsource; i++) {
    const CatLaneSource *source = &w->source[i];
    cell_backward(s, source->cell, source->x);
    find_peaks(s, (int)cell_size(s, source->cell), source->x);
  }
  for (int i = 0; i < w->nsource; i++) {
    keep_cell(s, w->source[i].cell, w->source[i].x, on, column);
  }
  keep_others(s, on, column);
  keep(s, w->border, (CatLaneRange){-1, s->nhome, s->nhome + s->border.n}, CAT_B, on, column);
}

//------------------------------------------------------------------------------- ports

CatLanePort cat_lanes_port(const CatLanes *s, const CatPort *b) {
  CatLanePort p = {.n = b->n};
  for (int k = 0; k < b->n; k++) {
    p.dof[k] = s->dof[b->dof[k]];
    p.b[k] = p.dof[k].sign * b->b[k];
  }
  return p;
}

static bool same_dofs(const CatLaneContact *c, const CatPort *b) {
  return c->n == b->n && memcmp(c->dof, b->dof, (size_t)b->n * sizeof *b->dof) == 0;
}

// Forgets the last response.
static void contact_clear(CatLaneContact *c) {
  for (int i = 0; i < c->on.n; i++) {
    const CatLaneRange *r = &c->on.range[i];
    memset(c->value + r->from, 0, (size_t)(r->to - r->from) * sizeof *c->value);
  }
  c->on.n = 0;
}

// Unit responses of the coordinates of an element, all at once.
static void find_columns(CatLanes *s, CatLaneContact *c, const CatPort *b, const CatLanePort *p) {
  Load load[6];
  double *column[8] = {NULL};
  contact_clear(c);
  c->n = b->n;
  memcpy(c->dof, b->dof, sizeof c->dof);
  for (int k = 0; k < b->n; k++) {
    load[k] = (Load){p->dof[k], k, 1};
    column[k] = c->column[k];
  }
  respond(s, b->n, load, &c->on, column);
}

static void add_columns(CatLaneContact *c, const CatLanePort *p) {
  for (int i = 0; i < c->on.n; i++) {
    const CatLaneRange *r = &c->on.range[i];
    const double *x = c->column[0];
    for (int k = r->from; k < r->to; k++) c->value[k] = p->b[0] * x[k];
    for (int j = 1; j < p->n; j++) {
      x = c->column[j];
      for (int k = r->from; k < r->to; k++) c->value[k] += p->b[j] * x[k];
    }
  }
}

void cat_lanes_place(CatLanes *s, int port, const CatPort *b) {
  CatLaneContact *c = &s->contact[port];
  s->port[port] = cat_lanes_port(s, b);
  const CatLanePort *p = &s->port[port];
  if (b->n == 0 || b->n > CAT_LANE_COLUMNS) {  // no element of a wire: nothing to keep
    Load load[6];
    double *column[8] = {c->value};
    contact_clear(c);
    c->n = 0;
    for (int k = 0; k < b->n; k++) load[k] = (Load){p->dof[k], 0, p->b[k]};
    if (b->n) respond(s, b->n, load, &c->on, column);
    return;
  }
  if (!same_dofs(c, b)) find_columns(s, c, b, p);
  add_columns(c, p);
}

static double read_contact(const CatLaneContact *c, const CatLanePort *p) {
  double sum = 0;
  for (int k = 0; k < p->n; k++) sum += p->b[k] * c->value[p->dof[k].home];
  return sum;
}

static double read_response(const CatLaneResponse *r, const CatLanePort *p) {
  double sum = 0;
  const double *value = r->value;
  for (int i = 0; i < r->on.n; i++) {
    const CatLaneRange *on = &r->on.range[i];
    for (int k = 0; k < p->n; k++) {
      int home = p->dof[k].home;
      if (home >= on->from && home < on->to) sum += p->b[k] * value[home - on->from];
    }
    value += on->to - on->from;
  }
  return sum;
}

// A is symmetric: of two ports that which moves is looked up.
double cat_lanes_between(const CatLanes *s, int port, int other) {
  if (other < CAT_CONTACTS) return read_contact(&s->contact[other], &s->port[port]);
  if (port < CAT_CONTACTS) return read_contact(&s->contact[port], &s->port[other]);
  return read_response(&s->response[other - CAT_CONTACTS], &s->port[port]);
}

// Adds to the lane of a cell, or to the border.
static void add_range(CatLanes *s, const CatLaneRange *r, double force, const double *value) {
  int width = 1;
  double *x = s->x + s->nx + (r->from - s->nhome);
  if (r->cell >= 0) {
    const CatCell *c = &s->cells.cell[r->cell];
    width = s->group[c->group].width;
    x = s->group[c->group].x + (r->from - c->home) * width + c->lane;
  }
  for (int i = 0; i < r->to - r->from; i++) x[i * width] += force * value[i];
}

void cat_lanes_apply(CatLanes *s, int port, double force) {
  if (port < CAT_CONTACTS) {
    const CatLaneContact *c = &s->contact[port];
    for (int i = 0; i < c->on.n; i++) {
      add_range(s, &c->on.range[i], force, c->value + c->on.range[i].from);
    }
    return;
  }
  const CatLaneResponse *r = &s->response[port - CAT_CONTACTS];
  const double *value = r->value;
  for (int i = 0; i < r->on.n; i++) {
    add_range(s, &r->on.range[i], force, value);
    value += r->on.range[i].to - r->on.range[i].from;
  }
}

//------------------------------------------------------------------------------- set-up

// Copies what a response holds out of the room of the first contact, not in use yet.
static CatStatus keep_response(CatArena *a, const CatLaneContact *from, CatLaneResponse *r) {
  int n = 0;
  for (int i = 0; i < from->on.n; i++) n += from->on.range[i].to - from->on.range[i].from;
  r->on.range = CAT_ARENA(a, from->on.n + 1, CatLaneRange);
  r->value = CAT_ARENA(a, n + 1, double);
  if (!r->on.range || !r->value) return CAT_ERR_MEMORY;
  n = 0;
  for (int i = 0; i < from->on.n; i++) {
    const CatLaneRange *on = &from->on.range[i];
    r->on.range[r->on.n++] = *on;
    memcpy(r->value + n, from->value + on->from, (size_t)(on->to - on->from) * sizeof *r->value);
    n += on->to - on->from;
  }
  return CAT_OK;
}

CatStatus cat_lanes_dropper_columns(CatArena *a, CatLanes *s) {
  CatLaneContact *c = &s->contact[0];
  double *column[8] = {c->value};
  for (int i = 0; i < s->base.ndropper; i++) {
    const CatLanePort *p = &s->port[CAT_CONTACTS + i];
    Load load[6];
    for (int k = 0; k < p->n; k++) load[k] = (Load){p->dof[k], 0, p->b[k]};
    respond(s, p->n, load, &c->on, column);
    CAT_TRY(keep_response(a, c, &s->response[i]));
    contact_clear(c);
  }
  return CAT_OK;
}

static CatStatus reserve_contact(CatArena *a, const CatLanes *s, int ranges, CatLaneContact *c) {
  int n = s->nhome + s->border.n;
  c->on.range = CAT_ARENA(a, ranges, CatLaneRange);
  c->value = CAT_ARENA(a, n, double);
  if (!c->on.range || !c->value) return CAT_ERR_MEMORY;
  for (int k = 0; k < CAT_LANE_COLUMNS; k++) {
    c->column[k] = CAT_ARENA(a, n, double);
    if (!c->column[k]) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

CatStatus cat_lanes_reserve_columns(CatArena *a, CatLanes *s) {
  CatLaneScratch *w = &s->scratch;
  size_t most = 0;
  for (int i = 0; i < s->cells.ncell; i++) {
    if (cell_size(s, i) > most) most = cell_size(s, i);
  }
  for (int i = 0; i < CAT_LANE_SOURCES; i++) {
    w->source[i].x = CAT_ARENA(a, most + 1, double);
    if (!w->source[i].x) return CAT_ERR_MEMORY;
  }
  w->other = CAT_ARENA(a, most + 1, double);
  w->border = CAT_ARENA(a, s->border.n * s->kernel->columns + 1, double);
  w->line = CAT_ARENA(a, s->border.n + 1, double);
  if (!w->other || !w->border || !w->line) return CAT_ERR_MEMORY;
  int ranges = (s->nhome + s->border.n) / CAT_B + s->cells.ncell + 2;
  for (int i = 0; i < CAT_CONTACTS; i++) CAT_TRY(reserve_contact(a, s, ranges, &s->contact[i]));
  return CAT_OK;
}
