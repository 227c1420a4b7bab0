#include "lanes_quasi.h"

#include <math.h>
#include <string.h>

#include "lanes.h"
#include "lanes_quasi_parts.h"

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

static CatQuasi *own(CatStructure *s) {
  return (CatQuasi *)s;
}

static const CatQuasi *seen(const CatStructure *s) {
  return (const CatQuasi *)s;
}

static void acting_clear(CatQuasiActing *f) {
  for (int i = 0; i < f->n; i++) f->force[f->dropper[i]] = 0, f->acts[f->dropper[i]] = false;
  f->n = 0;
  memset(f->contact, 0, sizeof f->contact);
}

// Notes a force on a port within this step; when: 0 at its beginning, 1 at its end.
static void acting_add(CatQuasi *s, int port, double force, int when) {
  CatQuasiActing *f = &s->acting[0];
  const CatQuasiPort *p = &s->port[port];
  if (port < CAT_CONTACTS) {
    f->contact[port][when].n = p->n;
    memcpy(f->contact[port][when].at, p->at, sizeof p->at);
    memcpy(f->contact[port][when].b, p->b, sizeof p->b);
    f->contact[port][when].force += force;
    return;
  }
  int i = port - CAT_CONTACTS;
  if (!f->acts[i]) f->dropper[f->n++] = i;
  f->acts[i] = true;
  f->force[i] += force;
}

static void push_port(CatQuasi *s, int n, const int *at, const double *b, double force) {
  for (int k = 0; k < n; k++) s->push[s->npush++] = (CatQuasiPush){at[k], force * b[k]};
}

// Forces of this step and the two before it, as the next right side feels them.
static void list_pushes(CatQuasi *s) {
  const double share[3] = {1, s->past[0], s->past[1]};
  s->npush = 0;
  for (int i = 0; i < 3; i++) {
    const CatQuasiActing *f = &s->acting[i];
    for (int k = 0; k < f->n; k++) {
      const CatQuasiPort *p = &s->port[CAT_CONTACTS + f->dropper[k]];
      push_port(s, p->n, p->at, p->b, share[i] * f->force[f->dropper[k]]);
    }
    for (int k = 0; k < 2 * CAT_CONTACTS; k++) {
      int n = f->contact[k / 2][k % 2].n;
      double force = f->contact[k / 2][k % 2].force;
      if (force == 0) continue;
      push_port(s, n, f->contact[k / 2][k % 2].at, f->contact[k / 2][k % 2].b, share[i] * force);
    }
  }
}

// Share of the forces that held the line before the first step.
static double rest_share(const CatQuasi *s) {
  return s->begun == 0 ? s->past[0] + s->past[1] : s->past[1];
}

// At rest as it is since long ago, held by K u.
static void clear(CatStructure *base, const double *u) {
  CatQuasi *s = own(base);
  const double *k = s->rates.k;
  int n = s->model.t.n;
  size_t bytes = (size_t)(s->nx + s->border.n + 1) * sizeof *s->x, all = (size_t)n * sizeof *u;
  memset(s->x, 0, bytes), memset(s->rest, 0, bytes);
  memset(s->u[0], 0, bytes), memset(s->u[1], 0, bytes), memset(s->u[2], 0, bytes);
  cat_band_multiply(&s->model.t.K, 1, u, 0, s->force);
  for (int i = 0; i < n; i++) {
    const CatQuasiDof *d = &s->dof[i];
    if (d->at < 0) continue;
    s->u[0][d->at] = s->u[1][d->at] = s->u[2][d->at] = d->sign * u[i];
    s->x[d->at] = (1 - k[0] - k[1] - k[2]) * d->sign * u[i];
    s->rest[d->at] = d->sign * s->force[i];
  }
  for (int i = 0; i < 3; i++) acting_clear(&s->acting[i]);
  memset(s->border.delta, 0, (size_t)(s->border.n + 1) * sizeof *s->border.delta);
  s->border.moved = false;
  s->work.fresh = true;
  s->begun = 0;
  s->steps = s->tracked = 0;
  memcpy(s->now, u, all), memset(s->v, 0, all), memset(s->a, 0, all);
}

static void push(CatStructure *base, int port, double force) {
  acting_add(own(base), port, (1 - base->step.theta) * force, 0);
}

//------------------------------------------------------------------------------- border

