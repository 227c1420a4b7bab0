#include "lanes.h"

#include <string.h>

#include "lanes_parts.h"

//------------------------------------------------------------------------------- small numbers

// Far from all forces the state decays towards zero until its numbers lose digits (denormals), and
// processors compute with such numbers many times slower. Within advance they count as zero, which
// is exact to 2e-308; the caller's setting is restored.
#if defined(__SSE2__)
enum { FLUSH = 0x8040 };  // flush to zero, denormals are zero: Intel SDM vol. 1, 10.2.3

static unsigned flush_begin(void) {
  unsigned before = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(before | FLUSH);
  return before;
}

static void flush_end(unsigned before) {
  __builtin_ia32_ldmxcsr(before);
}
#else
static unsigned flush_begin(void) {
  return 0;
}

static void flush_end(unsigned before) {
  (void)before;
}
#endif

//------------------------------------------------------------------------------- state

static CatLanes *own(CatStructure *s) {
  return (CatLanes *)s;
}

static const CatLanes *seen(const CatStructure *s) {
  return (const CatLanes *)s;
}

static void acting_clear(CatLaneActing *f) {
  for (int i = 0; i < f->n; i++) f->force[f->dropper[i]] = 0, f->acts[f->dropper[i]] = false;
  f->n = 0;
  memset(f->contact, 0, sizeof f->contact);
}

// Notes a force on a port within this step; when: 0 at its beginning, 1 at its end.
static void acting_add(CatLanes *s, int port, double force, int when) {
  CatLaneActing *f = &s->acting[0];
  if (port < CAT_CONTACTS) {
    f->port[port][when] = s->port[port];
    f->contact[port][when] += force;
    return;
  }
  int i = port - CAT_CONTACTS;
  if (!f->acts[i]) f->dropper[f->n++] = i;
  f->acts[i] = true;
  f->force[i] += force;
}

static void push_port(CatLanes *s, const CatLanePort *p, double force) {
  for (int k = 0; k < p->n; k++) {
    s->push[s->npush++] = (CatLanePush){p->dof[k].at, force * p->b[k]};
  }
}

// Forces of this step and the two before it, as the next right side feels them.
static void list_pushes(CatLanes *s) {
  const double share[3] = {1, s->past[0], s->past[1]};
  s->npush = 0;
  for (int i = 0; i < 3; i++) {
    const CatLaneActing *f = &s->acting[i];
    for (int k = 0; k < f->n; k++) {
      int j = f->dropper[k];
      push_port(s, &s->port[CAT_CONTACTS + j], share[i] * f->force[j]);
    }
    for (int k = 0; k < 2 * CAT_CONTACTS; k++) {
      double force = f->contact[k / 2][k % 2];
      if (force != 0) push_port(s, &f->port[k / 2][k % 2], share[i] * force);
    }
  }
}

// Forces of steps that are not in the lists, before the first one or before a shift, as the next
// right side feels them.
static void add_past(CatLanes *s) {
  double last = s->begun == 0 ? s->past[0] : s->past[1], before = s->begun == 0 ? s->past[1] : 0;
  for (int i = 0; i < s->nx + s->border.n; i++) {
    s->rest[i] = last * s->held[0][i] + before * s->held[1][i];
  }
}

static void track_clear(CatLanes *s, const double *u) {
  size_t bytes = (size_t)s->t->n * sizeof *u;
  memcpy(s->track->u, u, bytes);
  memset(s->track->v, 0, bytes), memset(s->track->a, 0, bytes);
  s->steps = s->track->steps = 0;
}

// A coordinate into a vector that is kept like displacements.
static void add_at(const CatLaneDof *d, double value, double *x) {
  x[d->at] += d->sign * value;
  x[d->other] += d->other_sign * value;
}

// At rest as it is since long ago, held by K u.
static void clear(CatStructure *base, const double *u) {
  CatLanes *s = own(base);
  const double *k = s->rates.k;
  size_t bytes = (size_t)(s->nx + s->border.n + 1) * sizeof *s->x;
  memset(s->u[0], 0, bytes), memset(s->held[0], 0, bytes);
  cat_band_multiply(&s->t->K, 1, u, 0, s->force);
  for (int i = 0; i < s->t->n; i++) {
    add_at(&s->dof[i], u[i], s->u[0]);
    add_at(&s->dof[i], s->force[i], s->held[0]);
  }
  memcpy(s->u[1], s->u[0], bytes), memcpy(s->u[2], s->u[0], bytes);
  memcpy(s->held[1], s->held[0], bytes);
  for (int i = 0; i < s->nx + s->border.n; i++) s->x[i] = (1 - k[0] - k[1] - k[2]) * s->u[0][i];
  for (int i = 0; i < 3; i++) acting_clear(&s->acting[i]);
  s->work.fresh = true;
  s->begun = 0;
  s->version++;
  track_clear(s, u);
}

