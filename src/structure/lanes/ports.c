// Responses A^-1 b to forces on ports at knots and separators, and readings there. The response to
// a force is significant in its own cell and, through the separators, in a few others, since mass
// dominates the matrix (docs/theory/lanes.md, "Ports").
#include <math.h>
#include <string.h>

#include "internal.h"
#include "representative.h"

enum { ENDS = CAT_BAY_ENDS };

// Entries below this fraction of a response's largest are dropped for compliances; those applied as
// displacements have the tolerance of CatLanesOptions.
static const double SMALL = 1e-13;

//------------------------------------------------------------------------------- cells

static const CatPlan *plan_of(const CatLanes *s, int cell) {
  return &s->cells.plan[s->cells.cell[cell].plan];
}

static CatLaneColumn column_of(const CatLanes *s, int cell, double *x) {
  const CatCell *c = &s->cells.cell[cell];
  const CatLaneGroup *g = &s->groups.group[c->group];
  return (CatLaneColumn){.plan = g->plan,
                         .factor = g->factor + (g->shared ? 0 : c->lane),
                         .stride = g->shared ? 1 : g->width,
                         .x = x};
}

// Number in the border of a ghost's coordinate, counted from the first ghost's; -1: held.
static int ghost_number(const CatLanes *s, int cell, int k) {
  const CatCell *c = &s->cells.cell[cell];
  int dof = s->cells.dof[c->node[plan_of(s, cell)->nnode + k / CAT_B]][k % CAT_B];
  return dof < 0 ? -1 : s->cells.border[dof];
}

static void cell_clear(const CatLanes *s, int cell, double *x) {
  const CatPlan *p = plan_of(s, cell);
  int n = CAT_B * s->kernel->columns * (p->nknot + p->nghost);
  memset(x, 0, (size_t)n * sizeof *x);
}

static double *ghosts_of(const CatLanes *s, int cell, double *x) {
  return x + CAT_B * s->kernel->columns * plan_of(s, cell)->nknot;
}

