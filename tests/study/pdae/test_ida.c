// The benchmark at 32 m/s, all constraints closed, against SUNDIALS IDA.
//
// IDA gets the index-1 form, which shares with ours only the matrices and the rows G, Gt, Gtt:
//
//   q' = v,   v' = a,   0 = Gtt q + 2 Gt v + G a,   a = M^-1 (f - K q - D v + G' lambda),
//
// with dense matrices, its own error control and an exact Jacobian. Our two integrators must
// approach it at second order.
#include "benchmark.h"

#include <stdlib.h>
#include <string.h>

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "linalg/dense.h"

// Few elements, so that the dense solver is quick; both droppers then are inside an element.
enum { INTERVALS = 20, TIMES = 10, VALUES = 6, HEIGHTS = 3 };
static const double TIME_STEP = 0.05;  // between two comparisons [s]; the run ends at 0.5 s

// What is compared at one time: w_p1, w_p2, w_w(x_p) [m], lambda_d1, lambda_d2, lambda_p [N]
typedef struct Path {
  double at[TIMES][VALUES];
} Path;

static CatPdaeSpec small_benchmark(CatPdaeTime method, double h) {
  return benchmark(32, CAT_PDAE_FEM, method, INTERVALS, h);
}

static void note(const CatPdaeModel *m, double t, const double *q, const double *lambda,
                 double *out) {
  out[0] = q[m->panto];
  out[1] = q[m->panto + 1];
  out[2] = cat_pdae_wire_at(m, q, m->spec->run.from + m->spec->run.speed * t, 0);
  for (int i = 0; i < 3; i++) out[HEIGHTS + i] = lambda[i];
}

//------------------------------------------------------------------------------- what IDA solves

typedef struct Dense {
  const CatPdaeModel *m;
  int n, ng;
  double *inverse;       // M^-1 (n x n)
  double *AK, *AD, *Af;  // M^-1 K, M^-1 D (n x n), M^-1 f (n)
  double *G, *Gt, *Gtt;  // (ng x n) at the time of the last call
  double *AG;            // M^-1 G', by constraint (ng x n)
} Dense;

static double *zeros(int n) {
  double *x = calloc((size_t)n, sizeof *x);
  assert_non_null(x);
  return x;
}

// M^-1 column by column (it is symmetric), by Gaussian elimination with pivoting
static void invert_mass(CatContext *ctx, Dense *d) {
  int n = d->n, *pivot = calloc((size_t)n, sizeof *pivot);
  double *A = zeros(n * n);
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n * n; i++) A[i] = cat_band_get(&d->m->dae.M, i / n, i % n);
    d->inverse[j * n + j] = 1;
    assert_int_equal(cat_dense_solve(ctx, n, A, d->inverse + j * n, pivot), CAT_OK);
  }
  free(A);
  free(pivot);
}

static Dense dense_new(CatContext *ctx, const CatPdaeModel *m) {
  int n = m->dae.nq, ng = m->dae.ng;
  Dense d = {.m = m,
             .n = n,
             .ng = ng,
             .inverse = zeros(n * n),
             .AK = zeros(n * n),
             .AD = zeros(n * n),
             .Af = zeros(n),
             .G = zeros(ng * n),
             .Gt = zeros(ng * n),
             .Gtt = zeros(ng * n),
             .AG = zeros(ng * n)};
  invert_mass(ctx, &d);
  for (int i = 0; i < n; i++) {
    const double *row = d.inverse + i * n;
    d.Af[i] = cat_dot(n, row, m->dae.f);
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < n; k++) {
        d.AK[i * n + j] += row[k] * cat_band_get(&m->dae.K, k, j);
        d.AD[i * n + j] += row[k] * cat_band_get(&m->dae.D, k, j);
      }
    }
  }
  return d;
}

static void dense_free(Dense *d) {
  double *all[] = {d->inverse, d->AK, d->AD, d->Af, d->G, d->Gt, d->Gtt, d->AG};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
}

static void rows_at(Dense *d, double t) {
  int n = d->n;
  size_t bytes = (size_t)(d->ng * n) * sizeof(double);
  memset(d->G, 0, bytes);
  memset(d->Gt, 0, bytes);
  memset(d->Gtt, 0, bytes);
  memset(d->AG, 0, bytes);
  for (int i = 0; i < d->ng; i++) {
    d->m->dae.row(d->m, i, t, d->G + i * n, d->Gt + i * n, d->Gtt + i * n);
    for (int j = 0; j < n; j++) {
      if (d->G[i * n + j] != 0) cat_axpy(n, d->G[i * n + j], d->inverse + j * n, d->AG + i * n);
    }
  }
}