static void push(CatStructure *base, int port, double force) {
  acting_add(own(base), port, (1 - base->step.theta) * force, 0);
}

//------------------------------------------------------------------------------- border

// The same for separators as lanes_kernel_body.h does for nodes of cells.
static void border_begin(CatLanes *s) {
  CatBorder *b = &s->border;
  const CatLaneStep *c = &s->rates;
  const double *u0 = s->u[0] + s->nx, *u1 = s->u[1] + s->nx;
  double *u2 = s->u[2] + s->nx;
  for (int i = 0; i < b->n; i++) {
    double u = b->x[i] + c->k[0] * u0[i] + c->k[1] * u1[i] + c->k[2] * u2[i];
    b->m[i] = c->m[0] * u + c->m[1] * u0[i] + c->m[2] * u1[i];
    b->d[i] = c->d[0] * u + c->d[1] * u0[i] + c->d[2] * u1[i];
    u2[i] = u;
  }
  cat_band_multiply(&b->M, 1, b->m, 0, b->r);
  if (b->damped) cat_band_multiply(&b->D, 1, b->d, 1, b->r);
  for (int i = 0; i < s->npush; i++) {
    if (s->push[i].at >= s->nx) b->r[s->push[i].at - s->nx] += s->push[i].force;
  }
  for (int i = 0; i < b->n && s->begun < 2; i++) {
    b->r[i] += s->rest[s->nx + i];
  }
}

// Values of separators to the ghosts of a group, and back as a sum.
static void ghosts_set(const CatLaneGroup *g, const double *border, double *out) {
  for (int i = 0; i < CAT_B * g->plan->nghost * g->width; i++) {
    out[i] = g->ghost_sign[i] * border[g->ghost[i]];
  }
}

static void ghosts_add(const CatLaneGroup *g, const double *x, double *border) {
  for (int i = 0; i < CAT_B * g->plan->nghost * g->width; i++) {
    border[g->ghost[i]] += g->ghost_sign[i] * x[i];
  }
}

//------------------------------------------------------------------------------- step

// Forces that act in a group, in the order of places in its own array.
static int pushes_of(CatLanes *s, const CatLaneGroup *g) {
  int n = CAT_B * g->plan->nnode * g->width, count = 0;
  CatLanePush *list = s->group_push;
  for (int i = 0; i < s->npush; i++) {
    int at = s->push[i].at - g->at, k = count;
    if (at < 0 || at >= n) continue;
    for (; k > 0 && list[k - 1].at > at; k--) list[k] = list[k - 1];
    list[k] = (CatLanePush){at, s->push[i].force};
    count++;
  }
  return count;
}

static void group_sweep(CatLanes *s, const CatLaneGroup *g) {
  const CatPlan *p = g->plan;
  int ghosts = CAT_B * g->width * p->nknot;
  CatLaneWork work = s->work;
  for (int i = 0; i < 3; i++) work.u[i] = s->u[i] + g->at;
  if (!g->more) work.d = work.end_d = NULL;
  work.push = s->group_push;
  work.npush = pushes_of(s, g);
  if (s->begun < 2) work.force = s->rest + g->at;
  ghosts_set(g, s->border.x, work.ends + ghosts);
  ghosts_set(g, s->border.m, work.end_m + ghosts);
  if (work.d) ghosts_set(g, s->border.d, work.end_d + ghosts);
  s->kernel->sweep(g, &s->rates, &work);
  ghosts_add(g, g->x + CAT_B * g->width * p->nnode, s->border.r);
}

