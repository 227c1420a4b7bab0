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

// A += theta dF/dd g g', g: the extension of a suspension.
static void add_suspensions(const CatChain *p, double *A) {
  int n = p->n;
  for (int i = 0; i < p->nlink; i++) {
    const CatLink *l = &p->link[i];
    if (l->extra < 0) continue;
    double k = p->step.theta * p->suspension[l->extra].slope;
    A[l->a * n + l->a] += k, A[l->b * n + l->b] += k;
    A[l->a * n + l->b] -= k, A[l->b * n + l->a] -= k;
  }
}

// Column by column: (mass M + damp C + theta K)^-1
static CatStatus invert(CatContext *ctx, CatChain *p) {
  int n = p->n, pivot[CAT_CHAIN_MAX];
  for (int k = 0; k < n; k++) {
    double A[CAT_CHAIN_MAX * CAT_CHAIN_MAX] = {0}, b[CAT_CHAIN_MAX] = {0};
    for (int i = 0; i < n * n; i++) A[i] = p->step.damp * p->C[i] + p->step.theta * p->K[i];
    for (int i = 0; i < n; i++) A[i * n + i] += p->step.mass * p->M[i];
    add_suspensions(p, A);
    b[k] = 1;
    CAT_TRY(cat_dense_solve(ctx, n, A, b, pivot));
    for (int i = 0; i < n; i++) p->inverse[i * n + k] = b[i];
  }
  return CAT_OK;
}

// Height of a port, b'x with b = 1 at its top and its place across at the angle.
static double port_height(const CatChain *p, int port, const double *x) {
  double roll = p->at.roll >= 0 ? p->across[port] * x[p->at.roll] : 0;
  return x[port] + roll;
}

// f += b force
static void port_push(const CatChain *p, int port, double force, double *f) {
  f[port] += force;
  if (p->at.roll >= 0) f[p->at.roll] += p->across[port] * force;
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
  memset(p->aero, 0, sizeof p->aero);
  for (int i = 0; i < p->spec->nmass; i++) {
    const CatChainMass *b = &p->spec->masses[i];
    cat_chain_push(p, i, b->force + b->aero * speed * speed, p->aero);
  }
  cat_chain_push(p, p->force_on, p->spec->aero * speed * speed + tabulated(p->spec, speed),
                 p->aero);
  p->speed = speed;
}

// Linear between points, constant outside.
static double base_at(const CatBaseSpec *b, const CatJourney *to) {
  const double *at = b->ntime > 0 ? b->time : b->place;
  double x = b->ntime > 0 ? to->t : to->x;
  int lo = 0, hi = b->nheight - 1;
  if (hi < 0 || x <= at[0]) return hi < 0 ? 0 : b->height[0];
  if (x >= at[hi]) return b->height[hi];
  while (hi - lo > 1) {
    int mid = (lo + hi) / 2;
    if (at[mid] <= x) {
      lo = mid;
    } else {
      hi = mid;
    }
  }
  return b->height[lo] + (x - at[lo]) / (at[hi] - at[lo]) * (b->height[hi] - b->height[lo]);
}

// Its rate is that over two steps, in whose middle it is; at the start there is none.
static void move_base(CatChain *p, const CatJourney *to) {
  if (!p->parts.base.given) return;
  double h = p->step.h, way = to->speed * h;
  CatJourney next = {to->t + h, to->x + way, to->speed}, last = {to->t - h, to->x - way, to->speed};
  p->base_z = base_at(&p->parts.base, to);
  p->base_v = (base_at(&p->parts.base, &next) - base_at(&p->parts.base, &last)) / (2 * h);
  if (!(to->t > 0)) p->base_v = 0;
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
  cat_chain_push(p, p->force_on, raised * p->static_force, p->f);
  p->f[p->at.last] += p->ground_k * (p->ground - below);
  move_base(p, to);
  if (p->parts.base.given) p->f[p->at.last] += p->ground_k * p->base_z + p->ground_c * p->base_v;
}

static void aim(CatMechanism *m, int port, double across) {
  own(m)->across[port] = across;
}

//------------------------------------------------------------------------------- at rest

