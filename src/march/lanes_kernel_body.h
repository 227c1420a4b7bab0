// The loops of lanes_kernel.h for vectors of CAT_VECTOR bytes and modes of the type CAT_REAL;
// included once by each lanes_*.c that sets them. Everything is inlined with the kind of a group as
// constants. Fused multiply-add is allowed in these files and nowhere else: it halves the work and
// rounds less; results differ between processors in the last digits only.
#include <string.h>

#include "lanes_kernel.h"

typedef CAT_REAL Real;
typedef Real Vec __attribute__((vector_size(CAT_VECTOR), may_alias));
typedef double Dec __attribute__((vector_size(CAT_VECTOR), may_alias));
enum { LANES = CAT_VECTOR / sizeof(Real), DLANES = CAT_VECTOR / sizeof(double) };
enum { RATIO = LANES / DLANES, WIDEST = 2, DWIDEST = WIDEST * RATIO };
enum { COLUMNS = DLANES < 4 ? 4 : DLANES };
enum { B = CAT_B, BB = CAT_BB, ENDS = CAT_BAY_ENDS };
#define INLINE static inline __attribute__((always_inline))
#define ALONE static __attribute__((noinline))

typedef struct Kind {
  int nv;       // vectors of modes side by side
  int nd;       // vectors of doubles
  bool shared;  // coefficients are the same in all lanes
  bool alike;   // those of modes are
  int stride;   // from one of the first to the next, if so
} Kind;

INLINE int step_of(Kind k) {
  return k.shared ? k.stride : k.nd * DLANES;
}

INLINE Dec coefficient(const double *c, int i, int v, Kind k) {
  if (k.shared) return c[i * k.stride] - (Dec){0};
  return ((const Dec *)c)[i * k.nd + v];
}

INLINE Vec of_mode(const Real *c, int i, int v, Kind k) {
  if (k.alike) return c[i] - (Vec){0};
  return ((const Vec *)c)[i * k.nv + v];
}

// Loops of few turns, unrolled: what they index then stays in registers.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed"
#define UNROLL(n) _Pragma("clang loop unroll(full)")
#else
#define UNROLL_AS(x) _Pragma(#x)
#define UNROLL(n) UNROLL_AS(GCC unroll n)
#endif

// Tells compilers to hold a value in a register instead of loading it again.
#if defined(__x86_64__)
#define HOLD(x) __asm__("" : "+x"(x))
#else
#define HOLD(x) (void)(x)
#endif

INLINE const double *coefs(const double *c, int i, Kind k) {
  return c + (size_t)i * (size_t)step_of(k);
}

INLINE Dec *node_of(double *x, int i, Kind k) {
  return (Dec *)x + (size_t)(B * i) * (size_t)k.nd;
}

//------------------------------------------------------------------------------- blocks

// y += A x: rows one after the other, x stays in registers
INLINE void push_block(const double *restrict A, const Dec *restrict x, Dec *restrict y, Kind k) {
  Dec t[B * DWIDEST];
  UNROLL(24)
  for (int i = 0; i < B * k.nd; i++) t[i] = x[i];
  UNROLL(6)
  for (int r = 0; r < B; r++) {
    Dec sum[DWIDEST];
    UNROLL(4)
    for (int v = 0; v < k.nd; v++) sum[v] = y[r * k.nd + v];
    UNROLL(6)
    for (int c = 0; c < B; c++) {
      UNROLL(4)
      for (int v = 0; v < k.nd; v++) sum[v] += coefficient(A, B * r + c, v, k) * t[c * k.nd + v];
    }
    UNROLL(4)
    for (int v = 0; v < k.nd; v++) y[r * k.nd + v] = sum[v];
  }
}

// y += A'x: columns one after the other, y stays in registers
INLINE void pull_block(const double *A, const Dec *x, Dec *y, Kind k) {
  for (int c = 0; c < B; c++) {
    for (int r = 0; r < B; r++) {
      for (int v = 0; v < k.nd; v++) {
        y[r * k.nd + v] += coefficient(A, B * c + r, v, k) * x[c * k.nd + v];
      }
    }
  }
}

//------------------------------------------------------------------------------- knots

INLINE const double *knot_factor(const CatPlan *p, const double *factor, int knot, Kind k) {
  return coefs(factor, BB * (knot + p->row_start[knot]), k);
}

