// The loops of lanes_kernel.h for vectors of CAT_VECTOR bytes; included once by each lanes_*.c that
// sets it. Everything is inlined with the kind of a group as constants.
#include <string.h>

#include "lanes_kernel.h"

typedef double Vec __attribute__((vector_size(CAT_VECTOR), may_alias));
enum { LANES = CAT_VECTOR / 8, WIDEST = 2, B = CAT_B, BB = CAT_BB };
enum { COLUMNS = LANES < 4 ? 4 : LANES };  // a contact acts on four coordinates
#define INLINE static inline __attribute__((always_inline))

typedef struct Kind {
  int nv;       // vectors side by side
  bool shared;  // coefficients are the same in all lanes
  int stride;   // from one of them to the next, if so
} Kind;

INLINE int step_of(Kind k) {
  return k.shared ? k.stride : k.nv * LANES;
}

INLINE Vec coefficient(const double *c, int i, int v, Kind k) {
  if (k.shared) return c[i * k.stride] - (Vec){0};
  return ((const Vec *)c)[i * k.nv + v];
}

INLINE Vec *node_of(double *x, int i, Kind k) {
  return (Vec *)x + (size_t)i * (size_t)(B * k.nv);
}

// y += A x: rows one after the other, x stays in registers
INLINE void push_block(const double *A, const Vec *x, Vec *y, Kind k) {
  Vec t[B * WIDEST];
  for (int i = 0; i < B * k.nv; i++) t[i] = x[i];
  for (int r = 0; r < B; r++) {
    Vec sum[WIDEST];
    for (int v = 0; v < k.nv; v++) sum[v] = y[r * k.nv + v];
    for (int c = 0; c < B; c++) {
      for (int v = 0; v < k.nv; v++) sum[v] += coefficient(A, B * r + c, v, k) * t[c * k.nv + v];
    }
    for (int v = 0; v < k.nv; v++) y[r * k.nv + v] = sum[v];
  }
}

// y += A'x: columns one after the other, y stays in registers
INLINE void pull_block(const double *A, const Vec *x, Vec *y, Kind k) {
  for (int c = 0; c < B; c++) {
    for (int r = 0; r < B; r++) {
      for (int v = 0; v < k.nv; v++) {
        y[r * k.nv + v] += coefficient(A, B * c + r, v, k) * x[c * k.nv + v];
      }
    }
  }
}

INLINE void copy(const Vec *from, Vec *to, int n) {
  for (int i = 0; i < n; i++) to[i] = from[i];
}

//------------------------------------------------------------------------------- solve

INLINE const double *bay_factor(const CatBay *b, const double *factor, int n, Kind k) {
  return factor + (size_t)(b->first + b->count - 1 - n) * (size_t)(3 * BB * step_of(k));
}

// y_n += -A_ni D^-1 y_i and the same for the left end
INLINE void bay_forward(const CatBay *b, const double *factor, double *x, Kind k) {
  Vec *left = node_of(x, b->left, k);
  for (int i = 0; i < b->count; i++) {
    const double *F = bay_factor(b, factor, i, k);
    const Vec *y = node_of(x, b->first + i, k);
    push_block(F + 2 * BB * step_of(k), y,
               node_of(x, i + 1 < b->count ? b->first + i + 1 : b->right, k), k);
    push_block(F + BB * step_of(k), y, left, k);
  }
}

// x_i = D^-1 y_i + (-A_ni D^-1)' x_n + (-A_li D^-1)' x_l from right to left
INLINE void bay_backward(const CatBay *b, const double *factor, double *x, const Vec *left,
                         const Vec *right, Kind k) {
  const Vec *next = right;
  for (int i = b->count - 1; i >= 0; i--) {
    const double *F = bay_factor(b, factor, i, k);
    Vec *here = node_of(x, b->first + i, k), sum[B * WIDEST] = {{0}};
    for (int j = 1; j <= B * k.nv; j++) __builtin_prefetch(here - j);  // backwards: not foreseen
    pull_block(F, here, sum, k);
    pull_block(F + BB * step_of(k), left, sum, k);
    pull_block(F + 2 * BB * step_of(k), next, sum,
               k);  // last: the others need not wait for the node before
    copy(sum, here, B * k.nv);
    next = here;
  }
}

