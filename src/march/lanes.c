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

static void clear_groups(CatLanes *s) {
  for (int i = 0; i < s->ngroup; i++) {
    const CatLaneGroup *g = &s->group[i];
    size_t bytes = (size_t)(CAT_B * g->plan->nnode * g->width) * sizeof(double);
    memcpy(g->p, g->x, bytes);  // predicted where it is: no acceleration
    memset(g->w, 0, bytes), memset(g->k, 0, bytes);
  }
}

static void clear(CatStructure *base, const double *u) {
  CatLanes *s = own(base);
  CatBorder *b = &s->border;
  memset(s->x, 0, (size_t)(s->nx + b->n + 1) * sizeof *s->x);
  for (int i = 0; i < s->t->n; i++) s->x[s->dof[i].at] = s->dof[i].sign * u[i];
  clear_groups(s);
  memcpy(b->p, b->x, (size_t)b->n * sizeof *b->p);
  memset(b->w, 0, (size_t)b->n * sizeof *b->w);
  s->npush = 0;
}

static void push(CatStructure *base, int port, double force) {
  CatLanes *s = own(base);
  const CatLanePort *p = &s->port[port];
  for (int k = 0; k < p->n; k++) {
    s->push_at[s->npush] = p->dof[k].at;
    s->push[s->npush++] = (1 - base->step.theta) * force * p->b[k];
  }
}

// Adds forces to a right-hand side that starts at the given place among the displacements.
static void add_pushes(const CatLanes *s, int first, int n, double *r) {
  for (int i = 0; i < s->npush; i++) {
    int at = s->push_at[i] - first;
    if (at >= 0 && at < n) r[at] += s->push[i];
  }
}

//------------------------------------------------------------------------------- border

// The same for separators as lanes_kernel_body.h does for nodes of cells.
static void border_load(CatLanes *s) {
  CatBorder *b = &s->border;
  const CatLaneStep *c = &s->rates;
  for (int i = 0; i < b->n; i++) {
    double u = b->x[i], a = c->to_a * (u - b->p[i]), v = b->w[i] + c->a_to_v * a;
    b->p[i] = u + c->h * v + c->a_to_p * a;
    b->w[i] = v + c->a_to_w * a;
    b->m[i] = c->m[0] * u + c->m[1] * v + c->m[2] * a;
    b->k[i] = c->k[0] * u + c->k[1] * v + c->k[2] * a;
    b->d[i] = c->d[0] * u + c->d[1] * v + c->d[2] * a;
  }
  cat_band_multiply(&b->M, 1, b->m, 0, b->r);
  if (b->damped) cat_band_multiply(&b->D, 1, b->d, 1, b->r);
  add_pushes(s, s->nx, b->n, b->r);
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

static void group_forward(CatLanes *s, const CatLaneGroup *g) {
  const CatPlan *p = g->plan;
  int node = CAT_B * g->width;
  CatLaneWork work = {s->work.m, g->more ? s->work.d : NULL};
  ghosts_set(g, s->border.m, work.m + node * p->nknot);
  if (work.d) ghosts_set(g, s->border.d, work.d + node * p->nnode);
  s->kernel->load(g, &s->rates, &work);
  add_pushes(s, (int)(g->x - s->x), node * p->nnode, g->x);
  s->kernel->forward(g);
  ghosts_add(g, g->x + node * p->nnode, s->border.r);
}

static void advance(CatStructure *base) {
  CatLanes *s = own(base);
  CatBorder *b = &s->border;
  unsigned before = flush_begin();
  border_load(s);
  for (int i = 0; i < s->ngroup; i++) group_forward(s, &s->group[i]);
  cat_band_solve(&b->S, b->r, 1);
  b->r[b->n] = 0;
  for (int i = 0; i < s->ngroup; i++) {
    const CatLaneGroup *g = &s->group[i];
    ghosts_set(g, b->r, g->x + CAT_B * g->width * g->plan->nnode);
    s->kernel->backward(g);
  }
  for (int i = 0; i < b->n; i++) b->x[i] = b->r[i] + b->k[i];
  s->npush = 0;
  flush_end(before);
}

static void place(CatStructure *s, int port, const CatPort *b) {
  cat_lanes_place(own(s), port, b);
}

static double read_port(const CatStructure *s, int port) {
  const CatLanePort *p = &seen(s)->port[port];
  double sum = 0;
  for (int k = 0; k < p->n; k++) sum += p->b[k] * seen(s)->x[p->dof[k].at];
  return sum;
}

static void read_droppers(const CatStructure *s, double *e) {
  for (int i = 0; i < s->ndropper; i++) e[i] = read_port(s, CAT_CONTACTS + i);
}

static double between(const CatStructure *s, int port, int other) {
  return cat_lanes_between(seen(s), port, other);
}

static void apply(CatStructure *s, int port, double force) {
  cat_lanes_apply(own(s), port, force);
}

// Rates are found at the beginning of the next step, in the same pass as its right-hand side.
static void commit(CatStructure *s) {
  (void)s;
}

static double value(const CatStructure *s, int dof) {
  const CatLaneDof *d = &seen(s)->dof[dof];
  return d->sign * seen(s)->x[d->at];
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
};

//------------------------------------------------------------------------------- set-up

CatLanesOptions cat_lanes_options_default(void) {
  return (CatLanesOptions){.code = CAT_LANES_AUTO, .share = 1e-8};
}

// scheme.h, in terms of predictions: u1 = p + beta h^2 a1, v1 = w + gamma h a1.
static CatLaneStep rates_of(const CatStep *s, const CatDamping *d, double mm, double kk) {
  CatLaneStep r = {.to_a = s->u_to_a,
                   .a_to_v = s->gamma * s->h,
                   .h = s->h,
                   .a_to_p = s->h * s->h * (0.5 - s->beta),
                   .a_to_w = s->h * (1 - s->gamma)};
  for (int i = 0; i < 3; i++) {  // banded.c, for u, v and a alone
    double u = i == 0, v = i == 1, a = i == 2;
    double c = cat_step_c(s, u, v, a), k = d->beta * c - (1 - s->theta) * u;
    r.m[i] = cat_step_m(s, u, v, a) + d->alpha * c - mm / kk * k;
    r.k[i] = k / kk;
    r.d[i] = c - s->damp * r.k[i];
  }
  return r;
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
  s->push_at = CAT_ARENA(a, 6 * ports, int);
  s->push = CAT_ARENA(a, 6 * ports, double);
  return s->port && s->response && s->push_at && s->push ? CAT_OK : CAT_ERR_MEMORY;
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
  s->rates = rates_of(step, d, s->mm, s->kk);
  CAT_TRY(cat_cells_new(a, parts->model, s->t, &s->cells));
  CAT_TRY(cat_lanes_build(a, s, o->share));
  CAT_TRY(reserve(a, s));
  CAT_TRY(cat_lanes_reserve_columns(a, s));
  for (int i = 0; i < parts->ndropper; i++) {
    s->port[CAT_CONTACTS + i] = cat_lanes_port(s, &parts->dropper[i]);
  }
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
