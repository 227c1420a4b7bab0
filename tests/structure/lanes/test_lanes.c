// Lanes against the banded reference: the same numbers for every shipped line, any scheme and any
// damping, in all codes that this processor has; whole runs; no memory asked for in a step.
#include "rest/found.h"
#include "structure/pair.h"

#include <stdio.h>

#include "rt/shift.h"
#include "structure/lanes/flat.h"
#include "structure/lanes/internal.h"
#include "structure/lanes/lanes.h"

//------------------------------------------------------------------------------- two structures

// The same line as a band and in lanes; first: lanes in another code instead of the band.
typedef struct Choice {
  CatStep step;
  double tolerance;
  int code, first;
  bool extra;  // damping that is not Rayleigh's
} Choice;

static Choice usual(void) {
  return (Choice){.step = cat_step_hht(1e-3, -0.05), .tolerance = 1e-13, .first = -1};
}

typedef struct Twins {
  Pair p;
  CatBand extra;
  CatLanesCounts counts;
} Twins;

static CatStructure *lanes_of(Twins *w, const CatLineParts *parts, int code, double tolerance) {
  CatLanes *lanes = NULL;
  CatLanesOptions o = {
      .code = code, .coefficient_tolerance = tolerance, .response_tolerance = 1e-13};
  assert_int_equal(cat_lanes_new(w->p.arena, parts, &o, &lanes), CAT_OK);
  w->counts = cat_lanes_counts(lanes);
  return (CatStructure *)lanes;
}

static Twins *twins_new(CatContext *ctx, const CatLineModel *m, const CatConfiguration *rest,
                        const Choice *c) {
  Pair line = pair_of(ctx, m, rest);
  Twins *w = CAT_ARENA(line.arena, 1, Twins);
  Pair *p = &w->p;
  *p = line;
  pair_flatten(p);
  if (c->extra) {
    assert_int_equal(cat_band_new(p->arena, p->t.n, p->t.K.kd, &w->extra), CAT_OK);
    cat_band_axpy(&w->extra, 2e-4, &p->t.K);
    cat_band_axpy(&w->extra, 0.01, &p->t.M);
    p->damping.extra = &w->extra;
    for (int i = 0; i < 4; i++) p->damping.wire[i][0] = 0.01, p->damping.wire[i][1] = 2e-4;
  }
  CatLineParts parts = pair_parts(p, c->step);
  p->s[0] = c->first < 0 ? pair_band(p, &parts) : lanes_of(w, &parts, c->first, c->tolerance);
  p->s[1] = lanes_of(w, &parts, c->code, c->tolerance);
  return w;
}

// Both from the same displacements, as rough as they can be.
static void pair_shake(Pair *p) {
  double *u = calloc((size_t)p->t.n, sizeof *u);
  for (int i = 0; i < p->t.n; i++) u[i] = 1e-3 * roll(p);
  for (int k = 0; k < 2; k++) p->s[k]->ops->set_static(p->s[k], u);
  for (int i = 0; i < p->t.n; i += 97) {
    assert_close(cat_structure_value(p->s[1], i), u[i], 1e-12, 1e-16);
  }
  free(u);
}

static void twins_march(Twins *w, int steps, double tolerance) {
  pair_shake(&w->p);
  pair_march(&w->p, steps, tolerance, compare_values);
}

//------------------------------------------------------------------------------- tests

static void shipped_lines(void **state) {
  (void)state;
  static const char *const name[] = {"ac-simple/rest", "ac-simple/2d",     "stitched/rest",
                                     "compound/rest",  "curve/rest",       "overlap/rest",
                                     "tram/rest",      "en50318-2002/rest"};
  for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
    Found f = find_case(name[i], NULL);
    Choice c = usual();
    Twins *w = twins_new(f.ctx, f.m, f.rest, &c);
    twins_march(w, 31, 1e-9);
    cat_arena_free(w->p.arena);
    found_free(&f);
  }
}

// Four lanes where the processor has them: how many cells can share depends on their number.
static int four_lanes(void) {
  const bool compiled[CAT_PROCESSORS] = {[CAT_PROCESSOR_AVX2] = true};
  return (int)cat_processor_choose(CAT_PROCESSOR_AVX2, compiled);
}

// The inner spans of a regular line share one factor, every other one mirrored.
static void spans_share(void **state) {
  (void)state;
  static const struct {
    const char *name;
    int cells, shared;
    double tolerance;  // of a state far rougher than any that a train leaves behind
  } line[] = {{"ac-simple/rest", 20, 12, 1e-4},
              // spans next to the middle are held there; elements are short
              {"en50318-2002/rest", 10, 4, 2e-4}};
  for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
    Found f = find_case(line[i].name, NULL);
    Choice c = usual();
    c.tolerance = cat_lanes_options_default().coefficient_tolerance;
    c.code = four_lanes();
    Twins *w = twins_new(f.ctx, f.m, f.rest, &c);
    assert_int_equal(w->counts.plans, 1);
    assert_int_equal(w->counts.cells, line[i].cells);
    assert_true(w->counts.shared >= line[i].shared);
    twins_march(w, 31, line[i].tolerance);
    cat_arena_free(w->p.arena);
    found_free(&f);
  }
}

