// The pantograph of the benchmark as bodies on guides gives the forces of the chain of masses; one
// with arms runs with closed joints and a balance that closes.
#include "benchmark.h"

#include "../../mechanism/linkage_spec.h"

static const CatLinkageBody fischer_bodies[] = {{"head", 9, 1, 0, 0, 0, 0},
                                                {"frame", 17, 1, 0, 0, 0, 70}};
static const CatLinkageJoint fischer_joints[] = {
    {"", CAT_JOINT_PRISMATIC, {"head", "", 0, 0, 0, 0}, 90 * DEG, 0},
    {"", CAT_JOINT_PRISMATIC, {"frame", "", 0, 0, 0, 0}, 90 * DEG, 0}};
// the same bodies, the head guided by the frame at points beside their centres: rows that bend
static const CatLinkageJoint bent_joints[] = {
    {"", CAT_JOINT_PRISMATIC, {"head", "frame", 0.1, 0.2, 0.1, -0.3}, 90 * DEG, 0},
    {"", CAT_JOINT_PRISMATIC, {"frame", "", 0.2, 0.4, 0.2, 0}, 90 * DEG, 0}};
static const CatLinkageSpring fischer_springs[] = {
    {"", {"head", "frame", 0, 0, 0, -1}, 7000, 30, 1}, {"", {"frame", "", 0, 0, 0, -1}, 0, 130, 0}};

static CatPdaeSpec with_linkage(CatPdaeSpec s, const CatLinkageJoint *joints) {
  s.pantograph = (CatMassChainSpec){0};
  s.linkage = (CatLinkageSpec){.given = true,
                               .head = "head",
                               .nbody = 2,
                               .njoint = 2,
                               .nspring = 2,
                               .bodies = fischer_bodies,
                               .joints = joints,
                               .springs = fischer_springs};
  return s;
}

static March linkage_march(const CatPdaeSpec *s) {
  March g = march_new(s);
  march_check(&g, cat_pdae_linkage_velocity(g.ctx, NULL, g.m, g.stepper, &g.initial.v_p2));
  cat_pdae_measure_first(&g.measure, g.x);
  return g;
}

// Largest difference of the contact force between chain and linkage, step by step.
static double difference(const CatPdaeSpec *chain, const CatPdaeSpec *linkage) {
  March a = march_new(chain), b = linkage_march(linkage);
  int contact = chain->ndropper;
  long steps = (long)ceil((chain->run.to - chain->run.from) / chain->run.speed / chain->time.step);
  double most = fabs(a.x->lambda[contact] - b.x->lambda[contact]);
  assert_close(a.initial.v_p2, b.initial.v_p2, 1e-10, 1e-12);
  for (long k = 0; k < steps; k++) {
    march_steps(&a, 1);
    march_steps(&b, 1);
    most = fmax(most, fabs(a.x->lambda[contact] - b.x->lambda[contact]));
  }
  assert_below(b.measure.open, 1e-12);
  assert_close(b.measure.spent.dissipated, a.measure.spent.dissipated, 1e-8, 0);
  assert_close(b.measure.spent.numerical, a.measure.spent.numerical, 1e-6, 1e-9);
  print_message("largest difference %.1e N, %.2f trials each step\n", most,
                (double)cat_dae_counts(b.stepper).repeats / (double)steps);
  march_free(&a);
  march_free(&b);
  return most;
}

static void forces_of_the_chain(void **state) {
  (void)state;
  CatPdaeSpec chain = benchmark(32, CAT_PDAE_FEM, CAT_PDAE_BDF2, 40, 1e-4);
  chain.run.to = 8;
  CatPdaeSpec straight = with_linkage(chain, fischer_joints);
  CatPdaeSpec bent = with_linkage(chain, bent_joints);
  assert_below(difference(&chain, &straight), 1e-8);
  assert_below(difference(&chain, &bent), 1e-8);
}

// Contact is lost and found: joints take part in the impact and never open.
static void impacts_of_the_chain(void **state) {
  (void)state;
  CatPdaeSpec chain = benchmark(60, CAT_PDAE_FEM, CAT_PDAE_BDF2, 40, 1e-4);
  chain.start.head_offset = 0;
  chain.time.events = CAT_PDAE_LOCALISED;
  chain.run.to = 16;
  CatPdaeSpec bent = with_linkage(chain, bent_joints);
  March a = march_new(&chain);
  march_steps(&a, 2300);
  print_message("%ld events\n", cat_dae_counts(a.stepper).events);
  assert_true(cat_dae_counts(a.stepper).events > 0);
  march_free(&a);
  assert_below(difference(&chain, &bent), 1e-7);
}

// The single arm under the wire: closed joints, every joule in its place.
static void arm_under_the_wire(void **state) {
  (void)state;
  CatPdaeSpec s = benchmark(32, CAT_PDAE_FEM, CAT_PDAE_BDF2, 40, 1e-4);
  CatLinkageSpring spring = single_arm_springs[0];
  CatLinkageTorque lift = single_arm_torques[0];
  s.pantograph = (CatMassChainSpec){0};
  s.linkage = single_arm();
  spring.damping = 40;
  lift.damping = 400;
  s.linkage.springs = &spring;
  s.linkage.torques = &lift;
  s.linkage.base_height = -1.62;
  s.start.contact_force = 60;
  March g = linkage_march(&s);
  march_steps(&g, 400);
  cat_pdae_measure_last(&g.measure, g.x);
  assert_close(g.measure.force[2].min, 60, 0, 60);
  assert_below(g.measure.open, 1e-10);
  assert_below(fabs(cat_pdae_measure_residual(&g.measure)), 1e-6 * g.measure.throughput);
  march_free(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(forces_of_the_chain),
                                     cmocka_unit_test(impacts_of_the_chain),
                                     cmocka_unit_test(arm_under_the_wire)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
