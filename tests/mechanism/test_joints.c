// Springs that stiffen, stops, one-way dampers and dry friction, each against its closed form; the
// linearisation of a chain that has them; its energy.
#include "support/support.h"

#include <math.h>
#include <string.h>

#include "mechanism/chain.h"

static const double PI = 3.14159265358979323846;
#define NONE .stop_up = 10, .stop_down = 10

static void build(CatContext *ctx, const CatMassChainSpec *spec, const CatJointSpec *joint, int n,
                  CatStep step, CatChain *p) {
  static CatPantographParts parts;
  parts = (CatPantographParts){.njoint = n, .joint = joint};
  CatPantographInput in = {.spec = spec, .parts = &parts, .step = step};
  assert_int_equal(cat_chain_build(ctx, &in, p), CAT_OK);
  p->base.ops->drive(&p->base, &(CatJourney){0});
  cat_chain_joints_start(p);
}

static void advance(CatChain *p, double force) {
  double z;
  p->base.ops->drive(&p->base, &(CatJourney){1, 0, 0});
  p->base.ops->free_step(&p->base, &z);
  p->base.ops->commit(&p->base, &force);
}

// A mass on dry ground under F sin(w t): it sticks until F sin = R; slides until its speed is zero;
// then sticks until -F sin exceeds R. With m v = F/w (cos(w t0) - cos(w t)) - R (t - t0) at first.
static void stick_and_slip(void **state) {
  (void)state;
  const double m = 2, R = 5, F = 8, w = 2 * PI, h = 1e-4;
  const CatChainMass mass = {"block", m, 0, 0, 0, 0};
  const CatMassChainSpec spec = {.name = "block", .nmass = 1, .masses = &mass};
  const CatJointSpec dry = {.below = 1, .friction = R, NONE};
  CatContext *ctx = cat_context_new(NULL);
  CatChain p;
  build(ctx, &spec, &dry, 1, cat_step_newmark(h), &p);
  double begins = asin(R / F) / w, ends = begins;  // by bisection: v(ends) = 0
  double lo = 0.25, hi = 0.75;
  for (int i = 0; i < 100; i++) {
    ends = (lo + hi) / 2;
    double mv = F / w * (cos(w * begins) - cos(w * ends)) - R * (ends - begins);
    if (mv > 0)
      lo = ends;
    else
      hi = ends;
  }
  double t1 = ends - begins;
  double way =
      (F / w * (cos(w * begins) * t1 - (sin(w * ends) - sin(w * begins)) / w) - R * t1 * t1 / 2) /
      m;
  double first = -1, last = -1, still = 0;
  for (int k = 1; k * h < 0.55; k++) {
    double before = p.z[0];
    advance(&p, F * sin(w * k * h));
    bool moved = p.z[0] != before;  // sticking is exact
    if (moved && first < 0) first = k * h;
    if (moved) last = k * h;
    if (!moved) still += h;
  }
  print_message("slides from %.4f to %.4f s by %.6f m; closed form %.4f, %.4f, %.6f\n", first, last,
                p.z[0], begins, ends, way);
  assert_close(first, begins, 0, 2 * h);
  assert_close(last, ends, 0, 2 * h);
  assert_close(p.z[0], way, 1e-3, 0);
  assert_true(still > begins);
  cat_context_free(ctx);
}

// Friction takes 4 R/k of the amplitude in each period, until the spring is too weak.
static void dry_decay(void **state) {
  (void)state;
  const CatChainMass mass = {"block", 2, 800, 0, 0, 0};
  const CatMassChainSpec spec = {.name = "block", .nmass = 1, .masses = &mass};
  const CatJointSpec dry = {.below = 1, .friction = 4, NONE};
  CatContext *ctx = cat_context_new(NULL);
  CatChain p;
  double w = 20, period = 2 * PI / w, z0 = 0.0525;
  build(ctx, &spec, &dry, 1, cat_step_newmark(period / 4000), &p);
  p.z[0] = z0, p.a[0] = -(800 * z0 - 4) / 2;
  cat_chain_joints_start(&p);
  for (int k = 1; k <= 2 * 4000; k++) advance(&p, 0);
  assert_close(p.z[0], z0 - 8 * 4 / 800.0, 0, 1e-5);
  for (int k = 1; k <= 4000; k++) advance(&p, 0);
  double rest = p.z[0];
  assert_true(800 * fabs(rest) <= 4);
  for (int k = 1; k <= 100; k++) advance(&p, 0);
  assert_true(p.z[0] == rest);
  cat_context_free(ctx);
}