INLINE const double *knot_factor(const CatPlan *p, const double *factor, int knot, Kind k) {
  int blocks = 3 * cat_plan_bays(p) + knot + p->row_start[knot];
  return factor + (size_t)blocks * (size_t)(BB * step_of(k));
}

INLINE void knots_forward(const CatPlan *p, const double *factor, double *x, Kind k) {
  for (int n = 0; n < p->nknot; n++) {
    const double *F = knot_factor(p, factor, n, k);
    const Vec *y = node_of(x, cat_plan_bays(p) + n, k);
    for (int r = p->row_start[n]; r < p->row_start[n + 1]; r++) {
      F += BB * step_of(k);
      push_block(F, y, node_of(x, p->row[r], k), k);
    }
  }
}

INLINE void knots_backward(const CatPlan *p, const double *factor, double *x, Kind k) {
  for (int n = p->nknot - 1; n >= 0; n--) {
    const double *F = knot_factor(p, factor, n, k);
    Vec *here = node_of(x, cat_plan_bays(p) + n, k), sum[B * WIDEST] = {{0}};
    pull_block(F, here, sum, k);
    for (int r = p->row_start[n]; r < p->row_start[n + 1]; r++) {
      F += BB * step_of(k);
      pull_block(F, node_of(x, p->row[r], k), sum, k);
    }
    copy(sum, here, B * k.nv);
  }
}

//------------------------------------------------------------------------------- right-hand side

// Ends the last step at some nodes: their displacement, and what M is multiplied with.
INLINE void update(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *work,
                   const int node[2], double *to_m, double *to_d) {
  int nv = g->width / LANES, first = B * nv * node[0], n = B * nv * node[1];
  const Vec *x = (const Vec *)g->x + first;
  const Vec *u0 = (const Vec *)work->u[0] + first, *u1 = (const Vec *)work->u[1] + first;
  Vec *u2 = (Vec *)work->u[2] + first, *m = (Vec *)to_m, *d = (Vec *)to_d;
  const CatLaneStep c = *s;  // a copy, which no store can change
  for (int i = 0; i < n; i++) {
    Vec u = x[i] + c.k[0] * u0[i] + c.k[1] * u1[i] + c.k[2] * u2[i];
    m[i] = c.m[0] * u + c.m[1] * u0[i] + c.m[2] * u1[i];
    if (d) d[i] = c.d[0] * u + c.d[1] * u0[i] + c.d[2] * u1[i];
    u2[i] = u;
  }
}

// Right side of three nodes in a row for the one in the middle, with (pp, ps, ss) of its own and
// (pp, ps, sp, ss) of what joins it to its neighbours, for each component: y = L'm_l + M m + R m_r
INLINE void plain_product(const double *L, const Vec *left, const Vec *m, const Vec *right, Vec *y,
                          Kind k) {
  for (int v = 0; v < k.nv; v++) {
    Vec c[11];  // L, M, R
    for (int i = 0; i < 11; i++) c[i] = coefficient(L, i, v, k);
    for (int i = v; i < 3 * k.nv; i += k.nv) {
      int j = 3 * k.nv + i;
      y[i] = c[4] * m[i] + c[5] * m[j] + (c[0] * left[i] + c[2] * left[j]) +
             (c[7] * right[i] + c[8] * right[j]);
      y[j] = c[5] * m[i] + c[6] * m[j] + (c[1] * left[i] + c[3] * left[j]) +
             (c[9] * right[i] + c[10] * right[j]);
    }
  }
}

// y += E m, or E'm
INLINE void plain_join(const double *E, bool transposed, const Vec *m, Vec *y, Kind k) {
  int ps = transposed ? 2 : 1, sp = transposed ? 1 : 2;
  for (int i = 0; i < 3 * k.nv; i++) {
    int v = i % k.nv, j = 3 * k.nv + i;
    y[i] += coefficient(E, 0, v, k) * m[i] + coefficient(E, ps, v, k) * m[j];
    y[j] += coefficient(E, sp, v, k) * m[i] + coefficient(E, 3, v, k) * m[j];
  }
}

