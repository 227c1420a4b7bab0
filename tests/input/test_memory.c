// Every allocation may fail: the reader then says so, and leaves nothing behind.
#include "support/support.h"

#include <stdio.h>
#include <string.h>

#include "good.h"

static CatStatus load_and_print(CatContext *ctx) {
  const char *const sets[] = {"run.speed=85 m/s", "droppers[d2].length=0.9 m"};
  CatInputOptions options = {.sets = sets, .nset = 2, .library = CAT_SOURCE_DIR "/cases"};
  CatSpec *spec = NULL;
  CatStatus status = cat_input_load(
      ctx, cat_kind_list(), CAT_SOURCE_DIR "/cases/pdae/arnold-simeon-48.yaml", &options, &spec);
  assert_int_equal(status == CAT_OK, spec != NULL);
  if (spec) {
    CatText out = cat_text_new(ctx);
    status = cat_spec_print(spec, &out);
    cat_text_free(&out);
  }
  cat_spec_free(spec);
  return status;
}

// Enough text and values to need several pieces of memory everywhere.
static CatStatus read_many(CatContext *ctx) {
  static char text[60000];
  size_t n = (size_t)snprintf(text, sizeof text, "%snotes: \"", good_case);
  memset(text + n, 'x', 30000);
  n += 30000;
  n += (size_t)snprintf(text + n, sizeof text - n, "\"\ntitle: &t hello\nsource: *t\n");
  CatSpec *spec = NULL;
  CatStatus status =
      cat_input_parse(ctx, cat_kind_list(), &(CatInputText){"case.yaml", text, n}, NULL, &spec);
  cat_spec_free(spec);
  return status;
}

static void failing_once(void **state) {
  (void)state;
  assert_true(fail_everywhere(load_and_print, 0) > 4);
  assert_true(fail_everywhere(read_many, 0) > 4);
}

static void failing_from_then_on(void **state) {
  (void)state;
  assert_true(fail_everywhere(load_and_print, 1) > 4);
  assert_true(fail_everywhere(read_many, 1) > 4);
}

// A faulty input needs memory too; the faults found so far do not hide its lack.
static void faulty_input(void **state) {
  (void)state;
  static const char text[] = "kind: pdae\nlength: 5 kg\nrun: {sped: 3}\nlength: 6\n";
  for (long n = 2; n < 12; n++) {
    FailingHeap heap = {.fail_at = n};
    CatHost host = failing_host(&heap);
    CatContext *ctx = cat_context_new(&host);
    CatSpec *spec = NULL;
    assert_int_not_equal(cat_input_parse(ctx, cat_kind_list(),
                                         &(CatInputText){"c.yaml", text, strlen(text)}, NULL,
                                         &spec),
                         CAT_OK);
    assert_null(spec);
    cat_context_free(ctx);
    assert_int_equal(heap.held, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(failing_once),
      cmocka_unit_test(failing_from_then_on),
      cmocka_unit_test(faulty_input),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
