// Two tension sections that overlap: a strip that touches both wires, and the way from one to the
// other.
#include "support/scene.h"

#include <math.h>
#include <stdlib.h>

static double force_on(const Scene *g, int section) {
  return cat_line_sim_force(g->c, 0, section);
}

//------------------------------------------------------------------------------- at rest

// Two strings of 60 m, the second from 40 m on: a force at x moves one by x (L - x) / (T L).
static double string_compliance(double x) {
  return x * (60 - x) / (SCENE_TENSION * 60.0);
}

static Scene strings_at(CatTrainSpec *s, double x) {
  s->run.from = x;
  return scene_new(s);
}

// The same of one string in elements, whose shapes have no kink.
static double one_compliance(CatTrainSpec s, double x) {
  s.line.overlap.given = false;
  Scene g = strings_at(&s, x);
  double out = g.c->sim->contact[0].height / g.c->sim->contact[0].force;
  assert_close(out, string_compliance(x), 0, 0.06 / SCENE_TENSION);
  scene_free(&g);
  return out;
}

static void wires_share_by_their_compliance(void **state) {
  (void)state;
  CatSpanSpec span = {.repeat = 1, .length = 60};
  CatTrainSpec s = scene_string(&span, 60, 1e-3);
  const double F = scene_floating.body.static_force, soft = 1 / s.contact.stiffness;
  s.line.overlap = (CatOverlapSpec){.given = true, .start = 40, .nspan = 1, .spans = &span};
  for (int i = -8; i <= 8; i += 4) {
    double x = 50 + i, c1 = one_compliance(s, x) + soft, c2 = one_compliance(s, x - 40) + soft;
    Scene g = strings_at(&s, x), mirror = strings_at(&s, 100 - x);
    double p1 = force_on(&g, 0), p2 = force_on(&g, 1);
    assert_close(p1 + p2, F, 1e-12, 0);
    assert_close(p1, F * c2 / (c1 + c2), 1e-9, 0);
    assert_close(p1, force_on(&mirror, 1), 1e-7, 0);
    if (i == 0) assert_close(p1, p2, 1e-9, 0);
    double h1 = p1 * (c1 - soft), h2 = p2 * (c2 - soft);  // apart by what the contacts give way
    assert_close(g.c->sim->contact[0].height, h1, 1e-9, 0);
    assert_close(cat_sim_nearest(g.c->sim, 0)->height, fmin(h1, h2), 1e-9, 0);
    scene_free(&g), scene_free(&mirror);
  }
}

// A wire that is higher by more than the other one is lifted is not touched.
static void higher_wire_bears_nothing(void **state) {
  (void)state;
  CatSpanSpec span = {.repeat = 1, .length = 60}, above = span;
  CatTrainSpec s = scene_string(&span, 60, 1e-3);
  const double F = scene_floating.body.static_force, lift = F * string_compliance(45);
  for (int i = 0; i < 2; i++) {
    above.height = lift * (i == 0 ? 1.1 : 0.9);
    s.line.overlap = (CatOverlapSpec){.given = true, .start = 40, .nspan = 1, .spans = &above};
    Scene g = strings_at(&s, 45);
    assert_close(force_on(&g, 0) + force_on(&g, 1), F, 1e-12, 0);
    if (i == 0) assert_close(force_on(&g, 1), 0, 0, 0);
    if (i == 1) assert_true(force_on(&g, 1) > 1);
    scene_steps(&g, 20);  // and it stays so
    assert_close(force_on(&g, 0) + force_on(&g, 1), F, 1e-6, 0);
    scene_free(&g);
  }
}

//------------------------------------------------------------------------------- one of two