// At rest: k d + cubic d^3 + quintic d^5 = f, and a stop beyond its place.
static void springs(void **state) {
  (void)state;
  const CatChainMass mass[] = {{"head", 6.6, 4400, 75.6, 0, 0}, {"frame", 19.7, 10000, 0, 0, 0}};
  const CatMassChainSpec spec = {.name = "wbl88", .nmass = 2, .masses = mass};
  const CatJointSpec joint = {.below = 1,
                              .cubic = 2.364e7,
                              .quintic = -7.364e10,
                              .stop_up = 10,
                              .stop_down = 0.012,
                              .stop_stiffness = 5e4};
  CatContext *ctx = cat_context_new(NULL);
  const double force[] = {10, 50, 70, 120};
  for (int i = 0; i < 4; i++) {
    CatChain p;
    double f = -force[i], z = 0;
    build(ctx, &spec, &joint, 1, cat_step_hht(1e-3, -0.05), &p);
    assert_int_equal(p.base.ops->start(ctx, &p.base, &z, &f), CAT_OK);
    double d = p.z[1] - p.z[0], law = d * (4400 + d * d * (2.364e7 - 7.364e10 * d * d));
    law += 5e4 * fmax(0, d - 0.012);
    assert_close(p.z[1], -force[i] / 10000, 1e-10, 0);
    assert_close(law, force[i], 1e-10, 0);
    double head = p.z[0];
    for (int k = 0; k < 300; k++) advance(&p, f);
    assert_close(p.z[0], head, 0, 1e-10);
  }
  cat_context_free(ctx);
}

// A spring that falls under too much force, with no stop behind it.
static void spring_that_falls(void **state) {
  (void)state;
  const CatChainMass mass[] = {{"head", 6.6, 4400, 75.6, 0, 0}, {"frame", 19.7, 10000, 0, 0, 0}};
  const CatMassChainSpec spec = {.nmass = 2, .masses = mass};
  const CatJointSpec joint = {.below = 1, .cubic = 2.364e7, .quintic = -7.364e10, NONE};
  CatContext *ctx = cat_context_new(NULL);
  CatChain p;
  double z0, D, f0, f = -200;
  CatStand stand = {.z0 = &z0, .D = &D, .f0 = &f0, .f = &f};
  build(ctx, &spec, &joint, 1, cat_step_hht(1e-3, -0.05), &p);
  p.raised = 1;
  assert_int_equal(p.base.ops->stand(ctx, &p.base, &stand), CAT_ERR_DIVERGED);
  const CatError *error = cat_context_error(ctx, cat_context_errors(ctx) - 1);
  print_message("%s\n", error->message);
  assert_non_null(strstr(error->message, "pantograph[0] does not come to rest: joints[0], below"));
  cat_context_free(ctx);
}

// A damper that acts downwards only: under f the rate settles at f/c down, f/(c + c') up.
static void one_way(void **state) {
  (void)state;
  const CatChainMass mass = {"block", 2, 0, 10, 0, 0};
  const CatMassChainSpec spec = {.name = "block", .nmass = 1, .masses = &mass};
  const CatJointSpec joint = {.below = 1, .damping_down = 40, NONE};
  CatContext *ctx = cat_context_new(NULL);
  for (int way = -1; way <= 1; way += 2) {
    CatChain p;
    build(ctx, &spec, &joint, 1, cat_step_newmark(1e-3), &p);
    for (int k = 0; k < 5000; k++) advance(&p, way * 5);
    assert_close(p.v[0], way > 0 ? 0.5 : -0.1, 1e-6, 0);
  }
  cat_context_free(ctx);
}

