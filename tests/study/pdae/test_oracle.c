// The initial state and whole histories against an independent implementation (tests/oracle).
#include "benchmark.h"

#include "oracle.h"

static void initial_state(void **state) {
  (void)state;
  const struct {
    CatPdaeSpace space;
    int intervals;
    double speed, d1, d2, w_p1, v_p1, v_p2, a_p2;
  } known[] = {
      {CAT_PDAE_FEM, 400, 32, 83.585421196088, 85.192564747660, -7.63126503350598e-04,
       1.29254544112931e-03, 5.30432154129885e-02, 3.62069775865622},
      {CAT_PDAE_FEM, 500, 48, 83.664050289673, 85.274488978351, -7.52521623343470e-04,
       2.19333098224876e-03, 2.20691519683662e-01, 2.86795039882832},
      {CAT_PDAE_FDM, 500, 32, 83.356562811666, 85.414621712837, -7.98689103485304e-04,
       7.22053457289734e-04, 4.78109893424475e-02, 3.66893548876042},
      {CAT_PDAE_FDM, 800, 48, 83.582603096649, 85.189619325506, -7.63470770911213e-04,
       1.92968819916432e-03, 2.16383846507136e-01, 2.90802795322548},
  };
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    CatPdaeSpec s =
        benchmark(known[k].speed, known[k].space, CAT_PDAE_BDF2, known[k].intervals, 1e-4);
    March g = march_new(&s);
    assert_close(g.initial.dropper_force[0], known[k].d1, 1e-10, 0);
    assert_close(g.initial.dropper_force[1], known[k].d2, 1e-10, 0);
    assert_close(g.initial.w_p1, known[k].w_p1, 1e-8, 0);
    assert_close(g.initial.v_p1, known[k].v_p1, 1e-8, 0);
    assert_close(g.initial.v_p2, known[k].v_p2, 1e-8, 0);
    assert_close(g.x->a[g.m->panto + 1], known[k].a_p2, 1e-8, 0);
    // the given contact force comes back from the equations, and the wires are at rest
    assert_close(g.x->lambda[2], 8.75, 1e-8, 0);
    for (int j = 0; j < g.m->panto; j++) assert_close(g.x->a[j], 0, 0, 1e-3);  // rounding of K q
    march_free(&g);
  }
}

static void compare(const CatPdaeSpec *s, const double known[21][6], double force, double height) {
  March g = march_new(s);
  long n = lround(0.5 / s->time.step) / 20;
  for (int k = 0; k <= 20; k++) {
    assert_close(g.x->t, known[k][0], 0, 1e-9);
    assert_close(g.x->lambda[2], known[k][1], 0, force);
    assert_close(g.x->lambda[0], known[k][2], 0, force);
    assert_close(g.x->lambda[1], known[k][3], 0, force);
    assert_close(g.x->q[g.m->panto], known[k][4], 0, height);
    assert_close(g.x->q[g.m->panto + 1], known[k][5], 0, height);
    if (k < 20) march_steps(&g, n);
  }
  march_free(&g);
}

static void fem_bdf2(void **state) {
  (void)state;
  CatPdaeSpec s = benchmark(32, CAT_PDAE_FEM, CAT_PDAE_BDF2, 400, 5e-5);
  compare(&s, oracle_fem_bdf2, 1e-7, 1e-11);
}

static void modes_bdf2(void **state) {
  (void)state;
  CatPdaeSpec s = benchmark(32, CAT_PDAE_MODES, CAT_PDAE_BDF2, 401, 5e-5);  // 400 sine functions
  compare(&s, oracle_modes_bdf2, 1e-7, 1e-11);
}

static void fdm_half_explicit(void **state) {
  (void)state;
  CatPdaeSpec s = benchmark(32, CAT_PDAE_FDM, CAT_PDAE_HALF_EXPLICIT_PRINTED, 400, 5e-5);
  compare(&s, oracle_fdm_half_explicit, 1e-6, 1e-11);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(initial_state), cmocka_unit_test(fem_bdf2),
                                     cmocka_unit_test(modes_bdf2),
                                     cmocka_unit_test(fdm_half_explicit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