// All of a line twice, but for its geometry: two such lines side by side.
static CatTrainSpec doubled(CatTrainSpec s) {
  CatLineSpec *l = &s.line;
  CatWireSpec *const wire[] = {&l->contact_wire, &l->messenger};
  for (int i = 0; i < 2; i++) {
    wire[i]->area *= 2, wire[i]->bending_stiffness *= 2;
    wire[i]->mass_per_length *= 2, wire[i]->tension *= 2;
  }
  l->dropper.axial_stiffness *= 2, l->dropper.mass_per_length *= 2;
  l->dropper.contact_wire_clamp *= 2, l->dropper.messenger_clamp *= 2;
  l->support.stiffness *= 2, l->support.damping *= 2;
  l->steady_arm.axial_stiffness *= 2, l->steady_arm.mass_per_length *= 2;
  s.contact.stiffness *= 2;
  return s;
}

static void twins_are_one_of_twice_the_weight(void **state) {
  (void)state;
  enum { STEPS = 500 };
  CatSpanSpec span = scene_spans(2);
  for (int nonlinear = 0; nonlinear < 2; nonlinear++) {
    CatTrainSpec s = scene_ac_simple(&span, 320 / 3.6), twins = s;
    s.dynamics = nonlinear ? CAT_DYNAMICS_NONLINEAR : CAT_DYNAMICS_LINEAR;
    s.nonlinear = (CatNonlinearSpec){true, true, true, 0, 0, 0, 1e-7};
    twins = s, s = doubled(s);
    twins.line.overlap = (CatOverlapSpec){.given = true,
                                          .nspan = 1,
                                          .spans = &span,
                                          .nstagger = twins.line.nstagger,
                                          .stagger = twins.line.stagger};
    Scene a = scene_new(&s), b = scene_new(&twins);
    double apart = 0, uneven = 0;
    for (int i = 0; i < STEPS; i++) {
      scene_steps(&a, 1), scene_steps(&b, 1);
      apart = fmax(apart, fabs(cat_sim_force(b.c->sim, 0) - cat_sim_force(a.c->sim, 0)));
      uneven = fmax(uneven, fabs(force_on(&b, 0) - force_on(&b, 1)));
    }
    print_message("%s: %.1e N from one line, %.1e N from one another\n",
                  nonlinear ? "nonlinear" : "linear", apart, uneven);
    assert_below(apart, nonlinear ? 1e-4 : 1e-6);
    assert_below(uneven, nonlinear ? 1e-4 : 1e-6);
    scene_free(&a), scene_free(&b);
  }
}

//------------------------------------------------------------------------------- on the way

// Three spans each; in the second span of the first section both wires are at one height.
typedef struct Pass {
  CatSpanSpec first[2], second[2];
  double sag[9];
  CatTrainSpec spec;
} Pass;

// A parabola that begins level, below the chord that rises by 0.5 m, and the sag of a span.
static void find_sag(CatSpanSpec *span, double *sag) {
  for (int i = 0; i < span->nposition; i++) {
    double x = span->positions[i] / span->length;
    sag[i] = 4 * 0.125 * x * (1 - x);
  }
  span->nsag = span->nposition, span->sag = sag;
}

static Pass *pass_new(double speed) {
  Pass *p = calloc(1, sizeof *p);
  static const double one[] = {0.2, -0.2, 0.2, 0.4}, other[] = {0.4, 0.4, -0.2, 0.2};
  CatSpanSpec plain = scene_spans(2), rise = scene_spans(1);
  find_sag(&rise, p->sag);
  p->first[0] = p->second[1] = plain;
  p->first[1] = p->second[0] = rise;
  p->second[0].height = 0.5;
  p->spec = scene_ac_simple(p->first, speed);
  CatLineSpec *l = &p->spec.line;
  l->nspan = 2, l->nstagger = 4, l->stagger = one, l->elements_per_bay = 2;
  l->far_end = (CatFarEndSpec){true, 0.5, 1.2};
  l->support.offset = 1;
  l->overlap = (CatOverlapSpec){
      .given = true, .start = 55, .nspan = 2, .spans = p->second, .nstagger = 4, .stagger = other};
  p->spec.measure.energy = true;
  p->spec.run.from = 60;
  return p;
}

