// A cable that swings far against SUNDIALS IDA, which gets u' = v, M v' + F(u) = 0 with the
// unbalanced forces of shape finding, its own error control and differences for its Jacobian.
#include "swing.h"

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

typedef struct Problem {
  SwingForces forces;
  const CatBand *M;
  int n;
} Problem;

static int residual(realtype t, N_Vector y_, N_Vector yp_, N_Vector r_, void *user) {
  Problem *p = user;
  const double *y = N_VGetArrayPointer(y_), *yp = N_VGetArrayPointer(yp_);
  double *r = N_VGetArrayPointer(r_);
  (void)t;
  for (int i = 0; i < p->n; i++) r[i] = yp[i] - y[p->n + i];
  swing_forces(&p->forces, y, r + p->n);
  cat_band_multiply(p->M, 1, yp + p->n, 1, r + p->n);
  return 0;
}

static Swing swing_ida(double rtol) {
  Scene g = swing_scene(CAT_SCHEME_NEWMARK, 1e-3);
  int n = g.c->system.n;
  Problem p = {swing_forces_new(&g), &g.c->system.M, n};
  SUNContext sun;
  assert_int_equal(SUNContext_Create(NULL, &sun), 0);
  N_Vector y = N_VNew_Serial(2 * n, sun), yp = N_VNew_Serial(2 * n, sun);
  SUNMatrix J = SUNDenseMatrix(2 * n, 2 * n, sun);
  SUNLinearSolver solver = SUNLinSol_Dense(y, J, sun);
  void *mem = IDACreate(sun);
  N_VConst(0, y), N_VConst(0, yp);
  memcpy(N_VGetArrayPointer(y) + n, g.b->v, (size_t)n * sizeof(double));
  memcpy(N_VGetArrayPointer(yp), g.b->v, (size_t)n * sizeof(double));
  assert_int_equal(IDAInit(mem, residual, 0, y, yp), IDA_SUCCESS);
  assert_int_equal(IDASStolerances(mem, rtol, rtol), IDA_SUCCESS);
  assert_int_equal(IDASetUserData(mem, &p), IDA_SUCCESS);
  assert_int_equal(IDASetMaxNumSteps(mem, 1000000), IDA_SUCCESS);
  assert_int_equal(IDASetLinearSolver(mem, solver, J), IDA_SUCCESS);
  Swing out;
  for (int k = 0; k < SWING_TIMES; k++) {
    double t;
    assert_int_equal(IDASolve(mem, (k + 1) * swing_time, &t, y, yp, IDA_NORMAL), IDA_SUCCESS);
    swing_note(&g, N_VGetArrayPointer(y), out.at[k]);
  }
  IDAFree(&mem);
  SUNLinSolFree(solver);
  SUNMatDestroy(J);
  N_VDestroy(y), N_VDestroy(yp);
  SUNContext_Free(&sun);
  swing_forces_free(&p.forces);
  scene_free(&g);
  return out;
}

static void schemes_approach_ida(void **state) {
  (void)state;
  Swing loose = swing_ida(1e-8), oracle = swing_ida(1e-10);
  print_message("IDA %.1e m\n", swing_apart(&loose, &oracle));
  assert_below(swing_apart(&loose, &oracle), 1e-6);
  swing_approaches(&oracle, CAT_SCHEME_NEWMARK, 1e-3, 1e-6);
  swing_approaches(&oracle, CAT_SCHEME_CONSERVING, 1e-3, 1e-6);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(schemes_approach_ida)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
