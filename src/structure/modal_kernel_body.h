// The source of the loops of the reduced backend, compiled once per instruction set
// (modal_kernel.h).
#include <string.h>

#include "modal_kernel.h"

enum { LANES = 16 };

// Eight numbers side by side; where vectors are shorter, compilers take several.
typedef double Eight __attribute__((vector_size(64), aligned(8), may_alias));

static void load(const CatModalLoad *l, int n, const double *const state[3], double *m, double *k) {
  const double *restrict u = state[0], *restrict v = state[1], *restrict a = state[2];
  double *restrict out_m = m, *restrict out_k = k;
  const CatModalLoad p = *l;
  const double share = p.mm / p.kk, each = 1 / p.kk;
  for (int i = 0; i < n; i++) {
    double c = cat_step_c(&p.step, u[i], v[i], a[i]);
    double x = p.beta * c - (1 - p.step.theta) * u[i];
    out_m[i] = cat_step_m(&p.step, u[i], v[i], a[i]) + p.alpha * c - share * x;
    out_k[i] = x * each;
  }
}

static void divide(double mm, int n, const double *const in[3], double *t, double *w) {
  const double *restrict d = in[0], *restrict m = in[1], *restrict push = in[2];
  double *restrict out_t = t, *restrict out_w = w;
  for (int i = 0; i < n; i++) {
    double x = d[i] * (m[i] + push[i]);
    out_t[i] = x;
    out_w[i] = m[i] - mm * x;
  }
}

static void commit(const CatStep *step, int n, const double *next, double *const state[3]) {
  double *restrict u = state[0], *restrict v = state[1], *restrict a = state[2];
  const double *restrict x = next;
  const CatStep s = *step;
  for (int i = 0; i < n; i++) {
    double du = x[i] - u[i], v0 = v[i], a0 = a[i];
    u[i] = x[i];
    v[i] = cat_step_v(&s, du, v0, a0);
    a[i] = cat_step_a(&s, du, v0, a0);
  }
}

// Sums of 16 lanes, always added in this order.
static inline double total(const Eight x[2]) {
  const Eight half = x[0] + x[1];
  return ((half[0] + half[4]) + (half[2] + half[6])) + ((half[1] + half[5]) + (half[3] + half[7]));
}

static inline const Eight *eight(const double *x) {
  return (const Eight *)x;
}

static double dot(int n, const double *x, const double *y) {
  Eight s[2] = {{0}};
  double rest = 0;
  int i = 0;
  for (; i + LANES <= n; i += LANES) {
    for (int k = 0; k < 2; k++) s[k] += eight(x + i)[k] * eight(y + i)[k];
  }
  for (; i < n; i++) rest += x[i] * y[i];
  return total(s) + rest;
}

static double dot3(int n, const double *x, const double *d, const double *y) {
  Eight s[2] = {{0}};
  double rest = 0;
  int i = 0;
  for (; i + LANES <= n; i += LANES) {
    for (int k = 0; k < 2; k++) s[k] += eight(x + i)[k] * (eight(d + i)[k] * eight(y + i)[k]);
  }
  for (; i < n; i++) rest += x[i] * (d[i] * y[i]);
  return total(s) + rest;
}

static void rows(int rows, int n, const double *A, const double *x, double *y) {
  for (int r = 0; r < rows; r++) y[r] = dot(n, A + (size_t)r * (size_t)n, x);
}

typedef double Four __attribute__((vector_size(32), may_alias));

// Sums of four vectors, side by side.
static inline void totals(const Eight x[4], Four *out) {
  Four half[4];
  for (int k = 0; k < 4; k++) {
    half[k] = __builtin_shufflevector(x[k], x[k], 0, 1, 2, 3) +
              __builtin_shufflevector(x[k], x[k], 4, 5, 6, 7);
  }
  const Four a = __builtin_shufflevector(half[0], half[1], 0, 4, 2, 6) +
                 __builtin_shufflevector(half[0], half[1], 1, 5, 3, 7),
             b = __builtin_shufflevector(half[2], half[3], 0, 4, 2, 6) +
                 __builtin_shufflevector(half[2], half[3], 1, 5, 3, 7);
  *out = __builtin_shufflevector(a, b, 0, 1, 4, 5) + __builtin_shufflevector(a, b, 2, 3, 6, 7);
}

// Two rows at a time, so that what is loaded is used twice and four times.
static void rows4(int rows, int n, const double *A, double *const x[4], CatFour *y) {
  const double *const own[4] = {x[0], x[1], x[2], x[3]};
  for (int r = 0; r < rows; r += 2) {
    const double *one = A + (size_t)r * (size_t)n, *two = one + n;
    Eight s[4] = {{0}}, t[4] = {{0}};
    for (int i = 0; i < n; i += CAT_MODAL_WIDE) {
      const Eight a = *eight(one + i), b = *eight(two + i);
      for (int k = 0; k < 4; k++) {
        const Eight at = *eight(own[k] + i);
        s[k] += a * at, t[k] += b * at;
      }
    }
    totals(s, (Four *)(y + r));
    totals(t, (Four *)(y + r + 1));
  }
}

