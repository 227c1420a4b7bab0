// The loops of lanes_quasi_kernel.h for vectors of CAT_VECTOR bytes with numbers of the type
// CAT_REAL; included once by each lanes_quasi_*.c that sets them. Everything is inlined with the
// kind of a group as constants.
#include "lanes_quasi_kernel.h"
#include "lanes_vector.h"

enum { K5 = CAT_QK, CHAIN = CAT_Q_CHAIN };

INLINE Vec *node_of(const CatPlan *p, Real *x, int node, Kind k) {
  return place(x, cat_quasi_place(p, node), k);
}

//------------------------------------------------------------------------------- knots

INLINE void knots_forward(const CatPlan *p, const Real *coef, Real *x, Kind k) {
  for (int n = 0; n < p->nknot; n++) {
    const Real *F = coefs(coef, cat_quasi_knot_at(p, n), k);
    const Vec *y = node_of(p, x, cat_plan_bays(p) + n, k);
    for (int r = p->row_start[n]; r < p->row_start[n + 1]; r++) {
      F = coefs(F, CAT_QKK, k);
      push_block(K5, F, y, node_of(p, x, p->row[r], k), k);
    }
  }
}

// loaded: knots have right sides; x begins `before` coordinates behind the cell's first
INLINE void knots_backward(const CatPlan *p, const Real *coef, Real *x, int before, bool loaded,
                           Kind k) {
  for (int n = p->nknot - 1; n >= 0; n--) {
    const Real *F = coefs(coef, cat_quasi_knot_at(p, n), k);
    Vec *here = place(x, cat_quasi_place(p, cat_plan_bays(p) + n) - before, k);
    Vec sum[K5 * WIDEST] = {{0}};
    if (loaded) pull_block(K5, F, here, sum, k);
    for (int r = p->row_start[n]; r < p->row_start[n + 1]; r++) {
      F = coefs(F, CAT_QKK, k);
      pull_block(K5, F, place(x, cat_quasi_place(p, p->row[r]) - before, k), sum, k);
    }
    copy(sum, here, K5 * k.nv);
  }
}

//------------------------------------------------------------------------------- bays

typedef struct Chain {  // y or z of a bay
  const Real *F, *M;    // coefficients of its first node, and of mass
  int count, first;     // nodes, place of the first coordinate
  Vec *x;
  Vec *m;  // what M is multiplied with
} Chain;

INLINE const Real *bay_mass(const CatPlan *p, int bay, const Real *coef, Kind k) {
  int at = cat_quasi_bay_at(p, bay) + 2 * CHAIN * p->bay[bay].count;
  return coefs(coef, at, k);
}

INLINE Chain chain_of(const CatPlan *p, int bay, const Real *coef, int which, Kind k) {
  const CatBay *b = &p->bay[bay];
  int at = cat_quasi_bay_at(p, bay) + which * CHAIN * b->count;
  return (Chain){.F = coefs(coef, at, k),
                 .M = bay_mass(p, bay, coef, k),
                 .count = b->count,
                 .first = CAT_QB * b->first + which * 2 * b->count};
}

INLINE Chain chain_in(const CatLaneGroup *g, const CatQuasiWork *w, int bay, int which, Kind k) {
  Chain c = chain_of(g->plan, bay, g->factor, which, k);
  c.x = place(g->x, c.first, k);
  c.m = place(w->m, 2 * which * c.count, k);
  return c;
}

INLINE const Real *bay_ends(const CatPlan *p, int bay, const Real *coef, Kind k) {
  return coefs(bay_mass(p, bay, coef, k), CAT_Q_MASS, k);
}

// Axial force of a bay, from its right side and the solution at its ends.
INLINE void axial_solve(const Real *E, const Vec *right_side, const Vec *left, const Vec *right,
                        Vec *n, Kind k) {
  for (int v = 0; v < k.nv; v++) {
    Vec sum = coefficient(E, 0, v, k) * right_side[v];
    for (int i = 0; i < K5; i++) {
      sum += coefficient(E, 1 + i, v, k) * left[i * k.nv + v];
      sum += coefficient(E, 1 + K5 + i, v, k) * right[i * k.nv + v];
    }
    n[v] = sum;
  }
}

