// A linkage at rest and its small motion: the static force against the potential, the lumped model
// against the motion of the linkage itself.
#include "support/support.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "linkage_alone.h"

// At rest at a height, from the drawing.
static CatLinkageStand rest_at(CatContext *ctx, const CatLinkage *l, double height) {
  CatLinkageStand out = {0};
  double open;
  int joint;
  cat_linkage_drawn(l, out.q);
  assert_int_equal(cat_linkage_close(ctx, l, NULL, out.q, &open, &joint), CAT_OK);
  assert_int_equal(cat_linkage_stand(ctx, l, height, &out), CAT_OK);
  assert_below(fabs(out.q[cat_linkage_height(l)] - height), 1e-12);
  return out;
}

// The force on the head is what its height changes the potential by; the head's own spring bears it
// and the head's weight.
static void static_force_is_a_derivative(void **state) {
  (void)state;
  Bare b = bare_new();
  CatLinkageSpec spec = single_arm();
  CatLinkage l;
  const double h = 1e-4;
  assert_int_equal(cat_linkage_new(b.ctx, &spec, &l), CAT_OK);
  for (double height = 1.2; height < 2.3; height += 0.2) {
    CatLinkageStand low = rest_at(b.ctx, &l, height - h), high = rest_at(b.ctx, &l, height + h);
    CatLinkageStand at = rest_at(b.ctx, &l, height);
    double slope = cat_linkage_potential(&l, high.q) - cat_linkage_potential(&l, low.q);
    assert_close(at.force, -slope / (2 * h), 1e-6, 1e-6);
    double squeeze = 0.341 - (at.q[1] - at.q[4] + 0.2);
    assert_close(7000 * squeeze, at.force + 8 * 9.81, 1e-9, 0);
  }
  bare_free(&b);
}

// A linear chain of masses with the same integrator.
typedef struct Chain {
  CatDae dae;
  double f[2], z[1];
  bool moves[1];
} Chain;

static void no_row(const void *self, int i, double t, double *G, double *Gt, double *Gtt) {
  (void)self, (void)i, (void)t, (void)G, (void)Gt, (void)Gtt;
}

static void chain_new(Bare *b, const CatLinkageChain *x, Chain *out) {
  *out = (Chain){0};
  out->dae =
      (CatDae){.nq = 2, .f = out->f, .z = out->z, .moves = out->moves, .self = out, .row = no_row};
  assert_int_equal(cat_band_new(b->arena, 2, 0, &out->dae.M), CAT_OK);
  assert_int_equal(cat_band_new(b->arena, 2, 1, &out->dae.D), CAT_OK);
  assert_int_equal(cat_band_new(b->arena, 2, 1, &out->dae.K), CAT_OK);
  for (int i = 0; i < 2; i++) {
    double above[2] = {i > 0 ? x->k[0] : 0, i > 0 ? x->c[0] : 0};
    cat_band_add(&out->dae.M, i, i, x->m[i]);
    cat_band_add(&out->dae.K, i, i, x->k[i] + above[0]);
    cat_band_add(&out->dae.D, i, i, x->c[i] + above[1]);
  }
  cat_band_add(&out->dae.K, 0, 1, -x->k[0]);
  cat_band_add(&out->dae.D, 0, 1, -x->c[0]);
}

