// The record: tables that do not allocate, copies of everything, values that are not finite.
#include "record/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/support.h"

static const CatColumn columns[] = {{"t", "s", "time"}, {"f", "N", "force"}};

static void test_appending(void **state) {
  (void)state;
  FailingHeap heap = {0};
  CatHost host = failing_host(&heap);
  CatContext *ctx = cat_context_new(&host);
  CatRecord *rec = cat_record_new(ctx);
  CatTable *table = cat_record_table(rec, "time", columns, 2, 3);
  long calls = heap.calls;
  for (int i = 0; i < 5; i++) cat_table_append(table, (double[]){i, 10.0 * i});
  assert_int_equal(heap.calls, calls);
  assert_int_equal(table->n, 3);  // rows beyond the capacity are dropped
  const CatChannel *f = cat_table_channel(table, "f");
  assert_close(f->data[2], 20, 0, 0);
  assert_string_equal(f->unit, "N");
  assert_null(cat_table_channel(table, "g"));
  assert_ptr_equal(cat_record_find(rec, "time"), table);
  assert_null(cat_record_find(rec, "space"));
  cat_table_append(NULL, (double[]){1, 2});  // a table that could not be made takes rows silently
  cat_record_free(rec);
  cat_context_free(ctx);
  assert_int_equal(heap.held, 0);
}

static void test_tables_stay_in_place(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatRecord *rec = cat_record_new(ctx);
  CatTable *first = cat_record_table(rec, "first", columns, 2, 10);
  for (int i = 0; i < 50; i++) {
    cat_record_table(rec, cat_record_textf(rec, "table %d", i), columns, 2, 1000);
  }
  assert_ptr_equal(cat_record_table_at(rec, 0), first);
  assert_int_equal(cat_record_tables(rec), 51);
  assert_string_equal(cat_record_table_at(rec, 50)->name, "table 49");
  assert_null(cat_record_table_at(rec, 51));
  assert_null(cat_record_table_at(rec, -1));
  cat_record_free(rec);
  cat_context_free(ctx);
}

static void test_too_large_a_table(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatRecord *rec = cat_record_new(ctx);
  assert_null(cat_record_table(rec, "time", columns, 2, SIZE_MAX / 8));
  assert_int_equal(cat_record_ok(rec), CAT_ERR_MEMORY);
  assert_true(cat_context_errors(ctx) > 0);
  cat_record_free(rec);
  cat_context_free(ctx);
}

static void test_copies(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatRecord *rec = cat_record_new(ctx);
  char text[16] = "mean", mark_text[16] = "mast";
  CatMark mark = {CAT_MARK_LINE, 1, 0, mark_text};
  cat_record_table(rec, "time", columns, 2, 1);
  assert_int_equal(cat_record_result(rec, (CatResult){"g", text, "N", NULL, 1}), CAT_OK);
  CatLevel level = {0, 1, 0, 1, mark_text};
  CatFigure figure = {.title = text,
                      .table = "time",
                      .x = "t",
                      .y = {"f"},
                      .ny = 1,
                      .nmark = 1,
                      .mark = &mark,
                      .nlevel = 1,
                      .level = &level,
                      .group = mark_text};
  assert_int_equal(cat_record_figure(rec, figure), CAT_OK);
  assert_int_equal(cat_record_listing(rec, (CatListing){text, NULL, "time"}), CAT_OK);
  assert_int_equal(cat_record_warn(rec, "%s %d", text, 7), CAT_OK);
  cat_record_set_status(rec, CAT_RUN_FAILED, text);
  memset(text, 'x', 4);
  memset(mark_text, 'x', 4);
  assert_string_equal(cat_record_result_at(rec, 0)->label, "mean");
  assert_string_equal(cat_record_result_at(rec, 0)->note, "");
  assert_string_equal(cat_record_figure_at(rec, 0)->title, "mean");
  assert_string_equal(cat_record_figure_at(rec, 0)->mark[0].text, "mast");
  assert_string_equal(cat_record_figure_at(rec, 0)->level[0].text, "mast");
  assert_string_equal(cat_record_figure_at(rec, 0)->group, "mast");
  assert_string_equal(cat_record_listing_at(rec, 0)->title, "mean");
  assert_string_equal(cat_record_warning_at(rec, 0), "mean 7");
  assert_string_equal(cat_record_message(rec), "mean");
  assert_int_equal(cat_record_status(rec), CAT_RUN_FAILED);
  cat_record_free(rec);
  cat_context_free(ctx);
}

