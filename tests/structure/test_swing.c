// A cable that swings far: the schemes approach, at second order, what the classical Runge-Kutta
// method of fourth order makes of the unbalanced forces of shape finding.
#include "swing.h"

typedef struct Rk4 {
  SwingForces forces;
  int n;
  CatBand M;  // factor
  double *u, *v, *k[4], *l[4], *x;
} Rk4;

static void slope(Rk4 *r, const double *u, double *a) {
  swing_forces(&r->forces, u, a);
  for (int i = 0; i < r->n; i++) a[i] = -a[i];
  cat_band_solve(&r->M, a, 1);
}

static void rk4_step(Rk4 *r, double h) {
  static const double at[4] = {0, 0.5, 0.5, 1}, weight[4] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < r->n; i++) {
      r->x[i] = r->u[i] + (s ? at[s] * h * r->k[s - 1][i] : 0);
      r->k[s][i] = r->v[i] + (s ? at[s] * h * r->l[s - 1][i] : 0);
    }
    slope(r, r->x, r->l[s]);
  }
  for (int i = 0; i < r->n; i++) {
    for (int s = 0; s < 4; s++) {
      r->u[i] += weight[s] * h * r->k[s][i], r->v[i] += weight[s] * h * r->l[s][i];
    }
  }
}

static Swing swing_rk4(double h) {
  Scene g = swing_scene(CAT_SCHEME_NEWMARK, 1e-3);
  int n = g.c->system.n;
  const CatBand *M = &g.c->system.M;
  Rk4 r = {.forces = swing_forces_new(&g), .n = n};
  double **vector[] = {&r.u,    &r.v,    &r.k[0], &r.k[1], &r.k[2], &r.k[3],
                       &r.l[0], &r.l[1], &r.l[2], &r.l[3], &r.x};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = calloc((size_t)n + 1, sizeof **vector[i]);
  }
  assert_int_equal(cat_band_new(g.c->arena, n, M->kd, &r.M), CAT_OK);
  cat_band_axpy(&r.M, 1, M);
  assert_int_equal(cat_band_factor(g.ctx, &r.M), CAT_OK);
  memcpy(r.v, g.b->v, (size_t)n * sizeof *r.v);
  Swing out;
  for (int k = 0; k < SWING_TIMES; k++) {
    for (long i = 0, steps = lround(swing_time / h); i < steps; i++) rk4_step(&r, h);
    swing_note(&g, r.u, out.at[k]);
  }
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) free(*vector[i]);
  swing_forces_free(&r.forces);
  scene_free(&g);
  return out;
}

static void schemes_approach_rk4(void **state) {
  (void)state;
  Swing oracle = swing_rk4(1e-4), half = swing_rk4(5e-5);
  print_message("RK4 %.1e m; middle at %.3f m across, %.3f m up\n", swing_apart(&oracle, &half),
                half.at[0][0], half.at[0][1]);
  assert_below(swing_apart(&oracle, &half), 1e-8);
  const CatScheme scheme[] = {CAT_SCHEME_NEWMARK, CAT_SCHEME_ALPHA, CAT_SCHEME_CONSERVING};
  for (int i = 0; i < 3; i++) swing_approaches(&half, scheme[i], 1e-3, 1e-6);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(schemes_approach_rk4)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