INLINE int place_of(const CatPlan *p, int number) {
  return number - cat_plan_bays(p);
}

INLINE void knots_forward(const CatPlan *p, const double *factor, double *x, Kind k) {
  for (int n = 0; n < p->nknot; n++) {
    const double *F = knot_factor(p, factor, n, k);
    const Dec *y = node_of(x, n, k);
    for (int r = p->row_start[n]; r < p->row_start[n + 1]; r++) {
      F += BB * step_of(k);
      push_block(F, y, node_of(x, place_of(p, p->row[r]), k), k);
    }
  }
}

INLINE void knots_backward(const CatPlan *p, const double *factor, double *x, Kind k) {
  for (int n = p->nknot - 1; n >= 0; n--) {
    const double *F = knot_factor(p, factor, n, k);
    Dec *here = node_of(x, n, k), sum[B * DWIDEST] = {{0}};
    pull_block(F, here, sum, k);
    for (int r = p->row_start[n]; r < p->row_start[n + 1]; r++) {
      F += BB * step_of(k);
      pull_block(F, node_of(x, place_of(p, p->row[r]), k), sum, k);
    }
    for (int i = 0; i < B * k.nd; i++) here[i] = sum[i];
  }
}

// y += E m, or E'm, for place and slope of each component
INLINE void plain_join(const double *E, bool transposed, const Dec *m, Dec *y, Kind k) {
  int ps = transposed ? 2 : 1, sp = transposed ? 1 : 2;
  for (int i = 0; i < 3 * k.nd; i++) {
    int v = i % k.nd, j = 3 * k.nd + i;
    y[i] += coefficient(E, 0, v, k) * m[i] + coefficient(E, ps, v, k) * m[j];
    y[j] += coefficient(E, sp, v, k) * m[i] + coefficient(E, 3, v, k) * m[j];
  }
}

// What M is multiplied with at knots, and x = M times it for the knots' own mass.
INLINE void plain_own(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w, Kind k) {
  const Dec *restrict u0 = (const Dec *)w->u[0], *restrict u1 = (const Dec *)w->u[1];
  const Dec *restrict u2 = (const Dec *)w->u[2];
  Dec *restrict m = (Dec *)w->m, *restrict x = (Dec *)g->x;
  const double *restrict M = g->mass, c0 = s->m[0], c1 = s->m[1], c2 = s->m[2];
  for (int n = 0; n < g->plan->nknot; n++, M += 3 * step_of(k)) {
    int first = B * n * k.nd;
    UNROLL(12)
    for (int i = first; i < first + 3 * k.nd; i++) {
      int v = (i - first) % k.nd, j = 3 * k.nd + i;
      Dec place = c0 * u0[i] + c1 * u1[i] + c2 * u2[i];
      Dec slope = c0 * u0[j] + c1 * u1[j] + c2 * u2[j];
      m[i] = place, m[j] = slope;
      x[i] = coefficient(M, 0, v, k) * place + coefficient(M, 1, v, k) * slope;
      x[j] = coefficient(M, 1, v, k) * place + coefficient(M, 2, v, k) * slope;
    }
  }
}

// What links give; m: of knots and ghosts
INLINE void plain_links(const CatLaneGroup *g, const CatLaneWork *w, Kind k) {
  const CatPlan *p = g->plan;
  const double *M = coefs(g->mass, 3 * p->nknot, k);
  for (int l = 0; l < p->nlink; l++, M += 4 * step_of(k)) {
    int i = place_of(p, p->link[l][0]), j = place_of(p, p->link[l][1]);
    plain_join(M, false, node_of(w->m, j, k), node_of(g->x, i, k), k);
    plain_join(M, true, node_of(w->m, i, k), node_of(g->x, j, k), k);
  }
}

INLINE void full_knots(const CatLaneGroup *g, const double *M, double *m, Kind k) {
  const CatPlan *p = g->plan;
  for (int n = 0; n < p->nknot; n++, M += BB * step_of(k)) {
    push_block(M, node_of(m, n, k), node_of(g->x, n, k), k);
  }
  for (int l = 0; l < p->nlink; l++, M += BB * step_of(k)) {
    int i = place_of(p, p->link[l][0]), j = place_of(p, p->link[l][1]);
    push_block(M, node_of(m, j, k), node_of(g->x, i, k), k);
    pull_block(M, node_of(m, i, k), node_of(g->x, j, k), k);
  }
}

