// The reduced backend against the banded one: with all vectors the same numbers for any scheme,
// port and coupling; with few of them an error of the size that was estimated; what it refuses.
#include "reduce/reduced.h"

#include <stdio.h>
#include <stdlib.h>

#include "linalg/dense.h"
#include "post/filter.h"
#include "structure/modal.h"

//------------------------------------------------------------------------------- two structures

typedef struct Pair {
  Scene g;
  Reduced *r;
  CatDamping damping;
  CatBasis basis;
  CatStructure *s[2];
} Pair;

typedef struct Choice {
  int spans;
  CatStep step;
  bool whole, stitched;
  CatBasisOptions basis;
} Choice;

static Choice usual(void) {
  return (Choice){
      .spans = 5, .step = cat_step_hht(1e-3, -0.05), .basis = {.vectors = 1000000, .cutoff = 20}};
}

// Models look back at their specs, which must stay.
static Scene line_of(const Choice *c) {
  static CatSpanSpec span;
  static CatTrainSpec spec;
  span = scene_spans(c->spans);
  spec = coarse(&span, 2);
  if (c->stitched) {
    spec.line.stitch = (CatWireSpec){
        .given = true, .modulus = 110e9, .area = 35e-6, .mass_per_length = 0.31, .tension = 2500};
    spec.line.stitch_length = 6;
  }
  return scene_line(&spec);
}

static void find_dampers(Pair *p) {
  int *dof = CAT_ARENA(p->r->arena, p->g.m->nsupport + 1, int);
  for (int i = 0; i < p->g.m->nsupport; i++) {
    int up = p->r->t.dof[p->g.m->support[i].node][CAT_UP];
    if (up >= 0) dof[p->damping.ndamper++] = up;
  }
  p->damping.damper_dof = dof;
  p->damping.damper = 1000;
}

static CatStatus find_basis(Pair *p, const Choice *c) {
  Reduced *r = p->r;
  CatBasisOptions o = c->basis;
  o.nport = r->m->ndropper;
  o.port = r->dropper;
  if (c->whole) return cat_basis_whole(r->arena, r->m, &r->t, &o, &p->basis);
  return cat_basis_components(r->arena, r->m, &r->s, &o, &p->basis);
}

static Pair *pair_new(const Choice *c) {
  Pair *p = calloc(1, sizeof *p);
  p->g = line_of(c);
  p->r = reduced_new(p->g.ctx, p->g.m, p->g.rest);
  p->damping = (CatDamping){.alpha = 0.0125, .beta = 1e-4};
  if (!c->whole) find_dampers(p);
  CatLineParts parts = {p->g.m,  p->g.rest, &p->r->t,         &p->damping,
                        c->step, 2,         p->g.m->ndropper, p->r->dropper};
  CatBanded *banded = NULL;
  assert_int_equal(cat_banded_new(p->r->arena, &parts, &banded), CAT_OK);
  p->s[0] = &banded->base;
  assert_int_equal(find_basis(p, c), CAT_OK);
  const char *why = NULL;
  assert_true(cat_modal_fits(&parts, c->whole, &why));
  // what a backend keeps of its parts must outlive it
  assert_int_equal(cat_modal_new(p->r->arena, &parts, &p->basis, &p->s[1]), CAT_OK);
  assert_string_equal(p->s[1]->ops->name, "modal");
  return p;
}

static void pair_free(Pair *p) {
  reduced_free(p->r);
  scene_free(&p->g);
  free(p);
}

//------------------------------------------------------------------------------- one step

typedef struct Acts {  // in one step
  CatPort contact[2];
  int dropper[3];
  double force[5];
} Acts;

// Two contacts run along the wire, over masts, at times in one element.
static Acts roll_acts(Pair *p, int step) {
  const CatWire *w = &p->g.m->wire[0];
  Acts a = {.dropper = {0}};
  for (int i = 0; i < 2; i++) {
    int cable = w->cable + (w->ncable / 3 + (step * (2 + 5 * i)) / 8) % w->ncable;
    a.contact[i] =
        cat_port_wire(p->g.m, p->g.rest, &p->r->t, cable, 0.5 + 0.5 * roll(p->r), CAT_UP);
  }
  for (int i = 0; i < 3; i++) a.dropper[i] = (int)((roll(p->r) + 1) / 2 * p->g.m->ndropper);
  for (int i = 0; i < 5; i++) a.force[i] = 100 * roll(p->r);
  return a;
}