static void stop(CatChain *p, const double *f) {
  memset(p->v, 0, sizeof p->v);
  memset(p->a, 0, sizeof p->a);
  memset(p->load, 0, sizeof p->load);
  for (int i = 0; i < p->at.nport; i++) {
    p->press[i] = f[i];
    port_push(p, i, f[i], p->load);
    p->port_z[i] = port_height(p, i, p->z);
  }
  for (int i = 0; i < p->nlink; i++) {
    const CatLink *l = &p->link[i];
    if (l->extra >= 0) cat_rational_start(&p->suspension[l->extra], p->z[l->a] - p->z[l->b]);
  }
  p->base_z0 = p->base_z, p->base_v0 = p->base_v;
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
  stop(p, (double[]){-contact});
}

// Where its springs hold it under the forces f on its ports. Where they do not, a weak spring does:
// it bears less than a thousandth of a newton for each metre.
static CatStatus settle(CatContext *ctx, const CatChain *p, const double *f, double *z) {
  static const double WEAK = 1e-3;  // [N/m]
  double A[CAT_CHAIN_MAX * CAT_CHAIN_MAX];
  int pivot[CAT_CHAIN_MAX];
  cat_chain_statics(p, WEAK, A);
  memcpy(z, p->f, sizeof p->f);
  for (int i = 0; i < p->at.nport; i++) port_push(p, i, f[i], z);
  return cat_dense_solve(ctx, p->n, A, z, pivot);
}

// A chain that is not being raised yet takes no part in the contact at the start.
static CatStatus stand(CatContext *ctx, const CatMechanism *m, CatStand *out) {
  const CatChain *p = seen(m);
  double free[CAT_CHAIN_MAX], pressed[CAT_CHAIN_MAX], total = 0;
  int n = m->nport;
  bool raised = p->raised > 0;
  for (int j = 0; j < p->n; j++) total += p->f[j];
  out->held = raised && (!p->at.plain || cat_chain_is_held(p));
  for (int i = 0; i < n; i++) out->f0[i] = raised ? -total / n : 0;
  if (!out->held) return CAT_OK;
  CAT_TRY(settle(ctx, p, (double[CAT_CHAIN_PORTS]){0}, free));
  for (int j = 0; j < n; j++) {
    double f[CAT_CHAIN_PORTS] = {0};
    f[j] = -1;
    CAT_TRY(settle(ctx, p, f, pressed));
    out->z0[j] = port_height(p, j, free);
    for (int i = 0; i < n; i++) {
      out->D[i * n + j] = port_height(p, i, free) - port_height(p, i, pressed);
    }
  }
  return CAT_OK;
}

// Held in the air: where its base is; what is held only by its contacts comes to rest at its base.
static CatStatus start(CatContext *ctx, CatMechanism *m, const double *z, const double *f) {
  CatChain *p = own(m);
  bool loose = !cat_chain_is_held(p);
  if (z && p->at.plain) {
    start_from_head(p, z[0], -f[0]);
  } else if (p->at.plain && loose) {
    start_from_head(p, p->ground - p->raise.below, 0);
  } else if (!z && loose) {
    for (int i = 0; i < p->n; i++) p->z[i] = p->ground - p->raise.below;
    if (p->at.roll >= 0) p->z[p->at.roll] = 0;
    stop(p, f);
  } else {
    CAT_TRY(settle(ctx, p, f, p->z));
    stop(p, f);
  }
  memcpy(p->f0, p->f, sizeof p->f0);
  return CAT_OK;
}

//------------------------------------------------------------------------------- one step

// What suspensions that depend on frequency bear of the forces, their slope excepted.
static void pull_back(const CatChain *p, double *r) {
  for (int i = 0; i < p->nlink; i++) {
    const CatLink *l = &p->link[i];
    if (l->extra < 0) continue;
    const CatRational *s = &p->suspension[l->extra];
    double force = p->step.theta * cat_rational_history(s) + (1 - p->step.theta) * s->force;
    r[l->a] -= force, r[l->b] += force;
  }
}

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
    r[i] += (1 - p->step.theta) * p->load[i];
  }
  pull_back(p, r);
  for (int i = 0; i < n; i++) p->next[i] = cat_dot(n, &p->inverse[i * n], r);
  for (int i = 0; i < m->nport; i++) z[i] = port_height(p, i, p->next);
}

