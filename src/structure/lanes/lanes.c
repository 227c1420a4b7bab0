#include "lanes.h"

#include <string.h>

#include "energy.h"
#include "flush.h"
#include "internal.h"

//------------------------------------------------------------------------------- state

static CatLanes *own(CatStructure *s) {
  return (CatLanes *)s;
}

static const CatLanes *seen(const CatStructure *s) {
  return (const CatLanes *)s;
}

// Forces before the first step that are in no list, weighted for the next right-hand side.
static void add_rest(CatLanes *s) {
  double weight[2];
  cat_lanes_held_weights(s, weight);
  for (int i = 0; i < s->nx + s->border.n + 1 + s->nmode; i++) {
    s->rest[i] = weight[0] * s->hold[0][i] + weight[1] * s->hold[1][i];
  }
}

// In static equilibrium under the forces K u, now and in the two steps before.
static void set_static(CatStructure *base, const double *u) {
  CatLanes *s = own(base);
  for (int i = 0; i < 3; i++) cat_lanes_set(s, u, i);
  for (int i = 0; i < 2; i++) cat_band_multiply(&s->t->K, 1, u, 0, s->held[i]);
  cat_port_forces_clear(&s->port_forces);
  cat_lanes_slack_forget(s);
  s->shifted[0].n = s->shifted[1].n = s->shifted[0].ninside = s->shifted[1].ninside = 0;
  s->begun = 0;
  s->dense = true;
  cat_lanes_hold(s);
  s->steps = 0;
  cat_track_clear(s->track, u);
}

//------------------------------------------------------------------------------- border

static void border_begin(CatLanes *s) {
  double *const u[3] = {s->u[0] + s->nx, s->u[1] + s->nx, s->u[2] + s->nx};
  s->kernel->border_begin(&s->border, &s->form.rates, u);
  cat_port_forces_on_border(&s->port_forces, s->nx, s->border.r);
  for (int i = 0; i < s->border.n && cat_lanes_has_rest(s); i++)
    s->border.r[i] += s->rest[s->nx + i];
}

static void border_solve(CatLanes *s) {
  const CatBorder *b = &s->border;
  double *const u[3] = {s->u[0] + s->nx, s->u[1] + s->nx, s->u[2] + s->nx};
  if (b->narrow) {
    s->kernel->border_solve(b);
  } else {
    cat_border_solve(b);
  }
  s->kernel->border_end(b, &s->form.rates, u);
}

//------------------------------------------------------------------------------- step

static double *ghosts_of(const CatLaneGroup *g) {
  return g->x + CAT_B * g->width * g->plan->nknot;
}

static CatLaneWork work_of(const CatLanes *s, const CatLaneGroup *g) {
  CatLaneWork work = s->work;
  for (int i = 0; i < 3; i++) {
    work.u[i] = s->u[i] + g->at;
    work.q[i] = s->kernel->single ? (void *)((float *)s->q[i] + g->mode_at)
                                  : (void *)((double *)s->q[i] + g->mode_at);
    work.project[i] = s->project[i] + g->project_at;
  }
  if (!g->extra) work.d = NULL;
  return work;
}

static void group_sweep(CatLanes *s, int number, bool ties) {
  const CatLaneGroup *g = &s->groups.group[number];
  const int *row = s->readings.start + number;
  const CatPlan *p = g->plan;
  int knots = CAT_B * g->width * p->nknot;
  CatLaneWork work = work_of(s, g);
  work.load = s->port_forces.in_group;
  work.nload = cat_port_forces_in_group(&s->port_forces, g->at, knots);
  if (cat_lanes_has_rest(s)) work.force = s->rest + g->at;
  if (ties) {
    work.nrow = row[1] - row[0], work.row = s->readings.row + row[0];
    work.tie_force = s->slots;
  }
  s->kernel->ghosts_set(g, s->border.m, work.m + knots);
  if (work.d) s->kernel->ghosts_set(g, s->border.d, work.d + knots);
  s->kernel->sweep(g, &s->form.rates, &work);
  s->kernel->ghosts_add(g, ghosts_of(g), s->border.r);
  if (p->apart) s->kernel->knots(g, &s->form.rates, &work);
}

static void group_knots(const CatLanes *s, const CatLaneGroup *g) {
  if (g->plan->apart) return;
  CatLaneWork work = work_of(s, g);
  s->kernel->ghosts_set(g, s->border.x, ghosts_of(g));
  s->kernel->knots(g, &s->form.rates, &work);
}

// The oldest state has become the new one.
static void turn_over(CatLanes *s) {
  double *u = s->u[2], *project = s->project[2];
  void *q = s->q[2];
  for (int i = 2; i > 0; i--) {
    s->u[i] = s->u[i - 1], s->project[i] = s->project[i - 1], s->q[i] = s->q[i - 1];
  }
  s->u[0] = u, s->project[0] = project, s->q[0] = q;
}

