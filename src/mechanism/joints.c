#include "joints.h"

#include <float.h>
#include <math.h>

//------------------------------------------------------------------------------- laws

double cat_joint_spring(const CatJoint *j, double d) {
  const CatJointSpec *l = j->law;
  double stop = fmax(0, d - l->stop_up) - fmax(0, -l->stop_down - d);
  return j->share * (d * d * d * (l->cubic + l->quintic * d * d) + l->stop_stiffness * stop);
}

double cat_joint_spring_slope(const CatJoint *j, double d) {
  const CatJointSpec *l = j->law;
  bool stopped = d > l->stop_up || d < -l->stop_down;
  double spring = d * d * (3 * l->cubic + 5 * l->quintic * d * d);
  return j->share * (spring + (stopped ? l->stop_stiffness : 0));
}

double cat_joint_stored(const CatJoint *j, double d) {
  const CatJointSpec *l = j->law;
  double up = fmax(0, d - l->stop_up), down = fmax(0, -l->stop_down - d), q = d * d;
  double spring = q * q * (l->cubic / 4 + l->quintic * q / 6);
  return j->share * (spring + l->stop_stiffness * (up * up + down * down) / 2);
}

static double damper(const CatJoint *j, double way) {
  return j->share * (way > 0 ? j->law->damping_up : j->law->damping_down);
}

double cat_joint_dissipated(const CatJoint *j, double h) {
  double way = j->end.d - j->now.d;
  return damper(j, way) * way * way / h + j->share * j->law->friction * fabs(way);
}

//------------------------------------------------------------------------------- one joint

// F on the branch that moves one way, and its slope.
static double moving(const CatJointStep *s, const CatJoint *j, double d, double way,
                     double *slope) {
  double c = damper(j, way) / s->h;
  *slope = s->theta * cat_joint_spring_slope(j, d) + c;
  return s->theta * cat_joint_spring(j, d) + (1 - s->theta) * j->now.spring + c * (d - j->now.d) +
         way * j->share * j->law->friction;
}

// d + w F(d) = r beyond d0, in the direction `way`: Newton within a bracket. The left side grows
// with at least half of d, since w S' is small, so that twice the way to go is enough.
static double slide(const CatJointStep *s, const CatJoint *j, double w, double r, double way,
                    double *slope) {
  double near = j->now.d, d = near;
  double far = near + 2 * (r - near - w * moving(s, j, near, way, slope));
  for (int k = 0; k < 100; k++) {
    double miss = d + w * moving(s, j, d, way, slope) - r;
    if (miss * way < 0) {
      near = d;
    } else {
      far = d;
    }
    double next = d - miss / (1 + w * *slope);
    if (!((next - near) * (far - next) >= 0)) next = (near + far) / 2;
    if (next == d || fabs(next - d) <= 1e-16 * fabs(d)) break;
    d = next;
  }
  return d;
}

// The force of one joint from what the others leave it, d = r - w F.
static void solve_one(const CatJointStep *s, CatJoint *j, double w, double r) {
  double d0 = j->now.d, at_rest = (r - d0) / w - j->now.spring;
  double friction = j->share * j->law->friction;
  if (fabs(at_rest) <= friction && friction > 0) {
    j->end.d = d0;
    j->end.force = (r - d0) / w;
    j->slope = INFINITY;
    return;
  }
  double way = at_rest > 0 ? 1 : -1;
  j->end.d = slide(s, j, w, r, way, &j->slope);
  j->end.force = moving(s, j, j->end.d, way, &j->slope);
}

//------------------------------------------------------------------------------- all of them

// What the others leave joint i, and how much of its force is rounding of these terms.
static double left_over(const CatJointStep *s, const CatJoint *joint, int i, double d_free,
                        double *rounding) {
  double r = d_free, size = fabs(d_free) + fabs(joint[i].now.d);
  for (int k = 0; k < s->n; k++) {
    if (k == i) continue;
    double moved = s->W[i * s->n + k] * joint[k].end.force;
    r -= moved, size += fabs(moved);
  }
  *rounding = 4 * DBL_EPSILON * size / s->W[i * s->n + i];
  return r;
}

// Until no force changes by more than rounding: with a short step and little friction that can be
// far more than the last digits of the forces.
bool cat_joints_solve(const CatJointStep *s, CatJoint *joint, const double *d_free) {
  enum { SWEEPS = 500 };
  int n = s->n;
  bool changed = true;
  for (int i = 0; i < n; i++) joint[i].end = joint[i].now;
  for (int sweep = 0; sweep < SWEEPS && changed; sweep++) {
    double most = 0, change[CAT_JOINTS_MAX], enough[CAT_JOINTS_MAX];
    for (int i = 0; i < n; i++) {
      double before = joint[i].end.force, r = left_over(s, joint, i, d_free[i], &enough[i]);
      solve_one(s, &joint[i], s->W[i * n + i], r);
      change[i] = fabs(joint[i].end.force - before);
      most = fmax(most, fabs(joint[i].end.force));
    }
    changed = false;
    for (int i = 0; i < n && n > 1; i++) changed |= !(change[i] <= enough[i] + 1e-13 * most);
  }
  for (int i = 0; i < n; i++) joint[i].end.spring = cat_joint_spring(&joint[i], joint[i].end.d);
  return !changed;
}