// x = M m along a bay, and what its ends get of it; m: of its nodes, ends: of knots and ghosts
INLINE const double *plain_bay(const CatLaneGroup *g, const CatBay *b, const double *M, double *m,
                               double *ends, Kind k) {
  int first = cat_plan_bays(g->plan);
  plain_join(M, false, node_of(m, 0, k), node_of(g->x, b->left, k), k);
  for (int n = 0; n < b->count; n++, M += 7 * step_of(k)) {
    const Vec *left = n ? node_of(m, n - 1, k) : node_of(ends, b->left - first, k);
    const Vec *right = n + 1 < b->count ? node_of(m, n + 1, k) : node_of(ends, b->right - first, k);
    plain_product(M, left, node_of(m, n, k), right, node_of(g->x, b->first + n, k), k);
  }
  plain_join(M, true, node_of(m, b->count - 1, k), node_of(g->x, b->right, k), k);
  return M + 4 * step_of(k);
}

// The same in blocks, added to x.
INLINE const double *full_bay(const CatLaneGroup *g, const CatBay *b, const double *M, double *m,
                              double *ends, Kind k) {
  int first = cat_plan_bays(g->plan);
  for (int n = -1; n < b->count; n++) {
    int here = n < 0 ? b->left : b->first + n;
    int next = n + 1 < b->count ? b->first + n + 1 : b->right;
    const Vec *now = n < 0 ? node_of(ends, b->left - first, k) : node_of(m, n, k);
    const Vec *then = n + 1 < b->count ? node_of(m, n + 1, k) : node_of(ends, b->right - first, k);
    if (n >= 0) {
      push_block(M, now, node_of(g->x, here, k), k);
      M += BB * step_of(k);
    }
    push_block(M, then, node_of(g->x, here, k), k);
    pull_block(M, now, node_of(g->x, next, k), k);
    M += BB * step_of(k);
  }
  return M;
}

// x += M m for knots and what they are linked to; m holds knots and ghosts
INLINE void plain_knots(const CatLaneGroup *g, const double *M, double *m, Kind k) {
  const CatPlan *p = g->plan;
  int first = cat_plan_bays(p);
  for (int n = 0; n < p->nknot; n++, M += 3 * step_of(k)) {
    const Vec *from = node_of(m, n, k);
    Vec *to = node_of(g->x, first + n, k);
    for (int i = 0; i < 3 * k.nv; i++) {
      int v = i % k.nv, j = 3 * k.nv + i;
      to[i] += coefficient(M, 0, v, k) * from[i] + coefficient(M, 1, v, k) * from[j];
      to[j] += coefficient(M, 1, v, k) * from[i] + coefficient(M, 2, v, k) * from[j];
    }
  }
  for (int l = 0; l < p->nlink; l++, M += 4 * step_of(k)) {
    int i = p->link[l][0], j = p->link[l][1];
    plain_join(M, false, node_of(m, j - first, k), node_of(g->x, i, k), k);
    plain_join(M, true, node_of(m, i - first, k), node_of(g->x, j, k), k);
  }
}

// The same in blocks.
INLINE void full_knots(const CatLaneGroup *g, const double *M, double *m, Kind k) {
  const CatPlan *p = g->plan;
  int first = cat_plan_bays(p);
  for (int n = 0; n < p->nknot; n++, M += BB * step_of(k)) {
    push_block(M, node_of(m, n, k), node_of(g->x, first + n, k), k);
  }
  for (int l = 0; l < p->nlink; l++, M += BB * step_of(k)) {
    int i = p->link[l][0], j = p->link[l][1];
    push_block(M, node_of(m, j - first, k), node_of(g->x, i, k), k);
    pull_block(M, node_of(m, i - first, k), node_of(g->x, j, k), k);
  }
}

//------------------------------------------------------------------------------- kinds

