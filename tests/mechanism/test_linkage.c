// Linkages: rows of joints against differences of their gaps, forces against the potential, closing
// and its failures, and motion with closed joints and constant energy.
#include "support/support.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "linkage_alone.h"

enum { N = CAT_LINKAGE_UNKNOWNS };

// All kinds of joints, bodies turned, a joint between two bodies that both turn.
static void general_motion(const CatLinkage *l, double *q, double *v, double *a) {
  cat_linkage_drawn(l, q);
  for (int j = 0; j < l->nq; j++) {
    q[j] += 0.1 * sin(1.0 + j);
    v[j] = 0.7 * cos(2.0 * j);
    a[j] = 1.3 * sin(0.3 + 3.0 * j);
  }
}

// Rows are dg/dq; along q + v t + a t^2/2 their derivatives and those of g are differences.
static void rows_are_derivatives(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatLinkageSpec spec = single_arm();
  CatLinkage l;
  double q[N], v[N], a[N];
  assert_int_equal(cat_linkage_new(ctx, &spec, &l), CAT_OK);
  assert_int_equal(l.ng, 13);
  general_motion(&l, q, v, a);
  const double h = 1e-3;
  for (int i = 0; i < l.ng; i++) {
    double row[3][3][N] = {0}, g[3][3];  // at -h, 0, h
    for (int k = 0; k < 3; k++) {
      double t = (k - 1) * h, qt[N], vt[N];
      for (int j = 0; j < l.nq; j++)
        qt[j] = q[j] + t * (v[j] + t / 2 * a[j]), vt[j] = v[j] + t * a[j];
      CatLinkageMotion x = {qt, vt, a};
      cat_linkage_row(&l, i, &x, (double *const[]){row[k][0], row[k][1], row[k][2]});
      cat_linkage_gap(&l, i, &x, g[k]);
    }
    assert_close(g[1][1], (g[2][0] - g[0][0]) / (2 * h), 0, 1e-5);
    assert_close(g[1][2], (g[2][0] - 2 * g[1][0] + g[0][0]) / (h * h), 0, 1e-5);
    for (int j = 0; j < l.nq; j++) {
      double up[3], down[3], shifted[N];
      memcpy(shifted, q, sizeof q);
      shifted[j] = q[j] + 1e-6;
      cat_linkage_gap(&l, i, &(CatLinkageMotion){.q = shifted}, up);
      shifted[j] = q[j] - 1e-6;
      cat_linkage_gap(&l, i, &(CatLinkageMotion){.q = shifted}, down);
      assert_close(row[1][0][j], (up[0] - down[0]) / 2e-6, 0, 1e-9);
      assert_close(row[1][1][j], (row[2][0][j] - row[0][0][j]) / (2 * h), 0, 1e-5);
      assert_close(row[1][2][j], (row[2][1][j] - row[0][1][j]) / (2 * h), 0, 1e-5);
    }
  }
  cat_context_free(ctx);
}

static void forces_follow_from_the_potential(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatLinkageSpec spec = single_arm();
  static const CatLinkageSpring springs[] = {
      {"a", {"head", "upper-arm", 0.1, 0.2, 0.3, -0.1}, 7000, 120, 0.1},
      {"b", {"rod", "", 0.2, 0.1, 0.5, -1}, 900, 40, 0.2}};
  static const CatLinkageTorque torques[] = {{"c", "lower-arm", "upper-arm", -950, 300, 50, 0.4},
                                             {"d", "rod", "", 20, 100, 7, -0.2}};
  CatLinkage l;
  double q[N], v[N], a[N], elastic[N], damping[N], power = 0;
  spec.nspring = spec.ntorque = 2;
  spec.springs = springs, spec.torques = torques;
  assert_int_equal(cat_linkage_new(ctx, &spec, &l), CAT_OK);
  general_motion(&l, q, v, a);
  cat_linkage_forces(&l, &(CatLinkageMotion){q, v, a}, elastic, damping);
  for (int j = 0; j < l.nq; j++) {
    double shifted[N];
    memcpy(shifted, q, sizeof q);
    shifted[j] = q[j] + 1e-5;
    double up = cat_linkage_potential(&l, shifted);
    shifted[j] = q[j] - 1e-5;
    assert_close(elastic[j], -(up - cat_linkage_potential(&l, shifted)) / 2e-5, 1e-6, 1e-5);
    power += damping[j] * v[j];
  }
  assert_true(power < 0);  // dampers take, and no force of theirs is left over
  assert_close(damping[0] + damping[6] + damping[3], -damping[12], 0, 200);
  cat_context_free(ctx);
}

