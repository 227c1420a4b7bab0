// Quasi-axial lanes against a band of the same model: the same numbers for every line that fits,
// any scheme, with and without mass along the track; what the model leaves out of a train's run;
// lines that do not fit; no memory asked for in a step.
#include "rest/found.h"
#include "support/scene.h"

#include <math.h>
#include <stdlib.h>

#include "march/lanes.h"
#include "march/lanes_quasi_parts.h"

//------------------------------------------------------------------------------- two structures

typedef struct Pair {
  CatArena *arena;
  const CatModel *m;
  CatTangent t;
  CatDamping damping;
  CatPort *dropper;
  CatQuasiModel model;
  CatStructure *s[2];
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

static CatStructureParts parts_of(Pair *p, CatStep step) {
  return (CatStructureParts){p->m, &p->t, &p->damping, step, p->m->ndropper, p->dropper};
}

static Pair *line_new(CatContext *ctx, const CatModel *m) {
  CatArena *arena = cat_arena_new(ctx, 1 << 20);
  Pair *p = CAT_ARENA(arena, 1, Pair);
  *p = (Pair){.arena = arena, .m = m, .dice = 7};
  p->damping = (CatDamping){.alpha = 0.0125, .beta = 1e-4};
  assert_int_equal(cat_tangent_new(arena, m, &p->t), CAT_OK);
  find_dampers(p);
  p->dropper = CAT_ARENA(arena, m->ndropper + 1, CatPort);
  for (int i = 0; i < m->ndropper; i++) {
    double k;
    p->dropper[i] = cat_tangent_dropper(m, &p->t, i, &k);
  }
  return p;
}

static Pair *pair_new(CatContext *ctx, const CatModel *m, CatStep step, CatLanesQuasiOptions o) {
  Pair *p = line_new(ctx, m);
  CatStructureParts parts = parts_of(p, step);
  CatCells cells;
  CatBanded *banded = NULL;
  assert_int_equal(cat_lanes_quasi_new(p->arena, &parts, &o, &p->s[1]), CAT_OK);
  assert_int_equal(cat_cells_new(p->arena, m, &p->t, &cells), CAT_OK);
  assert_int_equal(cat_quasi_model_new(p->arena, &parts, &cells, o.inertia, &p->model), CAT_OK);
  parts.tangent = &p->model.t;
  assert_int_equal(cat_banded_new(p->arena, &parts, &banded), CAT_OK);
  p->s[0] = &banded->base;
  return p;
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

// Displacements and rates from the scheme, asked for after every step.
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
  for (int i = 0; i < n; i += 997) {
    assert_close(p->s[1]->ops->value(p->s[1], i), x[i], 0, 10 * tolerance * most[0]);
  }
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
    last = a;
  }
}

//------------------------------------------------------------------------------- tests

static void shipped_lines(void **state) {
  (void)state;
  static const char *const name[] = {"ac-simple/rest", "ac-simple/2d", "stitched/rest",
                                     "compound/rest",  "overlap/rest", "tram/rest"};
  for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
    Found f = find_case(name[i], NULL);
    Pair *p = pair_new(f.ctx, f.m, cat_step_hht(1e-3, -0.05), strict());
    pair_march(p, 21, 1e-8);
    cat_arena_free(p->arena);
    found_free(&f);
  }
}

static void spans_share(void **state) {
  (void)state;
  Found f = find_case("ac-simple/rest", NULL);
  Pair *p = pair_new(f.ctx, f.m, cat_step_hht(1e-3, -0.05), cat_lanes_quasi_options_default());
  CatLanesQuasiCounts n = cat_lanes_quasi_counts(p->s[1]);
  assert_int_equal(n.cells, 20);
  assert_true(n.shared >= 12);
  pair_march(p, 21, 1e-4);  // of a state far rougher than any that a train leaves behind
  cat_arena_free(p->arena);
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
      Pair *p = pair_new(g.ctx, g.m, step[i / 2], o);
      pair_march(p, 41, 1e-8);
      cat_arena_free(p->arena);
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
  double force = spec.pantograph[0].body.static_force, sum = 0, miss = 0;
  int steps = 1500;
  assert_int_equal(cat_coupled_new(g.ctx, &spec, g.m, &c), CAT_OK);
  exchange(c, inertia);
  assert_int_equal(cat_coupled_start(c, &force), CAT_OK);
  for (int k = 0; k < steps; k++) {
    assert_int_equal(cat_coupled_step(g.c), CAT_OK);
    assert_int_equal(cat_coupled_step(c), CAT_OK);
    double d = g.c->contact[0].force - c->contact[0].force;
    sum += g.c->contact[0].force;
    miss += d * d;
  }
  cat_coupled_free(c);
  scene_free(&g);
  return sqrt(miss / steps) / (sum / steps);
}

static void train_hardly_feels_what_is_left_out(void **state) {
  (void)state;
  assert_below(missed(true), 0.005);
  assert_below(missed(false), 0.02);
}

static void other_lines_are_refused(void **state) {
  (void)state;
  static const char *const name[] = {"curve/rest", "en50318-2002/rest"};
  static const char *const reason[] = {"the track is curved", "nodes are held along the track"};
  for (int i = 0; i < 2; i++) {
    Found f = find_case(name[i], NULL);
    Pair *p = line_new(f.ctx, f.m);
    CatStructureParts parts = parts_of(p, cat_step_newmark(1e-3));
    CatLanesQuasiOptions o = cat_lanes_quasi_options_default();
    CatStructure *s = NULL;
    const char *why = NULL;
    assert_false(cat_lanes_quasi_fits(&parts, &why));
    assert_string_equal(why, reason[i]);
    assert_int_equal(cat_lanes_quasi_new(p->arena, &parts, &o, &s), CAT_ERR_ARG);
    cat_arena_free(p->arena);
    found_free(&f);
  }
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
  Pair *p = pair_new(ctx, m, cat_step_newmark(1e-3), strict());
  long calls = heap.calls;
  pair_march(p, 20, 1e-8);
  assert_int_equal(heap.calls, calls);
  cat_arena_free(p->arena);
  cat_line_model_free(m);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(shipped_lines),
                                     cmocka_unit_test(spans_share),
                                     cmocka_unit_test(schemes),
                                     cmocka_unit_test(train_hardly_feels_what_is_left_out),
                                     cmocka_unit_test(other_lines_are_refused),
                                     cmocka_unit_test(step_asks_for_no_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
