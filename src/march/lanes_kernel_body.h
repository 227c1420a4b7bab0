// The loops of lanes_kernel.h for vectors of CAT_VECTOR bytes; included once by each lanes_*.c that
// sets it. Everything is inlined with the kind of a group as constants.
#define CAT_REAL double
#include "lanes_kernel.h"
#include "lanes_vector.h"

enum { B = CAT_B, BB = CAT_BB, FLAT = CAT_FLAT };

INLINE Vec *node_of(Real *x, int i, Kind k) {
  return place(x, B * i, k);
}

//------------------------------------------------------------------------------- flat blocks

// The coordinates of a node in the plane of its bay, and across it.
enum { PLANE = 4, ACROSS = 2 };
INLINE int slot(int part, int i) {
  return part == PLANE ? i + (i + 1) / 2 : 1 + 3 * i;
}

// y += A x for one part of a node: rows one after the other, x (of this part) stays in registers
INLINE void push_rows(const Real *A, int part, const Vec *x, Vec *y, Kind k) {
  for (int r = 0; r < part; r++) {
    Vec sum[WIDEST], *to = y + slot(part, r) * k.nv;
    for (int v = 0; v < k.nv; v++) sum[v] = to[v];
    for (int c = 0; c < part; c++) {
      for (int v = 0; v < k.nv; v++) sum[v] += coefficient(A, part * r + c, v, k) * x[c * k.nv + v];
    }
    for (int v = 0; v < k.nv; v++) to[v] = sum[v];
  }
}

INLINE void load_part(int part, const Vec *x, Vec *to, Kind k) {
  for (int i = 0; i < part * k.nv; i++) to[i] = x[slot(part, i / k.nv) * k.nv + i % k.nv];
}

// y += A'x for one part of a node
INLINE void pull_part(const Real *A, int part, const Vec *x, Vec *y, Kind k) {
  for (int c = 0; c < part; c++) {
    for (int r = 0; r < part; r++) {
      for (int v = 0; v < k.nv; v++) {
        y[slot(part, r) * k.nv + v] +=
            coefficient(A, part * c + r, v, k) * x[slot(part, c) * k.nv + v];
      }
    }
  }
}

INLINE void push_flat(const Real *A, const Vec *x, Vec *y, Kind k) {
  Vec t[PLANE * WIDEST];
  load_part(PLANE, x, t, k);
  push_rows(A, PLANE, t, y, k);
  load_part(ACROSS, x, t, k);
  push_rows(A + PLANE * PLANE * step_of(k), ACROSS, t, y, k);
}

// y += A x and z += C x
INLINE void push_both(const Real *A, const Real *C, const Vec *x, Vec *y, Vec *z, Kind k) {
  const int plane = PLANE * PLANE * step_of(k);
  Vec t[PLANE * WIDEST];
  load_part(PLANE, x, t, k);
  push_rows(A, PLANE, t, y, k);
  push_rows(C, PLANE, t, z, k);
  load_part(ACROSS, x, t, k);
  push_rows(A + plane, ACROSS, t, y, k);
  push_rows(C + plane, ACROSS, t, z, k);
}

INLINE void pull_flat(const Real *A, const Vec *x, Vec *y, Kind k) {
  pull_part(A, PLANE, x, y, k);
  pull_part(A + PLANE * PLANE * step_of(k), ACROSS, x, y, k);
}

//------------------------------------------------------------------------------- frames

// From the frame of a node at the end of a bay into that of the bay.
INLINE void turn_in(const Real *turn, const Vec *from, Vec *to, Kind k) {
  for (int i = 0; i < 2 * k.nv; i++) {
    int v = i % k.nv, a = 3 * (i - v) + v, b = a + k.nv, up = b + k.nv;
    Vec c = coefficient(turn, 0, v, k), s = coefficient(turn, 1, v, k);
    to[a] = c * from[a] + s * from[b];
    to[b] = c * from[b] - s * from[a];
    to[up] = from[up];
  }
}

