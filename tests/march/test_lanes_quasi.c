// Quasi-axial lanes against a band of the same model: the same numbers for every line that fits,
// any scheme, with and without mass along the track; what the model leaves out of a train's run;
// lines that do not fit; no memory asked for in a step.
#include "pair.h"
#include "rest/found.h"

#include "march/lanes_code.h"
#include "march/lanes_quasi_parts.h"

//------------------------------------------------------------------------------- two structures

typedef struct Twins {
  Pair p;
  CatQuasiModel model;
} Twins;

static Twins *twins_new(CatContext *ctx, const CatModel *m, CatStep step, CatLanesQuasiOptions o) {
  Pair line = pair_of(ctx, m);
  Twins *w = CAT_ARENA(line.arena, 1, Twins);
  Pair *p = &w->p;
  CatStructureParts parts;
  CatCells cells;
  *p = line;
  parts = pair_parts(p, step);
  assert_int_equal(cat_lanes_quasi_new(p->arena, &parts, &o, &p->s[1]), CAT_OK);
  assert_int_equal(cat_cells_new(p->arena, m, &p->t, false, &cells), CAT_OK);
  assert_int_equal(cat_quasi_model_new(p->arena, &parts, &cells, o.inertia, &w->model), CAT_OK);
  parts.tangent = &w->model.t;
  p->s[0] = pair_band(p, &parts);
  return w;
}

static CatLanesQuasiOptions strict(void) {
  CatLanesQuasiOptions o = cat_lanes_quasi_options_default();
  o.share = 1e-13;
  return o;
}

// Both from the same displacements, as rough as they can be; in bays those along the wire follow.
static void pair_shake(Pair *p) {
  double *u = calloc((size_t)p->t.n, sizeof *u);
  for (int i = 0; i < p->t.n; i++) u[i] = 1e-3 * roll(p);
  p->s[1]->ops->clear(p->s[1], u);
  cat_quasi_values((CatQuasi *)p->s[1], u);
  for (int k = 0; k < 2; k++) p->s[k]->ops->clear(p->s[k], u);
  free(u);
}

static void compare_values(Pair *p, double tolerance) {
  for (int i = 0; i < p->t.n; i += 997) {
    double u = p->s[0]->ops->value(p->s[0], i);
    assert_close(p->s[1]->ops->value(p->s[1], i), u, 0, 1e-2 * tolerance);
  }
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
    Twins *w = twins_new(f.ctx, f.m, cat_step_hht(1e-3, -0.05), strict());
    twins_march(w, 21, 1e-8);
    cat_arena_free(w->p.arena);
    found_free(&f);
  }
}

static void spans_share(void **state) {
  (void)state;
  Found f = find_case("ac-simple/rest", NULL);
  Twins *w = twins_new(f.ctx, f.m, cat_step_hht(1e-3, -0.05), cat_lanes_quasi_options_default());
  CatLanesQuasiCounts n = cat_lanes_quasi_counts(w->p.s[1]);
  assert_int_equal(n.cells, 20);
  assert_true(n.shared >= 12);
  twins_march(w, 21, 1e-4);  // of a state far rougher than any that a train leaves behind
  cat_arena_free(w->p.arena);
  found_free(&f);
}

static void schemes(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(3);
  CatTrainSpec spec = scene_ac_simple(&span, 80);
  const CatStep step[] = {cat_step_newmark(1e-3), cat_step_alpha(1e-3, 0.8),
                          cat_step_hht(4e-3, -0.3)};
  for (int held = 0; held < 2; held++) {
    spec.line.support.along = held ? CAT_ALONG_HELD : spec.line.support.along;
    Scene g = scene_line(&spec);
    for (size_t i = 0; i < 2 * sizeof step / sizeof *step; i++) {
      CatLanesQuasiOptions o = strict();
      o.inertia = i % 2;
      o.code = held ? CAT_LANES_PORTABLE : CAT_LANES_AUTO;
      Twins *w = twins_new(g.ctx, g.m, step[i / 2], o);
      twins_march(w, 41, 1e-8);
      cat_arena_free(w->p.arena);
    }
    scene_free(&g);
  }
}

// The structure of a coupled system is exchanged for another one of the same line.
static void exchange(CatCoupled *c, bool inertia) {
  CatStructureParts parts = {c->m,        &c->tangent,    &c->damping, c->structure->step,
                             c->ndropper, c->dropper_port};
  CatLanesQuasiOptions o = cat_lanes_quasi_options_default();
  o.inertia = inertia;
  assert_int_equal(cat_lanes_quasi_new(c->arena, &parts, &o, &c->structure), CAT_OK);
  assert_int_equal(cat_droppers_listen(c->arena, c->structure, &c->dropper), CAT_OK);
}

// A train over the line, with droppers that go slack, against the full line: how much of the
// contact force the model misses [-].
static double missed(bool inertia) {
  CatSpanSpec span = scene_spans(5);
  CatTrainSpec spec = scene_ac_simple(&span, 320 / 3.6);
  Scene g = scene_new(&spec);
  CatCoupled *c = NULL;
  double force = spec.pantograph[0].body.static_force;
  assert_int_equal(cat_coupled_new(g.ctx, &spec, g.m, &c), CAT_OK);
  exchange(c, inertia);
  assert_int_equal(cat_coupled_start(c, &force), CAT_OK);
  double miss = trains_apart(g.c, c, 1500).force;
  cat_coupled_free(c);
  scene_free(&g);
  return miss;
}

