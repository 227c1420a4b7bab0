// The loops of lanes_kernel.h for vectors of CAT_VECTOR bytes; included once by each lanes_*.c that
// sets it. Everything is inlined with the kind of a group as constants.
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

// y += A x, or with the transpose of A
INLINE void multiply(const double *A, bool transposed, const Vec *x, Vec *y, Kind k) {
  Vec t[B * WIDEST];
  for (int i = 0; i < B * k.nv; i++) t[i] = x[i];
  for (int r = 0; r < B; r++) {
    for (int v = 0; v < k.nv; v++) {
      Vec sum = y[r * k.nv + v];
      for (int c = 0; c < B; c++) {
        sum += coefficient(A, transposed ? B * c + r : B * r + c, v, k) * t[c * k.nv + v];
      }
      y[r * k.nv + v] = sum;
    }
  }
}

//------------------------------------------------------------------------------- solve

// y_n += -A_ni D^-1 y_i and the same for the left end
INLINE void bay_forward(const CatBay *b, const double *factor, double *x, Kind k) {
  const double *F = factor + (size_t)b->first * (size_t)(3 * BB * step_of(k));
  Vec *left = node_of(x, b->left, k);
  for (int i = 0; i < b->count; i++, F += 3 * BB * step_of(k)) {
    const Vec *y = node_of(x, b->first + i, k);
    multiply(F, false, y, node_of(x, i + 1 < b->count ? b->first + i + 1 : b->right, k), k);
    multiply(F + BB * step_of(k), false, y, left, k);
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
      multiply(F, false, y, node_of(x, p->row[r], k), k);
    }
  }
}

// x_i = D^-1 y_i + sum of (-A_ji D^-1)' x_j
INLINE void knots_backward(const CatPlan *p, const double *factor, double *x, Kind k) {
  for (int n = p->nknot - 1; n >= 0; n--) {
    const double *F = knot_factor(p, factor, n, k);
    Vec *here = node_of(x, cat_plan_bays(p) + n, k), sum[B * WIDEST] = {{0}};
    multiply(F, false, here, sum, k);
    for (int r = p->row_start[n]; r < p->row_start[n + 1]; r++) {
      F += BB * step_of(k);
      multiply(F, true, node_of(x, p->row[r], k), sum, k);
    }
    for (int i = 0; i < B * k.nv; i++) here[i] = sum[i];
  }
}

// The same from the right end of a bay to its left; what the state adds is not passed on.
INLINE void bay_backward(const CatBay *b, const double *factor, double *x, const double *add,
                         Kind k) {
  const double *F = factor + (size_t)(b->first + b->count) * (size_t)(3 * BB * step_of(k));
  const Vec *left = node_of(x, b->left, k), *right = node_of(x, b->right, k);
  Vec next[B * WIDEST];
  for (int i = 0; i < B * k.nv; i++) next[i] = right[i];
  for (int n = b->first + b->count - 1; n >= b->first; n--) {
    Vec *here = node_of(x, n, k), sum[B * WIDEST] = {{0}};
    F -= 3 * BB * step_of(k);
    multiply(F + 2 * BB * step_of(k), false, here, sum, k);
    multiply(F, true, next, sum, k);
    multiply(F + BB * step_of(k), true, left, sum, k);
    const Vec *more = (const Vec *)add + (size_t)n * (size_t)(B * k.nv);
    for (int i = 0; i < B * k.nv; i++) {
      next[i] = sum[i];
      if (add) sum[i] += more[i];
      here[i] = sum[i];
    }
  }
}

INLINE void forward_all(const CatLaneGroup *g, Kind k) {
  for (int b = 0; b < g->plan->nbay; b++) bay_forward(&g->plan->bay[b], g->factor, g->x, k);
  knots_forward(g->plan, g->factor, g->x, k);
}

INLINE void backward_all(const CatLaneGroup *g, Kind k) {
  const CatPlan *p = g->plan;
  knots_backward(p, g->factor, g->x, k);
  for (int b = 0; b < p->nbay; b++) bay_backward(&p->bay[b], g->factor, g->x, g->k, k);
  Vec *x = node_of(g->x, cat_plan_bays(p), k), *add = node_of(g->k, cat_plan_bays(p), k);
  for (int i = 0; i < B * k.nv * p->nknot; i++) x[i] += add[i];
}

//------------------------------------------------------------------------------- right-hand side

