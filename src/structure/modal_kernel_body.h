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

static void rows2(int rows, int n, const double *A, double *const x[2], double *const y[2]) {
  const double *one = x[0], *two = x[1];
  for (int r = 0; r < rows; r++) {
    const double *row = A + (size_t)r * (size_t)n;
    Eight s[2] = {{0}}, t[2] = {{0}};
    double rest[2] = {0};
    int i = 0;
    for (; i + LANES <= n; i += LANES) {
      for (int k = 0; k < 2; k++) {
        const Eight a = eight(row + i)[k];
        s[k] += a * eight(one + i)[k], t[k] += a * eight(two + i)[k];
      }
    }
    for (; i < n; i++) rest[0] += row[i] * one[i], rest[1] += row[i] * two[i];
    y[0][r] = total(s) + rest[0];
    y[1][r] = total(t) + rest[1];
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
                                const Rates x[2], Sums *to) {
  const CatStep *s = &l->step;
  const double by_a = s->h * s->h * (s->beta - s->gamma / 2) / 2,
               by_v = s->h * (s->gamma - 0.5) / 2, by_u = 0.5 - s->am;
  const Eight v = x[1].v + x[0].v, a = x[1].a + x[0].a, Cdu = (l->alpha + l->beta * *omega2) * *du;
  to->damped += Cdu * v;
  to->pushed += (x[1].a - x[0].a) * (by_a * a - by_v * v + by_u * *du);
  to->stiff += Cdu * (x[1].v - x[0].v) + *omega2 * (*du * *du);
}

static inline void account_at(const CatModalLoad *l, const Eight *omega2, const CatModalMotion *of,
                              int i, Sums *to) {
  const CatStep *s = &l->step;
  Eight *const u = (Eight *)(of->begin[0] + i), *const v = (Eight *)(of->begin[1] + i),
               *const a = (Eight *)(of->begin[2] + i);
  const Eight between = *eight(of->between + i), end = *eight(of->end[0] + i);
  const Eight du[2] = {between - *u, end - between};
  Rates at[3] = {{*v, *a}, {{0}, {0}}, {*eight(of->end[1] + i), *eight(of->end[2] + i)}};
  at[1].v = s->u_to_v * du[0] + s->v_to_v * at[0].v + s->a_to_v * at[0].a;
  at[1].a = s->u_to_a * du[0] - s->v_to_a * at[0].v - s->a_to_a * at[0].a;
  account_step(l, &du[0], omega2, at, to);
  account_step(l, &du[1], omega2, at + 1, to);
  *u = end, *v = at[2].v, *a = at[2].a;
  *(Eight *)(of->du[0] + i) = du[0], *(Eight *)(of->du[1] + i) = du[1];
}

// Fewer than eight coordinates, the rest of them 0.
static void account_last(const CatModalLoad *l, const double *omega2, const CatModalMotion *of,
                         int i, int n, Sums *to) {
  double room[10][8] = {{0}};
  double *const vector[5] = {of->begin[0], of->begin[1], of->begin[2], of->du[0], of->du[1]};
  const double *const in[4] = {of->between, of->end[0], of->end[1], of->end[2]};
  const CatModalMotion copy = {
      {room[0], room[1], room[2]}, room[5], {room[6], room[7], room[8]}, {room[3], room[4]}};
  for (int k = 0; k < 9; k++) {
    memcpy(room[k], (k < 5 ? vector[k] : in[k - 5]) + i, (size_t)n * sizeof(double));
  }
  memcpy(room[9], omega2 + i, (size_t)n * sizeof(double));
  account_at(l, eight(room[9]), &copy, 0, to);
  for (int k = 0; k < 5; k++) memcpy(vector[k] + i, room[k], (size_t)n * sizeof(double));
}

static void account(const CatModalLoad *l, int n, const double *omega2, const CatModalMotion *of,
                    CatStepSums *to) {
  const CatModalLoad load = *l;  // nothing that is written through a pointer changes them
  const CatModalMotion motion = *of;
  Sums x = {{0}, {0}, {0}};
  int i = 0;
  for (; i + 8 <= n; i += 8) account_at(&load, eight(omega2 + i), &motion, i, &x);
  if (i < n) account_last(&load, omega2, &motion, i, n - i, &x);
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
                                      .rows2 = rows2,
                                      .columns = columns,
                                      .add = add,
                                      .add2 = add2,
                                      .account = account};
