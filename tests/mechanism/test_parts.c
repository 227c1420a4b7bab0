// What a chain may have beside its masses: strips, a head that rolls, a suspension that depends on
// frequency, a base that moves; each against its closed form, and the energy of all of them.
#include "support/support.h"

#include <complex.h>
#include <math.h>

#include "mechanism/chain.h"

static const double PI = 3.14159265358979323846;
static const CatChainMass two[] = {{"head", 6, 4500, 20, 0, 0}, {"frame", 14, 500, 70, 0, 0}};
static const CatChainMass free_of_damping[] = {{"head", 6, 4500, 0, 0, 0},
                                               {"frame", 14, 500, 0, 0, 0}};

static void build(CatContext *ctx, const CatChainMass *masses, const CatPantographParts *parts,
                  CatStep step, CatChain *p) {
  static CatMassChainSpec spec;
  spec = (CatMassChainSpec){.nmass = 2, .masses = masses};
  CatPantographInput in = {.spec = &spec, .parts = parts, .step = step};
  assert_int_equal(cat_chain_build(ctx, &in, p), CAT_OK);
}

static void advance(CatChain *p, double t, double x, const double *f) {
  double z[CAT_CHAIN_PORTS];
  p->base.ops->drive(&p->base, &(CatJourney){t, x, 0});
  p->base.ops->free_step(&p->base, z);
  p->base.ops->commit(&p->base, f);
}

// Let go in the shape of a mode, it swings at that mode's frequency: after a period it is back.
static void swings_at(CatContext *ctx, const CatPantographParts *parts, const double *shape,
                      double hertz) {
  enum { STEPS = 4000 };
  static const double none[CAT_CHAIN_PORTS] = {0};
  CatChain p;
  build(ctx, free_of_damping, parts, cat_step_newmark(1 / hertz / STEPS), &p);
  for (int i = 0; i < p.n; i++) {
    p.z[i] = shape[i];
    p.a[i] = -pow(2 * PI * hertz, 2) * shape[i];
  }
  for (int k = 1; k <= STEPS / 4; k++) advance(&p, 0, 0, none);
  for (int i = 0; i < p.n; i++) assert_close(p.z[i], 0, 0, 1e-5);
  for (int k = 1; k <= 3 * STEPS / 4; k++) advance(&p, 0, 0, none);
  for (int i = 0; i < p.n; i++) assert_close(p.z[i], shape[i], 0, 1e-5);
}

// Halves of a head against each other: k1/m1. With strips on them: the two modes of a mass m on k,
// on a mass m1/2 on k1/2. Rolling: 2 k12 (d/2)^2 / J.
static void frequencies(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatPantographParts split = {.strips = {.given = true, .distance = 0.5}};
  swings_at(ctx, &split, (double[]){1, -1, 0}, sqrt(4500.0 / 6) / (2 * PI));
  CatPantographParts strips = split;
  strips.strips.mass = 0.2, strips.strips.stiffness = 50000;
  double m = 0.2, k = 50000, M = 3, K = 2250, sum = (k / m + (k + K) / M) / 2;
  for (int sign = -1; sign <= 1; sign += 2) {
    double w2 = sum + sign * sqrt(sum * sum - k * K / (m * M)), head = 1 - w2 * m / k;
    swings_at(ctx, &strips, (double[]){1, -1, head, -head, 0}, sqrt(w2) / (2 * PI));
  }
  double fixed = sqrt(k / m) / (2 * PI);
  assert_close(fixed, 80, 0.01, 0);  // Jensen: about 80 Hz
  CatPantographParts roll = {
      .roll = {.given = true, .inertia = 1.5, .stiffness = 10000, .distance = 0.8}};
  swings_at(ctx, &roll, (double[]){0, 0, 1}, sqrt(2 * 10000 * 0.16 / 1.5) / (2 * PI));
  cat_context_free(ctx);
}