// e: of the droppers, before anything acts.
static void act_step(CatStructure *s, const Acts *before, const Acts *a, double *e) {
  for (int i = 0; i < 2 && before; i++) s->ops->load_begin(s, i, before->force[i]);
  for (int i = 0; i < 3 && before; i++) {
    s->ops->load_begin(s, s->nmoving + before->dropper[i], before->force[2 + i]);
  }
  s->ops->advance(s);
  for (int i = 0; i < 2; i++) {
    CatPortVector port = cat_port_view(&a->contact[i]);
    s->ops->move_port(s, i, &port);
  }
  s->ops->read_ties(s, e);
  for (int i = 0; i < 2; i++) s->ops->load_end(s, i, s->step.theta * a->force[i]);
  for (int i = 0; i < 3; i++) {
    s->ops->load_end(s, s->nmoving + a->dropper[i], s->step.theta * a->force[2 + i]);
  }
}

// Readings before (droppers) and after forces act, and answers between all ports.
static void compare_ports(const Pair *p, const Acts *a, const double *e, double tolerance) {
  CatStructure *x = p->s[0], *y = p->s[1];
  const int port[] = {0, 1, x->nmoving + a->dropper[0], x->nmoving + a->dropper[1]};
  double scale = fabs(x->ops->port_compliance(x, 0, 0));
  for (int i = 0; i < 4; i++) {
    assert_close(x->ops->read(x, port[i]), y->ops->read(y, port[i]), 0, 1e-3 * tolerance);
    for (int j = 0; j < 4; j++) {
      double g = x->ops->port_compliance(x, port[i], port[j]),
             h = y->ops->port_compliance(y, port[i], port[j]);
      assert_close(g, h, 0, tolerance * scale);
    }
  }
  int nd = p->g.m->ndropper;
  for (int i = 0; i < nd; i++) assert_close(e[i], e[nd + i], 0, 1e-3 * tolerance);
}

// The whole state after a step; a whole line knows some rows only.
static void compare_states(const Pair *p, double tolerance) {
  int n = p->r->t.n;
  double *x = calloc(6 * (size_t)n, sizeof *x), most[3] = {0}, worst[3] = {0};
  for (int k = 0; k < 2; k++) {
    double *y = x + (size_t)(3 * k * n);
    p->s[k]->ops->state(p->s[k], y, y + n, y + 2 * n);
    for (int i = 0; i < n; i += 17) assert_true(cat_structure_value(p->s[k], i) == y[i]);
    const int some[] = {n - 1, -1, 0};
    double got[3];
    p->s[k]->ops->values(p->s[k], 3, some, got);
    assert_true(got[0] == y[n - 1] && got[1] == 0 && got[2] == y[0]);
    p->s[k]->ops->values(p->s[k], n, NULL, y);
    assert_true(y[n / 2] == cat_structure_value(p->s[k], n / 2));
  }
  for (int i = 0; i < 3 * n; i++) {
    if (p->basis.row[i % n] < 0) continue;
    most[i / n] = fmax(most[i / n], fabs(x[i]));
    worst[i / n] = fmax(worst[i / n], fabs(x[i] - x[3 * n + i]));
  }
  for (int k = 0; k < 3; k++) assert_below(worst[k], tolerance * most[k]);
  free(x);
}

// Both from the same displacements: as rough as they can be, or what forces at ports hold.
static void shake(Pair *p, bool rough) {
  int n = p->r->t.n;
  double *u = calloc((size_t)n, sizeof *u);
  if (rough) {
    for (int i = 0; i < n; i++) u[i] = 1e-3 * roll(p->r);
  } else {
    CatBand K;
    assert_int_equal(cat_band_new(p->r->arena, n, p->r->t.K.kd, &K), CAT_OK);
    cat_band_copy(&K, &p->r->t.K);
    assert_int_equal(cat_band_factor(p->g.ctx, &K), CAT_OK);
    for (int i = 0; i < p->g.m->ndropper; i++) {
      cat_port_apply(&p->r->dropper[i], 20 * roll(p->r), u);
    }
    cat_band_solve(&K, u, 1);
  }
  for (int k = 0; k < 2; k++) p->s[k]->ops->set_static(p->s[k], u);
  for (int i = 0; i < n; i++) {
    if (p->basis.row[i] < 0) continue;
    assert_close(cat_structure_value(p->s[1], i), u[i], 0, 1e-9);
  }
  free(u);
}