//------------------------------------------------------------------------------- ends of bays

// Three components turned into the frame of a bay; across is level there.
INLINE void turn_in(const double *restrict R, const Dec *restrict from, Dec *restrict to, Kind k) {
  UNROLL(3)
  for (int i = 0; i < 3; i++) {
    UNROLL(4)
    for (int v = 0; v < k.nd; v++) {
      Dec sum =
          coefficient(R, 3 * i, v, k) * from[v] + coefficient(R, 3 * i + 1, v, k) * from[k.nd + v];
      if (i != CAT_ACROSS) sum += coefficient(R, 3 * i + 2, v, k) * from[2 * k.nd + v];
      to[i * k.nd + v] = sum;
    }
  }
}

// And back, added to what is there.
INLINE void turn_out(const double *restrict R, const Dec *restrict from, Dec *restrict to, Kind k) {
  UNROLL(3)
  for (int i = 0; i < 3; i++) {
    UNROLL(4)
    for (int v = 0; v < k.nd; v++) {
      Dec sum = to[i * k.nd + v] + coefficient(R, i, v, k) * from[v] +
                coefficient(R, 6 + i, v, k) * from[2 * k.nd + v];
      if (i != CAT_UP) sum += coefficient(R, 3 + i, v, k) * from[k.nd + v];
      to[i * k.nd + v] = sum;
    }
  }
}

// Which sum and which difference of both ends a component is: lanes_bay.c, END.
static const int SUM[6] = {4, 8, 1, 2, 11, 7}, DIFFERENCE[6] = {0, 10, 5, 6, 9, 3};

INLINE void ends_in(const double *restrict R, const Dec *restrict left, const Dec *restrict right,
                    Dec *restrict e, Kind k) {
  UNROLL(2)
  for (int h = 0; h < 2; h++) {
    Dec l[3 * DWIDEST], r[3 * DWIDEST];
    turn_in(R, left + 3 * h * k.nd, l, k);
    turn_in(coefs(R, 9, k), right + 3 * h * k.nd, r, k);
    UNROLL(12)
    for (int i = 0; i < 3 * k.nd; i++) {
      int part = 3 * h + i / k.nd, v = i % k.nd;
      e[SUM[part] * k.nd + v] = l[i] + r[i];
      e[DIFFERENCE[part] * k.nd + v] = r[i] - l[i];
    }
  }
}

INLINE void ends_out(const double *restrict R, const Dec *restrict e, Dec *restrict left,
                     Dec *restrict right, Kind k) {
  UNROLL(2)
  for (int h = 0; h < 2; h++) {
    Dec l[3 * DWIDEST], r[3 * DWIDEST];
    UNROLL(12)
    for (int i = 0; i < 3 * k.nd; i++) {
      int part = 3 * h + i / k.nd, v = i % k.nd;
      Dec sum = e[SUM[part] * k.nd + v], difference = e[DIFFERENCE[part] * k.nd + v];
      l[i] = sum - difference;
      r[i] = sum + difference;
    }
    turn_out(R, l, left + 3 * h * k.nd, k);
    turn_out(coefs(R, 9, k), r, right + 3 * h * k.nd, k);
  }
}

//------------------------------------------------------------------------------- bays

// y += M e for n ends
INLINE void add_ends(const double *restrict M, int n, const Dec *restrict e, Dec *restrict y,
                     Kind k) {
  UNROLL(8)
  for (int r = 0; r < n; r++) {
    Dec sum[DWIDEST];
    UNROLL(4)
    for (int v = 0; v < k.nd; v++) sum[v] = y[r * k.nd + v];
    UNROLL(8)
    for (int c = 0; c < n; c++) {
      UNROLL(4)
      for (int v = 0; v < k.nd; v++) sum[v] += coefficient(M, n * r + c, v, k) * e[c * k.nd + v];
    }
    UNROLL(4)
    for (int v = 0; v < k.nd; v++) y[r * k.nd + v] = sum[v];
  }
}

// The modes of a family: coefficients, how many, the last three values of each.
typedef struct Family {
  const Real *C;
  int n;
  Vec *q[3];
} Family;

INLINE int per_mode(int ends, Kind k) {  // coefficients
  return (3 + ends) * (k.alike ? 1 : k.nv * LANES);
}

