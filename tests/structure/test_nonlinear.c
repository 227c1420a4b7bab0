// The nonlinear line: linear with all of its parts linear, linear in the limit of small motions,
// independent of the tangent, and without loss of energy that nobody accounts for.
#include "support/scene.h"

#include <math.h>
#include <stdlib.h>

#include "monitor/ledger.h"
#include "rest/probe.h"
#include "structure/nonlinear.h"

//------------------------------------------------------------------------------- runs

static CatTrainSpec run_spec(const CatSpanSpec *span) {
  CatTrainSpec s = scene_ac_simple(span, 320 / 3.6);
  s.solver = CAT_SOLVER_BAND;
  s.dynamics = CAT_DYNAMICS_NONLINEAR;
  s.nonlinear = (CatNonlinearSpec){true, true, true, 0, 0, CAT_TANGENT_FROZEN, 1e-5};
  return s;
}

typedef struct Run {
  double *force;
  long slack;   // sum over steps of slack droppers
  double mean;  // trials in a step
} Run;

enum { STEPS = 700 };

static Run run_of(const CatTrainSpec *s) {
  Scene g = scene_new(s);
  Run r = {.force = calloc(STEPS, sizeof *r.force)};
  for (int i = 0; i < STEPS; i++) {
    scene_steps(&g, 1);
    r.force[i] = g.c->sim->contact[0].force;
    r.slack += g.c->sim->ports.nslack;
  }
  r.mean = (double)g.c->sim->counts.trials / STEPS;
  scene_free(&g);
  return r;
}

static double apart(const Run *a, const Run *b) {
  double worst = 0;
  for (int i = 0; i < STEPS; i++) worst = fmax(worst, fabs(a->force[i] - b->force[i]));
  return worst;
}

static void linear_parts_are_the_linear_line(void **state) {
  (void)state;
  const CatScheme scheme[] = {CAT_SCHEME_NEWMARK, CAT_SCHEME_HHT, CAT_SCHEME_ALPHA};
  CatSpanSpec span = scene_spans(2);
  for (int i = 0; i < 3; i++) {
    CatTrainSpec s = run_spec(&span);
    s.time.method = (int)scheme[i], s.time.alpha = -0.1, s.time.rho = 0.8;
    s.nonlinear.wires = s.nonlinear.droppers = s.nonlinear.arms = false;
    s.nonlinear.contact = 1;
    Run a = run_of(&s);
    s.dynamics = CAT_DYNAMICS_LINEAR;
    Run b = run_of(&s);
    print_message("scheme %d: %.1e N, slack %ld, %.2f trials\n", i, apart(&a, &b), a.slack, a.mean);
    assert_true(a.slack > 100 && a.slack == b.slack);
    assert_below(apart(&a, &b), 1e-6);
    assert_close(a.mean, 1, 0, 0.02);
    free(a.force), free(b.force);
  }
}

static void tangents_agree(void **state) {
  (void)state;
  Run r[3];
  CatSpanSpec span = scene_spans(2);
  CatTrainSpec s = run_spec(&span);
  for (int i = 0; i < 3; i++) {
    s.nonlinear.tangent = i;
    r[i] = run_of(&s);
  }
  s.nonlinear.tangent = 0, s.nonlinear.tolerance = 1e-2;
  Run loose = run_of(&s);
  print_message("frozen to step %.1e N, to full %.1e N; trials %.2f %.2f %.2f; 1e-2 N: %.2f\n",
                apart(&r[0], &r[1]), apart(&r[0], &r[2]), r[0].mean, r[1].mean, r[2].mean,
                loose.mean);
  assert_below(apart(&r[0], &r[1]), 1e-3);
  assert_below(apart(&r[0], &r[2]), 1e-3);
  assert_true(r[0].mean < 8 && loose.mean < 5 && r[2].mean < r[0].mean);
  free(loose.force);
  for (int i = 0; i < 3; i++) free(r[i].force);
}

