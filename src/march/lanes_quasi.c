#include "lanes_quasi.h"

#include <string.h>

#include "lanes_code.h"
#include "lanes_flush.h"
#include "lanes_quasi_parts.h"

//------------------------------------------------------------------------------- state

static CatQuasi *own(CatStructure *s) {
  return (CatQuasi *)s;
}

static const CatQuasi *seen(const CatStructure *s) {
  return (const CatQuasi *)s;
}

// Share of the forces that held the line before the first step.
static double rest_share(const CatQuasi *s) {
  return s->begun == 0 ? s->form.past[0] + s->form.past[1] : s->form.past[1];
}

// A coordinate as it has been for ever, and the force that holds it.
static void rest_at(CatQuasi *s, const CatQuasiDof *d, double u, double force) {
  const double *k = s->form.rates.k;
  double x = (1 - k[0] - k[1] - k[2]) * d->sign * u;
  for (int i = 0; i < 3; i++) cat_quasi_set(s, s->u[i], d->at, d->sign * u);
  cat_quasi_set(s, s->x, d->at, x);
  cat_quasi_set(s, s->rest, d->at, d->sign * force);
  if (d->cell >= 0) return;
  for (int i = 0; i < 3; i++) s->border_u[i][d->number] = u;
  s->border.x[d->number] = x;
}

// At rest as it is since long ago, held by K u.
static void clear(CatStructure *base, const double *u) {
  CatQuasi *s = own(base);
  void *const vector[] = {s->x, s->rest, s->u[0], s->u[1], s->u[2]};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    memset(vector[i], 0, cat_quasi_bytes(s, s->nx + s->border.n + 1));
  }
  cat_band_multiply(&s->model.t.K, 1, u, 0, s->force);
  for (int i = 0; i < s->model.t.n; i++) {
    if (s->dof[i].at >= 0) rest_at(s, &s->dof[i], u[i], s->force[i]);
  }
  cat_acts_clear(&s->acts);
  memset(s->delta, 0, (size_t)(s->border.n + 1) * sizeof *s->delta);
  s->moved = false;
  s->work.fresh = true;
  s->begun = 0;
  s->steps = 0;
  cat_track_clear(s->track, u);
}

static void push(CatStructure *base, int port, double force) {
  CatQuasi *s = own(base);
  cat_acts_add(&s->acts, port, &s->port[port].on, (1 - base->step.theta) * force, 0);
}

//------------------------------------------------------------------------------- border

// A vector of the border is copied to where readings look for it.
static void border_copy(const CatQuasi *s, const double *from, void *to) {
  for (int i = 0; i < s->border.n; i++) cat_quasi_set(s, to, s->nx + i, from[i]);
}

static void border_begin(CatQuasi *s) {
  CatBorder *b = &s->border;
  cat_border_begin(b, &s->form.rates, s->border_u);
  border_copy(s, s->border_u[2], s->u[2]);
  cat_acts_on_border(&s->acts, s->nx, b->r);
  for (int i = 0; i < b->n && s->begun < 2; i++) {
    b->r[i] += rest_share(s) * cat_quasi_get(s, s->rest, s->nx + i);
  }
}

static void border_solve(const CatQuasi *s) {
  const CatBorder *b = &s->border;
  if (b->narrow) {
    s->kernel->multiply(&b->inverse, b->r, b->x);
  } else {
    memcpy(b->x, b->r, (size_t)b->n * sizeof *b->x);
    cat_band_solve(&b->S, b->x, 1);
  }
  border_copy(s, b->x, s->x);
}

//------------------------------------------------------------------------------- step

static void *ghosts_of(const CatQuasi *s, const CatLaneGroup *g) {
  return cat_quasi_at(s, g->x, cat_quasi_place(g->plan, g->plan->nnode) * g->width);
}

static void group_sweep(CatQuasi *s, const CatLaneGroup *g) {
  int ghosts = CAT_QK * g->width * g->plan->nknot;
  CatQuasiWork work = s->work;
  for (int i = 0; i < 3; i++) work.u[i] = cat_quasi_at(s, s->u[i], g->at);
  work.push = s->acts.in_group;
  work.npush = cat_acts_in_group(&s->acts, g->at, cat_quasi_size(g->plan) * g->width);
  if (s->begun < 2) work.force = cat_quasi_at(s, s->rest, g->at), work.share = rest_share(s);
  s->kernel->ghosts_set(g, s->border.x, cat_quasi_at(s, work.ends, ghosts));
  s->kernel->ghosts_set(g, s->border.m, cat_quasi_at(s, work.end_m, ghosts));
  s->kernel->sweep(g, &s->form.rates, &work);
  s->kernel->ghosts_add(g, ghosts_of(s, g), s->border.r);
}

