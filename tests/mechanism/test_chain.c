// A chain of masses alone: forces on its bodies, aerodynamic ones by square and by table, how it
// hangs on its springs, its answer to a force that shakes its head.
#include "support/support.h"

#include <complex.h>
#include <math.h>

#include "mechanism/chain.h"

static const CatChainMass three[] = {
    {"head", 7.5, 7000, 45, 0, 0}, {"middle", 9, 15500, 0.1, 0, 0}, {"base", 6, 160, 100, 0, 0}};

static void chain_of(CatContext *ctx, const CatMassChainSpec *s, CatStep step, CatChain *p) {
  assert_int_equal(cat_chain_new(ctx, s, &step, p), CAT_OK);
}

static void drive(CatChain *p, double x, double speed) {
  p->base.ops->drive(&p->base, &(CatJourney){0, x, speed});
}

static void step(CatChain *p, double contact) {
  double z;
  p->base.ops->free_step(&p->base, &z);
  p->base.ops->commit(&p->base, (double[]){-contact});
}

// f_i = own force + aero v^2, and on one of them the static force, the air's and its table
static void aero(void **state) {
  (void)state;
  static const double speed[] = {20, 40, 80}, lift[] = {5, 25, 100};
  static const double at[] = {0, 20, 30, 60, 80, 90}, known[] = {5, 5, 15, 62.5, 100, 100};
  CatChainMass masses[3] = {three[0], three[1], three[2]};
  masses[0].force = -3, masses[0].aero = 0.002, masses[1].aero = 0.001;
  CatContext *ctx = cat_context_new(NULL);
  for (int body = 0; body <= 3; body++) {
    CatMassChainSpec s = {.static_force = 60,
                          .nmass = 3,
                          .masses = masses,
                          .force_on = body,
                          .aero = 0.004,
                          .nspeed = 3,
                          .nlift = 3,
                          .speed = speed,
                          .lift = lift};
    int bears = body ? body - 1 : 2;
    CatChain p;
    chain_of(ctx, &s, cat_step_newmark(1e-3), &p);
    for (int i = 0; i < 6; i++) {
      double v2 = at[i] * at[i], own[] = {-3 + 0.002 * v2, 0.001 * v2, 0};
      p.raise.over = 0;
      drive(&p, 0, at[i]);
      for (int k = 0; k < 3; k++) {
        double more = k == bears ? 60 + 0.004 * v2 + known[i] : 0;
        assert_close(p.f[k], own[k] + more, 1e-12, 1e-12);
      }
      p.raise = (CatRaise){.from = 100, .over = 40, .below = 0.5 / 0.75};
      drive(&p, 110, at[i]);  // a quarter of the way up, the base 0.5 m below
      assert_close(p.f[0], 0.25 * (own[0] + (bears == 0 ? 60 + 0.004 * v2 + known[i] : 0)), 1e-12,
                   1e-12);
      assert_close(p.f[2], 0.25 * (bears == 2 ? 60 + 0.004 * v2 + known[i] : 0) - 0.5 * 160, 1e-12,
                   1e-12);
    }
  }
  cat_context_free(ctx);
}

// under a force at its head it stands where its springs hold it, and stays there
static void stands(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  for (int body = 1; body <= 3; body++) {
    CatMassChainSpec s = {
        .static_force = 60, .nmass = 3, .masses = three, .force_on = body, .base_height = -0.1};
    CatChain p;
    double z0, D, f0;
    CatStand stand = {.z0 = &z0, .D = &D, .f0 = &f0};
    chain_of(ctx, &s, cat_step_alpha(1e-3, 0.8), &p);
    assert_true(cat_chain_is_held(&p));
    assert_int_equal(p.base.ops->stand(ctx, &p.base, &stand), CAT_OK);
    assert_true(stand.held);
    // series of springs: the static force above a spring is in it, below it is not
    double base = -0.1 + (60 - 50) / 160.0;
    double middle = base + ((body <= 2 ? 60 : 0) - 50) / 15500.0;
    double head = middle + ((body <= 1 ? 60 : 0) - 50) / 7000.0;
    assert_close(z0 - 50 * D, head, 1e-10, 1e-12);
    assert_int_equal(p.base.ops->start(ctx, &p.base, &head, (double[]){-50}), CAT_OK);
    assert_close(p.z[2], base, 1e-10, 1e-12);
    assert_close(p.z[1], middle, 1e-10, 1e-12);
    for (int k = 3; k < CAT_CHAIN_MAX; k++) assert_true(p.z[k] == 0);  // there is no fourth
    for (int k = 0; k < 500; k++) step(&p, 50);
    assert_close(p.z[0], head, 1e-10, 1e-12);
  }
  CatChainMass loose[2] = {three[0], {"base", 15, 0, 100, 0, 0}};
  CatMassChainSpec s = {.nmass = 2, .masses = loose};
  CatChain p;
  chain_of(ctx, &s, cat_step_newmark(1e-3), &p);
  assert_false(cat_chain_is_held(&p));
  cat_context_free(ctx);
}

// z_head / p from the chain's continued fraction, from the ground up
static double complex receptance(const CatChainMass *mass, double w) {
  double complex below = 0, up = 0;
  for (int i = 2; i >= 0; i--) {
    double complex spring = mass[i].stiffness + I * w * mass[i].damping;
    below = i == 2 ? spring : 1 / (1 / spring + 1 / up);
    up = below - w * w * mass[i].mass;
  }
  return 1 / up;
}

static void shake(const CatChainMass *masses) {
  static const double PI = 3.14159265358979323846;
  CatContext *ctx = cat_context_new(NULL);
  CatMassChainSpec s = {.nmass = 3, .masses = masses};
  for (double hertz = 0.5; hertz < 20; hertz *= 1.8) {
    double h = 0.002 / hertz, w = 2 * PI * hertz;
    long n = lround(1 / hertz / h), periods = 20 + (long)(4 * hertz);
    CatChain p;
    chain_of(ctx, &s, cat_step_newmark(h), &p);
    double complex sum = 0;
    for (long k = 1; k <= n * periods; k++) {
      double t = (double)k * h;
      step(&p, -sin(w * t));  // downwards on the head: the contact's
      if (k > n * (periods - 1)) sum += p.z[0] * cexp(-I * w * t) * 2 * I / (double)n;
    }
    double complex known = receptance(masses, w);
    assert_below(cabs(sum - known), 1e-3 * cabs(known));
  }
  cat_context_free(ctx);
}

static void shaken(void **state) {
  (void)state;
  shake(three);
  // every damper counts as much as its spring
  static const CatChainMass damped[] = {
      {"head", 7.5, 7000, 90, 0, 0}, {"middle", 9, 3000, 150, 0, 0}, {"base", 6, 900, 100, 0, 0}};
  shake(damped);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(aero), cmocka_unit_test(stands),
                                     cmocka_unit_test(shaken)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