// y = (q, v, lambda)
static int residual(realtype t, N_Vector y_, N_Vector yp_, N_Vector r_, void *user) {
  Dense *d = user;
  int n = d->n;
  const double *q = N_VGetArrayPointer(y_), *v = q + n, *lambda = v + n;
  const double *qp = N_VGetArrayPointer(yp_), *vp = qp + n;
  double *r = N_VGetArrayPointer(r_), *a = r + n;
  rows_at(d, t);
  for (int i = 0; i < n; i++) {
    a[i] = d->Af[i] - cat_dot(n, d->AK + i * n, q) - cat_dot(n, d->AD + i * n, v);
  }
  for (int i = 0; i < d->ng; i++) cat_axpy(n, lambda[i], d->AG + i * n, a);
  for (int i = 0; i < d->ng; i++) {
    r[2 * n + i] = cat_dot(n, d->Gtt + i * n, q) + 2 * cat_dot(n, d->Gt + i * n, v) +
                   cat_dot(n, d->G + i * n, a);
  }
  for (int i = 0; i < n; i++) {
    r[i] = qp[i] - v[i];
    a[i] = vp[i] - a[i];
  }
  return 0;
}

// dF/dy + cj dF/dy'
static int jacobian(realtype t, realtype cj, N_Vector y, N_Vector yp, N_Vector r, SUNMatrix J,
                    void *user, N_Vector w1, N_Vector w2, N_Vector w3) {
  (void)y, (void)yp, (void)r, (void)w1, (void)w2, (void)w3;
  Dense *d = user;
  int n = d->n;
  rows_at(d, t);
  for (int j = 0; j < n; j++) {
    double *dq = SUNDenseMatrix_Column(J, j), *dv = SUNDenseMatrix_Column(J, n + j);
    dq[j] = cj;
    dv[j] = -1;
    for (int i = 0; i < n; i++) {
      dq[n + i] = d->AK[i * n + j];
      dv[n + i] = d->AD[i * n + j] + (i == j ? cj : 0);
    }
    for (int i = 0; i < d->ng; i++) {
      dq[2 * n + i] = d->Gtt[i * n + j];
      dv[2 * n + i] = 2 * d->Gt[i * n + j];
      for (int k = 0; k < n; k++) {
        dq[2 * n + i] -= d->G[i * n + k] * d->AK[k * n + j];
        dv[2 * n + i] -= d->G[i * n + k] * d->AD[k * n + j];
      }
    }
  }
  for (int j = 0; j < d->ng; j++) {
    double *dl = SUNDenseMatrix_Column(J, 2 * n + j);
    for (int i = 0; i < n; i++) dl[n + i] = -d->AG[j * n + i];
    for (int i = 0; i < d->ng; i++) dl[2 * n + i] = cat_dot(n, d->G + i * n, d->AG + j * n);
  }
  return 0;
}

//------------------------------------------------------------------------------- IDA's run

typedef struct Ida {
  SUNContext sun;
  N_Vector y, yp, atol;
  SUNMatrix J;
  SUNLinearSolver solver;
  void *mem;
} Ida;

// The start is ours: q, v, a and lambda that are consistent.
static void ida_start(Ida *ida, Dense *d, const CatDaeState *x) {
  int n = d->n;
  double *y = N_VGetArrayPointer(ida->y), *yp = N_VGetArrayPointer(ida->yp);
  memcpy(y, x->q, (size_t)n * sizeof(double));
  memcpy(y + n, x->v, (size_t)n * sizeof(double));
  memcpy(y + 2 * n, x->lambda, (size_t)d->ng * sizeof(double));
  memcpy(yp, x->v, (size_t)n * sizeof(double));
  memcpy(yp + n, x->a, (size_t)n * sizeof(double));
  memset(yp + 2 * n, 0, (size_t)d->ng * sizeof(double));
}

// Tolerance: rtol for all; absolute for positions 0.01 rtol [m], velocities rtol [m/s], forces
// 1000 rtol [N].
static Ida ida_new(Dense *d, const CatDaeState *x, double rtol) {
  Ida ida;
  int n = d->n, size = 2 * n + d->ng;
  assert_int_equal(SUNContext_Create(NULL, &ida.sun), 0);
  ida.y = N_VNew_Serial(size, ida.sun);
  ida.yp = N_VNew_Serial(size, ida.sun);
  ida.atol = N_VNew_Serial(size, ida.sun);
  ida.J = SUNDenseMatrix(size, size, ida.sun);
  ida.solver = SUNLinSol_Dense(ida.y, ida.J, ida.sun);
  ida.mem = IDACreate(ida.sun);
  for (int j = 0; j < size; j++) {
    NV_Ith_S(ida.atol, j) = rtol * (j < n ? 0.01 : j < 2 * n ? 1 : 1000);
  }
  ida_start(&ida, d, x);
  assert_int_equal(IDAInit(ida.mem, residual, 0, ida.y, ida.yp), IDA_SUCCESS);
  assert_int_equal(IDASVtolerances(ida.mem, rtol, ida.atol), IDA_SUCCESS);
  assert_int_equal(IDASetUserData(ida.mem, d), IDA_SUCCESS);
  assert_int_equal(IDASetMaxNumSteps(ida.mem, 1000000), IDA_SUCCESS);
  assert_int_equal(IDASetLinearSolver(ida.mem, ida.solver, ida.J), IDA_SUCCESS);
  assert_int_equal(IDASetJacFn(ida.mem, jacobian), IDA_SUCCESS);
  return ida;
}

