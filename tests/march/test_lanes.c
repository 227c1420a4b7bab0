// Lanes against the banded reference: the same numbers for every shipped line, any scheme and any
// damping, in all codes that this processor has; whole runs; no memory asked for in a step.
#include "rest/found.h"
#include "support/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "march/lanes.h"
#include "march/lanes_flat.h"
#include "rt/shift.h"

//------------------------------------------------------------------------------- two structures

typedef struct Pair {
  CatArena *arena;
  const CatModel *m;
  CatTangent t;
  CatDamping damping;
  CatBand more;
  CatPort *dropper;
  CatStructure *s[2];
  CatLanesCounts counts;
  unsigned dice;
} Pair;

static double roll(Pair *p) {  // -1 to 1, the same everywhere
  p->dice = p->dice * 1664525u + 1013904223u;
  return (double)(p->dice >> 8) / (1 << 23) - 1;
}

static void find_dampers(Pair *p) {
  int *dof = CAT_ARENA(p->arena, p->m->nsupport + 1, int);
  for (int i = 0; i < p->m->nsupport; i++) {
    int up = p->t.dof[p->m->support[i].node][CAT_UP];
    if (up >= 0) dof[p->damping.ndamper++] = up;
  }
  p->damping.damper_dof = dof;
  p->damping.damper = 1000;
}

// The same line as a band and in lanes; first: lanes in another code instead of the band.
typedef struct Choice {
  CatStep step;
  double share;
  int code, first;
  bool more;  // damping that is not Rayleigh's
} Choice;

static Choice usual(void) {
  return (Choice){.step = cat_step_hht(1e-3, -0.05), .share = 1e-13, .first = -1};
}

static CatStructure *lanes_of(Pair *p, const CatStructureParts *parts, int code, double share) {
  CatLanes *lanes = NULL;
  CatLanesOptions o = {code, share};
  assert_int_equal(cat_lanes_new(p->arena, parts, &o, &lanes), CAT_OK);
  p->counts = cat_lanes_counts(lanes);
  return (CatStructure *)lanes;
}

static Pair *pair_new(CatContext *ctx, const CatModel *m, const Choice *c) {
  CatArena *arena = cat_arena_new(ctx, 1 << 20);
  Pair *p = CAT_ARENA(arena, 1, Pair);
  *p = (Pair){.arena = arena, .m = m, .dice = 7};
  p->damping = (CatDamping){.alpha = 0.0125, .beta = 1e-4};
  assert_int_equal(cat_tangent_new(arena, m, &p->t), CAT_OK);
  cat_lanes_flatten(m, &p->t, (const double[4]){1, 1, 1, 1}, &p->t.K);
  find_dampers(p);
  if (c->more) {
    assert_int_equal(cat_band_new(arena, p->t.n, p->t.K.kd, &p->more), CAT_OK);
    cat_band_axpy(&p->more, 2e-4, &p->t.K);
    cat_band_axpy(&p->more, 0.01, &p->t.M);
    p->damping.more = &p->more;
  }
  p->dropper = CAT_ARENA(arena, m->ndropper + 1, CatPort);
  for (int i = 0; i < m->ndropper; i++) {
    double k;
    p->dropper[i] = cat_tangent_dropper(m, &p->t, i, &k);
  }
  CatStructureParts parts = {m, &p->t, &p->damping, c->step, m->ndropper, p->dropper};
  if (c->first < 0) {
    CatBanded *banded = NULL;
    assert_int_equal(cat_banded_new(arena, &parts, &banded), CAT_OK);
    p->s[0] = &banded->base;
  } else {
    p->s[0] = lanes_of(p, &parts, c->first, c->share);
  }
  p->s[1] = lanes_of(p, &parts, c->code, c->share);
  return p;
}

// Both from the same displacements, as rough as they can be.
static void pair_shake(Pair *p) {
  double *u = calloc((size_t)p->t.n, sizeof *u);
  for (int i = 0; i < p->t.n; i++) u[i] = 1e-3 * roll(p);
  for (int k = 0; k < 2; k++) p->s[k]->ops->clear(p->s[k], u);
  for (int i = 0; i < p->t.n; i += 97) {
    assert_close(p->s[1]->ops->value(p->s[1], i), u[i], 1e-12, 1e-18);
  }
  free(u);
}

//------------------------------------------------------------------------------- one step

typedef struct Acts {  // in one step
  CatPort contact[2];
  int dropper[3];
  double force[5];
} Acts;

