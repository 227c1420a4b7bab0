// Limits (rung 19): stiff contact and stiff droppers become constraints, bending vanishes, a slow
// pantograph meets static elasticity, pantographs far apart do not know of each other.
#include "support/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rest/elasticity.h"

enum { POINTS = 6, STEPS = 400 };

typedef struct Forces {
  double p[STEPS];
} Forces;

static Forces forces(const CatTrainSpec *s) {
  Scene g = scene_new(s);
  Forces f;
  for (int k = 0; k < STEPS; k++) {
    scene_steps(&g, 1);
    f.p[k] = g.c->sim->contact[0].force;
  }
  scene_free(&g);
  return f;
}

static double distance(const Forces *a, const Forces *b) {
  double sum = 0;
  for (int k = 0; k < STEPS; k++) sum += (a->p[k] - b->p[k]) * (a->p[k] - b->p[k]);
  return sqrt(sum / STEPS);
}

// The errors fall all the way, and with this slope.
static void assert_slope(const char *name, const double *x, const double *error, double slope) {
  double found = convergence_order(x, error, POINTS);
  print_message("%-22s %.1e to %.1e N, slope %.3f\n", name, error[0], error[POINTS - 1], found);
  for (int i = 1; i < POINTS; i++) assert_true(error[i] < error[i - 1]);
  assert_close(found, slope, 0, 0.1);
}

// force by penalty: the same run with a rigid contact is the limit
static void penalty(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  CatTrainSpec s = scene_ac_simple(&span, 60);
  s.time.method = CAT_SCHEME_ALPHA, s.time.rho = 0;  // a rigid contact needs it
  s.contact.law = CAT_CONTACT_RIGID;
  Forces limit = forces(&s);
  double k[POINTS], error[POINTS];
  for (int i = 0; i < POINTS; i++) {
    s.contact.law = CAT_CONTACT_PENALTY;
    k[i] = s.contact.stiffness = 1e7 * pow(4, i);
    Forces f = forces(&s);
    error[i] = distance(&f, &limit);
  }
  assert_slope("contact stiffness", k, error, -1);
}

// a rigid contact at the end of every step: no force over a gap, none that pulls, none passed
// through; and what impacts take is in the account of energy
static void complementarity(CatTrainSpec s) {
  int open = 0, closed = 0, impacts = 0;
  double worst = 0, deepest = 0;
  s.time.method = CAT_SCHEME_ALPHA, s.time.rho = 0;
  s.contact.law = CAT_CONTACT_RIGID;
  s.measure.energy = true;
  Scene g = scene_new(&s);
  const CatContact *c = &g.c->sim->contact[0];
  for (int k = 0; k < 2 * STEPS; k++) {
    bool touched = c->force > 0;
    scene_steps(&g, 1);
    assert_true(c->force >= 0);
    worst = fmax(worst, c->force * fabs(c->gap));
    deepest = fmax(deepest, -c->gap);
    if (c->force > 0) closed++, impacts += !touched;
    open += c->force == 0;
  }
  CatAccount a = cat_ledger_account(g.ledger);
  print_message("p s at most %.1e N m, s at least -%.1e m; %d steps closed, %d open, %d impacts; "
                "energy left over %.1e of %.1f J, %.2f J numerical\n",
                worst, deepest, closed, open, impacts, a.residual, a.throughput, a.numerical);
  assert_true(worst <= 1e-9 && deepest <= 1e-12);
  assert_true(closed > STEPS && open > 10 && impacts >= 3);
  assert_true(fabs(a.residual) < 1e-10 * a.throughput && a.numerical > 0);
  scene_free(&g);
}

static void rigid_contact(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  CatTrainSpec s = scene_ac_simple(&span, 90);
  complementarity(s);
  s.dynamics = CAT_DYNAMICS_NONLINEAR;
  s.nonlinear =
      (CatNonlinearSpec){.wires = true, .droppers = true, .arms = true, .tolerance = 1e-6};
  complementarity(s);
}