// A tie does not move, so its forces in three steps add up to one. Ties outside of rows are listed
// one by one.
static bool load_ties(CatLanes *s) {
  CatLaneStepForces *const *step = s->port_forces.step;
  double *const force[3] = {step[0]->force, step[1]->force, step[2]->force};
  const double weight[3] = {1, s->form.force_weight[0], s->form.force_weight[1]};
  const CatReadings *r = &s->readings;
  if (!cat_port_forces_any_on_ties(&s->port_forces)) return false;
  s->kernel->combine(r->nslot, 3, force, weight, s->slots);
  for (int i = 0; i < r->nloose; i++) {
    double f = s->slots[r->slot[r->loose[i]]];
    if (f != 0) cat_port_forces_add(&s->port_forces, &s->port_forces.tie[r->loose[i]], f);
  }
  return true;
}

static void advance(CatStructure *base) {
  CatLanes *s = own(base);
  unsigned before = cat_flush_begin();
  cat_lanes_slack_apply(s);
  cat_port_forces_list_contacts(&s->port_forces, s->form.force_weight);
  bool ties = load_ties(s);
  if (s->begun < 2) cat_lanes_shifted_forces_list(s);
  if (cat_lanes_has_rest(s)) add_rest(s);
  border_begin(s);
  for (int i = 0; i < s->groups.n; i++) group_sweep(s, i, ties);
  border_solve(s);
  for (int i = 0; i < s->groups.n; i++) group_knots(s, &s->groups.group[i]);
  turn_over(s);
  cat_lanes_load_inside(s);
  if (s->begun < 2) s->begun++;
  cat_flush_end(before);
}

static void move_port(CatStructure *s, int port, const CatPortVector *b) {
  const CatPort copy = cat_port_copy(b);
  cat_lanes_move_port(own(s), port, &copy);
}

static double read_port(const CatStructure *s, int port) {
  return cat_lanes_read(seen(s), port);
}

static void read_ties(const CatStructure *base, double *e) {
  const CatLanes *s = seen(base);
  const CatReadings *r = &s->readings;
  s->kernel->read(r->nrow, r->row, s->u[0], s->slots);
  for (int i = 0; i < base->ntie; i++) e[i] = s->slots[r->slot[i]];
  for (int i = 0; i < r->nloose; i++) {
    e[r->loose[i]] = cat_lanes_read(s, base->nmoving + r->loose[i]);
  }
}

static double port_compliance(const CatStructure *s, int port, int other) {
  return cat_lanes_port_compliance(seen(s), port, other);
}

static void note(CatLanes *s, int port, double force, int when) {
  int tie = port - s->base.nmoving;
  if (tie >= 0) {
    cat_port_forces_on_tie(&s->port_forces, tie, force);
  } else {
    const CatLaneReach *c = &s->contact[port].is;
    const CatLaneTouch at = {&c->port.on, &c->inside, &c->at};
    cat_port_forces_on_contact(&s->port_forces, port, at, force, when);
  }
}

static void load_begin(CatStructure *base, int port, double force) {
  note(own(base), port, (1 - base->step.theta) * force, 0);
}

static void load_end(CatStructure *s, int port, double force) {
  note(own(s), port, force, 1);
  cat_lanes_apply(own(s), port, force);
}

// Forces of slack ties wait until all are known.
static void finish(CatStructure *s) {
  cat_lanes_slack_apply(own(s));
}

static void commit(CatStructure *base) {
  CatLanes *s = own(base);
  finish(base);
  cat_port_forces_commit(&s->port_forces);
  s->steps++;
}

static void values(const CatStructure *s, int n, const int *dof, double *out) {
  if (dof) {
    cat_lanes_values(seen(s), 0, n, dof, out);
  } else {
    cat_lanes_get(seen(s), 0, out);
  }
}

static void state(CatStructure *base, double *u, double *v, double *a) {
  const CatLanes *s = seen(base);
  cat_lanes_get(s, 0, u);
  if (cat_track_lost(s->track, s->steps)) cat_lanes_get(s, 1, v), cat_lanes_get(s, 2, a);
  cat_track_follow(s->track, &base->step, s->steps, (double *[]){u, v, a});
}

static CatPortVector tie_port(const CatStructure *s, int tie) {
  return cat_port_view(&seen(s)->tie[tie]);
}

static CatStatus statics(const CatStructure *s, CatArena *scratch, CatStatics *out) {
  return cat_line_statics(seen(s)->t, scratch, out);
}

static void snapshot(CatStructure *base, CatSnapshot *to) {
  CatLanes *s = own(base);
  size_t mode = s->kernel->single ? sizeof(float) : sizeof(double);
  for (int i = 0; i < 3; i++) {
    CAT_SNAPSHOT_ARRAY(to, s->u[i], s->nx + s->border.n + 1);
    CAT_SNAPSHOT_ARRAY(to, s->project[i], s->nproject);
    cat_snapshot_block(to, s->q[i], (size_t)s->nmode * mode);
  }
  for (int i = 0; i < 2; i++) CAT_SNAPSHOT_ARRAY(to, s->held[i], base->n);
  CAT_SNAPSHOT(to, s->begun);
  CAT_SNAPSHOT(to, s->dense);
  CAT_SNAPSHOT(to, s->steps);
  cat_port_forces_snapshot(&s->port_forces, to);
  cat_lanes_shifted_forces_snapshot(s, to);
  cat_lanes_ports_snapshot(s, to);
  cat_track_snapshot(s->track, to);
  if (to->mode != CAT_SNAPSHOT_RESTORE) return;
  cat_lanes_slack_forget(s);
  if (cat_lanes_has_rest(s)) cat_lanes_hold(s);
}