// From a drawing that is 3 cm off; each point of a joint then meets the other.
static void closes_from_its_drawing(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatLinkageSpec spec = single_arm();
  CatLinkage l;
  double q[N], open, condition;
  int joint, coordinate[N];
  assert_int_equal(cat_linkage_new(ctx, &spec, &l), CAT_OK);
  cat_linkage_drawn(&l, q);
  for (int j = 0; j < l.nq; j++) q[j] += 0.03 * sin(j);
  assert_int_equal(cat_linkage_close(ctx, &l, NULL, q, &open, &joint), CAT_OK);
  assert_below(open, 1e-14);
  double x = q[6] + cos(q[8]), z = q[7] + sin(q[8]);  // tip of the upper arm
  assert_close(q[3], x, 0, 1e-13);
  assert_close(q[4], z, 0, 1e-13);
  assert_int_equal(cat_linkage_condition(ctx, &l, q, &condition), CAT_OK);
  assert_in_range((int)condition, 1, 200);
  assert_int_equal(cat_linkage_coordinates(&l, q, coordinate), 2);
  assert_int_equal(coordinate[0], 1);  // heights of head and carriage
  assert_int_equal(coordinate[1], 4);
  // held at heights of our own
  CatLinkageHold hold = {2, {1, 4}, {1.9, 1.79}};
  assert_int_equal(cat_linkage_close(ctx, &l, &hold, q, &open, &joint), CAT_OK);
  assert_below(open, 1e-14);
  assert_close(q[1], 1.9, 0, 1e-14);
  cat_context_free(ctx);
}

// A rod too short by 0.5 m: it is the heel or the rod's foot that stays open.
static void cannot_close(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatLinkageSpec spec = single_arm();
  CatLinkageJoint joints[7];
  CatLinkage l;
  double q[N], open;
  int joint;
  memcpy(joints, single_arm_joints, sizeof joints);
  joints[2].ends.x = -0.1, joints[3].ends.x = 0.1;
  spec.joints = joints;
  assert_int_equal(cat_linkage_new(ctx, &spec, &l), CAT_OK);
  cat_linkage_drawn(&l, q);
  assert_int_equal(cat_linkage_close(ctx, &l, NULL, q, &open, &joint), CAT_OK);
  assert_true(open > 0.05);
  assert_in_range(joint, 0, 3);
  cat_context_free(ctx);
}

// Two arms in line between two hinges of the ground, and a joint that is said twice.
static void singular_positions(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  static const CatLinkageBody bodies[] = {{"a", 1, 1, 0.5, 0, 0, 0}, {"b", 1, 1, 1.5, 0, 0, 0}};
  CatLinkageJoint joints[] = {{"", CAT_JOINT_REVOLUTE, {"a", "", -0.5, 0, 0, 0}, 0, 0},
                              {"", CAT_JOINT_REVOLUTE, {"a", "b", 0.5, 0, -0.5, 0}, 0, 0},
                              {"", CAT_JOINT_SLOT, {"b", "", 0.5, 0, 2, 0}, 90 * DEG, 0}};
  CatLinkageSpec spec = {
      .source = "", .head = "", .nbody = 2, .bodies = bodies, .njoint = 3, .joints = joints};
  CatLinkage l;
  double q[N], condition;
  assert_int_equal(cat_linkage_new(ctx, &spec, &l), CAT_OK);
  cat_linkage_drawn(&l, q);
  assert_int_equal(cat_linkage_condition(ctx, &l, q, &condition), CAT_OK);
  assert_true(condition > CAT_LINKAGE_SINGULAR);
  joints[2] = joints[0];
  spec.njoint = 3;
  assert_int_equal(cat_linkage_new(ctx, &spec, &l), CAT_OK);
  assert_int_equal(cat_linkage_condition(ctx, &l, q, &condition), CAT_OK);
  assert_true(condition > CAT_LINKAGE_SINGULAR);
  spec.njoint = 2;
  assert_int_equal(cat_linkage_new(ctx, &spec, &l), CAT_OK);
  assert_int_equal(cat_linkage_condition(ctx, &l, q, &condition), CAT_OK);
  assert_below(condition, 100);
  cat_context_free(ctx);
}

//------------------------------------------------------------------------------- motion

static double energy(const Alone *a, const CatDaeState *x) {
  double sum = cat_linkage_potential(&a->linkage, x->q);
  for (int j = 0; j < a->linkage.nq; j++) sum += a->linkage.M[j] * x->v[j] * x->v[j] / 2;
  return sum;
}