// What separators get of the forces in a cell goes to the border.
static void ghosts_add(CatLanes *s, int cell, double *x) {
  int lanes = s->kernel->columns;
  const double *ghost = ghosts_of(s, cell, x);
  for (int k = 0; k < CAT_B * plan_of(s, cell)->nghost; k++) {
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
  double *ghost = ghosts_of(s, cell, x);
  for (int k = 0; k < CAT_B * c.plan->nghost; k++) {
    int at = ghost_number(s, cell, k);
    double sign = cat_cell_sign(&s->cells.cell[cell], k % CAT_B);
    for (int l = 0; l < lanes; l++) {
      ghost[k * lanes + l] = at < 0 ? 0 : sign * s->scratch.border[at * lanes + l];
    }
  }
  s->kernel->column_backward(&c);
}

//------------------------------------------------------------------------------- responses

enum { COLUMNS = 4 };  // found at a time, whatever room there is beside them

static void find_peaks(CatLanes *s, int n, const double *x) {
  int lanes = s->kernel->columns;
  for (int i = 0; i < n; i++) {
    for (int l = 0; l < COLUMNS; l++) {
      s->scratch.peak[l] = fmax(s->scratch.peak[l], fabs(x[i * lanes + l]));
    }
  }
}

static bool is_significant(const CatLanes *s, int n, const double *x) {
  int lanes = s->kernel->columns;
  for (int i = 0; i < n; i++) {
    for (int l = 0; l < COLUMNS; l++) {
      if (fabs(x[i * lanes + l]) > SMALL * s->scratch.peak[l]) return true;
    }
  }
  return false;
}

// Where responses go: pieces of homes, and the values of each column, piece by piece.
typedef struct Kept {
  int nrange;
  CatLaneRange *range;
  int n;
  double *value[COLUMNS];
} Kept;

// Keeps the significant ones of n values that belong to the homes from `home` on, six at a time.
static void keep(const CatLanes *s, int n, const double *x, int home, Kept *out) {
  int lanes = s->kernel->columns;
  for (int i = 0; i < n; i += CAT_B) {
    int count = n - i < CAT_B ? n - i : CAT_B, from = home + i, last = out->nrange;
    if (!is_significant(s, count, x + i * lanes)) continue;
    if (last > 0 && out->range[last - 1].to == from) {
      out->range[last - 1].to = from + count;
    } else {
      out->range[out->nrange++] = (CatLaneRange){from, from + count};
    }
    for (int j = 0; j < count; j++, out->n++) {
      for (int l = 0; l < COLUMNS; l++) out->value[l][out->n] = x[(i + j) * lanes + l];
    }
  }
}

// Response to the forces in s->scratch: x at the knots of one cell (-1: none), border at
// separators.
static void respond(CatLanes *s, int cell, Kept *out) {
  CatLaneScratch *w = &s->scratch;
  int lanes = s->kernel->columns, range[2] = {0, s->border.n};
  memset(w->peak, 0, sizeof w->peak);
  out->nrange = out->n = 0;
  if (cell >= 0) {
    CatLaneColumn c = column_of(s, cell, w->x);
    s->kernel->column_forward(&c);
    ghosts_add(s, cell, w->x);
    range[0] = s->reach[cell][0], range[1] = s->reach[cell][1];
  }
  cat_border_solve_some(&s->border, lanes, range, w->border, w->line);
  w->used[0] = range[0], w->used[1] = range[1];
  find_peaks(s, range[1] - range[0], w->border + range[0] * lanes);
  if (cell >= 0) {
    knots_backward(s, cell, w->x);
    find_peaks(s, CAT_B * plan_of(s, cell)->nknot, w->x);
  }
  for (int i = 0; i < s->cells.ncell; i++) {
    const int *at = s->reach[i];
    bool near = at[0] < range[1] && at[1] > range[0];
    if (i != cell && (!near || !is_significant(s, at[1] - at[0], w->border + at[0] * lanes)))
      continue;
    double *x = i == cell ? w->x : w->other;
    if (i != cell) {
      cell_clear(s, i, x);
      knots_backward(s, i, x);
    }
    keep(s, CAT_B * plan_of(s, i)->nknot, x, s->cells.cell[i].home, out);
  }
  keep(s, range[1] - range[0], w->border + range[0] * lanes, s->nhome + range[0], out);
}

static void clear_room(CatLanes *s, int cell) {
  CatLaneScratch *w = &s->scratch;
  int lanes = s->kernel->columns, used = w->used[1] - w->used[0];
  memset(w->border + w->used[0] * lanes, 0, (size_t)(used * lanes) * sizeof *w->border);
  if (cell >= 0) cell_clear(s, cell, w->x);
}

// The cell of a home; -1: it belongs to a separator.
static int cell_of_home(const CatLanes *s, int home) {
  if (home >= s->nhome) return -1;
  int cell = s->cells.ncell - 1;
  while (s->cells.cell[cell].home > home) cell--;
  return cell;
}

static void set_force(CatLanes *s, int cell, int home, int column, double force) {
  int lanes = s->kernel->columns;
  if (home >= s->nhome) {
    s->scratch.border[(home - s->nhome) * lanes + column] += force;
    int at = home - s->nhome;  // to be emptied, even if no cell is near
    if (at < s->scratch.used[0]) s->scratch.used[0] = at;
    if (at >= s->scratch.used[1]) s->scratch.used[1] = at + 1;
  } else {
    s->scratch.x[(home - s->cells.cell[cell].home) * lanes + column] += force;
  }
}

//------------------------------------------------------------------------------- moving ports

static int bay_of(const CatPlan *p, int node) {
  int bay = 0;
  while (node >= p->bay[bay].first + p->bay[bay].count) bay++;
  return bay;
}

static int modes_of(const CatBay *b) {
  int n = 0;
  for (int f = 0; f < CAT_BAY_FAMILIES; f++) n += b->nmode[f];
  return n;
}

// The bay in which a port acts, if any.
static void find_bay(const CatLanes *s, const CatPort *b, CatLaneReach *c) {
  c->cell = c->bay = -1;
  for (int k = 0; k < b->n; k++) {
    const CatLaneDof *d = &s->dof[b->dof[k]];
    if (d->home >= 0) continue;
    c->cell = d->cell;
    c->bay = bay_of(plan_of(s, d->cell), d->number / CAT_B);
  }
}

// Homes of a knot or ghost of a cell; held coordinates have none (-1).
static int end_home(const CatLanes *s, int cell, int node, int part, double *sign) {
  const CatPlan *p = plan_of(s, cell);
  *sign = 1;
  if (node < p->nnode) return s->cells.cell[cell].home + CAT_B * (node - cat_plan_bays(p)) + part;
  int number = ghost_number(s, cell, CAT_B * (node - p->nnode) + part);
  *sign = cat_cell_sign(&s->cells.cell[cell], part);
  return number < 0 ? -1 : s->nhome + number;
}

// The place of a home among those where a port acts.
static int port_slot(const CatLanes *s, CatLanePort *p, int home) {
  for (int i = 0; i < p->on.n; i++) {
    if (p->home[i] == home) return i;
  }
  p->home[p->on.n] = home;
  p->on.at[p->on.n] = s->home_at[home];
  p->on.b[p->on.n] = 0;
  return p->on.n++;
}

// Forces on the ends of the bay.
static void unit_ends(const CatLanes *s, CatLaneReach *c, const CatLaneBay *b, const double *e,
                      double *unit) {
  double end[2][CAT_B], sign;
  cat_bay_ends_out(b->R, e, end[0], end[1]);
  for (int i = 0; i < 2 * CAT_B; i++) {
    int node = i < CAT_B ? b->bay->left : b->bay->right;
    int home = end_home(s, c->cell, node, i % CAT_B, &sign);
    if (home >= 0) unit[port_slot(s, &c->port, home)] += sign * end[i / CAT_B][i % CAT_B];
  }
}

// Forces on modes, in the plan's order, and their projections.
static void unit_modes(const CatLaneBay *b, const double *mode, double *unit) {
  const CatBayKind *k = b->kind;
  double *project = unit + modes_of(b->bay);
  for (int f = 0, at = 0; f < CAT_BAY_FAMILIES; at += k->nmode[f++]) {
    if (k->nmode[f] == 0) continue;
    memcpy(unit + cat_lane_slot(b->bay, k, at), mode + at, (size_t)k->nmode[f] * sizeof *unit);
  }
  for (int j = 0; j < k->n; j++) {
    for (int i = 0; i < ENDS; i++) project[i] += mode[j] * k->join[j * ENDS + i];
  }
}

// Generalised forces on the modes and ends of a bay from a unit force at one of its coordinates.
static void unit_inside(const CatLanes *s, CatLaneReach *c, const CatLaneDof *d, double *unit) {
  const CatLaneBay b = cat_lane_bay(s, c->cell, c->bay);
  int columns = b.kind->n + ENDS, part = d->number % CAT_B;
  int node = d->number / CAT_B - b.bay->first;
  double R[9], *sum = s->room;
  cat_lane_node_frame(s, &b, node, R);
  memset(sum, 0, (size_t)columns * sizeof *sum);
  for (int k = 0; k < 3; k++) {
    double by = R[3 * k + part % 3] * cat_cell_sign(&s->cells.cell[c->cell], part);
    const double *row = b.kind->shape + (size_t)(CAT_B * node + part / 3 * 3 + k) * (size_t)columns;
    for (int j = 0; j < columns && by != 0; j++) sum[j] += by * row[j];
  }
  unit_modes(&b, sum, unit);
  unit_ends(s, c, &b, sum + b.kind->n, unit + modes_of(b.bay) + ENDS);
}

// The bay, and its ends before all other homes: they stay while the port moves on within it.
static void enter_bay(const CatLanes *s, CatLaneReach *c) {
  static const double none[ENDS];
  const CatLaneBay bay = cat_lane_bay(s, c->cell, c->bay);
  double unused[CAT_LANE_SLOTS] = {0};
  c->inside.n = modes_of(bay.bay);
  c->inside.at = bay.at, c->inside.stride = bay.stride, c->inside.project_at = bay.project_at;
  unit_ends(s, c, &bay, none, unused);
}

// Units of coordinates that the last element had, too, to their new places.
static void keep_units(const CatPort *old, const CatPort *b, CatLaneReach *c, bool *kept) {
  int dof[CAT_LANE_UNITS];
  for (int k = 0; k < CAT_LANE_UNITS; k++) dof[k] = k < old->n ? old->dof[k] : -1;
  for (int k = 0; k < b->n; k++) {
    for (int j = 0; j < CAT_LANE_UNITS; j++) {
      if (dof[j] != b->dof[k] || kept[j]) continue;
      double *unit = c->unit[j];
      c->unit[j] = c->unit[k], c->unit[k] = unit;
      dof[j] = dof[k], dof[k] = b->dof[k];
      kept[k] = true;
      break;
    }
  }
}

// What depends on the element alone.
static void reach_element(const CatLanes *s, const CatPort *old, CatLaneReach *c) {
  const CatPort *b = &c->at;
  int cell = c->cell, bay = c->bay;
  bool kept[CAT_LANE_UNITS] = {false};
  find_bay(s, b, c);
  if (c->bay >= 0 && c->cell == cell && c->bay == bay) {
    keep_units(old, b, c, kept);
  } else {
    c->port.on.n = c->inside.n = 0;
    if (c->bay >= 0) enter_bay(s, c);
  }
  for (int k = 0; k < b->n; k++) {
    const CatLaneDof *d = &s->dof[b->dof[k]];
    int ends = c->inside.n + ENDS;
    if (kept[k]) continue;
    memset(c->unit[k], 0, (size_t)(ends + CAT_LANE_SLOTS) * sizeof *c->unit[k]);
    if (d->home >= 0) {
      c->unit[k][ends + port_slot(s, &c->port, d->home)] = d->sign;
    } else {
      unit_inside(s, c, d, c->unit[k]);
    }
  }
}

static void reach(const CatLanes *s, const CatPort *b, CatLaneReach *c) {
  bool same = c->at.n == b->n && memcmp(c->at.dof, b->dof, sizeof(int) * (size_t)b->n) == 0;
  CatPort old = c->at;
  c->at = *b;
  if (!same) reach_element(s, &old, c);
  int n = c->inside.n, ends = c->port.on.n;
  s->kernel->combine(n + ENDS + ends, b->n, c->unit, b->b, c->inside.b);
  memcpy(c->inside.project, c->inside.b + n, ENDS * sizeof *c->inside.project);
  memcpy(c->port.on.b, c->inside.b + n + ENDS, (size_t)ends * sizeof *c->port.on.b);
}

void cat_lanes_touch(CatLanes *s, const CatPort *b, CatLaneSpot *spot, CatLaneInside *out) {
  CatLaneReach *c = &s->spare;
  reach(s, b, c);
  *spot = c->port.on;
  if (!out) return;
  double *room = out->b;
  memcpy(room, c->inside.b, (size_t)c->inside.n * sizeof *room);
  *out = c->inside;
  out->b = room;
}

//------------------------------------------------------------------------------- contacts

static bool same_ends(const CatLaneEndResponse *f, const CatLanePort *p) {
  return f && f->nend == p->on.n && memcmp(f->end, p->home, sizeof(int) * (size_t)f->nend) == 0;
}

// Lists the homes at which forces on a port have a significant response; index: by home, -1 before.
static void list_homes(const CatLanes *s, const CatLanePort *p, int *index,
                       CatLaneEndResponse *out) {
  out->n = 0;
  out->nend = p->on.n;
  memcpy(out->end, p->home, sizeof out->end);
  for (int i = 0; i < p->on.n; i++) {
    const CatLaneResponse *r = &s->of_home[p->home[i]];
    for (int k = 0; k < r->nkept; k++) {
      int home = r->kept_home[k];
      if (index[home] >= 0) continue;
      out->home[out->n] = home;
      out->at[out->n] = r->kept_at[k];
      index[home] = out->n++;
    }
  }
}

static void fill_columns(const CatLanes *s, const int *index, const CatLaneEndResponse *f) {
  memset(f->column, 0, (size_t)(f->n * f->nend) * sizeof *f->column);
  for (int i = 0; i < f->nend; i++) {
    const CatLaneResponse *r = &s->of_home[f->end[i]];
    double *column = f->column + i * f->n;
    for (int k = 0; k < r->nkept; k++) column[index[r->kept_home[k]]] = r->kept[k];
  }
}

// Responses to forces at the ends of a bay that was reached: known since the set-up.
static void find_columns(const CatLanes *s, CatLaneContact *c) {
  const CatLaneReach *is = &c->is;
  const CatLaneEndResponse *known = is->bay < 0 ? NULL : s->end_response[is->cell][is->bay];
  for (int i = 0; c->on && i < c->on->n; i++) c->index[c->on->home[i]] = -1;
  if (same_ends(known, &is->port)) {
    c->on = known;
    for (int i = 0; i < known->n; i++) c->index[known->home[i]] = i;
  } else {
    c->on = &c->own;
    list_homes(s, &is->port, c->index, &c->own);
    fill_columns(s, c->index, &c->own);
  }
  for (int i = 0; i < c->on->nend; i++) c->column[i] = c->on->column + i * c->on->n;
}

void cat_lanes_move_port(CatLanes *s, int port, const CatPort *b) {
  CatLaneContact *c = &s->contact[port];
  reach(s, b, &c->is);
  if (!same_ends(c->on, &c->is.port)) find_columns(s, c);
  s->kernel->combine(c->on->n, c->is.port.on.n, c->column, c->is.port.on.b, c->response);
}

// Which homes a port has met, and in which order, is history: sums are taken in that order.
static void reach_snapshot(CatLaneReach *c, int modes, CatSnapshot *to) {
  int unit = modes + ENDS + CAT_LANE_SLOTS;
  CAT_SNAPSHOT(to, c->at);
  CAT_SNAPSHOT(to, c->cell);
  CAT_SNAPSHOT(to, c->bay);
  CAT_SNAPSHOT(to, c->port);
  cat_lane_inside_snapshot(&c->inside, modes, to);
  for (int k = 0; k < CAT_LANE_UNITS; k++) CAT_SNAPSHOT_ARRAY(to, c->unit[k], unit);
}

void cat_lanes_ports_snapshot(CatLanes *s, CatSnapshot *to) {
  for (int i = 0; i < s->base.nmoving; i++)
    reach_snapshot(&s->contact[i].is, s->port_forces.modes, to);
  reach_snapshot(&s->spare, s->port_forces.modes, to);
}

//------------------------------------------------------------------------------- reading

static double read_spot(const CatLanes *s, const CatLaneSpot *on) {
  double sum = 0;
  for (int k = 0; k < on->n; k++) sum += on->b[k] * s->u[0][on->at[k]];
  return sum;
}

double cat_lanes_read(const CatLanes *s, int port) {
  if (port >= s->base.nmoving) return read_spot(s, &s->port[port - s->base.nmoving].on);
  const CatLaneReach *c = &s->contact[port].is;
  const CatLaneInside *in = &c->inside;
  double sum = read_spot(s, &c->port.on);
  for (int j = 0; j < in->n; j++) {
    sum += in->b[j] * cat_lane_mode(s, s->q[0], in->at + j * in->stride);
  }
  return sum;
}

// Displacement of a port per unit force at a contact, through knots and separators.
static double compliance_at_ends(const CatLanePort *p, const CatLaneContact *c) {
  double sum = 0;
  for (int k = 0; k < p->on.n; k++) {
    int i = c->index[p->home[k]];
    if (i >= 0) sum += p->on.b[k] * c->response[i];
  }
  return sum;
}

static double compliance_of_contacts(const CatLaneContact *c, const CatLaneContact *other) {
  const CatLaneReach *a = &c->is, *b = &other->is;
  double sum = compliance_at_ends(&a->port, other);
  if (a->bay < 0 || a->cell != b->cell || a->bay != b->bay) return sum;
  for (int i = 0; i < a->inside.n; i++) sum += a->inside.b[i] * b->inside.b[i];
  return sum;
}

static double compliance_of_ties(const CatLanePort *p, const CatLaneResponse *r) {
  double sum = 0;
  const double *value = r->value;
  for (int i = 0; i < r->nrange; i++) {
    const CatLaneRange *on = &r->range[i];
    for (int k = 0; k < p->on.n; k++) {
      int home = p->home[k];
      if (home >= on->from && home < on->to) sum += p->on.b[k] * value[home - on->from];
    }
    value += on->to - on->from;
  }
  return sum;
}

// A is symmetric: between a contact and a tie the contact's response is looked up.
double cat_lanes_port_compliance(const CatLanes *s, int port, int other) {
  int i = port - s->base.nmoving, j = other - s->base.nmoving;
  if (i < 0 && j < 0) return compliance_of_contacts(&s->contact[port], &s->contact[other]);
  if (i < 0) return compliance_at_ends(&s->port[j], &s->contact[port]);
  if (j < 0) return compliance_at_ends(&s->port[i], &s->contact[other]);
  return compliance_of_ties(&s->port[i], &s->response[j]);
}

//------------------------------------------------------------------------------- forces

static void add(int n, const int *restrict at, const double *restrict response, double force,
                double *restrict u) {
  for (int k = 0; k < n; k++) u[at[k]] += force * response[k];
}

void cat_lanes_apply(CatLanes *s, int port, double force) {
  int tie = port - s->base.nmoving;
  if (tie >= 0) {
    const CatLaneResponse *r = &s->response[tie];
    add(r->nkept, r->kept_at, r->kept, force, s->u[0]);
    cat_lanes_slack_add(s, tie, force);
  } else {
    const CatLaneContact *c = &s->contact[port];
    add(c->on->n, c->on->at, c->response, force, s->u[0]);
    cat_lanes_load_modes(s, &c->is.inside, force);
  }
}

//------------------------------------------------------------------------------- set-up

// A column of what was found, for good.
static CatStatus keep_response(CatArena *a, const Kept *from, int column, CatLaneResponse *r) {
  r->nrange = from->nrange;
  r->range = CAT_ARENA(a, from->nrange + 1, CatLaneRange);
  r->value = CAT_ARENA(a, from->n + 1, double);
  if (!r->range || !r->value) return CAT_ERR_MEMORY;
  memcpy(r->range, from->range, (size_t)from->nrange * sizeof *r->range);
  memcpy(r->value, from->value[column], (size_t)from->n * sizeof *r->value);
  return CAT_OK;
}

// Lists the entries of a response that are worth applying. Dropping entry i acts like a force
// A_ii x_i, which must be small beside the largest of them. (Entries themselves do not compare: a
// slope ten times as large as a displacement may be negligible beside it.)
static CatStatus list_kept(CatArena *a, const CatLanes *s, CatLaneResponse *r) {
  double peak = 0;
  int n = 0;
  for (int i = 0; i < r->nrange; i++) {
    for (int home = r->range[i].from; home < r->range[i].to; home++, n++) {
      peak = fmax(peak, s->stiff[home] * fabs(r->value[n]));
    }
  }
  r->kept_at = CAT_ARENA(a, n + 1, int);
  r->kept_home = CAT_ARENA(a, n + 1, int);
  r->kept = CAT_ARENA(a, n + 1, double);
  if (!r->kept_at || !r->kept_home || !r->kept) return CAT_ERR_MEMORY;
  const double *value = r->value;
  for (int i = 0; i < r->nrange; i++) {
    for (int home = r->range[i].from; home < r->range[i].to; home++, value++) {
      if (s->stiff[home] * fabs(*value) <= s->response_tolerance * peak) continue;
      r->kept_at[r->nkept] = s->home_at[home];
      r->kept_home[r->nkept] = home;
      r->kept[r->nkept++] = *value;
    }
  }
  return CAT_OK;
}

static CatLanePort port_of(const CatLanes *s, const CatPort *b) {
  CatLanePort p = {.on = {.n = 0}};
  for (int k = 0; k < b->n; k++) {
    const CatLaneDof *d = &s->dof[b->dof[k]];
    p.on.b[port_slot(s, &p, d->home)] += d->sign * b->b[k];
  }
  return p;
}

static int cell_of_port(const CatLanes *s, const CatLanePort *p) {
  int cell = -1;
  for (int k = 0; k < p->on.n; k++) {
    int here = cell_of_home(s, p->home[k]);
    if (here >= 0) cell = here;
  }
  return cell;
}

// The step's matrix at each home.
static CatStatus find_stiff(CatArena *a, CatLanes *s) {
  s->stiff = CAT_ARENA(a, s->nhome + s->border.n + 1, double);
  if (!s->stiff) return CAT_ERR_MEMORY;
  for (int i = 0; i < s->t->n; i++) {
    if (s->dof[i].home < 0) continue;
    s->stiff[s->dof[i].home] =
        s->form.mm * cat_band_get(&s->t->M, i, i) + s->form.kk * cat_band_get(&s->t->K, i, i);
  }
  return CAT_OK;
}

static CatStatus tie_responses(CatArena *a, CatLanes *s, Kept *room) {
  for (int i = 0; i < s->base.ntie; i++) {
    const CatLanePort *p = &s->port[i];
    int cell = cell_of_port(s, p);
    clear_room(s, cell);
    for (int k = 0; k < p->on.n; k++) set_force(s, cell, p->home[k], 0, p->on.b[k]);
    respond(s, cell, room);
    CAT_TRY(keep_response(a, room, 0, &s->response[i]));
    CAT_TRY(list_kept(a, s, &s->response[i]));
  }
  return CAT_OK;
}

// Homes that a contact may touch: those of the contact wires' nodes.
static void mark_touched(const CatLanes *s, bool *touched) {
  const CatLineModel *m = s->cells.m;
  for (int i = 0; i < m->nnode; i++) {
    if (m->wire[m->node[i].wire].role != CAT_CONTACT_WIRE) continue;
    for (int k = 0; k < CAT_B; k++) {
      int dof = s->cells.dof[i][k];
      if (dof >= 0 && s->dof[dof].home >= 0) touched[s->dof[dof].home] = true;
    }
  }
}

// A few homes of the same cell at a time.
static CatStatus home_responses(CatArena *a, CatLanes *s, const bool *touched, Kept *room) {
  int n = s->nhome + s->border.n, home = 0;
  while (home < n) {
    int at[COLUMNS], count = 0, cell = cell_of_home(s, home);
    for (; home < n && count < COLUMNS && cell_of_home(s, home) == cell; home++) {
      if (touched[home]) at[count++] = home;
    }
    if (count == 0) continue;
    clear_room(s, cell);
    for (int k = 0; k < count; k++) set_force(s, cell, at[k], k, 1);
    respond(s, cell, room);
    for (int k = 0; k < count; k++) {
      CAT_TRY(keep_response(a, room, k, &s->of_home[at[k]]));
      CAT_TRY(list_kept(a, s, &s->of_home[at[k]]));
    }
  }
  return CAT_OK;
}

static CatStatus find_responses(CatArena *a, CatLanes *s) {
  CatArena *scratch = cat_arena_new(cat_arena_context(a), 1 << 18);
  if (!scratch) return CAT_ERR_MEMORY;
  int n = s->nhome + s->border.n + 1;
  bool *touched = CAT_ARENA(scratch, n, bool);
  Kept room = {.range = CAT_ARENA(scratch, n / CAT_B + s->cells.ncell + 2, CatLaneRange)};
  bool all = touched && room.range;
  for (int k = 0; k < COLUMNS; k++) all = (room.value[k] = CAT_ARENA(scratch, n, double)) && all;
  CatStatus status = all ? CAT_OK : CAT_ERR_MEMORY;
  if (!status) status = tie_responses(a, s, &room);
  if (!status) mark_touched(s, touched);
  if (!status) status = home_responses(a, s, touched, &room);
  cat_arena_free(scratch);
  return status;
}

static CatStatus reserve(CatArena *a, CatLanes *s, int *modes) {
  CatLaneScratch *w = &s->scratch;
  int most = 1, lanes = s->kernel->columns, n = s->nhome + s->border.n + 1;
  *modes = 1;
  for (int i = 0; i < s->cells.nplan; i++) {
    const CatPlan *p = &s->cells.plan[i];
    int size = CAT_B * (p->nknot + p->nghost) * lanes;
    if (size > most) most = size;
    for (int b = 0; b < p->nbay; b++) {
      if (modes_of(&p->bay[b]) > *modes) *modes = modes_of(&p->bay[b]);
    }
  }
  w->x = CAT_ARENA(a, most, double);
  w->other = CAT_ARENA(a, most, double);
  w->border = CAT_ARENA(a, s->border.n * lanes + 1, double);
  w->line = CAT_ARENA(a, s->border.n + 1, double);
  s->port = CAT_ARENA(a, s->base.ntie + 1, CatLanePort);
  s->response = CAT_ARENA(a, s->base.ntie + 1, CatLaneResponse);
  s->of_home = CAT_ARENA(a, n, CatLaneResponse);
  bool all = w->x && w->other && w->border && w->line && s->port && s->response && s->of_home;
  return all ? CAT_OK : CAT_ERR_MEMORY;
}

static CatStatus reserve_reach(CatArena *a, int modes, CatLaneReach *c) {
  c->inside.b = CAT_ARENA(a, modes + ENDS + CAT_LANE_SLOTS, double);  // and what follows in units
  if (!c->inside.b) return CAT_ERR_MEMORY;
  for (int k = 0; k < CAT_LANE_UNITS; k++) {
    c->unit[k] = CAT_ARENA(a, modes + ENDS + CAT_LANE_SLOTS, double);
    if (!c->unit[k]) return CAT_ERR_MEMORY;
  }
  c->cell = c->bay = -1;
  return CAT_OK;
}

static CatStatus reserve_contact(CatArena *a, const CatLanes *s, int modes, CatLaneContact *c) {
  int n = s->nhome + s->border.n + 1;
  CAT_TRY(reserve_reach(a, modes, &c->is));
  c->own.at = CAT_ARENA(a, n, int);
  c->own.home = CAT_ARENA(a, n, int);
  c->own.column = CAT_ARENA(a, CAT_LANE_SLOTS * n, double);
  c->index = CAT_ARENA(a, n, int);
  c->response = CAT_ARENA(a, n, double);
  bool all = c->own.at && c->own.home && c->own.column && c->index && c->response;
  if (!all) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) c->index[i] = -1;
  return CAT_OK;
}

