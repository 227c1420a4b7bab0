// The source of the loops of the reduced backend, compiled once per instruction set
// (modal_kernel.h).
#include "modal_kernel.h"

enum { LANES = 16 };

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
static inline double total(const double s[LANES]) {
  double half[8];
  for (int k = 0; k < 8; k++) half[k] = s[k] + s[k + 8];
  return ((half[0] + half[4]) + (half[2] + half[6])) + ((half[1] + half[5]) + (half[3] + half[7]));
}

static double dot(int n, const double *x, const double *y) {
  double s[LANES] = {0}, rest = 0;
  int i = 0;
  for (; i + LANES <= n; i += LANES) {
    for (int k = 0; k < LANES; k++) s[k] += x[i + k] * y[i + k];
  }
  for (; i < n; i++) rest += x[i] * y[i];
  return total(s) + rest;
}

static double dot3(int n, const double *x, const double *d, const double *y) {
  double s[LANES] = {0}, rest = 0;
  int i = 0;
  for (; i + LANES <= n; i += LANES) {
    for (int k = 0; k < LANES; k++) s[k] += x[i + k] * (d[i + k] * y[i + k]);
  }
  for (; i < n; i++) rest += x[i] * (d[i] * y[i]);
  return total(s) + rest;
}

static void rows(int rows, int n, const double *A, const double *x, double *y) {
  for (int r = 0; r < rows; r++) {
    const double *row = A + (size_t)r * (size_t)n;
    double s[LANES] = {0}, rest = 0;
    int i = 0;
    for (; i + LANES <= n; i += LANES) {
      for (int k = 0; k < LANES; k++) s[k] += row[i + k] * x[i + k];
    }
    for (; i < n; i++) rest += row[i] * x[i];
    y[r] = total(s) + rest;
  }
}

static void rows2(int rows, int n, const double *A, double *const x[2], double *const y[2]) {
  const double *restrict one = x[0], *restrict two = x[1];
  for (int r = 0; r < rows; r++) {
    const double *row = A + (size_t)r * (size_t)n;
    double s[LANES] = {0}, t[LANES] = {0}, rest[2] = {0};
    int i = 0;
    for (; i + LANES <= n; i += LANES) {
      for (int k = 0; k < LANES; k++) s[k] += row[i + k] * one[i + k];
      for (int k = 0; k < LANES; k++) t[k] += row[i + k] * two[i + k];
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

// Coordinates of an account.
typedef struct Account {
  CatModalLoad p;
  const double *restrict between, *restrict u, *restrict v, *restrict a, *restrict omega2;
  double *restrict u0, *restrict v0, *restrict a0, *restrict du0, *restrict du1;
} Account;

typedef struct Lost {
  double damped, pushed, stiff;
} Lost;

static inline Lost lost(const Account *c, double omega2, double d, const double v[2],
                        const double a[2]) {
  double vb = 0.5 * (v[1] + v[0]), Cd = (c->p.alpha + c->p.beta * omega2) * d;
  return (Lost){.damped = Cd * vb,
                .pushed = (a[1] - a[0]) * cat_step_w(&c->p.step, d, vb, 0.5 * (a[1] + a[0])),
                .stiff = Cd * (v[1] - v[0]) + omega2 * (d * d)};
}

static inline Lost account_one(const Account *c, int j) {
  double d0 = c->between[j] - c->u0[j], d1 = c->u[j] - c->between[j];
  double v0 = c->v0[j], a0 = c->a0[j];
  double v = cat_step_v(&c->p.step, d0, v0, a0), a = cat_step_a(&c->p.step, d0, v0, a0);
  const Lost one = lost(c, c->omega2[j], d0, (double[]){v0, v}, (double[]){a0, a});
  const Lost two = lost(c, c->omega2[j], d1, (double[]){v, c->v[j]}, (double[]){a, c->a[j]});
  c->u0[j] = c->u[j], c->v0[j] = c->v[j], c->a0[j] = c->a[j], c->du0[j] = d0, c->du1[j] = d1;
  return (Lost){one.damped + two.damped, one.pushed + two.pushed, one.stiff + two.stiff};
}

static void account(const CatModalLoad *l, int n, const double *omega2, const CatModalMotion *of,
                    CatStepSums *to) {
  const Account c = {*l,           of->between,  of->end[0],   of->end[1], of->end[2], omega2,
                     of->begin[0], of->begin[1], of->begin[2], of->du[0],  of->du[1]};
  double damped[LANES] = {0}, pushed[LANES] = {0}, stiff[LANES] = {0};
  int i = 0;
  for (; i + LANES <= n; i += LANES) {
    for (int k = 0; k < LANES; k++) {
      const Lost x = account_one(&c, i + k);
      damped[k] += x.damped, pushed[k] += x.pushed, stiff[k] += x.stiff;
    }
  }
  for (; i < n; i++) {
    const Lost x = account_one(&c, i);
    damped[0] += x.damped, pushed[0] += x.pushed, stiff[0] += x.stiff;
  }
  to->C_vb += total(damped), to->M_da += total(pushed), to->stiff += total(stiff);
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