// And back, added to what is there.
INLINE void turn_out(const Real *turn, const Vec *from, Vec *to, Kind k) {
  for (int i = 0; i < 2 * k.nv; i++) {
    int v = i % k.nv, a = 3 * (i - v) + v, b = a + k.nv, up = b + k.nv;
    Vec c = coefficient(turn, 0, v, k), s = coefficient(turn, 1, v, k);
    to[a] += c * from[a] - s * from[b];
    to[b] += c * from[b] + s * from[a];
    to[up] += from[up];
  }
}

INLINE const Real *turn_of(const Real *turn, int bay, int end, Kind k) {
  return turn + (4 * bay + 2 * end) * step_of(k);
}

//------------------------------------------------------------------------------- solve

// A bay of a group or column, and the values at its ends in its own frame.
typedef struct Bay {
  const CatBay *b;
  const Real *factor;  // of its last node: they are kept from there to the first
  const Real *turn;    // left, right
} Bay;

INLINE Bay bay_at(const CatPlan *p, const Real *factor, const Real *turn, int bay, Kind k) {
  const CatBay *b = &p->bay[bay];
  return (Bay){b, factor + (size_t)b->first * (size_t)(3 * FLAT * step_of(k)),
               turn + 4 * bay * step_of(k)};
}

// y_n += -A_ni D^-1 y_i and the same for the left end
INLINE void bay_forward(const Bay *bay, Real *x, Kind k) {
  const CatBay *b = bay->b;
  int block = FLAT * step_of(k);
  const Real *F = bay->factor + (b->count - 1) * 3 * block;
  Vec left[B * WIDEST] = {{0}}, right[B * WIDEST] = {{0}};
  for (int i = 0; i < b->count; i++, F -= 3 * block) {
    const Vec *y = node_of(x, b->first + i, k);
    Vec *next = i + 1 < b->count ? node_of(x, b->first + i + 1, k) : right;
    push_both(F + 2 * block, F + block, y, next, left, k);
  }
  turn_out(bay->turn, left, node_of(x, b->left, k), k);
  turn_out(bay->turn + 2 * step_of(k), right, node_of(x, b->right, k), k);
}

// x_i = D^-1 y_i + (-A_ni D^-1)' x_n + (-A_li D^-1)' x_l from right to left
INLINE void bay_backward(const Bay *bay, Real *x, const Vec *left_end, const Vec *right_end,
                         Kind k) {
  const CatBay *b = bay->b;
  int block = FLAT * step_of(k);
  const Real *F = bay->factor;
  Vec left[B * WIDEST], right[B * WIDEST];
  turn_in(bay->turn, left_end, left, k);
  turn_in(bay->turn + 2 * step_of(k), right_end, right, k);
  const Vec *next = right;
  for (int i = b->count - 1; i >= 0; i--, F += 3 * block) {
    Vec *here = node_of(x, b->first + i, k), sum[B * WIDEST] = {{0}};
    pull_flat(F, here, sum, k);
    pull_flat(F + block, left, sum, k);
    pull_flat(F + 2 * block, next, sum, k);  // last: the others need not wait for the node before
    copy(sum, here, B * k.nv);
    next = here;
  }
}

INLINE const Real *knot_factor(const CatPlan *p, const Real *factor, int knot, Kind k) {
  int at = 3 * FLAT * cat_plan_bays(p) + BB * (knot + p->row_start[knot]);
  return factor + (size_t)at * (size_t)step_of(k);
}

INLINE void knots_forward(const CatPlan *p, const Real *factor, Real *x, Kind k) {
  for (int n = 0; n < p->nknot; n++) {
    const Real *F = knot_factor(p, factor, n, k);
    const Vec *y = node_of(x, cat_plan_bays(p) + n, k);
    for (int r = p->row_start[n]; r < p->row_start[n + 1]; r++) {
      F += BB * step_of(k);
      push_block(B, F, y, node_of(x, p->row[r], k), k);
    }
  }
}

INLINE void knots_backward(const CatPlan *p, const Real *factor, Real *x, Kind k) {
  for (int n = p->nknot - 1; n >= 0; n--) {
    const Real *F = knot_factor(p, factor, n, k);
    Vec *here = node_of(x, cat_plan_bays(p) + n, k), sum[B * WIDEST] = {{0}};
    pull_block(B, F, here, sum, k);
    for (int r = p->row_start[n]; r < p->row_start[n + 1]; r++) {
      F += BB * step_of(k);
      pull_block(B, F, node_of(x, p->row[r], k), sum, k);
    }
    copy(sum, here, B * k.nv);
  }
}

