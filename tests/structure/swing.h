// A soft cable that swings sideways by a quarter of its length, for integrators to agree upon: ours
// with the forces of line_forces.h, oracles with those of the residual of shape finding.
#ifndef CAT_TESTS_STRUCTURE_SWING_H
#define CAT_TESTS_STRUCTURE_SWING_H

#include "support/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assemble/residual.h"
#include "linalg/dense.h"
#include "structure/nonlinear_internal.h"

enum { SWING_TIMES = 4 };
static const double swing_time = 0.25;  // between two comparisons [s]

// Places of the middle at some times, across and up [m].
typedef struct Swing {
  double at[SWING_TIMES][2];
} Swing;

static inline Scene swing_scene(CatScheme scheme, double h) {
  static const CatSpanSpec span = {.repeat = 1, .length = 20, .encumbrance = 1.2};
  CatTrainSpec s = {.dynamics = CAT_DYNAMICS_NONLINEAR,
                    .nonlinear = {true, true, true, 1, 0, CAT_TANGENT_FULL, 1e-6},
                    .time = {(int)scheme, h, 0, 1}};
  s.line = (CatLineSpec){.gravity = 9.81,
                         .nspan = 1,
                         .spans = &span,
                         .elements_per_bay = 8,
                         .contact_wire = {.given = true,
                                          .axial_stiffness = 1e5,
                                          .bending_stiffness = 10,
                                          .mass_per_length = 1,
                                          .tension = 500}};
  static CatTrainSpec kept;  // the scene looks at it
  kept = s;
  Scene g = scene_new(&kept);
  for (int i = 0; i < g.m->nnode; i++) {
    int dof = g.c->system.dof[i][CAT_ACROSS];
    if (dof >= 0) g.b->v[dof] = 12 * sin(3.14159265358979324 * g.m->node[i].s / 20);
  }
  return g;
}

static inline int swing_middle(const Scene *g) {
  int best = 0;
  for (int i = 0; i < g->m->nnode; i++) {
    if (fabs(g->m->node[i].s - 10) < fabs(g->m->node[best].s - 10)) best = i;
  }
  return best;
}

static inline void swing_note(const Scene *g, const double *u, double out[2]) {
  const int *dof = g->c->system.dof[swing_middle(g)];
  out[0] = u[dof[CAT_ACROSS]], out[1] = u[dof[CAT_UP]];
}

static inline Swing swing_ours(CatScheme scheme, double h) {
  Scene g = swing_scene(scheme, h);
  Swing out;
  for (int k = 0; k < SWING_TIMES; k++) {
    scene_steps(&g, lround(swing_time / h));
    swing_note(&g, g.b->u, out.at[k]);
  }
  scene_free(&g);
  return out;
}

// Unbalanced forces of shape finding where the line is displaced by u, in the system's numbers.
typedef struct SwingForces {
  const Scene *g;
  CatConfiguration *x;
  double (*force)[6];
} SwingForces;

static inline SwingForces swing_forces_new(const Scene *g) {
  SwingForces s = {.g = g, .force = calloc((size_t)g->m->nnode, sizeof *s.force)};
  assert_int_equal(cat_configuration_new(g->ctx, g->m, g->rest, &s.x), CAT_OK);
  return s;
}

static inline void swing_forces_free(SwingForces *s) {
  cat_configuration_free(s->x);
  free(s->force);
}

static inline void swing_forces(SwingForces *s, const double *u, double *out) {
  const CatLineModel *m = s->g->m;
  memset(out, 0, (size_t)s->g->c->system.n * sizeof *out);
  memset(s->force, 0, (size_t)m->nnode * sizeof *s->force);
  for (int i = 0; i < m->nnode; i++) {
    for (int k = 0; k < 6; k++) {
      int dof = s->g->c->system.dof[i][k];
      s->x->q[i][k] = s->g->rest->q[i][k] + (dof < 0 ? 0 : u[dof]);
    }
  }
  cat_residual(m, s->x, s->force);
  for (int i = 0; i < m->nnode; i++) {
    for (int k = 0; k < 6; k++) {
      int dof = s->g->c->system.dof[i][k];
      if (dof >= 0) out[dof] += s->force[i][k];
    }
  }
}

static inline double swing_apart(const Swing *a, const Swing *b) {
  double worst = 0;
  for (int k = 0; k < SWING_TIMES; k++) {
    for (int i = 0; i < 2; i++) worst = fmax(worst, fabs(a->at[k][i] - b->at[k][i]));
  }
  return worst;
}

// Runs with h, h/2, h/4 approach the oracle at second order; extrapolated they agree with it.
static inline void swing_approaches(const Swing *oracle, CatScheme scheme, double h0,
                                    double limit) {
  enum { RUNS = 3 };
  double h[RUNS], apart[RUNS];
  Swing s[RUNS], best;
  for (int i = 0; i < RUNS; i++) {
    h[i] = h0 / (1 << i);
    s[i] = swing_ours(scheme, h[i]);
    apart[i] = swing_apart(&s[i], oracle);
  }
  for (int k = 0; k < SWING_TIMES; k++) {
    for (int i = 0; i < 2; i++) best.at[k][i] = (4 * s[2].at[k][i] - s[1].at[k][i]) / 3;
  }
  double order = convergence_order(h, apart, RUNS), left = swing_apart(&best, oracle);
  print_message("scheme %d: %.2e %.2e %.2e m, order %.3f; extrapolated %.1e m\n", (int)scheme,
                apart[0], apart[1], apart[2], order, left);
  assert_close(order, 2, 0, 0.05);
  assert_below(left, limit);
}

#endif