static void test_figure_of_nothing(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatRecord *rec = cat_record_new(ctx);
  cat_record_table(rec, "time", columns, 2, 1);
  CatFigure f = {.title = "a", .table = "time", .x = "t", .y = {"f"}, .ny = 1};
  CatFigure no_table = f, no_x = f, no_y = f, no_curve = f, no_segments = f;
  no_segments.segments = "time";  // two channels only
  assert_int_equal(cat_record_figure(rec, no_segments), CAT_ERR_ARG);
  assert_int_equal(cat_record_listing(rec, (CatListing){"l", "", "space"}), CAT_ERR_ARG);
  no_table.table = "space";
  no_x.x = "x";
  no_y.y[0] = "g";
  no_curve.ny = 0;
  assert_int_equal(cat_record_figure(rec, no_table), CAT_ERR_ARG);
  assert_int_equal(cat_record_figure(rec, no_x), CAT_ERR_ARG);
  assert_int_equal(cat_record_figure(rec, no_y), CAT_ERR_ARG);
  assert_int_equal(cat_record_figure(rec, no_curve), CAT_ERR_ARG);
  assert_int_equal(cat_record_figures(rec), 0);
  assert_int_equal(cat_record_ok(rec), CAT_OK);
  cat_record_free(rec);
  cat_context_free(ctx);
}

static void test_bad_values(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatRecord *rec = cat_record_new(ctx);
  CatTable *table = cat_record_table(rec, "time", columns, 2, 10);
  cat_table_append(table, (double[]){0, 1});
  cat_table_append(table, (double[]){1, 2});
  assert_null(cat_record_bad_value(rec));
  cat_record_verdict(rec, (CatVerdict){"s", "q", "N", 1, NAN, NAN, true, "", 0,
                                       CAT_VERDICT_PASS});  // no limits: allowed
  assert_null(cat_record_bad_value(rec));
  cat_record_result(rec, (CatResult){"g", "mean", "N", "", NAN});
  assert_string_equal(cat_record_bad_value(rec), "result g: mean");
  cJSON *list =
      cat_summary_array(rec, cat_summary_object(rec, cat_record_summary(rec), "rest"), "forces");
  cat_summary_number(rec, list, NULL, 1);
  assert_string_equal(cat_record_bad_value(rec), "result g: mean");
  cat_summary_number(rec, list, NULL, INFINITY);
  assert_string_equal(cat_record_bad_value(rec), "summary.rest.forces[1]");
  table->channel[1].data[1] = -INFINITY;
  assert_string_equal(cat_record_bad_value(rec), "time.f, row 2");
  cat_record_free(rec);
  cat_context_free(ctx);
}

//---------------------------------- memory that runs out ------------------------------------------

// A record with a bit of everything; false if any step said that it failed.
static bool fill(CatContext *ctx) {
  CatRecord *rec = cat_record_new(ctx);
  if (!rec) return false;
  CatTable *table = cat_record_table(rec, "time", columns, 2, 4000);
  cat_table_append(table, (double[]){0, 1});
  const CatMark mark = {CAT_MARK_BAND, 0, 1, "band"};
  cat_record_figure(rec, (CatFigure){.title = "f",
                                     .caption = "c",
                                     .table = "time",
                                     .x = "t",
                                     .y = {"f"},
                                     .ny = 1,
                                     .nmark = 1,
                                     .mark = &mark});
  for (int i = 0; i < 20; i++) cat_record_result(rec, (CatResult){"g", "l", "N", "", i});
  for (int i = 0; i < 20; i++)
    cat_record_verdict(rec, (CatVerdict){"s", "q", "N", i, 0, 1, true, "n", 0, CAT_VERDICT_PASS});
  for (int i = 0; i < 20; i++) cat_record_warn(rec, "warning %d", i);
  cat_record_set_status(rec, CAT_RUN_FAILED, "a reason");
  bool whole = cat_record_ok(rec) == CAT_OK;
  assert_non_null(cat_record_message(rec));
  cat_record_free(rec);
  return whole;
}

static void test_failing_memory(void **state) {
  (void)state;
  bool whole = false;
  for (long n = 2; !whole; n++) {
    FailingHeap heap = {.fail_at = n};
    CatHost host = failing_host(&heap);
    CatContext *ctx = cat_context_new(&host);
    whole = fill(ctx);
    assert_true(whole || cat_context_errors(ctx) > 0);
    cat_context_free(ctx);
    assert_int_equal(heap.held, 0);
    assert_true(n < 1000);
  }
}

