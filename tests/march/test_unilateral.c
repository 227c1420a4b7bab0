// The small problem of contacts and droppers: the same as one dense complementarity problem.
#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/lcp.h"
#include "march/unilateral.h"

enum { DROPPERS = 14, CONTACTS = 2, ALL = CONTACTS + DROPPERS };

typedef struct Trial {
  CatContext *ctx;
  CatArena *arena;
  CatDroppers d;
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
    t->d.first[j] = first, t->d.last[j] = last;
    t->d.felt[j] = CAT_ARENA(t->arena, last - first, double);
    for (int i = first; i < last; i++) t->d.felt[j][i - first] = 3e-4 * pow(0.4, abs(i - j));
  }
}

static Trial trial_new(void) {
  Trial t = {.ctx = cat_context_new(NULL)};
  t.arena = cat_arena_new(t.ctx, 1 << 16);
  assert_int_equal(cat_droppers_new(t.arena, DROPPERS, &t.d), CAT_OK);
  assert_int_equal(cat_unilateral_new(t.arena, DROPPERS, &t.u), CAT_OK);
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
    k->give[i] = 1e-3, k->give[1 - i] = 2e-4;
    k->first = 4 * i, k->last = 4 * i + 6;
    for (int j = k->first; j < k->last; j++) k->felt[j] = 2e-4 * (1 + dice());
  }
}

static void fill_dense(const Trial *t, double *W, double *q) {
  memset(W, 0, ALL * ALL * sizeof *W);
  for (int i = 0; i < CONTACTS; i++) {
    const CatPress *k = &t->u.contact[i];
    q[i] = k->gap;
    for (int j = 0; j < CONTACTS; j++) W[i * ALL + j] = k->give[j];
    for (int j = 0; j < DROPPERS; j++) {
      W[i * ALL + CONTACTS + j] = -k->felt[j];
      W[(CONTACTS + j) * ALL + i] = k->felt[j];
    }
  }
  for (int i = 0; i < DROPPERS; i++) {
    double *row = W + (CONTACTS + i) * ALL + CONTACTS;
    q[CONTACTS + i] = t->d.free[i];
    for (int j = 0; j < DROPPERS; j++) row[j] = -t->u.theta * cat_droppers_felt(&t->d, i, j);
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
  for (int k = 0; k < 50; k++) {
    step(&a, 0.3);
    memcpy(b.d.free, a.d.free, DROPPERS * sizeof(double));
    a.u.ncontact = b.u.ncontact = 0;
    b.u.factored = 0;
    assert_int_equal(cat_unilateral_solve(a.ctx, &a.u, &a.d, &a.solved), CAT_OK);
    assert_int_equal(cat_unilateral_solve(b.ctx, &b.u, &b.d, &b.solved), CAT_OK);
    assert_memory_equal(a.d.y, b.d.y, DROPPERS * sizeof(double));
  }
  trial_free(&a);
  trial_free(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(dense_problem),
                                     cmocka_unit_test(factor_is_kept)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