static void advance(CatStructure *base) {
  CatLanes *s = own(base);
  CatBorder *b = &s->border;
  unsigned before = flush_begin();
  list_pushes(s);
  if (s->begun < 2) add_past(s);
  border_begin(s);
  for (int i = 0; i < s->ngroup; i++) group_sweep(s, &s->group[i]);
  cat_border_solve(b, s->kernel, b->r, b->x);
  for (int i = 0; i < s->ngroup; i++) {
    const CatLaneGroup *g = &s->group[i];
    ghosts_set(g, b->x, g->x + CAT_B * g->width * g->plan->nnode);
    s->kernel->knots(g);
  }
  double *last = s->u[2];
  s->u[2] = s->u[1], s->u[1] = s->u[0], s->u[0] = last;
  if (s->begun < 2) s->begun++;
  s->work.fresh = false;
  s->version++;
  flush_end(before);
}

static void place(CatStructure *s, int port, const CatPort *b) {
  cat_lanes_place(own(s), port, b);
}

static double read_port(const CatStructure *s, int port) {
  return cat_lanes_read(seen(s), port);
}

static void read_droppers(const CatStructure *base, double *e) {
  const CatLanes *s = seen(base);
  double *const x[4] = {s->x, s->u[0], s->u[1], s->u[2]};
  for (int i = 0; i < s->nrow; i++) {
    const CatLaneRow *row = &s->row[i];
    s->kernel->read(row, s->rates.k, x, s->row_sum);
    for (int l = 0; l < row->width; l++) {
      if (row->port[l] >= 0) e[row->port[l]] = s->row_sum[l];
    }
  }
  for (int i = 0; i < s->nloose; i++)
    e[s->loose[i]] = cat_lanes_read(s, CAT_CONTACTS + s->loose[i]);
}

static double between(const CatStructure *s, int port, int other) {
  return cat_lanes_between(seen(s), port, other);
}

static void apply(CatStructure *s, int port, double force) {
  acting_add(own(s), port, force, 1);
  cat_lanes_apply(own(s), port, force);
}

// The state moves on at the beginning of the next step, in the same sweep; forces do now.
static void commit(CatStructure *base) {
  CatLanes *s = own(base);
  CatLaneActing last = s->acting[2];
  s->acting[2] = s->acting[1], s->acting[1] = s->acting[0], s->acting[0] = last;
  acting_clear(&s->acting[0]);
  s->steps++;
}

// Rates are not kept: they follow the scheme from one call to the next if that is one step later,
// and are differences of the last displacements otherwise.
static void state(const CatStructure *base, double *u, double *v, double *a) {
  const CatLanes *s = seen(base);
  CatLaneTrack *t = s->track;
  const CatStep *step = &base->step;
  cat_lanes_values(s, t->next);
  for (int i = 0; i < s->t->n && t->steps != s->steps; i++) {
    double du = t->next[i] - t->u[i], v0 = t->v[i], a0 = t->a[i];
    double u0 = cat_lane_get(&s->dof[i], s->u[0]), u1 = cat_lane_get(&s->dof[i], s->u[1]);
    bool next = s->steps == t->steps + 1;
    t->v[i] =
        next ? cat_step_v(step, du, v0, a0) : (1.5 * t->next[i] - 2 * u0 + 0.5 * u1) / step->h;
    t->a[i] =
        next ? cat_step_a(step, du, v0, a0) : (t->next[i] - 2 * u0 + u1) / (step->h * step->h);
    t->u[i] = t->next[i];
  }
  t->steps = s->steps;
  size_t bytes = (size_t)s->t->n * sizeof *u;
  memcpy(u, t->u, bytes), memcpy(v, t->v, bytes), memcpy(a, t->a, bytes);
}

//------------------------------------------------------------------------------- shift

// A vector in the tangent's numbers, moved along the line in place.
static void move(const CatShift *shift, double *x) {
  for (int i = 0; i < shift->n; i++) {
    x[i] = shift->from[i] >= 0 ? shift->scale[i] * x[shift->from[i]] : 0;
  }
}

// The same for one that is kept like displacements.
static void move_kept(CatLanes *s, const CatShift *shift, double *x) {
  size_t bytes = (size_t)(s->nx + s->border.n + 1) * sizeof *x;
  for (int i = 0; i < s->t->n; i++) s->force[i] = cat_lane_get(&s->dof[i], x);
  move(shift, s->force);
  memset(x, 0, bytes);
  for (int i = 0; i < s->t->n; i++) add_at(&s->dof[i], s->force[i], x);
}

