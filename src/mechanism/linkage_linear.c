// A linkage at rest under a force at its head, and small motion about that.
//
// At rest 0 = f(q) + G(q)' lambda - B' F, g(q) = 0, z_head = height: Newton's method, the tangent
// of f + G' lambda by central differences. Small motion dq = T dy keeps the joints, G T = 0, so
// that
//
//   M_y = T' M T,   C_y = T' C T,   K_y = -T' d(f + G' lambda)/dq T.
//
// The term with lambda is the geometric stiffness: forces of joints turn with the bodies.
#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "linkage.h"

enum { UNKNOWNS = CAT_LINKAGE_UNKNOWNS, MOST = CAT_LINKAGE_BORDERED + 1 };

// G, row by row (ng x nq), at q
static void rows_at(const CatLinkage *l, const double *q, double G[][UNKNOWNS]) {
  double unused[2][UNKNOWNS];
  for (int i = 0; i < l->ng; i++) {
    memset(unused, 0, sizeof unused);
    memset(G[i], 0, sizeof G[i]);
    cat_linkage_row(l, i, &(CatLinkageMotion){.q = q},
                    (double *const[]){G[i], unused[0], unused[1]});
  }
}

// f + G' lambda at q
static void balance_at(const CatLinkage *l, const double *q, const double *lambda, double *out) {
  double G[CAT_LINKAGE_ROWS][UNKNOWNS], none[UNKNOWNS];
  cat_linkage_forces(l, &(CatLinkageMotion){.q = q}, out, none);
  rows_at(l, q, G);
  for (int i = 0; i < l->ng; i++) cat_axpy(l->nq, lambda[i], G[i], out);
}

// d(f + G' lambda)/dq, row major (nq x nq)
static void tangent_at(const CatLinkage *l, const double *q, const double *lambda, double *out) {
  static const double STEP = 1e-5;
  double at[UNKNOWNS], up[UNKNOWNS], down[UNKNOWNS];
  memcpy(at, q, sizeof(double) * (size_t)l->nq);
  for (int j = 0; j < l->nq; j++) {
    at[j] = q[j] + STEP;
    balance_at(l, at, lambda, up);
    at[j] = q[j] - STEP;
    balance_at(l, at, lambda, down);
    at[j] = q[j];
    for (int i = 0; i < l->nq; i++) out[i * l->nq + j] = (up[i] - down[i]) / (2 * STEP);
  }
}

//------------------------------------------------------------------------------- rest

// One step of Newton's method for q, lambda and the force; *change: of q, at most.
static CatStatus newton(CatContext *ctx, const CatLinkage *l, double height, CatLinkageStand *at,
                        double *change) {
  static const double FAR = 0.05;  // [m] or [rad]
  double J[MOST * MOST], r[MOST], G[CAT_LINKAGE_ROWS][UNKNOWNS], K[UNKNOWNS * UNKNOWNS];
  int pivot[MOST], nq = l->nq, ng = l->ng, n = nq + ng + 1, head = cat_linkage_height(l);
  memset(J, 0, sizeof J);
  rows_at(l, at->q, G);
  tangent_at(l, at->q, at->lambda, K);
  balance_at(l, at->q, at->lambda, r);
  for (int i = 0; i < nq; i++) {
    r[i] = -r[i];
    memcpy(&J[i * n], &K[i * nq], sizeof(double) * (size_t)nq);
  }
  r[head] += at->force;
  J[head * n + n - 1] = -1;  // the wire pushes back
  for (int i = 0; i < ng; i++) {
    double g[3];
    cat_linkage_gap(l, i, &(CatLinkageMotion){.q = at->q}, g);
    r[nq + i] = -g[0];
    for (int j = 0; j < nq; j++) J[(nq + i) * n + j] = J[j * n + nq + i] = G[i][j];
  }
  r[n - 1] = height - at->q[head];
  J[(n - 1) * n + head] = 1;
  CAT_TRY(cat_dense_solve(ctx, n, J, r, pivot));
  *change = 0;
  for (int j = 0; j < nq; j++) *change = fmax(*change, fabs(r[j]));
  double part = *change > FAR ? FAR / *change : 1;
  for (int j = 0; j < nq; j++) at->q[j] += part * r[j];
  for (int i = 0; i < ng; i++) at->lambda[i] += part * r[nq + i];
  at->force += part * r[n - 1];
  return CAT_OK;
}

CatStatus cat_linkage_stand(CatContext *ctx, const CatLinkage *l, double height,
                            CatLinkageStand *out) {
  enum { TRIALS = 300 };
  static const double ENOUGH = 1e-12;  // [m] or [rad]
  double change = INFINITY;
  for (int k = 0; k < TRIALS; k++) {
    CAT_TRY(newton(ctx, l, height, out, &change));
    if (!(change < 100)) break;
    if (change > ENOUGH) continue;
    return cat_linkage_condition(ctx, l, out->q, &out->condition);
  }
  return CAT_FAIL(
      ctx, CAT_ERR_DIVERGED,
      "the linkage does not come to rest with its head at %.4g m in the frame of the wire", height);
}