// What the ends get of the right side of a bay's axial force.
INLINE void axial_push(const Real *E, const Vec *right_side, Vec *left, Vec *right, Kind k) {
  for (int i = 0; i < K5; i++) {
    for (int v = 0; v < k.nv; v++) {
      left[i * k.nv + v] += coefficient(E, 1 + i, v, k) * right_side[v];
      right[i * k.nv + v] += coefficient(E, 1 + K5 + i, v, k) * right_side[v];
    }
  }
}

typedef struct Ends {  // of a chain: place and slope at both ends, axial force
  const Vec *left, *right, *n;
} Ends;

// sum += c_i x, for one coefficient and all vectors of a coordinate
INLINE void term(const Real *c, int i, const Vec *x, Vec *sum, Kind k) {
  for (int v = 0; v < k.nv; v++) sum[v] += coefficient(c, i, v, k) * x[v];
}

// Solution of one node: x = D^-1 y + (-A_pi D^-1)' x_p + (-A_ri D^-1)' x_r + (-w'D^-1)' n
INLINE void chain_node(const Real *F, const Vec *y, const Vec *before, const Ends *ends, Vec *x,
                       Kind k) {
  const int order[] = {0, 2, 1, 3};
  Vec *s = x + k.nv;
  for (int v = 0; v < 2 * k.nv; v++) x[v] = (Vec){0};
  term(F, 10, y, x, k), term(F, 11, y, s, k);
  term(F, 11, y + k.nv, x, k), term(F, 12, y + k.nv, s, k);
  for (int i = 0; i < 4; i++) {
    term(F, 4 + order[i], ends->right + (i % 2) * k.nv, i < 2 ? x : s, k);
  }
  if (ends->n) term(F, 8, ends->n, x, k), term(F, 9, ends->n, s, k);
  for (int i = 0; i < 4; i++) {  // last: the others need not wait for the node before
    term(F, order[i], before + (i % 2) * k.nv, i < 2 ? x : s, k);
  }
}

// The step in the kernel's precision: a copy, which no store can change.
typedef struct Rates {
  Real k[3], m[3];
} Rates;

enum { SINGLE = sizeof(Real) == sizeof(float) };

INLINE Real on_grid(double x) {  // such numbers, up to 2, are added without rounding
  const double grid = 1 << 22;
  return (Real)((double)(long)(x * grid + (x < 0 ? -0.5 : 0.5)) / grid);
}

// In single precision m + k is kept: with the rounded k in both places, and with numbers whose sum
// is exactly one, a line at rest stays there. Else rounding would act like springs to the ground,
// which for a sum of 1 + 1e-7 are a thousandth of the wire's own.
INLINE Rates rates_of(const CatLaneStep *s) {
  Rates r;
  for (int i = 0; i < 3; i++) r.k[i] = (Real)s->k[i], r.m[i] = (Real)s->m[i];
  if (!SINGLE) return r;
  r.m[1] = on_grid(s->m[1] + s->k[1]), r.m[2] = on_grid(s->m[2] + s->k[2]);
  r.m[0] = 1 - r.m[1] - r.m[2];
  return r;
}

// k u0,u1,u2
INLINE Vec before(const Rates *r, Vec u0, Vec u1, Vec u2) {
  return r->k[0] * u0 + r->k[1] * u1 + r->k[2] * u2;
}

// What M is multiplied with.
INLINE Vec ahead(const Rates *r, Vec u, Vec u0, Vec u1) {
  Vec m = r->m[0] * u + r->m[1] * u0 + r->m[2] * u1;
  if (SINGLE) m -= before(r, u, u0, u1);
  return m;
}

