// All files of a run, written from a made-up record and read back.
#include "report/report.h"

#include <dirent.h>
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "report/sample.h"
#include "report/writers.h"
#include "support/support.h"

enum { ROWS = 3000 };

static const char *const evil = "</script><script>alert(1)</script> & \"it's\"";

typedef struct Fixture {
  CatContext *ctx;
  CatSpec *spec;
  CatRecord *rec;
  char *root;
  char dir[512];
} Fixture;

static Fixture set_up(void) {
  Fixture f = {.ctx = cat_context_new(NULL), .root = temp_dir_new()};
  f.spec = sample_spec_new(f.ctx, evil, "dir/case.yaml");
  f.rec = sample_record_new(f.ctx, ROWS);
  snprintf(f.dir, sizeof f.dir, "%s/results", f.root);
  assert_non_null(f.spec);
  assert_int_equal(cat_record_ok(f.rec), CAT_OK);
  return f;
}

static void tear_down(Fixture *f) {
  temp_dir_remove(f->root);
  cat_record_free(f->rec);
  cat_spec_free(f->spec);
  cat_context_free(f->ctx);
}

static char *slurp(const char *dir, const char *name, size_t *size) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  fseek(file, 0, SEEK_END);
  size_t n = (size_t)ftell(file);
  rewind(file);
  char *text = malloc(n + 1);
  assert_int_equal(fread(text, 1, n, file), n);
  fclose(file);
  text[n] = '\0';
  if (size) *size = n;
  return text;
}

static cJSON *read_summary(const Fixture *f) {
  char *text = slurp(f->dir, "summary.json", NULL);
  assert_non_null(text);
  cJSON *root = cJSON_Parse(text);
  assert_non_null(root);
  free(text);
  return root;
}

static const char *text_of(const cJSON *object, const char *key) {
  const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
  assert_non_null(text);
  return text;
}

static double number_of(const cJSON *object, const char *key) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
  assert_true(cJSON_IsNumber(item));
  return item->valuedouble;
}

static int files(const char *path) {
  DIR *dir = opendir(path);
  if (!dir) return -1;
  int n = 0;
  for (struct dirent *e = readdir(dir); e; e = readdir(dir)) n++;
  closedir(dir);
  return n - 2;
}

//---------------------------------- summary.json --------------------------------------------------

static void check_general(const cJSON *root) {
  assert_close(number_of(root, "format"), 1, 0, 0);
  assert_string_equal(text_of(root, "program"), "catenaria");
  assert_true(strlen(text_of(root, "version")) > 0);
  assert_string_equal(text_of(root, "commit"), cat_build_commit());
  assert_string_equal(text_of(root, "case"), "dir/case.yaml");
  assert_string_equal(text_of(root, "kind"), "sample");
  assert_string_equal(text_of(root, "title"), evil);
  assert_string_equal(text_of(root, "status"), "ok");
  assert_string_equal(text_of(root, "message"), "");
  assert_int_equal(strlen(text_of(root, "input_hash")), 64);
}

static void test_summary(void **state) {
  (void)state;
  Fixture f = set_up();
  assert_int_equal(cat_report_write(f.ctx, f.spec, f.rec, f.dir, true), CAT_OK);
  assert_int_equal(files(f.dir), 4);
  cJSON *root = read_summary(&f);
  check_general(root);
  const cJSON *rest = cJSON_GetObjectItem(root, "rest");
  const cJSON *span = cJSON_GetArrayItem(cJSON_GetObjectItem(rest, "dropper_forces_N"), 1);
  assert_close(cJSON_GetArrayItem(span, 2)->valuedouble, 152.1, 0, 0);
  assert_close(number_of(cJSON_GetObjectItem(root, "timing"), "march_s"), 1.25, 0, 0);
  assert_string_equal(text_of(root, "remark"), "quote \" and backslash \\");
  assert_true(cJSON_IsTrue(cJSON_GetObjectItem(root, "settled")));
  const cJSON *warnings = cJSON_GetObjectItem(root, "warnings");
  assert_string_equal(cJSON_GetArrayItem(warnings, 0)->valuestring,
                      "dropper 3 is slack for 12.5 ms");
  const cJSON *verdicts = cJSON_GetObjectItem(root, "verdicts"),
              *v = cJSON_GetArrayItem(verdicts, 3);
  assert_int_equal(cJSON_GetArraySize(verdicts), 4);
  assert_close(number_of(v, "value"), 58.31, 0, 0);
  assert_true(cJSON_IsNull(cJSON_GetObjectItem(v, "low")));
  assert_true(cJSON_IsFalse(cJSON_GetObjectItem(v, "pass")));
  cJSON_Delete(root);
  tear_down(&f);
}