// The same for separators as lanes_quasi_body.h does for nodes of cells.
static void border_begin(CatQuasi *s) {
  CatQuasiBorder *b = &s->border;
  const CatQuasiStep *c = &s->rates;
  const double *u0 = s->u[0] + s->nx, *u1 = s->u[1] + s->nx;
  double *u2 = s->u[2] + s->nx;
  for (int i = 0; i < b->n; i++) {
    double u = b->x[i] + c->k[0] * u0[i] + c->k[1] * u1[i] + c->k[2] * u2[i];
    b->m[i] = c->m[0] * u + c->m[1] * u0[i] + c->m[2] * u1[i];
    b->d[i] = c->d[0] * u + c->d[1] * u0[i] + c->d[2] * u1[i];
    u2[i] = u;
  }
  cat_band_multiply(&b->M, 1, b->m, 0, b->r);
  cat_band_multiply(&b->D, 1, b->d, 1, b->r);
  for (int i = 0; i < s->npush; i++) {
    if (s->push[i].at >= s->nx) b->r[s->push[i].at - s->nx] += s->push[i].force;
  }
  for (int i = 0; i < b->n && s->begun < 2; i++) b->r[i] += rest_share(s) * s->rest[s->nx + i];
  b->r[b->n] = b->m[b->n] = 0;
}

static void border_solve(const CatQuasi *s) {
  const CatQuasiBorder *b = &s->border;
  if (b->narrow) {
    s->kernel->narrow_product(&b->inverse, b->r, b->x);
    return;
  }
  memcpy(b->x, b->r, (size_t)b->n * sizeof *b->x);
  cat_band_solve(&b->S, b->x, 1);
}

// Values of separators to the ghosts of a group, and back as a sum.
static void ghosts_set(const CatQuasiGroup *g, const double *border, double *out) {
  for (int i = 0; i < CAT_QK * g->plan->nghost * g->width; i++) {
    out[i] = g->ghost_sign[i] * border[g->ghost[i]];
  }
}

static void ghosts_add(const CatQuasiGroup *g, const double *x, double *border) {
  for (int i = 0; i < CAT_QK * g->plan->nghost * g->width; i++) {
    border[g->ghost[i]] += g->ghost_sign[i] * x[i];
  }
}

//------------------------------------------------------------------------------- step

// Forces that act in a group, in the order of places in its own array.
static int pushes_of(CatQuasi *s, const CatQuasiGroup *g) {
  int n = cat_quasi_size(g->plan) * g->width, count = 0;
  CatQuasiPush *list = s->group_push;
  for (int i = 0; i < s->npush; i++) {
    int at = s->push[i].at - g->at, k = count;
    if (at < 0 || at >= n) continue;
    for (; k > 0 && list[k - 1].at > at; k--) list[k] = list[k - 1];
    list[k] = (CatQuasiPush){at, s->push[i].force};
    count++;
  }
  return count;
}

static int ghosts_at(const CatQuasiGroup *g) {
  return cat_quasi_place(g->plan, g->plan->nnode) * g->width;
}

static void group_sweep(CatQuasi *s, const CatQuasiGroup *g) {
  int ghosts = CAT_QK * g->width * g->plan->nknot;
  CatQuasiWork work = s->work;
  for (int i = 0; i < 3; i++) work.u[i] = s->u[i] + g->at;
  work.push = s->group_push;
  work.npush = pushes_of(s, g);
  if (s->begun < 2) work.force = s->rest + g->at, work.share = rest_share(s);
  ghosts_set(g, s->border.x, work.ends + ghosts);
  ghosts_set(g, s->border.m, work.end_m + ghosts);
  s->kernel->sweep(g, &s->rates, &work);
  ghosts_add(g, g->x + ghosts_at(g), s->border.r);
}

static void advance(CatStructure *base) {
  CatQuasi *s = own(base);
  CatQuasiBorder *b = &s->border;
  unsigned before = flush_begin();
  list_pushes(s);
  border_begin(s);
  for (int i = 0; i < s->ngroup; i++) group_sweep(s, &s->group[i]);
  border_solve(s);
  for (int i = 0; i < s->ngroup; i++) {
    const CatQuasiGroup *g = &s->group[i];
    ghosts_set(g, b->x, g->x + ghosts_at(g));
    s->kernel->knots(g);
  }
  double *last = s->u[2];
  s->u[2] = s->u[1], s->u[1] = s->u[0], s->u[0] = last;
  if (s->begun < 2) s->begun++;
  s->work.fresh = false;
  flush_end(before);
}

static void place(CatStructure *s, int port, const CatPort *b) {
  cat_quasi_place_port(own(s), port, b);
}