// A^-1 b of a port, at one coordinate
static double response(const CatChain *p, int i, int port) {
  int roll = p->at.roll;
  double turned = roll >= 0 ? p->across[port] * p->inverse[i * p->n + roll] : 0;
  return p->inverse[i * p->n + port] + turned;
}

static double compliance(const CatMechanism *m, int port, int other) {
  const CatChain *p = seen(m);
  int roll = p->at.roll;
  double turned = roll >= 0 ? p->across[port] * response(p, roll, other) : 0;
  return p->step.theta * (response(p, port, other) + turned);
}

static void keep_before(CatChain *p) {
  memcpy(p->before.f, p->f0, sizeof p->f0);
  memcpy(p->before.z, p->z, sizeof p->z);
  memcpy(p->before.v, p->v, sizeof p->v);
  memcpy(p->before.a, p->a, sizeof p->a);
  memcpy(p->before.load, p->load, sizeof p->load);
  memcpy(p->before.press, p->press, sizeof p->press);
  memcpy(p->before.port_z, p->port_z, sizeof p->port_z);
  p->before.base_z = p->base_z0, p->before.base_v = p->base_v0;
}

// With them goes what they took: theta F1 + (1 - theta) F0 over the way.
static void move_suspensions(CatChain *p) {
  p->before.absorbed = 0;
  for (int i = 0; i < p->nlink; i++) {
    const CatLink *l = &p->link[i];
    if (l->extra < 0) continue;
    CatRational *s = &p->suspension[l->extra];
    double d0 = s->d, f0 = s->force;
    cat_rational_move(s, p->z[l->a] - p->z[l->b]);
    p->before.absorbed += (p->step.theta * s->force + (1 - p->step.theta) * f0) * (s->d - d0);
  }
}

static void commit(CatMechanism *m, const double *f) {
  CatChain *p = own(m);
  int n = p->n;
  keep_before(p);
  memset(p->load, 0, sizeof p->load);
  for (int i = 0; i < m->nport; i++) {
    p->press[i] = f[i];
    port_push(p, i, f[i], p->load);
  }
  for (int i = 0; i < n; i++) {
    double z1 = p->next[i];
    for (int k = 0; k < m->nport; k++) z1 += p->step.theta * f[k] * response(p, i, k);
    double du = z1 - p->z[i], v = p->v[i], a = p->a[i];
    p->z[i] = z1;
    p->v[i] = cat_step_v(&p->step, du, v, a);
    p->a[i] = cat_step_a(&p->step, du, v, a);
  }
  for (int i = 0; i < m->nport; i++) p->port_z[i] = port_height(p, i, p->z);
  move_suspensions(p);
  memcpy(p->f0, p->f, sizeof p->f0);
  p->base_z0 = p->base_z, p->base_v0 = p->base_v;
}

//------------------------------------------------------------------------------- energy

// The ground spring's is that of its elongation, wherever the base is.
static double stored(const CatChain *p) {
  double sum = 0, base = p->base_z0;
  for (int i = 0; i < p->n; i++) {
    sum += p->M[i] * p->v[i] * p->v[i] / 2;
    sum += p->z[i] * cat_dot(p->n, &p->K[i * p->n], p->z) / 2;
  }
  return sum + p->ground_k * base * (base / 2 - p->z[p->at.last]);
}

// A base that moves does work, and the damper to it feels the difference of both rates. In the
// equations it is a force k z_b + c v_b on the lowest body, whose work is taken out again here.
static void base_energy(const CatChain *p, CatMechanismEnergy *out) {
  int i = p->at.last;
  double dz = p->z[i] - p->before.z[i], db = p->base_z0 - p->before.base_z;
  double zb = (p->z[i] + p->before.z[i]) / 2, vb = (p->v[i] + p->before.v[i]) / 2;
  double base = (p->base_z0 + p->before.base_z) / 2, rate = (p->base_v0 + p->before.base_v) / 2;
  double force = p->ground_k * (base - zb) + p->ground_c * (rate - vb);
  out->work += force * db - (p->ground_k * base + p->ground_c * rate) * dz;
  out->dissipated += p->ground_c * ((dz - db) * (vb - rate) - dz * vb);
}

