// The loops of kernel.h for vectors of CAT_VECTOR bytes and modes of the type CAT_REAL;
// included once by each file that defines them. Everything is inlined with the kind of a group as
// constants. Fused multiply-add is allowed in these files and nowhere else: it halves the work and
// rounds less; results differ between processors in the last digits only.
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "kernel.h"

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

// Where those of one vector begin.
INLINE const double *vector_of(const double *c, int v, Kind k) {
  return k.shared ? c : c + v * DLANES;
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

// And the other way round: an array that is behind such a pointer stays in memory, one number after
// the other, instead of all of it in more registers than there are.
#define HIDE(pointer) __asm__("" : "+r"(pointer))

// Turns of a loop that is not to be unrolled: short code stays in what processors keep decoded.
INLINE int rolled(int n) {
  if (n > 1) HIDE(n);
  return n;
}

INLINE const double *coefs(const double *c, int i, Kind k) {
  return c + (size_t)i * (size_t)step_of(k);
}

INLINE Dec *node_of(double *x, int i, Kind k) {
  return (Dec *)x + (size_t)(B * i) * (size_t)k.nd;
}

//------------------------------------------------------------------------------- blocks

// y += A x for some rows of A, one after the other, x stays in registers
INLINE void push_rows(const double *restrict A, int rows, const Dec *restrict x, Dec *restrict y,
                      Kind k) {
  Dec t[B * DWIDEST];
  UNROLL(24)
  for (int i = 0; i < B * k.nd; i++) t[i] = x[i];
  UNROLL(6)
  for (int r = 0; r < rows; r++) {
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

INLINE void push_block(const double *A, const Dec *x, Dec *y, Kind k) {
  push_rows(A, B, x, y, k);
}

// y += A'x for some rows of A, one after the other, y stays in registers
INLINE void pull_rows(const double *A, int rows, const Dec *x, Dec *y, Kind k) {
  for (int c = 0; c < rows; c++) {
    for (int r = 0; r < B; r++) {
      for (int v = 0; v < k.nd; v++) {
        y[r * k.nd + v] += coefficient(A, B * c + r, v, k) * x[c * k.nd + v];
      }
    }
  }
}

INLINE void pull_block(const double *A, const Dec *x, Dec *y, Kind k) {
  pull_rows(A, B, x, y, k);
}

//------------------------------------------------------------------------------- knots

INLINE int place_of(const CatPlan *p, int number) {
  return number - cat_plan_bays(p);
}

// Blocks of three rows that a row of the factor has.
INLINE int halves_of(const CatPlan *p, int row) {
  return p->tall[row] ? 2 : 1;
}

INLINE void knots_forward(const CatPlan *p, const double *factor, double *x, Kind k) {
  for (int n = 0; n < p->nknot; n++) {
    const double *F = coefs(factor, p->knot_at[n] + BB, k);
    const Dec *y = node_of(x, n, k);
    for (int r = p->row_start[n]; r < p->row_start[n + 1]; r++) {
      Dec *to = node_of(x, place_of(p, p->row[r]), k);
      for (int half = 0; half < halves_of(p, r); half++, F = coefs(F, BB / 2, k)) {
        push_rows(F, B / 2, y, to + half * B / 2 * k.nd, k);
      }
    }
  }
}

// Displacements of knots: u2 becomes the new ones; k: the weights of the last three.
typedef struct Update {
  const double *u0, *u1;
  double *u2;
  const double *k;
} Update;

INLINE void update(const Update *to, const Dec *x, int at, int n) {
  const Dec *u0 = (const Dec *)to->u0 + at, *u1 = (const Dec *)to->u1 + at;
  const double k0 = to->k[0], k1 = to->k[1], k2 = to->k[2];
  Dec *u2 = (Dec *)to->u2 + at;
  UNROLL(24)
  for (int i = 0; i < n; i++) u2[i] = x[i] + k0 * u0[i] + k1 * u1[i] + k2 * u2[i];
}

INLINE void knots_backward(const CatPlan *p, const double *factor, double *x, const Update *to,
                           Kind k) {
  for (int n = p->nknot - 1; n >= 0; n--) {
    const double *F = coefs(factor, p->knot_at[n], k);
    Dec *here = node_of(x, n, k), sum[B * DWIDEST] = {{0}};
    pull_block(F, here, sum, k);
    F = coefs(F, BB, k);
    for (int r = p->row_start[n]; r < p->row_start[n + 1]; r++) {
      const Dec *from = node_of(x, place_of(p, p->row[r]), k);
      for (int half = 0; half < halves_of(p, r); half++, F = coefs(F, BB / 2, k)) {
        pull_rows(F, B / 2, from + half * B / 2 * k.nd, sum, k);
      }
    }
    for (int i = 0; i < B * k.nd; i++) here[i] = sum[i];
    if (to) update(to, sum, B * n * k.nd, B * k.nd);
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

// Mass of links, which joins places only; m: of knots and ghosts
INLINE void plain_links(const CatLaneGroup *g, const CatLaneWork *w, Kind k) {
  const CatPlan *p = g->plan;
  const double *M = coefs(g->mass, 3 * p->nknot, k);
  for (int l = 0; l < p->nlink; l++, M += step_of(k)) {
    int i = place_of(p, p->link[l][0]), j = place_of(p, p->link[l][1]);
    const Dec *mi = node_of(w->m, i, k), *mj = node_of(w->m, j, k);
    Dec *xi = node_of(g->x, i, k), *xj = node_of(g->x, j, k);
    UNROLL(12)
    for (int n = 0; n < 3 * k.nd; n++) {
      Dec by = coefficient(M, 0, n % k.nd, k);
      xi[n] += by * mj[n], xj[n] += by * mi[n];
    }
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

// Three components turned into the frame of a bay, by its heading and then by its rise. A turn by
// an angle is three shears, of tan(a/2), sin(a) and tan(a/2): R holds the first two of each.
INLINE void turn_in(const Dec R[4], Dec u[3]) {
  const Dec t = R[0], s = R[1], tr = R[2], sr = R[3];
  u[CAT_ALONG] += t * u[CAT_ACROSS], u[CAT_ACROSS] -= s * u[CAT_ALONG];
  u[CAT_ALONG] += t * u[CAT_ACROSS];
  u[CAT_ALONG] += tr * u[CAT_UP], u[CAT_UP] -= sr * u[CAT_ALONG];
  u[CAT_ALONG] += tr * u[CAT_UP];
}

// And back.
INLINE void turn_out(const Dec R[4], Dec u[3]) {
  const Dec t = R[0], s = R[1], tr = R[2], sr = R[3];
  u[CAT_ALONG] -= tr * u[CAT_UP], u[CAT_UP] += sr * u[CAT_ALONG];
  u[CAT_ALONG] -= tr * u[CAT_UP];
  u[CAT_ALONG] -= t * u[CAT_ACROSS], u[CAT_ACROSS] += s * u[CAT_ALONG];
  u[CAT_ALONG] -= t * u[CAT_ACROSS];
}

// Which sum and which difference of both ends a component is: bay.c, END.
static const int SUM[6] = {4, 8, 1, 2, 11, 7}, DIFFERENCE[6] = {0, 10, 5, 6, 9, 3};

// Frames of both ends, for one vector.
INLINE void frames(const double *F, Dec R[8], int v, Kind k) {
  UNROLL(8)
  for (int i = 0; i < 8; i++) {
    R[i] = coefficient(F, i, v, k);
    HOLD(R[i]);
  }
}

// In one vector: what both ends do, as sums and differences in the frame of the bay, so far apart.
INLINE void turned_in(const Dec R[8], const Dec *left, const Dec *right, Dec *e, int apart,
                      Kind k) {
  UNROLL(2)
  for (int h = 0; h < B; h += 3) {
    Dec l[3], r[3];
    UNROLL(3)
    for (int i = 0; i < 3; i++) l[i] = left[(h + i) * k.nd], r[i] = right[(h + i) * k.nd];
    turn_in(R, l);
    turn_in(R + 4, r);
    UNROLL(3)
    for (int i = 0; i < 3; i++) {
      e[SUM[h + i] * apart] = r[i] + l[i];
      e[DIFFERENCE[h + i] * apart] = r[i] - l[i];
    }
  }
}

INLINE void ends_in(const double *F, const Dec *left, const Dec *right, Dec *e, int v, Kind k) {
  Dec R[8];
  frames(F, R, v, k);
  turned_in(R, left + v, right + v, e + v, k.nd, k);
}

// And back: what their nodes get, added to what is there.
INLINE void ends_out(const double *F, const Dec *e, Dec *left, Dec *right, int v, Kind k) {
  Dec R[8];
  frames(F, R, v, k);
  UNROLL(2)
  for (int h = 0; h < B; h += 3) {
    Dec l[3], r[3];
    UNROLL(3)
    for (int i = 0; i < 3; i++) {
      Dec sum = e[SUM[h + i] * k.nd + v], difference = e[DIFFERENCE[h + i] * k.nd + v];
      l[i] = sum - difference, r[i] = sum + difference;
    }
    turn_out(R, l);
    turn_out(R + 4, r);
    UNROLL(3)
    for (int i = 0; i < 3; i++) left[(h + i) * k.nd + v] += l[i], right[(h + i) * k.nd + v] += r[i];
  }
}

//------------------------------------------------------------------------------- bays

// Ends at a time for which all that is used again fits into registers.
INLINE int ends_at_once(int ends, int vectors) {
  return ends * vectors <= 8 ? ends : 8 / vectors;
}

// Motion of the ends of a bay (e) and the forces on them (y); with history, also the last three
// projections of the modes and their weights.
typedef struct EndForces {
  const Dec *e;
  Dec *y;
  bool history;
  const Dec *project[3];
  Dec weight[3];
} EndForces;

INLINE Dec of_history(const EndForces *f, int at) {
  return f->weight[0] * f->project[0][at] + f->weight[1] * f->project[1][at] +
         f->weight[2] * f->project[2][at];
}

// In one vector: y = M e plus the modes' history, for n ends from `end` on.
INLINE void end_forces_of_family(const double *M, int n, int end, const EndForces *f, int v,
                                 Kind k) {
  Dec near[8] = {{0}};
  UNROLL(8)
  for (int i = 0; i < n; i++) {
    near[i] = f->e[(end + i) * k.nd + v];
    HOLD(near[i]);
  }
  UNROLL(8)
  for (int r = 0; r < n; r++) {
    Dec sum = coefficient(M, n * r, v, k) * near[0];
    UNROLL(8)
    for (int c = 1; c < n; c++) sum += coefficient(M, n * r + c, v, k) * near[c];
    if (f->history) sum += of_history(f, (end + r) * k.nd + v);
    f->y[(end + r) * k.nd + v] = sum;
  }
}

// The modes of a family: coefficients, how many, the last three values of each; what the ends of
// the family do, and the projections on them.
typedef struct Family {
  const Real *C;
  int n;
  Vec *q[3];
  const Vec *e;
  Vec *project;
} Family;

INLINE int per_mode(int ends, Kind k) {  // coefficients
  return (3 + ends) * (k.alike ? 1 : k.nv * LANES);
}

// Modes of a family at the end of the step: those before, and what the ends from `at` on do; later
// ends add to that: what is small is added up by itself, since modes may be short numbers. A
// coefficient is used in all vectors before the next is loaded.
INLINE void step_modes(const Family *f, int ends, int at, Kind k) {
  const Vec *restrict last = f->q[0], *restrict before = f->q[1];
  const Real *restrict C = f->C;
  Vec *restrict first = f->q[2], near[8] = {{0}};
  const int some = ends_at_once(ends, k.nv);
  UNROLL(8)
  for (int i = 0; i < some * k.nv; i++) {
    near[i] = f->e[at * k.nv + i];
    HOLD(near[i]);
  }
  for (int j = 0; j < f->n; j++, C += per_mode(ends, k)) {
    Vec own[WIDEST], by_ends[WIDEST];
    UNROLL(2)
    for (int v = 0; v < k.nv; v++) {
      int here = j * k.nv + v;
      own[v] = first[here];
      if (at > 0) continue;
      own[v] = of_mode(C, 0, v, k) * last[here] + of_mode(C, 1, v, k) * before[here] +
               of_mode(C, 2, v, k) * own[v];
    }
    UNROLL(2)
    for (int v = 0; v < k.nv; v++) by_ends[v] = of_mode(C, 3 + at, v, k) * near[v];
    UNROLL(8)
    for (int i = 1; i < some; i++) {
      UNROLL(2)
      for (int v = 0; v < k.nv; v++)
        by_ends[v] += of_mode(C, 3 + at + i, v, k) * near[i * k.nv + v];
    }
    UNROLL(2)
    for (int v = 0; v < k.nv; v++) first[j * k.nv + v] = own[v] + by_ends[v];
  }
}

// The same with the projection in one go, for few ends, in `count` vectors from `from` on.
INLINE void step_and_project(const Family *f, int ends, int from, int count, Kind k) {
  const Vec *restrict last = f->q[0] + from, *restrict before = f->q[1] + from;
  const Real *restrict C = f->C;
  Vec *restrict first = f->q[2] + from, near[4] = {{0}}, sum[4];
  UNROLL(4)
  for (int i = 0; i < ends * count; i++) {
    near[i] = f->e[i / count * k.nv + from + i % count], sum[i] = (Vec){0};
    HOLD(near[i]);
  }
  for (int j = 0; j < f->n; j++, C += per_mode(ends, k)) {
    Vec join[4] = {{0}}, step[3] = {{0}};
    UNROLL(2)
    for (int v = 0; v < count; v++) {
      int at = j * k.nv + v;
      if (v == 0 || !k.alike) {
        UNROLL(3)
        for (int i = 0; i < 3; i++) step[i] = of_mode(C, i, from + v, k);
        UNROLL(4)
        for (int i = 0; i < ends; i++) join[i] = of_mode(C, 3 + i, from + v, k);
      }
      Vec own = step[0] * last[at] + step[1] * before[at] + step[2] * first[at];
      Vec by_ends = join[0] * near[v];
      UNROLL(4)
      for (int i = 1; i < ends; i++) by_ends += join[i] * near[i * count + v];
      Vec now = own + by_ends;
      first[at] = now;
      UNROLL(4)
      for (int i = 0; i < ends; i++) sum[i * count + v] += join[i] * now;
    }
  }
  UNROLL(4)
  for (int i = 0; i < ends * count; i++) f->project[i / count * k.nv + from + i % count] = sum[i];
}

// Their projection on the family's ends from `at` on.
INLINE void project_modes(const Family *f, int ends, int at, Kind k) {
  const Real *restrict C = f->C;
  const Vec *restrict q = f->q[2];
  const int some = ends_at_once(ends, k.nv);
  Vec sum[8];
  UNROLL(8)
  for (int i = 0; i < some * k.nv; i++) sum[i] = (Vec){0};
  for (int j = 0; j < f->n; j++, C += per_mode(ends, k)) {
    UNROLL(8)
    for (int i = 0; i < some; i++) {
      UNROLL(2)
      for (int v = 0; v < k.nv; v++) {
        sum[i * k.nv + v] += of_mode(C, 3 + at + i, v, k) * q[j * k.nv + v];
      }
    }
  }
  UNROLL(8)
  for (int i = 0; i < some * k.nv; i++) f->project[at * k.nv + i] = sum[i];
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
INLINE void families(const CatBay *b, int form, Family f, Kind k) {
  UNROLL(4)
  for (int i = 0; i < CAT_BAY_FAMILIES; i++) {
    const int ends = cat_family_ends(i, form), some = ends_at_once(ends, k.nv);
    if (ends == 0) continue;
    f.n = b->nmode[i];
    if (ends * k.nv <= 4) {
      step_and_project(&f, ends, 0, k.nv, k);
    } else if (ends == 4) {
      for (int v = 0; v < rolled(k.nv); v++) step_and_project(&f, ends, v, 1, k);
    } else {
      UNROLL(2)
      for (int at = 0; at < ends; at += some) step_modes(&f, ends, at, k);
      UNROLL(2)
      for (int at = 0; at < ends; at += some) project_modes(&f, ends, at, k);
    }
    f.C += f.n * per_mode(ends, k);
    for (int h = 0; h < 3; h++) f.q[h] += f.n * k.nv;
    f.e += ends * k.nv, f.project += ends * k.nv;
  }
}

// Forces on the ends of a bay from their own mass and from the modes' history, by family.
INLINE void find_end_forces(const double *M, int form, const EndForces *f, int v, Kind k) {
  UNROLL(4)
  for (int i = 0; i < CAT_BAY_FAMILIES; i++) {
    const int ends = cat_family_ends(i, form);
    if (ends > 0) end_forces_of_family(M, ends, cat_family_end(i, form), f, v, k);
    M = coefs(M, ends * ends, k);
  }
}

// The ends of a bay: its coefficients, its nodes among knots and ghosts.
typedef struct Ends {
  const double *F;
  int left, right;
} Ends;

// e += rho d, and tau S d for the nodes: extra damping of this wire beyond the line's.
INLINE void damp(const Ends *ends, int form, const CatLaneWork *w, Dec *e, double *x, Kind k) {
  const double *F = ends->F;
  Dec d[ENDS * DWIDEST], y[ENDS * DWIDEST];
  const EndForces end_forces = {.e = d, .y = y};
  for (int v = 0; v < rolled(k.nd); v++) {
    ends_in(F, node_of(w->d, ends->left, k), node_of(w->d, ends->right, k), d, v, k);
    find_end_forces(coefs(F, CAT_FRAME_HEAD + cat_form_entries(form), k), form, &end_forces, v, k);
    for (int i = v; i < ENDS * k.nd; i += k.nd) {
      e[i] += coefficient(F, CAT_FRAME_RHO, v, k) * d[i];
      y[i] *= coefficient(F, CAT_FRAME_RHO + 1, v, k);
    }
    ends_out(F, y, node_of(x, ends->left, k), node_of(x, ends->right, k), v, k);
  }
}

// Forces of a bay on its end nodes, from the end motion e and the projections p so far.
INLINE void bay_ends(const Ends *ends, int form, Dec *e, Dec *const p[3], double *x, Kind k) {
  Dec room[ENDS * DWIDEST], *y = room;
  HIDE(y);
  for (int v = 0; v < rolled(k.nd); v++) {
    EndForces end_forces = {.e = e, .y = y, .history = true, .project = {p[0], p[1], p[2]}};
    UNROLL(3)
    for (int i = 0; i < 3; i++) {
      end_forces.weight[i] = coefficient(ends->F, CAT_FRAME_HISTORY + i, v, k);
      HOLD(end_forces.weight[i]);
    }
    find_end_forces(coefs(ends->F, CAT_FRAME_HEAD, k), form, &end_forces, v, k);
    ends_out(ends->F, y, node_of(x, ends->left, k), node_of(x, ends->right, k), v, k);
  }
}

INLINE void bay(const CatLaneGroup *g, const CatLaneWork *w, int number, int form, Kind k) {
  const CatBay *b = &g->plan->bay[number];
  const Ends ends = {coefs(g->frame, b->frame_at, k), place_of(g->plan, b->left),
                     place_of(g->plan, b->right)};
  Dec room[ENDS * DWIDEST], *e = room, *p[3];
  Vec near[ENDS * WIDEST], project[ENDS * WIDEST];
  Family first = {.C = g->mode[number]};
  HIDE(e);
  for (int i = 0; i < 3; i++) {
    first.q[i] = (Vec *)w->q[i] + b->mode * k.nv;
    p[i] = (Dec *)w->project[i] + ENDS * number * k.nd;
  }
  for (int v = 0; v < rolled(k.nd); v++) {
    ends_in(ends.F, node_of(w->m, ends.left, k), node_of(w->m, ends.right, k), e, v, k);
  }
  if (w->d) damp(&ends, form, w, e, g->x, k);
  bay_ends(&ends, form, e, p, g->x, k);
  if (RATIO == 1) {
    first.e = (const void *)e, first.project = (void *)p[2];
    families(b, form, first, k);
    return;
  }
  to_modes(e, near, k);
  first.e = near, first.project = project;
  families(b, form, first, k);
  from_modes(project, p[2], k);
}

//------------------------------------------------------------------------------- kinds

// Functions for each kind of group, with the kind as a constant: functions of their own, so that
// compilers find registers for what they need.
INLINE Kind kind_of(int nv, bool shared, bool alike) {
  return (Kind){nv, nv * RATIO, shared, alike, 1};
}

typedef void BayLoop(const CatLaneGroup *g, const CatLaneWork *w, int number);

typedef struct Loops {
  BayLoop *const *bay, *const *alike;  // by form; those of which all lanes have the same modes
  void (*plain_own)(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w);
  void (*plain_links)(const CatLaneGroup *g, const CatLaneWork *w);
  void (*full_knots)(const CatLaneGroup *g, const double *M, double *m);
  void (*knots_forward)(const CatLaneGroup *g);
  void (*knots_backward)(const CatLaneGroup *g, const Update *to);
} Loops;

#define DEFINE_BAY(name, form, kind)                                                               \
  ALONE void name(const CatLaneGroup *g, const CatLaneWork *w, int number) {                       \
    bay(g, w, number, form, kind);                                                                 \
  }
#define DEFINE_BAYS(name, kind)                                                                    \
  DEFINE_BAY(plain_##name, CAT_BAY_PLAIN, kind)                                                    \
  DEFINE_BAY(aside_##name, CAT_BAY_ASIDE, kind)                                                    \
  DEFINE_BAY(even_##name, CAT_BAY_EVEN, kind)                                                      \
  static BayLoop *const name[CAT_BAY_FORMS] = {plain_##name, aside_##name, even_##name};

DEFINE_BAYS(bays_single_own, kind_of(1, false, false))
DEFINE_BAYS(bays_single_alike, kind_of(1, false, true))
DEFINE_BAYS(bays_single_shared, kind_of(1, true, true))
DEFINE_BAYS(bays_double_own, kind_of(2, false, false))
DEFINE_BAYS(bays_double_alike, kind_of(2, false, true))
DEFINE_BAYS(bays_double_shared, kind_of(2, true, true))

#define DEFINE_KIND(name, other, kind)                                                             \
  ALONE void plain_own_##name(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w) { \
    plain_own(g, s, w, kind);                                                                      \
  }                                                                                                \
  ALONE void plain_links_##name(const CatLaneGroup *g, const CatLaneWork *w) {                     \
    plain_links(g, w, kind);                                                                       \
  }                                                                                                \
  ALONE void full_knots_##name(const CatLaneGroup *g, const double *M, double *m) {                \
    full_knots(g, M, m, kind);                                                                     \
  }                                                                                                \
  ALONE void knots_forward_##name(const CatLaneGroup *g) {                                         \
    knots_forward(g->plan, g->factor, g->x, kind);                                                 \
  }                                                                                                \
  ALONE void knots_backward_##name(const CatLaneGroup *g, const Update *to) {                      \
    knots_backward(g->plan, g->factor, g->x, to, kind);                                            \
  }                                                                                                \
  static const Loops loops_##name = {.bay = bays_##name,                                           \
                                     .alike = bays_##other,                                        \
                                     .plain_own = plain_own_##name,                                \
                                     .plain_links = plain_links_##name,                            \
                                     .full_knots = full_knots_##name,                              \
                                     .knots_forward = knots_forward_##name,                        \
                                     .knots_backward = knots_backward_##name};

DEFINE_KIND(single_own, single_alike, kind_of(1, false, false))
DEFINE_KIND(single_shared, single_shared, kind_of(1, true, true))
DEFINE_KIND(double_own, double_alike, kind_of(2, false, false))
DEFINE_KIND(double_shared, double_shared, kind_of(2, true, true))

static const Loops *loops_of(const CatLaneGroup *g) {
  static const Loops *const all[] = {&loops_single_own, &loops_single_shared, &loops_double_own,
                                     &loops_double_shared};
  return all[(g->width > LANES ? 2 : 0) + (g->shared ? 1 : 0)];
}

//------------------------------------------------------------------------------- rows of droppers

static void read_rows(int n, const CatLaneRow *row, const double *u, double *e) {
  for (int i = 0; i < n; i++, row++) {
    const int *restrict at = row->at, width = row->width;
    for (int l = 0; l < width; l += DLANES) {
      const double *restrict b = row->b + l;
      Dec sum = {0};
      for (int j = 0; j < row->n; j++, b += width)
        sum += *(const Dec *)b * *(const Dec *)(u + at[j] + l);
      *(Dec *)(e + row->slot + l) = sum;
    }
  }
}

// Vectors that need not lie on their own boundary.
typedef double Loose __attribute__((vector_size(CAT_VECTOR), aligned(8), may_alias));
typedef int64_t Flags __attribute__((vector_size(CAT_VECTOR)));

INLINE bool is_zero(Dec x) {
  Flags other = x != 0;
  int64_t any = 0;
  UNROLL(8)
  for (int q = 0; q < DLANES; q++) any |= other[q];
  return any == 0;
}

// x += b f in the lanes of one vector
INLINE void write_some(const CatLaneRow *row, int lane, Dec f, double *restrict x) {
  const int *restrict at = row->at, n = row->n, width = row->width;
  const double *restrict b = row->b + lane;
  x += lane;
  for (int j = 0; j < n; j++, b += width) *(Loose *)(x + at[j]) += *(const Dec *)b * f;
}

static void write_rows(int n, const CatLaneRow *row, const double *f, double *x) {
  for (int i = 0; i < n; i++, row++) {
    for (int l = 0; l < row->width; l += DLANES) {
      Dec by = *(const Dec *)(f + row->slot + l);
      if (!is_zero(by)) write_some(row, l, by, x);
    }
  }
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
  loops->full_knots(g, g->extra, w->d);
}

static void sweep(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w) {
  const Loops *loops = loops_of(g);
  const CatPlan *p = g->plan;
  begin_knots(loops, g, s, w);
  for (int i = 0; i < w->nload; i++) g->x[w->load[i].at] += w->load[i].force;
  if (w->tie_force) write_rows(w->nrow, w->row, w->tie_force, g->x - g->at);
  for (int i = 0; i < B * g->width * p->nknot && w->force; i++) g->x[i] += w->force[i];
  for (int b = 0; b < p->nbay; b++) {
    (g->alike[b] ? loops->alike : loops->bay)[p->bay[b].form](g, w, b);
  }
  loops->knots_forward(g);
}

static void knots(const CatLaneGroup *g, const CatLaneStep *s, const CatLaneWork *w) {
  const Update to = {w->u[0], w->u[1], w->u[2], s->k};
  loops_of(g)->knots_backward(g, &to);
}

static void column_forward(const CatLaneColumn *c) {
  knots_forward(c->plan, c->factor, c->x, (Kind){0, COLUMNS / DLANES, true, true, c->stride});
}

static void column_backward(const CatLaneColumn *c) {
  knots_backward(c->plan, c->factor, c->x, NULL,
                 (Kind){0, COLUMNS / DLANES, true, true, c->stride});
}

//------------------------------------------------------------------------------- border

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

static void multiply_border(const CatLaneTerms *A, const double *r, double *x) {
  multiply(A, r, x, false);
}

#include "energy_body.h"

static const CatLaneKernel kernel = {
    .name = CAT_VECTOR_NAME,
    .lanes = LANES,
    .wide = DLANES,
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
    .multiply = multiply_border,
    .account = account,
    .border_differences = border_differences,
    .account_border = account_border,
    .column_forward = column_forward,
    .column_backward = column_backward,
};
