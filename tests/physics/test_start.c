// The start of a nonlinear line under forces that bend it far: a taut wire without weight under a
// force in the middle, against the solution of `probe` and two straight lines in equilibrium.
#include "support/scene.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "rest/probe.h"

static const double length = 40, stiff = 2e6;  // [m] [N]

static CatTrainSpec bent(const CatSpanSpec *span, CatTrainPantograph *under, double force) {
  CatTrainSpec s = scene_string(span, 20, 1e-3);
  s.line.contact_wire.axial_stiffness = stiff;
  s.dynamics = CAT_DYNAMICS_NONLINEAR;
  s.nonlinear = (CatNonlinearSpec){.wires = true, .droppers = true, .arms = true};
  *under = scene_floating;
  under->body.static_force = force;
  s.pantograph = under;
  s.run.from = length / 2, s.run.speed = 1;
  return s;
}

// 2 N w/l = F with N = EA (l/l0 - 1), l^2 = (L/2)^2 + w^2, by bisection.
static double lift_of(double force) {
  double rest = length / 2 / (1 + SCENE_TENSION / stiff), low = 0, high = length;
  for (int i = 0; i < 200; i++) {
    double w = (low + high) / 2, l = hypot(length / 2, w);
    if (2 * stiff * (l / rest - 1) * w / l < force) {
      low = w;
    } else {
      high = w;
    }
  }
  return low;
}

static double probed(Scene *g, double force) {
  CatArena *a = cat_arena_new(g->ctx, 1 << 20);
  const CatProbeSpec at = {.position = length / 2, .force = force};
  CatProbe out;
  assert_int_equal(cat_rest_probe(a, &(CatProbeInput){g->m, g->rest, 1, &at}, &out), CAT_OK);
  cat_arena_free(a);
  return out.lift;
}

static void lifted_far(void **state) {
  (void)state;
  const double force[] = {100, 1000, 5000, 20000};
  for (int i = 0; i < 4; i++) {
    const CatSpanSpec span = {.repeat = 1, .length = length};
    CatTrainPantograph under;
    CatTrainSpec s = bent(&span, &under, force[i]);
    Scene g = scene_new(&s);
    const CatContact *k = &g.c->sim->contact[0];
    double lift = k->height - k->rest_height;
    double still = probed(&g, force[i]);
    print_message("%g N: lifted by %.6f m, probe %.6f m, closed form %.6f m\n", force[i], lift,
                  still, lift_of(force[i]));
    assert_close(k->force, force[i], 1e-9, 0);
    assert_close(lift, still, 1e-6, 0);
    assert_close(lift, lift_of(force[i]), 0.03, 0);  // elements do not break where it is pressed
    scene_free(&g);
  }
}

// What is not found, or is no number, is an error that says where, before the first step.
static void not_found(void **state) {
  (void)state;
  const double force[] = {2e6, 1e300};
  for (int i = 0; i < 2; i++) {
    const CatSpanSpec span = {.repeat = 1, .length = length};
    CatTrainPantograph under;
    CatTrainSpec s = bent(&span, &under, force[i]);
    Scene g = scene_line(&s);
    assert_int_equal(cat_line_sim_new(g.ctx, &s, g.m, g.rest, &g.c), CAT_OK);
    assert_int_equal(cat_line_sim_start(g.c, &force[i]), CAT_ERR_DIVERGED);
    const CatError *error = cat_context_error(g.ctx, cat_context_errors(g.ctx) - 1);
    print_message("%s\n", error->message);
    assert_non_null(strstr(error->message, "start: no equilibrium"));
    assert_non_null(strstr(error->message, "at x = 20.00 m"));
    scene_free(&g);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lifted_far), cmocka_unit_test(not_found)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