static bool of_contact_wire(const CatLanes *s, int cell, const CatBay *b) {
  const CatLineModel *m = s->cells.m;
  int node = s->cells.cell[cell].node[b->first];
  return m->wire[m->node[node].wire].role == CAT_CONTACT_WIRE;
}

static CatStatus end_response_new(CatArena *a, CatLanes *s, int cell, int bay,
                                  CatLaneEndResponse **out) {
  CatLaneContact *c = &s->contact[0];  // not in use yet
  CatLaneReach *at = &s->spare;
  CatLaneEndResponse *f = *out = CAT_ARENA(a, 1, CatLaneEndResponse);
  at->cell = cell, at->bay = bay, at->port.on.n = 0;
  enter_bay(s, at);
  list_homes(s, &at->port, c->index, &c->own);
  if (!f) return CAT_ERR_MEMORY;
  *f = c->own;
  f->at = CAT_ARENA(a, f->n + 1, int);
  f->home = CAT_ARENA(a, f->n + 1, int);
  f->column = CAT_ARENA(a, f->n * f->nend + 1, double);
  if (!f->at || !f->home || !f->column) return CAT_ERR_MEMORY;
  memcpy(f->at, c->own.at, (size_t)f->n * sizeof *f->at);
  memcpy(f->home, c->own.home, (size_t)f->n * sizeof *f->home);
  fill_columns(s, c->index, f);
  for (int i = 0; i < f->n; i++) c->index[f->home[i]] = -1;
  return CAT_OK;
}

