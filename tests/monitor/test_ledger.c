// The account of energy in the coordinates of each backend against the slow one: products with the
// matrices of the whole line, on the state that the backend shows.
#include "support/scene.h"

#include <math.h>

#include "support/slow_ledger.h"

//------------------------------------------------------------------------------- both

typedef struct Both {
  CatAccount own, slow;
} Both;

static Both both(const CatTrainSpec *s, int steps) {
  Scene g = scene_line(s);
  double force[4] = {0};
  CatLedger *ledger[2];
  for (int i = 0; i < s->npantograph; i++) force[i] = s->pantograph[i].body.static_force;
  assert_int_equal(cat_line_sim_new(g.ctx, s, g.m, g.rest, &g.c), CAT_OK);
  assert_int_equal(cat_ledger_new(g.c->arena, g.c->sim, NULL, &ledger[0]), CAT_OK);
  assert_int_equal(slow_ledger_new(g.c, &ledger[1]), CAT_OK);
  for (int again = 0; again < 2; again++) {  // the second run finds nothing of the first
    assert_int_equal(cat_line_sim_start(g.c, force), CAT_OK);
    for (int i = 0; i < 2; i++) cat_ledger_start(ledger[i]);
    for (int k = 0; k < (again ? steps : 51); k++) {
      for (int i = 0; i < 2; i++) cat_ledger_before(ledger[i]);
      assert_int_equal(cat_sim_step(g.c->sim), CAT_OK);
      for (int i = 0; i < 2; i++) cat_ledger_after(ledger[i]);
      // whoever asks on the way, with one to three steps that are not counted yet, changes nothing
      if (k == 101 || k == 104 || k == 105) cat_ledger_account(ledger[0]);
    }
  }
  Both out = {cat_ledger_account(ledger[0]), cat_ledger_account(ledger[1])};
  scene_free(&g);
  return out;
}

static void check(const char *name, CatTrainSpec s, int solver, double limit) {
  s.solver = solver;
  Both b = both(&s, 901);  // an odd number: two steps are counted at once
  double residual = fabs(b.own.residual) / b.own.throughput;
  print_message("%-28s differs by %.1e, residual %.1e (slow: %.1e)\n", name,
                account_difference(&b.own, &b.slow), residual,
                fabs(b.slow.residual) / b.slow.throughput);
  assert_below(account_difference(&b.own, &b.slow), limit);
  assert_below(residual, limit);
  assert_true(b.own.dissipated > 1e-2 * b.own.throughput);  // there is something to compare
  assert_true(b.own.stored > 1e-2 * b.own.throughput);
}

//------------------------------------------------------------------------------- lines

static void integrators(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(4);
  CatTrainSpec s = scene_ac_simple(&span, 320 / 3.6);
  check("band, HHT", s, CAT_SOLVER_BAND, 1e-11);
  check("lanes, HHT", s, CAT_SOLVER_LANES, 1e-6);
  s.time.alpha = -0.3;
  check("lanes, HHT, alpha -0.3", s, CAT_SOLVER_LANES, 1e-6);
  s.time.method = CAT_SCHEME_NEWMARK;
  check("lanes, Newmark", s, CAT_SOLVER_LANES, 1e-6);
  s.time.method = CAT_SCHEME_ALPHA, s.time.rho = 0.5;
  check("lanes, generalised alpha", s, CAT_SOLVER_LANES, 1e-6);
  check("band, generalised alpha", s, CAT_SOLVER_BAND, 1e-11);
}

static void dampers(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(4);
  CatTrainSpec s = scene_ac_simple(&span, 250 / 3.6);
  s.line.support.damping = 500;
  check("lanes, support dampers", s, CAT_SOLVER_LANES, 1e-6);
  s.damping.contact_wire = (CatRayleigh){true, 0.05, 5e-4};
  check("lanes, a wire's own damping", s, CAT_SOLVER_LANES, 1e-6);
  check("band, a wire's own damping", s, CAT_SOLVER_BAND, 1e-11);
}

// Bays of many lengths: lanes with coefficients of their own, shorter bays that end in pads.
static void irregular(void **state) {
  (void)state;
  CatSpanSpec spans[3];
  for (int i = 0; i < 3; i++) spans[i] = scene_spans(2), spans[i].length = 54.5 + 0.5 * i;
  CatTrainSpec s = scene_ac_simple(spans, 250 / 3.6);
  s.line.nspan = 3;
  check("lanes, spans of three lengths", s, CAT_SOLVER_LANES, 1e-6);
  check("band, spans of three lengths", s, CAT_SOLVER_BAND, 1e-11);
}

// Without the inertia along the wires there is no slow account to compare with: it must close.
static void other_backends(void **state) {
  (void)state;
  const struct {
    const char *name;
    int solver;
    double limit;
  } all[] = {{"quasi-axial", CAT_SOLVER_QUASI_AXIAL, 1e-7},
             {"quasi-axial, single precision", CAT_SOLVER_QUASI_AXIAL_F32, 1e-4},
             {"modal", CAT_SOLVER_MODAL, 1e-9}};
  CatSpanSpec span = scene_spans(4);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    CatTrainSpec s = scene_ac_simple(&span, 320 / 3.6);
    s.solver = all[i].solver;
    s.measure.cutoff = 20;
    s.modal.attachments = s.modal.residual = true;
    s.modal.basis = CAT_MODAL_COMPONENTS;
    s.modal.vectors = 600;
    s.line.support.damping = all[i].solver == CAT_SOLVER_MODAL ? 300 : 0;
    Both b = both(&s, 901);  // an odd number: two steps are counted at once
    double residual = fabs(b.own.residual) / b.own.throughput;
    print_message("%-28s residual %.1e; dissipated %.6g J, slow %.6g J\n", all[i].name, residual,
                  b.own.dissipated, b.slow.dissipated);
    assert_below(residual, all[i].limit);
    assert_below(fabs(b.own.dissipated / b.slow.dissipated - 1), 1e-3);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(integrators), cmocka_unit_test(dampers),
                                     cmocka_unit_test(irregular), cmocka_unit_test(other_backends)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
