// The coupled step: local responses, consistency of unilateral ports, static limits, the impedance
// of a moving contact, sameness of two runs.
#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "march/banded.h"
#include "march/coupled.h"
#include "march/energy.h"

static const double places[] = {4.5, 10.25, 16, 21.75, 27.5, 33.25, 39, 44.75, 50.5};
static const double sag[] = {0.055}, stagger[] = {0.2, -0.2};
static const CatLumpedMass chain[] = {
    {"head", 7.5, 7000, 45, 0, 0}, {"middle", 9, 15500, 0.1, 0, 0}, {"base", 6, 160, 100, 0, 0}};
static const CatTrainPantograph one = {
    .body = {.name = "p", .source = "", .static_force = 150, .nmass = 3, .masses = chain}};

static CatSpanSpec spans_of(int n) {
  return (CatSpanSpec){.repeat = n,
                       .length = 55,
                       .encumbrance = 1.2,
                       .nposition = 9,
                       .positions = places,
                       .nsag = 1,
                       .sag = sag};
}

static CatTrainSpec ac_simple(const CatSpanSpec *span, double speed) {
  CatTrainSpec s = {.npantograph = 1,
                    .pantograph = &one,
                    .run = {speed, 10, 0},
                    .contact = {.stiffness = 50e3},
                    .damping = {.alpha = 0.0125, .beta = 1e-4},
                    .time = {CAT_SCHEME_HHT, 1e-3, -0.05, 0.9}};
  s.line = (CatLineSpec){
      .gravity = 9.81,
      .nstagger = 2,
      .stagger = stagger,
      .nspan = 1,
      .spans = span,
      .elements_per_bay = 6,
      .contact_wire = {.given = true,
                       .modulus = 100e9,
                       .area = 150e-6,
                       .bending_stiffness = 195,
                       .mass_per_length = 1.35,
                       .tension = 22e3},
      .messenger = {.given = true,
                    .modulus = 97e9,
                    .area = 120e-6,
                    .bending_stiffness = 131.7,
                    .mass_per_length = 1.08,
                    .tension = 16e3},
      .dropper = {.axial_stiffness = 200e3,
                  .mass_per_length = 0.117,
                  .contact_wire_clamp = 0.165,
                  .messenger_clamp = 0.195},
      .support = {.stiffness = 500e3, .damping = 1000},
      .steady_arm = {
          .given = true, .length = 1.2166, .axial_stiffness = 79280.07, .mass_per_length = 0.7727}};
  return s;
}

typedef struct Scene {
  CatContext *ctx;
  CatModel *m;
  CatCoupled *c;
} Scene;

static Scene scene_new(const CatTrainSpec *s) {
  Scene g = {.ctx = cat_context_new(NULL)};
  CatRestReport report;
  assert_int_equal(cat_line_model_new(g.ctx, &s->line, &g.m), CAT_OK);
  assert_int_equal(cat_rest_find(g.ctx, NULL, g.m, &report), CAT_OK);
  assert_int_equal(cat_coupled_new(g.ctx, s, g.m, &g.c), CAT_OK);
  double force = s->pantograph[0].body.static_force;
  assert_int_equal(cat_coupled_start(g.c, &force), CAT_OK);
  return g;
}

static void scene_free(Scene *g) {
  cat_coupled_free(g->c);
  cat_line_model_free(g->m);
  cat_context_free(g->ctx);
}

static CatBanded *banded(const Scene *g) {
  return (CatBanded *)g->c->structure;
}

// the response within its window is the response
static void columns_are_local(void **state) {
  (void)state;
  CatSpanSpec span = spans_of(4);
  CatTrainSpec s = ac_simple(&span, 80);
  Scene g = scene_new(&s);
  CatCoupled *c = g.c;
  CatStructure *line = c->structure;
  int n = c->tangent.n, port = CAT_CONTACTS + 18;
  double *full = calloc((size_t)n, sizeof *full), most = 0, worst = 0;
  cat_port_apply(&c->dropper_port[18], 1, full);
  cat_band_solve(&banded(&g)->A, full, 1);
  memset(banded(&g)->next, 0, (size_t)n * sizeof *full);
  line->ops->apply(line, port, 1);
  for (int i = 0; i < n; i++) {
    most = fmax(most, fabs(full[i]));
    worst = fmax(worst, fabs(full[i] - banded(&g)->next[i]));
  }
  assert_below(worst, 1e-9 * most);
  assert_close(line->ops->between(line, port, port), cat_port_read(&c->dropper_port[18], full),
               1e-12, 0);
  // the same for a port that moves, placed twice
  CatPort here = c->contact[0].port;
  line->ops->place(line, 0, &c->dropper_port[18]);
  line->ops->place(line, 0, &here);
  memset(full, 0, (size_t)n * sizeof *full);
  cat_port_apply(&here, 1, full);
  cat_band_solve(&banded(&g)->A, full, 1);
  memset(banded(&g)->next, 0, (size_t)n * sizeof *full);
  line->ops->apply(line, 0, 1);
  worst = 0;
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs(full[i] - banded(&g)->next[i]));
  assert_below(worst, 1e-9 * most);
  free(full);
  scene_free(&g);
}

