#include "banded.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "nodal_energy.h"

static const CatBanded *seen(const CatStructure *s) {
  return (const CatBanded *)s;
}

//------------------------------------------------------------------------------- responses

// Mass dominates the matrix: within one step the response to a unit force is local.
static const double SMALL = 1e-14;

// What modes along the track add, from end to end.
static void respond_along(const CatBanded *s, CatResponse *out) {
  int low = out->from > s->A.kd ? out->from - s->A.kd : 0;
  memset(out->x + low, 0, (size_t)(out->from - low) * sizeof *out->x);  // of no meaning
  cat_low_rank_update_solve(&s->along, out->x);
  out->from = 0, out->to = s->t->n;
}

// x must be zero outside of what the response holds.
static void respond(const CatBanded *s, const CatPortVector *b, CatResponse *out) {
  CatExtent on = {s->t->n, 0};
  for (int k = 0; k < b->n; k++) {
    if (b->dof[k] < on.from) on.from = b->dof[k];
    if (b->dof[k] >= on.to) on.to = b->dof[k] + 1;
  }
  int kd = s->A.kd, low = out->from > kd ? out->from - kd : 0;
  memset(out->x + low, 0, (size_t)(out->to - low) * sizeof *out->x);
  out->from = out->to = 0;
  if (on.to == 0) return;
  cat_port_vector_apply(b, 1, out->x);
  CatExtent reach = cat_band_solve_local(&s->A, on, SMALL, out->x);
  out->from = reach.from, out->to = reach.to;
  if (s->t->along.n > 0) respond_along(s, out);
}

// The response to a tie is stored only where it is significant.
static CatStatus keep(CatArena *a, const CatResponse *whole, CatResponse *r) {
  size_t n = (size_t)(whole->to - whole->from);
  double *x = CAT_ARENA(a, n + 1, double);
  if (!x) return CAT_ERR_MEMORY;
  memcpy(x, whole->x + whole->from, n * sizeof *x);
  *r = (CatResponse){whole->from, whole->to, whole->from, x};
  return CAT_OK;
}

static CatStatus tie_responses(CatArena *a, CatBanded *s) {
  CatResponse whole = {.x = s->next};  // zero so far, and again in the end
  int first = s->base.nmoving;
  for (int i = 0; i < s->base.ntie; i++) {
    respond(s, &s->port[first + i], &whole);
    CAT_TRY(keep(a, &whole, &s->response[first + i]));
  }
  respond(s, &(CatPortVector){0}, &whole);
  return CAT_OK;
}

//------------------------------------------------------------------------------- step

static void set_static(CatStructure *base, const double *u) {
  CatBanded *s = (CatBanded *)base;
  size_t bytes = (size_t)s->t->n * sizeof(double);
  memcpy(s->u, u, bytes);
  memcpy(s->next, u, bytes);
  memset(s->v, 0, bytes), memset(s->a, 0, bytes), memset(s->push, 0, bytes);
}

static void load_begin(CatStructure *base, int port, double force) {
  CatBanded *s = (CatBanded *)base;
  cat_port_vector_apply(&s->port[port], (1 - base->step.theta) * force, s->push);
}

// Right-hand side into next: see scheme.h for m and c, banded.h for the product with K.
static void load(CatBanded *s) {
  const CatStep *step = &s->base.step;
  const CatDamping *d = s->damping;
  double share = s->mm / s->kk;
  for (int i = 0; i < s->t->n; i++) {
    double c = cat_step_c(step, s->u[i], s->v[i], s->a[i]);
    double k = d->beta * c - (1 - step->theta) * s->u[i];
    s->m[i] = cat_step_m(step, s->u[i], s->v[i], s->a[i]) + d->alpha * c - share * k;
    s->k[i] = k / s->kk;
  }
  cat_band_multiply(&s->t->M, 1, s->m, 0, s->next);
  cat_low_rank_add(&s->t->along, NULL, 1, s->m, s->next);
}

// The same for an explicit step, whose A is that of masses alone.
static void load_explicit(CatBanded *s) {
  const CatStep *step = &s->base.step;
  const CatDamping *d = s->damping;
  for (int i = 0; i < s->t->n; i++) {
    double c = cat_step_c(step, s->u[i], s->v[i], s->a[i]);
    s->m[i] = cat_step_m(step, s->u[i], s->v[i], s->a[i]) + d->alpha * c;
    s->k[i] = d->beta * c - s->u[i];
  }
  cat_band_multiply(&s->t->M, 1, s->m, 0, s->next);
  cat_band_multiply(&s->t->K, 1, s->k, 1, s->next);
  memset(s->k, 0, (size_t)s->t->n * sizeof *s->k);
}