static const CatChainMass two[] = {{"head", 6.6, 4400, 75.6, 0, 0}, {"frame", 19.7, 500, 0, 0, 0}};
static const CatMassChainSpec both = {.name = "both", .nmass = 2, .masses = two};
static const CatJointSpec all[] = {
    {1, 2.364e7, -7.364e10, 0.012, 0.012, 5e4, 0, 0, 3},
    {2, 0, 0, 10, 10, 0, 0, 63.5, 17},
};

// Linearised at a force, it is right about how far its port gives way near it, and misses nothing
// there.
static void linearised(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatChain p;
  build(ctx, &both, all, 2, cat_step_hht(1e-3, -0.05), &p);
  int stuck = 0;
  for (int k = 0; k < 2000; k++) {
    double f = 60 * sin(0.02 * k) - 40, z, more, less, small = 1e-3;
    p.base.ops->drive(&p.base, &(CatJourney){1, 0, 0});
    p.base.ops->retry(&p.base, &f);
    p.base.ops->free_step(&p.base, &z);
    assert_true(p.base.ops->imbalance(&p.base, &f) < 1e-6);
    double D = p.base.ops->compliance(&p.base, 0, 0);
    bool sticks = isinf(p.joint[0].slope) || isinf(p.joint[1].slope);
    stuck += sticks;
    cat_chain_joints_trial(&p, (double[]){f + small}, &more);
    cat_chain_joints_trial(&p, (double[]){f - small}, &less);
    if (k % 10 == 0) assert_close((more - less) / (2 * small), D, 0.02, 0);
    p.base.ops->commit(&p.base, &f);
  }
  assert_true(stuck > 10 && stuck < 1990);
  cat_context_free(ctx);
}

// Dampers and friction only take; what is stored, taken and done adds up.
static void energy(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatChain p;
  CatMechanismEnergy e;
  double sum = 0, gone = 0, numerical = 0, f0 = 0;
  build(ctx, &both, all, 2, cat_step_alpha(1e-3, 0.8), &p);
  p.base.ops->energy(&p.base, &e);
  double begin = e.stored;
  for (int k = 1; k < 3000; k++) {
    double f = -40 * (1 - cos(0.02 * k)), was = p.z[0];
    advance(&p, f);
    p.base.ops->energy(&p.base, &e);
    assert_true(e.dissipated >= -1e-12);
    sum += (f + f0) / 2 * (p.z[0] - was) + e.work - e.dissipated - e.numerical, f0 = f;
    gone += e.dissipated, numerical += e.numerical;
  }
  assert_true(gone > 1);
  assert_close(e.stored - begin, sum, 0, 1e-10 * gone);
  assert_true(fabs(numerical) < 0.05 * gone);
  cat_context_free(ctx);
}

//------------------------------------------------------------------------------- on a base

static void ride(CatContext *ctx, const CatMassChainSpec *spec, const CatJointSpec *joint,
                 const CatBaseSpec *base, CatStep step, CatChain *p) {
  static CatPantographParts parts;
  parts = (CatPantographParts){.njoint = 1, .joint = joint, .base = *base};
  CatPantographInput in = {.spec = spec, .parts = &parts, .step = step};
  assert_int_equal(cat_chain_build(ctx, &in, p), CAT_OK);
  p->base.ops->drive(&p->base, &(CatJourney){0});
  cat_chain_joints_start(p);
}

static void ride_to(CatChain *p, double t) {
  double z, none = 0;
  p->base.ops->drive(&p->base, &(CatJourney){t, 0, 0});
  p->base.ops->free_step(&p->base, &z);
  p->base.ops->commit(&p->base, &none);
}

