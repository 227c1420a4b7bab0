// A state saved and restored: the same steps again, to the last bit; for every structure and
// mechanism, and into another simulation of the same setup.
#include "support/support.h"

#include <stdlib.h>
#include <string.h>

#include "beam.h"
#include "bodies.h"
#include "mechanism/outside.h"
#include "trace.h"

// Save, go on, restore, go on; then the same in another simulation, which was elsewhere before.
static long save_and_restore(CatSim *sim, CatSim *other, int steps) {
  void *state = malloc(cat_sim_state_size(sim));
  cat_sim_save(sim, state);
  double t = sim->t;
  Trace first = trace(sim, steps);
  cat_sim_restore(sim, state);
  assert_true(sim->t == t);
  Trace again = trace(sim, steps);
  assert_same(&first, &again);
  cat_sim_restore(other, state);
  Trace elsewhere = trace(other, steps);
  assert_same(&first, &elsewhere);
  trace_free(&first), trace_free(&again), trace_free(&elsewhere);
  free(state);
  return first.slack;
}

//------------------------------------------------------------------------------- lines

static CatLineSim *line_sim(Scene *g, const CatTrainSpec *s) {
  CatLineSim *c = NULL;
  double force[2];
  for (int i = 0; i < s->npantograph; i++) force[i] = s->pantograph[i].body.static_force;
  assert_int_equal(cat_line_sim_new(g->ctx, s, g->m, g->rest, &c), CAT_OK);
  assert_int_equal(cat_line_sim_start(c, force), CAT_OK);
  return c;
}

static void steps(CatSim *sim, int n) {
  for (int k = 0; k < n; k++) assert_int_equal(cat_sim_step(sim), CAT_OK);
}

// Every structure, implicit and explicit; from the very start, in the first steps, and on the way.
static void every_structure(void **state) {
  (void)state;
  static const int from[] = {0, 1, 700};
  CatSpanSpec span = scene_spans(5);
  CatTrainPantograph pair[2] = {scene_benchmark, scene_floating};
  pair[1].behind = 31;
  CatTrainSpec spec = scene_ac_simple(&span, 320 / 3.6);
  spec.npantograph = 2, spec.pantograph = pair, spec.run.from = 40;
  spec.measure.cutoff = 20, spec.modal.vectors = 900, spec.modal.attachments = true;
  Scene g = scene_line(&spec);
  for (int k = 0; k < 2 * SOLVERS; k++) {
    CatTrainSpec s = spec;
    s.solver = solvers[k / 2];
    if (k % 2) s.contact.coupling = CAT_COUPLING_EXPLICIT;
    CatLineSim *a = line_sim(&g, &s), *b = line_sim(&g, &s);
    long slack = 0;
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
      steps(a->sim, from[i]);
      steps(b->sim, 17);
      slack += save_and_restore(a->sim, b->sim, i == 2 ? 1000 : 300);
    }
    assert_true(slack > 100);
    print_message("%s, %s: same bits, %ld slack droppers over all steps\n", a->structure->ops->name,
                  k % 2 ? "explicit" : "implicit", slack);
    cat_line_sim_free(a), cat_line_sim_free(b);
  }
  scene_free(&g);
}

// Rates that lanes reconstruct on request are part of the state, too.
static void rates_on_request(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(4);
  CatTrainSpec s = scene_ac_simple(&span, 80);
  s.solver = CAT_SOLVER_LANES;
  Scene g = scene_line(&s);
  CatLineSim *c = line_sim(&g, &s);
  size_t n = (size_t)c->structure->n;
  double *x = calloc(6 * n, sizeof *x);
  void *saved = malloc(cat_sim_state_size(c->sim));
  for (int k = 0; k < 200; k++) {
    steps(c->sim, 1);
    c->structure->ops->state(c->structure, x, x + n, x + 2 * n);
  }
  cat_sim_save(c->sim, saved);
  for (int again = 0; again < 2; again++) {
    double *y = x + 3 * n * (size_t)again;
    cat_sim_restore(c->sim, saved);
    for (int k = 0; k < 50; k++) {
      steps(c->sim, 1);
      c->structure->ops->state(c->structure, y, y + n, y + 2 * n);
    }
  }
  assert_memory_equal(x, x + 3 * n, 3 * n * sizeof *x);
  free(saved), free(x);
  cat_line_sim_free(c);
  scene_free(&g);
}

