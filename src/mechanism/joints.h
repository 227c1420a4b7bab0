// What acts beside the springs and dampers of a chain and is not linear: springs that stiffen,
// stops, dampers that act one way, dry friction. Each is a law between the extension d of a joint
// and its force F (which pulls the ends together),
//
//   F = theta S(d1) + (1 - theta) S(d0) + c (d1 - d0)/h + R sgn(d1 - d0),  any up to R if d1 = d0,
//
// S: springs and stops, c: damper of this direction, R: friction; rates are those of the step, so
// that friction and dampers take exactly R |d1 - d0| and c (d1 - d0)^2/h. With the answer of the
// chain to such forces, d = d_free - W F, W symmetric positive definite, all joints are found
// together: one after the other, each exactly (Gauss and Seidel), until none changes. Nothing is
// smeared: a joint that sticks does not move.
#ifndef CAT_MECHANISM_JOINTS_H
#define CAT_MECHANISM_JOINTS_H

#include "base/context.h"
#include "spec/pantograph.h"

enum { CAT_JOINTS_MAX = 2 * CAT_JOINTS };

typedef struct CatJointState {
  double d, force;  // extension at the end of the step [m]; force over it [N]
  double spring;    // S(d) [N]
} CatJointState;

typedef struct CatJoint {
  const CatJointSpec *law;
  double share;       // of it that this one has
  int a, b;           // coordinates of its ends; b -1: the ground
  CatJointState now;  // after the last step
  CatJointState end;  // of the trial
  double slope;       // dF/dd1 of the trial [N/m]; INFINITY: it sticks
} CatJoint;

// What all joints of a step have in common.
typedef struct CatJointStep {
  double h, theta;
  int n;
  const double *W;  // row major (n x n) [m/N]
} CatJointStep;

double cat_joint_spring(const CatJoint *j, double d);        // S [N]
double cat_joint_spring_slope(const CatJoint *j, double d);  // [N/m]
double cat_joint_stored(const CatJoint *j, double d);        // [J]
double cat_joint_dissipated(const CatJoint *j, double h);    // from `now` to `end` [J]
// Finds `end` and `slope` of all joints from their extensions if no joint had a force. Returns
// whether it came to an end.
bool cat_joints_solve(const CatJointStep *s, CatJoint *joint, const double *d_free);

#endif
