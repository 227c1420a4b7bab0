// Cases from texts, results as bytes: the disk is not needed.
#include "tiny.h"

#include <math.h>

static char *read_file(const char *path) {
  FILE *in = fopen(path, "rb");
  char *text = calloc(1, 1 << 20);
  assert_true(in && text && fread(text, 1, (1 << 20) - 1, in) > 0);
  fclose(in);
  return text;
}

static CatStatus load(CatContext *ctx, const char *text, const CatCaseText *parts, int npart,
                      CatCase **c) {
  CatCaseText whole = {.name = "mine/case.yaml", .text = text};
  CatCaseSource source = {.size = sizeof source, .text = &whole, .parts = parts, .npart = npart};
  return cat_case_load(ctx, &source, c);
}

static void a_text_is_a_case(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL);
  char *text = read_file(TINY_LINE);
  CatCase *c = NULL;
  CatRecord *a = NULL, *b = NULL;
  tiny_ok(t.ctx, load(t.ctx, text, NULL, 0, &c));
  free(text);
  tiny_ok(t.ctx, cat_case_run(t.ctx, t.c, &a));
  tiny_ok(t.ctx, cat_case_run(t.ctx, c, &b));
  tiny_same_table(a, b, "time");
  cat_record_free(a);
  cat_record_free(b);
  cat_case_free(c);
  tiny_free(&t);
}

// `use` finds texts beside the text that uses them, then by their names alone.
static void parts_are_found(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  char *whole = read_file(TINY_LINE), *cut = strstr(whole, "pantograph:\n");
  char *line = calloc(1, 1 << 16), *text = calloc(1, 1 << 16);
  assert_true(cut && line && text);
  const char *begin = strstr(whole, "line:\n") + strlen("line:\n");
  memcpy(line, begin, (size_t)(cut - begin));
  snprintf(text, 1 << 16, "kind: train\nline: {use: lines/tiny}\n%s", cut);
  CatCaseText parts[] = {{"mine/lines/tiny.yaml", "use: deeper\nelements_per_bay: 2\n", 0},
                         {"mine/lines/deeper.yaml", line, 0}};
  CatCase *c = NULL;
  tiny_ok(ctx, load(ctx, text, parts, 2, &c));
  cat_case_free(c);
  parts[0].name = "lines/tiny.yaml", parts[1].name = "lines/deeper.yaml";
  tiny_ok(ctx, load(ctx, text, parts, 2, &c));
  cat_case_free(c);
  parts[1].text = "use: tiny\n";
  assert_int_equal(load(ctx, text, parts, 2, &c), CAT_ERR_INPUT);
  tiny_says(ctx, "a file that uses itself");
  assert_int_equal(load(ctx, text, parts, 1, &c), CAT_ERR_INPUT);
  tiny_says(ctx, "expected a file; looked for lines/deeper, lines/deeper.yaml");
  tiny_says(ctx, "a text finds its parts and the library alone");
  assert_int_equal(load(ctx, text, NULL, 0, &c), CAT_ERR_INPUT);
  tiny_says(ctx, "there are no files beside this text");
  free(whole);
  free(line);
  free(text);
  cat_context_free(ctx);
}

static void faults_have_a_place(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatCase *c = NULL;
  assert_int_equal(load(ctx, "kind: train\nrun: {sped: 3}\n", NULL, 0, &c), CAT_ERR_INPUT);
  assert_null(c);
  int found = 0;
  for (int i = 0; i < cat_context_errors(ctx); i++) {
    found += strcmp(cat_context_error(ctx, i)->input, "mine/case.yaml:2:7") == 0;
  }
  assert_int_equal(found, 1);
  cat_context_clear(ctx);
  CatCaseText text = {.name = "x", .text = "kind: train\n"};
  CatCaseSource both = {.size = sizeof both, .path = TINY_LINE, .text = &text};
  assert_int_equal(cat_case_load(ctx, &both, &c), CAT_ERR_ARG);
  CatCaseSource neither = {.size = sizeof neither};
  assert_int_equal(cat_case_load(ctx, &neither, &c), CAT_ERR_ARG);
  CatCaseSource unsized_ = {.path = TINY_LINE};
  assert_int_equal(cat_case_load(ctx, &unsized_, &c), CAT_ERR_ARG);
  tiny_says(ctx, "CatCaseSource.size: found 0");
  cat_context_free(ctx);
}

static void incomplete_sources_are_refused(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatCase *c = NULL;
  CatCaseSource source = {.size = sizeof source, .path = TINY_LINE, .nset = 2};
  assert_int_equal(cat_case_load(ctx, &source, &c), CAT_ERR_ARG);
  tiny_says(ctx, "nset is 2, and sets is NULL");
  assert_null(c);
  cat_context_free(ctx);
}

static void shipped_cases_have_names(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatCase *c = NULL;
  CatCaseSource source = {
      .size = sizeof source, .path = "ac-simple/320", .library = CAT_SOURCE_DIR "/cases"};
  tiny_ok(ctx, cat_case_load(ctx, &source, &c));
  assert_string_equal(cat_case_kind(c), "train");
  cat_case_free(c);
  source.path = "../cases/ac-simple/320";  // a name does not lead out
  assert_int_equal(cat_case_load(ctx, &source, &c), CAT_ERR_INPUT);
  cat_context_free(ctx);
}

static void files_are_bytes(void **state) {
  (void)state;
  static const char *const names[] = {"summary.json", "report.html", "channels.csv", "results.h5"};
  Tiny t = tiny_new(NULL);
  char *dir = temp_dir_new(), path[4096];
  CatRecord *rec = NULL;
  CatOutput out = {.size = sizeof out, .dir = dir, .csv = true};
  tiny_ok(t.ctx, cat_case_run(t.ctx, t.c, &rec));
  tiny_ok(t.ctx, cat_results_write(t.ctx, t.c, rec, &out));
  for (int i = 0; i < 4; i++) {
    char *bytes = NULL;
    size_t n = 0;
    tiny_ok(t.ctx, cat_results_bytes(t.ctx, t.c, rec, (CatOutputFile)i, &bytes, &n));
    snprintf(path, sizeof path, "%s/%s", dir, names[i]);
    FILE *in = fopen(path, "rb");
    char *file = malloc(n + 1);
    assert_true(in && file);
    assert_int_equal(fread(file, 1, n + 1, in), n);
    assert_memory_equal(file, bytes, n);
    fclose(in);
    free(file);
    cat_string_free(t.ctx, bytes);
  }
  char *bytes = NULL;
  assert_int_equal(cat_results_bytes(t.ctx, t.c, rec, (CatOutputFile)4, &bytes, NULL), CAT_ERR_ARG);
  assert_int_equal(cat_results_bytes(t.ctx, t.c, NULL, CAT_OUTPUT_SUMMARY, &bytes, NULL),
                   CAT_ERR_ARG);
  cat_record_free(rec);
  temp_dir_remove(dir);
  tiny_free(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_text_is_a_case),
                                     cmocka_unit_test(parts_are_found),
                                     cmocka_unit_test(faults_have_a_place),
                                     cmocka_unit_test(shipped_cases_have_names),
                                     cmocka_unit_test(incomplete_sources_are_refused),
                                     cmocka_unit_test(files_are_bytes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