// Two contacts run along the wire, over knots and separators, at times in one element.
static Acts roll_acts(Pair *p, int step) {
  const CatWire *w = &p->m->wire[0];
  Acts a = {.dropper = {0}};
  for (int i = 0; i < 2; i++) {
    int cable = w->cable + (w->ncable / 3 + (step * (2 + 5 * i)) / 8) % w->ncable;
    a.contact[i] = cat_tangent_wire(p->m, &p->t, cable, 0.5 + 0.5 * roll(p), CAT_UP);
  }
  for (int i = 0; i < 3 && p->m->ndropper; i++) {
    a.dropper[i] = (int)((roll(p) + 1) / 2 * p->m->ndropper);
  }
  for (int i = 0; i < 5; i++) a.force[i] = 100 * roll(p);
  return a;
}

static void act_step(const Pair *p, CatStructure *s, const Acts *before, const Acts *a) {
  int droppers = p->m->ndropper ? 3 : 0;
  for (int i = 0; i < 2 && before; i++) s->ops->push(s, i, before->force[i]);
  for (int i = 0; i < droppers && before; i++) {
    s->ops->push(s, CAT_CONTACTS + before->dropper[i], before->force[2 + i]);
  }
  s->ops->advance(s);
  for (int i = 0; i < 2; i++) s->ops->place(s, i, &a->contact[i]);
  for (int i = 0; i < 2; i++) s->ops->apply(s, i, s->step.theta * a->force[i]);
  for (int i = 0; i < droppers; i++) {
    s->ops->apply(s, CAT_CONTACTS + a->dropper[i], s->step.theta * a->force[2 + i]);
  }
}

static void compare_ports(Pair *p, const Acts *a, double tolerance) {
  CatStructure *x = p->s[0], *y = p->s[1];
  const int port[] = {0, 1, CAT_CONTACTS + a->dropper[0], CAT_CONTACTS + a->dropper[1]};
  int n = p->m->ndropper ? 4 : 2;
  double scale = fabs(x->ops->between(x, 0, 0)), *e = calloc(2, sizeof *e * 1000);
  assert_true(p->m->ndropper < 1000);
  for (int i = 0; i < n; i++) {
    assert_close(x->ops->read(x, port[i]), y->ops->read(y, port[i]), 0, 1e-3 * tolerance);
    for (int j = 0; j < n; j++) {
      double g = x->ops->between(x, port[i], port[j]), h = y->ops->between(y, port[i], port[j]);
      assert_close(g, h, 0, tolerance * scale);
    }
  }
  x->ops->read_droppers(x, e), y->ops->read_droppers(y, e + 1000);
  for (int i = 0; i < p->m->ndropper; i++) assert_close(e[i], e[1000 + i], 0, 1e-3 * tolerance);
  free(e);
}

static void compare_values(Pair *p, double tolerance) {
  double worst = 0;
  for (int i = 0; i < p->t.n; i++) {
    double u = p->s[0]->ops->value(p->s[0], i), v = p->s[1]->ops->value(p->s[1], i);
    worst = fmax(worst, fabs(u - v));
  }
  assert_below(worst, 1e-3 * tolerance);
}

// Rates from the scheme, asked for after every step.
static void compare_states(Pair *p, double tolerance) {
  int n = p->t.n;
  double *x = calloc(6 * (size_t)n, sizeof *x), most[3] = {0}, worst[3] = {0};
  for (int k = 0; k < 2; k++) {
    double *y = x + (size_t)(3 * k * n);
    p->s[k]->ops->state(p->s[k], y, y + n, y + 2 * n);
  }
  for (int i = 0; i < 3 * n; i++) {
    most[i / n] = fmax(most[i / n], fabs(x[i]));
    worst[i / n] = fmax(worst[i / n], fabs(x[i] - x[3 * n + i]));
  }
  for (int k = 0; k < 3; k++) assert_below(worst[k], 10 * tolerance * most[k]);
  free(x);
}

static void pair_march(Pair *p, int steps, double tolerance) {
  Acts last = {0};
  pair_shake(p);
  for (int k = 0; k < steps; k++) {
    Acts a = roll_acts(p, k);
    for (int i = 0; i < 2; i++) act_step(p, p->s[i], k ? &last : NULL, &a);
    compare_ports(p, &a, tolerance);
    for (int i = 0; i < 2; i++) p->s[i]->ops->commit(p->s[i]);
    compare_states(p, tolerance);
    if (k % 10 == 0) compare_values(p, tolerance);
    last = a;
  }
  compare_values(p, tolerance);
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
    Pair *p = pair_new(f.ctx, f.m, &c);
    pair_march(p, 31, 1e-9);
    cat_arena_free(p->arena);
    found_free(&f);
  }
}