static CatStatus find_end_responses(CatArena *a, CatLanes *s) {
  s->end_response = cat_arena_alloc(a, (size_t)s->cells.ncell + 1, sizeof *s->end_response);
  if (!s->end_response) return CAT_ERR_MEMORY;
  for (int c = 0; c < s->cells.ncell; c++) {
    const CatPlan *p = plan_of(s, c);
    s->end_response[c] = CAT_ARENA(a, p->nbay + 1, CatLaneEndResponse *);
    if (!s->end_response[c]) return CAT_ERR_MEMORY;
    for (int b = 0; b < p->nbay; b++) {
      if (of_contact_wire(s, c, &p->bay[b]))
        CAT_TRY(end_response_new(a, s, c, b, &s->end_response[c][b]));
    }
  }
  s->spare.cell = s->spare.bay = -1, s->spare.port.on.n = s->spare.inside.n = 0;
  return CAT_OK;
}

static CatStatus find_readings(CatArena *a, CatLanes *s) {
  CatLaneWeights *of = CAT_ARENA(a, s->base.ntie + 1, CatLaneWeights);
  if (!of) return CAT_ERR_MEMORY;
  for (int i = 0; i < s->base.ntie; i++) {
    const CatLaneSpot *on = &s->port_forces.tie[i];
    of[i] = (CatLaneWeights){on->n, on->at, on->b};
  }
  CAT_TRY(cat_readings_new(a, &s->groups, s->base.ntie, of, &s->readings));
  s->slots = CAT_ARENA(a, s->readings.nslot + 1, double);
  if (!s->slots) return CAT_ERR_MEMORY;
  return cat_port_forces_slots(a, s->readings.nslot, s->readings.slot, &s->port_forces);
}