//------------------------------------------------------------------------------- right-hand side

// Ends the last step at some nodes: their displacement, and what M is multiplied with.
INLINE void update(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *work,
                   const int node[2], Real *to_m, Real *to_d) {
  int nv = g->width / LANES, first = B * nv * node[0], n = B * nv * node[1];
  const Vec *x = (const Vec *)g->x + first;
  const Vec *u0 = (const Vec *)work->u[0] + first, *u1 = (const Vec *)work->u[1] + first;
  Vec *u2 = (Vec *)work->u[2] + first, *m = (Vec *)to_m, *d = (Vec *)to_d;
  const CatLaneStep c = *s;         // a copy, which no store can change
  for (int j = 0; j < n; j += 3) {  // a node has six coordinates: three at a time
    for (int i = j; i < j + 3; i++) {
      const Vec last = u0[i], before = u1[i];
      Vec u = x[i] + c.k[0] * last + c.k[1] * before + c.k[2] * u2[i];
      m[i] = c.m[0] * u + c.m[1] * last + c.m[2] * before;
      if (d) d[i] = c.d[0] * u + c.d[1] * last + c.d[2] * before;
      u2[i] = u;
    }
  }
}

// Mass of a bay: elements of one length, so that it is the same at each of its nodes.
typedef struct Mass {
  Vec own_p[WIDEST], own_s[WIDEST], pp[WIDEST], ps[WIDEST], ss[WIDEST];
} Mass;

INLINE Mass mass_of(const Real *M, Kind k) {
  Mass a;
  for (int v = 0; v < k.nv; v++) {
    a.own_p[v] = coefficient(M, 0, v, k), a.own_s[v] = coefficient(M, 1, v, k);
    a.pp[v] = coefficient(M, 2, v, k), a.ps[v] = coefficient(M, 3, v, k);
    a.ss[v] = coefficient(M, 4, v, k);
  }
  // cppcheck-suppress uninitvar ; the nv vectors that are read are written
  return a;
}

// y = M m for the node in the middle of three, for place and slope of each component
INLINE void plain_product(const Mass *a, const Vec *left, const Vec *m, const Vec *right, Vec *y,
                          Kind k) {
  for (int i = 0; i < 3 * k.nv; i++) {
    int v = k.shared ? 0 : i % k.nv, j = 3 * k.nv + i;
    Vec place = a->own_p[v] * m[i] + a->pp[v] * (left[i] + right[i]);
    Vec slope = a->own_s[v] * m[j] + a->ss[v] * (left[j] + right[j]);
    y[i] = place + a->ps[v] * (right[j] - left[j]);
    y[j] = slope + a->ps[v] * (left[i] - right[i]);
  }
}

// What the ends of a bay get from its first and last node: sign 1 at the left, -1 at the right
INLINE void plain_end(const Mass *a, double sign, const Vec *m, Vec *y, Kind k) {
  for (int i = 0; i < 3 * k.nv; i++) {
    int v = i % k.nv, j = 3 * k.nv + i;
    y[i] += a->pp[v] * m[i] + sign * (a->ps[v] * m[j]);
    y[j] += a->ss[v] * m[j] - sign * (a->ps[v] * m[i]);
  }
}

// y += E m, or E'm
INLINE void plain_join(const Real *E, bool transposed, const Vec *m, Vec *y, Kind k) {
  int ps = transposed ? 2 : 1, sp = transposed ? 1 : 2;
  for (int i = 0; i < 3 * k.nv; i++) {
    int v = i % k.nv, j = 3 * k.nv + i;
    y[i] += coefficient(E, 0, v, k) * m[i] + coefficient(E, ps, v, k) * m[j];
    y[j] += coefficient(E, sp, v, k) * m[i] + coefficient(E, 3, v, k) * m[j];
  }
}

// Values at the ends of a bay in its frame; ends: of knots and ghosts.
typedef struct Ends {
  Vec left[B * WIDEST], right[B * WIDEST];
} Ends;