// The same for cJSON, whose allocator is its own.
static FailingHeap summary_heap;

static void *summary_malloc(size_t bytes) {
  return failing_host(&summary_heap).realloc(&summary_heap, NULL, bytes);
}

static void summary_free(void *ptr) {
  if (ptr) failing_host(&summary_heap).realloc(&summary_heap, ptr, 0);
}

static void add_summary_fields(CatRecord *rec) {
  cJSON *root = cat_record_summary(rec), *model = cat_summary_object(rec, root, "model");
  cat_summary_number(rec, model, "dof", 3);
  cat_summary_text(rec, model, "name", "a");
  cat_summary_bool(rec, model, "ok", true);
  cat_summary_number(rec, cat_summary_array(rec, model, "list"), NULL, 1);
}

static void test_failing_summary_fields(void **state) {
  (void)state;
  cJSON_Hooks hooks = {summary_malloc, summary_free};
  cJSON_InitHooks(&hooks);
  CatStatus status = CAT_ERR_MEMORY;
  for (long n = 1; status != CAT_OK; n++) {
    summary_heap = (FailingHeap){.fail_at = n};
    CatContext *ctx = cat_context_new(NULL);
    CatRecord *rec = cat_record_new(ctx);
    add_summary_fields(rec);
    status = cat_record_ok(rec);
    assert_true(status == CAT_OK || cat_context_errors(ctx) == 1);
    cat_record_free(rec);
    cat_context_free(ctx);
    assert_int_equal(summary_heap.held, 0);
    assert_true(n < 100);
  }
  cJSON_InitHooks(NULL);
}

// A limit within twice the uncertainty of a value leaves the verdict open, from either side.
static void undecided(void **state) {
  (void)state;
  static const struct {
    double value, u;
    bool pass;
    CatVerdictResult result;
  } rows[] = {{90, 4, true, CAT_VERDICT_PASS},        {90, 6, true, CAT_VERDICT_UNDECIDED},
              {103, 2, false, CAT_VERDICT_UNDECIDED}, {103, 1, false, CAT_VERDICT_FAIL},
              {103, 0, false, CAT_VERDICT_FAIL},      {51, 1, true, CAT_VERDICT_UNDECIDED},
              {100, 0, true, CAT_VERDICT_PASS}};
  CatContext *ctx = cat_context_new(NULL);
  CatRecord *rec = cat_record_new(ctx);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    CatVerdict v = {.standard = "s",
                    .quantity = "q",
                    .unit = "N",
                    .value = rows[i].value,
                    .low = 50,
                    .high = 100,
                    .pass = rows[i].pass,
                    .u_num = rows[i].u};
    assert_int_equal(cat_record_verdict(rec, v), CAT_OK);
    const CatVerdict *kept = cat_record_verdict_at(rec, (int)i);
    assert_int_equal(kept->result, rows[i].result);
    assert_int_equal(kept->pass, rows[i].result == CAT_VERDICT_PASS);
  }
  cat_record_free(rec);
  cat_context_free(ctx);
}

// What a scheme created of the work; of none at all it is not a number of percent.
static void created_share(void **state) {
  (void)state;
  assert_close(cat_created_share(-2, 10), 0.2, 1e-15, 0);
  assert_close(cat_created_share(2, 10), 0, 0, 0);
  assert_close(cat_created_share(0, 0), 0, 0, 0);
  assert_true(isinf(cat_created_share(-1e-9, 0)));
  CatContext *ctx = cat_context_new(NULL);
  CatRecord *rec = cat_record_new(ctx);
  assert_int_equal(cat_record_created(rec, -3, 0, ""), CAT_OK);
  assert_int_equal(cat_record_warnings(rec), 1);
  assert_non_null(strstr(cat_record_warning_at(rec, 0), "created 3 J where no work was done"));
  assert_null(strstr(cat_record_warning_at(rec, 0), "inf"));
  cat_record_free(rec);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(created_share),          cmocka_unit_test(undecided),
      cmocka_unit_test(test_appending),         cmocka_unit_test(test_tables_stay_in_place),
      cmocka_unit_test(test_too_large_a_table), cmocka_unit_test(test_copies),
      cmocka_unit_test(test_figure_of_nothing), cmocka_unit_test(test_bad_values),
      cmocka_unit_test(test_failing_memory),    cmocka_unit_test(test_failing_summary_fields),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