// Modes of a family at the end of the step: those before, and what the ends do.
INLINE void step_modes(const Family *f, int ends, const Vec *restrict e, Kind k) {
  const Vec *restrict last = f->q[0], *restrict before = f->q[1];
  const Real *restrict C = f->C;
  Vec *restrict first = f->q[2], near[4 * WIDEST];
  const bool few = ends <= 4;  // they stay in registers
  if (few) {
    for (int i = 0; i < ends * k.nv; i++) {
      near[i] = e[i];
      HOLD(near[i]);
    }
  }
  for (int j = 0; j < f->n; j++, C += per_mode(ends, k)) {
    Vec now[WIDEST];
    UNROLL(2)
    for (int v = 0; v < k.nv; v++) {
      int at = j * k.nv + v;
      now[v] = of_mode(C, 0, v, k) * last[at] + of_mode(C, 1, v, k) * before[at] +
               of_mode(C, 2, v, k) * first[at];
    }
    UNROLL(8)
    for (int i = 0; i < ends; i++) {
      UNROLL(2)
      for (int v = 0; v < k.nv; v++) {
        now[v] += of_mode(C, 3 + i, v, k) * (few ? near[i * k.nv + v] : e[i * k.nv + v]);
      }
    }
    UNROLL(2)
    for (int v = 0; v < k.nv; v++) first[j * k.nv + v] = now[v];
  }
}

// The same with the projection in one go, for few ends: all of it fits into registers.
INLINE void step_and_project(const Family *f, int ends, const Vec *restrict e,
                             Vec *restrict project, Kind k) {
  const Vec *restrict last = f->q[0], *restrict before = f->q[1];
  const Real *restrict C = f->C;
  Vec *restrict first = f->q[2], near[4] = {{0}}, sum[4];
  UNROLL(4)
  for (int i = 0; i < ends * k.nv; i++) {
    near[i] = e[i], sum[i] = (Vec){0};
    HOLD(near[i]);
  }
  for (int j = 0; j < f->n; j++, C += per_mode(ends, k)) {
    UNROLL(2)
    for (int v = 0; v < k.nv; v++) {
      int at = j * k.nv + v;
      Vec join[4], now = of_mode(C, 0, v, k) * last[at] + of_mode(C, 1, v, k) * before[at] +
                         of_mode(C, 2, v, k) * first[at];
      UNROLL(4)
      for (int i = 0; i < ends; i++) {
        join[i] = of_mode(C, 3 + i, v, k);
        now += join[i] * near[i * k.nv + v];
      }
      first[at] = now;
      UNROLL(4)
      for (int i = 0; i < ends; i++) sum[i * k.nv + v] += join[i] * now;
    }
  }
  UNROLL(4)
  for (int i = 0; i < ends * k.nv; i++) project[i] = sum[i];
}

// Their projection on the family's ends.
INLINE void project_modes(const Family *f, int ends, Vec *restrict project, Kind k) {
  const Real *restrict C = f->C;
  const Vec *restrict q = f->q[2];
  Vec sum[8 * WIDEST];
  UNROLL(16)
  for (int i = 0; i < ends * k.nv; i++) sum[i] = (Vec){0};
  for (int j = 0; j < f->n; j++, C += per_mode(ends, k)) {
    UNROLL(8)
    for (int i = 0; i < ends; i++) {
      UNROLL(2)
      for (int v = 0; v < k.nv; v++) {
        sum[i * k.nv + v] += of_mode(C, 3 + i, v, k) * q[j * k.nv + v];
      }
    }
  }
  UNROLL(16)
  for (int i = 0; i < ends * k.nv; i++) project[i] = sum[i];
}

// Between both precisions, a few numbers at a time as compilers know how to.
typedef Real Few __attribute__((vector_size(sizeof(Real) * DLANES), may_alias));

INLINE void to_modes(const Dec *from, Vec *to, Kind k) {
  Few *y = (Few *)to;
  for (int i = 0; i < ENDS * k.nd; i++) y[i] = __builtin_convertvector(from[i], Few);
}

INLINE void from_modes(const Vec *from, Dec *to, Kind k) {
  const Few *x = (const Few *)from;
  for (int i = 0; i < ENDS * k.nd; i++) to[i] = __builtin_convertvector(x[i], Dec);
}

