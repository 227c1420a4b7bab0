// The small problem of contacts and droppers: the same as one dense complementarity problem.
#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contact/ties_kernel.h"
#include "contact/unilateral.h"
#include "linalg/lcp.h"

enum { DROPPERS = 24, CONTACTS = 2, ALL = CONTACTS + DROPPERS };

typedef struct Trial {
  CatContext *ctx;
  CatArena *arena;
  CatTies d;
  CatUnilateral u;
  long solved;
} Trial;

static double dice(void) {  // -1 to 1
  static unsigned state = 11;
  state = state * 1664525u + 1013904223u;
  return (double)(state >> 8) / (1 << 23) - 1;
}

// Each dropper is felt by its neighbours, ever less, and at most three places away.
static void listen(Trial *t) {
  for (int j = 0; j < DROPPERS; j++) {
    int first = j > 3 ? j - 3 : 0, last = j + 4 < DROPPERS ? j + 4 : DROPPERS;
    t->d.kappa[j] = 1000;
    assert_int_equal(cat_ties_row(t->arena, &t->d, j, first, last), CAT_OK);
    for (int i = first; i < last; i++) t->d.response[j][i - first] = 3e-4 * pow(0.4, abs(i - j));
  }
}

static Trial trial_new(void) {
  Trial t = {.ctx = cat_context_new(NULL)};
  t.arena = cat_arena_new(t.ctx, 1 << 16);
  assert_int_equal(cat_ties_new(t.arena, DROPPERS, &t.d), CAT_OK);
  assert_int_equal(cat_unilateral_new(t.arena, DROPPERS, CONTACTS, &t.u), CAT_OK);
  listen(&t);
  t.u.theta = 0.9;
  t.u.ncontact = CONTACTS;
  cat_unilateral_begin(&t.u, &t.d);
  return t;
}

static void trial_free(Trial *t) {
  cat_arena_free(t->arena);
  cat_context_free(t->ctx);
}

// A step: all free values change a little, or altogether.
static void step(Trial *t, double share) {
  for (int i = 0; i < DROPPERS; i++) {
    t->d.free[i] = (1 - share) * t->d.free[i] + share * (0.02 * dice() + 0.005);
  }
  for (int i = 0; i < CONTACTS; i++) {
    CatPress *k = &t->u.contact[i];
    k->gap = 0.1 * dice();
    k->compliance[i] = 1e-3, k->compliance[1 - i] = 2e-4;
    k->first = 4 * i, k->last = 4 * i + 6;
    for (int j = k->first; j < k->last; j++) k->response[j] = 2e-4 * (1 + dice());
  }
}

static void fill_dense(const Trial *t, double *W, double *q) {
  memset(W, 0, ALL * ALL * sizeof *W);
  for (int i = 0; i < CONTACTS; i++) {
    const CatPress *k = &t->u.contact[i];
    q[i] = k->gap;
    for (int j = 0; j < CONTACTS; j++) W[i * ALL + j] = k->compliance[j];
    for (int j = 0; j < DROPPERS; j++) {
      W[i * ALL + CONTACTS + j] = -k->response[j];
      W[(CONTACTS + j) * ALL + i] = k->response[j];
    }
  }
  for (int i = 0; i < DROPPERS; i++) {
    double *row = W + (CONTACTS + i) * ALL + CONTACTS;
    q[CONTACTS + i] = t->d.free[i];
    for (int j = 0; j < DROPPERS; j++) row[j] = -t->u.theta * cat_ties_response(&t->d, i, j);
    row[i] += 1 / t->d.kappa[i];
  }
}

static void same_as_dense(Trial *t) {
  double W[ALL * ALL], q[ALL], p[ALL], work[ALL * (ALL + 1)];
  bool active[ALL] = {false};
  int pivot[ALL];
  fill_dense(t, W, q);
  CatLcp lcp = {.n = ALL, .W = W, .q = q, .p = p, .active = active, .work = work, .pivot = pivot};
  assert_int_equal(cat_lcp_solve(t->ctx, &lcp), CAT_OK);
  assert_int_equal(cat_unilateral_solve(t->ctx, &t->u, &t->d, &t->solved), CAT_OK);
  for (int i = 0; i < CONTACTS; i++) assert_close(t->u.contact[i].p, p[i], 1e-9, 1e-9);
  for (int i = 0; i < DROPPERS; i++) {
    double gap = q[CONTACTS + i];
    for (int j = 0; j < ALL; j++) gap += W[(CONTACTS + i) * ALL + j] * p[j];
    assert_close(t->d.y[i], p[CONTACTS + i], 1e-9, 1e-9);
    assert_close(t->d.tension[i], t->d.kappa[i] * gap, 1e-9, 1e-9);
  }
}