static void columns(int rows, int n, const double *A, const double *x, double *y) {
  double *restrict out = y;
  int r = 0;
  for (; r + 4 <= rows; r += 4) {  // four rows at a time: y is read and written less often
    const double *a = A + (size_t)r * (size_t)n, *b = a + n, *c = b + n, *d = c + n;
    const double f[4] = {x[r], x[r + 1], x[r + 2], x[r + 3]};
    for (int i = 0; i < n; i++) {
      out[i] += (f[0] * a[i] + f[1] * b[i]) + (f[2] * c[i] + f[3] * d[i]);
    }
  }
  for (; r < rows; r++) {
    const double *a = A + (size_t)r * (size_t)n;
    for (int i = 0; i < n; i++) out[i] += x[r] * a[i];
  }
}

static void add(int n, double factor, const double *x, double *y) {
  double *restrict out = y;
  for (int i = 0; i < n; i++) out[i] += factor * x[i];
}

static void add2(int n, double factor, const double *d, const double *x, double *y) {
  double *restrict out = y;
  for (int i = 0; i < n; i++) out[i] += factor * (d[i] * x[i]);
}

// Rates of some coordinates, and what they add to the sums.
typedef struct Rates {
  Eight v, a;
} Rates;

typedef struct Sums {
  Eight damped, pushed, stiff;
} Sums;

// One step of eight coordinates: cat_step_v, cat_step_a and cat_step_w, with sums of both ends in
// place of means.
static inline void account_step(const CatModalLoad *l, const Eight *du, const Eight *omega2,
                                const Rates *from, const Rates *now, Sums *to) {
  const CatStep *s = &l->step;
  const double by_a = s->h * s->h * (s->beta - s->gamma / 2) / 2,
               by_v = s->h * (s->gamma - 0.5) / 2, by_u = 0.5 - s->am;
  const Eight v = now->v + from->v, a = now->a + from->a;
  const Eight Cdu = (l->alpha + l->beta * *omega2) * *du;
  to->damped += Cdu * v;
  to->pushed += (now->a - from->a) * (by_a * a - by_v * v + by_u * *du);
  to->stiff += Cdu * (now->v - from->v) + *omega2 * (*du * *du);
}

// Eight coordinates: displacements at the ends of some steps.
typedef struct Path {
  Eight u[CAT_MODAL_STEPS + 1], omega2;
  int count;
} Path;

static inline void account_at(const CatModalLoad *l, const CatModalMotion *of, const Path *p, int i,
                              Sums *to) {
  const CatStep *s = &l->step;
  Eight *const v = (Eight *)(of->v + i), *const a = (Eight *)(of->a + i);
  Rates now = {*v, *a};
  for (int k = 0; k < p->count; k++) {
    const Eight du = p->u[k + 1] - p->u[k];
    const Rates from = now;
    now.v = s->u_to_v * du + s->v_to_v * from.v + s->a_to_v * from.a;
    now.a = s->u_to_a * du - s->v_to_a * from.v - s->a_to_a * from.a;
    account_step(l, &du, &p->omega2, &from, &now, to);
    *(Eight *)(of->du[k] + i) = du;
  }
  *v = now.v, *a = now.a;
}

static inline void account_all(const CatModalLoad *l, int n, const double *omega2,
                               const CatModalMotion *of, int count, Sums *to) {
  Path p = {.count = count};
  int i = 0;
  for (; i + CAT_MODAL_WIDE <= n; i += CAT_MODAL_WIDE) {
    for (int k = 0; k <= count; k++) p.u[k] = *eight(of->at[k] + i);
    p.omega2 = *eight(omega2 + i);
    account_at(l, of, &p, i, to);
  }
  if (i == n) return;
  p = (Path){.count = count, .omega2 = *eight(omega2 + i)};
  for (int k = 0; k <= count; k++) memcpy(&p.u[k], of->at[k] + i, (size_t)(n - i) * sizeof(double));
  account_at(l, of, &p, i, to);
}

static void account(const CatModalLoad *l, int n, const double *omega2, const CatModalMotion *of,
                    CatStepSums *to) {
  const CatModalLoad load = *l;  // nothing that is written through a pointer changes them
  const CatModalMotion motion = *of;
  Sums x = {{0}, {0}, {0}};
  if (of->count == CAT_MODAL_STEPS) {
    account_all(&load, n, omega2, &motion, CAT_MODAL_STEPS, &x);
  } else {
    account_all(&load, n, omega2, &motion, of->count, &x);
    for (int k = of->count; k < CAT_MODAL_STEPS; k++) {
      memset(of->du[k], 0, (size_t)n * sizeof(double));
    }
  }
  const Eight none = {0};
  to->C_vb += total((Eight[]){x.damped, none}) / 2;
  to->M_da += total((Eight[]){x.pushed, none});
  to->stiff += total((Eight[]){x.stiff, none});
}

static const CatModalKernel kernel = {.load = load,
                                      .divide = divide,
                                      .commit = commit,
                                      .dot = dot,
                                      .dot3 = dot3,
                                      .rows = rows,
                                      .rows4 = rows4,
                                      .columns = columns,
                                      .add = add,
                                      .add2 = add2,
                                      .account = account};
