// A line of equal spans repeats under the pantograph without a jump; another one is refused.
#include "support/scene.h"

#include <math.h>
#include <string.h>

#include "rt/safety.h"
#include "rt/shift.h"

// The same run with and without shifts: the same forces until waves along the wires (3.3 km/s) come
// from the ends of the line. From then on the two differ as two places of one finite line do.
static void force_does_not_notice(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(12);
  CatTrainSpec s = scene_ac_simple(&span, 80);
  s.line.elements_per_bay = 2;
  s.run.from = 355;
  Scene plain = scene_new(&s), moved = scene_new(&s);
  CatRtShift shift;
  assert_int_equal(cat_rt_shift_new(moved.c, 0, &shift), CAT_OK);
  assert_string_equal(shift.why_not, "");
  assert_true(shift.on && shift.mirror);
  assert_int_equal(shift.spans, 1);
  double most = 0, jump = 0, soon = 0;
  const CatContact *a = &plain.c->sim->contact[0], *b = &moved.c->sim->contact[0];
  for (int k = 0; k < 1500; k++) {
    double before = b->height;
    if (cat_rt_shift_due(&shift, moved.c->sim)) {
      cat_rt_shift_do(&shift, moved.c->sim);
      jump = fmax(jump, fabs(b->height - before));
    }
    assert_int_equal(cat_sim_step(plain.c->sim), CAT_OK);
    assert_int_equal(cat_sim_step(moved.c->sim), CAT_OK);
    most = fmax(most, fabs(a->force - b->force));
    if (k == 450) soon = most;  // 75 ms after the first shift
    assert_close(a->x, b->x + (double)shift.done * shift.length, 0, 1e-9);
  }
  print_message("%ld shifts: height jumps by %.1e m, force differs by %.1e N, then by %.1e N\n",
                shift.done, jump, soon, most);
  assert_int_equal(shift.done, 2);
  assert_below(jump, 1e-6);
  assert_below(soon, 1e-4);
  assert_below(most, 4);
  scene_free(&plain);
  scene_free(&moved);
}

// Long lines are moved by several spans at once: shifts are rare, and each costs some steps.
static void shifts_are_rare(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(20);
  CatTrainSpec s = scene_ac_simple(&span, 80);
  s.line.elements_per_bay = 1;
  Scene g = scene_new(&s);
  CatRtShift shift;
  assert_int_equal(cat_rt_shift_new(g.c, 0, &shift), CAT_OK);
  assert_string_equal(shift.why_not, "");
  assert_true(shift.on && !shift.mirror);
  assert_int_equal(shift.spans, 4);
  assert_close(shift.length, 220, 0, 1e-9);
  assert_close(shift.at, 660, 0, 1e-9);  // from 440 m: eight spans behind, eight before it
  scene_free(&g);
}

// slack droppers are taken along
static void droppers_keep_their_state(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(8);
  CatTrainSpec s = scene_ac_simple(&span, 320 / 3.6);
  s.line.elements_per_bay = 2;
  s.run.from = 120;
  Scene g = scene_new(&s);
  CatRtShift shift;
  assert_int_equal(cat_rt_shift_new(g.c, 0, &shift), CAT_OK);
  assert_true(shift.on);
  scene_steps(&g, 1400);
  for (int k = 0; k < 200 && g.c->sim->ports.nslack == 0; k++) scene_steps(&g, 1);
  int slack = g.c->sim->ports.nslack;
  assert_true(slack > 0);
  int first = g.c->sim->ports.slack[0];
  double y = g.c->ties.y[first], e = g.c->ties.e[first];
  cat_rt_shift_do(&shift, g.c->sim);
  assert_int_equal(g.c->sim->ports.nslack, slack);
  assert_int_equal(g.c->sim->ports.slack[0], first - 9);  // nine droppers in a span
  assert_true(g.c->ties.y[first - 9] == y);
  assert_close(g.c->ties.e[first - 9], e, 1e-6, 1e-9);
  scene_steps(&g, 50);
  scene_free(&g);
}

static void expect_refusal(CatTrainSpec *s, const char *reason) {
  Scene g = scene_new(s);
  CatRtShift shift;
  assert_int_equal(cat_rt_shift_new(g.c, 0, &shift), CAT_OK);
  assert_false(shift.on);
  if (!strstr(shift.why_not, reason)) print_error("%s\n", shift.why_not);
  assert_non_null(strstr(shift.why_not, reason));
  scene_free(&g);
}

static void irregular_lines_are_refused(void **state) {
  (void)state;
  CatSpanSpec span[2] = {scene_spans(6), scene_spans(6)};
  CatTrainSpec s = scene_ac_simple(span, 80);
  s.line.elements_per_bay = 2;
  s.line.nspan = 2;
  span[1].length = 56;
  expect_refusal(&s, "spans are not equal");
  span[1].length = 55;
  CatPointSpec weight = {300, CAT_ON_CONTACT_WIRE, 5};  // one heavy clamp
  s.line.nmass = 1;
  s.line.masses = &weight;
  expect_refusal(&s, "differs");
  s.line.nmass = 0;
  s.line.nspan = 1;
  s.line.axial = CAT_AXIAL_QUASI_STATIC, s.line.axial_modes = 1;
  expect_refusal(&s, "modes of whole wires along the track");
  s.line.axial = CAT_AXIAL_FULL, s.line.axial_modes = 0;
  span[0].repeat = 3;
  expect_refusal(&s, "too few");
}

// beyond a limit the height is held; afterwards it returns without a jump
static void safe_state_is_held_and_left(void **state) {
  (void)state;
  CatRtOptions o = cat_rt_options_default();
  CatRtSafety s = cat_rt_safety_new(&o, 1e-3);
  double wire = 5, height = 5, velocity = 1, last = 5;
  cat_rt_safety_answer(&s, 0, &height, &velocity);
  assert_true(height == 5 && velocity == 1);
  cat_rt_safety_trip(&s, CAT_RT_BY_FORCE);
  cat_rt_safety_trip(&s, CAT_RT_BY_FORCE);
  assert_int_equal(s.by[0], 1);
  for (int k = 0; k < 50; k++) {
    height = wire += 1e-3, velocity = 1;
    cat_rt_safety_step(&s);
    cat_rt_safety_answer(&s, 0, &height, &velocity);
    assert_true(height == 5 && velocity == 0);
  }
  cat_rt_safety_clear(&s, CAT_RT_BY_FORCE);
  for (int k = 0; k < 300; k++) {
    height = wire, velocity = 0;
    cat_rt_safety_step(&s);
    cat_rt_safety_answer(&s, 0, &height, &velocity);
    assert_below(fabs(height - last), 3e-4);
    last = height;
  }
  assert_true(height == wire);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(force_does_not_notice),       cmocka_unit_test(shifts_are_rare),
      cmocka_unit_test(droppers_keep_their_state),   cmocka_unit_test(irregular_lines_are_refused),
      cmocka_unit_test(safe_state_is_held_and_left),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
