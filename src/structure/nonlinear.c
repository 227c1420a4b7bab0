#include "nonlinear.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "linalg/dense.h"
#include "nonlinear_internal.h"

static CatNonlinear *own(CatStructure *s) {
  return (CatNonlinear *)s;
}

static const CatNonlinear *seen(const CatStructure *s) {
  return (const CatNonlinear *)s;
}

//------------------------------------------------------------------------------- residual

// The residual changes only where a trial moved: from the second trial on that is the neighbourhood
// of contacts and slack droppers, of which coordinates in the band's numbering make one extent.
static void mark(CatNonlinear *s, CatExtent moved) {
  CatExtent *all = &s->changed;
  if (moved.to <= moved.from) return;
  bool none = all->to <= all->from;
  if (none || moved.from < all->from) all->from = moved.from;
  if (none || moved.to > all->to) all->to = moved.to;
}

// With all coordinates that share an element with one of it.
static CatExtent widened(const CatNonlinear *s, CatExtent on) {
  int kd = s->band.A.kd, n = s->band.base.n;
  return (CatExtent){on.from > kd ? on.from - kd : 0, on.to < n - kd ? on.to + kd : n};
}

// Rates at the end of the trial; accelerations over theta, so that all forces share one factor.
static void find_rates(CatNonlinear *s) {
  const CatBanded *b = &s->band;
  const CatStep step = b->base.step;
  const double *restrict u0 = b->u, *restrict v0 = b->v, *restrict a0 = b->a;
  const double *restrict u1 = b->next;
  double *restrict rate = s->rate, *restrict accel = s->accel;
  double new = (1 - step.am) / step.theta, old = step.am / step.theta;
  for (int i = s->changed.from, end = s->changed.to; i < end; i++) {
    double du = u1[i] - u0[i], v = v0[i], a = a0[i];
    rate[i] = cat_step_v(&step, du, v, a);
    accel[i] = new *cat_step_a(&step, du, v, a) + old *a;
  }
}

// Dampers of droppers, and the forces that cancel slack ones, along where the droppers are now. The
// elongation there is kept: readings of the next trial start from it.
static void add_ties(CatNonlinear *s, CatExtent on) {
  const CatStep *step = &s->band.base.step;
  for (int i = 0; i < s->band.base.ntie; i++) {
    const CatBarMotion *b = &s->forces.dropper[i];
    int port = s->band.base.nmoving + i;
    double n[3];
    if (!cat_extents_meet(s->forces.dropper_on[i], on)) continue;
    s->now[i] = cat_dropper_stretch(&s->forces, i, s->band.next, n);
    double rate = cat_step_v(step, s->now[i] - s->e[i], s->ev[i], s->ea[i]);
    cat_bar_pull(b, b->beta * b->k * rate - s->load[port] / step->theta, n, s->patch);
  }
}

static void patch_at_end(CatNonlinear *s, CatExtent on) {
  find_rates(s);
  cat_line_forces_within(&s->forces, on, NULL, (const double *[]){s->band.next, s->rate, s->accel},
                         s->patch);
  add_ties(s, on);
}

// Contacts that press are in the extent: their forces moved the line about them.
static void add_contacts(CatNonlinear *s) {
  const CatBanded *b = &s->band;
  for (int i = 0; i < b->base.nmoving; i++) {
    if (s->load[i] != 0) cat_port_vector_apply(&b->port[i], -s->load[i], s->r);
  }
}

static int blocks(const CatNonlinear *s) {
  return (s->band.base.n + CAT_NONLINEAR_BLOCK - 1) / CAT_NONLINEAR_BLOCK;
}

static CatExtent block(const CatNonlinear *s, int i) {
  int from = i * CAT_NONLINEAR_BLOCK, to = from + CAT_NONLINEAR_BLOCK;
  return (CatExtent){from, to < s->band.base.n ? to : s->band.base.n};
}

// Sizes of numbers have the order of their bits, and what is no number comes last.
static double largest(const double *r, CatExtent of) {
  static const uint64_t sign = UINT64_C(1) << 63;
  uint64_t most = 0;
  double size;
  for (int i = of.from; i < of.to; i++) {
    uint64_t bits;
    memcpy(&bits, &r[i], sizeof bits);
    bits &= ~sign;
    most = bits > most ? bits : most;
  }
  memcpy(&size, &most, sizeof size);
  return size;
}

static void find_peaks(CatNonlinear *s, CatExtent on) {
  for (int k = on.from / CAT_NONLINEAR_BLOCK; k * CAT_NONLINEAR_BLOCK < on.to; k++) {
    s->peak[k] = largest(s->r, block(s, k));
  }
}

// The block with the largest residual.
static int highest(const CatNonlinear *s) {
  int best = 0;
  for (int k = 1; k < blocks(s); k++) {
    if (s->peak[k] > s->peak[best] || isnan(s->peak[k])) best = k;
  }
  return best;
}