// A second start forgets the rates of the first run, also those that were asked for.
static void rates_after_a_restart(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(4);
  CatTrainSpec s = scene_ac_simple(&span, 80);
  s.solver = CAT_SOLVER_LANES;
  Scene g = scene_line(&s);
  CatLineSim *c = line_sim(&g, &s), *fresh = line_sim(&g, &s);
  size_t n = (size_t)c->structure->n;
  double *x = calloc(3 * n, sizeof *x), *y = calloc(3 * n, sizeof *y);
  double *none = calloc(2 * n, sizeof *none);
  for (int k = 0; k < 100; k++) {
    steps(c->sim, 1);
    c->structure->ops->state(c->structure, x, x + n, x + 2 * n);
  }
  assert_memory_not_equal(x + n, none, 2 * n * sizeof *x);
  assert_int_equal(cat_sim_start(c->sim), CAT_OK);
  for (int k = 0; k < 5; k++) {
    c->structure->ops->state(c->structure, x, x + n, x + 2 * n);
    fresh->structure->ops->state(fresh->structure, y, y + n, y + 2 * n);
    if (k == 0) assert_memory_equal(x + n, none, 2 * n * sizeof *x);
    assert_memory_equal(x, y, 3 * n * sizeof *x);
    steps(c->sim, 1), steps(fresh->sim, 1);
  }
  free(x), free(y), free(none);
  cat_line_sim_free(c), cat_line_sim_free(fresh);
  scene_free(&g);
}

// Speeds that vary, and a pantograph that is being raised.
static void on_the_way(void **state) {
  (void)state;
  static const CatSpeedPoint points[] = {{0, NAN, 5}, {1, NAN, 60}, {2, NAN, 20}};
  CatSpanSpec span = scene_spans(4);
  CatTrainPantograph p = scene_benchmark;
  p.raise.from = 15, p.raise.over = 30, p.raise.below = 0.1, p.body.aero = 0.01;
  CatTrainSpec s = scene_ac_simple(&span, 0);
  s.solver = CAT_SOLVER_LANES, s.pantograph = &p;
  s.run.nspeed = 3, s.run.speeds = points;
  Scene g = scene_line(&s);
  CatLineSim *a = line_sim(&g, &s), *b = line_sim(&g, &s);
  steps(a->sim, 400);
  save_and_restore(a->sim, b->sim, 1000);
  assert_close(a->sim->speed, 60 - 40 * 0.4, 1e-9, 0);
  double way = (5 + 60) / 2.0 + (60 + 44) / 2.0 * 0.4;
  assert_close(a->sim->contact[0].x, 10 + way, 1e-9, 0);
  cat_line_sim_free(a), cat_line_sim_free(b);
  scene_free(&g);
}

//------------------------------------------------------------------------------- other parts

static double distance(const void *self, double t) {
  (void)self;
  return 30 * t;
}

static double speed_at(const void *self, double t) {
  (void)self, (void)t;
  return 30;
}

// A beam under a body of two ports, and under a machine that is elsewhere.
static void beam_and_outside(void **state) {
  (void)state;
  static const double at[] = {0};
  CatContext *ctx = cat_context_new(NULL);
  CatArena *arena = cat_arena_new(ctx, 1 << 12);
  CatStep step = cat_step_hht(1e-3, -0.1);
  CatSim *sim[2];
  Beam *beam[2];
  Bodies *body[2];
  CatOutside rig[2];
  for (int k = 0; k < 2; k++) {
    beam[k] = beam_new(25, 8.3e9, 2303, 8, step);
    body[k] = bodies_new(1, 1, step);
    body[k]->M[0] = 5750, body[k]->f[0] = -5750 * 9.81, body[k]->B[0] = 1;
    body[k]->p[0] = 5750 * 9.81;
    bodies_ready(ctx, body[k]);
    assert_int_equal(cat_outside_new(arena, 1, at, true, &rig[k]), CAT_OK);
    cat_outside_set_force(&rig[k], 0, 3e4);
    CatStructure *structure[] = {&beam[k]->base};
    CatMechanism *mechanism[] = {&body[k]->base, &rig[k].base};
    CatContactSetup contact[2] = {
        {.name = "wheel", .guide = &beam[k]->guide, .side = -1, .stiffness = 2e6},
        {.name = "jack", .guide = &beam[k]->guide, .mechanism = 1, .side = 1, .stiffness = 2e6}};
    CatSimSetup setup = {.nstructure = 1,
                         .structure = structure,
                         .nmechanism = 2,
                         .mechanism = mechanism,
                         .start = (double[]){0, -5},
                         .ncontact = 2,
                         .contact = contact,
                         .travel = {distance, speed_at, NULL},
                         .explicit_coupling = true};
    assert_int_equal(cat_sim_new(ctx, &setup, &sim[k]), CAT_OK);
    assert_int_equal(cat_sim_start(sim[k]), CAT_OK);
  }
  steps(sim[0], 300), steps(sim[1], 20);
  assert_true(sim[0]->contact[1].force == 3e4);
  save_and_restore(sim[0], sim[1], 300);
  for (int k = 0; k < 2; k++) cat_sim_free(sim[k]), free(beam[k]), free(body[k]);
  cat_arena_free(arena);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_structure), cmocka_unit_test(rates_on_request),
      cmocka_unit_test(rates_after_a_restart), cmocka_unit_test(on_the_way),
      cmocka_unit_test(beam_and_outside)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