// Solution of the last step along a chain, and the end of that step: new displacements, and what M
// is multiplied with.
INLINE void chain_end(const Chain *c, const CatLaneStep *s, const CatQuasiWork *w, const Ends *ends,
                      Kind k) {
  const Rates r = rates_of(s);
  Vec *m = c->m;
  int nv = k.nv;
  const Vec *y = c->x;
  const Vec *u0 = place(w->u[0], c->first, k), *u1 = place(w->u[1], c->first, k);
  Vec *u2 = place(w->u[2], c->first, k), last[2 * WIDEST], x[2 * WIDEST];
  copy(ends->left, last, 2 * nv);
  for (int i = 0; i < c->count; i++) {
    int at = 2 * nv * i;
    if (w->fresh) {
      copy(y + at, x, 2 * nv);
    } else {
      chain_node(coefs(c->F, CHAIN * i, k), y + at, last, ends, x, k);
    }
    for (int j = 0; j < 2 * nv; j++) {
      const Vec a = u0[at + j], b = u1[at + j];
      Vec u = x[j] + before(&r, a, b, u2[at + j]);
      m[at + j] = ahead(&r, u, a, b);
      u2[at + j] = u;
      last[j] = x[j];
    }
  }
}

// y += E m, or E'm
INLINE void mass_join(const Real *E, bool transposed, const Vec *m, Vec *y, Kind k) {
  int ps = transposed ? 2 : 1, sp = transposed ? 1 : 2;
  term(E, 0, m, y, k), term(E, ps, m + k.nv, y, k);
  term(E, sp, m, y + k.nv, k), term(E, 3, m + k.nv, y + k.nv, k);
}

// Right side of a node in the middle of three in a bay.
INLINE void mass_node(const Real *M, const Vec *left, const Vec *m, const Vec *right, Vec *y,
                      Kind k) {
  for (int v = 0; v < k.nv; v++) {
    int s = k.nv + v;
    Vec own[2] = {coefficient(M, 0, v, k), coefficient(M, 1, v, k)};
    Vec pp = coefficient(M, 2, v, k), sp = coefficient(M, 3, v, k), ss = coefficient(M, 4, v, k);
    y[v] += own[0] * m[v] + pp * (left[v] + right[v]) + sp * (left[s] - right[s]);
    y[s] += own[1] * m[s] + ss * (left[s] + right[s]) - sp * (left[v] - right[v]);
  }
}

// What the left (sign 1) or right end (sign -1) of a bay gets from the node beside it.
INLINE void mass_end(const Real *M, Real sign, const Vec *m, Vec *y, Kind k) {
  for (int v = 0; v < k.nv; v++) {
    int s = k.nv + v;
    Vec pp = coefficient(M, 2, v, k), ss = coefficient(M, 4, v, k);
    Vec sp = sign * coefficient(M, 3, v, k);
    y[v] += pp * m[v] - sp * m[s];
    y[s] += sp * m[v] + ss * m[s];
  }
}

// One node is eliminated: what the right end, the axial force and the node before it get.
INLINE void chain_push(const Real *F, const Vec *y, Vec *right, Vec *n, Vec *before, Kind k) {
  const Vec *s = y + k.nv;
  for (int v = 0; v < 2 * k.nv; v++) before[v] = (Vec){0};
  term(F, 0, y, before, k), term(F, 1, s, before, k);
  term(F, 2, y, before + k.nv, k), term(F, 3, s, before + k.nv, k);
  term(F, 4, y, right, k), term(F, 5, s, right, k);
  term(F, 6, y, right + k.nv, k), term(F, 7, s, right + k.nv, k);
  if (n) term(F, 8, y, n, k), term(F, 9, s, n, k);
}

// Right side of the next step along a chain and its elimination, from right to left. m_end: what M
// is multiplied with at the ends; out: what the ends and the axial force get.
INLINE void chain_begin(const Chain *c, bool forced, const Vec *const m_end[2], Vec *const out[3],
                        Kind k) {
  int nv = k.nv, last = c->count - 1;
  const Real *M = c->M;
  const Vec *m = c->m;
  Vec carry[2 * WIDEST] = {{0}}, right[2 * WIDEST], n[WIDEST];
  copy(out[1], right, 2 * nv);
  copy(out[2], n, nv);
  mass_end(M, 1, m, out[0], k);
  mass_end(M, -1, m + 2 * nv * last, right, k);
  for (int i = last; i >= 0; i--) {
    const Vec *l = i ? m + 2 * nv * (i - 1) : m_end[0];
    const Vec *r = i < last ? m + 2 * nv * (i + 1) : m_end[1];
    Vec y[2 * WIDEST], *to = c->x + 2 * nv * i;
    copy(carry, y, 2 * nv);
    for (int j = 0; j < 2 * nv && forced; j++) y[j] += to[j];
    mass_node(M, l, m + 2 * nv * i, r, y, k);
    copy(y, to, 2 * nv);
    chain_push(coefs(c->F, CHAIN * i, k), y, right, n, carry, k);
  }
  for (int j = 0; j < 2 * nv; j++) out[0][j] += carry[j];
  copy(right, out[1], 2 * nv);
  copy(n, out[2], nv);
}

