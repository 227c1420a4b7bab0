// The model linkage as a mechanism: against a chain of masses under the same forces, its account of
// energy, its linearisation, and its state saved and restored.
#include "support/support.h"

#include <math.h>
#include <stdlib.h>

#include "linkage_spec.h"
#include "mechanism/chain.h"

static const CatLinkageBody guided_bodies[] = {{"head", 9, 1, 0, 0, 0, 0},
                                               {"frame", 17, 1, 0, 0, 0, 50}};
static const CatLinkageJoint guided_joints[] = {
    {"", CAT_JOINT_PRISMATIC, {"head", "frame", 0.1, 0.2, 0.1, -0.3}, 90 * DEG, 0},
    {"", CAT_JOINT_PRISMATIC, {"frame", "", 0.2, 0.4, 0.2, 0}, 90 * DEG, 0}};
static const CatLinkageSpring guided_springs[] = {{"", {"head", "frame", 0, 0, 0, -1}, 7000, 30, 1},
                                                  {"", {"frame", "", 0, 0, 0, -1}, 0, 130, 0}};

static CatLinkageSpec guided(void) {
  return (CatLinkageSpec){.given = true,
                          .name = "guided",
                          .source = "",
                          .head = "head",
                          .nbody = 2,
                          .njoint = 2,
                          .nspring = 2,
                          .bodies = guided_bodies,
                          .joints = guided_joints,
                          .springs = guided_springs};
}

static CatMechanism *make(Bare *b, const CatLinkageSpec *linkage, const CatMassChainSpec *body,
                          double h) {
  CatMechanism *m;
  CatPantographInput in = {.spec = body, .step = cat_step_newmark(h), .linkage = linkage};
  assert_int_equal(cat_linkage_pantograph(b->ctx, b->arena, &in, &m), CAT_OK);
  return m;
}

static void rest(Bare *b, CatMechanism *m, double z) {
  double f0, z0, D, f = 0;
  CatStand stand = {.z0 = &z0, .D = &D, .f0 = &f0, .f = &f};
  assert_int_equal(m->ops->stand(b->ctx, m, &stand), CAT_OK);
  assert_false(stand.held);
  assert_int_equal(m->ops->start(b->ctx, m, &z, &f0), CAT_OK);
}

// One step under a force; what the linearisation says is where it ends, after retries.
static double advance(CatMechanism *m, double force) {
  double z;
  m->ops->drive(m, &(CatJourney){0});
  m->ops->free_step(m, &z);
  if (m->ops->imbalance) {
    int tries = 0;
    while (m->ops->imbalance(m, &force) > 1e-6 && tries++ < 5) {
      m->ops->retry(m, &force);
      m->ops->free_step(m, &z);
    }
    assert_below(tries, 5);
  }
  double told = z + m->ops->compliance(m, 0, 0) * force;
  m->ops->commit(m, &force);
  assert_close(m->z[0], told, 0, 1e-14);
  return m->z[0];
}

// Static force 70 N, then a force that varies: heights of chain and linkage agree to the error of
// their integrators, which falls with the square of the step.
static void moves_as_the_chain(void **state) {
  (void)state;
  static const CatChainMass masses[] = {{"head", 9, 7000, 30, 0, 0}, {"frame", 17, 0, 130, 0, 0}};
  const CatMassChainSpec chain = {
      .name = "fischer", .static_force = 70, .nmass = 2, .masses = masses};
  const CatMassChainSpec none = {.name = "fischer", .static_force = 70};
  CatLinkageSpec spec = guided();
  double error[2] = {0};
  for (int run = 0; run < 2; run++) {
    Bare b = bare_new();
    double h = run == 0 ? 4e-4 : 2e-4, f0 = -70, z0 = 0;
    CatMechanism *m = make(&b, &spec, &none, h);
    CatChain p;
    CatPantographInput in = {.spec = &chain, .step = cat_step_newmark(h)};
    assert_int_equal(cat_chain_build(b.ctx, &in, &p), CAT_OK);
    rest(&b, m, 0);
    assert_int_equal(p.base.ops->start(b.ctx, &p.base, &z0, &f0), CAT_OK);
    for (int k = 1; k * h < 0.5; k++) {
      double force = -70 - 40 * sin(30 * k * h) * sin(30 * k * h);
      double z = advance(m, force), other = advance(&p.base, force);
      error[run] = fmax(error[run], fabs(z - other));
    }
    bare_free(&b);
  }
  print_message("chain and linkage differ by %.2e m, %.2e m\n", error[0], error[1]);
  assert_below(error[1], 2e-6);
  assert_true(error[0] > 2.5 * error[1]);
}