// Axial waves cross the line within milliseconds, so that their inertia hardly counts; wires that
// cannot move along are stiffer. Ledgers of all three close.
static void axial_models(void **state) {
  (void)state;
  Run r[3];
  CatSpanSpec span = scene_spans(2);
  CatTrainSpec s = run_spec(&span);
  for (int i = 0; i < 3; i++) {
    s.line.axial = i;
    r[i] = run_of(&s);
  }
  double mean = 0;
  for (int i = 0; i < STEPS; i++) mean += r[0].force[i] / STEPS;
  print_message("full to quasi-static %.2f N, to none %.2f N, of %.1f N\n", apart(&r[0], &r[1]),
                apart(&r[0], &r[2]), mean);
  assert_below(1e-6, apart(&r[0], &r[1]));
  assert_below(apart(&r[0], &r[1]), 0.1 * mean);
  assert_below(2 * apart(&r[0], &r[1]), apart(&r[0], &r[2]));
  for (int i = 0; i < 3; i++) free(r[i].force);
}

//------------------------------------------------------------------------------- a moving force

// A step under a force that is known; nothing is slack.
static void step_under(Scene *g, CatSeat *seat, double x, double force) {
  CatStructure *s = g->c->structure;
  const CatGuide *guide = &g->c->guide[0].base;
  s->ops->advance(s);
  for (int trial = 0;; trial++) {
    guide->ops->find(guide, x, seat);
    s->ops->move_port(s, 0, &seat->port);
    s->ops->load_end(s, 0, force);
    if (!s->ops->imbalance || s->ops->imbalance(s).force < 1e-11 * force + 1e-13) break;
    assert_true(trial < 60);
    assert_int_equal(s->ops->retry(s, g->ctx), CAT_OK);
  }
}

static void lifts_under(const CatTrainSpec *spec, double force, int n, double *lift) {
  Scene g = scene_new(spec);
  CatSeat *seat;
  double *u = calloc((size_t)g.c->structure->n, sizeof *u);
  assert_int_equal(g.c->guide[0].base.ops->seat_new(&g.c->guide[0].base, g.c->arena, &seat),
                   CAT_OK);
  g.c->structure->ops->set_static(g.c->structure, u);
  for (int i = 0; i < n; i++) {
    step_under(&g, seat, 20 + 0.05 * i, force);
    lift[i] = cat_port_vector_read(&seat->port, ((CatBanded *)g.c->structure)->next);
    g.c->structure->ops->commit(g.c->structure);
  }
  free(u);
  scene_free(&g);
}

// The difference of both lifts over the lift grows as the force does.
static void small_motions_are_linear(void **state) {
  (void)state;
  enum { FORCES = 4, N = 120 };
  double force[FORCES] = {0.01, 0.1, 1, 10}, difference[FORCES], lift[2][N];
  CatSpanSpec span = scene_spans(2);
  for (int k = 0; k < FORCES; k++) {
    CatTrainSpec s = run_spec(&span);
    s.time.method = CAT_SCHEME_NEWMARK;
    lifts_under(&s, force[k], N, lift[0]);
    s.dynamics = CAT_DYNAMICS_LINEAR;
    lifts_under(&s, force[k], N, lift[1]);
    double worst = 0, most = 0;
    for (int i = 0; i < N; i++) {
      worst = fmax(worst, fabs(lift[0][i] - lift[1][i])), most = fmax(most, fabs(lift[1][i]));
    }
    difference[k] = worst / most;
    print_message("%g N: lift %.3e m, difference %.3e\n", force[k], most, difference[k]);
  }
  double slope = convergence_order(force, difference, FORCES);
  print_message("slope %.4f\n", slope);
  assert_close(slope, 1, 0, 0.02);
}

//------------------------------------------------------------------------------- start