// Single dampers and extra damping: D (c - damp k).
static void load_dampers(CatBanded *s) {
  const CatStep *step = &s->base.step;
  const CatDamping *d = s->damping;
  for (int j = 0; j < d->ndamper; j++) {
    int i = d->damper_dof[j];
    double c = cat_step_c(step, s->u[i], s->v[i], s->a[i]);
    s->next[i] += d->damper * (c - step->damp * s->k[i]);
  }
  if (!d->extra) return;
  for (int i = 0; i < s->t->n; i++) {
    s->m[i] = cat_step_c(step, s->u[i], s->v[i], s->a[i]) - step->damp * s->k[i];
  }
  cat_band_multiply(d->extra, 1, s->m, 1, s->next);
  cat_low_rank_add(&s->t->along, d->along, 1, s->m, s->next);
}

static void advance(CatStructure *base) {
  CatBanded *s = (CatBanded *)base;
  if (s->kk == 0)
    load_explicit(s);
  else
    load(s);
  load_dampers(s);
  if (base->step.theta != 1) {
    for (int i = 0; i < s->t->n; i++) s->next[i] += s->push[i];
    memset(s->push, 0, (size_t)s->t->n * sizeof *s->push);
  }
  cat_band_solve(&s->A, s->next, 1);
  cat_low_rank_update_solve(&s->along, s->next);
  for (int i = 0; i < s->t->n; i++) s->next[i] += s->k[i];
}

static void move_port(CatStructure *base, int port, const CatPortVector *b) {
  CatBanded *s = (CatBanded *)base;
  s->port[port] = cat_wide_port(&s->moving[port], b);
  respond(s, &s->port[port], &s->response[port]);
}

static double read_port(const CatStructure *s, int port) {
  return cat_port_vector_read(&seen(s)->port[port], seen(s)->next);
}

static void read_ties(const CatStructure *s, double *e) {
  for (int i = 0; i < s->ntie; i++) e[i] = read_port(s, s->nmoving + i);
}

static double port_compliance(const CatStructure *base, int port, int other) {
  const CatPortVector *b = &seen(base)->port[port];
  const CatResponse *r = &seen(base)->response[other];
  double sum = 0;
  for (int k = 0; k < b->n; k++) {
    int i = b->dof[k];
    if (i >= r->from && i < r->to) sum += b->b[k] * r->x[i - r->shift];
  }
  return sum;
}

static void load_end(CatStructure *base, int port, double force) {
  CatBanded *s = (CatBanded *)base;
  const CatResponse *r = &s->response[port];
  const double *x = r->x + (r->from - r->shift);
  double *next = s->next + r->from;
  for (int i = 0; i < r->to - r->from; i++) next[i] += force * x[i];
}

static void commit(CatStructure *base) {
  CatBanded *s = (CatBanded *)base;
  for (int i = 0; i < s->t->n; i++) {
    double du = s->next[i] - s->u[i], v = s->v[i], a = s->a[i];
    s->u[i] = s->next[i];
    s->v[i] = cat_step_v(&base->step, du, v, a);
    s->a[i] = cat_step_a(&base->step, du, v, a);
  }
}

static void values(const CatStructure *s, int n, const int *dof, double *out) {
  cat_values_copy(seen(s)->u, n, dof, out);
}

static void shift(CatStructure *base, const CatShift *shift) {
  CatBanded *s = (CatBanded *)base;
  double *state[] = {s->u, s->v, s->a, s->next};
  for (size_t k = 0; k < sizeof state / sizeof *state; k++) cat_shift_move(shift, state[k]);
}

static void state(CatStructure *s, double *u, double *v, double *a) {
  size_t bytes = (size_t)seen(s)->t->n * sizeof(double);
  memcpy(u, seen(s)->u, bytes), memcpy(v, seen(s)->v, bytes), memcpy(a, seen(s)->a, bytes);
}

static CatPortVector tie_port(const CatStructure *s, int tie) {
  return seen(s)->port[s->nmoving + tie];
}

static CatStatus statics(const CatStructure *s, CatArena *scratch, CatStatics *out) {
  return cat_line_statics(seen(s)->t, scratch, out);
}

static CatStatus energy(CatStructure *base, CatArena *a, CatEnergy **out) {
  const CatBanded *s = seen(base);
  const CatNodalState now = {.u = s->u, .v = s->v, .a = s->a};
  return cat_nodal_energy_new(a, s->t, s->damping, &base->step, &now, out);
}

static void snapshot(CatStructure *base, CatSnapshot *to) {
  CatBanded *s = (CatBanded *)base;
  cat_snapshot_vectors(to, (double *[]){s->u, s->v, s->a, s->next}, 4, base->n);
}