// r and now of the trial.
static void find_residual(CatNonlinear *s) {
  if (s->changed.to <= s->changed.from) return;
  const CatExtent on = widened(s, s->changed), around = widened(s, on);
  double theta = s->band.base.step.theta, share = s->options.conserving ? 1 : theta;
  memset(s->patch + around.from, 0, (size_t)(around.to - around.from) * sizeof *s->patch);
  if (s->options.conserving) {
    cat_nonlinear_patch_between(s, on);
  } else {
    patch_at_end(s, on);
  }
  const double *restrict patch = s->patch, *restrict before = s->before;
  double *restrict r = s->r, rest = 1 - theta;
  for (int i = on.from; i < on.to; i++) r[i] = share * patch[i] + rest * before[i];
  add_contacts(s);
  find_peaks(s, on);
  s->changed = (CatExtent){0, 0};
}

//------------------------------------------------------------------------------- step

static void load_begin(CatStructure *base, int port, double force) {
  (void)base, (void)port, (void)force;  // G0 holds them
}

static void load_end(CatStructure *base, int port, double force) {
  CatNonlinear *s = own(base);
  const CatResponse *r = &s->band.response[port];
  s->load[port] += force;
  s->band_ops->load_end(base, port, force);
  if (force != 0) mark(s, (CatExtent){r->from, r->to});
}

static void unload(CatNonlinear *s, int port) {
  load_end(&s->band.base, port, -s->load[port]);
  s->load[port] = 0;
}

// Where the residual is more than a thousandth of its largest entry.
static CatExtent where_missed(const CatNonlinear *s) {
  double least = 1e-3 * s->peak[highest(s)];
  int first = 0, last = blocks(s) - 1;
  while (first < last && s->peak[first] < least) first++;
  while (last > first && s->peak[last] < least) last--;
  CatExtent on = {block(s, first).from, block(s, last).to};
  while (on.from < on.to - 1 && fabs(s->r[on.from]) < least) on.from++;
  while (on.to > on.from + 1 && fabs(s->r[on.to - 1]) < least) on.to--;
  return on;
}

// step = A^-1 r: all of it, or near where it matters. What is left out is seen by the next trial.
static CatExtent solve(CatNonlinear *s, bool near) {
  const CatBand *A = s->fresh ? &s->tangent : &s->band.A;
  size_t n = (size_t)s->band.base.n;
  if (near) {
    CatExtent on = where_missed(s);
    memset(s->step, 0, n * sizeof *s->step);
    memcpy(s->step + on.from, s->r + on.from, (size_t)(on.to - on.from) * sizeof *s->r);
    return cat_band_solve_local(A, on, 1e-6, s->step);
  }
  memcpy(s->step, s->r, n * sizeof *s->r);
  cat_band_solve(A, s->step, 1);
  return (CatExtent){0, (int)n};
}

// From the trial at which r was evaluated to where the line would be without the forces on ports.
static void correct(CatNonlinear *s) {
  CatBanded *b = &s->band;
  const CatExtent moved = solve(s, s->trials > 0);
  for (int i = 0; i < b->base.ntie; i++) s->offset[i] = s->now[i];
  for (int i = 0; i < b->base.ntie; i++) {
    s->offset[i] -= cat_port_vector_read(&b->port[b->base.nmoving + i], b->next);
  }
  for (int i = moved.from; i < moved.to; i++) b->next[i] -= s->step[i];
  mark(s, moved);
  for (int p = 0; p < b->base.nmoving + b->base.ntie; p++) {
    if (s->load[p] != 0) unload(s, p);
  }
}

// The first trial is linearised where the accelerations stay what they are.
static void advance(CatStructure *base) {
  CatNonlinear *s = own(base);
  const CatBanded *b = &s->band;
  double h = base->step.h;
  for (int i = 0; i < base->n; i++) b->next[i] = b->u[i] + h * (b->v[i] + h / 2 * b->a[i]);
  for (int p = 0; p < base->nmoving + base->ntie; p++) s->load[p] = 0;
  s->trials = 0, s->fresh = false;
  mark(s, (CatExtent){0, base->n});
  find_residual(s);
  correct(s);
}

static void read_ties(const CatStructure *base, double *e) {
  const CatNonlinear *s = seen(base);
  const CatPortVector *port = s->band.port + base->nmoving;
  for (int i = 0; i < base->ntie; i++) {
    e[i] = s->offset[i] + cat_port_vector_read(&port[i], s->band.next);
  }
}

// A moment counts as a force on a lever of a metre.
static CatImbalance imbalance(CatStructure *base) {
  CatNonlinear *s = own(base);
  find_residual(s);
  int worst = highest(s), at = block(s, worst).from, to = block(s, worst).to;
  double most = s->peak[worst];
  while (at < to - 1 && fabs(s->r[at]) != most) at++;
  return (CatImbalance){most, s->place[at]};
}