static void test_summary_text(void **state) {
  (void)state;
  Fixture f = set_up();
  CatText text = cat_text_new(f.ctx);
  assert_int_equal(cat_report_summary(f.ctx, f.spec, f.rec, &text), CAT_OK);
  assert_int_equal(cat_report_write(f.ctx, f.spec, f.rec, f.dir, false), CAT_OK);
  char *file = slurp(f.dir, "summary.json", NULL);
  assert_string_equal(file, text.data);
  free(file);
  cat_text_free(&text);
  tear_down(&f);
}

static void test_empty_record(void **state) {
  (void)state;
  Fixture f = set_up();
  CatRecord *rec = cat_record_new(f.ctx);
  assert_int_equal(cat_report_write(f.ctx, f.spec, rec, f.dir, true), CAT_OK);
  assert_int_equal(files(f.dir), 3);  // no table "time", so no channels.csv
  cJSON *root = read_summary(&f);
  check_general(root);
  cJSON_Delete(root);
  cat_record_free(rec);
  tear_down(&f);
}

//---------------------------------- nothing spoiled is called ok ----------------------------------

static void check_spoiled(const Fixture *f, const char *place) {
  assert_int_equal(cat_report_write(f->ctx, f->spec, f->rec, f->dir, false), CAT_ERR_DIVERGED);
  cJSON *root = read_summary(f);
  assert_string_equal(text_of(root, "status"), "failed");
  assert_non_null(strstr(text_of(root, "message"), place));
  assert_non_null(strstr(cat_context_error(f->ctx, 0)->message, place));
  cJSON_Delete(root);
  char *page = slurp(f->dir, "report.html", NULL);
  assert_non_null(strstr(page, "The run failed."));
  free(page);
}

static void test_nan_in_channel(void **state) {
  (void)state;
  Fixture f = set_up();
  cat_record_table_at(f.rec, 0)->channel[2].data[41] = NAN;
  check_spoiled(&f, "time.p1.force, row 42");
  tear_down(&f);
}

static void test_nan_in_summary(void **state) {
  (void)state;
  Fixture f = set_up();
  cat_summary_number(f.rec, cat_summary_object(f.rec, cat_record_summary(f.rec), "energy"),
                     "work_J", -INFINITY);
  check_spoiled(&f, "summary.energy.work_J");
  cJSON *root = read_summary(&f);
  assert_true(cJSON_IsNull(cJSON_GetObjectItem(cJSON_GetObjectItem(root, "energy"), "work_J")));
  cJSON_Delete(root);
  tear_down(&f);
}

static void test_nan_in_result(void **state) {
  (void)state;
  Fixture f = set_up();
  cat_record_result(f.rec, (CatResult){"Line", "sag", "m", "", NAN});
  check_spoiled(&f, "result Line: sag");
  tear_down(&f);
}

static void test_interrupted(void **state) {
  (void)state;
  Fixture f = set_up();
  cat_record_set_status(f.rec, CAT_RUN_INTERRUPTED, "stopped at t = 1 s");
  assert_int_equal(cat_report_write(f.ctx, f.spec, f.rec, f.dir, false), CAT_OK);
  cJSON *root = read_summary(&f);
  assert_string_equal(text_of(root, "status"), "interrupted");
  assert_string_equal(text_of(root, "message"), "stopped at t = 1 s");
  cJSON_Delete(root);
  tear_down(&f);
}