// All families of a bay, by what their ends are; f: the first one.
INLINE void families(const CatBay *b, bool even, Family f, const Vec *e, Vec *project, Kind k) {
  int count = even ? 4 : 2;
  UNROLL(4)
  for (int i = 0; i < count; i++) {
    const int ends = even ? (i < 2 ? 4 : 2) : (i < 1 ? 8 : 4);
    f.n = b->nmode[i];
    if (ends * k.nv <= 4) {
      step_and_project(&f, ends, e, project, k);
    } else {
      step_modes(&f, ends, e, k);
      project_modes(&f, ends, project, k);
    }
    f.C += f.n * per_mode(ends, k);
    for (int h = 0; h < 3; h++) f.q[h] += f.n * k.nv;
    e += ends * k.nv, project += ends * k.nv;
  }
}

// What the ends of a bay feel of its modes so far and of their own mass, by family.
INLINE void feel(const double *M, bool even, const Dec *e, Dec *y, Kind k) {
  int count = even ? 4 : 2, end = 0;
  UNROLL(4)
  for (int f = 0; f < count; f++) {
    int ends = even ? (f < 2 ? 4 : 2) : (f < 1 ? 8 : 4);
    add_ends(M, ends, e + end * k.nd, y + end * k.nd, k);
    M = coefs(M, ends * ends, k);
    end += ends;
  }
}

// e += rho d, y += tau S d: what damps this wire more than the line
INLINE void damp(const double *F, const Dec *const end[2], bool even, Dec *e, Dec *y, Kind k) {
  int blocks = even ? 40 : 80;
  Dec d[ENDS * DWIDEST], more[ENDS * DWIDEST] = {{0}};
  ends_in(F, end[0], end[1], d, k);
  feel(coefs(F, CAT_FRAME_HEAD + blocks, k), even, d, more, k);
  for (int i = 0; i < ENDS * k.nd; i++) {
    int v = i % k.nd;
    e[i] += coefficient(F, 21, v, k) * d[i];
    y[i] += coefficient(F, 22, v, k) * more[i];
  }
}

INLINE void bay(const CatLaneGroup *g, const CatLaneWork *w, int number, bool even, Kind k) {
  const CatBay *b = &g->plan->bay[number];
  const double *F = coefs(g->frame, b->frame_at, k);
  int left = place_of(g->plan, b->left), right = place_of(g->plan, b->right);
  Dec e[ENDS * DWIDEST], y[ENDS * DWIDEST], *p[3];
  Vec near[ENDS * WIDEST], project[ENDS * WIDEST];
  Family first = {.C = g->mode[number]};
  for (int i = 0; i < 3; i++) {
    first.q[i] = (Vec *)w->q[i] + b->mode * k.nv;
    p[i] = (Dec *)w->project[i] + ENDS * number * k.nd;
  }
  ends_in(F, node_of(w->m, left, k), node_of(w->m, right, k), e, k);
  UNROLL(12)
  for (int i = 0; i < ENDS * k.nd; i++) {
    int v = i % k.nd;
    y[i] = coefficient(F, 18, v, k) * p[0][i] + coefficient(F, 19, v, k) * p[1][i] +
           coefficient(F, 20, v, k) * p[2][i];
  }
  if (w->d) {
    const Dec *const end[2] = {node_of(w->d, left, k), node_of(w->d, right, k)};
    damp(F, end, even, e, y, k);
  }
  feel(coefs(F, CAT_FRAME_HEAD, k), even, e, y, k);
  ends_out(F, y, node_of(g->x, left, k), node_of(g->x, right, k), k);
  if (RATIO == 1) {
    families(b, even, first, (const void *)e, (void *)p[2], k);
    return;
  }
  to_modes(e, near, k);
  families(b, even, first, near, project, k);
  from_modes(project, p[2], k);
}

//------------------------------------------------------------------------------- kinds

// Functions for each kind of group, with the kind as a constant: functions of their own, so that
// compilers find registers for what they need.
#define EACH_KIND(define)                                                                          \
  define(single_own, 1, false) define(single_shared, 1, true) define(double_own, 2, false)         \
      define(double_shared, 2, true)