//------------------------------------------------------------------------------- small motion

// Columns of T: joints do not move, one coordinate moves by one, the others stay.
static CatStatus find_ways(CatContext *ctx, const CatLinkage *l, const double *q,
                           CatLinkageLinear *out) {
  double G[CAT_LINKAGE_ROWS][UNKNOWNS], A[UNKNOWNS * UNKNOWNS], r[UNKNOWNS];
  int pivot[UNKNOWNS], nq = l->nq;
  rows_at(l, q, G);
  for (int k = 0; k < out->n; k++) {
    memset(r, 0, sizeof r);
    memset(A, 0, sizeof A);
    for (int i = 0; i < l->ng; i++) memcpy(&A[i * nq], G[i], sizeof(double) * (size_t)nq);
    for (int i = 0; i < out->n; i++) {
      cat_linkage_coordinate_row(l, &out->y[i], q, &A[(l->ng + i) * nq]);
    }
    r[l->ng + k] = 1;
    CAT_TRY(cat_dense_solve(ctx, nq, A, r, pivot));
    for (int j = 0; j < nq; j++) out->T[j * out->n + k] = r[j];
  }
  return CAT_OK;
}

// T' A T, A row major (nq x nq)
static void project(const CatLinkage *l, const CatLinkageLinear *x, const double *A, double *out) {
  int nq = l->nq, n = x->n;
  for (int a = 0; a < n; a++) {
    for (int b = 0; b < n; b++) {
      double sum = 0;
      for (int i = 0; i < nq; i++) {
        for (int j = 0; j < nq; j++) sum += x->T[i * n + a] * A[i * nq + j] * x->T[j * n + b];
      }
      out[a * n + b] = sum;
    }
  }
}

// -d(damping)/dv: forces of dampers are linear in v
static void damping_at(const CatLinkage *l, const double *q, double *out) {
  double v[UNKNOWNS] = {0}, none[UNKNOWNS], f[UNKNOWNS];
  for (int j = 0; j < l->nq; j++) {
    v[j] = 1;
    cat_linkage_forces(l, &(CatLinkageMotion){.q = q, .v = v}, none, f);
    v[j] = 0;
    for (int i = 0; i < l->nq; i++) out[i * l->nq + j] = -f[i];
  }
}

CatStatus cat_linkage_linearise(CatContext *ctx, const CatLinkage *l, const CatLinkageStand *at,
                                CatLinkageLinear *out) {
  double A[UNKNOWNS * UNKNOWNS] = {0};
  int nq = l->nq;
  *out = (CatLinkageLinear){0};
  out->n = cat_linkage_attachments(l, at->q, out->y);
  if (out->n != nq - l->ng) {
    return CAT_FAIL(ctx, CAT_ERR_SINGULAR, "the linkage has %d coordinates, expected %d", out->n,
                    nq - l->ng);
  }
  CAT_TRY(find_ways(ctx, l, at->q, out));
  tangent_at(l, at->q, at->lambda, A);
  for (int i = 0; i < nq * nq; i++) A[i] = -A[i];
  project(l, out, A, out->K);
  damping_at(l, at->q, A);
  project(l, out, A, out->C);
  memset(A, 0, sizeof A);
  for (int j = 0; j < nq; j++) A[j * nq + j] = l->M[j];
  project(l, out, A, out->M);
  return CAT_OK;
}

// Springs of a chain whose matrix is nearest to A: k_i = -A(i, i+1), the last one to the ground.
static double chain_of(int n, const double *A, double *k) {
  double most = 0, lacks = 0;
  for (int i = 0; i < n; i++) {
    double above = i > 0 ? k[i - 1] : 0;
    k[i] = i + 1 < n ? -A[i * n + i + 1] : A[i * n + i] - above;
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      double has = i == j ? k[i] + (i > 0 ? k[i - 1] : 0) : 0;
      if (j == i + 1) has = -k[i];
      if (i == j + 1) has = -k[j];
      most = fmax(most, fabs(A[i * n + j]));
      lacks = fmax(lacks, fabs(A[i * n + j] - has));
    }
  }
  return most > 0 ? lacks / most : 0;
}

CatLinkageChain cat_linkage_chain(const CatLinkageLinear *x) {
  CatLinkageChain out = {.n = x->n};
  double most = 0, beside = 0;
  for (int i = 0; i < x->n; i++) {
    out.m[i] = x->M[i * x->n + i];
    most = fmax(most, out.m[i]);
    for (int j = 0; j < x->n; j++) {
      if (i != j) beside = fmax(beside, fabs(x->M[i * x->n + j]));
    }
  }
  out.remainder = fmax(beside / most, chain_of(x->n, x->K, out.k));
  out.remainder = fmax(out.remainder, chain_of(x->n, x->C, out.c));
  return out;
}