static void shake_none(Pair *p) {
  double *u = calloc((size_t)p->r->t.n, sizeof *u);
  for (int k = 0; k < 2; k++) p->s[k]->ops->set_static(p->s[k], u);
  free(u);
}

static void pair_march(Pair *p, int steps, bool rough, double tolerance) {
  Acts last = {0};
  int nd = p->g.m->ndropper;
  double *e = CAT_ARENA(p->r->arena, 2 * nd, double);
  shake(p, rough);
  for (int k = 0; k < steps; k++) {
    Acts a = roll_acts(p, k);
    for (int i = 0; i < 2; i++) act_step(p->s[i], k ? &last : NULL, &a, e + i * nd);
    compare_ports(p, &a, e, tolerance);
    for (int i = 0; i < 2; i++) p->s[i]->ops->commit(p->s[i]);
    compare_states(p, 10 * tolerance);
    last = a;
  }
}

//------------------------------------------------------------------------------- structures

static void march_choice(const Choice *c, int steps, bool rough, double tolerance) {
  Pair *p = pair_new(c);
  assert_int_equal(p->basis.n, p->r->t.n);
  pair_march(p, steps, rough, tolerance);
  pair_free(p);
}

static void all_vectors_any_scheme(void **state) {
  (void)state;
  const CatStep step[] = {cat_step_hht(1e-3, -0.05), cat_step_newmark(1e-3),
                          cat_step_alpha(1e-3, 0.8), cat_step_hht(4e-3, -0.3)};
  for (size_t i = 0; i < sizeof step / sizeof *step; i++) {
    Choice c = usual();
    c.step = step[i];
    march_choice(&c, 61, true, 1e-7);
  }
}

// Shapes and residual have nothing to add to all modes, and change nothing.
static void all_vectors_and_shapes(void **state) {
  (void)state;
  Choice c = usual();
  c.basis.attachments = c.basis.residual = true;
  march_choice(&c, 31, true, 1e-7);
}

// A border that is wider: Y wires over the masts.
static void stitched_line(void **state) {
  (void)state;
  Choice c = usual();
  c.stitched = true, c.spans = 3;
  march_choice(&c, 31, true, 1e-7);
}

// Spans of one kind share modes and rows, every other one mirrored.
static void shared_spans(void **state) {
  (void)state;
  Choice c = usual();
  c.spans = 8;
  march_choice(&c, 31, false, 1e-4);
}

// Modes of the whole line have no border: ports and rows that are known agree.
static void whole_line(void **state) {
  (void)state;
  Choice c = usual();
  c.whole = true, c.spans = 2;
  march_choice(&c, 61, false, 1e-6);
}

// With few vectors, too, what a force changes in a reading is its answer, residual included.
static void readings_follow_answers(void **state) {
  (void)state;
  Choice c = usual();
  c.basis = (CatBasisOptions){.vectors = 400, .cutoff = 20, .attachments = true, .residual = true};
  Pair *p = pair_new(&c);
  CatStructure *s = p->s[1];
  s->ops->set_speed(s, 70);
  shake_none(p);
  for (int k = 0; k < 20; k++) {
    Acts a = roll_acts(p, k);
    const int port[] = {0, 1, s->nmoving + a.dropper[0], s->nmoving + a.dropper[1]};
    s->ops->advance(s);
    for (int i = 0; i < 2; i++) {
      CatPortVector view = cat_port_view(&a.contact[i]);
      s->ops->move_port(s, i, &view);
    }
    for (int i = 0; i < 4; i++) {
      double before[4];
      for (int j = 0; j < 4; j++) before[j] = s->ops->read(s, port[j]);
      s->ops->load_end(s, port[i], a.force[i]);
      for (int j = 0; j < 4; j++) {
        double moved = s->ops->read(s, port[j]) - before[j];
        double answer = a.force[i] * s->ops->port_compliance(s, port[j], port[i]);
        assert_close(moved, answer, 0, 1e-12);
        assert_close(answer, a.force[i] * s->ops->port_compliance(s, port[i], port[j]), 0, 1e-12);
      }
    }
    s->ops->commit(s);
  }
  pair_free(p);
}

