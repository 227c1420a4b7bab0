// Tables in text files: separators, quotes, line ends, units; every fault with its place.
#include "support/support.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "input/csv.h"

// Reads the columns 0 and 1 of the text; the numbers go to a and b.
static CatStatus read_two(CatContext *ctx, const char *text, size_t n, double *a, double *b) {
  CatCsv *csv = NULL;
  CatStatus status = cat_csv_parse(ctx, "in.csv", text, n, &csv);
  if (status == CAT_OK) {
    assert_true(csv->nrow <= 16 && csv->ncolumn >= 2);
    status = cat_csv_read(csv, (const int[]){0, 1}, 2, (double *const[]){a, b});
  }
  cat_csv_free(csv);
  return status;
}

static void check_good(const char *text) {
  CatContext *ctx = cat_context_new(NULL);
  double a[16], b[16];
  assert_int_equal(read_two(ctx, text, strlen(text), a, b), CAT_OK);
  assert_true(a[0] == 0 && a[1] == 0.5 && b[0] == 100 && b[1] == -2e-3);
  cat_context_free(ctx);
}

static void good(void **state) {
  (void)state;
  check_good("t [s],force [N]\n0,100\n0.5,-2e-3\n");
  check_good("t [s],force [N]\r\n0,100\r\n0.5,-2e-3\r\n\r\n\n");
  check_good("t [s];force [N]\n0;100\n0.5;-2e-3");
  check_good("t [s]\tforce [N]\n0\t100\n0.5\t-2e-3\n");
  check_good("\xef\xbb\xbf\"t [s]\",\"force [N]\"\n\"0\",\"100\"\n .5 , \"-2e-3\" \n");
  check_good("t,\"force, of all\",what\n0,100,\n.5,-.002,anything goes\n");
}

static void names(void **state) {
  (void)state;
  const char *text = "t [s];\"a \"\"b\"\" [kN]\";c;[m];\n0;1;2;3;4\n";
  CatContext *ctx = cat_context_new(NULL);
  CatCsv *csv = NULL;
  assert_int_equal(cat_csv_parse(ctx, "in.csv", text, strlen(text), &csv), CAT_OK);
  assert_int_equal(csv->ncolumn, 5);
  assert_int_equal(csv->nrow, 1);
  assert_string_equal(csv->column[0].name, "t");
  assert_string_equal(csv->column[0].unit, "s");
  assert_string_equal(csv->column[1].name, "a \"b\"");
  assert_string_equal(csv->column[1].unit, "kN");
  assert_string_equal(csv->column[2].unit, "");
  assert_string_equal(csv->column[3].name, "");
  assert_string_equal(csv->column[3].unit, "m");
  CatPlace place = cat_csv_place(csv, 0, 3);
  assert_int_equal(place.line, 2);
  assert_int_equal(place.column, 7);
  cat_csv_free(csv);
  // a byte-order mark is no part of the first name
  text = "\xef\xbb\xbf"
         "t [s],b\n0,1\n";
  assert_int_equal(cat_csv_parse(ctx, "in.csv", text, strlen(text), &csv), CAT_OK);
  assert_string_equal(csv->column[0].name, "t");
  cat_csv_free(csv);
  cat_context_free(ctx);
}

typedef struct Bad {
  const char *text, *where, *says;
} Bad;

