// Lowest eigenpairs and inertia counts against closed forms, multiplicities included.
#include "support/support.h"

#include <math.h>

#include "linalg/dense.h"
#include "linalg/eigen.h"
#include "linalg/inertia.h"

#define PI 3.14159265358979323846

typedef struct Fixture {
  CatContext *ctx;
  CatArena *arena;
  CatBand K, M;
} Fixture;

// `copies` matrices tri(-1, 2, -1) of n rows each, interleaved, with the mass 2.5
static Fixture laplacians(int n, int copies) {
  Fixture f = {.ctx = cat_context_new(NULL)};
  f.arena = cat_arena_new(f.ctx, 1 << 16);
  assert_int_equal(cat_band_new(f.arena, n * copies, copies, &f.K), CAT_OK);
  assert_int_equal(cat_band_new(f.arena, n * copies, 0, &f.M), CAT_OK);
  for (int i = 0; i < n * copies; i++) {
    cat_band_add(&f.K, i, i, 2);
    if (i >= copies) cat_band_add(&f.K, i - copies, i, -1);
    cat_band_add(&f.M, i, i, 2.5);
  }
  return f;
}

static void finish(Fixture *f) {
  cat_arena_free(f->arena);
  cat_context_free(f->ctx);
}

// k-th eigenvalue of one copy, from 1
static double exact(int n, int k) {
  double s = sin(k * PI / (2 * (n + 1)));
  return 4 * s * s / 2.5;
}

static void check_pairs(const Fixture *f, const CatEigen *e) {
  double *r = CAT_ARENA(f->arena, e->size, double);
  for (int i = 0; i < e->n; i++) {
    const double *x = e->vector + i * e->size;
    cat_band_multiply(&f->M, 1, x, 0, r);
    for (int j = 0; j <= i; j++) {
      assert_close(cat_dot(e->size, r, e->vector + j * e->size), i == j, 0, 1e-10);
    }
    cat_band_multiply(&f->K, 1, x, -e->value[i], r);
    assert_below(sqrt(cat_dot(e->size, r, r)), 1e-10);
  }
}

static void finds_the_lowest(void **state) {
  (void)state;
  enum { N = 2000 };
  Fixture f = laplacians(N, 1);
  CatEigen e;
  assert_int_equal(cat_eigen_lowest(f.arena, &f.K, &f.M, 20, &e), CAT_OK);
  assert_int_equal(e.n, 20);
  assert_int_equal(e.below, 20);
  for (int i = 0; i < 20; i++) assert_close(e.value[i], exact(N, i + 1), 1e-9, 0);
  check_pairs(&f, &e);
  finish(&f);
}

// Mass in a few columns alone, which are the first sines: those are the modes, however many
// coordinates have none.
static void finds_those_with_mass(void **state) {
  (void)state;
  enum { COLUMNS = 30, PAIRS = 5 };
  static const int size[] = {40, 2000};  // all at once, and by searches
  for (int k = 0; k < 2; k++) {
    int n = size[k];
    Fixture f = laplacians(n, 1);
    CatLowRankPart part = {n, COLUMNS, CAT_ARENA(f.arena, n, int), NULL};
    part.w = CAT_ARENA(f.arena, n * COLUMNS, double);
    for (int i = 0; i < n * COLUMNS; i++) {
      part.row[i % n] = i % n;
      part.w[i] = sqrt(5.0 / (n + 1)) * sin((i / n + 1) * (i % n + 1) * PI / (n + 1));
    }
    const CatLowRank W = {COLUMNS, 1, &part};
    CatBand none;
    CatEigen e;
    assert_int_equal(cat_band_new(f.arena, n, 0, &none), CAT_OK);
    assert_int_equal(cat_eigen_lowest_with(f.arena, &f.K, &none, &W, PAIRS, &e), CAT_OK);
    assert_int_equal(e.n, PAIRS);
    for (int i = 0; i < e.n; i++) assert_close(e.value[i], exact(n, i + 1), 1e-9, 0);
    finish(&f);
  }
}