static double read_port(const CatStructure *s, int port) {
  return cat_quasi_read(seen(s), port);
}

static void read_droppers(const CatStructure *base, double *e) {
  const CatQuasi *s = seen(base);
  for (int i = 0; i < base->ndropper; i++) {
    const CatQuasiReading *r = &s->reading[i];
    double sum = 0;
    for (int k = 0; k < r->n; k++) sum += r->b[k] * (s->x[r->at[k]] + cat_quasi_k(s, r->at[k]));
    e[i] = s->border.moved ? cat_quasi_read(s, CAT_CONTACTS + i) : sum;
  }
}

static double between(const CatStructure *s, int port, int other) {
  return cat_quasi_between(seen(s), port, other);
}

static void apply(CatStructure *s, int port, double force) {
  acting_add(own(s), port, force, 1);
  cat_quasi_apply(own(s), port, force);
}

static bool is_felt(int n, const double *x) {
  for (int i = 0; i < n; i++) {
    if (x[i] != 0) return true;
  }
  return false;
}

// What ports did to the separators is felt at the knots of the cells beside them.
static void spread(CatQuasi *s) {
  CatQuasiBorder *b = &s->border;
  unsigned before = flush_begin();
  for (int i = 0; i < b->n; i++) b->x[i] += b->delta[i];
  for (int i = 0; i < s->ngroup; i++) {
    const CatQuasiGroup *g = &s->group[i];
    double *ghost = s->follow + CAT_QK * g->plan->nknot * g->width;
    ghosts_set(g, b->delta, ghost);
    if (is_felt(CAT_QK * g->plan->nghost * g->width, ghost)) s->kernel->follow(g, s->follow);
  }
  memset(b->delta, 0, (size_t)(b->n + 1) * sizeof *b->delta);
  b->moved = false;
  flush_end(before);
}

// The state moves on at the beginning of the next step, in the same sweep; forces do now.
static void commit(CatStructure *base) {
  CatQuasi *s = own(base);
  CatQuasiActing last = s->acting[2];
  if (s->border.moved) spread(s);
  s->acting[2] = s->acting[1], s->acting[1] = s->acting[0], s->acting[0] = last;
  acting_clear(&s->acting[0]);
  s->steps++;
}

// Rates are not kept: they follow the scheme from one call to the next if that is one step later,
// and are differences of the last displacements otherwise.
static void state(const CatStructure *base, double *u, double *v, double *a) {
  const CatQuasi *s = seen(base);
  CatQuasi *t = own((CatStructure *)base);
  const CatStep *step = &base->step;
  size_t bytes = (size_t)s->model.t.n * sizeof *u;
  cat_quasi_values(s, t->next);
  for (int i = 0; i < s->model.t.n && s->tracked != s->steps; i++) {
    int at = s->dof[i].at;
    double du = s->next[i] - s->now[i], v0 = s->v[i], a0 = s->a[i];
    double u0 = at < 0 ? s->next[i] : s->dof[i].sign * s->u[0][at];
    double u1 = at < 0 ? s->next[i] : s->dof[i].sign * s->u[1][at];
    bool next = s->steps == s->tracked + 1;
    t->v[i] =
        next ? cat_step_v(step, du, v0, a0) : (1.5 * s->next[i] - 2 * u0 + 0.5 * u1) / step->h;
    t->a[i] =
        next ? cat_step_a(step, du, v0, a0) : (s->next[i] - 2 * u0 + u1) / (step->h * step->h);
    t->now[i] = s->next[i];
  }
  t->tracked = s->steps;
  memcpy(u, s->now, bytes), memcpy(v, s->v, bytes), memcpy(a, s->a, bytes);
}

static double value(const CatStructure *s, int dof) {
  return cat_quasi_value(seen(s), dof);
}

static const CatStructureOps ops = {
    .name = "lanes-quasi-axial",
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
};

//------------------------------------------------------------------------------- set-up