static void bad(void **state) {
  (void)state;
  static const Bad cases[] = {
      {"", "in.csv", "empty"},
      {"\n\n", "in.csv", "line ends"},
      {"t [s],force [N]\n", "in.csv", "one row"},
      {"t,f\n0,1\n1\n", "in.csv:3:2", "1 cell, expected 2"},
      {"t,f\n0,1\n1,\n", "in.csv:3:3", "nothing"},
      {"t,f\n0,1,2\n", "in.csv:2:6", "3 cells, expected 2"},
      {"t,f\n0,1\n\n2,3\n", "in.csv:3:1", "1 cell"},
      {"t,f\n0,1\n1,abc\n", "in.csv:3:3", "\"abc\", expected a number"},
      {"t,f\n0,1 N\n", "in.csv:2:3", "\"1 N\""},
      {"t,f\n0,nan\n", "in.csv:2:3", "finite"},
      {"t,f\n0,-inf\n", "in.csv:2:3", "finite"},
      {"t,f\n0,1e999\n", "in.csv:2:3", "finite"},
      {"t,f\n0,0x10\n", "in.csv:2:3", "a number"},
      {"t;f\n0;1,5\n", "in.csv:2:3", "decimal point"},
      {"t,f\n0,\"1\n", "in.csv:2:3", "quote without end"},
      {"t,f\n0,\"1\"2\n", "in.csv:2:6", "behind a closing quote"},
      {"t,f\n0,\x01\n", "in.csv:2:3", "byte of value 1"},
      {"t,f\n0,\x7f\n", "in.csv:2:3", "byte of value 127"},
      {"t,f\n0,~\n", "in.csv:2:3", "\"~\", expected a number"},
      {"t,f\r0,1\r", "in.csv:1:4", "line ends"},
      {"t,\xc3\xa9\n0,x\n", "in.csv:2:3", "a number"},
      {"\xc3\xa9,f\n\xc3\xa9,1\n", "in.csv:2:1", "a number"},
      {"t,f\n0,"
       "1111111111111111111111111111111111111111111111111111111111111111111111\n",
       "in.csv:2:3", "a number"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    CatContext *ctx = cat_context_new(NULL);
    double a[16], b[16];
    const char *text = cases[i].text;
    assert_int_equal(read_two(ctx, text, strlen(text), a, b), CAT_ERR_INPUT);
    assert_int_equal(cat_context_errors(ctx), 1);
    const CatError *e = cat_context_error(ctx, 0);
    if (!strstr(e->message, cases[i].says)) print_error("%s: %s\n", cases[i].says, e->message);
    assert_string_equal(e->input, cases[i].where);
    assert_non_null(strstr(e->message, cases[i].says));
    cat_context_free(ctx);
  }
}

// Ten thousand columns, and not one more.
static void columns(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatText text = cat_text_new(ctx);
  CatCsv *csv = NULL;
  for (int i = 0; i < 10000; i++) cat_text_add(&text, i ? ",a" : "a");
  for (int more = 0; more < 2; more++) {
    size_t n = text.n;
    cat_text_add(&text, more ? ",a\n1" : "\n1");
    CatStatus expected = more ? CAT_ERR_INPUT : CAT_OK;
    assert_int_equal(cat_csv_parse(ctx, "in.csv", text.data, text.n, &csv), expected);
    cat_csv_free(csv);
    text.n = n;
  }
  assert_non_null(strstr(cat_context_error(ctx, 0)->message, "more columns than 10000"));
  cat_text_free(&text);
  cat_context_free(ctx);
}

static void binary(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  double a[16], b[16];
  assert_int_equal(read_two(ctx, "t,f\n0,1\0\n", 9, a, b), CAT_ERR_INPUT);
  assert_string_equal(cat_context_error(ctx, 0)->input, "in.csv:2:4");
  cat_context_free(ctx);
}

static void files(void **state) {
  (void)state;
  char *dir = temp_dir_new();
  char path[600];
  CatContext *ctx = cat_context_new(NULL);
  CatCsv *csv = NULL;
  assert_int_equal(cat_csv_open(ctx, dir, &csv), CAT_ERR_INPUT);
  assert_non_null(strstr(cat_context_error(ctx, 0)->message, "a directory"));
  assert_int_equal(cat_csv_open(ctx, "/dev/null", &csv), CAT_ERR_INPUT);
  snprintf(path, sizeof path, "%s/none.csv", dir);
  assert_int_equal(cat_csv_open(ctx, path, &csv), CAT_ERR_INPUT);
  assert_non_null(strstr(cat_context_error(ctx, 2)->message, "no such file"));
  assert_null(csv);
  cat_context_free(ctx);
  temp_dir_remove(dir);
}

// The n-th allocation fails: a clean error, everything freed.
static void memory(void **state) {
  (void)state;
  CatStatus status = CAT_ERR_MEMORY;
  for (long n = 1; status != CAT_OK && n < 100; n++) {
    FailingHeap heap = {.fail_at = n};
    CatHost host = failing_host(&heap);
    CatContext *ctx = cat_context_new(&host);
    double a[16], b[16];
    status = ctx ? read_two(ctx, "t,f\n0,1\n", 8, a, b) : CAT_ERR_MEMORY;
    assert_true(status == CAT_OK || status == CAT_ERR_MEMORY);
    cat_context_free(ctx);
    assert_int_equal(heap.held, 0);
  }
  assert_int_equal(status, CAT_OK);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(good),   cmocka_unit_test(names),
                                     cmocka_unit_test(bad),    cmocka_unit_test(binary),
                                     cmocka_unit_test(files),  cmocka_unit_test(memory),
                                     cmocka_unit_test(columns)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