//---------------------------------- channels.csv --------------------------------------------------

static void test_csv(void **state) {
  (void)state;
  Fixture f = set_up();
  assert_int_equal(cat_report_write(f.ctx, f.spec, f.rec, f.dir, true), CAT_OK);
  char *text = slurp(f.dir, "channels.csv", NULL), *at = strchr(text, '\n');
  assert_non_null(at);
  const char *head = "t [s],p1.x [m],p1.force [N],p1.force_20Hz [N],p1.height [m],p1.uplift [mm],";
  assert_memory_equal(text, head, strlen(head));
  const CatTable *table = cat_record_table_at(f.rec, 0);
  for (size_t row = 0; row < table->n; row++) {
    for (int i = 0; i < table->nchannel; i++) {
      double value = strtod(at + 1, &at);
      assert_true(value == table->channel[i].data[row]);
      assert_int_equal(*at, i + 1 < table->nchannel ? ',' : '\n');
    }
  }
  assert_string_equal(at, "\n");
  free(text);
  tear_down(&f);
}

static void test_stale_csv_goes(void **state) {
  (void)state;
  Fixture f = set_up();
  assert_int_equal(cat_report_write(f.ctx, f.spec, f.rec, f.dir, true), CAT_OK);
  assert_int_equal(cat_report_write(f.ctx, f.spec, f.rec, f.dir, false), CAT_OK);
  assert_int_equal(files(f.dir), 3);
  assert_null(slurp(f.dir, "channels.csv", NULL));
  tear_down(&f);
}

//---------------------------------- results.h5 ----------------------------------------------------

static void assert_attribute(hid_t object, const char *name, const char *expected) {
  char text[256] = "";
  hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
  assert_true(attribute >= 0);
  hid_t type = H5Aget_type(attribute);
  assert_true(H5Tget_size(type) < sizeof text);
  assert_true(H5Aread(attribute, type, text) >= 0);
  if (expected) assert_string_equal(text, expected);
  assert_true(strlen(text) > 0);
  H5Tclose(type);
  H5Aclose(attribute);
}

static char *read_h5_text(hid_t file, const char *name) {
  hid_t set = H5Dopen2(file, name, H5P_DEFAULT), type = H5Dget_type(set);
  char *text = calloc(H5Tget_size(type) + 1, 1);
  assert_true(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0);
  H5Tclose(type);
  H5Dclose(set);
  return text;
}

static void check_channel(hid_t file, const CatTable *table, int i) {
  static double data[ROWS];
  char path[128];
  hsize_t rows = 0;
  snprintf(path, sizeof path, "%s/%s", table->name, table->channel[i].name);
  hid_t set = H5Dopen2(file, path, H5P_DEFAULT), space = H5Dget_space(set);
  assert_int_equal(H5Sget_simple_extent_dims(space, &rows, NULL), 1);
  assert_int_equal(rows, table->n);
  assert_true(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0);
  assert_memory_equal(data, table->channel[i].data, table->n * sizeof *data);
  assert_attribute(set, "unit", table->channel[i].unit);
  assert_attribute(set, "description", table->channel[i].doc);
  H5Sclose(space);
  H5Dclose(set);
}

static void test_hdf5(void **state) {
  (void)state;
  Fixture f = set_up();
  assert_int_equal(cat_report_write(f.ctx, f.spec, f.rec, f.dir, false), CAT_OK);
  char path[1024];
  snprintf(path, sizeof path, "%s/results.h5", f.dir);
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  assert_true(file >= 0);
  for (int k = 0; k < cat_record_tables(f.rec); k++) {
    const CatTable *table = cat_record_table_at(f.rec, k);
    for (int i = 0; i < table->nchannel; i++) check_channel(file, table, i);
  }
  assert_attribute(file, "program", "catenaria");
  assert_attribute(file, "kind", "sample");
  assert_attribute(file, "case", "dir/case.yaml");
  assert_attribute(file, "status", "ok");
  assert_attribute(file, "version", NULL);
  assert_attribute(file, "commit", cat_build_commit());
  assert_attribute(file, "compiler", NULL);
  assert_attribute(file, "build", NULL);
  assert_attribute(file, "input_hash", NULL);
  char *input = read_h5_text(file, "input"), *summary = read_h5_text(file, "summary");
  CatText expected = cat_text_new(f.ctx);
  assert_int_equal(cat_spec_print(f.spec, &expected), CAT_OK);
  assert_string_equal(input, expected.data);
  cJSON *root = cJSON_Parse(summary);
  check_general(root);
  assert_null(cJSON_GetObjectItem(root, "timing"));
  cJSON_Delete(root);
  cat_text_free(&expected);
  free(input);
  free(summary);
  H5Fclose(file);
  tear_down(&f);
}

