// A contact force on a length of the wire that reaches over several elements.
#include "support/scene.h"

#include <math.h>
#include <stdlib.h>

enum { LENGTH = 60 };
static const double width = 2.5;  // of the pulse, in elements of 1 m: hd = 2.5 hco (Jensen, 4.6)

static CatTrainSpec string_under(const CatSpanSpec *span, double place) {
  CatTrainSpec s = scene_string(span, LENGTH, 1e-3);
  s.contact.spread = width;
  s.run.from = place;
  return s;
}

// The pulse of eq. (4.53).
static double pulse(double x, double d) {
  double t = 2 * fabs(x) / d;
  return t < 1 ? 2 / d * (1 - 3 * t * t + 2 * t * t * t) : 0;
}

// The force is all there, and its place is where it is said to be: a wire that is moved up, or
// turned, is read as at a point.
static void force_and_moment_are_kept(void **state) {
  (void)state;
  CatSpanSpec span = {.repeat = 1, .length = LENGTH};
  for (double x = 20; x < 21; x += 0.13) {
    CatTrainSpec s = string_under(&span, x);
    Scene g = scene_new(&s);
    double *up = calloc((size_t)g.c->system.n, sizeof *up),
           *turned = calloc((size_t)g.c->system.n, sizeof *up);
    for (int i = 0; i < g.m->nnode; i++) {
      const int *dof = g.c->system.dof[i];
      if (dof[CAT_UP] >= 0) up[dof[CAT_UP]] = 1, turned[dof[CAT_UP]] = g.m->node[i].s;
      if (dof[3 + CAT_UP] >= 0) turned[dof[3 + CAT_UP]] = 1;
    }
    const CatPortVector *b = &g.c->sim->contact[0].seat->port;
    assert_true(b->n > 6);  // of more than two elements
    assert_close(cat_port_vector_read(b, up), 1, 1e-12, 0);
    assert_close(cat_port_vector_read(b, turned), x, 1e-6, 0);  // the wire is stretched by 2e-7
    free(up), free(turned);
    scene_free(&g);
  }
}

// A string under the pulse: G(x, y) = (min(x, y) - x y / L) / T, averaged over both.
static double compliance(double x, double d) {
  enum { N = 1000 };
  double apart = 0, all = 0;
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      double a = d * ((i + 0.5) / N - 0.5), b = d * ((j + 0.5) / N - 0.5);
      double weight = pulse(a, d) * pulse(b, d);
      apart += weight * fabs(a - b), all += weight;
    }
  }
  return (x - x * x / LENGTH - apart / all / 2) / SCENE_TENSION;
}

static void string_is_lifted_as_by_the_pulse(void **state) {
  (void)state;
  CatSpanSpec span = {.repeat = 1, .length = LENGTH};
  const double F = scene_floating.body.static_force;
  for (int i = 0; i < 3; i++) {
    double x = 30 + 0.5 * i;
    CatTrainSpec s = string_under(&span, x);
    Scene g = scene_new(&s);
    double lift = g.c->sim->contact[0].height, point = F * (x - x * x / LENGTH) / SCENE_TENSION;
    double form = F * compliance(x, width);
    print_message("at %.1f m: %.6f mm, %.6f mm by the form; at a point %.6f mm\n", x, 1e3 * lift,
                  1e3 * form, 1e3 * point);
    assert_close(lift, form, 0, 0.01 * (point - form));
    scene_free(&g);
  }
}

static void ledger_closes(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  for (int nonlinear = 0; nonlinear < 2; nonlinear++) {
    CatTrainSpec s = scene_ac_simple(&span, 60);
    s.contact.spread = 2.5 * 1.125;  // bays of 4.5 m and more, four elements each
    s.dynamics = nonlinear ? CAT_DYNAMICS_NONLINEAR : CAT_DYNAMICS_LINEAR;
    s.nonlinear = (CatNonlinearSpec){true, true, true, 1, 0, 0, 1e-5};
    s.measure.energy = true;
    Scene g = scene_new(&s);
    scene_steps(&g, 600);
    CatAccount a = cat_ledger_account(g.ledger);
    print_message("energy left over %.1e of %.1f J\n", a.residual, a.throughput);
    assert_below(fabs(a.residual), (nonlinear ? 1e-6 : 1e-9) * a.throughput);
    scene_free(&g);
  }
}

// What is beyond the end of the wire stands at the end: all of the force is there, the wire does
// not jump as the train sets off, and the account closes but for what steps make of sixteen kinks.
static void begins_at_the_end_of_the_line(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  double left[2];
  for (int i = 0; i < 2; i++) {
    CatTrainSpec s = scene_ac_simple(&span, 60);
    s.contact.spread = 2.5 * 1.125;
    s.run.from = 0;
    s.time.step = i ? 5e-4 : 1e-3;
    s.measure.energy = true;
    Scene g = scene_new(&s);
    assert_true(g.c->sim->contact[0].seat->on);
    double start = g.c->sim->contact[0].force;
    scene_steps(&g, 1);
    assert_close(g.c->sim->contact[0].force, start, 0.05, 0);
    scene_steps(&g, i ? 599 : 299);
    CatAccount a = cat_ledger_account(g.ledger);
    left[i] = fabs(a.residual) / a.throughput;
    print_message("%.1f N at the end of the wire, energy left over %.1e\n", start, left[i]);
    scene_free(&g);
  }
  assert_below(left[0], 1e-4);
  assert_below(left[1], 1e-4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(force_and_moment_are_kept),
      cmocka_unit_test(string_is_lifted_as_by_the_pulse),
      cmocka_unit_test(ledger_closes),
      cmocka_unit_test(begins_at_the_end_of_the_line),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
