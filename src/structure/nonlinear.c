#include "nonlinear.h"

#include <math.h>
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

// Rates at the end of the trial; accelerations over theta, so that all forces share one factor.
static void find_rates(CatNonlinear *s) {
  const CatBanded *b = &s->band;
  const CatStep *step = &b->base.step;
  double new = (1 - step->am) / step->theta, old = step->am / step->theta;
  for (int i = 0; i < b->base.n; i++) {
    double du = b->next[i] - b->u[i];
    s->rate[i] = cat_step_v(step, du, b->v[i], b->a[i]);
    s->accel[i] = new *cat_step_a(step, du, b->v[i], b->a[i]) + old * b->a[i];
  }
}

// What is to be added to f for a force T that pulls the ends of a dropper together.
static void add_along(const CatBarMotion *b, double T, const double n[3], double *f) {
  for (int k = 0; k < 3; k++) f[b->dof[k]] -= T * n[k], f[b->dof[3 + k]] += T * n[k];
}

// Dampers of droppers, and the forces that cancel slack ones, along where the droppers are now. The
// elongation there is kept: readings of the next trial start from it.
static void add_ties(CatNonlinear *s) {
  const CatStep *step = &s->band.base.step;
  for (int i = 0; i < s->band.base.ntie; i++) {
    const CatBarMotion *b = &s->forces.dropper[i];
    int port = s->band.base.nmoving + i;
    double n[3];
    s->now[i] = cat_dropper_stretch(&s->forces, i, s->band.next, n);
    double rate = cat_step_v(step, s->now[i] - s->e[i], s->ev[i], s->ea[i]);
    add_along(b, b->beta * b->k * rate - s->load[port] / step->theta, n, s->r);
  }
}

void cat_nonlinear_residual(CatNonlinear *s) {
  const CatBanded *b = &s->band;
  if (s->options.conserving) {
    cat_nonlinear_residual_between(s);
    return;
  }
  const CatStep *step = &b->base.step;
  int n = b->base.n;
  memset(s->r, 0, (size_t)(n + 1) * sizeof *s->r);
  find_rates(s);
  cat_line_forces_add(&s->forces, (const double *[]){b->next, s->rate, s->accel}, s->r);
  add_ties(s);
  if (step->theta != 1) {
    for (int i = 0; i < n; i++) s->r[i] = step->theta * s->r[i] + (1 - step->theta) * s->before[i];
  }
  for (int i = 0; i < b->base.nmoving; i++) cat_port_vector_apply(&b->port[i], -s->load[i], s->r);
}

//------------------------------------------------------------------------------- step

static void load_begin(CatStructure *base, int port, double force) {
  (void)base, (void)port, (void)force;  // G0 holds them
}

// From the trial at which r was evaluated to where the line would be without the forces on ports.
static void correct(CatNonlinear *s) {
  CatBanded *b = &s->band;
  memcpy(s->step, s->r, (size_t)b->base.n * sizeof *s->r);
  cat_band_solve(s->fresh ? &s->tangent : &b->A, s->step, 1);
  for (int i = 0; i < b->base.ntie; i++) s->offset[i] = s->now[i];
  for (int i = 0; i < b->base.ntie; i++) {
    s->offset[i] -= cat_port_vector_read(&b->port[b->base.nmoving + i], b->next);
  }
  for (int i = 0; i < b->base.n; i++) b->next[i] -= s->step[i];
  for (int p = 0; p < b->base.nmoving + b->base.ntie; p++) {
    if (s->load[p] != 0) s->band_ops->load_end(&b->base, p, -s->load[p]);
    s->load[p] = 0;
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
  cat_nonlinear_residual(s);
  correct(s);
}

static void read_ties(const CatStructure *base, double *e) {
  const CatNonlinear *s = seen(base);
  const CatPortVector *port = s->band.port + base->nmoving;
  for (int i = 0; i < base->ntie; i++) {
    e[i] = s->offset[i] + cat_port_vector_read(&port[i], s->band.next);
  }
}

static void load_end(CatStructure *base, int port, double force) {
  CatNonlinear *s = own(base);
  s->load[port] += force;
  s->band_ops->load_end(base, port, force);
}

// A moment counts as a force on a lever of a metre.
static CatImbalance imbalance(CatStructure *base) {
  CatNonlinear *s = own(base);
  CatImbalance out = {0};
  int at = 0;
  cat_nonlinear_residual(s);
  for (int i = 0; i < base->n; i++) {
    double r = fabs(s->r[i]);
    if (!(r <= out.force)) out.force = r, at = i;
  }
  out.x = s->place[at];
  return out;
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

void cat_nonlinear_beyond(CatStructure *base, const double *y, double *force, double *stretch) {
  CatNonlinear *s = own(base);
  const CatBanded *b = &s->band;
  size_t bytes = (size_t)(base->n + 1) * sizeof *s->r;
  double n[3];
  memset(s->r, 0, bytes), memset(s->rate, 0, bytes), memset(s->accel, 0, bytes);
  cat_line_forces_add(&s->forces, (const double *[]){b->next, s->rate, s->accel}, s->r);
  for (int i = 0; i < base->ntie; i++) {
    const CatPortVector *port = &b->port[base->nmoving + i];
    stretch[i] = cat_dropper_stretch(&s->forces, i, b->next, n) - cat_port_vector_read(port, b->next);
    if (y[i] == 0) continue;
    add_along(&s->forces.dropper[i], y[i], n, s->r);
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

// mass M + damp C + theta K(u): C is that of the line at rest.
CatStatus cat_nonlinear_factor(CatContext *ctx, CatNonlinear *s) {
  const CatBanded *b = &s->band;
  const CatStep *step = &b->base.step;
  for (int i = 0; i < s->model->nnode; i++) {
    for (int k = 0; k < 6; k++) {
      int dof = b->t->dof[i][k];
      s->moved.q[i][k] = s->rest->q[i][k] + (dof < 0 ? 0 : b->next[dof]);
    }
  }
  cat_linear_system_tangent(s->model, &s->moved, b->t, NULL, &s->tangent);
  for (size_t i = 0, n = (size_t)b->base.n * (size_t)(s->tangent.kd + 1); i < n; i++) {
    s->tangent.a[i] *= step->theta;
  }
  cat_banded_add_matrices(b, b->kk - step->theta, &s->tangent);
  s->fresh = true;
  s->factorisations++;
  return cat_band_factor(ctx, &s->tangent);
}

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
  double **vector[] = {&s->r, &s->rate, &s->accel, &s->step, &s->before, &s->mean, &s->half};
  double **tie[] = {&s->e, &s->ev, &s->ea, &s->now, &s->offset};
  s->load = CAT_ARENA(a, ties + (size_t)parts->nmoving, double);
  s->place = CAT_ARENA(a, n, double);
  if (!s->load || !s->place) return CAT_ERR_MEMORY;
  for (int i = 0; i < 7; i++) {
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
  return CAT_OK;
}
