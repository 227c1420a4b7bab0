#include "chain.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"

static CatChain *own(CatMechanism *m) {
  return (CatChain *)m;
}

static const CatChain *seen(const CatMechanism *m) {
  return (const CatChain *)m;
}

//------------------------------------------------------------------------------- what it is

void cat_chain_assemble(const CatMassChainSpec *spec, double *M, double *C, double *K) {
  int n = spec->nmass;
  for (int j = 0; j < n; j++) {
    const CatChainMass *b = &spec->masses[j];
    M[j] = b->mass;
    K[j * n + j] += b->stiffness;
    C[j * n + j] += b->damping;
    if (j + 1 == n) continue;
    K[(j + 1) * n + j + 1] += b->stiffness;
    C[(j + 1) * n + j + 1] += b->damping;
    K[j * n + j + 1] -= b->stiffness, K[(j + 1) * n + j] -= b->stiffness;
    C[j * n + j + 1] -= b->damping, C[(j + 1) * n + j] -= b->damping;
  }
}

// Column by column: (mass M + damp C + theta K)^-1
static CatStatus invert(CatContext *ctx, CatChain *p) {
  int n = p->n, pivot[CAT_CHAIN_MAX];
  for (int k = 0; k < n; k++) {
    double A[CAT_CHAIN_MAX * CAT_CHAIN_MAX] = {0}, b[CAT_CHAIN_MAX] = {0};
    for (int i = 0; i < n * n; i++) A[i] = p->step.damp * p->C[i] + p->step.theta * p->K[i];
    for (int i = 0; i < n; i++) A[i * n + i] += p->step.mass * p->M[i];
    b[k] = 1;
    CAT_TRY(cat_dense_solve(ctx, n, A, b, pivot));
    for (int i = 0; i < n; i++) p->inverse[i * n + k] = b[i];
  }
  return CAT_OK;
}

static double ground_stiffness(const CatChain *p) {
  double sum = 0;
  for (int j = 0; j < p->n; j++) sum += p->K[(p->n - 1) * p->n + j];
  return sum;
}

bool cat_chain_is_held(const CatChain *p) {
  for (int j = 0; j + 1 < p->n; j++) {
    if (p->K[j * p->n + j + 1] >= 0) return false;
  }
  return ground_stiffness(p) > 0;
}

//------------------------------------------------------------------------------- forces on it

static double tabulated(const CatMassChainSpec *s, double speed) {
  if (s->nspeed == 0) return 0;
  int i = 0;
  while (i < s->nspeed && s->speed[i] < speed) i++;
  if (i == 0 || i == s->nspeed) return s->lift[i == 0 ? 0 : i - 1];
  double part = (speed - s->speed[i - 1]) / (s->speed[i] - s->speed[i - 1]);
  return s->lift[i - 1] + part * (s->lift[i] - s->lift[i - 1]);
}

static void find_aero(CatChain *p, double speed) {
  for (int i = 0; i < p->n; i++) {
    p->aero[i] = p->spec->masses[i].force + p->spec->masses[i].aero * speed * speed;
  }
  p->aero[p->force_on] += p->spec->aero * speed * speed + tabulated(p->spec, speed);
  p->speed = speed;
}

// PACDIN, section 2.2: force and base height grow in proportion along a distance.
static void drive(CatMechanism *m, const CatJourney *to) {
  CatChain *p = own(m);
  double over = p->raise.over, raised = 1;
  if (to->speed != p->speed) find_aero(p, to->speed);
  if (over > 0) raised = fmin(fmax((to->x - p->raise.from) / over, 0), 1);
  p->raised = raised;
  double below = (1 - raised) * p->raise.below;
  for (int i = 0; i < p->n; i++) p->f[i] = raised * p->aero[i];
  p->f[p->force_on] += raised * p->static_force;
  p->f[p->n - 1] += ground_stiffness(p) * (p->ground - below);
}

//------------------------------------------------------------------------------- at rest

static void stop(CatChain *p, double contact) {
  memset(p->v, 0, sizeof p->v);
  memset(p->a, 0, sizeof p->a);
  p->contact = contact;
}

