// The account of energy (rung 16): to rounding without dampers and switching, to 1e-4 of what
// passes through in full runs; and entries that are left out are missed.
#include "support/scene.h"

#include <math.h>

static double share_of(const CatAccount *a, double entry) {
  return fabs(entry) / a->throughput;
}

static CatTrainPantograph still_chain(void) {
  static const CatChainMass bodies[] = {{"head", 7.5, 7000, 0, 0, 0}, {"base", 15, 160, 0, 0, 0}};
  return (CatTrainPantograph){
      .body = {.name = "p", .source = "", .static_force = 50, .nmass = 2, .masses = bodies}};
}

static bool switched(const CatLineSim *c) {
  for (int i = 0; i < c->ties.n; i++) {
    if (c->ties.y[i] > 0) return true;
  }
  return c->sim->contact[0].force <= 0;
}

// no dampers, Newmark, all droppers taut and the head on the wire all the time
static void conservative(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(4);
  CatTrainPantograph p = still_chain();
  CatTrainSpec s = scene_ac_simple(&span, 40);
  s.pantograph = &p;
  s.damping.alpha = s.damping.beta = s.line.support.damping = 0;
  s.time.method = CAT_SCHEME_NEWMARK;
  s.measure.energy = true;
  s.run.from = 60;
  Scene g = scene_new(&s);
  for (int k = 0; k < 1500; k++) {
    scene_steps(&g, 1);
    assert_false(switched(g.c));
  }
  const CatAccount closed = cat_ledger_account(g.ledger), *a = &closed;
  print_message("throughput %.4g J, residual %.1e of it, propulsion %.1e, integrator %.1e\n",
                a->throughput, share_of(a, a->residual), share_of(a, a->propulsion),
                share_of(a, a->numerical));
  assert_below(share_of(a, a->residual), 1e-8);
  assert_below(share_of(a, a->dissipated), 1e-12);
  // negative controls: without an entry the account does not close
  assert_true(share_of(a, a->residual - a->propulsion) > 1e-3);
  assert_true(share_of(a, a->residual + a->stored) > 1e-3);
  scene_free(&g);
}

// What the integrator takes is its error: it must go with the step, whatever it is made of.
static void integrator_vanishes(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(3);
  for (int method = CAT_SCHEME_HHT; method <= CAT_SCHEME_ALPHA; method++) {
    CatTrainSpec s = scene_ac_simple(&span, 80);
    double h[5], entry[5];
    s.time.method = method;
    s.measure.energy = true;
    for (int k = 0; k < 5; k++) {
      h[k] = s.time.step = 2e-3 / (1 << k);
      Scene g = scene_new(&s);
      scene_steps(&g, 300L << k);
      const CatAccount closed = cat_ledger_account(g.ledger), *a = &closed;
      entry[k] = share_of(a, a->numerical);
      scene_free(&g);
    }
    double order = convergence_order(h, entry, 5);
    print_message("method %d: %.1e at 2 ms, %.1e at 0.125 ms, order %.2f\n", method, entry[0],
                  entry[4], order);
    assert_true(order > 1);
    assert_below(entry[4], 2e-4);
  }
}

//------------------------------------------------------------------------------- full runs

// What slack droppers do not hold although the linear line counts it [J].
static double slack_energy(const CatLineSim *c) {
  double sum = 0;
  for (int i = 0; i < c->ties.n; i++) {
    const CatTies *d = &c->ties;
    double law = d->rest[i] + d->k[i] * d->e[i];
    if (d->y[i] > 0) sum += law * law / (2 * d->k[i]);
  }
  return sum;
}

typedef struct Run {
  double residual;                               // largest, of the throughput
  double propulsion, damping, numerical, slack;  // largest residual without it, likewise
  long slack_steps, loss_steps;
} Run;

static Run run(const CatTrainSpec *s, int steps) {
  Scene g = scene_new(s);
  Run r = {0};
  for (int k = 0; k < steps; k++) {
    scene_steps(&g, 1);
    double slack = slack_energy(g.c);
    r.slack_steps += slack > 0;
    r.loss_steps += g.c->sim->contact[0].force <= 0;
    if (k < steps / 4) continue;
    const CatAccount closed = cat_ledger_account(g.ledger), *a = &closed;
    r.residual = fmax(r.residual, share_of(a, a->residual));
    r.propulsion = fmax(r.propulsion, share_of(a, a->residual - a->propulsion));
    r.damping = fmax(r.damping, share_of(a, a->residual + a->dissipated));
    r.numerical = fmax(r.numerical, share_of(a, a->residual + a->numerical));
    r.slack = fmax(r.slack, share_of(a, a->residual - slack));
  }
  scene_free(&g);
  return r;
}

