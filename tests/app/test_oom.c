// The n-th allocation fails, for every n of a small run from the file to the report: a clean error,
// everything freed, nothing written.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "catenaria/catenaria.h"
#include "support/support.h"

static const char *const coarse[] = {
    "space.intervals=20",
    "run.half_length=0.6",
    "run.to=2.5",
    "time.step=1e-3",
};

// Load, run, write; whatever was made is freed on the way out.
static CatStatus pipeline(CatContext *ctx, const char *dir) {
  CatCase *c = NULL;
  CatRecord *rec = NULL;
  char *table = NULL;
  CatCaseSource source = {
      .size = sizeof source,
      .path = CAT_SOURCE_DIR "/cases/pdae/arnold-simeon-32.yaml",
      .sets = coarse,
      .nset = sizeof coarse / sizeof *coarse,
      .library = CAT_SOURCE_DIR "/cases",
  };
  CatStatus status = cat_case_load(ctx, &source, &c);
  if (status == CAT_OK) status = cat_case_run(ctx, c, &rec);
  if (status == CAT_OK) status = cat_results_table(ctx, rec, &table);
  if (status == CAT_OK) {
    status = cat_results_write(ctx, c, rec,
                               &(CatOutput){.size = sizeof(CatOutput), .dir = dir, .csv = true});
  }
  cat_string_free(ctx, table);
  cat_record_free(rec);
  cat_case_free(c);
  return status;
}

// One run with an allocator that fails at the n-th call; n = 0: never. Returns how many calls.
static long run_with(long n, bool for_ever, CatStatus *status, const char *dir) {
  FailingHeap heap = {.fail_at = n, .for_ever = for_ever};
  CatHost host = failing_host(&heap);
  CatContext *ctx = cat_context_new(&host);
  *status = ctx ? pipeline(ctx, dir) : CAT_ERR_MEMORY;
  if (ctx && *status == CAT_ERR_MEMORY) assert_true(cat_context_errors(ctx) > 0);
  cat_context_free(ctx);
  if (heap.held != 0) print_error("allocation %ld: %ld pieces are not freed\n", n, heap.held);
  assert_int_equal(heap.held, 0);
  return heap.calls;
}

static void fail_each(bool for_ever) {
  char *root = temp_dir_new();
  char dir[600];
  struct stat st;
  CatStatus status;
  snprintf(dir, sizeof dir, "%s/out", root);
  long calls = run_with(0, false, &status, dir);
  assert_int_equal(status, CAT_OK);
  print_message("%ld allocations\n", calls);
  assert_true(calls > 20);
  snprintf(dir, sizeof dir, "%s/failed", root);
  for (long n = 1; n <= calls; n++) {
    run_with(n, for_ever, &status, dir);
    if (status != CAT_ERR_MEMORY) {
      print_error("allocation %ld of %ld: %s\n", n, calls, cat_status_text(status));
    }
    assert_int_equal(status, CAT_ERR_MEMORY);
    assert_int_not_equal(stat(dir, &st), 0);
  }
  temp_dir_remove(root);
}

static void once(void **state) {
  (void)state;
  fail_each(false);
}

static void from_then_on(void **state) {
  (void)state;
  fail_each(true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(once),
      cmocka_unit_test(from_then_on),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