static void turn_over(CatQuasi *s) {
  void *last = s->u[2];
  double *border = s->border_u[2];
  s->u[2] = s->u[1], s->u[1] = s->u[0], s->u[0] = last;
  s->border_u[2] = s->border_u[1], s->border_u[1] = s->border_u[0], s->border_u[0] = border;
}

static void advance(CatStructure *base) {
  CatQuasi *s = own(base);
  unsigned before = cat_flush_begin();
  cat_acts_list(&s->acts, s->form.past);
  border_begin(s);
  for (int i = 0; i < s->groups.n; i++) group_sweep(s, &s->groups.group[i]);
  border_solve(s);
  for (int i = 0; i < s->groups.n; i++) {
    const CatLaneGroup *g = &s->groups.group[i];
    s->kernel->ghosts_set(g, s->border.x, ghosts_of(s, g));
    s->kernel->knots(g);
  }
  turn_over(s);
  if (s->begun < 2) s->begun++;
  s->work.fresh = false;
  cat_flush_end(before);
}

static void place(CatStructure *s, int port, const CatPort *b) {
  cat_quasi_place_port(own(s), port, b);
}

static double read_port(const CatStructure *s, int port) {
  return cat_quasi_read(seen(s), port);
}

static void read_droppers(const CatStructure *base, double *e) {
  const CatQuasi *s = seen(base);
  const CatReadings *r = &s->readings;
  void *const x[4] = {s->x, s->u[0], s->u[1], s->u[2]};
  s->kernel->read(r, s->form.rates.k, x, e);
  for (int i = 0; i < (s->moved ? base->ndropper : r->nloose); i++) {
    int dropper = s->moved ? i : r->loose[i];
    e[dropper] = cat_quasi_read(s, CAT_CONTACTS + dropper);
  }
}

static double between(const CatStructure *s, int port, int other) {
  return cat_quasi_between(seen(s), port, other);
}

static void apply(CatStructure *s, int port, double force) {
  cat_acts_add(&own(s)->acts, port, &own(s)->port[port].on, force, 1);
  cat_quasi_apply(own(s), port, force);
}

static bool is_felt(const CatQuasi *s, const CatLaneGroup *g) {
  for (int i = 0; i < g->nghost * g->width; i++) {
    if (s->delta[g->ghost[i]] != 0) return true;
  }
  return false;
}

// What ports did to the separators is felt at the knots of the cells beside them.
static void spread(CatQuasi *s) {
  unsigned before = cat_flush_begin();
  for (int i = 0; i < s->border.n; i++) s->border.x[i] += s->delta[i];
  border_copy(s, s->border.x, s->x);
  for (int i = 0; i < s->groups.n; i++) {
    const CatLaneGroup *g = &s->groups.group[i];
    if (!is_felt(s, g)) continue;
    s->kernel->ghosts_set(g, s->delta,
                          cat_quasi_at(s, s->follow, CAT_QK * g->plan->nknot * g->width));
    s->kernel->follow(g, s->follow);
  }
  memset(s->delta, 0, (size_t)(s->border.n + 1) * sizeof *s->delta);
  s->moved = false;
  cat_flush_end(before);
}

// The state moves on at the beginning of the next step, in the same sweep; forces do now.
static void commit(CatStructure *base) {
  CatQuasi *s = own(base);
  if (s->moved) spread(s);
  cat_acts_commit(&s->acts);
  s->steps++;
}

static void state(const CatStructure *base, double *u, double *v, double *a) {
  const CatQuasi *s = seen(base);
  CatLaneTrack *t = s->track;
  cat_quasi_values(s, t->next);
  for (int i = 0; i < 2 * t->n && cat_track_lost(t, s->steps); i++) {
    const CatQuasiDof *d = &s->dof[i / 2];
    t->last[i % 2][i / 2] =
        d->at < 0 ? t->next[i / 2] : d->sign * cat_quasi_get(s, s->u[i % 2], d->at);
  }
  cat_track_follow(t, &base->step, s->steps);
  cat_track_copy(t, u, v, a);
}

