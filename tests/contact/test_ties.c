// Droppers side by side: their order along the track, the widest gap, who feels whom.
#include "support/support.h"

#include <math.h>

#include "contact/ties.h"

enum { N = 7, MOVING = 3 };
// two sections that overlap: places do not rise with the index
static const double place[N] = {5, 20, 41, 50, 38, 45, 60};
static const int along[N] = {0, 1, 4, 2, 5, 3, 6};

// Unit force at `other` is felt at `port` while both are within 25 m.
static double between(const CatStructure *s, int port, int other) {
  (void)s;
  double apart = fabs(place[port - MOVING] - place[other - MOVING]);
  return apart > 25 ? 0 : 1e-3 / (1 + apart);
}

typedef struct Row {
  CatContext *ctx;
  CatArena *arena;
  CatTies d;
} Row;

static Row row_new(int n) {
  static const CatStructureOps ops = {.port_compliance = between};
  Row r = {.ctx = cat_context_new(NULL)};
  CatStructure s = {.ops = &ops, .step = cat_step_newmark(1e-3), .nmoving = MOVING, .ntie = n};
  CatStructure *all[] = {&s};
  r.arena = cat_arena_new(r.ctx, 1 << 12);
  assert_int_equal(cat_ties_new(r.arena, n, &r.d), CAT_OK);
  for (int i = 0; i < n; i++) r.d.x[i] = place[i], r.d.k[i] = 1e5;
  assert_int_equal(cat_ties_connect(r.arena, 1, all, &r.d), CAT_OK);
  return r;
}

static void row_free(Row *r) {
  cat_arena_free(r->arena);
  cat_context_free(r->ctx);
}

static void order_and_gaps(void **state) {
  (void)state;
  Row r = row_new(N);
  for (int i = 0; i < N; i++) assert_int_equal(r.d.order[i], along[i]);
  assert_close(r.d.widest, 18, 0, 0);  // from 20 m to 38 m
  assert_close(r.d.reach, 25, 0, 0);   // from 20 m to 45 m
  row_free(&r);
  r = row_new(2);
  assert_close(r.d.widest, 15, 0, 0);
  row_free(&r);
  r = row_new(1);
  assert_true(isinf(r.d.widest) && r.d.widest > 0);
  row_free(&r);
}

static void who_feels_whom(void **state) {
  (void)state;
  Row r = row_new(N);
  for (int by = 0; by < N; by++) {
    for (int at = 0; at < N; at++) {
      double felt = between(NULL, MOVING + at, MOVING + by);
      assert_close(cat_ties_response(&r.d, by, at), felt, 0, 0);
    }
    int first = N, last = -1;
    for (int at = 0; at < N; at++) {
      if (between(NULL, MOVING + at, MOVING + by) == 0) continue;
      first = at < first ? at : first;
      last = at;
    }
    assert_int_equal(r.d.first[by], first);
    assert_int_equal(r.d.last[by], last + 1);
  }
  row_free(&r);
}

// From any range that was found before, against a search of all.
static void those_near(void **state) {
  (void)state;
  Row r = row_new(N);
  for (double x = -10; x < 75; x += 2.5) {
    for (int begin = 0; begin <= N; begin++) {
      int range[2] = {begin, begin}, before = 0, within = 0;
      cat_ties_near(&r.d, x, 12, range);
      for (int i = 0; i < N; i++) {
        before += place[i] < x - 12;
        within += fabs(place[i] - x) <= 12;
      }
      assert_int_equal(range[1] - range[0], within);
      if (within > 0) assert_int_equal(range[0], before);
    }
  }
  row_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(order_and_gaps),
                                     cmocka_unit_test(who_feels_whom),
                                     cmocka_unit_test(those_near)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
