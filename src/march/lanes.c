#include "lanes.h"

#include <string.h>

#include "lanes_flush.h"
#include "lanes_parts.h"

//------------------------------------------------------------------------------- state

static CatLanes *own(CatStructure *s) {
  return (CatLanes *)s;
}

static const CatLanes *seen(const CatStructure *s) {
  return (const CatLanes *)s;
}

// Forces of steps that are not in the lists, before the first one or before a shift, as the next
// right side feels them.
static void add_past(CatLanes *s) {
  double last = s->begun == 0 ? s->form.past[0] : s->form.past[1],
         before = s->begun == 0 ? s->form.past[1] : 0;
  for (int i = 0; i < s->nx + s->border.n; i++) {
    s->rest[i] = last * s->held[0][i] + before * s->held[1][i];
  }
}

// The solution or a displacement at an end of a bay, in its frame: coordinate k.
static double end_value(const CatLanes *s, const CatCell *c, int bay, int k, const double *x) {
  const CatLaneGroup *g = &s->groups.group[c->group];
  const CatPlan *p = g->plan;
  int node = p->bay[bay].right, other = k % 3 == CAT_UP ? k : k % 3 ? k - 1 : k + 1;
  double value[2];
  for (int i = 0; i < 2; i++) {
    int of = i ? other : k, ghost = (CAT_B * (node - p->nnode) + of) * g->width + c->lane;
    value[i] = node < p->nnode ? x[g->at + (CAT_B * node + of) * g->width + c->lane]
                               : g->ghost_sign[ghost] * x[s->nx + g->ghost[ghost]];
  }
  const double *turn = g->turn;
  int at = 4 * bay + 2, lanes = g->shared ? 1 : g->width, lane = g->shared ? 0 : c->lane;
  double cosine = turn[at * lanes + lane], sine = turn[(at + 1) * lanes + lane];
  if (k % 3 == CAT_UP) return value[0];
  return cosine * value[0] + (k % 3 == CAT_ACROSS ? -sine : sine) * value[1];
}

void cat_lanes_fill_pads(const CatLanes *s, double *x) {
  for (int i = 0; i < s->cells.ncell; i++) {
    const CatCell *c = &s->cells.cell[i];
    const CatLaneGroup *g = &s->groups.group[c->group];
    for (int b = 0; b < g->plan->nbay; b++) {
      const CatBay *bay = &g->plan->bay[b];
      int real = cat_cells_bay(&s->cells, c, bay).count;
      for (int k = CAT_B * real; k < CAT_B * bay->count; k++) {
        int at = g->at + (CAT_B * bay->first + k) * g->width + c->lane;
        x[at] = end_value(s, c, b, k % CAT_B, x);
      }
    }
  }
}

// At rest as it is since long ago, held by K u.
static void clear(CatStructure *base, const double *u) {
  CatLanes *s = own(base);
  const double *k = s->form.rates.k;
  size_t bytes = (size_t)(s->nx + s->border.n + 1) * sizeof *s->x;
  memset(s->u[0], 0, bytes), memset(s->held[0], 0, bytes);
  cat_band_multiply(&s->t->K, 1, u, 0, s->force);
  for (int i = 0; i < s->t->n; i++) {
    cat_lane_add(&s->dof[i], u[i], s->u[0]);
    cat_lane_add(&s->dof[i], s->force[i], s->held[0]);
  }
  cat_lanes_fill_pads(s, s->u[0]);
  memcpy(s->u[1], s->u[0], bytes), memcpy(s->u[2], s->u[0], bytes);
  memcpy(s->held[1], s->held[0], bytes);
  for (int i = 0; i < s->nx + s->border.n; i++) s->x[i] = (1 - k[0] - k[1] - k[2]) * s->u[0][i];
  cat_acts_clear(&s->acts);
  s->work.fresh = true;
  s->begun = 0;
  s->version++;
  s->steps = 0;
  cat_track_clear(s->track, u);
}