static CatStatus retry(CatStructure *base, CatContext *ctx) {
  CatNonlinear *s = own(base);
  s->trials++;
  bool renew = s->options.tangent == CAT_TANGENT_FULL ||
               (s->options.tangent == CAT_TANGENT_STEP && s->trials == 1) ||
               s->trials % CAT_NONLINEAR_PATIENCE == 0;
  if (renew) CAT_TRY(cat_nonlinear_factor(ctx, s));
  correct(s);
  return CAT_OK;
}

static void commit_ties(CatNonlinear *s) {
  const CatStep *step = &s->band.base.step;
  for (int i = 0; i < s->band.base.ntie; i++) {
    double de = s->now[i] - s->e[i], v = s->ev[i], a = s->ea[i];
    s->e[i] = s->now[i];
    s->ev[i] = cat_step_v(step, de, v, a);
    s->ea[i] = cat_step_a(step, de, v, a);
  }
}

// G1 = (R - M (...) - (1 - theta) G0) / theta, R at the end of the last trial.
static void keep_forces(CatNonlinear *s) {
  const CatBanded *b = &s->band;
  double theta = b->base.step.theta;
  if (s->options.conserving) cat_nonlinear_keep_between(s);
  if (theta == 1 || s->options.conserving) return;
  cat_band_multiply(&b->t->M, theta, s->accel, 0, s->step);
  for (int i = 0; i < b->base.n; i++) {
    s->before[i] = (s->r[i] - s->step[i] - (1 - theta) * s->before[i]) / theta;
  }
}

static void commit(CatStructure *base) {
  CatNonlinear *s = own(base);
  keep_forces(s);
  commit_ties(s);
  s->band_ops->commit(base);
}

//------------------------------------------------------------------------------- beside the steps

// Displaced, and held there by forces on ports that balance it.
static void set_static(CatStructure *base, const double *u) {
  CatNonlinear *s = own(base);
  double n[3];
  s->band_ops->set_static(base, u);
  memset(s->before, 0, (size_t)base->n * sizeof *s->before);
  for (int i = 0; i < base->ntie; i++) {
    s->e[i] = s->now[i] = cat_dropper_stretch(&s->forces, i, s->band.next, n);
    s->ev[i] = s->ea[i] = 0;
  }
  if (s->options.conserving) cat_nonlinear_hold_between(s);
}

static void beyond_forces(CatStructure *base, const double *y, double *force, double *stretch) {
  CatNonlinear *s = own(base);
  const CatBanded *b = &s->band;
  size_t bytes = (size_t)(base->n + 1) * sizeof *s->r;
  double n[3];
  memset(s->r, 0, bytes), memset(s->rate, 0, bytes), memset(s->accel, 0, bytes);
  cat_line_forces_add(&s->forces, (const double *[]){b->next, s->rate, s->accel}, s->r);
  for (int i = 0; i < base->ntie; i++) {
    const CatPortVector *port = &b->port[base->nmoving + i];
    stretch[i] =
        cat_dropper_stretch(&s->forces, i, b->next, n) - cat_port_vector_read(port, b->next);
    if (y[i] == 0) continue;
    cat_bar_pull(&s->forces.dropper[i], y[i], n, s->r);
    cat_port_vector_apply(port, -y[i], s->r);
  }
  memcpy(force, s->r, (size_t)base->n * sizeof *force);
  cat_band_multiply(&b->t->K, -1, b->next, 1, force);
}

static CatStatus energy(CatStructure *base, CatArena *a, CatEnergy **out) {
  return cat_nonlinear_energy_new(a, own(base), out);
}

static void snapshot(CatStructure *base, CatSnapshot *to) {
  CatNonlinear *s = own(base);
  s->band_ops->snapshot(base, to);
  CAT_SNAPSHOT_ARRAY(to, s->before, base->n);
  double *ties[] = {s->e, s->ev, s->ea, s->offset};
  for (int k = 0; k < 4; k++) CAT_SNAPSHOT_ARRAY(to, ties[k], base->ntie);
}

const double *cat_nonlinear_trial(const CatNonlinear *s) {
  return s->band.next;
}

CatStructure *cat_nonlinear_structure(CatNonlinear *s) {
  return &s->band.base;
}

//------------------------------------------------------------------------------- set-up

// K(u)
static void find_tangent(CatNonlinear *s) {
  const CatBanded *b = &s->band;
  for (int i = 0; i < s->model->nnode; i++) {
    for (int k = 0; k < 6; k++) {
      int dof = b->t->dof[i][k];
      s->moved.q[i][k] = s->rest->q[i][k] + (dof < 0 ? 0 : b->next[dof]);
    }
  }
  cat_linear_system_tangent(s->model, &s->moved, b->t, NULL, &s->tangent);
}

