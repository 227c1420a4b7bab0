// The string polygon from which the shape is guessed, against statics.
#include "line/station.h"
#include "support/support.h"

typedef struct Bench {
  FailingHeap heap;
  CatHost host;
  CatContext *ctx;
  CatArena *arena;
} Bench;

static void open_bench(Bench *b) {
  b->heap = (FailingHeap){0};
  b->host = failing_host(&b->heap);
  b->ctx = cat_context_new(&b->host);
  b->arena = cat_arena_new(b->ctx, 4096);
}

static void close_bench(Bench *b) {
  cat_arena_free(b->arena);
  cat_context_free(b->ctx);
  assert_int_equal(b->heap.held, 0);
}

// A string with one load: P a (L - a) / (T L), TRUST.md rung 5; its ends share the load.
static void point_load(void **state) {
  (void)state;
  Bench b;
  open_bench(&b);
  CatStation at[3] = {
      {.held = true, .z = 1}, {.s = 20, .load = 300}, {.s = 60, .held = true, .z = 1}};
  CatStations w = {3, at};
  assert_int_equal(cat_stations_hang(b.arena, &w, 20e3, 0), CAT_OK);
  assert_close(1 - at[1].z, 300 * 20.0 * 40 / (20e3 * 60), 1e-10, 0);
  assert_close(at[0].lift, 200, 1e-10, 0);
  assert_close(at[2].lift, 100, 1e-10, 0);
  close_bench(&b);
}

// Under its weight the polygon's corners lie on the parabola w x (L - x) / (2 T).
static void parabola(void **state) {
  (void)state;
  enum { N = 12 };
  Bench b;
  open_bench(&b);
  CatStation at[N + 1] = {{0}};
  for (int i = 0; i <= N; i++) at[i] = (CatStation){.s = 5.0 * i, .held = i == 0 || i == N};
  CatStations w = {N + 1, at};
  assert_int_equal(cat_stations_hang(b.arena, &w, 20e3, 10.6), CAT_OK);
  double lift = 0;
  for (int i = 0; i <= N; i++) {
    assert_close(-at[i].z, 10.6 * at[i].s * (60 - at[i].s) / (2 * 20e3), 1e-10, 1e-15);
    lift += at[i].lift;
  }
  assert_close(lift, 10.6 * 60, 1e-10, 0);
  close_bench(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(point_load),
      cmocka_unit_test(parabola),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
