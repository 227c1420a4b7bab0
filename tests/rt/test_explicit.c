// Where explicit coupling stops being stable: the limits of docs/theory/explicit.md, measured.
#include "support/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BEFORE = 40, STEPS = 240, WINDOW = 60, ELEMENTS = 3000 };

typedef struct Rig {
  Scene g;
  Driven *d;
  CatTrainSpec s;
  double h;
  CatStep step;
  CatChainMass head;
  CatSpanSpec span;
  CatPointSpec point;
} Rig;

// A head of one mass under a fine string, so long that nothing comes back from its ends.
static void rig_new(Rig *r, CatStep step, double clamp) {
  r->h = step.h;
  r->step = step;
  r->span = (CatSpanSpec){.repeat = 1, .length = 1.1 * scene_wave * r->h * (BEFORE + STEPS)};
  r->point = (CatPointSpec){r->span.length / 2, CAT_ON_CONTACT_WIRE, clamp};
  r->s = scene_string(&r->span, ELEMENTS, r->h);
  r->s.line.nmass = clamp > 0;
  r->s.line.masses = &r->point;
  r->g = scene_line(&r->s);
  scene_hold_along(&r->g);
  r->d = driven_new(&r->g, r->step, 0);
}

static void rig_free(Rig *r) {
  driven_free(r->d);
  scene_free(&r->g);
}

// The head rises with the string under a constant force, as if it had done so for ever.
static CatChain settled(Rig *r, double force, double stiffness, double *gap) {
  static CatMassChainSpec body;
  body = (CatMassChainSpec){.name = "head", .static_force = force, .nmass = 1, .masses = &r->head};
  CatStructure *line = &r->d->b->base;
  CatChain p;
  double *zero = calloc((size_t)r->d->system.n, sizeof *zero), before = 0;
  line->ops->set_static(line, zero);
  free(zero);
  r->d->force = 0;
  for (int k = 0; k < BEFORE; k++) {
    before = r->d->height;
    driven_step(r->d, r->point.position, force);
  }
  assert_int_equal(cat_chain_new(r->g.ctx, &body, &r->step, &p), CAT_OK);
  double head = r->d->height + force / stiffness;
  assert_int_equal(p.base.ops->start(r->g.ctx, &p.base, &head, (double[]){-force}), CAT_OK);
  p.v[0] = (r->d->height - before) / r->h;
  *gap = -force / stiffness;
  return p;
}

// Whether the force settles with this stiffness of the contact.
static bool is_stable(Rig *r, double stiffness) {
  double gap, force = 100, early = 0, late = 0, last[2] = {force, force};
  CatChain p = settled(r, force, stiffness, &gap);
  p.base.z = p.z;
  p.z[0] += 1e-3 * force / stiffness;  // a small push
  CatContactSetup law = {.side = 1, .stiffness = stiffness, .damping = r->s.contact.damping};
  for (int k = 0; k < STEPS; k++) {
    driven_step(r->d, r->point.position, force);
    last[1] = last[0], last[0] = force;
    force = cat_contact_answer(&p.base, &law, r->step.h, r->d->height, &gap);
    double swing = fabs(force - last[1]);
    if (k >= STEPS - 2 * WINDOW && k < STEPS - WINDOW) early = fmax(early, swing);
    if (k >= STEPS - WINDOW) late = fmax(late, swing);
  }
  return late < 0.01 || (late < early && late < 50);
}

static double measured_limit(Rig *r, double low, double high) {
  assert_true(is_stable(r, low));
  assert_false(is_stable(r, high));
  while (high / low > 1.005) {
    double middle = sqrt(low * high);
    *(is_stable(r, middle) ? &low : &high) = middle;
  }
  return sqrt(low * high);
}

// k (h/(2 Z) + h^2/(4 m)) = 1
static void light_and_heavy_heads_on_a_wire(void **state) {
  (void)state;
  const struct { double h, mass; } of[] = {{1e-3, 7.5}, {1e-3, 0.1}, {2e-3, 7.5}, {2e-3, 1}};
  for (int i = 0; i < 4; i++) {
    Rig r = {.head = {"head", of[i].mass, 0, 0, 0, 0}};
    rig_new(&r, cat_step_newmark(of[i].h), 0);
    double limit = 1 / (r.h / (2 * scene_impedance) + r.h * r.h / (4 * of[i].mass));
    double measured = measured_limit(&r, 0.5 * limit, 2 * limit);
    print_message("step %g s, head %g kg: limit %.4g N/m, measured %.4g N/m\n", r.h, of[i].mass,
                  limit, measured);
    assert_close(measured, limit, 0.05, 0);
    rig_free(&r);
  }
}

// Roots of b q^4 + (b (1 + r) + a) q^3 + (1/k + b r - a) q^2 + (1 + r)/k q + r/k in the left half.
static bool clamped_is_stable(double k, double a, double b, double r) {
  double a4 = b, a3 = b * (1 + r) + a, a2 = 1 / k + b * r - a, a1 = (1 + r) / k, a0 = r / k;
  return a2 > 0 && a3 * a2 * a1 > a4 * a1 * a1 + a3 * a3 * a0;
}

static double clamped_limit(double a, double b, double r) {
  double low = 1e-3 / (a + b), high = 10 / (a + b);
  while (high / low > 1.0001) {
    double middle = sqrt(low * high);
    *(clamped_is_stable(middle, a, b, r) ? &low : &high) = middle;
  }
  return low;
}

// a heavy clamp where it is touched: the line answers as a mass, and the limit moves
static void mass_on_the_wire(void **state) {
  (void)state;
  const struct { double clamp, mass; } of[] = {{0.1, 7.5}, {0.5, 7.5}, {0.5, 0.5}};
  for (int i = 0; i < 3; i++) {
    Rig r = {.head = {"head", of[i].mass, 0, 0, 0, 0}};
    rig_new(&r, cat_step_newmark(1e-3), of[i].clamp);
    double a = r.h / (2 * scene_impedance), b = r.h * r.h / (4 * of[i].mass);
    double limit = clamped_limit(a, b, 2 * of[i].clamp / (r.h * scene_impedance));
    double measured = measured_limit(&r, 0.5 * limit, 2 * limit);
    print_message("clamp %g kg, head %g kg: limit %.4g N/m, measured %.4g N/m\n", of[i].clamp,
                  of[i].mass, limit, measured);
    assert_close(measured, limit, 0.08, 0);
    rig_free(&r);
  }
}

// with HHT, as runs use it, the limit is a little higher: 1.05 and 1.20 times by the same equation
static void numerical_damping_changes_little(void **state) {
  (void)state;
  const double alpha[] = {0, -0.05, -0.2}, theory[] = {1, 1.053, 1.200};
  double limit = 1 / (1e-3 / (2 * scene_impedance) + 1e-6 / (4 * 7.5));
  for (int i = 0; i < 3; i++) {
    Rig r = {.head = {"head", 7.5, 0, 0, 0, 0}};
    rig_new(&r, cat_step_hht(1e-3, alpha[i]), 0);
    double measured = measured_limit(&r, 0.5 * limit, 2 * limit);
    print_message("HHT, alpha %g: %.3f of the limit, measured %.3f\n", alpha[i], theory[i],
                  measured / limit);
    assert_close(measured, theory[i] * limit, 0.05, 0);
    rig_free(&r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(light_and_heavy_heads_on_a_wire),
      cmocka_unit_test(mass_on_the_wire),
      cmocka_unit_test(numerical_damping_changes_little),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
