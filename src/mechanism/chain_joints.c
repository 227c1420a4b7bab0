// Joints of a chain: springs that stiffen, stops, one-way dampers and friction within a step. Given
// the forces on the ports their problem has one solution (joints.h); from there the ports give way
// with the compliance of the chain less what moving joints bear, and sticking ones do not give way.
#include <math.h>
#include <string.h>

#include "chain.h"
#include "linalg/dense.h"

//------------------------------------------------------------------------------- set-up

// Halves of a head have half of each.
static void add_joint(CatChain *p, const CatJointSpec *law) {
  const CatChainLayout *at = &p->at;
  int strips = law->below == 1 ? at->nport : 1, last = p->spec->nmass;
  for (int i = 0; i < strips; i++) {
    CatJoint *j = &p->joint[p->njoint++];
    *j = (CatJoint){.law = law, .share = 1.0 / strips};
    j->a = law->below == 1 ? at->head + i : at->body + law->below - 2;
    j->b = law->below == last ? -1 : law->below == 1 ? at->body : j->a + 1;
  }
}

double cat_chain_extension(const CatChain *p, const CatJoint *j, const double *z) {
  return z[j->a] - (j->b >= 0 ? z[j->b] : p->floor);
}

// g'x, without the ground's height
static double between(const CatJoint *j, const double *x) {
  return x[j->a] - (j->b >= 0 ? x[j->b] : 0);
}

void cat_chain_joints_new(CatChain *p) {
  int n = p->n;
  for (int i = 0; i < p->parts.njoint; i++) add_joint(p, &p->parts.joint[i]);
  for (int k = 0; k < p->njoint; k++) {
    const CatJoint *j = &p->joint[k];
    for (int i = 0; i < n; i++) {
      p->joint_x[k][i] = p->inverse[i * n + j->a] - (j->b >= 0 ? p->inverse[i * n + j->b] : 0);
    }
  }
  for (int i = 0; i < p->njoint; i++) {
    for (int k = 0; k < p->njoint; k++) {
      p->joint_W[i * p->njoint + k] = between(&p->joint[i], p->joint_x[k]);
    }
  }
}

void cat_chain_joints_start(CatChain *p) {
  for (int i = 0; i < p->njoint; i++) {
    CatJoint *j = &p->joint[i];
    double d = cat_chain_extension(p, j, p->z);
    j->now = j->end = (CatJointState){.d = d, .spring = cat_joint_spring(j, d)};
    j->now.force = j->end.force = j->now.spring;
  }
  memcpy(p->guess, p->press, sizeof p->guess);
}

//------------------------------------------------------------------------------- at rest

void cat_chain_joints_stiffen(const CatChain *p, const double *z, double *K) {
  int n = p->n;
  for (int i = 0; i < p->njoint; i++) {
    const CatJoint *j = &p->joint[i];
    double k = cat_joint_spring_slope(j, cat_chain_extension(p, j, z));
    K[j->a * n + j->a] += k;
    if (j->b < 0) continue;
    K[j->b * n + j->b] += k;
    K[j->a * n + j->b] -= k, K[j->b * n + j->a] -= k;
  }
}

void cat_chain_joints_bear(const CatChain *p, const double *z, double *f) {
  for (int i = 0; i < p->njoint; i++) {
    const CatJoint *j = &p->joint[i];
    double d = cat_chain_extension(p, j, z);
    double force = cat_joint_spring(j, d) - cat_joint_spring_slope(j, d) * between(j, z);
    f[j->a] -= force;
    if (j->b >= 0) f[j->b] += force;
  }
}

static bool has_spring(const CatJoint *j) {
  return j->law->cubic != 0 || j->law->quintic != 0 || j->law->stop_stiffness != 0;
}

double cat_chain_joints_change(const CatChain *p, const double *z, const double *next,
                               double *change) {
  *change = 0;
  for (int i = 0; i < p->njoint; i++) {
    if (!has_spring(&p->joint[i])) continue;  // at rest it bears nothing, wherever it is
    *change = fmax(*change, fabs(between(&p->joint[i], next) - between(&p->joint[i], z)));
  }
  return *change;
}

CatStatus cat_chain_joints_fall(CatContext *ctx, const CatChain *p, const double *z,
                                const double *next) {
  const CatJoint *worst = NULL;
  double most = -1;
  for (int i = 0; i < p->njoint; i++) {
    double change = fabs(between(&p->joint[i], next) - between(&p->joint[i], z));
    if (has_spring(&p->joint[i]) && change > most) worst = &p->joint[i], most = change;
  }
  if (!worst) return CAT_FAIL(ctx, CAT_ERR_DIVERGED, "pantograph[%d] has no rest", p->number);
  return CAT_FAIL(ctx, CAT_ERR_DIVERGED,
                  "pantograph[%d] does not come to rest: joints[%d], below body %d, gives way "
                  "further and further (extended by %.3g mm), a stop would hold it",
                  p->number, (int)(worst->law - p->parts.joint), worst->law->below,
                  1e3 * cat_chain_extension(p, worst, z));
}

//------------------------------------------------------------------------------- a trial

// A y = y0, A (n x n) symmetric positive definite and small; both are overwritten.
static void solve_small(int n, double *A, double *y) {
  for (int i = 0; i < n; i++) {
    for (int k = i + 1; k < n; k++) {
      double share = A[k * n + i] / A[i * n + i];
      for (int j = i; j < n; j++) A[k * n + j] -= share * A[i * n + j];
      y[k] -= share * y[i];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) y[i] -= A[i * n + j] * y[j];
    y[i] /= A[i * n + i];
  }
}