static void dense_problem(void **state) {
  (void)state;
  Trial t = trial_new();
  long slack = 0, pressing = 0;
  for (int k = 0; k < 500; k++) {
    step(&t, k % 7 == 0 ? 1 : 0.05);
    same_as_dense(&t);
    slack += t.u.nslack;
    pressing += t.u.contact[0].presses;
  }
  assert_true(slack > 1000 && slack < 6000);  // some of each
  assert_true(pressing > 100 && pressing < 400);
  assert_true(t.solved < 500 * 3);  // the set of the step before is a good guess
  trial_free(&t);
}

// the factor is that of the set even if nothing of it was used before
static void factor_is_kept(void **state) {
  (void)state;
  Trial a = trial_new(), b = trial_new();
  for (int k = 0; k < 400; k++) {
    step(&a, k % 5 ? 0.1 : 0.6);  // one or two change sides, or many
    memcpy(b.d.free, a.d.free, DROPPERS * sizeof(double));
    a.u.ncontact = b.u.ncontact = 0;
    b.u.factored = false;
    assert_int_equal(cat_unilateral_solve(a.ctx, &a.u, &a.d, &a.solved), CAT_OK);
    assert_int_equal(cat_unilateral_solve(b.ctx, &b.u, &b.d, &b.solved), CAT_OK);
    assert_memory_equal(a.d.y, b.d.y, DROPPERS * sizeof(double));
    assert_memory_equal(a.d.stretch, b.d.stretch, DROPPERS * sizeof(double));
  }
  trial_free(&a);
  trial_free(&b);
}

//------------------------------------------------------------------------------- droppers

static void free_and_move(CatArena *arena, int n) {
  CatTies d;
  CatStep step = cat_step_hht(1e-3, -0.05);
  assert_int_equal(cat_ties_new(arena, n, &d), CAT_OK);
  for (int i = 0; i < n; i++) {
    d.k[i] = 1e5 * (2 + dice()), d.beta[i] = 1e-4 * (2 + dice());
    d.kappa[i] = d.k[i] * (1 + d.beta[i] * step.u_to_v);
    d.compliance[i] = 1 / d.kappa[i];
    d.lag[i] = d.beta[i] / (1 + d.beta[i] * step.u_to_v);
    d.rest[i] = 100 * dice(), d.read[i] = 0.01 * dice();
    d.e[i] = 0.01 * dice(), d.v[i] = dice(), d.a[i] = 100 * dice();
    d.stretch[i] = 0.01 * dice();
  }
  d.kernel->free_all(&d, &step);
  for (int i = 0; i < n; i++) {
    double rate = cat_step_v(&step, d.read[i] - d.e[i], d.v[i], d.a[i]);
    double tension = d.rest[i] + d.k[i] * (d.read[i] + d.beta[i] * rate);
    assert_close(d.kappa[i] * d.free[i], tension, 1e-13, 1e-10);
  }
  double e = n ? d.e[n - 1] : 0, v = n ? d.v[n - 1] : 0, a = n ? d.a[n - 1] : 0;
  cat_ties_move(&d, &step);
  if (n == 0) return;
  int i = n - 1;  // the last one: vectors end where they will
  assert_true(d.e[i] == d.read[i] + (d.stretch[i] - d.free[i]));
  assert_true(d.v[i] == cat_step_v(&step, d.e[i] - e, v, a));
  assert_true(d.a[i] == cat_step_a(&step, d.e[i] - e, v, a));
}

static void any_number_of_droppers(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatArena *arena = cat_arena_new(ctx, 1 << 16);
  for (int n = 0; n < 40; n++) free_and_move(arena, n);
  cat_arena_free(arena);
  cat_context_free(ctx);
}

// two sections overlap, so that droppers are not in order; the range found last may be any
static void near_are_all_in_reach(void **state) {
  (void)state;
  enum { N = 60 };
  double x[N];
  int order[N], range[2] = {0, 0};
  CatTies d = {.n = N, .x = x, .order = order};
  for (int i = 0; i < N; i++) x[i] = i < 40 ? 5 * i : 5 * (i - 10) + 2;
  for (int i = 0; i < N; i++) {
    int k = i;
    for (; k > 0 && x[order[k - 1]] > x[i]; k--) order[k] = order[k - 1];
    order[k] = i;
  }
  for (int trial = 0; trial < 1000; trial++) {
    double at = 130 + 200 * dice(), distance = 30 * (1 + dice());
    int n = 0;
    cat_ties_near(&d, at, distance, range);
    for (int k = 0; k < N; k++) {
      bool near = fabs(x[order[k]] - at) <= distance;
      assert_true(near == (k >= range[0] && k < range[1]));
      n += near;
    }
    assert_true(n == (range[1] > range[0] ? range[1] - range[0] : 0));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dense_problem), cmocka_unit_test(factor_is_kept),
      cmocka_unit_test(any_number_of_droppers), cmocka_unit_test(near_are_all_in_reach)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