// Forces in the lists of a step to those on all coordinates.
static void spread_acting(CatLanes *s, CatLaneActing *f, double *out) {
  for (int i = 0; i < f->n; i++) {
    const CatLanePort *p = &s->port[CAT_CONTACTS + f->dropper[i]];
    for (int k = 0; k < p->n; k++) out[p->dof[k].at] += f->force[f->dropper[i]] * p->b[k];
  }
  for (int i = 0; i < 2 * CAT_CONTACTS; i++) {
    const CatLanePort *p = &f->port[i / 2][i % 2];
    double force = f->contact[i / 2][i % 2];
    for (int k = 0; k < p->n && force != 0; k++) out[p->dof[k].at] += force * p->b[k];
  }
  acting_clear(f);
}

// Forces of the last two steps, from now on on all coordinates.
static void hold_acting(CatLanes *s) {
  size_t bytes = (size_t)(s->nx + s->border.n + 1) * sizeof *s->x;
  if (s->begun == 1) {
    memcpy(s->held[1], s->held[0], bytes);
    memset(s->held[0], 0, bytes);
  } else if (s->begun == 2) {
    memset(s->held[0], 0, bytes), memset(s->held[1], 0, bytes);
  }
  for (int i = 0; i < 2; i++) spread_acting(s, &s->acting[1 + i], s->held[i]);
  s->begun = 0;
}

// The solution in bays is found first; it and all that was before it are moved.
static void shift(CatStructure *base, const CatShift *shift) {
  CatLanes *s = own(base);
  CatLaneTrack *t = s->track;
  const double *k = s->rates.k;
  hold_acting(s);
  cat_lanes_values(s, t->next);
  memset(s->x, 0, (size_t)(s->nx + s->border.n + 1) * sizeof *s->x);
  for (int i = 0; i < s->t->n; i++) add_at(&s->dof[i], t->next[i], s->x);
  double *kept[] = {s->x, s->u[0], s->u[1], s->u[2], s->held[0], s->held[1]};
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) move_kept(s, shift, kept[i]);
  for (int i = 0; i < s->nx + s->border.n; i++) {
    s->x[i] -= k[0] * s->u[0][i] + k[1] * s->u[1][i] + k[2] * s->u[2][i];
  }
  move(shift, t->u), move(shift, t->v), move(shift, t->a);
  s->work.fresh = true;
  s->version++;
}

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
    .shift = shift,
};

//------------------------------------------------------------------------------- set-up

CatLanesOptions cat_lanes_options_default(void) {
  return (CatLanesOptions){.code = CAT_LANES_AUTO, .share = 1e-6};
}

// The scheme without rates. With the shift E, E u_n = u_n+1, and
//   B = b E^2 + (1/2 - 2b + g) E + 1/2 + b - g,   F = th f1 + (1 - th) f0, the force of a step,
// scheme.h reads h^2 B a = (E - 1)^2 u and h B v = (1 - g + g E) (E - 1) u, so that
//   (M (am + (1 - am) E) (E - 1)^2 + C h (th E + 1 - th) (1 - g + g E) (E - 1)
//     + K h^2 (th E + 1 - th) B) u = h^2 B F.
// Returns the coefficients of E^0 to E^3, divided by b h^2: those of M, C, K.
static void shift_form(const CatStep *s, double M[4], double C[4], double K[4]) {
  double th = s->theta, g = s->gamma, b = s->beta, h = s->h, scale = 1 / (b * h * h);
  const double B[3] = {0.5 + b - g, 0.5 - 2 * b + g, b};
  const double m[2] = {s->am, 1 - s->am}, t[2] = {1 - th, th}, v[2] = {1 - g, g};
  const double square[3] = {1, -2, 1};
  memset(M, 0, 4 * sizeof *M), memset(C, 0, 4 * sizeof *C), memset(K, 0, 4 * sizeof *K);
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 3; j++) {
      M[i + j] += scale * m[i] * square[j];
      K[i + j] += scale * h * h * t[i] * B[j];
    }
    for (int j = 0; j < 2; j++) {
      C[i + j] -= scale * h * t[i] * v[j];
      C[i + j + 1] += scale * h * t[i] * v[j];
    }
  }
}

