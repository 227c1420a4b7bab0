// Context, arena and text: alignment, marks, high water, failing allocations, errors kept.
#include "support/support.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/guard.h"
#include "base/text.h"

static void arena_marks_and_releases(void **state) {
  (void)state;
  FailingHeap heap = {0};
  CatHost host = failing_host(&heap);
  CatContext *ctx = cat_context_new(&host);
  CatArena *arena = cat_arena_new(ctx, 256);
  double *a = CAT_ARENA(arena, 3, double);
  assert_int_equal((uintptr_t)a % 64, 0);
  CatArenaMark mark = cat_arena_mark(arena);
  size_t used = cat_arena_used(arena);
  for (int i = 0; i < 10; i++) assert_non_null(CAT_ARENA(arena, 20, double));
  size_t high = cat_arena_high_water(arena);
  assert_true(high >= used + 1600);
  cat_arena_release(arena, mark);
  assert_int_equal(cat_arena_used(arena), used);
  assert_int_equal(cat_arena_high_water(arena), high);
  cat_arena_free(arena);
  cat_context_free(ctx);
  assert_int_equal(heap.held, 0);
}

// The sanitizer's own word on which bytes may be touched; elsewhere there is nothing to ask.
static void only_pieces_may_be_touched(void **state) {
  (void)state;
#ifdef CAT_GUARDED
  CatContext *ctx = cat_context_new(NULL);
  CatArena *arena = cat_arena_new(ctx, 4096);
  CatArenaMark empty = cat_arena_mark(arena);
  char *a = CAT_ARENA(arena, 13, char);
  CatArenaMark mark = cat_arena_mark(arena);
  char *b = CAT_ARENA(arena, 64, char);
  assert_null(__asan_region_is_poisoned(a, 13));
  assert_null(__asan_region_is_poisoned(b, 64));
  assert_ptr_equal(__asan_region_is_poisoned(a, 14), a + 13);
  for (char *gap = a + 13; gap < b; gap++) assert_true(__asan_address_is_poisoned(gap));
  assert_true(__asan_address_is_poisoned(b + 64));
  cat_arena_release(arena, mark);
  assert_true(__asan_address_is_poisoned(b));
  assert_false(__asan_address_is_poisoned(a + 12));
  assert_ptr_equal(CAT_ARENA(arena, 8, char), b);
  assert_true(__asan_address_is_poisoned(b + 8));
  cat_arena_release(arena, empty);
  cat_arena_free(arena);
  cat_context_free(ctx);
#else
  skip();
#endif
}

static void every_allocation_may_fail(void **state) {
  (void)state;
  for (long n = 1; n < 20; n++) {
    FailingHeap heap = {.fail_at = n};
    CatHost host = failing_host(&heap);
    CatContext *ctx = cat_context_new(&host);
    if (!ctx) continue;
    CatText text = cat_text_new(ctx);
    for (int i = 0; i < 200; i++) cat_text_addf(&text, "%d and ", i);
    int failed = cat_text_ok(&text) == CAT_ERR_MEMORY;
    assert_int_equal(failed, cat_context_errors(ctx) > 0);
    cat_text_free(&text);
    cat_context_free(ctx);
    assert_int_equal(heap.held, 0);
  }
}

static void errors_are_kept_and_counted(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatPlace place = {"a.yaml", 3, 7};
  for (int i = 0; i < 25; i++) CAT_FAIL_AT(ctx, place, "x.y", "number %d \x1b[31m", i);
  assert_int_equal(cat_context_errors(ctx), 25);
  assert_null(cat_context_error(ctx, CAT_MAX_ERRORS));
  char text[512];
  cat_error_text(cat_context_error(ctx, 19), text, sizeof text);
  assert_string_equal(text, "a.yaml:3:7: x.y: number 19 ?[31m");
  cat_context_clear(ctx);
  cat_context_time(ctx, 0.25);
  CAT_FAIL(ctx, CAT_ERR_DIVERGED, "residual %g N", 3.5);
  cat_error_text(cat_context_error(ctx, 0), text, sizeof text);
  assert_string_equal(text, "residual 3.5 N (at t = 0.25 s)");
  cat_context_free(ctx);
}

static void distance_finds_typos(void **state) {
  (void)state;
  assert_int_equal(cat_text_distance("tension", "tension"), 0);
  assert_int_equal(cat_text_distance("tesnion", "tension"), 1);
  assert_int_equal(cat_text_distance("tensio", "tension"), 1);
  assert_int_equal(cat_text_distance("", "abc"), 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arena_marks_and_releases), cmocka_unit_test(only_pieces_may_be_touched),
      cmocka_unit_test(every_allocation_may_fail), cmocka_unit_test(errors_are_kept_and_counted),
      cmocka_unit_test(distance_finds_typos)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
