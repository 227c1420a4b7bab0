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
  *p = (CatLumped){.n = spec->nmass, .step = *step, .base = spec->base_height};
  p->force_on = spec->force_on > 0 ? spec->force_on - 1 : p->n - 1;
  assemble(spec, p);
  cat_lumped_wind(p, spec, 0);
  cat_lumped_force(p, spec->static_force, 1, 0);
  memcpy(p->f0, p->f, sizeof p->f0);
  return invert(ctx, p);
}

static double tabulated(const CatLumpedSpec *s, double speed) {
  if (s->nspeed == 0) return 0;
  int i = 0;
  while (i < s->nspeed && s->speed[i] < speed) i++;
  if (i == 0 || i == s->nspeed) return s->lift[i == 0 ? 0 : i - 1];
  double share = (speed - s->speed[i - 1]) / (s->speed[i] - s->speed[i - 1]);
  return s->lift[i - 1] + share * (s->lift[i] - s->lift[i - 1]);
}

void cat_lumped_wind(CatLumped *p, const CatLumpedSpec *spec, double speed) {
  for (int i = 0; i < p->n; i++) {
    p->wind[i] = spec->masses[i].force + spec->masses[i].aero * speed * speed;
  }
  p->wind[p->force_on] += spec->aero * speed * speed + tabulated(spec, speed);
}

static double ground_stiffness(const CatLumped *p) {
  double sum = 0;
  for (int j = 0; j < p->n; j++) sum += p->K[(p->n - 1) * p->n + j];
  return sum;
}

void cat_lumped_force(CatLumped *p, double static_force, double share, double below) {
  for (int i = 0; i < p->n; i++) p->f[i] = share * p->wind[i];
  p->f[p->force_on] += share * static_force;
  p->f[p->n - 1] += ground_stiffness(p) * (p->base - below);
}

double cat_lumped_compliance(const CatLumped *p) {
  return p->step.theta * p->inverse[0];
}

// From the head down each spring carries the contact force less what the bodies above it bear.
void cat_lumped_start(CatLumped *p, double head, double p0) {
  int n = p->n;
  double carried = p0;
  p->z[0] = head;
  for (int j = 0; j + 1 < n; j++) {
    double k = -p->K[j * n + j + 1];
    carried -= p->f[j];
    p->z[j + 1] = p->z[j] + (k > 0 ? carried / k : 0);
  }
  memset(p->v, 0, sizeof p->v);
  memset(p->a, 0, sizeof p->a);
  p->contact = p0;
}

bool cat_lumped_is_held(const CatLumped *p) {
  for (int j = 0; j + 1 < p->n; j++) {
    if (p->K[j * p->n + j + 1] >= 0) return false;
  }
  return ground_stiffness(p) > 0;
}

CatStatus cat_lumped_settle(CatContext *ctx, CatLumped *p, double p0) {
  double A[CAT_LUMPED_MAX * CAT_LUMPED_MAX];
  int pivot[CAT_LUMPED_MAX];
  memcpy(A, p->K, sizeof A);
  memcpy(p->z, p->f, sizeof p->z);
  p->z[0] -= p0;
  p->contact = p0;
  memset(p->v, 0, sizeof p->v);
  memset(p->a, 0, sizeof p->a);
  return cat_dense_solve(ctx, p->n, A, p->z, pivot);
}

double cat_lumped_free(CatLumped *p, double p0) {
  int n = p->n;
  double r[CAT_LUMPED_MAX] = {0}, c[CAT_LUMPED_MAX];
  for (int j = 0; j < n; j++) c[j] = cat_step_c(&p->step, p->z[j], p->v[j], p->a[j]);
  for (int i = 0; i < n; i++) {
    r[i] = p->step.theta * p->f[i] + (1 - p->step.theta) * p->f0[i];
    r[i] += p->M[i] * cat_step_m(&p->step, p->z[i], p->v[i], p->a[i]);
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
  memcpy(p->f0, p->f, sizeof p->f0);
  p->contact = p1;
}