// A contact point that slides across a head that rolls moves the port without moving the head.
static double sliding(const CatChain *p) {
  double sum = 0;
  if (p->at.roll < 0) return 0;
  for (int i = 0; i < p->n; i++) {
    sum += (p->load[i] + p->before.load[i]) / 2 * (p->z[i] - p->before.z[i]);
  }
  for (int i = 0; i < p->at.nport; i++) {
    sum -= (p->press[i] + p->before.press[i]) / 2 * (p->port_z[i] - p->before.port_z[i]);
  }
  return sum;
}

static void energy(const CatMechanism *m, CatMechanismEnergy *out) {
  const CatChain *p = seen(m);
  int n = p->n;
  CatStepSums x = {0};
  *out = (CatMechanismEnergy){.stored = stored(p)};
  for (int i = 0; i < n; i++) {
    double dz = p->z[i] - p->before.z[i], da = p->a[i] - p->before.a[i];
    double vb = (p->v[i] + p->before.v[i]) / 2, ab = (p->a[i] + p->before.a[i]) / 2;
    double df = p->f0[i] - p->before.f[i] + (p->load[i] - p->before.load[i]);
    out->work += dz * (p->f0[i] + p->before.f[i]) / 2;
    x.f_du += dz * df;
    x.M_da += p->M[i] * da * cat_step_w(&p->step, dz, vb, ab);
    for (int j = 0; j < n; j++) {
      x.C_vb += dz * p->C[i * n + j] * (p->v[j] + p->before.v[j]) / 2;
      x.stiff += dz * p->C[i * n + j] * (p->v[j] - p->before.v[j]);
      x.stiff += dz * p->K[i * n + j] * (p->z[j] - p->before.z[j]);
    }
  }
  out->dissipated = x.C_vb + p->before.absorbed;
  out->numerical = cat_step_numerical(&p->step, &x);
  out->work += sliding(p);
  if (p->parts.base.given) base_energy(p, out);
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
  CAT_SNAPSHOT(to, p->load);
  CAT_SNAPSHOT(to, p->press);
  CAT_SNAPSHOT(to, p->port_z);
  CAT_SNAPSHOT(to, p->base_z0);
  CAT_SNAPSHOT(to, p->base_v0);
  for (int i = 0; i < p->at.nport; i++) cat_rational_snapshot(&p->suspension[i], to);
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
    .aim = aim,
    .free_step = free_step,
    .commit = commit,
    .compliance = compliance,
    .set_static_force = set_static_force,
    .energy = energy,
    .snapshot = snapshot,
};

CatStatus cat_chain_build(CatContext *ctx, const CatPantographInput *in, CatChain *p) {
  const CatMassChainSpec *spec = in->spec;
  *p = (CatChain){.base = {.ops = &ops},
                  .spec = spec,
                  .step = in->step,
                  .ground = spec->base_height,
                  .static_force = spec->static_force};
  if (in->parts) p->parts = *in->parts;
  CAT_TRY(cat_chain_lay_out(ctx, p));
  p->base.nport = p->at.nport;
  p->base.offset = p->offset;
  p->base.z = p->port_z;
  p->force_on = spec->force_on > 0 ? spec->force_on - 1 : spec->nmass - 1;
  find_aero(p, 0);
  drive(&p->base, &(CatJourney){0});
  memcpy(p->f0, p->f, sizeof p->f0);
  p->raise = in->raise;
  return invert(ctx, p);
}

CatStatus cat_chain_new(CatContext *ctx, const CatMassChainSpec *spec, const CatStep *step,
                        CatChain *p) {
  return cat_chain_build(ctx, &(CatPantographInput){.spec = spec, .step = *step}, p);
}

CatStatus cat_chain_pantograph(CatContext *ctx, CatArena *a, const CatPantographInput *in,
                               CatMechanism **out) {
  CatChain *p = CAT_ARENA(a, 1, CatChain);
  if (!p) return CAT_ERR_MEMORY;
  CAT_TRY(cat_chain_build(ctx, in, p));
  *out = &p->base;
  return CAT_OK;
}