static const CatStructureOps ops = {
    .name = "band",
    .set_static = set_static,
    .load_begin = load_begin,
    .advance = advance,
    .move_port = move_port,
    .read = read_port,
    .read_ties = read_ties,
    .port_compliance = port_compliance,
    .load_end = load_end,
    .commit = commit,
    .values = values,
    .state = state,
    .tie_port = tie_port,
    .statics = statics,
    .shift = shift,
    .energy = energy,
    .snapshot = snapshot,
};

//------------------------------------------------------------------------------- set-up

static CatStatus reserve(CatArena *a, CatBanded *s) {
  int n = s->t->n, ports = s->base.nmoving + s->base.ntie;
  double **vector[] = {&s->u, &s->v, &s->a, &s->next, &s->m, &s->k, &s->push};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(a, n + 1, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  s->port = CAT_ARENA(a, ports + 1, CatPortVector);
  s->moving = CAT_ARENA(a, s->base.nmoving + 1, CatWidePort);
  s->response = CAT_ARENA(a, ports + 1, CatResponse);
  if (!s->port || !s->moving || !s->response) return CAT_ERR_MEMORY;
  for (int i = 0; i < s->base.nmoving; i++) {
    s->response[i].x = CAT_ARENA(a, n, double);
    if (!s->response[i].x) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

void cat_banded_add_matrices(const CatBanded *s, double stiff, CatBand *A) {
  const CatDamping *d = s->damping;
  const CatStep *step = &s->base.step;
  cat_band_axpy(A, s->mm, &s->t->M);
  cat_band_axpy(A, stiff, &s->t->K);
  if (d->extra) cat_band_axpy(A, step->damp, d->extra);
  for (int j = 0; j < d->ndamper; j++) {
    cat_band_add(A, d->damper_dof[j], d->damper_dof[j], step->damp * d->damper);
  }
}

// A += W G W', G = mm + damp D
static CatStatus update_along(CatArena *a, CatBanded *s) {
  const double *extra = s->damping->extra ? s->damping->along : NULL;
  int n = s->t->along.n;
  double *G = CAT_ARENA(a, n + 1, double);
  if (!G) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) G[i] = s->mm + (extra ? s->base.step.damp * extra[i] : 0);
  return cat_low_rank_update_new(a, &s->A, &s->t->along, G, &s->along);
}

static CatStatus factor(CatArena *a, CatBanded *s) {
  const CatStep *step = &s->base.step;
  s->mm = step->mass + step->damp * s->damping->alpha;
  s->kk = step->theta + step->damp * s->damping->beta;
  CAT_TRY(cat_band_new(a, s->t->n, s->t->K.kd, &s->A));
  cat_banded_add_matrices(s, s->kk, &s->A);
  CAT_TRY(cat_band_factor(cat_arena_context(a), &s->A));
  return update_along(a, s);
}

// Power iteration with M^-1 K; Rayleigh's quotient comes from below, and is within a thousandth.
double cat_banded_highest_of(CatBanded *s, const CatBand *K) {
  enum { ITERATIONS = 400 };
  int n = s->t->n;
  double *x = s->m, *y = s->k, *Mx = s->next, highest = 0;
  for (int i = 0; i < n; i++) x[i] = sin(1 + (double)i * i);  // of all frequencies
  for (int k = 0; k < ITERATIONS; k++) {
    cat_band_multiply(K, 1, x, 0, y);
    cat_band_multiply(&s->t->M, 1, x, 0, Mx);
    double size = cat_dot(n, x, Mx);
    highest = size > 0 ? sqrt(fmax(cat_dot(n, x, y), 0) / size) : 0;
    cat_band_solve(&s->A, y, 1);
    double square = cat_dot(n, y, y), scale = square > 0 ? 1 / sqrt(square) : 0;
    for (int i = 0; i < n; i++) x[i] = scale * y[i];
  }
  double *used[] = {x, y, Mx};
  for (int k = 0; k < 3; k++) memset(used[k], 0, (size_t)n * sizeof *x);
  return highest;
}

double cat_banded_highest(CatBanded *s) {
  return cat_banded_highest_of(s, &s->t->K);
}

CatStatus cat_banded_new(CatArena *a, const CatLineParts *parts, CatBanded **out) {
  *out = CAT_ARENA(a, 1, CatBanded);
  return *out ? cat_banded_init(a, parts, *out) : CAT_ERR_MEMORY;
}

CatStatus cat_banded_init(CatArena *a, const CatLineParts *parts, CatBanded *s) {
  *s = (CatBanded){
      .base = cat_line_structure(&ops, parts), .t = parts->system, .damping = parts->damping};
  CAT_TRY(reserve(a, s));
  for (int i = 0; i < parts->ntie; i++) {
    s->port[parts->nmoving + i] = cat_port_view(&parts->tie[i]);
  }
  CAT_TRY(factor(a, s));
  return tie_responses(a, s);
}
