// Stick and slip of a single mass under a wire that hardly gives way, driven by its base, against
// the closed form.
#include "support/scene.h"

#include <math.h>

static const double mass = 12, spring = 5000, dry = 30, push = 60, rate = 0.06;

static CatTrainSpec stiff_wire(const CatSpanSpec *span, const CatTrainPantograph *under, double h) {
  CatTrainSpec s = scene_string(span, 20, h);
  s.line.contact_wire = (CatWireSpec){.given = true,
                                      .axial_stiffness = 1e12,
                                      .bending_stiffness = 1e6,
                                      .mass_per_length = 1000,
                                      .tension = 1e7};
  s.pantograph = under;
  s.contact.stiffness = spring;
  s.run.speed = 0.001, s.run.from = 1;
  s.measure.energy = true;
  return s;
}

// Its base rises at u from the start, w^2 = k/m:
//   it slides behind the base,       z = R/k (1 - cos w t), until its rate is u;
//   it sticks to the base,           z = z0 + u (t - t0),   until the contact has R more: z = R/k;
//   it slides behind the base again, z = R/k + u/w sin w (t - t1), for a period.
// Friction takes R of the way that the base is ahead.
static double height_at(double t) {
  double w = sqrt(spring / mass), far = dry / spring, t0 = asin(rate / (far * w)) / w;
  double z0 = far * (1 - cos(w * t0)), t1 = t0 + (far - z0) / rate;
  if (t < t0) return far * (1 - cos(w * t));
  return t < t1 ? z0 + rate * (t - t0) : far + rate / w * sin(w * (t - t1));
}

static double ride(double h) {
  const double time[] = {0, 2}, height[] = {0, 2 * rate};
  const CatChainMass block = {"block", mass, 0, 0, 0, 0};
  const CatJointSpec joint = {.below = 1, .friction = dry, .stop_up = 10, .stop_down = 10};
  const CatTrainPantograph under = {
      .body = {.name = "block", .static_force = push, .nmass = 1, .masses = &block},
      .parts = {.njoint = 1,
                .joint = &joint,
                .base = {.given = true, .time = time, .ntime = 2, .height = height, .nheight = 2}}};
  const CatSpanSpec span = {.repeat = 1, .length = 2};
  CatTrainSpec s = stiff_wire(&span, &under, h);
  Scene g = scene_new(&s);
  double worst = 0, ahead = 0;
  for (int k = 1; k * h < 0.4; k++) {
    double z = height_at(k * h);
    scene_steps(&g, 1);
    ahead = rate * k * h - z;
    worst = fmax(worst, fabs(g.c->sim->contact[0].force - push - spring * z));
  }
  CatAccount got = cat_ledger_account(g.ledger);
  print_message("step %g s: force within %.3g N, friction took %.5f J of %.5f J\n", h, worst,
                got.dissipated, dry * ahead);
  assert_close(got.residual, 0, 0, 1e-9 * got.throughput);
  assert_close(got.dissipated, dry * ahead, 0, dry * rate * h);
  scene_free(&g);
  return worst;
}

static void stick_and_slip(void **state) {
  (void)state;
  double coarse = ride(2e-3), fine = ride(5e-4);
  assert_true(coarse < 1 && fine < 0.5 * coarse);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(stick_and_slip)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
