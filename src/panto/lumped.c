#include "lumped.h"

#include <string.h>

#include "linalg/dense.h"

// Spring and damper j act between bodies j and j + 1, or the ground.
static void assemble(const CatLumpedSpec *spec, CatLumped *p) {
  int n = p->n;
  for (int j = 0; j < n; j++) {
    const CatLumpedMass *b = &spec->masses[j];
    p->M[j] = b->mass;
    p->K[j * n + j] += b->stiffness;
    p->C[j * n + j] += b->damping;
    if (j + 1 == n) continue;
    p->K[(j + 1) * n + j + 1] += b->stiffness;
    p->C[(j + 1) * n + j + 1] += b->damping;
    p->K[j * n + j + 1] -= b->stiffness, p->K[(j + 1) * n + j] -= b->stiffness;
    p->C[j * n + j + 1] -= b->damping, p->C[(j + 1) * n + j] -= b->damping;
  }
}

// Column by column: (mass M + damp C + theta K)^-1
static CatStatus invert(CatContext *ctx, CatLumped *p) {
  int n = p->n, pivot[CAT_LUMPED_MAX];
  for (int k = 0; k < n; k++) {
    double A[CAT_LUMPED_MAX * CAT_LUMPED_MAX] = {0}, b[CAT_LUMPED_MAX] = {0};
    for (int i = 0; i < n * n; i++) A[i] = p->step.damp * p->C[i] + p->step.theta * p->K[i];
    for (int i = 0; i < n; i++) A[i * n + i] += p->step.mass * p->M[i];
    b[k] = 1;
    CAT_TRY(cat_dense_solve(ctx, n, A, b, pivot));
    for (int i = 0; i < n; i++) p->inverse[i * n + k] = b[i];
  }
  return CAT_OK;
}

CatStatus cat_lumped_new(CatContext *ctx, const CatLumpedSpec *spec, const CatStep *step,
                         CatLumped *p) {
  *p = (CatLumped){.n = spec->nmass, .step = *step};
  assemble(spec, p);
  cat_lumped_force(p, spec->static_force);
  return invert(ctx, p);
}

void cat_lumped_force(CatLumped *p, double force) {
  p->f[p->n - 1] = force;
}

double cat_lumped_compliance(const CatLumped *p) {
  return p->step.theta * p->inverse[0];
}

// From the head down each spring carries the contact force.
void cat_lumped_start(CatLumped *p, double head, double p0) {
  int n = p->n;
  p->z[0] = head;
  for (int j = 0; j + 1 < n; j++) {
    double k = -p->K[j * n + j + 1];
    p->z[j + 1] = p->z[j] + (k > 0 ? p0 / k : 0);
  }
  memset(p->v, 0, sizeof p->v);
  memset(p->a, 0, sizeof p->a);
}

double cat_lumped_free(CatLumped *p, double p0) {
  int n = p->n;
  double r[CAT_LUMPED_MAX] = {0}, c[CAT_LUMPED_MAX];
  for (int j = 0; j < n; j++) c[j] = cat_step_c(&p->step, p->z[j], p->v[j], p->a[j]);
  for (int i = 0; i < n; i++) {
    r[i] = p->f[i] + p->M[i] * cat_step_m(&p->step, p->z[i], p->v[i], p->a[i]);
    for (int j = 0; j < n; j++) {
      r[i] += p->C[i * n + j] * c[j] - (1 - p->step.theta) * p->K[i * n + j] * p->z[j];
    }
  }
  r[0] -= (1 - p->step.theta) * p0;
  for (int i = 0; i < n; i++) p->next[i] = cat_dot(n, &p->inverse[i * n], r);
  return p->next[0];
}

void cat_lumped_commit(CatLumped *p, double p1) {
  int n = p->n;
  for (int i = 0; i < n; i++) {
    double z1 = p->next[i] - p->step.theta * p1 * p->inverse[i * n];
    double du = z1 - p->z[i], v = p->v[i], a = p->a[i];
    p->z[i] = z1;
    p->v[i] = cat_step_v(&p->step, du, v, a);
    p->a[i] = cat_step_a(&p->step, du, v, a);
  }
}