INLINE Ends ends_of(const CatLaneGroup *g, int bay, Real *ends, Kind k) {
  const CatBay *b = &g->plan->bay[bay];
  int first = cat_plan_bays(g->plan);
  Ends e;
  turn_in(turn_of(g->turn, bay, 0, k), node_of(ends, b->left - first, k), e.left, k);
  turn_in(turn_of(g->turn, bay, 1, k), node_of(ends, b->right - first, k), e.right, k);
  // cppcheck-suppress uninitvar ; turn_in writes what is read
  return e;
}

// What the ends of a bay get, in its frame.
INLINE void ends_add(const CatLaneGroup *g, int bay, const Ends *e, Kind k) {
  const CatBay *b = &g->plan->bay[bay];
  turn_out(turn_of(g->turn, bay, 0, k), e->left, node_of(g->x, b->left, k), k);
  turn_out(turn_of(g->turn, bay, 1, k), e->right, node_of(g->x, b->right, k), k);
}

// x = M m along a bay, and what its ends get of it; m: of its nodes
INLINE void plain_bay(const CatLaneGroup *g, int bay, Real *m, Real *ends, Kind k) {
  const CatBay *b = &g->plan->bay[bay];
  const Mass a = mass_of(coefs(g->mass, 5 * bay, k), k);
  Ends e = ends_of(g, bay, ends, k), get = {{{0}}, {{0}}};
  plain_end(&a, 1, node_of(m, 0, k), get.left, k);
  for (int n = 0; n < b->count; n++) {
    const Vec *left = n ? node_of(m, n - 1, k) : e.left;
    const Vec *right = n + 1 < b->count ? node_of(m, n + 1, k) : e.right;
    plain_product(&a, left, node_of(m, n, k), right, node_of(g->x, b->first + n, k), k);
  }
  plain_end(&a, -1, node_of(m, b->count - 1, k), get.right, k);
  ends_add(g, bay, &get, k);
}

// The same in flat blocks, added to x.
INLINE const Real *flat_bay(const CatLaneGroup *g, int bay, const Real *M, Real *m, Real *ends,
                            Kind k) {
  const CatBay *b = &g->plan->bay[bay];
  Ends e = ends_of(g, bay, ends, k), get = {{{0}}, {{0}}};
  for (int n = -1; n < b->count; n++) {
    bool last = n + 1 == b->count;
    const Vec *now = n < 0 ? e.left : node_of(m, n, k),
              *then = last ? e.right : node_of(m, n + 1, k);
    Vec *here = n < 0 ? get.left : node_of(g->x, b->first + n, k);
    Vec *next = last ? get.right : node_of(g->x, b->first + n + 1, k);
    if (n >= 0) {
      push_flat(M, now, here, k);
      M += FLAT * step_of(k);
    }
    push_flat(M, then, here, k);
    pull_flat(M, now, next, k);
    M += FLAT * step_of(k);
  }
  ends_add(g, bay, &get, k);
  return M;
}