static void push(CatStructure *base, int port, double force) {
  CatLanes *s = own(base);
  cat_acts_add(&s->acts, port, &s->port[port].on, (1 - base->step.theta) * force, 0);
}

//------------------------------------------------------------------------------- border

static void border_begin(CatLanes *s) {
  double *const u[3] = {s->u[0] + s->nx, s->u[1] + s->nx, s->u[2] + s->nx};
  cat_border_begin(&s->border, &s->form.rates, u);
  cat_acts_on_border(&s->acts, s->nx, s->border.r);
  for (int i = 0; i < s->border.n && s->begun < 2; i++) s->border.r[i] += s->rest[s->nx + i];
}

static void border_solve(const CatLanes *s) {
  const CatBorder *b = &s->border;
  if (b->narrow) {
    s->kernel->multiply(&b->inverse, b->r, b->x);
    return;
  }
  memcpy(b->x, b->r, (size_t)b->n * sizeof *b->x);
  cat_band_solve(&b->S, b->x, 1);
}

//------------------------------------------------------------------------------- step

static double *ghosts_of(const CatLaneGroup *g) {
  return (double *)g->x + CAT_B * g->width * g->plan->nnode;
}

static void group_sweep(CatLanes *s, const CatLaneGroup *g) {
  const CatPlan *p = g->plan;
  int ghosts = CAT_B * g->width * p->nknot;
  CatLaneWork work = s->work;
  for (int i = 0; i < 3; i++) work.u[i] = s->u[i] + g->at;
  if (!g->more) work.d = work.end_d = NULL;
  work.push = s->acts.in_group;
  work.npush = cat_acts_in_group(&s->acts, g->at, CAT_B * p->nnode * g->width);
  if (s->begun < 2) work.force = s->rest + g->at;
  s->kernel->ghosts_set(g, s->border.x, work.ends + ghosts);
  s->kernel->ghosts_set(g, s->border.m, work.end_m + ghosts);
  if (work.d) s->kernel->ghosts_set(g, s->border.d, work.end_d + ghosts);
  s->kernel->sweep(g, &s->form.rates, &work);
  s->kernel->ghosts_add(g, ghosts_of(g), s->border.r);
}

static void advance(CatStructure *base) {
  CatLanes *s = own(base);
  unsigned before = cat_flush_begin();
  cat_acts_list(&s->acts, s->form.past);
  if (s->begun < 2) add_past(s);
  border_begin(s);
  for (int i = 0; i < s->groups.n; i++) group_sweep(s, &s->groups.group[i]);
  border_solve(s);
  for (int i = 0; i < s->groups.n; i++) {
    const CatLaneGroup *g = &s->groups.group[i];
    s->kernel->ghosts_set(g, s->border.x, ghosts_of(g));
    s->kernel->knots(g);
  }
  double *last = s->u[2];
  s->u[2] = s->u[1], s->u[1] = s->u[0], s->u[0] = last;
  if (s->begun < 2) s->begun++;
  s->work.fresh = false;
  s->version++;
  cat_flush_end(before);
}

static void place(CatStructure *s, int port, const CatPort *b) {
  cat_lanes_place(own(s), port, b);
}

static double read_port(const CatStructure *s, int port) {
  return cat_lanes_read(seen(s), port);
}

static void read_droppers(const CatStructure *base, double *e) {
  const CatLanes *s = seen(base);
  const CatReadings *r = &s->readings;
  void *const x[4] = {s->x, s->u[0], s->u[1], s->u[2]};
  s->kernel->read(r, s->form.rates.k, x, e);
  for (int i = 0; i < r->nloose; i++) {
    e[r->loose[i]] = cat_lanes_read(s, CAT_CONTACTS + r->loose[i]);
  }
}

static double between(const CatStructure *s, int port, int other) {
  return cat_lanes_between(seen(s), port, other);
}

static void apply(CatStructure *s, int port, double force) {
  cat_acts_add(&own(s)->acts, port, &own(s)->port[port].on, force, 1);
  cat_lanes_apply(own(s), port, force);
}

