// A linear mechanism with any number of ports, M z'' + C z' + K z = f + B p: small vehicles for the
// tests, written against the interface alone.
#ifndef CAT_TESTS_COUPLE_BODIES_H
#define CAT_TESTS_COUPLE_BODIES_H

#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/dense.h"
#include "mechanism/mechanism.h"

enum { BODIES_MAX = 24 };

typedef struct Bodies {
  CatMechanism base;
  CatStep step;
  int n;
  double M[BODIES_MAX * BODIES_MAX], C[BODIES_MAX * BODIES_MAX], K[BODIES_MAX * BODIES_MAX];
  double inverse[BODIES_MAX * BODIES_MAX];
  double f[BODIES_MAX];               // constant forces
  double B[BODIES_MAX * BODIES_MAX];  // row p: coordinates of port p (nport x n)
  double offset[BODIES_MAX];
  double q[BODIES_MAX], v[BODIES_MAX], a[BODIES_MAX];
  double next[BODIES_MAX], p[BODIES_MAX];  // free step; port forces at its beginning
  double z[BODIES_MAX];                    // of the ports
} Bodies;

static inline Bodies *bodies_of(CatMechanism *m) {
  return (Bodies *)m;
}

static inline double bodies_row(const Bodies *b, int port, const double *x) {
  return cat_dot(b->n, &b->B[port * b->n], x);
}

// Held by nothing: the contacts bear the constant forces, in the way that the tests set up in p.
static inline CatStatus bodies_stand(CatContext *ctx, const CatMechanism *m, CatStand *out) {
  (void)ctx;
  out->held = false;
  memcpy(out->f0, ((const Bodies *)m)->p, (size_t)m->nport * sizeof *out->f0);
  return CAT_OK;
}

// K q = f + B'p with the ports where they are asked for: a stiff hold of the ports gives q.
static inline CatStatus bodies_start(CatContext *ctx, CatMechanism *m, const double *z,
                                     const double *f) {
  Bodies *b = bodies_of(m);
  static const double HOLD = 1e14;
  double A[BODIES_MAX * BODIES_MAX], r[BODIES_MAX];
  int pivot[BODIES_MAX], n = b->n;
  memcpy(A, b->K, sizeof A);
  memcpy(r, b->f, sizeof r);
  for (int p = 0; p < m->nport; p++) {
    for (int i = 0; i < n; i++) {
      bool held = z && !isnan(z[p]);
      r[i] += b->B[p * n + i] * (f[p] + (held ? HOLD * z[p] : 0));
      for (int j = 0; j < n && held; j++) A[i * n + j] += HOLD * b->B[p * n + i] * b->B[p * n + j];
    }
  }
  CAT_TRY(cat_dense_solve(ctx, n, A, r, pivot));
  memcpy(b->q, r, sizeof b->q);
  memset(b->v, 0, sizeof b->v), memset(b->a, 0, sizeof b->a);
  memcpy(b->p, f, (size_t)m->nport * sizeof *f);
  for (int p = 0; p < m->nport; p++) b->z[p] = bodies_row(b, p, b->q);
  return CAT_OK;
}

static inline void bodies_drive(CatMechanism *m, const CatJourney *to) {
  (void)m, (void)to;
}

static inline void bodies_free_step(CatMechanism *m, double *z) {
  Bodies *b = bodies_of(m);
  int n = b->n;
  double r[BODIES_MAX], c[BODIES_MAX], w[BODIES_MAX], theta = b->step.theta;
  for (int i = 0; i < n; i++) {
    c[i] = cat_step_c(&b->step, b->q[i], b->v[i], b->a[i]);
    w[i] = cat_step_m(&b->step, b->q[i], b->v[i], b->a[i]);
  }
  for (int i = 0; i < n; i++) {
    r[i] = b->f[i];
    for (int p = 0; p < m->nport; p++) r[i] += (1 - theta) * b->B[p * n + i] * b->p[p];
    for (int j = 0; j < n; j++) {
      r[i] +=
          b->M[i * n + j] * w[j] + b->C[i * n + j] * c[j] - (1 - theta) * b->K[i * n + j] * b->q[j];
    }
  }
  for (int i = 0; i < n; i++) b->next[i] = cat_dot(n, &b->inverse[i * n], r);
  for (int p = 0; p < m->nport; p++) z[p] = bodies_row(b, p, b->next);
}