// The elimination alone.
INLINE void chain_forward(const Chain *c, Real *all, Vec *const out[3], Kind k) {
  int nv = k.nv;
  Vec *x = place(all, c->first, k), carry[2 * WIDEST] = {{0}};
  for (int i = c->count - 1; i >= 0; i--) {
    Vec *y = x + 2 * nv * i;
    for (int j = 0; j < 2 * nv; j++) y[j] += carry[j];
    chain_push(coefs(c->F, CHAIN * i, k), y, out[1], out[2], carry, k);
  }
  for (int j = 0; j < 2 * nv; j++) out[0][j] += carry[j];
}

//------------------------------------------------------------------------------- a bay in a sweep

// What acts on coordinates first to first + n of a group is added to x, which begins there; whether
// anything does.
static bool add_forces(const CatQuasiWork *w, int first, int n, bool empty, Real *x) {
  int i = 0;
  bool any = w->force;
  while (i < w->npush && w->push[i].at < first) i++;
  any = any || (i < w->npush && w->push[i].at < first + n);
  if (!any) return false;
  if (empty) memset(x, 0, (size_t)n * sizeof *x);
  for (; i < w->npush && w->push[i].at < first + n; i++)
    x[w->push[i].at - first] += (Real)w->push[i].force;
  const Real *force = w->force, share = (Real)w->share;
  for (int k = 0; k < n && force; k++) x[k] += share * force[first + k];
  return true;
}

INLINE void bay_end(const CatLaneGroup *g, const CatLaneStep *s, const CatQuasiWork *w, int bay,
                    Kind k) {
  const CatPlan *p = g->plan;
  const CatBay *b = &p->bay[bay];
  int bays = cat_plan_bays(p);
  const Vec *left = place(w->ends, K5 * (b->left - bays), k);
  const Vec *right = place(w->ends, K5 * (b->right - bays), k);
  Vec n[WIDEST];
  axial_solve(bay_ends(p, bay, g->factor, k), place(g->x, cat_quasi_axial(p, bay), k), left, right,
              n, k);
  for (int which = 0; which < 2; which++) {
    int at = (1 + 2 * which) * k.nv;
    Chain c = chain_in(g, w, bay, which, k);
    Ends ends = {left + at, right + at, n};
    chain_end(&c, s, w, &ends, k);
  }
}

INLINE void bay_begin(const CatLaneGroup *g, const CatQuasiWork *w, int bay, bool forced, Kind k) {
  const CatPlan *p = g->plan;
  const CatBay *b = &p->bay[bay];
  int bays = cat_plan_bays(p);
  Vec *left = node_of(p, g->x, b->left, k), *right = node_of(p, g->x, b->right, k);
  Vec *n = place(g->x, cat_quasi_axial(p, bay), k);
  for (int v = 0; v < k.nv; v++) n[v] = (Vec){0};
  for (int which = 0; which < 2; which++) {
    int at = (1 + 2 * which) * k.nv;
    Chain c = chain_in(g, w, bay, which, k);
    const Vec *m_end[2] = {place(w->end_m, K5 * (b->left - bays), k) + at,
                           place(w->end_m, K5 * (b->right - bays), k) + at};
    Vec *out[3] = {left + at, right + at, n};
    chain_begin(&c, forced, m_end, out, k);
  }
  axial_push(bay_ends(p, bay, g->factor, k), n, left, right, k);
}