CatStatus cat_lanes_ports_new(CatArena *a, CatLanes *s, const CatLineParts *parts) {
  int modes;
  CAT_TRY(reserve(a, s, &modes));
  CAT_TRY(cat_port_forces_new(a, &s->base, modes, &s->port_forces));
  int contacts = s->base.nmoving > 0 ? s->base.nmoving : 1;  // set-up works with the first
  s->contact = CAT_ARENA(a, contacts, CatLaneContact);
  if (!s->contact) return CAT_ERR_MEMORY;
  for (int i = 0; i < contacts; i++) CAT_TRY(reserve_contact(a, s, modes, &s->contact[i]));
  CAT_TRY(reserve_reach(a, modes, &s->spare));
  CAT_TRY(cat_lanes_shifted_forces_new(a, s, modes));
  CAT_TRY(cat_lanes_shift_new(a, s, modes));
  CAT_TRY(cat_representative_ties(a, s));
  for (int i = 0; i < parts->ntie; i++) {
    s->port[i] = port_of(s, &s->model_tie[i]);
    s->port_forces.tie[i] = s->port[i].on;
  }
  CAT_TRY(find_readings(a, s));
  CAT_TRY(find_stiff(a, s));
  CAT_TRY(find_responses(a, s));
  CAT_TRY(find_end_responses(a, s));
  return cat_lanes_slack_new(a, s);
}