// Ends the last step at a node: new rates, predictions, and what M is multiplied with.
INLINE void update(const CatLaneGroup *g, const CatLaneStep *s, int node, Vec *m, Vec *d, Kind k) {
  Vec *x = node_of(g->x, node, k), *p = node_of(g->p, node, k), *w = node_of(g->w, node, k);
  Vec *add = node_of(g->k, node, k);
  for (int i = 0; i < B * k.nv; i++) {
    Vec u = x[i], a = s->to_a * (u - p[i]), v = w[i] + s->a_to_v * a;
    p[i] = u + s->h * v + s->a_to_p * a;
    w[i] = v + s->a_to_w * a;
    m[i] = s->m[0] * u + s->m[1] * v + s->m[2] * a;
    add[i] = s->k[0] * u + s->k[1] * v + s->k[2] * a;
    if (d) d[i] = s->d[0] * u + s->d[1] * v + s->d[2] * a;
  }
}

// y = M_ii m with (pp, ps, ss) for each component
INLINE void plain_own(const double *M, const Vec *m, Vec *y, Kind k) {
  for (int i = 0; i < 3 * k.nv; i++) {
    int v = i % k.nv;
    Vec place = m[i], slope = m[3 * k.nv + i];
    y[i] = coefficient(M, 0, v, k) * place + coefficient(M, 1, v, k) * slope;
    y[3 * k.nv + i] = coefficient(M, 1, v, k) * place + coefficient(M, 2, v, k) * slope;
  }
}

// y += E m or E'm with E = (pp, ps, sp, ss) for each component
INLINE void plain_join(const double *E, bool transposed, const Vec *m, Vec *y, Kind k) {
  int ps = transposed ? 2 : 1, sp = transposed ? 1 : 2;
  for (int i = 0; i < 3 * k.nv; i++) {
    int v = i % k.nv;
    Vec place = m[i], slope = m[3 * k.nv + i];
    y[i] += coefficient(E, 0, v, k) * place + coefficient(E, ps, v, k) * slope;
    y[3 * k.nv + i] += coefficient(E, sp, v, k) * place + coefficient(E, 3, v, k) * slope;
  }
}

INLINE void own(const double *M, bool plain, const Vec *m, Vec *y, Kind k) {
  if (plain) {
    plain_own(M, m, y, k);
  } else {
    for (int i = 0; i < B * k.nv; i++) y[i] = (Vec){0};
    multiply(M, false, m, y, k);
  }
}

INLINE void join(const double *E, bool plain, bool transposed, const Vec *m, Vec *y, Kind k) {
  if (plain) {
    plain_join(E, transposed, m, y, k);
  } else {
    multiply(E, transposed, m, y, k);
  }
}

// Right-hand side of a bay: M m along it, three nodes at a time; returns the coefficients behind.
INLINE const double *bay_load(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w,
                              const CatBay *b, bool plain, const double *M, Kind k) {
  int first = cat_plan_bays(g->plan), nown = (plain ? 3 : BB) * step_of(k),
      njoin = (plain ? 4 : BB) * step_of(k);
  Vec now[B * WIDEST], after[B * WIDEST], before[B * WIDEST], y[B * WIDEST];
  const Vec *left = node_of(w->m, b->left - first, k), *right = node_of(w->m, b->right - first, k);
  for (int i = 0; i < B * k.nv; i++) before[i] = left[i];
  update(g, s, b->first, now, w->d ? node_of(w->d, b->first, k) : NULL, k);
  join(M, plain, false, now, node_of(g->x, b->left, k), k);
  for (int n = 0; n < b->count; n++) {
    int node = b->first + n;
    own(M + njoin, plain, now, y, k);
    join(M, plain, true, before, y, k);
    M += njoin + nown;
    if (n + 1 < b->count) {
      update(g, s, node + 1, after, w->d ? node_of(w->d, node + 1, k) : NULL, k);
    } else {
      for (int i = 0; i < B * k.nv; i++) after[i] = right[i];
      join(M, plain, true, now, node_of(g->x, b->right, k), k);
    }
    join(M, plain, false, after, y, k);
    Vec *x = node_of(g->x, node, k);
    for (int i = 0; i < B * k.nv; i++) x[i] = y[i], before[i] = now[i], now[i] = after[i];
  }
  return M + njoin;
}