// A mass m that only friction R holds to a base which moves at u from t1 to t2: it slides until it
// has the base's rate, after u m/R, sticks, and beyond t2 slides as long again. Friction takes
// m u^2/2 each time, and nothing comes from the kinks, wherever they are in a step.
static void base_with_kinks(void **state) {
  (void)state;
  const double m = 12, R = 30, u = 0.2, lag = u * m / R;
  const double time[] = {0, 0.1, 0.4, 2}, height[] = {0, 0, 0.06, 0.06};
  const CatChainMass mass = {"block", m, 0, 0, 0, 0};
  const CatMassChainSpec spec = {.name = "block", .nmass = 1, .masses = &mass};
  const CatJointSpec dry = {.below = 1, .friction = R, NONE};
  const CatBaseSpec base = {
      .given = true, .time = time, .ntime = 4, .height = height, .nheight = 4};
  CatContext *ctx = cat_context_new(NULL);
  const double steps[] = {1e-3, 2.5e-4, 1.7e-4};
  for (int i = 0; i < 3; i++) {
    double h = steps[i], taken = 0, numerical = 0, worst = 0;
    CatChain p;
    CatMechanismEnergy e;
    ride(ctx, &spec, &dry, &base, cat_step_newmark(h), &p);
    for (int k = 1; k * h < 0.6; k++) {
      double t = k * h, v = u * fmin(fmax((t - 0.1) / lag, 0), 1);
      if (t > 0.4) v = u * fmax(1 - (t - 0.4) / lag, 0);
      ride_to(&p, t);
      p.base.ops->energy(&p.base, &e);
      taken += e.dissipated, numerical += e.numerical;
      worst = fmax(worst, fabs(p.v[0] - v));
    }
    print_message("step %g s: rate within %.2g m/s, %.6f J taken, %.2g J numerical\n", h, worst,
                  taken, numerical);
    assert_true(worst < 1.5 * R / m * h);
    assert_close(taken, m * u * u, 0, 2 * R * u * h);
    assert_close(numerical, 0, 0, 2 * R * u * h);
    assert_close(p.z[0], 0.06, 0, 2 * u * h);
  }
  cat_context_free(ctx);
}

// A base that moves smoothly: what sticks to it bears the mass times its acceleration, within terms
// of the first order in the step.
static void smooth_base(void **state) {
  (void)state;
  enum { POINTS = 1001 };
  const double m = 12, A = 0.01, w = 10;
  const CatChainMass mass = {"block", m, 0, 0, 0, 0};
  const CatMassChainSpec spec = {.name = "block", .nmass = 1, .masses = &mass};
  const CatJointSpec dry = {.below = 1, .friction = 1000, NONE};
  CatContext *ctx = cat_context_new(NULL);
  double miss[2] = {0};
  for (int i = 0; i < 2; i++) {
    double h = i ? 1e-3 : 2e-3, time[POINTS], height[POINTS];
    for (int k = 0; k < POINTS; k++) time[k] = k * h, height[k] = A * (1 - cos(w * k * h));
    const CatBaseSpec base = {
        .given = true, .time = time, .ntime = POINTS, .height = height, .nheight = POINTS};
    CatChain p;
    ride(ctx, &spec, &dry, &base, cat_step_newmark(h), &p);
    for (int k = 1; k * h < 0.9; k++) {
      ride_to(&p, k * h);
      double mean = A * w * (sin(w * k * h) - sin(w * (k - 1) * h)) / h;
      assert_true(isinf(p.joint[0].slope));
      if (k > 2) miss[i] = fmax(miss[i], fabs(p.joint[0].now.force + m * mean));
    }
  }
  print_message("force of what sticks: within %.3g and %.3g N of %g N\n", miss[0], miss[1],
                m * A * w * w);
  assert_true(miss[0] < 0.1 * m * A * w * w && miss[1] < 0.6 * miss[0]);
  cat_context_free(ctx);
}

//------------------------------------------------------------------------------- nothing gives way

