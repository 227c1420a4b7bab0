// Supports carry the weight and the contact force (rung 17): at rest, lifted by a pantograph, and
// in every step of a run as the balance of vertical momentum. What supports, arms and ends bear is
// computed from their own laws, and from the line cut free of them.
#include "support/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assemble/elements.h"

typedef struct Balance {
  CatLineModel cut;  // the line without supports and arms, its ends let go
  CatLinearSystem t;
  CatArena *arena;
  double *u, *v, *a;  // the line's motion in its numbers (t.n)
  double *f;          // (t.n)
} Balance;

static Balance balance_new(const Scene *g) {
  Balance b = {.cut = *g->m, .arena = cat_arena_new(g->ctx, 1 << 20)};
  b.cut.narm = b.cut.nsupport = 0;
  CatLineNode *node = CAT_ARENA(b.arena, g->m->nnode, CatLineNode);
  memcpy(node, g->m->node, (size_t)g->m->nnode * sizeof *node);
  for (int i = 0; i < g->m->nnode; i++) node[i].fixed[CAT_UP] = false;
  b.cut.node = node;
  assert_int_equal(cat_linear_system_new(b.arena, &b.cut, g->rest, &b.t), CAT_OK);
  double **vector[] = {&b.u, &b.v, &b.a, &b.f};
  for (int i = 0; i < 4; i++) *vector[i] = CAT_ARENA(b.arena, b.t.n, double);
  return b;
}

static void take_over(Balance *b, const Scene *g) {
  for (int i = 0; i < g->m->nnode; i++) {
    for (int k = 0; k < 6; k++) {
      int from = g->c->system.dof[i][k], to = b->t.dof[i][k];
      if (to < 0) continue;
      b->u[to] = from >= 0 ? g->b->u[from] : 0;
      b->v[to] = from >= 0 ? g->b->v[from] : 0;
      b->a[to] = from >= 0 ? g->b->a[from] : 0;
    }
  }
}

static double sum_up(const Balance *b, const double *x) {
  double sum = 0;
  for (int i = 0; i < b->cut.nnode; i++) {
    if (b->cut.node[i].twin < 0) sum += x[b->t.dof[i][CAT_UP]];
  }
  return sum;
}

static double momentum(const Balance *b) {
  cat_band_multiply(&b->t.M, 1, b->v, 0, b->f);
  return sum_up(b, b->f);
}

// Downward on the line, beyond what they bear at rest: springs, dampers, arms, ends [N].
static double springs(const Scene *g, const Balance *b) {
  double sum = 0;
  for (int i = 0; i < g->m->nsupport; i++) {
    int up = b->t.dof[g->m->support[i].node][CAT_UP];
    sum += g->m->spec->support.stiffness * b->u[up] + g->m->spec->support.damping * b->v[up];
  }
  return sum;
}

static double arms(const Scene *g, const Balance *b) {
  double sum = 0;
  for (int i = 0; i < g->m->narm; i++) {
    double q[6], K[36], M[36];
    CatBar bar = cat_arm_part_kernel(g->m, i);
    cat_arm_part_coordinates(g->m, g->rest, i, q);
    cat_bar_tangent(&bar, q, K);
    cat_bar_mass(&bar, M);
    for (int k = 0; k < 3; k++) {
      int dof = b->t.dof[g->m->arm[i].node][k];
      if (dof < 0) continue;
      sum += K[6 * CAT_UP + k] * b->u[dof] + M[6 * CAT_UP + k] * b->a[dof];
    }
  }
  return sum;
}

static double ends(const Scene *g, const Balance *b) {
  double sum = 0;
  cat_band_multiply(&b->t.K, 1, b->u, 0, b->f);
  cat_band_multiply(&b->t.M, 1, b->a, 1, b->f);
  for (int i = 0; i < g->m->nnode; i++) {
    if (g->m->node[i].fixed[CAT_UP]) sum -= b->f[b->t.dof[i][CAT_UP]];
  }
  return sum;
}

static double reactions(const Scene *g, const Balance *b) {
  return springs(g, b) + arms(g, b) + ends(g, b);
}

static void at_rest(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(3);
  CatTrainSpec s = scene_ac_simple(&span, 80);
  CatContext *ctx = cat_context_new(NULL);
  const CatLineModel *m;
  CatConfiguration *rest;
  CatRestReport report;
  assert_int_equal(cat_line_model_new(ctx, &s.line, &m), CAT_OK);
  assert_int_equal(cat_rest_find(ctx, NULL, m, &rest, &report), CAT_OK);
  assert_true(report.weight > 4000);
  assert_close(report.reaction, report.weight, 1e-9, 0);
  cat_configuration_free(rest);
  cat_line_model_free(m);
  cat_context_free(ctx);
}

// lifted by a pantograph: what it takes from the supports is its force
static void lifted(void **state) {
  (void)state;
  static const double from[] = {60, 82.5, 109, 137};
  for (int i = 0; i < 4; i++) {
    CatSpanSpec span = scene_spans(3);
    CatTrainSpec s = scene_ac_simple(&span, 80);
    s.run.from = from[i];
    Scene g = scene_new(&s);
    Balance b = balance_new(&g);
    take_over(&b, &g);
    double force = g.c->sim->contact[0].force;
    assert_true(force > 100);
    assert_close(reactions(&g, &b), force, 1e-9, 0);
    cat_arena_free(b.arena);
    scene_free(&g);
  }
}

// Newmark takes the mean of forces at both ends of a step: so does the impulse
static void in_a_run(void **state) {
  (void)state;
  CatSpanSpec span = scene_spans(3);
  CatTrainSpec s = scene_ac_simple(&span, 80);
  s.damping.alpha = s.damping.beta = 0;  // alpha M would be a force from outside
  s.time.method = CAT_SCHEME_NEWMARK;
  Scene g = scene_new(&s);
  Balance b = balance_new(&g);
  take_over(&b, &g);
  double net0 = g.c->sim->contact[0].force - reactions(&g, &b), impulse = 0, passed = 0, worst = 0;
  double contact = 0, carried = 0;
  long slack = 0;
  for (int k = 0; k < 1200; k++) {
    scene_steps(&g, 1);
    take_over(&b, &g);
    for (int i = 0; i < g.c->ties.n; i++) slack += g.c->ties.y[i] > 0;
    double p = g.c->sim->contact[0].force, r = reactions(&g, &b), net = p - r;
    impulse += s.time.step * (net0 + net) / 2;
    passed += s.time.step * p;
    contact += p, carried += r;
    net0 = net;
    worst = fmax(worst, fabs(momentum(&b) - impulse));
  }
  print_message(
      "impulse %.2f N s, worst momentum error %.1e N s; mean force %.2f N, carried %.2f N\n",
      passed, worst, contact / 1200, carried / 1200);
  assert_true(slack > 100);  // droppers pull on both of their ends
  assert_below(worst, 1e-9 * passed);
  cat_arena_free(b.arena);
  scene_free(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(at_rest), cmocka_unit_test(lifted),
                                     cmocka_unit_test(in_a_run)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