// x = M m for knots and what they are linked to; m holds knots and ghosts
INLINE void knots_product(const CatLaneGroup *g, const double *M, double *m, Kind k) {
  const CatPlan *p = g->plan;
  int first = cat_plan_bays(p);
  for (int n = 0; n < p->nknot; n++, M += BB * step_of(k)) {
    multiply(M, false, node_of(m, n, k), node_of(g->x, first + n, k), k);
  }
  for (int l = 0; l < p->nlink; l++, M += BB * step_of(k)) {
    int i = p->link[l][0], j = p->link[l][1];
    multiply(M, false, node_of(m, j - first, k), node_of(g->x, i, k), k);
    multiply(M, true, node_of(m, i - first, k), node_of(g->x, j, k), k);
  }
}

// x += D d, in blocks
INLINE void more_load(const CatLaneGroup *g, double *d, Kind k) {
  const CatPlan *p = g->plan;
  const double *M = g->more;
  for (int b = 0; b < p->nbay; b++) {
    const CatBay *bay = &p->bay[b];
    for (int n = -1; n < bay->count; n++) {
      int here = n < 0 ? bay->left : bay->first + n;
      int next = n + 1 < bay->count ? bay->first + n + 1 : bay->right;
      if (n >= 0) {
        multiply(M, false, node_of(d, here, k), node_of(g->x, here, k), k);
        M += BB * step_of(k);
      }
      multiply(M, false, node_of(d, next, k), node_of(g->x, here, k), k);
      multiply(M, true, node_of(d, here, k), node_of(g->x, next, k), k);
      M += BB * step_of(k);
    }
  }
  knots_product(g, M, (double *)node_of(d, cat_plan_bays(p), k), k);
}

INLINE void load_all(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w, bool plain,
                     Kind k) {
  const CatPlan *p = g->plan;
  int first = cat_plan_bays(p), bay_numbers = 0;
  for (int n = 0; n < p->nknot; n++) {
    update(g, s, first + n, node_of(w->m, n, k), w->d ? node_of(w->d, first + n, k) : NULL, k);
  }
  Vec *x = node_of(g->x, first, k);
  for (int i = 0; i < B * k.nv * (p->nknot + p->nghost); i++) x[i] = (Vec){0};
  for (int b = 0; b < p->nbay; b++) {
    bay_numbers += plain ? 4 + 7 * p->bay[b].count : BB * (1 + 2 * p->bay[b].count);
  }
  knots_product(g, g->mass + (size_t)bay_numbers * (size_t)step_of(k), w->m, k);
  const double *M = g->mass;
  for (int b = 0; b < p->nbay; b++) M = bay_load(g, s, w, &p->bay[b], plain, M, k);
  if (w->d) more_load(g, w->d, k);
}

//------------------------------------------------------------------------------- kinds

#define WITH_KIND(g, call)                                                                         \
  do {                                                                                             \
    if ((g)->width == LANES && (g)->shared) {                                                      \
      call(((Kind){1, true, 1}));                                                                  \
    } else if ((g)->width == LANES) {                                                              \
      call(((Kind){1, false, 1}));                                                                 \
    } else if ((g)->shared) {                                                                      \
      call(((Kind){2, true, 1}));                                                                  \
    } else {                                                                                       \
      call(((Kind){2, false, 1}));                                                                 \
    }                                                                                              \
  } while (0)

static void load(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w) {
#define LOAD_PLAIN(kind) load_all(g, s, w, true, kind)
#define LOAD_FULL(kind) load_all(g, s, w, false, kind)
  if (g->plan->plain) {
    WITH_KIND(g, LOAD_PLAIN);
  } else {
    WITH_KIND(g, LOAD_FULL);
  }
}

static void forward(const CatLaneGroup *g) {
#define FORWARD(kind) forward_all(g, kind)
  WITH_KIND(g, FORWARD);
}

static void backward(const CatLaneGroup *g) {
#define BACKWARD(kind) backward_all(g, kind)
  WITH_KIND(g, BACKWARD);
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
  bay_backward(&c->plan->bay[bay], c->factor, c->x, NULL, (Kind){COLUMNS / LANES, true, c->stride});
}

static const CatLaneKernel kernel = {
    .name = CAT_VECTOR_NAME,
    .lanes = LANES,
    .columns = COLUMNS,
    .load = load,
    .forward = forward,
    .backward = backward,
    .column_bay_forward = column_bay_forward,
    .column_knots_forward = column_knots_forward,
    .column_knots_backward = column_knots_backward,
    .column_bay_backward = column_bay_backward,
};