// The ledger's sum: work + contact = dissipated + numerical + stored, step by step.
static void account_closes(void **state) {
  (void)state;
  Bare b = bare_new();
  CatLinkageSpec spec = single_arm();
  CatLinkageSpring spring = single_arm_springs[0];
  CatLinkageTorque lift = single_arm_torques[0];
  spring.damping = 40, lift.damping = 400;
  spec.springs = &spring, spec.torques = &lift;
  const CatMassChainSpec body = {.name = "arm", .static_force = 80, .base_height = -1.62};
  CatMechanism *m = make(&b, &spec, &body, 1e-3);
  rest(&b, m, 0.01);
  CatMechanismEnergy e;
  m->ops->energy(m, &e);
  double stored = e.stored, through = 0, sum = 0, last = -80, z = m->z[0];
  assert_close(z, 0.01, 0, 1e-12);
  for (int k = 1; k <= 500; k++) {
    double force = -80 - 30 * sin(20e-3 * k), before = m->z[0];
    advance(m, force);
    m->ops->energy(m, &e);
    double contact = (force + last) / 2 * (m->z[0] - before);
    sum += e.work + contact - e.dissipated - e.numerical - (e.stored - stored);
    through += fabs(contact) + fabs(e.work);
    stored = e.stored, last = force;
  }
  assert_true(fabs(m->z[0] - z) > 1e-3);
  assert_true(through > 1);
  assert_below(fabs(sum), 1e-8 * through);
  bare_free(&b);
}

// From rest at the static force nothing moves; a state comes back to the bit.
static void stays_and_comes_back(void **state) {
  (void)state;
  Bare b = bare_new();
  CatLinkageSpec spec = single_arm();
  const CatMassChainSpec body = {.name = "arm", .static_force = 75, .base_height = -1.62};
  CatMechanism *m = make(&b, &spec, &body, 1e-3);
  rest(&b, m, 0);
  for (int k = 0; k < 100; k++) advance(m, -75);
  assert_below(fabs(m->z[0]), 1e-8);
  for (int k = 0; k < 20; k++) advance(m, -90);
  CatSnapshot size = {.mode = CAT_SNAPSHOT_MEASURE};
  m->ops->snapshot(m, &size);
  CatSnapshot save = {.mode = CAT_SNAPSHOT_SAVE, .bytes = malloc(size.used)};
  m->ops->snapshot(m, &save);
  double once[30];
  for (int k = 0; k < 30; k++) once[k] = advance(m, -60 - k);
  CatSnapshot back = {.mode = CAT_SNAPSHOT_RESTORE, .bytes = save.bytes};
  m->ops->snapshot(m, &back);
  for (int k = 0; k < 30; k++) assert_true(advance(m, -60 - k) == once[k]);
  free(save.bytes);
  bare_free(&b);
}

// Without a static force the factor of the lift stays at one, and the force is that of the linkage
// where the wire is, not where it is drawn; with one, the factor is what makes it.
static void stands_where_the_wire_is(void **state) {
  (void)state;
  Bare b = bare_new();
  CatLinkageSpec spec = single_arm();
  CatMassChainSpec body = {.name = "arm", .base_height = -1.62};
  CatMechanism *m = make(&b, &spec, &body, 1e-3);
  double z = 0.3, f0, drawn;
  CatStand stand = {.f0 = &drawn};
  assert_int_equal(m->ops->stand(b.ctx, m, &stand), CAT_OK);
  stand = (CatStand){.f0 = &f0, .z = &z};
  assert_int_equal(m->ops->stand(b.ctx, m, &stand), CAT_OK);
  assert_true(fabs(f0 - drawn) > 0.5);
  assert_int_equal(m->ops->start(b.ctx, m, &z, &f0), CAT_OK);
  const CatLinkageStanding *at = cat_linkage_standing(m);
  assert_true(at->lift == 1);
  assert_close(at->height, 1.92, 0, 1e-12);
  assert_close(at->force, -f0, 1e-12, 0);
  for (int k = 0; k < 50; k++) advance(m, f0);
  assert_close(m->z[0], z, 0, 1e-8);
  body.static_force = -2 * f0;
  m = make(&b, &spec, &body, 1e-3);
  rest(&b, m, z);
  at = cat_linkage_standing(m);
  assert_close(at->force, -2 * f0, 1e-9, 0);
  assert_true(at->lift > 1.05 && at->lift < 1.5);
  bare_free(&b);
}

// Begun again after its static force was set, a linkage has the lift of the case.
static void begins_again_as_given(void **state) {
  (void)state;
  for (int given = 0; given < 2; given++) {
    Bare b = bare_new();
    CatLinkageSpec spec = single_arm();
    CatMassChainSpec body = {.name = "arm", .base_height = -1.62, .static_force = given ? 90 : 0};
    CatMechanism *m = make(&b, &spec, &body, 1e-3);
    rest(&b, m, 0);
    CatLinkageStanding once = *cat_linkage_standing(m);
    assert_true((once.lift == 1) == !given);
    for (int k = 0; k < 3; k++) {
      static const double force[] = {60, 60, 0};
      m->ops->set_static_force(m, force[k]);
      advance(m, -force[k]);
    }
    m->ops->set_static_force(m, body.static_force);
    rest(&b, m, 0);
    assert_close(cat_linkage_standing(m)->lift, once.lift, 1e-12, 0);
    assert_close(cat_linkage_standing(m)->force, once.force, 1e-9, 0);
    bare_free(&b);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(begins_again_as_given), cmocka_unit_test(moves_as_the_chain),
      cmocka_unit_test(account_closes), cmocka_unit_test(stays_and_comes_back),
      cmocka_unit_test(stands_where_the_wire_is)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