// The residual adds to a contact's own answer, more of it at speed: 1/(1 - 0.8 (v/c)^2).
static void residual_swells(void **state) {
  (void)state;
  Choice c = usual();
  c.basis = (CatBasisOptions){.vectors = 400, .cutoff = 20, .attachments = true};
  Pair *without = pair_new(&c);
  c.basis.residual = true;
  Pair *with = pair_new(&c);
  const double wave = sqrt(22e3 / 1.35), speed[] = {0, 0.5 * wave, 0.7 * wave};
  const double swell[] = {1, 1 / (1 - 0.2), 1 / (1 - 0.8 * 0.49)};
  CatStructure *s = with->s[1], *plain = without->s[1];
  const CatWire *w = &with->g.m->wire[0];
  for (int k = 0; k < 3; k++) {
    s->ops->set_speed(s, speed[k]);
    for (int i = 7; i < w->ncable; i += 11) {
      CatPort b = cat_port_wire(with->g.m, with->g.rest, &with->r->t, w->cable + i, 0.3, CAT_UP);
      CatPortVector view = cat_port_view(&b);
      s->ops->move_port(s, 0, &view), plain->ops->move_port(plain, 0, &view);
      double own = s->ops->port_compliance(s, 0, 0) - plain->ops->port_compliance(plain, 0, 0);
      double residual = cat_basis_residual(&with->basis, &b);
      assert_true(residual > 0);
      assert_close(own, swell[k] * residual / s->step.theta, 1e-9, 0);
    }
  }
  pair_free(with);
  pair_free(without);
}

//------------------------------------------------------------------------------- runs

typedef struct Runs {
  Scene g;        // band
  CatLineSim *c;  // modal
} Runs;

static Runs runs_new(const CatTrainSpec *spec, CatTrainSpec *other) {
  double force[16] = {0};
  for (int i = 0; i < spec->npantograph; i++) {
    force[i] = spec->pantograph[i].body.static_force;
  }
  other->solver = CAT_SOLVER_MODAL;
  Runs r = {.g = scene_new(spec)};
  assert_int_equal(cat_line_sim_new(r.g.ctx, other, r.g.m, r.g.rest, &r.c), CAT_OK);
  assert_string_equal(r.c->structure->ops->name, "modal");
  assert_int_equal(cat_line_sim_start(r.c, force), CAT_OK);
  return r;
}

static void runs_free(Runs *r) {
  cat_line_sim_free(r->c);
  scene_free(&r->g);
}

// Steps of both with all vectors; how many droppers were slack, each counted in each step.
static long runs_march(Runs *r, int steps, double tolerance) {
  long slack = 0;
  for (int k = 0; k < steps; k++) {
    assert_int_equal(cat_sim_step(r->g.c->sim), CAT_OK);
    assert_int_equal(cat_sim_step(r->c->sim), CAT_OK);
    for (int i = 0; i < r->c->sim->ncontact; i++) {
      assert_close(r->g.c->sim->contact[i].force, r->c->sim->contact[i].force, 0, tolerance);
      assert_close(r->g.c->sim->contact[i].height, r->c->sim->contact[i].height, 0,
                   1e-4 * tolerance);
    }
    for (int i = 0; i < r->c->ties.n; i++) {
      assert_true((r->g.c->ties.y[i] > 0) == (r->c->ties.y[i] > 0));
      assert_close(r->g.c->ties.tension[i], r->c->ties.tension[i], 0, 100 * tolerance);
      slack += r->c->ties.y[i] > 0;
    }
  }
  return slack;
}

static void runs_of_any_scheme(void **state) {
  (void)state;
  static const int method[] = {CAT_SCHEME_HHT, CAT_SCHEME_NEWMARK, CAT_SCHEME_ALPHA};
  for (int i = 0; i < 6; i++) {
    CatSpanSpec span = scene_spans(5);
    CatTrainSpec spec = coarse(&span, 2), other;
    spec.time.method = method[i / 2];
    spec.contact.coupling = i % 2 ? CAT_COUPLING_EXPLICIT : CAT_COUPLING_IMPLICIT;
    spec.modal.vectors = 1000000;
    spec.modal.attachments = spec.modal.residual = true;
    spec.measure.cutoff = 20;
    other = spec;
    Runs r = runs_new(&spec, &other);
    assert_true(runs_march(&r, 700, 1e-6) > 100);
    runs_free(&r);
  }
}