void cat_chain_joints_trial(CatChain *p, const double *f, double *z) {
  double x[CAT_CHAIN_MAX], d[CAT_JOINTS_MAX];
  for (int i = 0; i < p->n; i++) {
    x[i] = p->next[i];
    for (int k = 0; k < p->at.nport; k++)
      x[i] += p->step.theta * f[k] * cat_chain_response(p, i, k);
  }
  for (int k = 0; k < p->njoint; k++) d[k] = cat_chain_extension(p, &p->joint[k], x);
  CatJointStep s = {p->step.h, p->step.theta, p->njoint, p->joint_W};
  p->failed = !cat_joints_solve(&s, p->joint, d);
  for (int k = 0; k < p->njoint; k++) cat_axpy(p->n, -p->joint[k].end.force, p->joint_x[k], x);
  for (int k = 0; k < p->at.nport; k++) z[k] = cat_chain_port_height(p, k, x);
}

// (1/slope + W) over those joints that have a slope: what they bear of a move of theirs.
static int bearing(const CatChain *p, int *list, double *T) {
  int n = 0;
  for (int k = 0; k < p->njoint; k++) {
    if (p->joint[k].slope != 0) list[n++] = k;
  }
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++) T[i * n + k] = p->joint_W[list[i] * p->njoint + list[k]];
    T[i * n + i] += 1 / p->joint[list[i]].slope;  // zero if it sticks
  }
  return n;
}

// D = theta (b'A^-1 b - b'X T^-1 X'b)
void cat_chain_joints_linearise(CatChain *p, const double *f) {
  int list[CAT_JOINTS_MAX], ports = p->at.nport;
  double T[CAT_JOINTS_MAX * CAT_JOINTS_MAX], A[CAT_JOINTS_MAX * CAT_JOINTS_MAX];
  double z[CAT_CHAIN_PORTS] = {0};
  cat_chain_joints_trial(p, f, z);
  int n = bearing(p, list, T);
  for (int k = 0; k < ports; k++) {
    double x[CAT_CHAIN_MAX], y[CAT_JOINTS_MAX];
    for (int i = 0; i < p->n; i++) x[i] = cat_chain_response(p, i, k);
    for (int i = 0; i < n; i++) y[i] = between(&p->joint[list[i]], x);
    memcpy(A, T, sizeof A);
    solve_small(n, A, y);
    for (int i = 0; i < n; i++) cat_axpy(p->n, -y[i], p->joint_x[list[i]], x);
    for (int i = 0; i < ports; i++) {
      p->linear_D[i * ports + k] = p->step.theta * cat_chain_port_height(p, i, x);
    }
  }
  for (int i = 0; i < ports; i++) {
    p->linear_z[i] = z[i] - cat_dot(ports, &p->linear_D[i * ports], f);
  }
  memcpy(p->guess, f, (size_t)ports * sizeof *f);
}

// x -= M^-1 G y with (G'M^-1 G) y = G'x - rate of the ground, over the n joints that stick.
static void hold(const CatChain *p, const int *list, int n, double ground, double *x) {
  double T[CAT_JOINTS_MAX * CAT_JOINTS_MAX], y[CAT_JOINTS_MAX];
  for (int i = 0; i < n; i++) {
    const CatJoint *a = &p->joint[list[i]];
    y[i] = between(a, x) - (a->b < 0 ? ground : 0);
    for (int k = 0; k < n; k++) {
      double unit[CAT_CHAIN_MAX] = {0};
      const CatJoint *b = &p->joint[list[k]];
      unit[b->a] = 1 / p->M[b->a];
      if (b->b >= 0) unit[b->b] = -1 / p->M[b->b];
      T[i * n + k] = between(a, unit);
    }
  }
  solve_small(n, T, y);
  for (int i = 0; i < n; i++) {
    const CatJoint *j = &p->joint[list[i]];
    x[j->a] -= y[i] / p->M[j->a];
    if (j->b >= 0) x[j->b] += y[i] / p->M[j->b];
  }
}

void cat_chain_joints_hold(CatChain *p) {
  int list[CAT_JOINTS_MAX], n = 0;
  for (int k = 0; k < p->njoint; k++) {
    if (isinf(p->joint[k].slope)) list[n++] = k;
  }
  if (n == 0) return;
  hold(p, list, n, p->base_held_v, p->v);
  hold(p, list, n, p->base_held_a, p->a);
}

// Energy goes with it: what joints took, what of it is gone, what the ground got.
void cat_chain_joints_commit(CatChain *p) {
  p->before.joint_taken = p->before.joint_lost = p->before.joint_stored = p->before.joint_floor = 0;
  for (int k = 0; k < p->njoint; k++) {
    CatJoint *j = &p->joint[k];
    p->before.joint_taken += j->end.force * (j->end.d - j->now.d);
    p->before.joint_lost += cat_joint_dissipated(j, p->step.h);
    p->before.joint_stored += cat_joint_stored(j, j->now.d);
    if (j->b < 0) p->before.joint_floor += j->end.force * (p->floor - p->before.floor);
    j->now = j->end;
  }
  p->before.floor = p->floor;
}