// contact and droppers obey their laws after every step, and some droppers do go slack
static void ports_obey_their_laws(void **state) {
  (void)state;
  CatSpanSpec span = spans_of(4);
  CatTrainSpec s = ac_simple(&span, 320 / 3.6);
  Scene g = scene_new(&s);
  CatCoupled *c = g.c;
  long slack = 0;
  for (int k = 0; k < 1500; k++) {
    assert_int_equal(cat_coupled_step(c), CAT_OK);
    const CatContact *p = &c->contact[0];
    double gap = p->height - p->body.z[0], law = fmax(0, -s.contact.stiffness * gap);
    assert_close(p->force, law, 1e-6, 1e-6);
    for (int i = 0; i < c->ndropper; i++) {
      const CatDropperPort *d = &c->dropper[i];
      double e = cat_port_read(&c->dropper_port[i], banded(&g)->u);
      double rate = cat_port_read(&c->dropper_port[i], banded(&g)->v);
      double T = d->rest + d->k * (e + d->beta * rate);
      assert_close(e, d->e, 1e-9, 1e-12);
      assert_true(d->y >= 0);
      assert_close(fmax(0, T), d->tension, 1e-5, 1e-4);  // the force law itself
      assert_close(d->y, fmax(0, -T), 1e-5, 1e-4);
      slack += d->y > 0;
    }
  }
  assert_true(slack > 100);
  scene_free(&g);
}

// a pantograph that creeps lifts the wire by its static elasticity
static void slow_is_static(void **state) {
  (void)state;
  CatSpanSpec span = spans_of(3);
  static const CatLumpedMass floating[] = {{"head", 7.5, 7000, 45, 0, 0},
                                           {"base", 15, 0, 100, 0, 0}};
  static const CatTrainPantograph light = {
      .body = {.name = "p", .source = "", .static_force = 40, .nmass = 2, .masses = floating}};
  CatTrainSpec s = ac_simple(&span, 0.5);
  s.pantograph = &light;
  s.run.from = 82;
  Scene g = scene_new(&s);
  CatCoupled *c = g.c;
  for (int k = 0; k < 1000; k++) assert_int_equal(cat_coupled_step(c), CAT_OK);
  double force = c->contact[0].force, lift = c->contact[0].height - c->contact[0].rest_height;
  CatPort b = c->contact[0].port;
  double *u = calloc((size_t)c->tangent.n, sizeof *u);
  CatArena *a = cat_arena_new(g.ctx, 1 << 20);
  CatBand K;
  assert_int_equal(cat_band_new(a, c->tangent.n, c->tangent.K.kd, &K), CAT_OK);
  cat_band_copy(&K, &c->tangent.K);
  assert_int_equal(cat_band_factor(g.ctx, &K), CAT_OK);
  cat_port_apply(&b, force, u);
  cat_band_solve(&K, u, 1);
  assert_close(lift, cat_port_read(&b, u), 0.01, 0);
  free(u);
  cat_arena_free(a);
  scene_free(&g);
}

// A massless pantograph with a constant force on a long string: behind the first instants the
// contact point moves up at F / (2 sqrt(T mu)), whatever the speed below the wave speed (TRUST rung
// 8).
static void moving_impedance(void **state) {
  (void)state;
  static const CatLumpedMass feather[] = {{"head", 1e-3, 0, 0, 0, 0}};
  static const CatTrainPantograph push = {
      .body = {.name = "p", .source = "", .static_force = 100, .nmass = 1, .masses = feather}};
  const CatSpanSpec span = {.repeat = 1, .length = 300, .encumbrance = 1};
  const double T = 20e3, mu = 1.08, wave = sqrt(T / mu), Z = 2 * sqrt(T * mu);
  for (double share = 0; share < 0.85; share += 0.4) {
    CatTrainSpec s = {.npantograph = 1,
                      .pantograph = &push,
                      .run = {fmax(share * wave, 1e-6), 100, 0},
                      .contact = {.stiffness = 1e6},
                      .time = {CAT_SCHEME_HHT, 2e-4, -0.05, 0.9}};
    s.line = (CatLineSpec){
        .form = CAT_LINE_2D,
        .nspan = 1,
        .spans = &span,
        .elements_per_bay = 1200,
        .contact_wire = {
            .given = true, .axial_stiffness = 1.5e7, .mass_per_length = mu, .tension = T}};
    Scene g = scene_new(&s);
    CatCoupled *c = g.c;
    // from a straight wire at rest: the push begins at once
    size_t bytes = (size_t)c->tangent.n * sizeof(double);
    memset(banded(&g)->u, 0, bytes);
    cat_lumped_start(&c->contact[0].body, c->contact[0].rest_height, 0);
    c->contact[0].force = c->contact[0].applied = 0;
    for (int k = 0; k < 500; k++) assert_int_equal(cat_coupled_step(c), CAT_OK);
    double z0 = c->contact[0].height, t0 = c->t;
    for (int k = 0; k < 1500; k++) assert_int_equal(cat_coupled_step(c), CAT_OK);
    double speed = (c->contact[0].height - z0) / (c->t - t0);
    assert_close(speed, 100 / Z, 0.01, 0);
    scene_free(&g);
  }
}

static void runs_are_the_same(void **state) {
  (void)state;
  CatSpanSpec span = spans_of(2);
  CatTrainSpec s = ac_simple(&span, 75);
  Scene a = scene_new(&s), b = scene_new(&s);
  for (int k = 0; k < 300; k++) {
    assert_int_equal(cat_coupled_step(a.c), CAT_OK);
    assert_int_equal(cat_coupled_step(b.c), CAT_OK);
  }
  size_t bytes = (size_t)a.c->tangent.n * sizeof(double);
  assert_memory_equal(banded(&a)->u, banded(&b)->u, bytes);
  assert_true(a.c->contact[0].force == b.c->contact[0].force);
  scene_free(&a);
  scene_free(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(columns_are_local), cmocka_unit_test(ports_obey_their_laws),
      cmocka_unit_test(slow_is_static), cmocka_unit_test(moving_impedance),
      cmocka_unit_test(runs_are_the_same)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