#define DEFINE_KIND(name, nv, shared)                                                              \
  ALONE void bay_even_##name(const CatLaneGroup *g, const CatLaneWork *w, int number) {            \
    bay(g, w, number, true, (Kind){(nv), (nv)*RATIO, shared, shared, 1});                          \
  }                                                                                                \
  ALONE void bay_plain_##name(const CatLaneGroup *g, const CatLaneWork *w, int number) {           \
    bay(g, w, number, false, (Kind){(nv), (nv)*RATIO, shared, shared, 1});                         \
  }                                                                                                \
  ALONE void bay_alike_##name(const CatLaneGroup *g, const CatLaneWork *w, int number) {           \
    if (g->plan->bay[number].even) {                                                               \
      bay(g, w, number, true, (Kind){(nv), (nv)*RATIO, shared, true, 1});                          \
    } else {                                                                                       \
      bay(g, w, number, false, (Kind){(nv), (nv)*RATIO, shared, true, 1});                         \
    }                                                                                              \
  }                                                                                                \
  ALONE void plain_own_##name(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w) { \
    plain_own(g, s, w, (Kind){(nv), (nv)*RATIO, shared, shared, 1});                               \
  }                                                                                                \
  ALONE void plain_links_##name(const CatLaneGroup *g, const CatLaneWork *w) {                     \
    plain_links(g, w, (Kind){(nv), (nv)*RATIO, shared, shared, 1});                                \
  }                                                                                                \
  ALONE void full_knots_##name(const CatLaneGroup *g, const double *M, double *m) {                \
    full_knots(g, M, m, (Kind){(nv), (nv)*RATIO, shared, shared, 1});                              \
  }                                                                                                \
  ALONE void knots_forward_##name(const CatLaneGroup *g) {                                         \
    knots_forward(g->plan, g->factor, g->x, (Kind){(nv), (nv)*RATIO, shared, shared, 1});          \
  }                                                                                                \
  ALONE void knots_backward_##name(const CatLaneGroup *g) {                                        \
    knots_backward(g->plan, g->factor, g->x, (Kind){(nv), (nv)*RATIO, shared, shared, 1});         \
  }                                                                                                \
  static const Loops loops_##name = {.bay = {bay_plain_##name, bay_even_##name},                   \
                                     .alike = bay_alike_##name,                                    \
                                     .plain_own = plain_own_##name,                                \
                                     .plain_links = plain_links_##name,                            \
                                     .full_knots = full_knots_##name,                              \
                                     .knots_forward = knots_forward_##name,                        \
                                     .knots_backward = knots_backward_##name};

typedef struct Loops {
  void (*bay[2])(const CatLaneGroup *g, const CatLaneWork *w, int number);
  void (*alike)(const CatLaneGroup *g, const CatLaneWork *w, int number);
  void (*plain_own)(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w);
  void (*plain_links)(const CatLaneGroup *g, const CatLaneWork *w);
  void (*full_knots)(const CatLaneGroup *g, const double *M, double *m);
  void (*knots_forward)(const CatLaneGroup *g);
  void (*knots_backward)(const CatLaneGroup *g);
} Loops;

EACH_KIND(DEFINE_KIND)

static const Loops *loops_of(const CatLaneGroup *g) {
  static const Loops *const all[] = {&loops_single_own, &loops_single_shared, &loops_double_own,
                                     &loops_double_shared};
  return all[(g->width > LANES ? 2 : 0) + (g->shared ? 1 : 0)];
}

//------------------------------------------------------------------------------- step

// What M and dampers are multiplied with, at knots.
static void combine(const CatLaneWork *w, const double c[3], int n, double *out) {
  const Dec *u0 = (const Dec *)w->u[0], *u1 = (const Dec *)w->u[1], *u2 = (const Dec *)w->u[2];
  const double c0 = c[0], c1 = c[1], c2 = c[2];
  Dec *to = (Dec *)out;
  for (int i = 0; i < n / DLANES; i++) to[i] = c0 * u0[i] + c1 * u1[i] + c2 * u2[i];
}