// x += M m for knots and what they are linked to; m holds knots and ghosts
INLINE void plain_knots(const CatLaneGroup *g, const Real *M, Real *m, Kind k) {
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
INLINE void full_knots(const CatLaneGroup *g, const Real *M, Real *m, Kind k) {
  const CatPlan *p = g->plan;
  int first = cat_plan_bays(p);
  for (int n = 0; n < p->nknot; n++, M += BB * step_of(k)) {
    push_block(B, M, node_of(m, n, k), node_of(g->x, first + n, k), k);
  }
  for (int l = 0; l < p->nlink; l++, M += BB * step_of(k)) {
    int i = p->link[l][0], j = p->link[l][1];
    push_block(B, M, node_of(m, j - first, k), node_of(g->x, i, k), k);
    pull_block(B, M, node_of(m, i - first, k), node_of(g->x, j, k), k);
  }
}

//------------------------------------------------------------------------------- kinds

// The loops over a bay for one kind of group each: functions of their own, so that compilers find
// registers for what they need.
#define DEFINE_KIND(name, nv, shared)                                                              \
  ALONE void backward_##name(const CatLaneGroup *g, int bay, Real *ends) {                         \
    const Kind k = {nv, shared, 1};                                                                \
    const int first = cat_plan_bays(g->plan);                                                      \
    const Bay b = bay_at(g->plan, g->factor, g->turn, bay, k);                                     \
    bay_backward(&b, g->x, node_of(ends, b.b->left - first, k),                                    \
                 node_of(ends, b.b->right - first, k), k);                                         \
  }                                                                                                \
  ALONE void plain_##name(const CatLaneGroup *g, const CatLaneWork *w, int bay) {                  \
    plain_bay(g, bay, w->m, w->end_m, (Kind){nv, shared, 1});                                      \
  }                                                                                                \
  ALONE const Real *flat_##name(const CatLaneGroup *g, const CatLaneWork *w, int bay,              \
                                const Real *M) {                                                   \
    return flat_bay(g, bay, M, w->d, w->end_d, (Kind){nv, shared, 1});                             \
  }                                                                                                \
  ALONE void forward_##name(const CatLaneGroup *g, int bay) {                                      \
    const Kind k = {nv, shared, 1};                                                                \
    const Bay b = bay_at(g->plan, g->factor, g->turn, bay, k);                                     \
    bay_forward(&b, g->x, k);                                                                      \
  }                                                                                                \
  ALONE void plain_knots_##name(const CatLaneGroup *g, const Real *M, Real *m) {                   \
    plain_knots(g, M, m, (Kind){nv, shared, 1});                                                   \
  }                                                                                                \
  ALONE void full_knots_##name(const CatLaneGroup *g, const Real *M, Real *m) {                    \
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
                                     .flat = flat_##name,                                          \
                                     .forward = forward_##name,                                    \
                                     .plain_knots = plain_knots_##name,                            \
                                     .full_knots = full_knots_##name,                              \
                                     .knots_forward = knots_forward_##name,                        \
                                     .knots_backward = knots_backward_##name};

typedef struct Loops {
  void (*backward)(const CatLaneGroup *g, int bay, Real *ends);
  void (*plain)(const CatLaneGroup *g, const CatLaneWork *w, int bay);
  const Real *(*flat)(const CatLaneGroup *g, const CatLaneWork *w, int bay, const Real *M);
  void (*forward)(const CatLaneGroup *g, int bay);
  void (*plain_knots)(const CatLaneGroup *g, const Real *M, Real *m);
  void (*full_knots)(const CatLaneGroup *g, const Real *M, Real *m);
  void (*knots_forward)(const CatLaneGroup *g);
  void (*knots_backward)(const CatLaneGroup *g);
} Loops;

EACH_KIND(DEFINE_KIND)

static const Loops *loops_of(const CatLaneGroup *g) {
  static const Loops *const all[] = {&loops_single_own, &loops_single_shared, &loops_double_own,
                                     &loops_double_shared};
  return all[kind_of(g)];
}

//------------------------------------------------------------------------------- sweep

ALONE void update_alone(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w,
                        const int node[2], Real *m) {
  update(g, s, w, node, m, NULL);
}

ALONE void update_damped(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w,
                         const int node[2], Real *const to[2]) {
  update(g, s, w, node, to[0], to[1]);
}

// Solution of the last step in a bay, and the end of that step.
static void bay_end(const Loops *loops, const CatLaneGroup *g, const CatLaneStep *s,
                    const CatLaneWork *w, int bay) {
  const CatBay *b = &g->plan->bay[bay];
  int nodes[2] = {b->first, b->count};
  if (!w->fresh) loops->backward(g, bay, w->ends);
  if (w->d) {
    update_damped(g, s, w, nodes, (Real *[2]){w->m, w->d});
  } else {
    update_alone(g, s, w, nodes, w->m);
  }
}

// What acts on coordinates first to first + n of a group is added to x, which begins there.
static void add_forces(const CatLaneWork *w, int first, int n, Real *x) {
  int i = 0;
  while (i < w->npush && w->push[i].at < first) i++;
  for (; i < w->npush && w->push[i].at < first + n; i++)
    x[w->push[i].at - first] += w->push[i].force;
  if (!w->force) return;
  for (int k = 0; k < n; k++) x[k] += w->force[first + k];
}

