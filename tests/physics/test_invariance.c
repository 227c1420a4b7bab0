// What must not matter (rung 18): where the line begins, which side is left, which way the train
// runs, in which units the case is written, in which order things are numbered.
#include "support/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/kinds.h"
#include "input/input.h"

enum { STEPS = 700 };

// Largest difference of contact forces and heights of two runs [N], [10 mm].
static double differ(Scene *a, Scene *b) {
  double worst = 0;
  for (int k = 0; k < STEPS; k++) {
    scene_steps(a, 1);
    scene_steps(b, 1);
    const CatContact *p = &a->c->sim->contact[0], *q = &b->c->sim->contact[0];
    worst = fmax(worst, fabs(p->force - q->force));
    worst = fmax(worst, 100 * fabs(p->height - q->height));
  }
  assert_true(a->c->sim->contact[0].force > 1);
  scene_free(a);
  scene_free(b);
  return worst;
}

static const double FORCE = 150;  // [N], the measure of differences

static void shift(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  CatTrainSpec s = scene_ac_simple(&span, 80), moved = s;
  double by = 1234.5;  // [m]
  Scene a = scene_new(&s), b = scene_line(&moved);
  SceneEdits edits = scene_edit(&b);
  for (int i = 0; i < b.m->nnode; i++) edits.node[i].s += by;
  for (int i = 0; i < b.m->nmast; i++) edits.mast[i] += by;
  moved.run.from += by;
  scene_couple(&b, &moved);
  double worst = differ(&a, &b);
  print_message("%s: %.1e N\n", __func__, worst);
  assert_below(worst, 1e-9 * FORCE);
}

// left and right changed: stagger, curve and masts
static void mirror(void **state) {
  (void)state;
  static const double left[] = {-0.2, -0.15}, right[] = {0.2, 0.15};
  static const CatPathSpec to_left[] = {{40, 0, 0.0005}, {100, 0.0005, 0.0005}};
  static const CatPathSpec to_right[] = {{40, 0, -0.0005}, {100, -0.0005, -0.0005}};
  CatSpanSpec span = scene_spans(2);
  CatTrainSpec s = scene_ac_simple(&span, 80), other;
  s.line.stagger = left;
  s.line.npath = 2, s.line.path = to_left;
  other = s;
  other.line.stagger = right;
  other.line.path = to_right;
  Scene a = scene_new(&s), b = scene_new(&other);
  double worst = differ(&a, &b);
  print_message("%s: %.1e N\n", __func__, worst);
  assert_below(worst, 1e-9 * FORCE);
}

// the line built from its other end, the train backwards through it
static void direction(void **state) {
  (void)state;
  static const double one[] = {4, 12, 21, 30, 41, 50.5}, two[] = {5, 11, 20, 29, 40};
  static const double one_back[] = {4.5, 14, 25, 34, 43, 51}, two_back[] = {6, 17, 26, 35, 41};
  static const double stagger[] = {0.2, -0.1, 0.15}, stagger_back[] = {0.15, -0.1, 0.2};
  CatSpanSpec spans[] = {scene_spans(1), scene_spans(1)}, back[2];
  spans[0].nposition = 6, spans[0].positions = one;
  spans[1].nposition = 5, spans[1].positions = two, spans[1].length = 46;
  back[0] = spans[1], back[0].positions = two_back;
  back[1] = spans[0], back[1].positions = one_back;
  CatTrainSpec s = scene_ac_simple(spans, 80), other;
  s.line.nspan = 2;
  s.line.ends =
      CAT_ENDS_WEIGHTS;  // the same at both ends; anchored wires are tensioned at the left
  s.line.nstagger = 3, s.line.stagger = stagger;
  other = s;
  other.line.spans = back;
  other.line.stagger = stagger_back;
  other.run.speed = -80;
  other.run.from = 101 - 10;
  Scene a = scene_new(&s), b = scene_new(&other);
  double worst = differ(&a, &b);
  print_message("%s: %.1e N\n", __func__, worst);
  assert_below(worst, 1e-9 * FORCE);
}