// At rest under forces: heights of springs in series, an angle of F y / k_phi.
static void stands(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatPantographParts parts = {
      .strips = {.given = true, .distance = 0.5},
      .roll = {.given = true, .inertia = 1.5, .stiffness = 10000, .distance = 0.8}};
  CatChain p;
  double z0[2], D[4], f0[2], y[2] = {0.2, -0.1}, f[2] = {-40, -30};
  CatStand at = {.z0 = z0, .D = D, .f0 = f0};
  build(ctx, two, &parts, cat_step_hht(1e-3, -0.05), &p);
  for (int i = 0; i < 2; i++) p.base.ops->aim(&p.base, i, y[i]);
  assert_int_equal(p.base.ops->stand(ctx, &p.base, &at), CAT_OK);
  assert_true(at.held);
  double angle = (f[0] * y[0] + f[1] * y[1]) / 3200, frame = -70.0 / 500;
  for (int i = 0; i < 2; i++) {
    double z = frame + f[i] / 2250 + y[i] * angle;
    assert_close(z0[i] + D[2 * i] * f[0] + D[2 * i + 1] * f[1], z, 1e-10, 1e-12);
  }
  assert_int_equal(p.base.ops->start(ctx, &p.base, z0, f), CAT_OK);
  double before = p.port_z[0];
  for (int k = 0; k < 500; k++) advance(&p, 0, 0, f);
  assert_close(p.port_z[0], before, 1e-10, 1e-12);
  assert_close(p.z[3], angle, 1e-10, 1e-12);
  cat_context_free(ctx);
}

// The compliance is what a force moves a port by, roll and strips and all.
static void gives_way(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatPantographParts parts = {
      .strips = {.given = true, .distance = 0.5, .mass = 0.2, .stiffness = 50000, .damping = 5},
      .roll = {.given = true, .inertia = 1.5, .stiffness = 10000, .distance = 0.8, .damping = 9}};
  for (int port = 0; port < 2; port++) {
    CatChain p;
    double z[2], f[2] = {0};
    build(ctx, two, &parts, cat_step_alpha(1e-3, 0.8), &p);
    p.base.ops->aim(&p.base, 0, 0.2), p.base.ops->aim(&p.base, 1, -0.15);
    p.base.ops->drive(&p.base, &(CatJourney){0});
    p.base.ops->free_step(&p.base, z);
    f[port] = 10;
    p.base.ops->commit(&p.base, f);
    for (int i = 0; i < 2; i++) {
      assert_close(p.port_z[i] - z[i], 10 * p.base.ops->compliance(&p.base, i, port), 1e-12, 0);
      assert_close(p.base.ops->compliance(&p.base, i, port),
                   p.base.ops->compliance(&p.base, port, i), 1e-12, 0);
    }
  }
  cat_context_free(ctx);
}

// Of a steady swing z = |z| cos(w t + ...) under cos(w t): its complex amplitude.
typedef struct Swing {
  double complex sum;
  long n;
} Swing;

static double complex amplitude(CatChain *p, double w, double h, bool by_force) {
  long period = lround(2 * PI / w / h), settle = 60 * period;
  Swing s = {0};
  for (long k = 1; k <= settle + 5 * period; k++) {
    double force = by_force ? cos(w * (double)k * h) : 0;
    advance(p, (double)k * h, 0, (double[]){force, 0});
    if (k > settle) s.sum += p->z[0] * cexp(-I * w * (double)k * h), s.n++;
  }
  return 2 * s.sum / (double)s.n;
}

// A damper with a spring in series, beside a spring: Z = k + K c s / (K + c s), which no chain has.
static void suspension(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  const double k = 4500, K = 9000, c = 60;
  const double top[] = {k * K, (k + K) * c}, below[] = {K, c};
  const CatChainMass bare[] = {{"head", 6, 0, 0, 0, 0}, {"frame", 14, 500, 70, 0, 0}};
  CatPantographParts parts = {.head = {true, 2, 2, top, below}};
  for (double hertz = 1; hertz < 20; hertz *= 2.2) {
    double w = 2 * PI * hertz, h = 1 / hertz / 500;
    CatChain p;
    build(ctx, bare, &parts, cat_step_newmark(h), &p);
    double complex Z = (top[0] + top[1] * I * w) / (below[0] + below[1] * I * w);
    double complex frame = 500 + 70 * I * w - 14 * w * w;
    double complex expected = 1 / (-6 * w * w + 1 / (1 / Z + 1 / frame));
    double complex found = amplitude(&p, w, h, true);
    assert_close(cabs(found - expected) / cabs(expected), 0, 0, 2e-3);
  }
  cat_context_free(ctx);
}