static Run run_named(const char *name, CatTrainSpec s, int steps) {
  s.measure.energy = true;
  Run r = run(&s, steps);
  print_message("%-22s %.1e; without propulsion %.0e, dampers %.0e, integrator %.0e, slack %.0e; "
                "slack %ld, off %ld\n",
                name, r.residual, r.propulsion, r.damping, r.numerical, r.slack, r.slack_steps,
                r.loss_steps);
  assert_below(r.residual, 1e-4);
  assert_true(r.propulsion > 1e-2 && r.damping > 1e-2);
  return r;
}

static void methods(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(4);
  CatTrainSpec s = scene_ac_simple(&span, 320 / 3.6);
  Run r = run_named("HHT", s, 1200);
  assert_true(r.slack_steps > 100 && r.slack > 3e-4);
  assert_true(r.numerical > 3e-4);
  s.time.alpha = -0.3;
  run_named("HHT, alpha -0.3", s, 1200);
  s.time.method = CAT_SCHEME_ALPHA;
  r = run_named("generalised alpha", s, 1200);
  assert_true(r.slack_steps > 100);
  s.time.rho = 0.5;
  run_named("generalised alpha 0.5", s, 1200);
  s.time.method = CAT_SCHEME_NEWMARK;
  r = run_named("Newmark", s, 1200);
  assert_true(r.slack_steps > 100);
}

static void variants(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(4);
  CatTrainSpec s = scene_ac_simple(&span, 320 / 3.6), given = s;
  s.damping.contact_wire = (CatRayleigh){true, 0.05, 2e-4};
  s.damping.messenger = (CatRayleigh){true, 0.01, 0};
  s.damping.dropper = (CatRayleigh){true, 0, 1e-3};
  s.damping.steady_arm = (CatRayleigh){true, 0.1, 3e-4};
  run_named("damping per material", s, 1200);
  s = given;
  s.contact.damping = 100;
  run_named("contact damper", s, 1200);
  s = given;
  s.contact.coupling = CAT_COUPLING_EXPLICIT;
  run_named("explicit coupling", s, 1200);
  CatTrainPantograph pair[2] = {scene_benchmark, scene_benchmark};
  pair[1].behind = 60;
  pair[1].raise.over = 30, pair[1].raise.from = 20, pair[1].raise.below = 0.2;
  s = given;
  s.npantograph = 2;
  s.pantograph = pair;
  s.run.from = 50;
  run_named("two, one raised", s, 1300);
}

// the head bounces off again and again
static void losses(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(4);
  CatTrainPantograph light = scene_benchmark;
  light.body.static_force = 30;
  CatTrainSpec s = scene_ac_simple(&span, 330 / 3.6);
  s.pantograph = &light;
  Run r = run_named("contact lost", s, 1300);
  assert_true(r.loss_steps > 20);
}

static void other_lines(void **state) {
  (void)state;
  static const double places[] = {5, 14, 23.25, 32.5, 41.75, 51, 60}, sag[] = {0.065};
  static const double stagger[] = {0.3, -0.3}, outside[] = {-0.2};
  static const CatPathSpec path[] = {{55, 0, 0.0005}, {110, 0.0005, 0.0005}};
  CatSpanSpec span = scene_spans(4);
  CatTrainSpec s = scene_ac_simple(&span, 250 / 3.6);
  s.line.npath = 2, s.line.path = path;
  s.line.nstagger = 1, s.line.stagger = outside;
  s.line.support.offset = 1;
  run_named("curve", s, 1300);
  CatSpanSpec wide = {.repeat = 3,
                      .length = 65,
                      .encumbrance = 1.8,
                      .nposition = 7,
                      .positions = places,
                      .nsag = 1,
                      .sag = sag};
  s = scene_ac_simple(&wide, 250 / 3.6);
  s.line.nstagger = 2, s.line.stagger = stagger;
  s.line.contact_wire.tension = s.line.messenger.tension = 15e3;
  s.line.contact_wire.mass_per_length = 1.07, s.line.messenger.mass_per_length = 0.596;
  s.line.stitch = (CatWireSpec){.given = true,
                                .modulus = 113e9,
                                .area = 34.4e-6,
                                .bending_stiffness = 5,
                                .mass_per_length = 0.31,
                                .tension = 2.8e3};
  s.line.stitch_length = 18;
  run_named("stitched", s, 1300);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(conservative), cmocka_unit_test(integrator_vanishes),
      cmocka_unit_test(methods),      cmocka_unit_test(variants),
      cmocka_unit_test(losses),       cmocka_unit_test(other_lines)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