//---------------------------------- report.html ---------------------------------------------------

static void test_html(void **state) {
  (void)state;
  Fixture f = set_up();
  cat_record_warn(f.rec, "%s", evil);
  const CatMark mark = {CAT_MARK_LINE, 1, 0, evil};
  cat_record_result(f.rec, (CatResult){evil, evil, evil, evil, 1});
  cat_record_verdict(f.rec,
                     (CatVerdict){evil, evil, evil, 1, 0, 2, true, evil, 0, CAT_VERDICT_PASS});
  const CatLevel level = {0, 1, 0, 1, evil};
  const CatColumn column[] = {{"height", evil, evil}, {"from", "s", ""}, {"to", "s", ""}};
  CatTable *segments = cat_record_table(f.rec, "segments", column, 3, 1);
  cat_table_append(segments, (double[]){3, 0.25, 0.5});
  cat_record_figure(f.rec, (CatFigure){.title = evil,
                                       .caption = evil,
                                       .table = "time",
                                       .x = "t",
                                       .y = {"d1"},
                                       .ny = 1,
                                       .nmark = 1,
                                       .mark = &mark,
                                       .nlevel = 1,
                                       .level = &level,
                                       .look = CAT_LOOK_BARS,
                                       .group = evil,
                                       .segments = "segments"});
  cat_record_listing(f.rec, (CatListing){evil, evil, "segments"});
  assert_int_equal(cat_report_write(f.ctx, f.spec, f.rec, f.dir, false), CAT_OK);
  size_t n = 0;
  char *page = slurp(f.dir, "report.html", &n);
  assert_null(strstr(page, "<script>alert"));
  assert_null(strstr(page, "</script> &"));
  assert_non_null(strstr(page, "<h1>&lt;/script&gt;&lt;script&gt;alert(1)"));
  assert_non_null(strstr(page, "\\u003c/script>\\u003cscript>alert(1)"));
  assert_non_null(strstr(page, "default-src 'none'"));
  assert_non_null(strstr(page, "Dan Vanderkam"));
  assert_non_null(strstr(page, "Permission is hereby granted"));
  assert_non_null(strstr(page, "speed: 275 km/h"));
  assert_non_null(strstr(page, "\"bars\":true"));
  assert_non_null(strstr(page, "\"segments\":[[3,0.25,0.5]]"));
  assert_non_null(strstr(page, "<td>3</td><td>0.25</td><td>0.5</td>"));
  assert_null(strstr(page, "sourceMappingURL"));
  const char *loads[] = {" src=", "<link", "@import", "url("};
  for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) assert_null(strstr(page, loads[i]));
  int scripts = 0;
  for (const char *at = page; (at = strstr(at, "</script>")); at++) scripts++;
  assert_int_equal(scripts, 3);
  free(page);
  tear_down(&f);
}

// Eleven seconds at 1 kHz, twelve channels, each in a figure of its own.
static void test_html_size(void **state) {
  (void)state;
  Fixture f = set_up();
  CatRecord *rec = cat_record_new(f.ctx);
  sample_time(rec, 11000);
  const CatTable *table = cat_record_table_at(rec, 0);
  for (int i = 0; i < table->nchannel; i++) {
    cat_record_figure(
        rec, (CatFigure){
                 .title = "f", .table = "time", .x = "t", .y = {table->channel[i].name}, .ny = 1});
  }
  assert_int_equal(cat_report_write(f.ctx, f.spec, rec, f.dir, false), CAT_OK);
  size_t n = 0;
  free(slurp(f.dir, "report.html", &n));
  assert_in_range(n, 200000, 6000000);
  cat_record_free(rec);
  tear_down(&f);
}