static inline double bodies_compliance(const CatMechanism *m, int port, int other) {
  const Bodies *b = (const Bodies *)m;
  double sum = 0;
  for (int i = 0; i < b->n; i++) {
    sum += b->B[port * b->n + i] * bodies_row(b, other, &b->inverse[i * b->n]);
  }
  return b->step.theta * sum;
}

static inline void bodies_commit(CatMechanism *m, const double *f) {
  Bodies *b = bodies_of(m);
  int n = b->n;
  for (int i = 0; i < n; i++) {
    double q1 = b->next[i];
    for (int p = 0; p < m->nport; p++) {
      q1 += b->step.theta * f[p] * bodies_row(b, p, &b->inverse[i * n]);
    }
    double du = q1 - b->q[i], v = b->v[i], a = b->a[i];
    b->q[i] = q1;
    b->v[i] = cat_step_v(&b->step, du, v, a);
    b->a[i] = cat_step_a(&b->step, du, v, a);
  }
  memcpy(b->p, f, (size_t)m->nport * sizeof *f);
  for (int p = 0; p < m->nport; p++) b->z[p] = bodies_row(b, p, b->q);
}

static inline void bodies_energy(const CatMechanism *m, CatMechanismEnergy *out) {
  (void)m;
  *out = (CatMechanismEnergy){0};
}

static inline void bodies_snapshot(CatMechanism *m, CatSnapshot *to) {
  Bodies *b = bodies_of(m);
  double *state[] = {b->q, b->v, b->a, b->p, b->z};
  for (int k = 0; k < 5; k++) CAT_SNAPSHOT_ARRAY(to, state[k], BODIES_MAX);
}

static const CatMechanismOps bodies_ops = {.name = "bodies",
                                           .stand = bodies_stand,
                                           .start = bodies_start,
                                           .drive = bodies_drive,
                                           .free_step = bodies_free_step,
                                           .commit = bodies_commit,
                                           .compliance = bodies_compliance,
                                           .energy = bodies_energy,
                                           .snapshot = bodies_snapshot};

static inline Bodies *bodies_new(int n, int nport, CatStep step) {
  Bodies *b = calloc(1, sizeof *b);
  b->n = n, b->step = step;
  b->base = (CatMechanism){.ops = &bodies_ops, .nport = nport, .offset = b->offset, .z = b->z};
  return b;
}

// A spring and damper between coordinates i and j; j < 0: the ground.
static inline void bodies_join(Bodies *b, int i, int j, double k, double c) {
  int n = b->n;
  b->K[i * n + i] += k, b->C[i * n + i] += c;
  if (j < 0) return;
  b->K[j * n + j] += k, b->K[i * n + j] -= k, b->K[j * n + i] -= k;
  b->C[j * n + j] += c, b->C[i * n + j] -= c, b->C[j * n + i] -= c;
}

// Once its matrices are filled.
static inline void bodies_ready(CatContext *ctx, Bodies *b) {
  int n = b->n, pivot[BODIES_MAX];
  for (int k = 0; k < n; k++) {
    double A[BODIES_MAX * BODIES_MAX], e[BODIES_MAX] = {0};
    for (int i = 0; i < n * n; i++) {
      A[i] = b->step.mass * b->M[i] + b->step.damp * b->C[i] + b->step.theta * b->K[i];
    }
    e[k] = 1;
    assert_int_equal(cat_dense_solve(ctx, n, A, e, pivot), CAT_OK);
    for (int i = 0; i < n; i++) b->inverse[i * n + k] = e[i];
  }
}

#endif