static void ida_free(Ida *ida) {
  IDAFree(&ida->mem);
  SUNLinSolFree(ida->solver);
  SUNMatDestroy(ida->J);
  N_VDestroy(ida->atol);
  N_VDestroy(ida->yp);
  N_VDestroy(ida->y);
  SUNContext_Free(&ida->sun);
}

static Path ida_path(double rtol) {
  CatPdaeSpec s = small_benchmark(CAT_PDAE_BDF2, 1e-4);
  March g = march_new(&s);
  Dense d = dense_new(g.ctx, g.m);
  Ida ida = ida_new(&d, g.x, rtol);
  Path path;
  for (int k = 0; k < TIMES; k++) {
    double t;
    assert_int_equal(IDASolve(ida.mem, (k + 1) * TIME_STEP, &t, ida.y, ida.yp, IDA_NORMAL),
                     IDA_SUCCESS);
    const double *y = N_VGetArrayPointer(ida.y);
    note(g.m, t, y, y + 2 * d.n, path.at[k]);
  }
  ida_free(&ida);
  dense_free(&d);
  march_free(&g);
  return path;
}

//------------------------------------------------------------------------------- our runs

static Path our_path(CatPdaeTime method, double h) {
  CatPdaeSpec s = small_benchmark(method, h);
  March g = march_new(&s);
  Path path;
  for (int k = 0; k < TIMES; k++) {
    march_steps(&g, lround(TIME_STEP / h));
    for (int i = 0; i < g.m->dae.ng; i++) assert_true(g.x->active[i]);
    note(g.m, g.x->t, g.x->q, g.x->lambda, path.at[k]);
  }
  march_free(&g);
  return path;
}

// Largest difference of the heights and of the forces over all times
static void difference(const Path *a, const Path *b, double *height, double *force) {
  *height = *force = 0;
  for (int k = 0; k < TIMES; k++) {
    for (int i = 0; i < VALUES; i++) {
      double *most = i < HEIGHTS ? height : force;
      *most = fmax(*most, fabs(a->at[k][i] - b->at[k][i]));
    }
  }
}

enum { STEPS = 3 };

// Largest differences that are allowed [m], [N]
typedef struct Bounds {
  double height, force;              // of the shortest step
  double limit_height, limit_force;  // of the last two steps, extrapolated to h = 0
} Bounds;

// (4 y(h/2) - y(h))/3: the limit of a second-order method
static Path extrapolate(const Path *y, const Path *half) {
  Path out;
  for (int k = 0; k < TIMES; k++) {
    for (int i = 0; i < VALUES; i++) out.at[k][i] = (4 * half->at[k][i] - y->at[k][i]) / 3;
  }
  return out;
}

// Runs with h, h/2, h/4: the differences to IDA fall at second order, and their limit is its error.
static void approaches(const Path *ida, CatPdaeTime method, double longest, const Bounds *bounds) {
  double h[STEPS], height[STEPS] = {0}, force[STEPS] = {0}, limit[2];
  Path ours[STEPS];
  for (int k = 0; k < STEPS; k++) {
    h[k] = longest / (1 << k);
    ours[k] = our_path(method, h[k]);
    difference(&ours[k], ida, &height[k], &force[k]);
  }
  Path best = extrapolate(&ours[STEPS - 2], &ours[STEPS - 1]);
  difference(&best, ida, &limit[0], &limit[1]);
  assert_true(convergence_order(h, height, STEPS) >= 1.9);
  assert_true(convergence_order(h, force, STEPS) >= 1.9);
  assert_below(height[STEPS - 1], bounds->height);
  assert_below(force[STEPS - 1], bounds->force);
  assert_below(limit[0], bounds->limit_height);
  assert_below(limit[1], bounds->limit_force);
}

static void bdf2(void **state) {
  const Bounds bounds = {2e-8, 0.02, 4e-9, 1e-3};
  approaches(*state, CAT_PDAE_BDF2, 4e-5, &bounds);
}

static void half_explicit(void **state) {
  const Bounds bounds = {2e-8, 0.02, 4e-9, 5e-4};
  approaches(*state, CAT_PDAE_HALF_EXPLICIT, 1e-4, &bounds);
}

static int oracle(void **state) {
  static Path ida;
  ida = ida_path(1e-10);
  *state = &ida;
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bdf2), cmocka_unit_test(half_explicit)};
  return cmocka_run_group_tests(tests, oracle, NULL);
}