// a force on a length becomes one at a point, with the square of the length; all the same work
static void spread(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  CatTrainSpec s = scene_ac_simple(&span, 60);
  s.measure.energy = true;
  Forces limit = forces(&s);
  double d[POINTS], error[POINTS];
  for (int i = 0; i < POINTS; i++) {
    d[i] = s.contact.spread = 0.4 * pow(0.5, i);
    Forces f = forces(&s);
    error[i] = distance(&f, &limit);
  }
  assert_slope("spread of the force", d, error, 2);
  s.contact.spread = 0.4;
  Scene g = scene_new(&s);
  double whole = 0;
  const CatPortVector *port = &g.c->sim->contact[0].seat->port;
  for (int k = 0; k < port->n; k += 2) whole += port->b[k];  // heights; slopes are between
  assert_close(whole, 1, 0, 1e-12);
  scene_steps(&g, STEPS);
  CatAccount a = cat_ledger_account(g.ledger);
  print_message("energy left over %.1e of %.1f J\n", a.residual, a.throughput);
  assert_true(fabs(a.residual) < 1e-9 * a.throughput);
  scene_free(&g);
}

// the head at rest is as far into the wire as its spring tells
static void penetration(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  CatTrainPantograph p = scene_floating;
  p.body.static_force = 120;
  CatTrainSpec s = scene_ac_simple(&span, 60);
  s.pantograph = &p;
  Scene g = scene_new(&s);
  assert_close(g.c->sim->contact[0].force, 120, 1e-9, 0);
  assert_close(-g.c->sim->contact[0].gap, 2.4e-3, 1e-9, 0);  // 120 N on 50 kN/m
  scene_free(&g);
}

// what a run begins with is at rest: held by a spring or by nothing, one or two of them
static void rest_stays(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  for (int held = 0; held < 2; held++) {
    CatTrainPantograph p[2] = {held ? scene_benchmark : scene_floating};
    p[0].body.static_force = 50;
    p[1] = p[0];
    p[1].behind = 12;
    CatTrainSpec s = scene_ac_simple(&span, 1e-9);
    s.run.from = 84;
    s.npantograph = 2, s.pantograph = p;
    Scene g = scene_new(&s);
    double first[2] = {g.c->sim->contact[0].force, g.c->sim->contact[1].force};
    assert_true(first[0] > 40 && first[1] > 40);
    for (int k = 0; k < 200; k++) {
      scene_steps(&g, 1);
      for (int i = 0; i < 2; i++) assert_close(g.c->sim->contact[i].force, first[i], 1e-7, 0);
    }
    scene_free(&g);
  }
}

// nothing goes slack: only then is the limit approached smoothly
static void dropper_stiffness(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  CatTrainPantograph light = scene_floating;
  light.body.static_force = 50;
  CatTrainSpec s = scene_ac_simple(&span, 30);
  s.pantograph = &light;
  s.time.method = CAT_SCHEME_ALPHA, s.time.rho = 0;
  s.run.from = 65;
  s.line.dropper.axial_stiffness = 8e8;
  Forces f = forces(&s), limit;
  s.line.dropper.axial_stiffness = 16e8;
  limit = forces(&s);
  for (int k = 0; k < STEPS; k++) limit.p[k] += limit.p[k] - f.p[k];
  double EA[POINTS], error[POINTS];
  for (int i = 0; i < POINTS; i++) {
    EA[i] = s.line.dropper.axial_stiffness = 2e5 * pow(4, i);
    f = forces(&s);
    error[i] = distance(&f, &limit);
  }
  assert_slope("dropper stiffness", EA, error, -1);
}

// on a given mesh what bending adds is in proportion to it
static void bending(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  CatTrainSpec s = scene_ac_simple(&span, 60);
  s.line.contact_wire.bending_stiffness = s.line.messenger.bending_stiffness = 0;
  Forces limit = forces(&s);
  double EI[POINTS], error[POINTS];
  for (int i = 0; i < POINTS; i++) {
    EI[i] = 50 * pow(0.25, i);
    s.line.contact_wire.bending_stiffness = s.line.messenger.bending_stiffness = EI[i];
    Forces f = forces(&s);
    error[i] = distance(&f, &limit);
  }
  assert_slope("bending stiffness", EI, error, 1);
}

