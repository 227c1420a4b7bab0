// A measured signal and a comparison through the public interface: the n-th allocation fails, for
// every n: a clean error, everything freed, nothing written.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "catenaria/catenaria.h"
#include "support/support.h"

static void write_signal(const char *path) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fprintf(file, "t [s],x,force [kN]\n");
  for (int i = 0; i < 200; i++) {  // uneven by 5 %, one unit missing: both draw warnings
    double t = 0.01 * (i + 0.05 * (i % 2));
    fprintf(file, "%.5f,%.4f,%.5f\n", t, 70 * t, 0.12 + 0.02 * sin(9 * t));
  }
  assert_int_equal(fclose(file), 0);
}

static CatStatus measure(CatContext *ctx, const char *csv, const char *dir) {
  CatCase *c = NULL;
  CatRecord *rec = NULL;
  CatMeasureOptions options = {.size = sizeof options, .path = csv, .window = {10, 100}};
  CatStatus status = cat_measure_file(ctx, &options, &c, &rec);
  if (status == CAT_OK) {
    assert_int_equal(cat_case_warnings(c), 2);
    assert_string_equal(cat_case_kind(c), "measure");
    status = cat_results_write(ctx, c, rec, &(CatOutput){.size = sizeof(CatOutput), .dir = dir});
  }
  if (status != CAT_OK) assert_true(cat_context_errors(ctx) > 0);
  cat_record_free(rec);
  cat_case_free(c);
  return status;
}

static CatStatus compare(CatContext *ctx, const char *csv, const char *dir) {
  char *text = NULL, page[700];
  int beyond = 0;
  (void)csv;
  snprintf(page, sizeof page, "%s/compare.html", dir);
  CatCompareOptions options = {
      .size = sizeof options, .a = dir, .b = dir, .json = true, .page = page};
  CatStatus status = cat_results_compare(ctx, &options, &text, &beyond);
  assert_int_equal(beyond, 0);
  assert_true((status == CAT_OK) == (text != NULL));
  cat_string_free(ctx, text);
  return status;
}

typedef CatStatus (*Job)(CatContext *ctx, const char *csv, const char *dir);

// Fails the first, the second, ... allocation until the job is done; returns how many it took.
static long fail_each(Job job, const char *csv, const char *dir, bool writes) {
  CatStatus status = CAT_ERR_MEMORY;
  long n = 0;
  while (status != CAT_OK && n < 10000) {
    FailingHeap heap = {.fail_at = ++n};
    CatHost host = failing_host(&heap);
    CatContext *ctx = cat_context_new(&host);
    struct stat st;
    status = ctx ? job(ctx, csv, dir) : CAT_ERR_MEMORY;
    assert_true(status == CAT_OK || status == CAT_ERR_MEMORY);
    if (writes && status != CAT_OK) assert_int_not_equal(stat(dir, &st), 0);
    cat_context_free(ctx);
    assert_int_equal(heap.held, 0);
  }
  assert_int_equal(status, CAT_OK);
  return n;
}

static void no_memory(void **state) {
  (void)state;
  char *root = temp_dir_new();
  char csv[600], dir[600];
  snprintf(csv, sizeof csv, "%s/ride.csv", root);
  snprintf(dir, sizeof dir, "%s/out", root);
  write_signal(csv);
  assert_true(fail_each(measure, csv, dir, true) > 20);
  assert_true(fail_each(compare, csv, dir, false) > 5);
  temp_dir_remove(root);
}

static void bad_options(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  const CatMeasureOptions bad[] = {
      {.size = sizeof(CatMeasureOptions), .path = "x.csv", .speed = -1},
      {.size = sizeof(CatMeasureOptions), .path = "x.csv", .speed = NAN},
      {.size = sizeof(CatMeasureOptions), .path = "x.csv", .cutoff = -20},
      {.size = sizeof(CatMeasureOptions), .path = "x.csv", .window = {2, 1}},
      {.size = sizeof(CatMeasureOptions), .path = "x.csv", .window_time = {2, 1}}};
  for (size_t i = 0; i < sizeof bad / sizeof(CatMeasureOptions); i++) {
    CatCase *c = NULL;
    CatRecord *rec = NULL;
    assert_int_equal(cat_measure_file(ctx, &bad[i], &c, &rec), CAT_ERR_ARG);
    assert_true(!c && !rec);
  }
  CatCase *c = NULL;
  CatRecord *rec = NULL;
  const CatMeasureOptions filter = {.size = sizeof filter, .path = "x.csv", .filter = "bessel"};
  assert_int_equal(cat_measure_file(ctx, &filter, &c, &rec), CAT_ERR_INPUT);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_memory), cmocka_unit_test(bad_options)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