// A single mass whose joint sticks does not give way; what it then misses is a number.
static void head_that_sticks(void **state) {
  (void)state;
  const double h = 1e-3, R = 5;
  const CatChainMass mass = {"block", 12, 100, 50, 0, 0};
  const CatMassChainSpec spec = {.name = "block", .nmass = 1, .masses = &mass};
  const CatJointSpec dry = {.below = 1, .friction = R, NONE};
  CatContext *ctx = cat_context_new(NULL);
  CatChain p;
  double z, little = -R / 2, much = -2 * R;
  build(ctx, &spec, &dry, 1, cat_step_newmark(h), &p);
  const CatMechanismOps *ops = p.base.ops;
  ops->drive(&p.base, &(CatJourney){h, 0, 0});
  ops->free_step(&p.base, &z);
  assert_close(ops->compliance(&p.base, 0, 0), 0, 0, 1e-20);
  assert_close(ops->imbalance(&p.base, &little), 0, 0, 1e-9);
  assert_close(ops->imbalance(&p.base, &much), R, 0, 1e-9);
  ops->retry(&p.base, &much);
  ops->free_step(&p.base, &z);
  assert_true(ops->compliance(&p.base, 0, 0) > 1e-9);
  assert_close(ops->imbalance(&p.base, &much), 0, 0, 1e-9);
  cat_context_free(ctx);
}

// Joints under three bodies between two strips and the ground, five metres up: little friction,
// whose forces are rounding where the step is short, and much of it.
static void many_that_stick(void **state) {
  (void)state;
  const CatChainMass mass[] = {
      {"head", 7, 7000, 50, 0, 0}, {"arm", 9, 9000, 0, 0, 0}, {"frame", 6, 50, 0, 0, 0}};
  const CatMassChainSpec spec = {.name = "three", .nmass = 3, .masses = mass};
  CatContext *ctx = cat_context_new(NULL);
  long stuck = 0, slid = 0;
  for (int i = 0; i < 12; i++) {
    double h = i % 2 ? 1e-3 : 2e-5, R = (const double[]){0.01, 0.1, 1, 5, 20, 60}[i / 2];
    const CatJointSpec dry[] = {{.below = 1, .friction = R, NONE},
                                {.below = 2, .friction = 17 * fmin(R, 1), NONE},
                                {.below = 3, .friction = 30 * fmin(R, 1), NONE}};
    CatPantographParts parts = {.njoint = 3, .joint = dry, .strips = {true, 0.4, 2, 1e5, 0}};
    CatPantographInput in = {.spec = &spec, .parts = &parts, .step = cat_step_hht(h, -0.05)};
    CatChain p;
    assert_int_equal(cat_chain_build(ctx, &in, &p), CAT_OK);
    for (int k = 0; k < p.n; k++) p.z[k] = 5;
    cat_chain_joints_start(&p);
    for (int k = 1; k < 3000; k++) {
      double z[2], f[] = {-40 - 30 * sin(40 * k * h), -40 - 30 * sin(57 * k * h)};
      p.base.ops->drive(&p.base, &(CatJourney){k * h, 0, 0});
      p.base.ops->retry(&p.base, f);
      p.base.ops->free_step(&p.base, z);
      assert_true(p.base.ops->imbalance(&p.base, f) < 1e-3);  // less than a run asks for
      p.base.ops->commit(&p.base, f);
      for (int j = 0; j < p.njoint; j++) *(isinf(p.joint[j].slope) ? &stuck : &slid) += 1;
    }
  }
  print_message("%ld times a joint stuck, %ld times it slid\n", stuck, slid);
  assert_true(stuck > 1000 && slid > 1000);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stick_and_slip),    cmocka_unit_test(dry_decay),
      cmocka_unit_test(springs),           cmocka_unit_test(one_way),
      cmocka_unit_test(linearised),        cmocka_unit_test(energy),
      cmocka_unit_test(base_with_kinks),   cmocka_unit_test(smooth_base),
      cmocka_unit_test(spring_that_falls), cmocka_unit_test(head_that_sticks),
      cmocka_unit_test(many_that_stick),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