//------------------------------------------------------------------------------- units

static const char si[] =
    "kind: train\n"
    "solver: band\n"
    "line:\n"
    "  contact_wire: {axial_stiffness: 1.5e7 N, bending_stiffness: 195 N m2,\n"
    "                 mass_per_length: 1.35 kg/m, tension: 22000 N}\n"
    "  messenger: {axial_stiffness: 1.164e7 N, bending_stiffness: 131.7 N m2,\n"
    "              mass_per_length: 1.08 kg/m, tension: 16000 N}\n"
    "  dropper: {axial_stiffness: 200000 N, mass_per_length: 0.117 kg/m}\n"
    "  support: {stiffness: 500000 N/m}\n"
    "  steady_arm: {length: 1.2 m, axial_stiffness: 80000 N, mass_per_length: 0.8 kg/m}\n"
    "  stagger: [0.2 m, -0.2 m]\n"
    "  spans:\n"
    "    - {repeat: 2, length: 55 m, encumbrance: 1.2 m, sag: [0.055 m],\n"
    "       droppers: [5 m, 20 m, 35 m, 50 m]}\n"
    "  elements_per_bay: 3\n"
    "pantograph:\n"
    "  - static_force: 150 N\n"
    "    masses:\n"
    "      - {name: head, mass: 7.5 kg, stiffness: 7000 N/m, damping: 45 N s/m}\n"
    "      - {name: base, mass: 15 kg, stiffness: 160 N/m, damping: 100 N s/m}\n"
    "run: {speed: 80 m/s, from: 10 m}\n"
    "contact: {stiffness: 50000 N/m}\n"
    "time: {step: 0.001 s}\n"
    "measure: {from: 20 m, to: 60 m}\n";

static const char other_units[] =
    "kind: train\n"
    "solver: band\n"
    "line:\n"
    "  contact_wire: {axial_stiffness: 15 MN, bending_stiffness: 0.195 kN m2,\n"
    "                 mass_per_length: 1350 kg/km, tension: 22 kN}\n"
    "  messenger: {axial_stiffness: 11.64 MN, bending_stiffness: 131.7 N m^2,\n"
    "              mass_per_length: 1080 g/m, tension: 0.016 MN}\n"
    "  dropper: {axial_stiffness: 200 kN, mass_per_length: 117 g/m}\n"
    "  support: {stiffness: 0.5 kN/mm}\n"
    "  steady_arm: {length: 120 cm, axial_stiffness: 80 kN, mass_per_length: 800 g/m}\n"
    "  stagger: [20 cm, -200 mm]\n"
    "  spans:\n"
    "    - {repeat: 2, length: 5500 cm, encumbrance: 1200 mm, sag: [55 mm],\n"
    "       droppers: [5000 mm, 2000 cm, 0.035 km, 50 m]}\n"
    "  elements_per_bay: 3\n"
    "pantograph:\n"
    "  - static_force: 0.15 kN\n"
    "    masses:\n"
    "      - {name: head, mass: 7500 g, stiffness: 7 kN/m, damping: 0.045 kN s/m}\n"
    "      - {name: base, mass: 0.015 t, stiffness: 0.16 N/mm, damping: 100 N s/m}\n"
    "run: {speed: 288 km/h, from: 1000 cm}\n"
    "contact: {stiffness: 50 kN/m}\n"
    "time: {step: 1 ms}\n"
    "measure: {from: 2000 cm, to: 0.06 km}\n";

static CatSpec *parse(CatContext *ctx, const char *text) {
  CatSpec *spec = NULL;
  CatStatus status = cat_input_parse(ctx, cat_kind_list(),
                                     &(CatInputText){"case.yaml", text, strlen(text)}, NULL, &spec);
  char why[400];
  if (status) print_error("%s\n", cat_error_text(cat_context_error(ctx, 0), why, sizeof why));
  assert_int_equal(status, CAT_OK);
  return spec;
}