// The inner spans of a regular line share one factor, every other one mirrored.
static void spans_share(void **state) {
  (void)state;
  Found f = find_case("ac-simple/rest", NULL);
  Choice c = usual();
  c.share = cat_lanes_options_default().share;
  Pair *p = pair_new(f.ctx, f.m, &c);
  assert_int_equal(p->counts.plans, 1);
  assert_int_equal(p->counts.cells, 20);
  assert_true(p->counts.shared >= 12);
  pair_march(p, 31, 1e-4);  // of a state far rougher than any that a train leaves behind
  cat_arena_free(p->arena);
  found_free(&f);
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
  CatCoupled *c[2] = {g.c, NULL};
  CatRtShift shift[2];
  double force = spec.pantograph[0].body.static_force;
  assert_int_equal(cat_coupled_new(g.ctx, &other, g.m, &c[1]), CAT_OK);
  assert_int_equal(cat_coupled_start(c[1], &force), CAT_OK);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(cat_rt_shift_new(c[i], 0, &shift[i]), CAT_OK);
    assert_true(shift[i].on);
  }
  for (int k = 0; k < 400; k++) {
    for (int i = 0; i < 2; i++) {
      if (k == 250 || k == 251) cat_rt_shift_do(&shift[i], c[i]);
      assert_int_equal(cat_coupled_step(c[i]), CAT_OK);
    }
    assert_close(c[0]->contact[0].height, c[1]->contact[0].height, 0, 1e-6);
    assert_close(c[0]->contact[0].force, c[1]->contact[0].force, 0, 0.2);
  }
  cat_coupled_free(c[1]);
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
  c[2].more = true;
  c[3].step = cat_step_hht(4e-3, -0.3);  // separators feel each other
  for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
    Pair *p = pair_new(g.ctx, g.m, &c[i]);
    pair_march(p, 61, 1e-8);
    cat_arena_free(p->arena);
  }
  scene_free(&g);
}

static void codes_agree(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(7);
  CatTrainSpec spec = scene_ac_simple(&span, 80);
  Scene g = scene_line(&spec);
  Choice c = usual();
  c.first = CAT_LANES_PORTABLE;
  Pair *p = pair_new(g.ctx, g.m, &c);
  pair_march(p, 31, 1e-9);
  cat_arena_free(p->arena);
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
  CatCoupled *c = NULL;
  double force = spec.pantograph[0].body.static_force;
  assert_int_equal(cat_coupled_new(g.ctx, &other, g.m, &c), CAT_OK);
  assert_string_equal(c->structure->ops->name, "lanes");
  assert_int_equal(cat_coupled_start(c, &force), CAT_OK);
  long slack = 0, differ = 0;
  for (int k = 0; k < 1500; k++) {
    assert_int_equal(cat_coupled_step(g.c), CAT_OK);
    assert_int_equal(cat_coupled_step(c), CAT_OK);
    assert_close(g.c->contact[0].force, c->contact[0].force, 0, 0.1);
    for (int i = 0; i < c->ndropper; i++) {
      differ += (g.c->dropper.y[i] > 0) != (c->dropper.y[i] > 0);
      slack += c->dropper.y[i] > 0;
    }
  }
  assert_true(slack > 100);
  assert_int_equal(differ, 0);
  cat_coupled_free(c);
  scene_free(&g);
}

static void step_asks_for_no_memory(void **state) {
  (void)state;
  FailingHeap heap = {0};
  CatHost host = failing_host(&heap);
  CatContext *ctx = cat_context_new(&host);
  CatSpanSpec span = scene_spans(2);
  CatTrainSpec spec = scene_ac_simple(&span, 80);
  CatModel *m = NULL;
  CatRestReport report;
  assert_int_equal(cat_line_model_new(ctx, &spec.line, &m), CAT_OK);
  assert_int_equal(cat_rest_find(ctx, NULL, m, &report), CAT_OK);
  Choice c = usual();
  Pair *p = pair_new(ctx, m, &c);
  long calls = heap.calls;
  pair_march(p, 20, 1e-9);
  assert_int_equal(heap.calls, calls);
  cat_arena_free(p->arena);
  cat_line_model_free(m);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shipped_lines),          cmocka_unit_test(spans_share),
      cmocka_unit_test(schemes_and_damping),    cmocka_unit_test(codes_agree),
      cmocka_unit_test(shifts_agree),           cmocka_unit_test(whole_runs_agree),
      cmocka_unit_test(step_asks_for_no_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