// The state moves back along the line, as in a run in real time; the second shift follows the first
// after one step, while forces of steps before it still act.
static void shifts_agree(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(12);
  CatTrainSpec spec = scene_ac_simple(&span, 80), other = spec;
  spec.line.elements_per_bay = other.line.elements_per_bay = 4;
  spec.run.from = other.run.from = 355;
  spec.solver = CAT_SOLVER_BAND, other.solver = CAT_SOLVER_LANES;
  Scene g = scene_new(&spec);
  CatLineSim *c[2] = {g.c, NULL};
  CatRtShift shift[2];
  double force = spec.pantograph[0].body.static_force;
  assert_int_equal(cat_line_sim_new(g.ctx, &other, g.m, g.rest, &c[1]), CAT_OK);
  assert_int_equal(cat_line_sim_start(c[1], &force), CAT_OK);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(cat_rt_shift_new(c[i], 0, &shift[i]), CAT_OK);
    assert_true(shift[i].on);
  }
  for (int k = 0; k < 400; k++) {
    for (int i = 0; i < 2; i++) {
      if (k == 250 || k == 251) cat_rt_shift_do(&shift[i], c[i]->sim);
      assert_int_equal(cat_sim_step(c[i]->sim), CAT_OK);
    }
    assert_close(c[0]->sim->contact[0].height, c[1]->sim->contact[0].height, 0, 1e-6);
    assert_close(c[0]->sim->contact[0].force, c[1]->sim->contact[0].force, 0, 0.2);
  }
  cat_line_sim_free(c[1]);
  scene_free(&g);
}

// From lane to lane as by way of the linear system's numbering, but for what bays that share their
// numbers may differ; twice, as above.
static void quick_shifts_agree(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(12);
  CatTrainSpec spec = scene_ac_simple(&span, 80);
  spec.line.elements_per_bay = 4;
  spec.run.from = 355;
  spec.solver = CAT_SOLVER_LANES;
  Scene g = scene_line(&spec);
  CatLineSim *c[2];
  CatRtShift shift[2];
  double force = spec.pantograph[0].body.static_force;
  for (int i = 0; i < 2; i++) {
    assert_int_equal(cat_line_sim_new(g.ctx, &spec, g.m, g.rest, &c[i]), CAT_OK);
    assert_int_equal(cat_line_sim_start(c[i], &force), CAT_OK);
    assert_int_equal(cat_rt_shift_new(c[i], 0, &shift[i]), CAT_OK);
  }
  CatStructureOps ops = *c[1]->structure->ops;
  ops.shift = cat_lanes_shift_slow;
  c[1]->structure->ops = &ops;
  for (int k = 0; k < 400; k++) {
    for (int i = 0; i < 2; i++) {
      if (k == 250 || k == 251) cat_rt_shift_do(&shift[i], c[i]->sim);
      assert_int_equal(cat_sim_step(c[i]->sim), CAT_OK);
    }
    assert_close(c[0]->sim->contact[0].height, c[1]->sim->contact[0].height, 0, 1e-10);
    assert_close(c[0]->sim->contact[0].force, c[1]->sim->contact[0].force, 0, 1e-5);
  }
  assert_int_equal(((CatLanes *)c[0]->structure)->quick, 2);
  assert_int_equal(((CatLanes *)c[1]->structure)->quick, 0);
  for (int i = 0; i < 2; i++) cat_line_sim_free(c[i]);
  scene_free(&g);
}

static void schemes_and_damping(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(3);
  CatTrainSpec spec = scene_ac_simple(&span, 80);
  Scene g = scene_line(&spec);
  Choice c[] = {usual(), usual(), usual(), usual()};
  c[0].step = cat_step_newmark(1e-3);
  c[1].step = cat_step_alpha(1e-3, 0.8);
  c[2].extra = true;
  c[3].step = cat_step_hht(4e-3, -0.3);  // separators feel each other
  for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
    Twins *w = twins_new(g.ctx, g.m, g.rest, &c[i]);
    twins_march(w, 61, 1e-8);
    cat_arena_free(w->p.arena);
  }
  scene_free(&g);
}

static void codes_agree(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(7);
  CatTrainSpec spec = scene_ac_simple(&span, 80);
  Scene g = scene_line(&spec);
  Choice c = usual();
  c.first = CAT_PROCESSOR_PORTABLE;
  Twins *w = twins_new(g.ctx, g.m, g.rest, &c);
  twins_march(w, 31, 1e-9);
  cat_arena_free(w->p.arena);
  scene_free(&g);
}