static void units(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *first = parse(ctx, si), *second = parse(ctx, other_units);
  Scene a = scene_new(cat_spec_values(first)), b = scene_new(cat_spec_values(second));
  double worst = differ(&a, &b);
  print_message("%s: %.1e N\n", __func__, worst);
  assert_below(worst, 1e-9 * FORCE);
  cat_spec_free(first);
  cat_spec_free(second);
  cat_context_free(ctx);
}

//------------------------------------------------------------------------------- numbers

static void exchange(const Scene *g, CatDropperPart *dropper, int i, int j) {
  CatDropperPart part = dropper[i];
  double length = g->rest->dropper[i];
  dropper[i] = dropper[j], dropper[j] = part;
  g->rest->dropper[i] = g->rest->dropper[j], g->rest->dropper[j] = length;
}

static void dropper_order(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  CatTrainSpec s = scene_ac_simple(&span, 80);
  Scene a = scene_new(&s), b = scene_line(&s);
  int n = b.m->ndropper;
  CatDropperPart *dropper = scene_edit(&b).dropper;
  for (int i = 0; i < n / 2; i++) exchange(&b, dropper, i, n - 1 - i);
  for (int i = 0; i + 1 < n; i += 2) exchange(&b, dropper, i, i + 1);
  scene_couple(&b, &s);
  double worst = differ(&a, &b);
  print_message("%s: %.1e N\n", __func__, worst);
  assert_below(worst, 1e-9 * FORCE);
}

static void turn_band(const CatBand *A, CatBand *out) {
  for (int j = 0; j < A->n; j++) {
    for (int i = j - A->kd > 0 ? j - A->kd : 0; i <= j; i++) {
      cat_band_add(out, A->n - 1 - i, A->n - 1 - j, cat_band_get(A, i, j));
    }
  }
}

// unknowns numbered from the other end; a given force moves along
static void numbered_backwards(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  CatTrainSpec s = scene_ac_simple(&span, 80);
  Scene g = scene_line(&s);
  Driven *a = driven_new(&g, cat_step_hht(1e-3, -0.05), 0), *b = driven_new(&g, a->b->base.step, 0);
  CatLinearSystem turned = b->system;
  assert_int_equal(cat_band_new(b->arena, turned.n, turned.K.kd, &turned.K), CAT_OK);
  assert_int_equal(cat_band_new(b->arena, turned.n, turned.M.kd, &turned.M), CAT_OK);
  turn_band(&a->system.K, &turned.K);
  turn_band(&a->system.M, &turned.M);
  for (int i = 0; i < g.m->nnode; i++) {
    for (int k = 0; k < 6; k++) {
      if (turned.dof[i][k] >= 0) turned.dof[i][k] = turned.n - 1 - turned.dof[i][k];
    }
  }
  b->system = turned;
  CatLineParts parts = {g.m, g.rest, &b->system, &b->damping, a->b->base.step, 1, 0, NULL};
  assert_int_equal(cat_banded_new(b->arena, &parts, &b->b), CAT_OK);
  double worst = 0;
  for (int k = 1; k <= STEPS; k++) {
    driven_step(a, 10 + 0.08 * k, FORCE);
    driven_step(b, 10 + 0.08 * k, FORCE);
    worst = fmax(worst, fabs(a->height - b->height));
  }
  assert_true(a->height > 0.01);
  assert_below(worst, 1e-9 * a->height);
  driven_free(a);
  driven_free(b);
  scene_free(&g);
}

static void again(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  CatTrainSpec s = scene_ac_simple(&span, 80);
  Scene a = scene_new(&s), b = scene_new(&s);
  assert_true(differ(&a, &b) == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shift),         cmocka_unit_test(mirror),
      cmocka_unit_test(direction),     cmocka_unit_test(units),
      cmocka_unit_test(dropper_order), cmocka_unit_test(numbered_backwards),
      cmocka_unit_test(again)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