// Two pantographs, the second one 30 m behind: at times in one span, over masts together.
static void two_pantographs(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(5);
  CatTrainPantograph pantograph[2] = {scene_benchmark, scene_benchmark};
  CatTrainSpec spec = coarse(&span, 2), other;
  pantograph[1].behind = 30;
  spec.npantograph = 2, spec.pantograph = pantograph;
  spec.run.from = 45;
  spec.modal.vectors = 1000000;
  other = spec;
  Runs r = runs_new(&spec, &other);
  assert_true(runs_march(&r, 800, 1e-6) > 100);
  runs_free(&r);
}

// The whole line with all of its modes; its supports must not have dampers.
static void whole_line_runs(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(3);
  CatTrainSpec spec = coarse(&span, 2), other;
  spec.line.support.damping = 0;
  spec.modal.basis = CAT_MODAL_WHOLE;
  other = spec;
  Runs r = runs_new(&spec, &other);
  assert_int_equal(r.c->basis->n, r.c->system.n);
  runs_march(&r, 700, 1e-4);
  runs_free(&r);
}

//------------------------------------------------------------------------------- few vectors

enum { STEPS = 2200 };

// CV (eq. 53 of the real-time paper) of the 20 Hz force after the start, over its mean.
static double difference(CatContext *ctx, const double *a, const double *b) {
  CatFilter f = {1000, 20, CAT_FILTER_ORDER};
  double *x = calloc(2 * STEPS, sizeof *x), *y = x + STEPS, square = 0, mean = 0;
  assert_int_equal(cat_filter_zero_phase(ctx, &f, a, STEPS, x), CAT_OK);
  assert_int_equal(cat_filter_zero_phase(ctx, &f, b, STEPS, y), CAT_OK);
  for (int i = STEPS / 4; i < STEPS; i++) {
    square += pow(x[i] - y[i], 2);
    mean += x[i];
  }
  free(x);
  int n = STEPS - STEPS / 4;
  return sqrt(square / n) / (mean / n);
}

static void run_alone(CatLineSim *c, double *force) {
  double start = c->spec->pantograph[0].body.static_force;
  assert_int_equal(cat_line_sim_start(c, &start), CAT_OK);
  for (int k = 0; k < STEPS; k++) {
    assert_int_equal(cat_sim_step(c->sim), CAT_OK);
    force[k] = c->sim->contact[0].force;
  }
}

// Errors fall with the number of vectors and are of the size of the estimate: within a factor of 3.
static void few_vectors(void **state) {
  (void)state;
  static const int per_span[] = {100, 140, 190};
  CatSpanSpec span = scene_spans(5);
  CatTrainSpec spec = coarse(&span, 4), other;
  spec.run.speed = 300 / 3.6;
  spec.measure.cutoff = 20;
  spec.modal.attachments = spec.modal.residual = true;
  other = spec;
  other.solver = CAT_SOLVER_MODAL;
  Scene g = scene_new(&spec);
  double *force = calloc(2 * STEPS, sizeof *force), before = 1;
  run_alone(g.c, force);
  for (int i = 0; i < 3; i++) {
    CatLineSim *c = NULL;
    other.modal.vectors = 5 * per_span[i];
    assert_int_equal(cat_line_sim_new(g.ctx, &other, g.m, g.rest, &c), CAT_OK);
    run_alone(c, force + STEPS);
    double error = difference(g.ctx, force, force + STEPS);
    print_message("%d vectors per span: %.4f, estimated %.4f\n", per_span[i], error,
                  c->basis->error);
    assert_below(error, before);
    assert_below(error, 3 * c->basis->error);
    assert_below(c->basis->error, 9 * error);
    before = error;
    cat_line_sim_free(c);
  }
  free(force);
  scene_free(&g);
}