// x += M m for knots and what they are linked to; m holds knots and ghosts
INLINE void mass_knots(const CatLaneGroup *g, Real *m, Kind k) {
  const CatPlan *p = g->plan;
  const Real *M = coefs(g->factor, cat_quasi_knot_at(p, p->nknot), k);
  int bays = cat_plan_bays(p);
  for (int n = 0; n < p->nknot; n++, M = coefs(M, 4, k)) {
    const Vec *from = place(m, K5 * n, k);
    Vec *to = node_of(p, g->x, bays + n, k);
    for (int v = 0; v < k.nv; v++) to[v] += coefficient(M, 3, v, k) * from[v];
    for (int i = 0; i < 2 * k.nv; i++) {
      int v = i % k.nv, y = (1 + 2 * (i / k.nv)) * k.nv + v, s = y + k.nv;
      to[y] += coefficient(M, 0, v, k) * from[y] + coefficient(M, 1, v, k) * from[s];
      to[s] += coefficient(M, 1, v, k) * from[y] + coefficient(M, 2, v, k) * from[s];
    }
  }
  for (int l = 0; l < p->nlink; l++, M = coefs(M, 4, k)) {
    int i = p->link[l][0], j = p->link[l][1];
    for (int at = k.nv; at <= 3 * k.nv; at += 2 * k.nv) {
      mass_join(M, false, place(m, K5 * (j - bays), k) + at, node_of(p, g->x, i, k) + at, k);
      mass_join(M, true, place(m, K5 * (i - bays), k) + at, node_of(p, g->x, j, k) + at, k);
    }
  }
}

// Knots at the end of the last step; x is empty then, but for forces.
static void knots_end(const CatLaneGroup *g, const CatLaneStep *s, const CatQuasiWork *w) {
  const CatPlan *p = g->plan;
  int first = cat_quasi_place(p, cat_plan_bays(p)) * g->width, n = K5 * p->nknot * g->width;
  Real *x = (Real *)g->x + first;
  Vec *u2 = (Vec *)w->u[2] + first / LANES, *m = w->end_m, *ends = w->ends, *now = (Vec *)x;
  const Vec *u0 = (const Vec *)w->u[0] + first / LANES, *u1 = (const Vec *)w->u[1] + first / LANES;
  const Rates r = rates_of(s);
  for (int i = 0; i < n / LANES; i++) {
    Vec u = now[i] + before(&r, u0[i], u1[i], u2[i]);
    m[i] = ahead(&r, u, u0[i], u1[i]);
    ends[i] = now[i];
    u2[i] = u;
  }
  memset(x, 0, (size_t)(K5 * (p->nknot + p->nghost) * g->width) * sizeof *x);
  add_forces(w, first, n, false, x);
}

//------------------------------------------------------------------------------- kinds

typedef struct Loops {
  void (*end)(const CatLaneGroup *g, const CatLaneStep *s, const CatQuasiWork *w, int bay);
  void (*begin)(const CatLaneGroup *g, const CatQuasiWork *w, int bay);
  void (*begin_forced)(const CatLaneGroup *g, const CatQuasiWork *w, int bay);
  void (*mass_knots)(const CatLaneGroup *g, Real *m);
  void (*knots_forward)(const CatLaneGroup *g);
  void (*knots_backward)(const CatLaneGroup *g);
  void (*follow)(const CatLaneGroup *g, Real *x);
} Loops;

// The loops for one kind of group each: functions of their own, so that compilers find registers
// for what they need.
#define DEFINE_KIND(name, nv, shared)                                                              \
  ALONE void end_##name(const CatLaneGroup *g, const CatLaneStep *s, const CatQuasiWork *w,        \
                        int bay) {                                                                 \
    bay_end(g, s, w, bay, (Kind){nv, shared, 1});                                                  \
  }                                                                                                \
  ALONE void begin_##name(const CatLaneGroup *g, const CatQuasiWork *w, int bay) {                 \
    bay_begin(g, w, bay, false, (Kind){nv, shared, 1});                                            \
  }                                                                                                \
  ALONE void begin_forced_##name(const CatLaneGroup *g, const CatQuasiWork *w, int bay) {          \
    bay_begin(g, w, bay, true, (Kind){nv, shared, 1});                                             \
  }                                                                                                \
  ALONE void mass_knots_##name(const CatLaneGroup *g, Real *m) {                                   \
    mass_knots(g, m, (Kind){nv, shared, 1});                                                       \
  }                                                                                                \
  ALONE void knots_forward_##name(const CatLaneGroup *g) {                                         \
    knots_forward(g->plan, g->factor, g->x, (Kind){nv, shared, 1});                                \
  }                                                                                                \
  ALONE void knots_backward_##name(const CatLaneGroup *g) {                                        \
    knots_backward(g->plan, g->factor, g->x, 0, true, (Kind){nv, shared, 1});                      \
  }                                                                                                \
  ALONE void follow_##name(const CatLaneGroup *g, Real *x) {                                       \
    int before = cat_quasi_place(g->plan, cat_plan_bays(g->plan));                                 \
    knots_backward(g->plan, g->factor, x, before, false, (Kind){nv, shared, 1});                   \
  }                                                                                                \
  static const Loops loops_##name = {.end = end_##name,                                            \
                                     .begin = begin_##name,                                        \
                                     .begin_forced = begin_forced_##name,                          \
                                     .mass_knots = mass_knots_##name,                              \
                                     .knots_forward = knots_forward_##name,                        \
                                     .knots_backward = knots_backward_##name,                      \
                                     .follow = follow_##name};

