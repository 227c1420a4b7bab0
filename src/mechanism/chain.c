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

// b'z with b = 1 at its top and its place across at the angle.
double cat_chain_port_height(const CatChain *p, int port, const double *z) {
  double roll = p->at.roll >= 0 ? p->across[port] * z[p->at.roll] : 0;
  return z[port] + roll;
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

// The one nearer to zero; none if their signs differ.
static double lesser(double a, double b) {
  if (!(a * b > 0)) return 0;
  return fabs(a) < fabs(b) ? a : b;
}

// Its rate is that over two steps, in whose middle it is; at the start there is none. What sticks
// to it ends a step with the rate of that step, extended to its end where the base is smooth. At a
// kink the base has no one rate: a mean of both sides would give what sticks energy from nothing.
static void move_base(CatChain *p, const CatJourney *to) {
  if (!p->parts.base.given) return;
  double h = p->step.h, z[4];
  for (int i = 0; i < 4; i++) {
    CatJourney at = {to->t + (i - 2) * h, to->x + (i - 2) * h * to->speed, to->speed};
    z[i] = base_at(&p->parts.base, &at);
  }
  double before = (z[1] - z[0]) / h, now = (z[2] - z[1]) / h, after = (z[3] - z[2]) / h;
  p->base_z = z[2];
  p->base_v = (now + after) / 2;
  p->base_held_a = lesser(now - before, after - now) / h;
  p->base_held_v = now + p->base_held_a * h / 2;
  if (!(to->t > 0)) p->base_v = p->base_held_v = p->base_held_a = 0;
}

// The body that the actuator pushes.
static int pushed_body(const CatChain *p) {
  return p->parts.control.on > 0 ? p->parts.control.on - 1 : p->spec->nmass - 1;
}

// What sensors see of it: halves of a head by their mean.
static CatMeasured measured(const CatChain *p) {
  CatMeasured y = {.n = p->spec->nmass};
  const CatChainLayout *at = &p->at;
  for (int i = 0; i < at->nport; i++) {
    y.force -= p->press[i];
    y.z[0] += (p->z[at->head + i] - p->rest[at->head + i]) / at->nport;
    y.v[0] += p->v[at->head + i] / at->nport;
  }
  for (int j = 1; j < y.n; j++) {
    y.z[j] = p->z[at->body + j - 1] - p->rest[at->body + j - 1];
    y.v[j] = p->v[at->body + j - 1];
  }
  return y;
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
  p->floor = p->ground - below + p->base_z;
  if (p->parts.base.given) p->f[p->at.last] += p->ground_k * p->base_z + p->ground_c * p->base_v;
  if (p->control.spec) cat_chain_push(p, pushed_body(p), cat_control_act(&p->control), p->f);
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
    p->port_z[i] = cat_chain_port_height(p, i, p->z);
  }
  for (int i = 0; i < p->nlink; i++) {
    const CatLink *l = &p->link[i];
    if (l->extra >= 0) cat_rational_start(&p->suspension[l->extra], p->z[l->a] - p->z[l->b]);
  }
  p->base_z0 = p->base_z, p->base_v0 = p->base_v;
  memcpy(p->rest, p->z, sizeof p->rest);
  p->before.floor = p->floor;
  cat_chain_joints_start(p);
  if (p->control.spec) cat_control_start(&p->control, &(CatMeasured){.force = measured(p).force});
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
  stop(p, (double[CAT_CHAIN_PORTS]){-contact});
}

// Solves with its stiffness at rest, where its joints are at z; r is overwritten. Where no spring
// holds it, a weak one does: it bears less than a thousandth of a newton for each metre.
static CatStatus solve_at(CatContext *ctx, const CatChain *p, const double *z, double *r) {
  static const double WEAK = 1e-3;  // [N/m]
  double A[CAT_CHAIN_MAX * CAT_CHAIN_MAX];
  int pivot[CAT_CHAIN_MAX];
  cat_chain_statics(p, WEAK, A);
  cat_chain_joints_stiffen(p, z, A);
  return cat_dense_solve(ctx, p->n, A, r, pivot);
}

