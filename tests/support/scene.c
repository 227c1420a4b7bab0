#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const double scene_mu = 1.08, scene_wave = 136.08276348795434, scene_impedance = 293.93876913398136;

static const CatChainMass benchmark[] = {
    {"head", 7.5, 7000, 45, 0, 0}, {"middle", 9, 15500, 0.1, 0, 0}, {"base", 6, 160, 100, 0, 0}};
const CatTrainPantograph scene_benchmark = {
    .body = {.name = "p", .source = "", .static_force = 150, .nmass = 3, .masses = benchmark}};
static const CatChainMass floating[] = {{"head", 7.5, 7000, 45, 0, 0}, {"base", 15, 0, 100, 0, 0}};
const CatTrainPantograph scene_floating = {
    .body = {.name = "p", .source = "", .static_force = 100, .nmass = 2, .masses = floating}};

//------------------------------------------------------------------------------- lines

CatSpanSpec scene_spans(int n) {
  static const double places[] = {4.5, 10.25, 16, 21.75, 27.5, 33.25, 39, 44.75, 50.5};
  static const double sag[] = {0.055};
  return (CatSpanSpec){.repeat = n,
                       .length = 55,
                       .encumbrance = 1.2,
                       .nposition = 9,
                       .positions = places,
                       .nsag = 1,
                       .sag = sag};
}