// Mass of knots times what it is multiplied with.
static void begin_knots(const Loops *loops, const CatLaneGroup *g, const CatLaneStep *s,
                        const CatLaneWork *w) {
  const CatPlan *p = g->plan;
  size_t each = (size_t)B * (size_t)g->width, n = each * (size_t)p->nknot,
         ghosts = each * (size_t)p->nghost;
  memset(g->x + n, 0, ghosts * sizeof *g->x);
  if (p->plain) {
    loops->plain_own(g, s, w);
    loops->plain_links(g, w);
  } else {
    combine(w, s->m, (int)n, w->m);
    memset(g->x, 0, n * sizeof *g->x);
    loops->full_knots(g, g->mass, w->m);
  }
  if (!w->d) return;
  combine(w, s->d, (int)n, w->d);
  loops->full_knots(g, g->more, w->d);
}

static void sweep(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w) {
  const Loops *loops = loops_of(g);
  const CatPlan *p = g->plan;
  begin_knots(loops, g, s, w);
  for (int i = 0; i < w->npush; i++) g->x[w->push[i].at] += w->push[i].force;
  for (int i = 0; i < B * g->width * p->nknot && w->force; i++) g->x[i] += w->force[i];
  for (int b = 0; b < p->nbay; b++) {
    (g->alike[b] && !g->shared ? loops->alike : loops->bay[p->bay[b].even])(g, w, b);
  }
  loops->knots_forward(g);
}

static void knots(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w) {
  const Dec *x = (const Dec *)g->x, *u0 = (const Dec *)w->u[0], *u1 = (const Dec *)w->u[1];
  const double k0 = s->k[0], k1 = s->k[1], k2 = s->k[2];
  Dec *u2 = (Dec *)w->u[2];
  loops_of(g)->knots_backward(g);
  for (int i = 0; i < B * g->plan->nknot * g->width / DLANES; i++) {
    u2[i] = x[i] + k0 * u0[i] + k1 * u1[i] + k2 * u2[i];
  }
}

static void column_forward(const CatLaneColumn *c) {
  knots_forward(c->plan, c->factor, c->x, (Kind){0, COLUMNS / DLANES, true, true, c->stride});
}

static void column_backward(const CatLaneColumn *c) {
  knots_backward(c->plan, c->factor, c->x, (Kind){0, COLUMNS / DLANES, true, true, c->stride});
}

//------------------------------------------------------------------------------- border

// The border's own vectors need not lie on their own boundary.
typedef double Loose __attribute__((vector_size(CAT_VECTOR), aligned(8), may_alias));
typedef double Four __attribute__((vector_size(32), aligned(8), may_alias));

static void ghosts_set(const CatLaneGroup *g, const double *border, double *out) {
  const int *ghost = g->ghost, width = g->width;
  const double *sign = g->ghost_sign;
  for (int k = 0; k < g->nghost; k++, out += width, sign += width, ghost += width) {
    int run = g->run[k];
    if (run == CAT_RUN_LOOSE) {
      for (int l = 0; l < width; l++) out[l] = sign[l] * border[ghost[l]];
      continue;
    }
    const double *from = border + (run < 0 ? 0 : run);  // held: their sign is 0
    for (int l = 0; l < width; l += DLANES) {
      *(Dec *)(out + l) = *(const Dec *)(sign + l) * *(const Loose *)(from + l);
    }
  }
}

static void ghosts_add(const CatLaneGroup *g, const double *x, double *border) {
  const int *ghost = g->ghost;
  const double *sign = g->ghost_sign;
  for (int k = 0; k < g->nghost; k++, x += g->width, sign += g->width, ghost += g->width) {
    double *to = border + g->run[k];
    for (int l = 0; l < g->width && g->run[k] >= 0; l += DLANES) {
      *(Loose *)(to + l) += *(const Dec *)(sign + l) * *(const Dec *)(x + l);
    }
    if (g->run[k] != CAT_RUN_LOOSE) continue;
    for (int l = 0; l < g->width; l++) border[ghost[l]] += sign[l] * x[l];
  }
}

INLINE void add_term(const CatLaneTerms *a, int k, const double *r, Four *sum) {
  *sum += *(const Four *)(a->entry + 4 * k) * *(const Four *)(r + a->at[k]);
}

// x = A r, or added to it
INLINE void multiply(const CatLaneTerms *a, const double *r, double *x, bool add) {
  for (int g = 0; g < a->n; g++) {
    double *to = x + a->row[g];
    Four sum = add ? *(const Four *)to : (Four){0}, other = {0};
    for (int k = a->start[g]; k < a->start[g + 1]; k += 2) {
      add_term(a, k, r, &sum);
      add_term(a, k + 1, r, &other);
    }
    *(Four *)to = sum + other;
  }
}