// k + c s is a spring and a damper.
static void plain_suspension(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  const double top[] = {9000, 40}, below[] = {2};
  const CatChainMass bare[] = {{"head", 6, 0, 0, 0, 0}, {"frame", 14, 500, 70, 0, 0}};
  CatPantographParts parts = {.head = {true, 2, 1, top, below}};
  CatChain p, q;
  build(ctx, bare, &parts, cat_step_hht(1e-3, -0.05), &p);
  build(ctx, two, NULL, cat_step_hht(1e-3, -0.05), &q);
  for (int k = 0; k < 1000; k++) {
    double f = -50 + 30 * sin(0.03 * k);
    advance(&p, 0, 0, &f);
    advance(&q, 0, 0, &f);
  }
  assert_close(p.z[0], q.z[0], 1e-12, 0);
  cat_context_free(ctx);
}

// A base that swings: (k + c s) z_b on the frame.
static void base_swings(void **state) {
  (void)state;
  enum { POINTS = 60000 };
  static double time[POINTS], height[POINTS];
  CatContext *ctx = cat_context_new(NULL);
  for (double hertz = 0.7; hertz < 8; hertz *= 2.3) {
    double w = 2 * PI * hertz, h = 1 / hertz / 500;
    for (int i = 0; i < POINTS; i++) time[i] = i * h, height[i] = 0.01 * cos(w * time[i]);
    CatPantographParts parts = {.base = {true, POINTS, 0, POINTS, time, NULL, height}};
    CatChain p;
    build(ctx, two, &parts, cat_step_newmark(h), &p);
    double complex s = 4500 + 20 * I * w, g = 500 + 70 * I * w, head = s - 6 * w * w;
    double complex frame = 0.01 * g / (g - 14 * w * w + s - s * s / head);
    double complex expected = frame * s / head, found = amplitude(&p, w, h, false);
    assert_close(cabs(found - expected) / cabs(expected), 0, 0, 1e-3);
  }
  cat_context_free(ctx);
}

// Work, what dampers and the integrator take and what is stored add up, whatever moves.
static void energy(void **state) {
  (void)state;
  static const double time[] = {0, 0.3, 0.9, 2}, height[] = {0, 0.02, -0.03, 0.01};
  const double top[] = {4500, 90, 0.2}, below[] = {1, 0.01, 1e-5};
  const CatChainMass bare[] = {{"head", 6, 0, 0, -3, 0}, {"frame", 14, 500, 70, 40, 0}};
  CatPantographParts parts = {
      .strips = {.given = true, .distance = 0.5, .mass = 0.2, .stiffness = 50000, .damping = 5},
      .roll = {.given = true, .inertia = 1.5, .stiffness = 10000, .distance = 0.8, .damping = 9},
      .head = {true, 3, 3, top, below},
      .base = {true, 4, 0, 4, time, NULL, height}};
  CatContext *ctx = cat_context_new(NULL);
  CatChain p;
  CatMechanismEnergy e;
  double sum = 0, gone = 0, f0[2] = {-30, -30};
  build(ctx, bare, &parts, cat_step_alpha(1e-3, 0.7), &p);
  p.base.ops->drive(&p.base, &(CatJourney){0});
  assert_int_equal(p.base.ops->start(ctx, &p.base, f0, f0), CAT_OK);
  p.base.ops->energy(&p.base, &e);
  double begin = e.stored;
  for (int k = 1; k < 2000; k++) {
    double f[2] = {-30 + 25 * sin(0.05 * k), -30 + 20 * sin(0.033 * k)};
    double was[2] = {p.port_z[0], p.port_z[1]};
    for (int i = 0; i < 2; i++) p.base.ops->aim(&p.base, i, 0.2 * sin(0.004 * k + i));
    advance(&p, k * 1e-3, 0, f);
    p.base.ops->energy(&p.base, &e);
    for (int i = 0; i < 2; i++) sum += (f[i] + f0[i]) / 2 * (p.port_z[i] - was[i]), f0[i] = f[i];
    sum += e.work - e.dissipated - e.numerical;
    gone += e.dissipated;
  }
  assert_true(gone > 0.1);
  assert_close(e.stored - begin, sum, 0, 1e-10 * gone);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(frequencies),      cmocka_unit_test(stands),
      cmocka_unit_test(gives_way),        cmocka_unit_test(suspension),
      cmocka_unit_test(plain_suspension), cmocka_unit_test(base_swings),
      cmocka_unit_test(energy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