//------------------------------------------------------------------------------- slow

// Lift under a pantograph that creeps along a span with 200 N, beside the elasticity there.
static void creep(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(3);
  CatTrainPantograph strong = scene_floating;
  strong.body.static_force = cat_lift_force[1];
  CatTrainSpec s = scene_ac_simple(&span, 0.5);
  s.line.elements_per_bay = 4;
  s.pantograph = &strong;
  s.damping.alpha = 0.5;
  s.time.method = CAT_SCHEME_ALPHA, s.time.rho = 0, s.time.step = 0.02;
  s.run.from = 55;
  Scene g = scene_new(&s);
  CatArena *a = cat_arena_new(g.ctx, 1 << 20);
  CatElasticity e;
  assert_int_equal(cat_rest_elasticity(a, g.m, g.rest, &e), CAT_OK);
  double worst = 0, most = 0, slack = 0;
  int met = 0;
  for (int k = 0; met < e.n && k < 6000; k++) {
    const CatContact *p = &g.c->sim->contact[0];
    if (fabs(p->x - 55 - e.x[met]) < 0.006) {  // within one step
      double lift = p->height - p->rest_height;
      if (k > 200) worst = fmax(worst, fabs(lift - e.at[1].lift[met]));
      most = fmax(most, e.at[1].lift[met]);
      slack += e.at[1].slack[met];
      met++;
    }
    scene_steps(&g, 1);
  }
  print_message("%d places, lift up to %.2f mm, worst difference %.3f mm\n", met, 1e3 * most,
                1e3 * worst);
  assert_int_equal(met, e.n);
  assert_true(slack > 0);
  assert_below(worst, 0.005 * most);
  cat_arena_free(a);
  scene_free(&g);
}

//------------------------------------------------------------------------------- far apart

// Largest difference of the leading one's forces to those alone, with another one so far behind.
static double disturbed(double behind, int steps) {
  CatSpanSpec span = scene_spans(8);
  CatTrainPantograph pair[2] = {scene_benchmark, scene_benchmark};
  CatTrainSpec one = scene_ac_simple(&span, 80), two;
  pair[1].behind = behind;
  one.line.elements_per_bay = 2;
  one.run.from = 310;
  two = one;
  two.npantograph = 2, two.pantograph = pair;
  Scene a = scene_line(&one), b = scene_line(&two);
  scene_hold_along(&a), scene_hold_along(&b);  // else a lifted messenger is felt at any distance
  scene_couple(&a, &one), scene_couple(&b, &two);
  double worst = 0;
  for (int k = 0; k < steps; k++) {
    scene_steps(&a, 1);
    scene_steps(&b, 1);
    worst = fmax(worst, fabs(a.c->sim->contact[0].force - b.c->sim->contact[0].force));
  }
  scene_free(&a);
  scene_free(&b);
  return worst;
}

// The waves of the one behind come nearer by 48 m/s.
static void far_apart(void **state) {
  (void)state;
  static const double behind[] = {50, 120, 200, 290};
  double worst[4];
  for (int i = 0; i < 4; i++) {
    worst[i] = disturbed(behind[i], 1200);
    print_message("%3.0f m apart: %.3g N\n", behind[i], worst[i]);
    if (i > 0) assert_true(worst[i] < worst[i - 1]);
  }
  assert_true(worst[0] > 1);
  assert_below(worst[3], 1e-5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(penalty),    cmocka_unit_test(rigid_contact),
      cmocka_unit_test(spread),     cmocka_unit_test(penetration),
      cmocka_unit_test(rest_stays), cmocka_unit_test(dropper_stiffness),
      cmocka_unit_test(bending),    cmocka_unit_test(creep),
      cmocka_unit_test(far_apart)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