// What a passage was like: steps with both wires, the largest change of the force in a step while
// they changed over, the force at last.
typedef struct Passage {
  long both;
  double change, end[2], energy;
} Passage;

static void check_laws(const Scene *g, double stiffness) {
  const CatSim *sim = g->c->sim;
  for (int i = 0; i < sim->ncontact; i++) {
    const CatContact *k = &sim->contact[i];
    double law = k->on ? fmax(0, -stiffness * (k->height - sim->mechanism[0]->z[0])) : 0;
    assert_close(k->force, law, 1e-8, 1e-7);
  }
}

static Passage pass(const CatTrainSpec *s) {
  Scene g = scene_new(s);
  Passage p = {0};
  double before = NAN;
  while (cat_sim_x(g.c->sim, 0) < 145) {
    scene_steps(&g, 1);
    check_laws(&g, s->contact.stiffness);
    double first = force_on(&g, 0), second = force_on(&g, 1), x = cat_sim_x(g.c->sim, 0);
    p.both += first > 0 && second > 0;
    if (x > 80 && x < 140) p.change = fmax(p.change, fabs(first + second - before));
    before = first + second;
    p.end[0] = first, p.end[1] = second;
  }
  CatAccount e = cat_ledger_account(g.ledger);
  p.energy = fabs(e.residual) / e.throughput;
  print_message("both for %ld steps, force changes by %.2f N in a step; energy %.1e\n", p.both,
                p.change, p.energy);
  scene_free(&g);
  return p;
}

static void passes_from_wire_to_wire(void **state) {
  (void)state;
  for (int nonlinear = 0; nonlinear < 2; nonlinear++) {
    Pass *p = pass_new(250 / 3.6);
    p->spec.dynamics = nonlinear ? CAT_DYNAMICS_NONLINEAR : CAT_DYNAMICS_LINEAR;
    p->spec.nonlinear = (CatNonlinearSpec){true, true, true, 0, 0, 0, 1e-4};
    Passage whole = pass(&p->spec);
    assert_true(whole.both > 200);
    assert_true(whole.end[0] == 0 && whole.end[1] > 20);
    assert_below(whole.energy, nonlinear ? 1e-5 : 1e-9);
    p->spec.time.step /= 2;
    if (!nonlinear) assert_below(pass(&p->spec).change, 0.7 * whole.change);  // continuous in time
    free(p);
  }
}

// Lanes see two wires as the band does, but for their bays made flat and even.
static void lanes_pass_likewise(void **state) {
  (void)state;
  Pass *p = pass_new(250 / 3.6);
  p->spec.measure.energy = false;
  Scene g = scene_new(&p->spec), other = scene_line(&p->spec);
  CatTrainSpec s = p->spec;
  s.solver = CAT_SOLVER_LANES;
  assert_int_equal(cat_line_sim_new(other.ctx, &s, other.m, other.rest, &other.c), CAT_OK);
  assert_int_equal(cat_line_sim_start(other.c, (double[]){150}), CAT_OK);
  double worst[2] = {0};
  while (cat_sim_x(g.c->sim, 0) < 145) {
    scene_steps(&g, 1), scene_steps(&other, 1);
    for (int k = 0; k < 2; k++) {
      worst[k] = fmax(worst[k], fabs(force_on(&g, k) - force_on(&other, k)));
    }
  }
  print_message("lanes to band: %.2f N, %.2f N\n", worst[0], worst[1]);
  assert_below(worst[0], 5);
  assert_below(worst[1], 5);
  scene_free(&g), scene_free(&other);
  free(p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wires_share_by_their_compliance),
      cmocka_unit_test(higher_wire_bears_nothing),
      cmocka_unit_test(twins_are_one_of_twice_the_weight),
      cmocka_unit_test(passes_from_wire_to_wire),
      cmocka_unit_test(lanes_pass_likewise),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