static const CatLineSpec ac_simple = {
    .gravity = 9.81,
    .nspan = 1,
    .elements_per_bay = 4,
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

CatTrainSpec scene_ac_simple(const CatSpanSpec *span, double speed) {
  static const double stagger[] = {0.2, -0.2};
  CatTrainSpec s = {.solver = CAT_SOLVER_BAND,
                    .line = ac_simple,
                    .npantograph = 1,
                    .pantograph = &scene_benchmark,
                    .run = {.speed = speed, .from = 10},
                    .contact = {.stiffness = 50e3},
                    .damping = {.alpha = 0.0125, .beta = 1e-4},
                    .time = {CAT_SCHEME_HHT, 1e-3, -0.05, 0.9}};
  s.line.nstagger = 2;
  s.line.stagger = stagger;
  s.line.spans = span;
  return s;
}

CatTrainSpec scene_string(const CatSpanSpec *span, int elements, double step) {
  CatTrainSpec s = {.solver = CAT_SOLVER_BAND,
                    .npantograph = 1,
                    .pantograph = &scene_floating,
                    .contact = {.stiffness = 1e6},
                    .time = {CAT_SCHEME_NEWMARK, step, 0, 1}};
  s.line = (CatLineSpec){.form = CAT_LINE_2D,
                         .nspan = 1,
                         .spans = span,
                         .elements_per_bay = elements,
                         .contact_wire = {.given = true,
                                          .axial_stiffness = 1e11,  // stretched by 2e-7 only
                                          .mass_per_length = scene_mu,
                                          .tension = SCENE_TENSION}};
  return s;
}

//------------------------------------------------------------------------------- scenes

Scene scene_line(const CatTrainSpec *s) {
  Scene g = {.ctx = cat_context_new(NULL)};
  CatRestReport report;
  assert_int_equal(cat_line_model_new(g.ctx, &s->line, &g.m), CAT_OK);
  assert_int_equal(cat_rest_find(g.ctx, NULL, g.m, &g.rest, &report), CAT_OK);
  return g;
}

void scene_couple(Scene *g, const CatTrainSpec *s) {
  double force[16] = {0};
  for (int i = 0; i < s->npantograph; i++) force[i] = s->pantograph[i].body.static_force;
  assert_int_equal(cat_line_sim_new(g->ctx, s, g->m, g->rest, &g->c), CAT_OK);
  const char *backend = g->c->structure->ops->name;  // the nonlinear line begins as a banded one
  assert_true(strcmp(backend, "band") == 0 || strcmp(backend, "nonlinear") == 0 ||
              strcmp(backend, "runge-kutta") == 0);
  g->b = (CatBanded *)g->c->structure;
  assert_int_equal(cat_line_sim_start(g->c, force), CAT_OK);
  if (!s->measure.energy) return;
  assert_int_equal(cat_ledger_new(g->c->arena, g->c->sim, NULL, &g->ledger), CAT_OK);
  cat_ledger_start(g->ledger);
}

Scene scene_new(const CatTrainSpec *s) {
  Scene g = scene_line(s);
  scene_couple(&g, s);
  return g;
}

void scene_free(Scene *g) {
  cat_line_sim_free(g->c);
  cat_configuration_free(g->rest);
  cat_line_model_free(g->m);
  cat_arena_free(g->arena);
  cat_context_free(g->ctx);
}

void scene_steps(Scene *g, long n) {
  for (long i = 0; i < n; i++) {
    if (g->ledger) cat_ledger_before(g->ledger);
    assert_int_equal(cat_sim_step(g->c->sim), CAT_OK);
    if (g->ledger) cat_ledger_after(g->ledger);
  }
}

static void *copy_of(CatArena *a, const void *from, int n, size_t size) {
  void *out = cat_arena_alloc(a, (size_t)n + 1, size);
  assert_non_null(out);
  return memcpy(out, from, (size_t)n * size);
}

SceneEdits scene_edit(Scene *g) {
  if (!g->arena) g->arena = cat_arena_new(g->ctx, 1 << 16);
  CatLineModel *m = copy_of(g->arena, g->m, 1, sizeof *m);
  SceneEdits own = {.node = copy_of(g->arena, m->node, m->nnode, sizeof *m->node),
                    .dropper = copy_of(g->arena, m->dropper, m->ndropper, sizeof *m->dropper),
                    .mast = copy_of(g->arena, m->mast, m->nmast, sizeof *m->mast)};
  m->node = own.node, m->dropper = own.dropper, m->mast = own.mast;
  g->m = m;
  return own;
}

void scene_hold_along(Scene *g) {
  CatLineNode *node = scene_edit(g).node;
  for (int i = 0; i < g->m->nnode; i++) {
    node[i].fixed[CAT_ALONG] = node[i].fixed[3 + CAT_ALONG] = true;
  }
}

void scene_touch(Scene *g, double speed) {
  CatContact *k = &g->c->sim->contact[0];
  CatChain *body = scene_chain(g->c, 0);
  double *none = calloc((size_t)g->c->system.n, sizeof *none);
  g->c->structure->ops->set_static(g->c->structure, none);
  free(none);
  body->base.ops->start(g->ctx, &body->base, &k->rest_height, (double[]){0});
  for (int i = 0; i < body->n; i++) body->v[i] = speed;
  k->force = k->applied = k->gap = 0;
  k->height = k->rest_height;
}

//------------------------------------------------------------------------------- driven

Driven *driven_new(Scene *g, CatStep step, double bed) {
  Driven *d = calloc(1, sizeof *d);
  d->arena = cat_arena_new(g->ctx, 1 << 20);
  assert_int_equal(cat_linear_system_new(d->arena, g->m, g->rest, &d->system), CAT_OK);
  d->guide = cat_wire_guide(g->m, g->rest, &d->system, 0);
  // the bed's consistent stiffness has the shape of the mass of a wire that moves only up
  cat_band_axpy(&d->system.K, bed / g->m->wire[0].mu, &d->system.M);
  CatLineParts parts = {g->m, g->rest, &d->system, &d->damping, step, 1, 0, NULL};
  assert_int_equal(cat_banded_new(d->arena, &parts, &d->b), CAT_OK);
  return d;
}

void driven_free(Driven *d) {
  cat_arena_free(d->arena);
  free(d);
}

void driven_step(Driven *d, double x, double force) {
  CatStructure *s = &d->b->base;
  s->ops->load_begin(s, 0, d->force);
  s->ops->advance(s);
  d->guide.base.ops->find(&d->guide.base, x, &d->seat.base);
  s->ops->move_port(s, 0, &d->seat.base.port);
  s->ops->load_end(s, 0, s->step.theta * force);
  d->height = s->ops->read(s, 0);
  s->ops->commit(s);
  d->force = force;
}

double driven_at(const Driven *d, double x) {
  CatWireSeat seat = {0};
  d->guide.base.ops->find(&d->guide.base, x, &seat.base);
  return cat_port_vector_read(&seat.base.port, d->b->u);
}
