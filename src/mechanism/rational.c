#include "rational.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"

enum { MOST = CAT_HEAD_ORDER };

// The highest power with a coefficient.
static int degree(const double *a, int n) {
  while (n > 1 && a[n - 1] == 0) n--;
  return n - 1;
}

// N = (q1 s + q0) D + R, coefficients in ascending powers; N is overwritten with R.
static void divide(double *N, int nN, const double *D, int nD, double q[2]) {
  q[0] = q[1] = 0;
  for (int k = nN - nD; k >= 0; k--) {
    q[k] = N[nD + k] / D[nD];
    for (int i = 0; i <= nD; i++) N[i + k] -= q[k] * D[i];
  }
}

// In a time t = T tau, in which roots of D are of the order of 1: companion form.
static void companion(CatRational *r, const double *D, double T, double *A, double *b) {
  int n = r->n;
  memset(A, 0, sizeof(double) * MOST * MOST);
  for (int i = 0; i + 1 < n; i++) A[i * n + i + 1] = 1 / T;
  for (int i = 0; i < n; i++) A[(n - 1) * n + i] = -D[i] / D[n] * pow(T, n - i) / T;
  b[n - 1] = 1 / T;
}

// (1 - h/2 A) x1 = (1 + h/2 A) x0 + h/2 b (d0 + d1)
static CatStatus trapezoidal(CatContext *ctx, CatRational *r, const double *A, const double *b,
                             double h) {
  int n = r->n, pivot[MOST];
  for (int k = 0; k <= n; k++) {
    double L[MOST * MOST], x[MOST];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) L[i * n + j] = (i == j) - h / 2 * A[i * n + j];
      x[i] = k < n ? (i == k) + h / 2 * A[i * n + k] : h / 2 * b[i];
    }
    CAT_TRY(cat_dense_solve(ctx, n, L, x, pivot));
    for (int i = 0; i < n && k < n; i++) r->next[i * n + k] = x[i];
    if (k == n) memcpy(r->by, x, sizeof x);
  }
  return CAT_OK;
}

CatStatus cat_rational_new(CatContext *ctx, const CatHeadSpec *spec, double share, double h,
                           CatRational *out) {
  double N[MOST + 2] = {0}, q[2], A[MOST * MOST], b[MOST] = {0};
  int nD = degree(spec->denominator, spec->ndenominator);
  int nN = degree(spec->numerator, spec->nnumerator);
  const double *D = spec->denominator;
  for (int i = 0; i <= nN; i++) N[i] = share * spec->numerator[i];
  divide(N, nN, D, nD, q);
  *out = (CatRational){
      .n = nD, .share = share, .damping = q[1], .stiffness = q[0], .at_rest = N[0] / D[0]};
  if (nD == 0) return CAT_OK;
  double T = pow(fabs(D[nD] / D[0]), 1.0 / nD);  // [s]: the product of all roots
  companion(out, D, T, A, b);
  for (int i = 0; i < nD; i++) out->c[i] = N[i] / D[nD] * pow(T, nD - i);
  out->rest[0] = 1 / (D[0] / D[nD] * pow(T, nD));
  CAT_TRY(trapezoidal(ctx, out, A, b, h));
  out->slope = cat_dot(nD, out->c, out->by);
  return CAT_OK;
}

void cat_rational_start(CatRational *r, double d) {
  for (int i = 0; i < r->n; i++) r->x[i] = r->rest[i] * d;
  r->d = d;
  r->force = cat_dot(r->n, r->c, r->x);
}

static void without_end(const CatRational *r, double *x) {
  for (int i = 0; i < r->n; i++) {
    x[i] = cat_dot(r->n, &r->next[i * r->n], r->x) + r->by[i] * r->d;
  }
}

double cat_rational_history(const CatRational *r) {
  double x[MOST];
  without_end(r, x);
  return cat_dot(r->n, r->c, x);
}

void cat_rational_move(CatRational *r, double d) {
  double x[MOST];
  without_end(r, x);
  for (int i = 0; i < r->n; i++) r->x[i] = x[i] + r->by[i] * d;
  r->d = d;
  r->force = cat_dot(r->n, r->c, r->x);
}

void cat_rational_snapshot(CatRational *r, CatSnapshot *to) {
  CAT_SNAPSHOT(to, r->x);
  CAT_SNAPSHOT(to, r->d);
  CAT_SNAPSHOT(to, r->force);
}