// Where its springs hold it under the forces f on its ports; joints by Newton's method, in steps of
// a few millimetres, and without friction.
static CatStatus settle(CatContext *ctx, const CatChain *p, const double *f, double *z) {
  enum { STEPS = 2000 };
  static const double ENOUGH = 1e-14, FAR = 5e-3;  // [m]
  double next[CAT_CHAIN_MAX], change;
  for (int k = 0; k < STEPS; k++) {
    memcpy(next, p->f, sizeof next);
    for (int i = 0; i < p->at.nport; i++) port_push(p, i, f[i], next);
    cat_chain_joints_bear(p, z, next);
    CAT_TRY(solve_at(ctx, p, z, next));
    double part = cat_chain_joints_change(p, z, next, &change) > FAR ? FAR / change : 1;
    for (int i = 0; i < p->n; i++) z[i] += part * (next[i] - z[i]);
    if (p->njoint == 0 || change <= ENOUGH) return CAT_OK;
  }
  return cat_chain_joints_fall(ctx, p, z, next);
}

// A chain that is not being raised yet takes no part in the contact at the start.
static CatStatus stand(CatContext *ctx, const CatMechanism *m, CatStand *out) {
  const CatChain *p = seen(m);
  double at[CAT_CHAIN_MAX] = {0}, none[CAT_CHAIN_PORTS] = {0}, total = 0;
  const double *f = out->f ? out->f : none;
  int n = m->nport;
  bool raised = p->raised > 0;
  for (int j = 0; j < p->n; j++) total += p->f[j];
  out->held = raised && (!p->at.plain || cat_chain_is_held(p));
  for (int i = 0; i < n; i++) out->f0[i] = raised ? -total / n : 0;
  if (!out->held) return CAT_OK;
  CAT_TRY(settle(ctx, p, f, at));
  for (int j = 0; j < n; j++) {
    double moved[CAT_CHAIN_MAX] = {0};
    port_push(p, j, 1, moved);
    CAT_TRY(solve_at(ctx, p, at, moved));
    for (int i = 0; i < n; i++) out->D[i * n + j] = cat_chain_port_height(p, i, moved);
  }
  for (int i = 0; i < n; i++) {
    out->z0[i] = cat_chain_port_height(p, i, at) - cat_dot(n, &out->D[i * n], f);
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
    memset(p->z, 0, sizeof p->z);
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
  for (int i = 0; i < m->nport; i++) z[i] = cat_chain_port_height(p, i, p->next);
  if (p->njoint == 0) return;
  cat_chain_joints_linearise(p, p->guess);
  memcpy(z, p->linear_z, (size_t)m->nport * sizeof *z);
}

double cat_chain_response(const CatChain *p, int i, int port) {
  int roll = p->at.roll;
  double turned = roll >= 0 ? p->across[port] * p->inverse[i * p->n + roll] : 0;
  return p->inverse[i * p->n + port] + turned;
}

// Without joints. All of them sticking can leave a head that does not give way at all.
static double free_compliance(const CatChain *p, int port, int other) {
  int roll = p->at.roll;
  double turned = roll >= 0 ? p->across[port] * cat_chain_response(p, roll, other) : 0;
  return p->step.theta * (cat_chain_response(p, port, other) + turned);
}

// What the ports miss, as a force that would move them so far if no joint sticks.
static double imbalance(CatMechanism *m, const double *f) {
  CatChain *p = own(m);
  int n = m->nport;
  double z[CAT_CHAIN_PORTS], most = 0;
  cat_chain_joints_trial(p, f, z);
  for (int i = 0; i < n; i++) {
    double miss = z[i] - p->linear_z[i] - cat_dot(n, &p->linear_D[i * n], f);
    most = fmax(most, fabs(miss) / free_compliance(p, i, i));
  }
  return p->failed ? NAN : most;
}

static void retry(CatMechanism *m, const double *f) {
  memcpy(own(m)->guess, f, (size_t)m->nport * sizeof *f);
}

static double compliance(const CatMechanism *m, int port, int other) {
  const CatChain *p = seen(m);
  if (p->njoint > 0) return p->linear_D[port * m->nport + other];
  return free_compliance(p, port, other);
}

void cat_chain_keep_before(CatChain *p) {
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

void cat_chain_bear(CatChain *p, const double *f) {
  memset(p->load, 0, sizeof p->load);
  for (int i = 0; i < p->at.nport; i++) {
    p->press[i] = f[i];
    port_push(p, i, f[i], p->load);
  }
}

void cat_chain_close_step(CatChain *p) {
  memcpy(p->f0, p->f, sizeof p->f0);
  p->base_z0 = p->base_z, p->base_v0 = p->base_v;
  if (!p->control.spec) return;
  CatMeasured y = measured(p);
  cat_control_measure(&p->control, &y);
}

static void commit(CatMechanism *m, const double *f) {
  CatChain *p = own(m);
  int n = p->n;
  double z[CAT_CHAIN_PORTS];
  cat_chain_keep_before(p);
  if (p->njoint > 0) cat_chain_joints_trial(p, f, z);
  cat_chain_bear(p, f);
  for (int i = 0; i < n; i++) {
    double z1 = p->next[i];
    for (int k = 0; k < m->nport; k++) z1 += p->step.theta * f[k] * cat_chain_response(p, i, k);
    for (int k = 0; k < p->njoint; k++) z1 -= p->joint[k].end.force * p->joint_x[k][i];
    double du = z1 - p->z[i], v = p->v[i], a = p->a[i];
    p->z[i] = z1;
    p->v[i] = cat_step_v(&p->step, du, v, a);
    p->a[i] = cat_step_a(&p->step, du, v, a);
  }
  for (int i = 0; i < m->nport; i++) p->port_z[i] = cat_chain_port_height(p, i, p->z);
  move_suspensions(p);
  memcpy(p->before.end_v, p->v, sizeof p->v);
  memcpy(p->before.end_a, p->a, sizeof p->a);
  cat_chain_joints_hold(p);
  cat_chain_joints_commit(p);
  memcpy(p->guess, f, (size_t)m->nport * sizeof *f);
  cat_chain_close_step(p);
}

//------------------------------------------------------------------------------- energy

// The ground spring's is that of its elongation, wherever the base is.
static double stored(const CatChain *p) {
  double sum = 0, base = p->base_z0;
  for (int i = 0; i < p->n; i++) {
    sum += p->M[i] * p->v[i] * p->v[i] / 2;
    sum += p->z[i] * cat_dot(p->n, &p->K[i * p->n], p->z) / 2;
  }
  for (int k = 0; k < p->njoint; k++) sum += cat_joint_stored(&p->joint[k], p->joint[k].now.d);
  return sum + p->ground_k * base * (base / 2 - p->z[p->at.last]);
}

// A base that moves does work, and the damper to it feels the difference of both rates. In the
// equations it is a force k z_b + c v_b on the lowest body, whose work is taken out again here.
static void base_energy(const CatChain *p, CatMechanismEnergy *out) {
  int i = p->at.last;
  double dz = p->z[i] - p->before.z[i], db = p->base_z0 - p->before.base_z;
  double end_v = p->njoint > 0 ? p->before.end_v[i] : p->v[i];
  double zb = (p->z[i] + p->before.z[i]) / 2, vb = (end_v + p->before.v[i]) / 2;
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

// What joints took and neither hold nor lost, the integrator did.
static void joint_energy(const CatChain *p, CatMechanismEnergy *out) {
  double stored = 0;
  for (int k = 0; k < p->njoint; k++) stored += cat_joint_stored(&p->joint[k], p->joint[k].now.d);
  out->dissipated += p->before.joint_lost;
  out->numerical +=
      p->before.joint_taken - p->before.joint_lost - (stored - p->before.joint_stored);
  for (int i = 0; i < p->n; i++) {  // of what was held
    double v = p->before.end_v[i];
    out->numerical += p->M[i] * (v * v - p->v[i] * p->v[i]) / 2;
  }
}

// Of the actuator against the base.
static double control_work(const CatChain *p) {
  double moved[CAT_CHAIN_MAX] = {0}, way = 0;
  cat_chain_push(p, pushed_body(p), 1, moved);
  for (int i = 0; i < p->n; i++) way += moved[i] * (p->z[i] - p->before.z[i]);
  return (p->control.now.force + p->control.now.force0) / 2 * way;
}

static void energy(const CatMechanism *m, CatMechanismEnergy *out) {
  const CatChain *p = seen(m);
  const double *end_v = p->njoint > 0 ? p->before.end_v : p->v;
  const double *end_a = p->njoint > 0 ? p->before.end_a : p->a;
  int n = p->n;
  CatStepSums x = {0};
  *out = (CatMechanismEnergy){.stored = stored(p)};
  for (int i = 0; i < n; i++) {
    double dz = p->z[i] - p->before.z[i], da = end_a[i] - p->before.a[i];
    double vb = (end_v[i] + p->before.v[i]) / 2, ab = (end_a[i] + p->before.a[i]) / 2;
    double df = p->f0[i] - p->before.f[i] + (p->load[i] - p->before.load[i]);
    out->work += dz * (p->f0[i] + p->before.f[i]) / 2;
    x.f_du += dz * df;
    x.M_da += p->M[i] * da * cat_step_w(&p->step, dz, vb, ab);
    for (int j = 0; j < n; j++) {
      x.C_vb += dz * p->C[i * n + j] * (end_v[j] + p->before.v[j]) / 2;
      x.stiff += dz * p->C[i * n + j] * (end_v[j] - p->before.v[j]);
      x.stiff += dz * p->K[i * n + j] * (p->z[j] - p->before.z[j]);
    }
  }
  out->dissipated = x.C_vb + p->before.absorbed;
  out->numerical = p->staged ? cat_chain_stages_lost(p) : cat_step_numerical(&p->step, &x);
  out->work += sliding(p) - p->before.joint_floor;
  if (p->njoint > 0) joint_energy(p, out);
  if (p->parts.base.given) base_energy(p, out);
  if (p->control.spec) out->control = control_work(p);
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
  CAT_SNAPSHOT(to, p->guess);
  for (int k = 0; k < p->njoint; k++) CAT_SNAPSHOT(to, p->joint[k].now);
  if (!p->control.spec) return;
  CAT_SNAPSHOT(to, p->control.now);
  CAT_SNAPSHOT(to, p->rest);
}

static void set_static_force(CatMechanism *m, double force) {
  own(m)->static_force = force;
}

#define OPS                                                                                        \
  .name = "chain", .stand = stand, .start = start, .drive = drive, .aim = aim,                     \
  .free_step = free_step, .commit = commit, .compliance = compliance,                              \
  .set_static_force = set_static_force, .energy = energy, .snapshot = snapshot
static const CatMechanismOps linear = {OPS, .stages = &cat_chain_stages};
static const CatMechanismOps implicit = {OPS};
static const CatMechanismOps with_joints = {OPS, .imbalance = imbalance, .retry = retry};
#undef OPS

CatStatus cat_chain_build(CatContext *ctx, const CatPantographInput *in, CatChain *p) {
  const CatMassChainSpec *spec = in->spec;
  *p = (CatChain){.base = {.ops = &linear},
                  .spec = spec,
                  .number = in->number,
                  .step = in->step,
                  .ground = spec->base_height,
                  .static_force = spec->static_force};
  if (in->parts) p->parts = *in->parts;
  if (p->parts.control.given) cat_control_new(&in->parts->control, in->step.h, &p->control);
  CAT_TRY(cat_chain_lay_out(ctx, p));
  p->base.nport = p->at.nport;
  p->base.offset = p->offset;
  p->base.z = p->port_z;
  p->force_on = spec->force_on > 0 ? spec->force_on - 1 : spec->nmass - 1;
  find_aero(p, 0);
  drive(&p->base, &(CatJourney){0});
  memcpy(p->f0, p->f, sizeof p->f0);
  p->raise = in->raise;
  CAT_TRY(invert(ctx, p));
  cat_chain_joints_new(p);
  p->base.ops = cat_chain_has_stages(p) ? &linear : p->njoint > 0 ? &with_joints : &implicit;
  return CAT_OK;
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