// A train over the line, with droppers that go slack.
static void whole_runs_agree(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(5);
  CatTrainSpec spec = scene_ac_simple(&span, 320 / 3.6), other = spec;
  spec.solver = CAT_SOLVER_BAND;
  other.solver = CAT_SOLVER_LANES;
  Scene g = scene_new(&spec);
  CatLineSim *c = NULL;
  double force = spec.pantograph[0].body.static_force;
  assert_int_equal(cat_line_sim_new(g.ctx, &other, g.m, g.rest, &c), CAT_OK);
  assert_string_equal(c->structure->ops->name, "lanes");
  assert_int_equal(cat_line_sim_start(c, &force), CAT_OK);
  Apart d = trains_apart(g.c, c, 1500);
  assert_below(d.worst, 0.1);
  assert_true(d.slack > 100);
  assert_int_equal(d.differ, 0);
  cat_line_sim_free(c);
  scene_free(&g);
}

// A train on lanes with other options than usual.
static CatLineSim *train_with(const Found *f, const CatTrainSpec *spec, const CatLanesOptions *o) {
  CatLineSim *c = NULL;
  CatLanes *lanes;
  double force = spec->pantograph[0].body.static_force;
  assert_int_equal(cat_line_sim_new(f->ctx, spec, f->m, f->rest, &c), CAT_OK);
  const CatLineParts parts = {c->m, c->rest,   &c->system, &c->damping, c->structure->step,
                              1,    c->ties.n, c->tie_port};
  assert_int_equal(cat_lanes_new(c->arena, &parts, o, &lanes), CAT_OK);
  c->structure = c->sim->structure[0] = &lanes->base;
  assert_int_equal(cat_ties_connect(c->arena, 1, c->sim->structure, &c->ties), CAT_OK);
  assert_int_equal(cat_line_sim_start(c, &force), CAT_OK);
  return c;
}

// Cells share if they agree within a fraction of their stiffness.
static CatLineSim *train_sharing(const Found *f, const CatTrainSpec *spec, double tolerance) {
  CatLanesOptions o = cat_lanes_options_default();
  o.coefficient_tolerance = tolerance;
  o.code = four_lanes();
  return train_with(f, spec, &o);
}

static Found compound_line(CatSpanSpec *span, CatTrainSpec *spec) {
  *span = scene_spans(8);
  *spec = scene_ac_simple(span, 250 / 3.6);
  spec->run.from = 60;
  spec->solver = CAT_SOLVER_LANES;
  return find_case("compound/rest", NULL);
}

static void free_trains(CatLineSim *a, CatLineSim *b, Found *f) {
  cat_line_sim_free(a);
  cat_line_sim_free(b);
  found_free(f);
}

// Spans near the ends of a compound line are like those within it to some 1e-5, their droppers,
// which are short and stiff and go slack, to 1.3e-3: both move freely all the same.
static void cells_stand_for_others(void **state) {
  (void)state;
  CatSpanSpec span;
  CatTrainSpec spec;
  Found f = compound_line(&span, &spec);
  CatLineSim *each = train_sharing(&f, &spec, 1e-13);
  CatLineSim *some = train_sharing(&f, &spec, cat_lanes_options_default().coefficient_tolerance);
  assert_int_equal(cat_lanes_counts((CatLanes *)each->structure).shared, 0);
  assert_true(cat_lanes_counts((CatLanes *)some->structure).shared >= 4);
  Apart d = trains_apart(each, some, 3500);
  print_message("forces differ by at most %.3f N, in the mean %.4f\n", d.worst, d.force);
  assert_below(d.worst, 0.12);
  assert_true(d.slack > 500);
  assert_true(d.differ <= 1);
  free_trains(each, some, &f);
}

// Where the response to a dropper has fallen to 1e-8 it is left out. Many droppers hang slack here,
// short and stiff ones among them.
static void responses_end(void **state) {
  (void)state;
  CatSpanSpec span;
  CatTrainSpec spec;
  Found f = compound_line(&span, &spec);
  CatLanesOptions o = cat_lanes_options_default();
  CatLineSim *usual = train_with(&f, &spec, &o);
  o.response_tolerance = 1e-13;
  CatLineSim *all = train_with(&f, &spec, &o);
  for (int i = 0; i < all->ties.n; i++) {
    all->ties.rest[i] *= 0.3, usual->ties.rest[i] *= 0.3;
  }
  Apart d = trains_apart(all, usual, 1500);
  print_message("forces differ by at most %.5f N, %ld slack\n", d.worst, d.slack);
  assert_below(d.worst, 0.001);
  assert_true(d.slack > 5000);
  assert_true(d.differ <= 1);
  free_trains(all, usual, &f);
}

static void step_asks_for_no_memory(void **state) {
  (void)state;
  Counted line;
  Choice c = usual();
  counted_new(&line);
  Twins *w = twins_new(line.ctx, line.m, line.rest, &c);
  long calls = line.heap.calls;
  twins_march(w, 20, 1e-9);
  assert_int_equal(line.heap.calls, calls);
  cat_arena_free(w->p.arena);
  counted_free(&line);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shipped_lines),          cmocka_unit_test(spans_share),
      cmocka_unit_test(schemes_and_damping),    cmocka_unit_test(codes_agree),
      cmocka_unit_test(shifts_agree),           cmocka_unit_test(whole_runs_agree),
      cmocka_unit_test(cells_stand_for_others), cmocka_unit_test(step_asks_for_no_memory),
      cmocka_unit_test(quick_shifts_agree),     cmocka_unit_test(responses_end)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