// The loops over a bay for one kind of group each: functions of their own, so that compilers find
// registers for what they need.
#define ALONE static __attribute__((noinline))
#define DEFINE_KIND(name, nv, shared)                                                              \
  ALONE void backward_##name(const CatLaneGroup *g, const CatBay *b, const double *left,           \
                             const double *right) {                                                \
    bay_backward(b, g->factor, g->x, (const Vec *)left, (const Vec *)right,                        \
                 (Kind){nv, shared, 1});                                                           \
  }                                                                                                \
  ALONE const double *plain_##name(const CatLaneGroup *g, const CatLaneWork *w, const CatBay *b,   \
                                   const double *M) {                                              \
    return plain_bay(g, b, M, w->m, w->end_m, (Kind){nv, shared, 1});                              \
  }                                                                                                \
  ALONE const double *full_##name(const CatLaneGroup *g, const CatBay *b, const double *M,         \
                                  double *m, double *ends) {                                       \
    return full_bay(g, b, M, m, ends, (Kind){nv, shared, 1});                                      \
  }                                                                                                \
  ALONE void forward_##name(const CatLaneGroup *g, const CatBay *b) {                              \
    bay_forward(b, g->factor, g->x, (Kind){nv, shared, 1});                                        \
  }                                                                                                \
  ALONE void plain_knots_##name(const CatLaneGroup *g, const double *M, double *m) {               \
    plain_knots(g, M, m, (Kind){nv, shared, 1});                                                   \
  }                                                                                                \
  ALONE void full_knots_##name(const CatLaneGroup *g, const double *M, double *m) {                \
    full_knots(g, M, m, (Kind){nv, shared, 1});                                                    \
  }                                                                                                \
  ALONE void knots_forward_##name(const CatLaneGroup *g) {                                         \
    knots_forward(g->plan, g->factor, g->x, (Kind){nv, shared, 1});                                \
  }                                                                                                \
  ALONE void knots_backward_##name(const CatLaneGroup *g) {                                        \
    knots_backward(g->plan, g->factor, g->x, (Kind){nv, shared, 1});                               \
  }                                                                                                \
  static const Loops loops_##name = {.backward = backward_##name,                                  \
                                     .plain = plain_##name,                                        \
                                     .full = full_##name,                                          \
                                     .forward = forward_##name,                                    \
                                     .plain_knots = plain_knots_##name,                            \
                                     .full_knots = full_knots_##name,                              \
                                     .knots_forward = knots_forward_##name,                        \
                                     .knots_backward = knots_backward_##name};

typedef struct Loops {
  void (*backward)(const CatLaneGroup *g, const CatBay *b, const double *left, const double *right);
  const double *(*plain)(const CatLaneGroup *g, const CatLaneWork *w, const CatBay *b,
                         const double *M);
  const double *(*full)(const CatLaneGroup *g, const CatBay *b, const double *M, double *m,
                        double *ends);
  void (*forward)(const CatLaneGroup *g, const CatBay *b);
  void (*plain_knots)(const CatLaneGroup *g, const double *M, double *m);
  void (*full_knots)(const CatLaneGroup *g, const double *M, double *m);
  void (*knots_forward)(const CatLaneGroup *g);
  void (*knots_backward)(const CatLaneGroup *g);
} Loops;

DEFINE_KIND(single_shared, 1, true)
DEFINE_KIND(single_own, 1, false)
DEFINE_KIND(double_shared, 2, true)
DEFINE_KIND(double_own, 2, false)

static const Loops *loops_of(const CatLaneGroup *g) {
  static const Loops *const all[] = {&loops_single_own, &loops_single_shared, &loops_double_own,
                                     &loops_double_shared};
  return all[(g->width > LANES ? 2 : 0) + (g->shared ? 1 : 0)];
}

//------------------------------------------------------------------------------- sweep

ALONE void update_alone(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w,
                        const int node[2], double *m) {
  update(g, s, w, node, m, NULL);
}

ALONE void update_damped(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w,
                         const int node[2], double *const to[2]) {
  update(g, s, w, node, to[0], to[1]);
}

// Solution of the last step in a bay, and the end of that step.
static void bay_end(const Loops *loops, const CatLaneGroup *g, const CatLaneStep *s,
                    const CatLaneWork *w, const CatBay *b) {
  int first = cat_plan_bays(g->plan), node = B * g->width, nodes[2] = {b->first, b->count};
  if (!w->fresh) {
    loops->backward(g, b, w->ends + node * (b->left - first), w->ends + node * (b->right - first));
  }
  if (w->d) {
    update_damped(g, s, w, nodes, (double *[2]){w->m, w->d});
  } else {
    update_alone(g, s, w, nodes, w->m);
  }
}