// The same functions under the name of each choice: in single precision or not, quasi-axial or not.
static const CatStructureOps all_ops[] = {
#define NAMED(title)                                                                               \
  {                                                                                                \
    .name = (title), .set_static = set_static, .load_begin = load_begin, .advance = advance,       \
    .move_port = move_port, .read = read_port, .read_ties = read_ties,                             \
    .port_compliance = port_compliance, .load_end = load_end, .finish = finish, .commit = commit,  \
    .values = values, .state = state, .tie_port = tie_port, .statics = statics,                    \
    .shift = cat_lanes_shift, .energy = cat_lanes_energy, .snapshot = snapshot                     \
  }
    NAMED("lanes"),
    NAMED("lanes-f32"),
    NAMED("lanes-quasi-axial"),
    NAMED("lanes-quasi-axial-f32"),
#undef NAMED
};

//------------------------------------------------------------------------------- set-up

CatLanesOptions cat_lanes_options_default(void) {
  return (CatLanesOptions){
      .code = CAT_PROCESSOR_AUTO, .coefficient_tolerance = 3e-5, .response_tolerance = 1e-8};
}

static const CatLaneKernel *choose(int code, bool single) {
  const CatLaneKernel *all[CAT_PROCESSORS] = {
      NULL, single ? cat_lane_kernel_portable_f32() : cat_lane_kernel_portable(),
      single ? cat_lane_kernel_avx2_f32() : cat_lane_kernel_avx2(),
      single ? cat_lane_kernel_avx512_f32() : cat_lane_kernel_avx512()};
  return all[cat_processor_choose(code, (bool[]){false, all[1], all[2], all[3]})];
}

// Separators get places such that those of the lanes of a group stand side by side.
static CatStatus arrange_border(CatArena *a, CatLanes *s) {
  CAT_TRY(cat_border_arrange(a, &s->border, &s->groups));
  const int *place = s->border.place;
  for (int i = 0; i < s->border.n; i++) s->home_at[s->nhome + i] = s->nx + place[i];
  for (int i = 0; i < s->t->n; i++) {
    if (s->dof[i].cell < 0) s->dof[i].at = s->nx + place[s->dof[i].number];
  }
  return CAT_OK;
}

CatStatus cat_lanes_new(CatArena *a, const CatLineParts *parts, const CatLanesOptions *o,
                        CatLanes **out) {
  CatLanes *s = *out = CAT_ARENA(a, 1, CatLanes);
  if (!s) return CAT_ERR_MEMORY;
  *s = (CatLanes){.base = cat_line_structure(&all_ops[2 * o->quasi + o->single], parts),
                  .t = parts->system,
                  .damping = parts->damping,
                  .tie = parts->tie,
                  .model_tie = parts->tie,
                  .kernel = choose(o->code, o->single),
                  .quasi = o->quasi,
                  .response_tolerance = o->response_tolerance,
                  .form = cat_lane_form(&parts->step, parts->damping)};
  if (!s->kernel) {
    return CAT_FAIL(cat_arena_context(a), CAT_ERR_ARG,
                    "this processor does not have the instructions asked for");
  }
  CAT_TRY(cat_cells_new(a, parts->model, parts->rest, s->t, true, &s->cells));
  CAT_TRY(cat_lanes_build(a, s, parts->model, o->coefficient_tolerance));
  CAT_TRY(arrange_border(a, s));
  CAT_TRY(cat_lanes_frames_new(a, s));
  CAT_TRY(cat_track_new(a, s->t->n, &s->track));
  return cat_lanes_ports_new(a, s, parts);
}

// What is carried from step to step, pads left out.
static int count_unknowns(const CatLanes *s) {
  int n = s->border.n;
  for (int c = 0; c < s->cells.ncell; c++) {
    const CatPlan *p = &s->cells.plan[s->cells.cell[c].plan];
    n += CAT_B * p->nknot;
    for (int b = 0; b < p->nbay; b++) n += s->bays[c].kind[b]->n;
  }
  return n;
}

CatLanesCounts cat_lanes_counts(const CatLanes *s) {
  return (CatLanesCounts){.cells = s->cells.ncell,
                          .plans = s->cells.nplan,
                          .groups = s->groups.n,
                          .lanes = s->groups.nlane,
                          .shared = cat_groups_shared(&s->groups),
                          .separators = s->cells.nseparator,
                          .kinds = s->nkind,
                          .unknowns = count_unknowns(s),
                          .code = s->kernel->name};
}