// x = c u, three of them
INLINE void combine_loose(const double c[3], double *const u[3], int n, double *x) {
  const double c0 = c[0], c1 = c[1], c2 = c[2], *u0 = u[0], *u1 = u[1], *u2 = u[2];
  int i = 0;
  for (; i + DLANES <= n; i += DLANES) {
    *(Loose *)(x + i) = c0 * *(const Loose *)(u0 + i) + c1 * *(const Loose *)(u1 + i) +
                        c2 * *(const Loose *)(u2 + i);
  }
  for (; i < n; i++) x[i] = c0 * u0[i] + c1 * u1[i] + c2 * u2[i];
}

static void border_begin(const CatBorder *b, const CatLaneStep *s, double *const u[3]) {
  combine_loose(s->m, u, b->n, b->m);
  combine_loose(s->d, u, b->n, b->d);
  multiply(&b->mass, b->m, b->r, false);
  if (b->damped) multiply(&b->dampers, b->d, b->r, true);
  b->r[b->n] = 0;
}

static void border_solve(const CatBorder *b) {
  multiply(&b->solution, b->r, b->x, false);
}

static void border_end(const CatBorder *b, const CatLaneStep *s, double *const u[3]) {
  combine_loose(s->k, u, b->n, u[2]);
  int i = 0;
  for (; i + DLANES <= b->n; i += DLANES) *(Loose *)(u[2] + i) += *(const Loose *)(b->x + i);
  for (; i < b->n; i++) u[2][i] += b->x[i];
}

INLINE void sum_some(int i, int nv, int columns, double *const *a, const double *b, double *x) {
  Loose sum[4] = {{0}};
  for (int k = 0; k < columns; k++) {
    const double *from = a[k] + i, by = b[k];
    UNROLL(4)
    for (int v = 0; v < nv; v++) sum[v] += *(const Loose *)(from + v * DLANES) * by;
  }
  UNROLL(4)
  for (int v = 0; v < nv; v++) *(Loose *)(x + i + v * DLANES) = sum[v];
}

static void sum_columns(int n, int columns, double *const *a, const double *b, double *x) {
  int i = 0;
  for (; i + 4 * DLANES <= n; i += 4 * DLANES) sum_some(i, 4, columns, a, b, x);
  for (; i + DLANES <= n; i += DLANES) sum_some(i, 1, columns, a, b, x);
  for (; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < columns; k++) sum += a[k][i] * b[k];
    x[i] = sum;
  }
}

static void read_rows(const CatReadings *s, const double *u, double *e) {
  for (int i = 0; i < s->nrow; i++) {
    const CatLaneRow *row = &s->row[i];
    for (int l = 0; l < row->width; l += DLANES) {
      Dec sum = {0};
      for (int j = 0; j < row->n; j++) {
        sum += *(const Dec *)(row->b + j * row->width + l) * *(const Dec *)(u + row->at[j] + l);
      }
      for (int q = 0; q < DLANES; q++) {
        if (row->port[l + q] >= 0) e[row->port[l + q]] = sum[q];
      }
    }
  }
}

static void write_rows(const CatReadings *s, const double *f, double *x) {
  for (int i = 0; i < s->nrow; i++) {
    const CatLaneRow *row = &s->row[i];
    for (int l = 0; l < row->width; l += DLANES) {
      Dec by = {0};
      for (int q = 0; q < DLANES; q++) {
        if (row->port[l + q] >= 0) by[q] = f[row->port[l + q]];
      }
      for (int j = 0; j < row->n; j++) {
        *(Dec *)(x + row->at[j] + l) += *(const Dec *)(row->b + j * row->width + l) * by;
      }
    }
  }
}

static const CatLaneKernel kernel = {
    .name = CAT_VECTOR_NAME,
    .lanes = LANES,
    .columns = COLUMNS,
    .single = sizeof(Real) < sizeof(double),
    .sweep = sweep,
    .knots = knots,
    .read = read_rows,
    .write = write_rows,
    .border_begin = border_begin,
    .border_solve = border_solve,
    .border_end = border_end,
    .combine = sum_columns,
    .ghosts_set = ghosts_set,
    .ghosts_add = ghosts_add,
    .column_forward = column_forward,
    .column_backward = column_backward,
};