// Both get a push of 0.5 N on the head at rest and move by tenths of a millimetre, the head on its
// spring and the arms below it: the same within 0.1 %, for all heights.
static void small_motion_is_the_lumped_model(void **state) {
  (void)state;
  CatLinkageSpec spec = single_arm();
  CatLinkageSpring spring = single_arm_springs[0];
  CatLinkageTorque lift = single_arm_torques[0];
  spring.damping = 40, lift.damping = 400;
  spec.springs = &spring, spec.torques = &lift;
  for (double height = 1.2; height < 2.3; height += 0.5) {
    Bare b = bare_new();
    Alone a;
    Chain chain;
    CatLinkageLinear linear;
    CatDaeStepper *s, *t;
    alone(&b, &spec, &a);
    CatLinkageStand at = rest_at(b.ctx, &a.linkage, height);
    assert_int_equal(cat_linkage_linearise(b.ctx, &a.linkage, &at, &linear), CAT_OK);
    CatLinkageChain lumped = cat_linkage_chain(&linear);
    assert_int_equal(lumped.n, 2);
    assert_below(lumped.remainder, 1e-8);
    assert_close(lumped.m[0], 8, 1e-10, 0);
    assert_close(lumped.k[0], 7000, 1e-6, 0);
    assert_close(lumped.c[0], 40, 1e-10, 0);
    chain_new(&b, &lumped, &chain);
    CatDaeOptions o = {.method = CAT_DAE_BDF2, .h = 2e-4};
    assert_int_equal(cat_dae_new(b.ctx, &a.dae, &o, &s), CAT_OK);
    assert_int_equal(cat_dae_new(b.ctx, &chain.dae, &o, &t), CAT_OK);
    memcpy(cat_dae_state(s)->q, at.q, sizeof(double) * (size_t)a.linkage.nq);
    for (int i = 0; i < a.dae.ng; i++) cat_dae_state(s)->active[i] = true;
    a.f[cat_linkage_height(&a.linkage)] = -at.force + 0.5;
    chain.f[0] = 0.5;
    assert_int_equal(cat_dae_begin(s), CAT_OK);
    assert_int_equal(cat_dae_begin(t), CAT_OK);
    double most = 0, off = 0;
    for (int k = 0; k < 2000; k++) {
      assert_int_equal(cat_dae_step(s), CAT_OK);
      assert_int_equal(cat_dae_step(t), CAT_OK);
      for (int i = 0; i < 2; i++) {
        double z = cat_dae_state(t)->q[i];
        most = fmax(most, fabs(z));
        int unknown = linear.y[i].unknown;
        off = fmax(off, fabs(cat_dae_state(s)->q[unknown] - at.q[unknown] - z));
      }
    }
    print_message("%.2f m: m2 %.3f kg, k2 %.2f N/m, c2 %.2f N s/m; moved %.2f mm, off by %.1e\n",
                  height, lumped.m[1], lumped.k[1], lumped.c[1], 1e3 * most, off / most);
    assert_below(off, 1e-3 * most);
    assert_true(most > 1e-4);
    cat_dae_free(s);
    cat_dae_free(t);
    bare_free(&b);
  }
}

// Half a scissor whose upper arm bears the head's spring far from its centre of mass.
static void head_on_an_arm_is_a_chain(void **state) {
  (void)state;
  static const CatLinkageBody bodies[] = {{"head", 6, 0.4, 0, 1.3, 0, 0},
                                          {"upper", 9, 2, 0.52, 0.9, 150 * DEG, 0},
                                          {"lower", 12, 3, 0.52, 0.3, 30 * DEG, 0}};
  static const CatLinkageJoint joints[] = {
      {"foot", CAT_JOINT_REVOLUTE, {"lower", "", -0.6, 0, 0, 0}, 0, 0},
      {"knee", CAT_JOINT_REVOLUTE, {"upper", "lower", -0.6, 0, 0.6, 0}, 0, 0},
      {"guide", CAT_JOINT_SLOT, {"upper", "", 0.6, 0, 0, 0}, 90 * DEG, 0},
      {"level", CAT_JOINT_PRISMATIC, {"head", "", 0, 0, 0, 0}, 90 * DEG, 0}};
  static const CatLinkageSpring spring = {"", {"head", "upper", 0, 0, 0.6, 0}, 6000, 50, 0.12};
  static const CatLinkageTorque lift = {"lift", "lower", "", 300, 0, 20, 0};
  CatLinkageSpec spec = {.given = true,
                         .name = "half",
                         .head = "head",
                         .gravity = 9.81,
                         .nbody = 3,
                         .njoint = 4,
                         .nspring = 1,
                         .ntorque = 1,
                         .bodies = bodies,
                         .joints = joints,
                         .springs = &spring,
                         .torques = &lift};
  Bare b = bare_new();
  CatLinkage l;
  CatLinkageLinear linear;
  assert_int_equal(cat_linkage_new(b.ctx, &spec, &l), CAT_OK);
  CatLinkageStand at = rest_at(b.ctx, &l, 1.4);
  assert_int_equal(cat_linkage_linearise(b.ctx, &l, &at, &linear), CAT_OK);
  CatLinkageChain chain = cat_linkage_chain(&linear);
  assert_int_equal(chain.n, 2);
  assert_int_equal(linear.y[1].spring, 0);
  assert_below(chain.remainder, 1e-8);
  assert_close(chain.m[0], 6, 1e-9, 0);
  assert_close(chain.k[0], 6000, 1e-6, 0);
  assert_close(chain.c[0], 50, 1e-6, 0);
  assert_close(chain.m[1], 7.5641, 1e-5, 0);  // as a chain fitted to its response has it
  bare_free(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(static_force_is_a_derivative),
                                     cmocka_unit_test(small_motion_is_the_lumped_model),
                                     cmocka_unit_test(head_on_an_arm_is_a_chain)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
