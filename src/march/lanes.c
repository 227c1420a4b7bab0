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

// Predicted where it is: no acceleration.
static void clear_groups(CatLanes *s) {
  for (int i = 0; i < s->ngroup; i++) {
    const CatLaneGroup *g = &s->group[i];
    size_t bytes = (size_t)(CAT_B * g->plan->nnode * g->width) * sizeof(double);
    memcpy(g->p, g->x, bytes);
    memset(g->w, 0, bytes);
  }
}

static void clear(CatStructure *base, const double *u) {
  CatLanes *s = own(base);
  CatBorder *b = &s->border;
  size_t bytes = (size_t)(s->nx + b->n + 1) * sizeof *s->x;
  memset(s->x, 0, bytes), memset(s->k, 0, bytes);
  for (int i = 0; i < s->t->n; i++) s->x[s->dof[i].at] = s->dof[i].sign * u[i];
  clear_groups(s);
  memcpy(b->p, b->x, (size_t)b->n * sizeof *b->p);
  memset(b->w, 0, (size_t)b->n * sizeof *b->w);
  s->npush = 0;
  s->work.fresh = true;
  s->version++;
}

static void push(CatStructure *base, int port, double force) {
  CatLanes *s = own(base);
  const CatLanePort *p = &s->port[port];
  for (int k = 0; k < p->n; k++) {
    s->push[s->npush++] = (CatLanePush){p->dof[k].at, (1 - base->step.theta) * force * p->b[k]};
  }
}

//------------------------------------------------------------------------------- border

// The same for separators as lanes_kernel_body.h does for nodes of cells.
static void border_begin(CatLanes *s) {
  CatBorder *b = &s->border;
  const CatLaneStep *c = &s->rates;
  for (int i = 0; i < b->n; i++) {
    double u = b->x[i] + b->k[i], e = u - b->p[i], v = b->w[i];
    b->p[i] = u + c->h * v + c->e_to_p * e;
    b->w[i] = v + c->e_to_w * e;
    b->m[i] = c->m[0] * u + c->m[1] * v + c->m[2] * e;
    b->k[i] = c->k[0] * u + c->k[1] * v + c->k[2] * e;
    b->d[i] = c->d[0] * u + c->d[1] * v + c->d[2] * e;
  }
  cat_band_multiply(&b->M, 1, b->m, 0, b->r);
  if (b->damped) cat_band_multiply(&b->D, 1, b->d, 1, b->r);
  for (int i = 0; i < s->npush; i++) {
    if (s->push[i].at >= s->nx) b->r[s->push[i].at - s->nx] += s->push[i].force;
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

// Forces that act in a group, by place in its own array.
static int pushes_of(CatLanes *s, const CatLaneGroup *g) {
  int first = (int)(g->x - s->x), n = CAT_B * g->plan->nnode * g->width, count = 0;
  for (int i = 0; i < s->npush; i++) {
    int at = s->push[i].at - first;
    if (at >= 0 && at < n) s->group_push[count++] = (CatLanePush){at, s->push[i].force};
  }
  return count;
}

static void group_sweep(CatLanes *s, const CatLaneGroup *g) {
  const CatPlan *p = g->plan;
  int node = CAT_B * g->width;
  CatLaneWork work = s->work;
  if (!g->more) work.d = work.end_d = NULL;
  work.push = s->group_push;
  work.npush = pushes_of(s, g);
  ghosts_set(g, s->border.x, work.ends + node * p->nknot);
  ghosts_set(g, s->border.m, work.end_m + node * p->nknot);
  if (work.d) ghosts_set(g, s->border.d, work.end_d + node * p->nknot);
  s->kernel->sweep(g, &s->rates, &work);
  ghosts_add(g, g->x + node * p->nnode, s->border.r);
}

static void advance(CatStructure *base) {
  CatLanes *s = own(base);
  CatBorder *b = &s->border;
  unsigned before = flush_begin();
  border_begin(s);
  for (int i = 0; i < s->ngroup; i++) group_sweep(s, &s->group[i]);
  cat_border_solve(b, b->r, b->x);
  for (int i = 0; i < s->ngroup; i++) {
    const CatLaneGroup *g = &s->group[i];
    ghosts_set(g, b->x, g->x + CAT_B * g->width * g->plan->nnode);
    s->kernel->knots(g);
  }
  s->npush = 0;
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
  for (int i = 0; i < base->ndropper; i++) {
    const CatLanePort *p = &s->port[CAT_CONTACTS + i];
    double sum = 0;
    for (int k = 0; k < p->n; k++) sum += p->b[k] * (s->x[p->dof[k].at] + s->k[p->dof[k].at]);
    e[i] = sum;
  }
}

static double between(const CatStructure *s, int port, int other) {
  return cat_lanes_between(seen(s), port, other);
}

static void apply(CatStructure *s, int port, double force) {
  cat_lanes_apply(own(s), port, force);
}

// The step ends at the beginning of the next one, in the same sweep.
static void commit(CatStructure *s) {
  (void)s;
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
};

//------------------------------------------------------------------------------- set-up

CatLanesOptions cat_lanes_options_default(void) {
  return (CatLanesOptions){.code = CAT_LANES_AUTO, .share = 1e-8};
}

// scheme.h in terms of the predictions p = u + h v + h^2 (1/2 - beta) a and w = v + h (1 - gamma) a:
// with e = u1 - p it is a1 = e/(beta h^2), v1 = w + gamma h a1.
static CatLaneStep rates_of(const CatStep *s, const CatDamping *d, double mm, double kk) {
  CatLaneStep r = {
      .h = s->h, .e_to_p = (s->gamma + 0.5 - s->beta) / s->beta, .e_to_w = 1 / (s->beta * s->h)};
  for (int i = 0; i < 3; i++) {  // banded.c, for each of u, w and e alone
    double u = i == 0, a = i == 2 ? s->u_to_a : 0, v = (i == 1) + s->gamma * s->h * a;
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
  s->push = CAT_ARENA(a, 6 * ports, CatLanePush);
  s->group_push = CAT_ARENA(a, 6 * ports, CatLanePush);
  return s->port && s->response && s->push && s->group_push ? CAT_OK : CAT_ERR_MEMORY;
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