// From the head down each spring carries the contact force less what the bodies above it bear.
static void start_from_head(CatChain *p, double head, double contact) {
  int n = p->n;
  double carried = contact;
  p->z[0] = head;
  for (int j = 0; j + 1 < n; j++) {
    double k = -p->K[j * n + j + 1];
    carried -= p->f[j];
    p->z[j + 1] = p->z[j] + (k > 0 ? carried / k : 0);
  }
  stop(p, contact);
}

// Where its springs hold it under a contact force.
static CatStatus settle(CatContext *ctx, const CatChain *p, double contact, double *z) {
  double A[CAT_CHAIN_MAX * CAT_CHAIN_MAX];
  int pivot[CAT_CHAIN_MAX];
  memcpy(A, p->K, sizeof A);
  memcpy(z, p->f, sizeof p->f);
  z[0] -= contact;
  return cat_dense_solve(ctx, p->n, A, z, pivot);
}

// A chain that is not being raised yet takes no part in the contact at the start.
static CatStatus stand(CatContext *ctx, const CatMechanism *m, CatStand *out) {
  const CatChain *p = seen(m);
  double free[CAT_CHAIN_MAX], pressed[CAT_CHAIN_MAX], total = 0;
  bool raised = p->raised > 0;
  for (int j = 0; j < p->n; j++) total += p->f[j];
  out->held = raised && cat_chain_is_held(p);
  out->f0[0] = raised ? -total : 0;
  if (!out->held) return CAT_OK;
  CAT_TRY(settle(ctx, p, 0, free));
  CAT_TRY(settle(ctx, p, 1, pressed));
  out->z0[0] = free[0];
  out->D[0] = free[0] - pressed[0];
  return CAT_OK;
}

static CatStatus start(CatContext *ctx, CatMechanism *m, const double *z, const double *f) {
  CatChain *p = own(m);
  if (z) {
    start_from_head(p, z[0], -f[0]);
  } else if (cat_chain_is_held(p)) {
    CAT_TRY(settle(ctx, p, 0, p->z));
    stop(p, 0);
  } else {
    start_from_head(p, p->ground - p->raise.below, 0);
  }
  memcpy(p->f0, p->f, sizeof p->f0);
  return CAT_OK;
}

//------------------------------------------------------------------------------- one step

static void free_step(CatMechanism *m, double *z) {
  CatChain *p = own(m);
  int n = p->n;
  double r[CAT_CHAIN_MAX] = {0}, c[CAT_CHAIN_MAX];
  for (int j = 0; j < n; j++) c[j] = cat_step_c(&p->step, p->z[j], p->v[j], p->a[j]);
  for (int i = 0; i < n; i++) {
    r[i] = p->step.theta * p->f[i] + (1 - p->step.theta) * p->f0[i];
    r[i] += p->M[i] * cat_step_m(&p->step, p->z[i], p->v[i], p->a[i]);
    for (int j = 0; j < n; j++) {
      r[i] += p->C[i * n + j] * c[j] - (1 - p->step.theta) * p->K[i * n + j] * p->z[j];
    }
  }
  r[0] -= (1 - p->step.theta) * p->contact;
  for (int i = 0; i < n; i++) p->next[i] = cat_dot(n, &p->inverse[i * n], r);
  z[0] = p->next[0];
}

static double compliance(const CatMechanism *m, int port, int other) {
  (void)port, (void)other;
  return seen(m)->step.theta * seen(m)->inverse[0];
}

static void keep_before(CatChain *p) {
  memcpy(p->before.f, p->f0, sizeof p->f0);
  memcpy(p->before.z, p->z, sizeof p->z);
  memcpy(p->before.v, p->v, sizeof p->v);
  memcpy(p->before.a, p->a, sizeof p->a);
  p->before.contact = p->contact;
}

static void commit(CatMechanism *m, const double *f) {
  CatChain *p = own(m);
  int n = p->n;
  double contact = -f[0];
  keep_before(p);
  for (int i = 0; i < n; i++) {
    double z1 = p->next[i] - p->step.theta * contact * p->inverse[i * n];
    double du = z1 - p->z[i], v = p->v[i], a = p->a[i];
    p->z[i] = z1;
    p->v[i] = cat_step_v(&p->step, du, v, a);
    p->a[i] = cat_step_a(&p->step, du, v, a);
  }
  memcpy(p->f0, p->f, sizeof p->f0);
  p->contact = contact;
}