CatLanesQuasiOptions cat_lanes_quasi_options_default(void) {
  return (CatLanesQuasiOptions){.code = CAT_LANES_AUTO, .share = 1e-6, .inertia = true};
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
static void rates_of(CatQuasi *s) {
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
static const CatQuasiKernel *choose(int code) {
  const CatQuasiKernel *wide = has_avx512() ? cat_quasi_kernel_avx512() : NULL;
  const CatQuasiKernel *middle = has_avx2() ? cat_quasi_kernel_avx2() : NULL;
  if (code == CAT_LANES_AVX512) return wide;
  if (code == CAT_LANES_AVX2) return middle;
  if (code == CAT_LANES_PORTABLE) return cat_quasi_kernel_portable();
  return wide ? wide : middle ? middle : cat_quasi_kernel_portable();
}

static CatStatus reserve(CatArena *a, CatQuasi *s) {
  int ports = CAT_CONTACTS + s->base.ndropper, n = s->model.t.n;
  s->push = CAT_ARENA(a, 36 * ports, CatQuasiPush);
  s->group_push = CAT_ARENA(a, 36 * ports, CatQuasiPush);
  if (!s->push || !s->group_push) return CAT_ERR_MEMORY;
  double **vector[] = {&s->now, &s->next, &s->v, &s->a, &s->force};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(a, n, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  for (int i = 0; i < 3; i++) {
    CatQuasiActing *f = &s->acting[i];
    f->dropper = CAT_ARENA(a, s->base.ndropper + 1, int);
    f->force = CAT_ARENA(a, s->base.ndropper + 1, double);
    f->acts = CAT_ARENA(a, s->base.ndropper + 1, bool);
    if (!f->dropper || !f->force || !f->acts) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

static const char *unfit(const CatStructureParts *parts) {
  const CatModel *m = parts->model;
  const CatDamping *d = parts->damping;
  if (d->more) return "materials are damped differently";
  for (int i = 0; i < m->ncable; i++) {
    if (m->cable[i].join.turn != 0) return "the track is curved";
  }
  for (int i = 0; i < d->ndamper; i++) {
    bool found = false;
    for (int k = 0; k < m->nsupport; k++) {
      const int *dof = parts->tangent->dof[m->support[k].node];
      found = found || dof[CAT_UP] == d->damper_dof[i];
    }
    if (!found) return "dampers stand away from supports";
  }
  for (int w = 0; w < m->nwire; w++) {
    for (int i = 1; i + 1 < m->wire[w].nnode; i++) {
      const CatLineNode *node = &m->node[m->wire[w].node + i];
      if (node->fixed[CAT_ALONG] && !node->fixed[CAT_UP]) return "nodes are held along the track";
    }
  }
  return NULL;
}

bool cat_lanes_quasi_fits(const CatStructureParts *parts, const char **why) {
  *why = unfit(parts);
  return !*why;
}

CatStatus cat_lanes_quasi_new(CatArena *a, const CatStructureParts *parts,
                              const CatLanesQuasiOptions *o, CatStructure **out) {
  const CatStep *step = &parts->step;
  const CatDamping *d = parts->damping;
  const char *why;
  CatQuasi *s = CAT_ARENA(a, 1, CatQuasi);
  if (!s) return CAT_ERR_MEMORY;
  *s = (CatQuasi){.base = {&ops, parts->step, parts->ndropper},
                  .m = parts->model,
                  .damping = d,
                  .kernel = choose(o->code),
                  .mm = step->mass + step->damp * d->alpha,
                  .kk = step->theta + step->damp * d->beta};
  *out = &s->base;
  if (!cat_lanes_quasi_fits(parts, &why)) {
    return CAT_FAIL(cat_arena_context(a), CAT_ERR_ARG, "lanes-quasi-axial cannot: %s", why);
  }
  if (!s->kernel) {
    return CAT_FAIL(cat_arena_context(a), CAT_ERR_ARG, "this processor lacks what was asked for");
  }
  rates_of(s);
  CAT_TRY(cat_cells_new(a, parts->model, parts->tangent, &s->cells));
  CAT_TRY(cat_quasi_model_new(a, parts, &s->cells, o->inertia, &s->model));
  CAT_TRY(cat_quasi_build(a, s, o->share));
  CAT_TRY(reserve(a, s));
  return cat_quasi_ports_new(a, s, parts->dropper);
}

CatLanesQuasiCounts cat_lanes_quasi_counts(const CatStructure *base) {
  const CatQuasi *s = seen(base);
  CatLanesQuasiCounts n = {.cells = s->cells.ncell,
                           .plans = s->cells.nplan,
                           .groups = s->ngroup,
                           .lanes = s->nlane,
                           .border = s->border.n,
                           .code = s->kernel->name};
  for (int i = 0; i < s->ngroup; i++) {
    for (int l = 0; l < s->group[i].width; l++) {
      n.shared += s->group[i].shared && s->group[i].cell[l] >= 0;
    }
  }
  return n;
}