static void train_hardly_feels_what_is_left_out(void **state) {
  (void)state;
  assert_below(missed(true), 0.005);
  assert_below(missed(false), 0.02);
}

static void other_lines_are_refused(void **state) {
  (void)state;
  Found f = find_case("ac-simple/rest", NULL);
  Pair p = pair_of(f.ctx, f.m);
  CatBand more = {0};
  p.damping.more = &more;
  CatStructureParts parts = pair_parts(&p, cat_step_newmark(1e-3));
  CatLanesQuasiOptions o = cat_lanes_quasi_options_default();
  CatStructure *s = NULL;
  const char *why = NULL;
  assert_false(cat_lanes_quasi_fits(&parts, &why));
  assert_string_equal(why, "materials are damped differently");
  assert_int_equal(cat_lanes_quasi_new(p.arena, &parts, &o, &s), CAT_ERR_ARG);
  cat_arena_free(p.arena);
  found_free(&f);
}

// In single precision a line under a force that does not end settles where it does in double
// precision; rounding keeps shaking it by some thousandths of its displacement, never by more.
static CatStructure *quasi_of(const Pair *p, bool single, int code) {
  CatStructureParts parts = pair_parts(p, cat_step_hht(1e-3, -0.05));
  CatLanesQuasiOptions o = cat_lanes_quasi_options_default();
  CatStructure *s = NULL;
  o.single = single, o.code = code;
  assert_int_equal(cat_lanes_quasi_new(p->arena, &parts, &o, &s), CAT_OK);
  double *u = calloc((size_t)p->t.n, sizeof *u);
  s->ops->clear(s, u);
  free(u);
  return s;
}

static double settle(CatStructure *s, const CatPort *b, double force, int steps) {
  s->ops->place(s, 0, b);
  for (int k = 0; k < steps; k++) {
    s->ops->push(s, 0, force);
    s->ops->advance(s);
    s->ops->place(s, 0, b);
    s->ops->apply(s, 0, s->step.theta * force);
    s->ops->commit(s);
  }
  return s->ops->read(s, 0);
}

static void single_precision_does_not_drift(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(5);
  CatTrainSpec spec = scene_ac_simple(&span, 80);
  Scene g = scene_line(&spec);
  Pair p = pair_of(g.ctx, g.m);
  p.damping.alpha = 0.5;  // comes to rest in time
  const CatWire *w = &g.m->wire[0];
  CatPort b = cat_tangent_wire(g.m, &p.t, w->cable + w->ncable / 2, 0.3, CAT_UP);
  double exact = settle(quasi_of(&p, false, CAT_LANES_AUTO), &b, 150, 20000);
  for (int code = CAT_LANES_AUTO; code <= CAT_LANES_PORTABLE; code++) {
    CatStructure *s = quasi_of(&p, true, code);
    for (int k = 0; k < 4; k++) assert_close(settle(s, &b, 150, 20000), exact, 5e-3, 0);
  }
  cat_arena_free(p.arena);
  scene_free(&g);
}

// What rounding does to the contact force of a train.
static void single_precision_is_safe(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(8);
  CatTrainSpec spec = scene_ac_simple(&span, 320 / 3.6), other = spec;
  Scene g = scene_line(&spec);
  CatCoupled *c[2] = {NULL, NULL};
  double force = spec.pantograph[0].body.static_force;
  spec.solver = CAT_SOLVER_QUASI_AXIAL, other.solver = CAT_SOLVER_QUASI_AXIAL_F32;
  for (int i = 0; i < 2; i++) {
    assert_int_equal(cat_coupled_new(g.ctx, i ? &other : &spec, g.m, &c[i]), CAT_OK);
    assert_int_equal(cat_coupled_start(c[i], &force), CAT_OK);
  }
  assert_string_equal(c[1]->structure->ops->name, "lanes-quasi-axial-f32");
  Apart d = trains_apart(c[0], c[1], 3500);
  assert_below(d.force, 5e-4);
  assert_below((double)d.differ, 0.01 * (double)d.slack);
  for (int i = 0; i < 2; i++) cat_coupled_free(c[i]);
  scene_free(&g);
}

static void step_asks_for_no_memory(void **state) {
  (void)state;
  Counted line;
  counted_new(&line);
  Twins *w = twins_new(line.ctx, line.m, cat_step_newmark(1e-3), strict());
  long calls = line.heap.calls;
  twins_march(w, 20, 1e-8);
  assert_int_equal(line.heap.calls, calls);
  cat_arena_free(w->p.arena);
  counted_free(&line);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(shipped_lines),
                                     cmocka_unit_test(spans_share),
                                     cmocka_unit_test(schemes),
                                     cmocka_unit_test(train_hardly_feels_what_is_left_out),
                                     cmocka_unit_test(other_lines_are_refused),
                                     cmocka_unit_test(single_precision_does_not_drift),
                                     cmocka_unit_test(single_precision_is_safe),
                                     cmocka_unit_test(step_asks_for_no_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