// The state moves on at the beginning of the next step, in the same sweep; forces do now.
static void commit(CatStructure *base) {
  CatLanes *s = own(base);
  cat_acts_commit(&s->acts);
  s->steps++;
}

static void state(const CatStructure *base, double *u, double *v, double *a) {
  const CatLanes *s = seen(base);
  CatLaneTrack *t = s->track;
  cat_lanes_values(s, t->next);
  for (int i = 0; i < 2 * t->n && cat_track_lost(t, s->steps); i++) {
    t->last[i % 2][i / 2] = cat_lane_get(&s->dof[i / 2], s->u[i % 2]);
  }
  cat_track_follow(t, &base->step, s->steps);
  cat_track_copy(t, u, v, a);
}

//------------------------------------------------------------------------------- values

static double value(const CatStructure *s, int dof) {
  return cat_lanes_value(seen(s), dof);
}

static const CatStructureOps ops = {
    .name = "lanes",
    .clear = clear,
    .push = push,
    .advance = advance,
    .place = place,
    .read = read_port,
    .read_droppers = read_droppers,
    .between = between,
    .apply = apply,
    .commit = commit,
    .value = value,
    .state = state,
    .shift = cat_lanes_shift,
};

//------------------------------------------------------------------------------- set-up

CatLanesOptions cat_lanes_options_default(void) {
  return (CatLanesOptions){.code = CAT_LANES_AUTO, .share = 3e-6};
}

static const CatLaneKernel *choose(int code) {
  const CatLaneKernel *all[CAT_LANES_CODES] = {NULL, cat_lane_kernel_portable(),
                                               cat_lane_kernel_avx2(), cat_lane_kernel_avx512()};
  return all[cat_lanes_code(code, (bool[]){false, all[1], all[2], all[3]})];
}

static CatStatus reserve(CatArena *a, CatLanes *s) {
  s->port = CAT_ARENA(a, CAT_CONTACTS + s->base.ndropper, CatLanePort);
  s->response = CAT_ARENA(a, s->base.ndropper + 1, CatLaneResponse);
  if (!s->port || !s->response) return CAT_ERR_MEMORY;
  CAT_TRY(cat_track_new(a, s->t->n, &s->track));
  return cat_acts_new(a, s->base.ndropper, &s->acts);
}

CatStatus cat_lanes_new(CatArena *a, const CatStructureParts *parts, const CatLanesOptions *o,
                        CatLanes **out) {
  CatLanes *s = *out = CAT_ARENA(a, 1, CatLanes);
  if (!s) return CAT_ERR_MEMORY;
  *s = (CatLanes){.base = {&ops, parts->step, parts->ndropper},
                  .t = parts->tangent,
                  .damping = parts->damping,
                  .kernel = choose(o->code),
                  .form = cat_lane_form(&parts->step, parts->damping)};
  if (!s->kernel) {
    return CAT_FAIL(cat_arena_context(a), CAT_ERR_ARG, "this processor lacks what was asked for");
  }
  CAT_TRY(cat_cells_new(a, parts->model, s->t, true, &s->cells));
  CAT_TRY(cat_lanes_build(a, s, o->share));
  CAT_TRY(reserve(a, s));
  CAT_TRY(cat_lanes_reserve_columns(a, s));
  for (int i = 0; i < parts->ndropper; i++) {
    s->port[CAT_CONTACTS + i] = cat_lanes_port(s, &parts->dropper[i]);
    s->acts.dropper[i] = s->port[CAT_CONTACTS + i].on;
  }
  int n = parts->ndropper;
  CAT_TRY(cat_readings_new(a, &s->groups, n, s->acts.dropper, false, &s->readings));
  return cat_lanes_dropper_columns(a, s);
}

CatLanesCounts cat_lanes_counts(const CatLanes *s) {
  return (CatLanesCounts){.cells = s->cells.ncell,
                          .plans = s->cells.nplan,
                          .groups = s->groups.n,
                          .lanes = s->groups.nlane,
                          .shared = cat_groups_shared(&s->groups),
                          .separators = s->cells.nseparator,
                          .code = s->kernel->name};
}