static double value(const CatStructure *s, int dof) {
  return cat_quasi_value(seen(s), dof);
}

#define OPS(text)                                                                                  \
  {                                                                                                \
    .name = (text), .clear = clear, .push = push, .advance = advance, .place = place,              \
    .read = read_port, .read_droppers = read_droppers, .between = between, .apply = apply,         \
    .commit = commit, .value = value, .state = state                                               \
  }

static const CatStructureOps ops[2] = {OPS("lanes-quasi-axial"), OPS("lanes-quasi-axial-f32")};

//------------------------------------------------------------------------------- set-up

CatLanesQuasiOptions cat_lanes_quasi_options_default(void) {
  return (CatLanesQuasiOptions){.code = CAT_LANES_AUTO, .share = 1e-6, .inertia = true};
}

static const CatQuasiKernel *choose(const CatLanesQuasiOptions *o) {
  const CatQuasiKernel *all[2][CAT_LANES_CODES] = {
      {NULL, cat_quasi_kernel_portable(), cat_quasi_kernel_avx2(), cat_quasi_kernel_avx512()},
      {NULL, cat_quasi_kernel_f32_portable(), cat_quasi_kernel_f32_avx2(),
       cat_quasi_kernel_f32_avx512()}};
  const CatQuasiKernel *const *of = all[o->single];
  return of[cat_lanes_code(o->code, (bool[]){false, of[1], of[2], of[3]})];
}

static CatStatus reserve(CatArena *a, CatQuasi *s) {
  s->force = CAT_ARENA(a, s->model.t.n, double);
  if (!s->force) return CAT_ERR_MEMORY;
  CAT_TRY(cat_track_new(a, s->model.t.n, &s->track));
  return cat_acts_new(a, s->base.ndropper, &s->acts);
}

static const char *unfit(const CatStructureParts *parts) {
  const CatModel *m = parts->model;
  const CatDamping *d = parts->damping;
  if (d->more) return "materials are damped differently";
  for (int i = 0; i < d->ndamper; i++) {
    bool found = false;
    for (int k = 0; k < m->nsupport; k++) {
      const int *dof = parts->tangent->dof[m->support[k].node];
      found = found || dof[CAT_UP] == d->damper_dof[i];
    }
    if (!found) return "dampers stand away from supports";
  }
  return NULL;
}

bool cat_lanes_quasi_fits(const CatStructureParts *parts, const char **why) {
  *why = unfit(parts);
  return !*why;
}

CatStatus cat_lanes_quasi_new(CatArena *a, const CatStructureParts *parts,
                              const CatLanesQuasiOptions *o, CatStructure **out) {
  const char *why;
  CatQuasi *s = CAT_ARENA(a, 1, CatQuasi);
  if (!s) return CAT_ERR_MEMORY;
  *s = (CatQuasi){.base = {&ops[o->single], parts->step, parts->ndropper},
                  .m = parts->model,
                  .damping = parts->damping,
                  .kernel = choose(o),
                  .form = cat_lane_form(&parts->step, parts->damping)};
  for (int i = 0; i < 3; i++) s->form.rates.m[i] /= s->form.mm;
  *out = &s->base;
  if (!cat_lanes_quasi_fits(parts, &why)) {
    return CAT_FAIL(cat_arena_context(a), CAT_ERR_ARG, "lanes-quasi-axial cannot: %s", why);
  }
  if (!s->kernel) {
    return CAT_FAIL(cat_arena_context(a), CAT_ERR_ARG, "this processor lacks what was asked for");
  }
  CAT_TRY(cat_cells_new(a, parts->model, parts->tangent, false, &s->cells));
  CAT_TRY(cat_quasi_model_new(a, parts, &s->cells, o->inertia, &s->model));
  CAT_TRY(cat_quasi_build(a, s, o->share));
  CAT_TRY(reserve(a, s));
  return cat_quasi_ports_new(a, s, parts->dropper);
}

CatLanesQuasiCounts cat_lanes_quasi_counts(const CatStructure *base) {
  const CatQuasi *s = seen(base);
  return (CatLanesQuasiCounts){.cells = s->cells.ncell,
                               .plans = s->cells.nplan,
                               .groups = s->groups.n,
                               .lanes = s->groups.nlane,
                               .shared = cat_groups_shared(&s->groups),
                               .border = s->border.n,
                               .code = s->kernel->name};
}