// mass M + damp C + theta K(u): C is that of the line at rest.
CatStatus cat_nonlinear_factor(CatContext *ctx, CatNonlinear *s) {
  const CatBanded *b = &s->band;
  const CatStep *step = &b->base.step;
  find_tangent(s);
  for (size_t i = 0, n = (size_t)b->base.n * (size_t)(s->tangent.kd + 1); i < n; i++) {
    s->tangent.a[i] *= step->theta;
  }
  cat_banded_add_matrices(b, b->kk - step->theta, &s->tangent);
  s->fresh = true;
  s->factorisations++;
  return cat_band_factor(ctx, &s->tangent);
}

static void solve_tangent(const void *self, double *x) {
  cat_band_solve(self, x, 1);
}

static CatStatus beyond_tangent(CatContext *ctx, CatStructure *base, double *force,
                                CatStatics *out) {
  CatNonlinear *s = own(base);
  find_tangent(s);
  cat_band_multiply(&s->band.t->K, 1, s->band.next, 1, force);
  cat_band_multiply(&s->tangent, -1, s->band.next, 1, force);
  *out = (CatStatics){solve_tangent, &s->tangent};
  return cat_band_factor(ctx, &s->tangent);
}

const CatBeyond cat_nonlinear_beyond = {beyond_forces, beyond_tangent};

static CatStatus reserve_tangent(CatArena *a, const CatLineParts *parts, CatNonlinear *s) {
  CAT_TRY(cat_band_new(a, parts->system->n, parts->system->K.kd, &s->tangent));
  CAT_TRY(cat_configuration_reserve(a, parts->model, &s->moved));
  const CatConfiguration *rest = parts->rest;
  CatConfiguration moved = *rest;  // lengths and settings stay those at rest
  moved.arena = NULL, moved.q = s->moved.q;
  s->moved = moved;
  return CAT_OK;
}

static CatStatus reserve(CatArena *a, const CatLineParts *parts, CatNonlinear *s) {
  size_t n = (size_t)parts->system->n + 1, ties = (size_t)parts->ntie + 1;
  double **vector[] = {&s->r,    &s->patch,  &s->rate, &s->accel,
                       &s->step, &s->before, &s->mean, &s->half};
  double **tie[] = {&s->e, &s->ev, &s->ea, &s->now, &s->offset};
  s->load = CAT_ARENA(a, ties + (size_t)parts->nmoving, double);
  s->place = CAT_ARENA(a, n, double);
  s->peak = CAT_ARENA(a, n / CAT_NONLINEAR_BLOCK + 1, double);
  if (!s->load || !s->place || !s->peak) return CAT_ERR_MEMORY;
  for (int i = 0; i < 8; i++) {
    *vector[i] = CAT_ARENA(a, n, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  for (int i = 0; i < 5; i++) {
    *tie[i] = CAT_ARENA(a, ties, double);
    if (!*tie[i]) return CAT_ERR_MEMORY;
  }
  for (int i = 0; i < parts->model->nnode; i++) {
    for (int k = 0; k < 6; k++) {
      int dof = parts->system->dof[i][k];
      if (dof >= 0) s->place[dof] = parts->model->node[i].s;
    }
  }
  return reserve_tangent(a, parts, s);
}

// The banded line's table with the steps of this one.
static void set_ops(CatNonlinear *s) {
  s->band_ops = s->band.base.ops;
  s->ops = *s->band_ops;
  s->ops.name = "nonlinear";
  s->ops.set_static = set_static;
  s->ops.load_begin = load_begin;
  s->ops.advance = advance;
  s->ops.read_ties = read_ties;
  s->ops.load_end = load_end;
  s->ops.imbalance = imbalance;
  s->ops.retry = retry;
  s->ops.commit = commit;
  s->ops.shift = NULL;
  s->ops.energy = energy;
  s->ops.snapshot = snapshot;
  s->band.base.ops = &s->ops;
}

CatStatus cat_nonlinear_new(CatArena *a, const CatLineParts *parts, const CatNonlinearOptions *o,
                            CatNonlinear **out) {
  CatNonlinear *s = *out = CAT_ARENA(a, 1, CatNonlinear);
  if (!s) return CAT_ERR_MEMORY;
  *s = (CatNonlinear){.options = *o, .model = parts->model, .rest = parts->rest};
  CAT_TRY(cat_banded_init(a, parts, &s->band));
  CAT_TRY(
      cat_line_forces_new(a, parts->model, parts->rest, parts->system, &o->damping, &s->forces));
  s->forces.parts = o->parts;
  CAT_TRY(reserve(a, parts, s));
  set_ops(s);
  if (o->staged) cat_nonlinear_set_stages(s);
  return CAT_OK;
}