//---------------------------------- guarantees ----------------------------------------------------

static void test_same_bytes(void **state) {
  (void)state;
  Fixture f = set_up(), g = set_up();
  cat_summary_number(g.rec, cJSON_GetObjectItem(cat_record_summary(g.rec), "timing"), "rest_s", 3);
  assert_int_equal(cat_report_write(f.ctx, f.spec, f.rec, f.dir, true), CAT_OK);
  assert_int_equal(cat_report_write(g.ctx, g.spec, g.rec, g.dir, true), CAT_OK);
  const char *names[] = {"results.h5", "report.html", "channels.csv"};
  for (int i = 0; i < 3; i++) {
    size_t n = 0, m = 0;
    char *a = slurp(f.dir, names[i], &n), *b = slurp(g.dir, names[i], &m);
    assert_int_equal(n, m);
    assert_memory_equal(a, b, n);
    free(a);
    free(b);
  }
  tear_down(&f);
  tear_down(&g);
}

static void test_record_not_whole(void **state) {
  (void)state;
  Fixture f = set_up();
  cat_summary_number(f.rec, NULL, "lost", 1);
  assert_int_equal(cat_report_write(f.ctx, f.spec, f.rec, f.dir, false), CAT_ERR_MEMORY);
  assert_int_equal(files(f.root), 0);
  tear_down(&f);
}

static void test_directory_is_a_file(void **state) {
  (void)state;
  Fixture f = set_up();
  FILE *file = fopen(f.dir, "w");
  fclose(file);
  assert_int_equal(cat_report_write(f.ctx, f.spec, f.rec, f.dir, false), CAT_ERR_IO);
  assert_int_equal(files(f.root), 1);
  tear_down(&f);
}

// Memory that runs out at the n-th request: no leak, no file, and an error that says so.
static void test_failing_memory(void **state) {
  (void)state;
  char *root = temp_dir_new(), dir[512];
  snprintf(dir, sizeof dir, "%s/results", root);
  CatStatus status = CAT_ERR_MEMORY;
  FailingHeap heap = {0};
  for (long n = 1; status != CAT_OK; n++) {
    heap = (FailingHeap){0};
    CatHost host = failing_host(&heap);
    CatContext *ctx = cat_context_new(&host);
    CatSpec *spec = sample_spec_new(ctx, "title", "case.yaml");
    CatRecord *rec = sample_record_new(ctx, 200);
    heap.fail_at = heap.calls + n;
    status = cat_report_write(ctx, spec, rec, dir, true);
    heap.fail_at = 0;
    assert_int_equal(status, cat_context_errors(ctx) ? CAT_ERR_MEMORY : CAT_OK);
    assert_int_equal(files(root), status == CAT_OK ? 1 : 0);
    cat_record_free(rec);
    cat_spec_free(spec);
    cat_context_free(ctx);
    assert_int_equal(heap.held, 0);
    assert_true(n < 2000);
  }
  temp_dir_remove(root);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_summary),
      cmocka_unit_test(test_summary_text),
      cmocka_unit_test(test_empty_record),
      cmocka_unit_test(test_nan_in_channel),
      cmocka_unit_test(test_nan_in_summary),
      cmocka_unit_test(test_nan_in_result),
      cmocka_unit_test(test_interrupted),
      cmocka_unit_test(test_csv),
      cmocka_unit_test(test_stale_csv_goes),
      cmocka_unit_test(test_hdf5),
      cmocka_unit_test(test_html),
      cmocka_unit_test(test_html_size),
      cmocka_unit_test(test_same_bytes),
      cmocka_unit_test(test_record_not_whole),
      cmocka_unit_test(test_directory_is_a_file),
      cmocka_unit_test(test_failing_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