// Let go from its drawing with 20 N m too much, it rises by some decimetres while the head swings
// on its spring: joints stay closed to 1e-10 m and energy is kept to 1e-8 of what goes to and fro.
static void keeps_joints_and_energy(void **state) {
  (void)state;
  Bare b = bare_new();
  CatLinkageSpec spec = single_arm();
  Alone a;
  CatDaeStepper *s;
  double open, least = INFINITY, most = -INFINITY, widest = 0;
  int joint;
  alone(&b, &spec, &a);
  CatDaeOptions o = {.method = CAT_DAE_BDF2, .h = 2e-5};
  assert_int_equal(cat_dae_new(b.ctx, &a.dae, &o, &s), CAT_OK);
  CatDaeState *x = cat_dae_state(s);
  cat_linkage_drawn(&a.linkage, x->q);
  assert_int_equal(cat_linkage_close(b.ctx, &a.linkage, NULL, x->q, &open, &joint), CAT_OK);
  for (int i = 0; i < a.dae.ng; i++) x->active[i] = true;
  assert_int_equal(cat_dae_begin(s), CAT_OK);
  double start = energy(&a, x), height = x->q[1], kinetic = 0;
  for (int k = 0; k < 25000; k++) {
    assert_int_equal(cat_dae_step(s), CAT_OK);
    x = cat_dae_state(s);
    double e = energy(&a, x);
    least = fmin(least, e), most = fmax(most, e);
    kinetic = fmax(kinetic, e - cat_linkage_potential(&a.linkage, x->q));
    for (int i = 0; i < a.dae.ng; i++) widest = fmax(widest, fabs(x->gap[i]));
  }
  assert_true(fabs(x->q[1] - height) > 0.02);  // it did move
  assert_true(kinetic > 1);
  assert_below(widest, 1e-10);
  assert_below(fmax(most - start, start - least), 1e-8 * fabs(start));
  CatDaeEnergy spent = cat_dae_energy(s);
  assert_close(energy(&a, x) - start, -spent.numerical - spent.dissipated, 0, 1e-10 * fabs(start));
  cat_dae_free(s);
  bare_free(&b);
}

// One arm on a hinge is a pendulum: its period for small swings, to second order in the step.
static void swings_as_a_pendulum(void **state) {
  (void)state;
  static const CatLinkageBody bodies[] = {{"arm", 3, 0.4, 0.001, -1, 0, 0}};
  static const CatLinkageJoint joints[] = {
      {"hinge", CAT_JOINT_REVOLUTE, {"arm", "", 0, 1, 0, 0}, 0, 0}};
  CatLinkageSpec spec = {
      .head = "", .gravity = 9.81, .nbody = 1, .bodies = bodies, .njoint = 1, .joints = joints};
  double omega = sqrt(3 * 9.81 / (3 + 0.4)), error[2];
  for (int run = 0; run < 2; run++) {
    Bare b = bare_new();
    Alone a;
    CatDaeStepper *s;
    double open, h = run == 0 ? 2e-3 : 1e-3;
    int joint, steps = (int)(1 / h + 0.5);
    alone(&b, &spec, &a);
    CatDaeOptions o = {.method = CAT_DAE_BDF2, .h = h};
    assert_int_equal(cat_dae_new(b.ctx, &a.dae, &o, &s), CAT_OK);
    CatDaeState *x = cat_dae_state(s);
    cat_linkage_drawn(&a.linkage, x->q);
    assert_int_equal(cat_linkage_close(b.ctx, &a.linkage, NULL, x->q, &open, &joint), CAT_OK);
    x->active[0] = x->active[1] = true;
    double angle = x->q[2];
    assert_int_equal(cat_dae_begin(s), CAT_OK);
    for (int k = 0; k < steps; k++) assert_int_equal(cat_dae_step(s), CAT_OK);
    error[run] = fabs(cat_dae_state(s)->q[2] / (angle * cos(omega * steps * h)) - 1);
    cat_dae_free(s);
    bare_free(&b);
  }
  print_message("errors %.2e, %.2e\n", error[0], error[1]);
  assert_below(error[1], 1e-4);
  assert_true(error[0] > 3 * error[1] && error[0] < 5.5 * error[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_are_derivatives),    cmocka_unit_test(forces_follow_from_the_potential),
      cmocka_unit_test(closes_from_its_drawing), cmocka_unit_test(cannot_close),
      cmocka_unit_test(singular_positions),      cmocka_unit_test(keeps_joints_and_energy),
      cmocka_unit_test(swings_as_a_pendulum),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