// What acts on coordinates first to first + n of a group is added to x, which begins there.
static void add_forces(const CatLaneWork *w, int first, int n, double *x) {
  int i = 0;
  while (i < w->npush && w->push[i].at < first) i++;
  for (; i < w->npush && w->push[i].at < first + n; i++)
    x[w->push[i].at - first] += w->push[i].force;
  if (!w->force) return;
  for (int k = 0; k < n; k++) x[k] += w->share * w->force[first + k];
}

// Knots at the end of the last step; x is empty then, but for forces.
static void knots_end(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w) {
  const CatPlan *p = g->plan;
  int first = cat_plan_bays(p), node = B * g->width, nodes[2] = {first, p->nknot};
  double *x = g->x + node * first;
  memcpy(w->ends, x, (size_t)(node * p->nknot) * sizeof *x);
  if (w->d) {
    update_damped(g, s, w, nodes, (double *[2]){w->end_m, w->end_d});
  } else {
    update_alone(g, s, w, nodes, w->end_m);
  }
  memset(x, 0, (size_t)(node * (p->nknot + p->nghost)) * sizeof *x);
  add_forces(w, node * first, node * p->nknot, x);
}

// Right side of a bay for the next step, and its elimination.
static void bay_begin(const Loops *loops, const CatLaneGroup *g, const CatLaneWork *w,
                      const CatBay *b, const double *at[2]) {
  int first = B * g->width * b->first, n = B * g->width * b->count;
  if (g->plan->plain) {
    at[0] = loops->plain(g, w, b, at[0]);
  } else {
    memset(g->x + first, 0, (size_t)n * sizeof(double));
    at[0] = loops->full(g, b, at[0], w->m, w->end_m);
  }
  if (w->d) at[1] = loops->full(g, b, at[1], w->d, w->end_d);
  add_forces(w, first, n, g->x + first);
  loops->forward(g, b);
}

static void sweep(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w) {
  const Loops *loops = loops_of(g);
  const CatPlan *p = g->plan;
  int each = g->shared ? 1 : g->width, blocks = BB * (p->nknot + p->nlink);
  const double *at[2] = {g->mass, g->more};
  knots_end(g, s, w);
  if (p->plain) {
    loops->plain_knots(g, g->mass + (p->nmass - 3 * p->nknot - 4 * p->nlink) * each, w->end_m);
  } else {
    loops->full_knots(g, g->mass + (p->nmass - blocks) * each, w->end_m);
  }
  if (w->d) loops->full_knots(g, g->more + (p->nmore - blocks) * each, w->end_d);
  for (int b = 0; b < p->nbay; b++) {
    bay_end(loops, g, s, w, &p->bay[b]);
    bay_begin(loops, g, w, &p->bay[b], at);
  }
  loops->knots_forward(g);
}

static void knots(const CatLaneGroup *g) {
  loops_of(g)->knots_backward(g);
}

static void column_bay_forward(const CatLaneColumn *c, int bay) {
  bay_forward(&c->plan->bay[bay], c->factor, c->x, (Kind){COLUMNS / LANES, true, c->stride});
}

static void column_knots_forward(const CatLaneColumn *c) {
  knots_forward(c->plan, c->factor, c->x, (Kind){COLUMNS / LANES, true, c->stride});
}

static void column_knots_backward(const CatLaneColumn *c) {
  knots_backward(c->plan, c->factor, c->x, (Kind){COLUMNS / LANES, true, c->stride});
}

static void column_bay_backward(const CatLaneColumn *c, int bay) {
  const CatBay *b = &c->plan->bay[bay];
  const Kind k = {COLUMNS / LANES, true, c->stride};
  bay_backward(b, c->factor, c->x, node_of(c->x, b->left, k), node_of(c->x, b->right, k), k);
}

static const CatLaneKernel kernel = {
    .name = CAT_VECTOR_NAME,
    .lanes = LANES,
    .columns = COLUMNS,
    .sweep = sweep,
    .knots = knots,
    .column_bay_forward = column_bay_forward,
    .column_knots_forward = column_knots_forward,
    .column_knots_backward = column_knots_backward,
    .column_bay_backward = column_bay_backward,
};