EACH_KIND(DEFINE_KIND)

static const Loops *loops_of(const CatLaneGroup *g) {
  static const Loops *const all[] = {&loops_single_own, &loops_single_shared, &loops_double_own,
                                     &loops_double_shared};
  return all[kind_of(g)];
}

//------------------------------------------------------------------------------- table

static void sweep(const CatLaneGroup *g, const CatLaneStep *s, const CatQuasiWork *w) {
  const Loops *loops = loops_of(g);
  const CatPlan *p = g->plan;
  knots_end(g, s, w);
  loops->mass_knots(g, w->end_m);
  for (int i = 0; i < p->nbay; i++) {
    int first = CAT_QB * p->bay[i].first * g->width, n = CAT_QB * p->bay[i].count * g->width;
    loops->end(g, s, w, i);
    if (add_forces(w, first, n, true, (Real *)g->x + first)) {
      loops->begin_forced(g, w, i);
    } else {
      loops->begin(g, w, i);
    }
  }
  loops->knots_forward(g);
}

static void knots(const CatLaneGroup *g) {
  loops_of(g)->knots_backward(g);
}

static void follow(const CatLaneGroup *g, void *x) {
  const CatPlan *p = g->plan;
  int first = cat_quasi_place(p, cat_plan_bays(p)) * g->width, n = K5 * p->nknot * g->width;
  Real *to = (Real *)g->x + first, *add = x;
  loops_of(g)->follow(g, add);
  for (int i = 0; i < n; i++) to[i] += add[i];
}

static void column_bay(const CatQuasiColumn *c, int bay) {
  const Kind k = {COLUMNS / LANES, true, c->stride};
  const CatPlan *p = c->plan;
  const CatBay *b = &p->bay[bay];
  Vec *left = node_of(p, c->x, b->left, k), *right = node_of(p, c->x, b->right, k);
  Vec *n = place(c->x, cat_quasi_axial(p, bay), k);
  for (int which = 0; which < 2; which++) {
    int at = (1 + 2 * which) * k.nv;
    Chain chain = chain_of(p, bay, c->coef, which, k);
    Vec *out[3] = {left + at, right + at, n};
    chain_forward(&chain, c->x, out, k);
  }
  axial_push(bay_ends(p, bay, c->coef, k), n, left, right, k);
}

static void column_knots_forward(const CatQuasiColumn *c) {
  knots_forward(c->plan, c->coef, c->x, (Kind){COLUMNS / LANES, true, c->stride});
}

static void column_knots_backward(const CatQuasiColumn *c) {
  knots_backward(c->plan, c->coef, c->x, 0, true, (Kind){COLUMNS / LANES, true, c->stride});
}

static const CatQuasiKernel kernel = {
    .name = CAT_VECTOR_NAME,
    .single = sizeof(Real) == sizeof(float),
    .lanes = LANES,
    .columns = COLUMNS,
    .sweep = sweep,
    .knots = knots,
    .follow = follow,
    .multiply = multiply,
    .ghosts_set = ghosts_set,
    .ghosts_add = ghosts_add,
    .read = read_rows,
    .column_bay = column_bay,
    .column_knots_forward = column_knots_forward,
    .column_knots_backward = column_knots_backward,
};