// With A = mm M + kk K + damp D the products with K go as in banded.h.
static void rates_of(CatLanes *s) {
  const CatStep *step = &s->base.step;
  const CatDamping *d = s->damping;
  double M[4], C[4], K[4], b = step->beta, g = step->gamma;
  shift_form(step, M, C, K);
  for (int i = 0; i < 3; i++) {
    int j = 2 - i;  // u0 is the last one: E^2
    double m = M[j] + d->alpha * C[j], k = K[j] + d->beta * C[j];
    s->rates.k[i] = -k / s->kk;
    s->rates.m[i] = s->mm * k / s->kk - m;
    s->rates.d[i] = step->damp * k / s->kk - C[j];
  }
  s->past[0] = (0.5 - 2 * b + g) / b;
  s->past[1] = (0.5 + b - g) / b;
}

static bool has_avx2(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

static bool has_avx512(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512f");
#else
  return false;
#endif
}

// The code asked for, or the widest; NULL if this processor does not have it.
static const CatLaneKernel *choose(int code) {
  const CatLaneKernel *wide = has_avx512() ? cat_lane_kernel_avx512() : NULL;
  const CatLaneKernel *middle = has_avx2() ? cat_lane_kernel_avx2() : NULL;
  if (code == CAT_LANES_AVX512) return wide;
  if (code == CAT_LANES_AVX2) return middle;
  if (code == CAT_LANES_PORTABLE) return cat_lane_kernel_portable();
  return wide ? wide : middle ? middle : cat_lane_kernel_portable();
}

static CatStatus reserve(CatArena *a, CatLanes *s) {
  int ports = CAT_CONTACTS + s->base.ndropper;
  s->port = CAT_ARENA(a, ports, CatLanePort);
  s->response = CAT_ARENA(a, s->base.ndropper + 1, CatLaneResponse);
  s->push = CAT_ARENA(a, 72 * ports, CatLanePush);
  s->group_push = CAT_ARENA(a, 72 * ports, CatLanePush);
  if (!s->port || !s->response || !s->push || !s->group_push) return CAT_ERR_MEMORY;
  CatLaneTrack *t = s->track = CAT_ARENA(a, 1, CatLaneTrack);
  if (!t) return CAT_ERR_MEMORY;
  double **vector[] = {&t->u, &t->v, &t->a, &t->next};
  for (int i = 0; i < 4; i++) {
    *vector[i] = CAT_ARENA(a, s->t->n, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  for (int i = 0; i < 3; i++) {
    s->acting[i].dropper = CAT_ARENA(a, s->base.ndropper + 1, int);
    s->acting[i].force = CAT_ARENA(a, s->base.ndropper + 1, double);
    s->acting[i].acts = CAT_ARENA(a, s->base.ndropper + 1, bool);
    const CatLaneActing *f = &s->acting[i];
    if (!f->dropper || !f->force || !f->acts) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

CatStatus cat_lanes_new(CatArena *a, const CatStructureParts *parts, const CatLanesOptions *o,
                        CatLanes **out) {
  CatLanes *s = *out = CAT_ARENA(a, 1, CatLanes);
  if (!s) return CAT_ERR_MEMORY;
  const CatStep *step = &parts->step;
  const CatDamping *d = parts->damping;
  *s = (CatLanes){.base = {&ops, parts->step, parts->ndropper},
                  .t = parts->tangent,
                  .damping = d,
                  .kernel = choose(o->code),
                  .mm = step->mass + step->damp * d->alpha,
                  .kk = step->theta + step->damp * d->beta};
  if (!s->kernel) {
    return CAT_FAIL(cat_arena_context(a), CAT_ERR_ARG, "this processor lacks what was asked for");
  }
  rates_of(s);
  CAT_TRY(cat_cells_new(a, parts->model, s->t, &s->cells));
  CAT_TRY(cat_lanes_build(a, s, o->share));
  CAT_TRY(reserve(a, s));
  CAT_TRY(cat_lanes_reserve_columns(a, s));
  for (int i = 0; i < parts->ndropper; i++) {
    s->port[CAT_CONTACTS + i] = cat_lanes_port(s, &parts->dropper[i]);
  }
  CAT_TRY(cat_lanes_dropper_rows(a, s));
  return cat_lanes_dropper_columns(a, s);
}

CatLanesCounts cat_lanes_counts(const CatLanes *s) {
  CatLanesCounts n = {.cells = s->cells.ncell,
                      .plans = s->cells.nplan,
                      .groups = s->ngroup,
                      .lanes = s->nlane,
                      .separators = s->cells.nseparator,
                      .code = s->kernel->name};
  for (int i = 0; i < s->ngroup; i++) n.shared += s->group[i].shared ? s->group[i].width : 0;
  return n;
}