// The equilibrium under a standing pantograph: that of nonlinear statics, which is found in another
// way, and nothing moves in the steps that follow.
static void begins_in_equilibrium(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  for (int contact = 0; contact < 2; contact++) {
    CatTrainSpec s = run_spec(&span);
    CatTrainPantograph pushed = scene_benchmark;
    pushed.body.static_force = 400;
    s.pantograph = &pushed, s.run.speed = 1e-9;
    s.nonlinear.contact = contact;
    Scene g = scene_new(&s);
    const CatContact *k = &g.c->sim->contact[0];
    double force = k->force, lift = k->height - k->rest_height;
    CatProbe found;
    CatProbeSpec probe = {.position = k->x + k->seat->drift, .force = force};
    CatArena *a = cat_arena_new(g.ctx, 1 << 16);
    assert_int_equal(cat_rest_probe(a, &(CatProbeInput){g.m, g.rest, 1, &probe}, &found), CAT_OK);
    scene_steps(&g, 50);
    print_message("%.4f N lift by %.3f mm (%.1e m more than the probe, linear %.3f mm); after 50 "
                  "steps %.1e N\n",
                  force, 1e3 * lift, lift - found.lift, 1e3 * found.lift_linear, k->force - force);
    assert_true(found.slack > 0 && fabs(found.lift - found.lift_linear) > 1e-4);
    assert_close(lift, found.lift, 0, 1e-11);
    assert_close(k->force, force, 0, 1e-5);
    cat_arena_free(a);
    scene_free(&g);
  }
}

//------------------------------------------------------------------------------- energy

static CatAccount account_of(const CatTrainSpec *s) {
  Scene g = scene_new(s);
  CatArena *a = cat_arena_new(g.ctx, 1 << 16);
  CatLedger *l;
  assert_int_equal(cat_ledger_new(a, g.c->sim, NULL, &l), CAT_OK);
  cat_ledger_start(l);
  long slack = 0;
  for (int k = 0; k < STEPS; k++) {
    cat_ledger_before(l);
    scene_steps(&g, 1);
    cat_ledger_after(l);
    slack += g.c->sim->ports.nslack;
  }
  assert_true(slack > 100);
  CatAccount account = cat_ledger_account(l);
  cat_arena_free(a);
  scene_free(&g);
  return account;
}

// Contact on the deformed wire, forces upwards or across it, or on the undeformed one; by every
// scheme; with an iteration that stops early; with each axial model. What is left are rounding
// errors, but for forces across the wire: the height where they act is linearised in the motion
// along.
static void energy_is_accounted_for(void **state) {
  (void)state;
  const struct {
    int method, contact, force;
    double tolerance, left;
    int axial;
    CatAlongDamping along;
  } run[] = {{CAT_SCHEME_NEWMARK, 0, 0, 1e-3, 1e-9, 0, {0}},
             {CAT_SCHEME_HHT, 0, 0, 1e-5, 1e-9, 0, {0}},
             {CAT_SCHEME_ALPHA, 0, 0, 1e-5, 1e-9, 0, {0}},
             {CAT_SCHEME_HHT, 0, 1, 1e-5, 1e-7, 0, {0}},
             {CAT_SCHEME_HHT, 1, 0, 1e-5, 1e-9, 0, {0}},
             {CAT_SCHEME_HHT, 0, 0, 1e-5, 1e-9, CAT_AXIAL_QUASI_STATIC, {true, 5}},
             {CAT_SCHEME_HHT, 0, 0, 1e-5, 1e-9, CAT_AXIAL_NONE, {false, 0}}};
  CatSpanSpec span = scene_spans(2);
  for (size_t i = 0; i < sizeof run / sizeof *run; i++) {
    CatTrainSpec s = run_spec(&span);
    s.time.method = run[i].method, s.time.alpha = -0.1, s.time.rho = 0.8;
    s.nonlinear.contact = run[i].contact, s.nonlinear.force = run[i].force;
    s.nonlinear.tolerance = run[i].tolerance;
    s.line.axial = run[i].axial, s.damping.along = run[i].along;
    CatAccount account = account_of(&s);
    double left = fabs(account.residual) / account.throughput;
    print_message("scheme %d, contact %d, force %d, axial %d: residual %.1e of %.3g J, numerical "
                  "%.2g J\n",
                  run[i].method, run[i].contact, run[i].force, run[i].axial, left,
                  account.throughput, account.numerical);
    assert_below(left, run[i].left);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(linear_parts_are_the_linear_line),
                                     cmocka_unit_test(tangents_agree),
                                     cmocka_unit_test(axial_models),
                                     cmocka_unit_test(small_motions_are_linear),
                                     cmocka_unit_test(begins_in_equilibrium),
                                     cmocka_unit_test(energy_is_accounted_for)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