// Knots at the end of the last step; x is empty then, but for forces.
static void knots_end(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w) {
  const CatPlan *p = g->plan;
  int first = cat_plan_bays(p), node = B * g->width, nodes[2] = {first, p->nknot};
  Real *x = (Real *)g->x + node * first;
  memcpy(w->ends, x, (size_t)(node * p->nknot) * sizeof *x);
  if (w->d) {
    update_damped(g, s, w, nodes, (Real *[2]){w->end_m, w->end_d});
  } else {
    update_alone(g, s, w, nodes, w->end_m);
  }
  memset(x, 0, (size_t)(node * (p->nknot + p->nghost)) * sizeof *x);
  add_forces(w, node * first, node * p->nknot, x);
}

// Right side of a bay for the next step, and its elimination.
static void bay_begin(const Loops *loops, const CatLaneGroup *g, const CatLaneWork *w, int bay,
                      const Real **more) {
  const CatBay *b = &g->plan->bay[bay];
  int first = B * g->width * b->first, n = B * g->width * b->count;
  loops->plain(g, w, bay);
  if (w->d) *more = loops->flat(g, w, bay, *more);
  add_forces(w, first, n, (Real *)g->x + first);
  loops->forward(g, bay);
}

static void sweep(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w) {
  const Loops *loops = loops_of(g);
  const CatPlan *p = g->plan;
  int each = g->shared ? 1 : g->width, blocks = BB * (p->nknot + p->nlink);
  const Real *mass = g->mass, *more = g->more;
  knots_end(g, s, w);
  if (p->plain) {
    loops->plain_knots(g, mass + (p->nmass - 3 * p->nknot - 4 * p->nlink) * each, w->end_m);
  } else {
    loops->full_knots(g, mass + (p->nmass - blocks) * each, w->end_m);
  }
  if (w->d) loops->full_knots(g, more + (p->nmore - blocks) * each, w->end_d);
  for (int b = 0; b < p->nbay; b++) {
    bay_end(loops, g, s, w, b);
    bay_begin(loops, g, w, b, &more);
  }
  loops->knots_forward(g);
}

static void knots(const CatLaneGroup *g) {
  loops_of(g)->knots_backward(g);
}

static void bays(const CatLaneGroup *g, double *ends) {
  const CatPlan *p = g->plan;
  int node = B * g->width, n = node * (p->nknot + p->nghost);
  memcpy(ends, (Real *)g->x + node * cat_plan_bays(p), (size_t)n * sizeof *ends);
  for (int i = 0; i < p->nbay; i++) loops_of(g)->backward(g, i, ends);
}

static void column_bay_forward(const CatLaneColumn *c, int bay) {
  const Kind k = {COLUMNS / LANES, true, c->stride};
  const Bay b = bay_at(c->plan, c->factor, c->turn, bay, k);
  bay_forward(&b, c->x, k);
}

static void column_knots_forward(const CatLaneColumn *c) {
  knots_forward(c->plan, c->factor, c->x, (Kind){COLUMNS / LANES, true, c->stride});
}

static void column_knots_backward(const CatLaneColumn *c) {
  knots_backward(c->plan, c->factor, c->x, (Kind){COLUMNS / LANES, true, c->stride});
}

static void column_bay_backward(const CatLaneColumn *c, int bay) {
  const Kind k = {COLUMNS / LANES, true, c->stride};
  const Bay b = bay_at(c->plan, c->factor, c->turn, bay, k);
  bay_backward(&b, c->x, node_of(c->x, b.b->left, k), node_of(c->x, b.b->right, k), k);
}

static const CatLaneKernel kernel = {
    .name = CAT_VECTOR_NAME,
    .lanes = LANES,
    .columns = COLUMNS,
    .sweep = sweep,
    .knots = knots,
    .bays = bays,
    .read = read_rows,
    .multiply = multiply,
    .ghosts_set = ghosts_set,
    .ghosts_add = ghosts_add,
    .column_bay_forward = column_bay_forward,
    .column_knots_forward = column_knots_forward,
    .column_knots_backward = column_knots_backward,
    .column_bay_backward = column_bay_backward,
};
