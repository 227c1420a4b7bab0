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

// One coordinate of an account; x: damped, pushed, stiff.
typedef struct Account {
  CatModalLoad p;
  const double *restrict u, *restrict v, *restrict a, *restrict omega2;
  double *restrict u0, *restrict v0, *restrict a0, *restrict du;
} Account;

static inline void account_one(const Account *c, int j, double *damped, double *pushed,
                               double *stiff) {
  double d = c->u[j] - c->u0[j], v = c->v[j], v0 = c->v0[j], a = c->a[j], a0 = c->a0[j];
  double vb = 0.5 * (v + v0), Cd = (c->p.alpha + c->p.beta * c->omega2[j]) * d;
  *damped += Cd * vb;
  *pushed += (a - a0) * cat_step_w(&c->p.step, d, vb, 0.5 * (a + a0));
  *stiff += Cd * (v - v0) + c->omega2[j] * (d * d);
  c->du[j] = d, c->u0[j] = c->u[j], c->v0[j] = v, c->a0[j] = a;
}

static void account(const CatModalLoad *l, int n, const double *omega2, const CatModalStates *of,
                    CatStepSums *to) {
  const Account c = {*l,     of->now[0],    of->now[1],    of->now[2],
                     omega2, of->before[0], of->before[1], of->before[2],
                     of->du};
  double damped[LANES] = {0}, pushed[LANES] = {0}, stiff[LANES] = {0};
  int i = 0;
  for (; i + LANES <= n; i += LANES) {
    for (int k = 0; k < LANES; k++) account_one(&c, i + k, &damped[k], &pushed[k], &stiff[k]);
  }
  for (; i < n; i++) account_one(&c, i, &damped[0], &pushed[0], &stiff[0]);
  to->C_vb += total(damped), to->M_da += total(pushed), to->stiff += total(stiff);
}

static const CatModalKernel kernel = {load, divide,  commit, dot,  dot3,
                                      rows, columns, add,    add2, account};