//------------------------------------------------------------------------------- energy

static double stored(const CatChain *p) {
  double sum = 0;
  for (int i = 0; i < p->n; i++) {
    sum += p->M[i] * p->v[i] * p->v[i] / 2;
    sum += p->z[i] * cat_dot(p->n, &p->K[i * p->n], p->z) / 2;
  }
  return sum;
}

static void energy(const CatMechanism *m, CatMechanismEnergy *out) {
  const CatChain *p = seen(m);
  int n = p->n;
  double dp = p->contact - p->before.contact;
  CatStepSums x = {0};
  *out = (CatMechanismEnergy){.stored = stored(p)};
  for (int i = 0; i < n; i++) {
    double dz = p->z[i] - p->before.z[i], da = p->a[i] - p->before.a[i];
    double vb = (p->v[i] + p->before.v[i]) / 2, ab = (p->a[i] + p->before.a[i]) / 2;
    double df = p->f0[i] - p->before.f[i] - (i == 0 ? dp : 0);
    out->work += dz * (p->f0[i] + p->before.f[i]) / 2;
    x.f_du += dz * df;
    x.M_da += p->M[i] * da * cat_step_w(&p->step, dz, vb, ab);
    for (int j = 0; j < n; j++) {
      x.C_vb += dz * p->C[i * n + j] * (p->v[j] + p->before.v[j]) / 2;
      x.stiff += dz * p->C[i * n + j] * (p->v[j] - p->before.v[j]);
      x.stiff += dz * p->K[i * n + j] * (p->z[j] - p->before.z[j]);
    }
  }
  out->dissipated = x.C_vb;
  out->numerical = cat_step_numerical(&p->step, &x);
}

static void snapshot(CatMechanism *m, CatSnapshot *to) {
  CatChain *p = own(m);
  CAT_SNAPSHOT(to, p->static_force);
  CAT_SNAPSHOT(to, p->speed);
  CAT_SNAPSHOT(to, p->aero);
  CAT_SNAPSHOT(to, p->f0);
  CAT_SNAPSHOT(to, p->f);
  CAT_SNAPSHOT(to, p->z);
  CAT_SNAPSHOT(to, p->v);
  CAT_SNAPSHOT(to, p->a);
  CAT_SNAPSHOT(to, p->contact);
  CAT_SNAPSHOT(to, p->before);
}

static void set_static_force(CatMechanism *m, double force) {
  own(m)->static_force = force;
}

static const CatMechanismOps ops = {
    .name = "chain",
    .stand = stand,
    .start = start,
    .drive = drive,
    .free_step = free_step,
    .commit = commit,
    .compliance = compliance,
    .set_static_force = set_static_force,
    .energy = energy,
    .snapshot = snapshot,
};

CatStatus cat_chain_new(CatContext *ctx, const CatMassChainSpec *spec, const CatStep *step,
                        CatChain *p) {
  static const double at_reference = 0;
  *p = (CatChain){.base = {.ops = &ops, .nport = 1, .offset = &at_reference},
                  .spec = spec,
                  .step = *step,
                  .n = spec->nmass,
                  .ground = spec->base_height,
                  .static_force = spec->static_force};
  p->base.z = p->z;  // the head comes first
  p->force_on = spec->force_on > 0 ? spec->force_on - 1 : p->n - 1;
  cat_chain_assemble(spec, p->M, p->C, p->K);
  find_aero(p, 0);
  drive(&p->base, &(CatJourney){0});
  memcpy(p->f0, p->f, sizeof p->f0);
  return invert(ctx, p);
}

CatStatus cat_chain_pantograph(CatContext *ctx, CatArena *a, const CatPantographInput *in,
                               CatMechanism **out) {
  CatChain *p = CAT_ARENA(a, 1, CatChain);
  if (!p) return CAT_ERR_MEMORY;
  CAT_TRY(cat_chain_new(ctx, in->spec, &in->step, p));
  p->raise = in->raise;
  *out = &p->base;
  return CAT_OK;
}