static void misses_no_copy(void **state) {
  (void)state;
  enum { N = 400 };
  for (int copies = 2; copies <= 5; copies++) {
    Fixture f = laplacians(N, copies);
    CatEigen e;
    assert_int_equal(cat_eigen_lowest(f.arena, &f.K, &f.M, 19, &e), CAT_OK);
    assert_int_equal(e.n, (19 + copies - 1) / copies * copies);  // clusters are kept whole
    assert_int_equal(e.below, e.n);
    for (int i = 0; i < e.n; i++) assert_close(e.value[i], exact(N, i / copies + 1), 1e-9, 0);
    check_pairs(&f, &e);
    finish(&f);
  }
}

static void finds_all_of_a_small_system(void **state) {
  (void)state;
  for (int n = 1; n <= 60; n += 59) {
    Fixture f = laplacians(n, 1);
    CatEigen e;
    assert_int_equal(cat_eigen_lowest(f.arena, &f.K, &f.M, 60, &e), CAT_OK);
    assert_int_equal(e.n, n);
    assert_int_equal(e.below, n);
    for (int i = 0; i < n; i++) assert_close(e.value[i], exact(n, i + 1), 1e-11, 0);
    check_pairs(&f, &e);
    finish(&f);
  }
}

static void counts_between_neighbours(void **state) {
  (void)state;
  enum { N = 101 };
  Fixture f = laplacians(N, 1);
  for (int k = 0; k <= N; k++) {
    CatInertia count;
    const double range[2] = {exact(N, k), k < N ? exact(N, k + 1) : 2};
    assert_int_equal(cat_inertia_between(f.ctx, &f.K, &f.M, range, &count), CAT_OK);
    assert_int_equal(count.below, k);
    assert_true(count.sigma > range[0] && count.sigma < range[1]);
  }
  finish(&f);
}

// In the middle the first pivot is zero, although 0.8 is an eigenvalue of the first row only.
static void steps_aside_from_a_zero_pivot(void **state) {
  (void)state;
  enum { N = 40 };
  Fixture f = laplacians(N, 1);
  CatInertia count;
  const double range[2] = {0.8 - 0.01, 0.8 + 0.01};
  assert_int_equal(cat_inertia_between(f.ctx, &f.K, &f.M, range, &count), CAT_OK);
  assert_true(fabs(count.sigma - 0.8) > 1e-4);
  assert_int_equal(count.below, N / 2);
  // nowhere to step
  const double none[2] = {0.8, 0.8};
  assert_int_equal(cat_inertia_between(f.ctx, &f.K, &f.M, none, &count), CAT_ERR_SINGULAR);
  finish(&f);
}

static void refuses_what_has_no_answer(void **state) {
  (void)state;
  Fixture f = laplacians(200, 1);
  CatEigen e;
  assert_int_equal(cat_eigen_lowest(f.arena, &f.K, &f.M, 0, &e), CAT_ERR_ARG);
  cat_band_add(&f.K, 100, 100, -9);
  assert_int_equal(cat_eigen_lowest(f.arena, &f.K, &f.M, 5, &e), CAT_ERR_SINGULAR);
  finish(&f);
}

// Two searches in a row give the same bits.
static void repeats_itself(void **state) {
  (void)state;
  Fixture f = laplacians(300, 2);
  CatEigen a, b;
  assert_int_equal(cat_eigen_lowest(f.arena, &f.K, &f.M, 6, &a), CAT_OK);
  assert_int_equal(cat_eigen_lowest(f.arena, &f.K, &f.M, 6, &b), CAT_OK);
  assert_int_equal(a.n, b.n);
  assert_memory_equal(a.value, b.value, (size_t)a.n * sizeof *a.value);
  assert_memory_equal(a.vector, b.vector, (size_t)(a.n * a.size) * sizeof *a.vector);
  finish(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(finds_the_lowest),
                                     cmocka_unit_test(finds_those_with_mass),
                                     cmocka_unit_test(misses_no_copy),
                                     cmocka_unit_test(finds_all_of_a_small_system),
                                     cmocka_unit_test(counts_between_neighbours),
                                     cmocka_unit_test(steps_aside_from_a_zero_pivot),
                                     cmocka_unit_test(refuses_what_has_no_answer),
                                     cmocka_unit_test(repeats_itself)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