// Without shapes and residual the same number of vectors is far worse: slack droppers.
static void shapes_matter(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(5);
  CatTrainSpec spec = coarse(&span, 4), other;
  spec.measure.cutoff = 20;
  other = spec;
  other.solver = CAT_SOLVER_MODAL;
  other.modal.vectors = 5 * 140;
  Scene g = scene_new(&spec);
  double *force = calloc(2 * STEPS, sizeof *force), error[2];
  run_alone(g.c, force);
  for (int i = 0; i < 2; i++) {
    CatLineSim *c = NULL;
    other.modal.attachments = other.modal.residual = i;
    assert_int_equal(cat_line_sim_new(g.ctx, &other, g.m, g.rest, &c), CAT_OK);
    run_alone(c, force + STEPS);
    error[i] = difference(g.ctx, force, force + STEPS);
    cat_line_sim_free(c);
  }
  print_message("without shapes %.4f, with them %.4f\n", error[0], error[1]);
  assert_below(3 * error[1], error[0]);
  free(force);
  scene_free(&g);
}

//------------------------------------------------------------------------------- refusals

static void refused(const CatTrainSpec *spec, const char *text) {
  Scene g = scene_line(spec);
  CatLineSim *c = NULL;
  assert_int_equal(cat_line_sim_new(g.ctx, spec, g.m, g.rest, &c), CAT_ERR_ARG);
  assert_null(c);
  assert_int_equal(cat_context_errors(g.ctx), 1);
  assert_string_equal(cat_context_error(g.ctx, 0)->message, text);
  scene_free(&g);
}

static void what_it_cannot_take(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(2);
  CatTrainSpec spec = coarse(&span, 1);
  spec.solver = CAT_SOLVER_MODAL;
  spec.modal.basis = CAT_MODAL_WHOLE;
  spec.modal.vectors = 20;
  spec.modal.select = CAT_MODAL_FREQUENCY;
  refused(&spec,
          "the solver modal cannot take this line: its supports have dampers, which modes of "
          "the whole line cannot show");
  spec.modal.basis = CAT_MODAL_COMPONENTS;
  spec.modal.vectors = 0;
  spec.damping.messenger = (CatRayleigh){.given = true, .alpha = 0.5, .beta = 1e-3};
  refused(&spec, "the solver modal cannot take this line: its materials are damped differently");
}

static void step_asks_for_no_memory(void **state) {
  (void)state;
  FailingHeap heap = {0};
  CatHost host = failing_host(&heap);
  CatContext *ctx = cat_context_new(&host);
  CatSpanSpec span = scene_spans(3);
  CatTrainSpec spec = coarse(&span, 2);
  spec.solver = CAT_SOLVER_MODAL;
  spec.measure.cutoff = 20;
  const CatLineModel *m = NULL;
  CatConfiguration *rest = NULL;
  CatLineSim *c = NULL;
  CatRestReport report;
  double force = 150;
  assert_int_equal(cat_line_model_new(ctx, &spec.line, &m), CAT_OK);
  assert_int_equal(cat_rest_find(ctx, NULL, m, &rest, &report), CAT_OK);
  assert_int_equal(cat_line_sim_new(ctx, &spec, m, rest, &c), CAT_OK);
  assert_int_equal(cat_line_sim_start(c, &force), CAT_OK);
  long calls = heap.calls;
  for (int k = 0; k < 300; k++) assert_int_equal(cat_sim_step(c->sim), CAT_OK);
  assert_int_equal(heap.calls, calls);
  cat_line_sim_free(c);
  cat_configuration_free(rest);
  cat_line_model_free(m);
  cat_context_free(ctx);
  assert_int_equal(heap.held, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_vectors_any_scheme),
                                     cmocka_unit_test(all_vectors_and_shapes),
                                     cmocka_unit_test(stitched_line),
                                     cmocka_unit_test(shared_spans),
                                     cmocka_unit_test(whole_line),
                                     cmocka_unit_test(readings_follow_answers),
                                     cmocka_unit_test(residual_swells),
                                     cmocka_unit_test(runs_of_any_scheme),
                                     cmocka_unit_test(two_pantographs),
                                     cmocka_unit_test(whole_line_runs),
                                     cmocka_unit_test(few_vectors),
                                     cmocka_unit_test(shapes_matter),
                                     cmocka_unit_test(what_it_cannot_take),
                                     cmocka_unit_test(step_asks_for_no_memory)};
  char *cache = temp_dir_new();
  setenv("CATENARIA_CACHE", cache, 1);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  temp_dir_remove(cache);
  return failed;
}
