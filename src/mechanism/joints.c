#include "joints.h"

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

bool cat_joints_solve(const CatJointStep *s, CatJoint *joint, const double *d_free) {
  enum { SWEEPS = 500 };
  int n = s->n;
  for (int i = 0; i < n; i++) joint[i].end = joint[i].now;
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    double change = 0, most = 0;
    for (int i = 0; i < n; i++) {
      double r = d_free[i], before = joint[i].end.force;
      for (int k = 0; k < n; k++) {
        if (k != i) r -= s->W[i * n + k] * joint[k].end.force;
      }
      solve_one(s, &joint[i], s->W[i * n + i], r);
      change = fmax(change, fabs(joint[i].end.force - before));
      most = fmax(most, fabs(joint[i].end.force));
    }
    if (n == 1 || change <= 1e-13 * most) break;
    if (sweep + 1 == SWEEPS) return false;
  }
  for (int i = 0; i < n; i++) joint[i].end.spring = cat_joint_spring(&joint[i], joint[i].end.d);
  return true;
}
