// The tangent is the derivative of the residual, in any configuration, and symmetric; the linear
// system is the sum of it, with one number for one coordinate.
#include <math.h>
#include <stdlib.h>

#include "assemble/linear_system.h"
#include "assemble/matrices.h"
#include "assemble/residual.h"
#include "lines.h"

static void assert_symmetric(const double *K, int n) {
  double most = 0;
  for (int i = 0; i < n * n; i++) most = fmax(most, fabs(K[i]));
  for (int i = 0; i < n * n; i++) assert_close(K[i], K[i % n * n + i / n], 0, 1e-13 * most);
}

static void elements_are_symmetric(void **state) {
  (void)state;
  for (int l = 0; l < SHORT_LINES; l++) {
    Found f = read_case(short_lines[l].name, short_lines[l].sets);
    CatConfiguration *x = moved_guess(&f, 77 + (uint64_t)l);
    double A[144];
    for (int i = 0; i < f.m->ncable; i++) {
      cat_cable_part_tangent(f.m, x, i, A), assert_symmetric(A, 12);
      cat_cable_part_mass(f.m, x, i, A), assert_symmetric(A, 12);
    }
    for (int i = 0; i < f.m->ndropper; i++) {
      cat_dropper_part_tangent(f.m, x, i, A), assert_symmetric(A, 6);
    }
    for (int i = 0; i < f.m->narm; i++) cat_arm_part_tangent(f.m, x, i, A), assert_symmetric(A, 6);
    cat_configuration_free(x);
    found_free(&f);
  }
}

//------------------------------------------------------------------------------- the line

static void move(const CatLineModel *m, const CatLinearSystem *t, CatConfiguration *x,
                 const double *u, double factor) {
  for (int i = 0; i < m->nnode; i++) {
    for (int k = m->node[i].twin >= 0 ? 3 : 0; k < 6; k++) {
      if (t->dof[i][k] >= 0) x->q[i][k] += factor * u[t->dof[i][k]];
    }
  }
}

static void gather(const CatLineModel *m, const CatLinearSystem *t, const CatConfiguration *x,
                   double factor, double *out) {
  double(*force)[6] = calloc((size_t)m->nnode, sizeof *force);
  cat_residual(m, x, force);
  for (int i = 0; i < m->nnode; i++) {
    for (int k = 0; k < 6; k++) {
      if (t->dof[i][k] >= 0) out[t->dof[i][k]] += factor * force[i][k];
    }
  }
  free(force);
}

// K u against the residual on both sides, for a u that is as rough as can be.
static double check_derivative(const Found *f, CatConfiguration *x, uint64_t seed) {
  CatArena *a = cat_arena_new(f->ctx, 1 << 16);
  CatLinearSystem t;
  assert_int_equal(cat_linear_system_new(a, f->m, x, &t), CAT_OK);
  double *u = CAT_ARENA(a, t.n, double), *product = CAT_ARENA(a, t.n, double);
  double *difference = CAT_ARENA(a, t.n, double), most = 0, worst = 0;
  const double h = 1e-4;
  static const double step[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
  for (int i = 0; i < t.n; i++) u[i] = dice(&seed);
  for (int i = 0; i < 4; i++) {
    move(f->m, &t, x, u, step[i] * h);
    gather(f->m, &t, x, weight[i] / (12 * h), difference);
    move(f->m, &t, x, u, -step[i] * h);
  }
  cat_band_multiply(&t.K, 1, u, 0, product);
  for (int i = 0; i < t.n; i++) {
    most = fmax(most, fabs(product[i]));
    worst = fmax(worst, fabs(product[i] - difference[i]));
  }
  cat_arena_free(a);
  return worst / most;
}

static void is_derivative_of_residual(void **state) {
  (void)state;
  for (int i = 0; i < SHORT_LINES; i++) {
    Found f = read_case(short_lines[i].name, short_lines[i].sets);
    CatConfiguration *x = moved_guess(&f, 5 + (uint64_t)i);
    double worst = check_derivative(&f, x, (uint64_t)i);
    print_message("%s: %.1e\n", short_lines[i].name, worst);
    assert_below(worst, 1e-9);
    cat_configuration_free(x);
    found_free(&f);
  }
}

// Held coordinates have no number, twins share theirs, and every number is given once.
static void numbers_are_given_once(void **state) {
  (void)state;
  Found f = read_case("stitched/rest", short_sets);
  CatArena *a = cat_arena_new(f.ctx, 1 << 16);
  CatLinearSystem t;
  assert_int_equal(cat_linear_system_new(a, f.m, f.m->guess, &t), CAT_OK);
  int *seen = CAT_ARENA(a, t.n, int), twins = 0;
  for (int i = 0; i < f.m->nnode; i++) {
    int twin = f.m->node[i].twin;
    for (int k = 0; k < 6; k++) {
      if (k < 3 && twin >= 0) {
        assert_int_equal(t.dof[i][k], t.dof[twin][k]);
        twins++;
      } else if (f.m->node[i].fixed[k]) {
        assert_int_equal(t.dof[i][k], -1);
      } else {
        assert_in_range(t.dof[i][k], 0, t.n - 1);
        seen[t.dof[i][k]]++;
      }
    }
  }
  for (int i = 0; i < t.n; i++) assert_int_equal(seen[i], 1);
  assert_true(twins > 0);
  cat_arena_free(a);
  found_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(elements_are_symmetric),
                                     cmocka_unit_test(is_derivative_of_residual),
                                     cmocka_unit_test(numbers_are_given_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
