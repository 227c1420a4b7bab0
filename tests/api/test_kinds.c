// The table of kinds: every row is complete, the list for the layers below is the same table, and
// what a kind has not is refused by its name.
#include "support/support.h"

#include <string.h>

#include "api/case.h"
#include "api/kinds.h"
#include "spec/measure.h"

static void rows_are_complete(void **state) {
  (void)state;
  const CatKind *const *list = cat_kind_list();
  int n = 0;
  for (const CatKindRow *row; (row = cat_kind_row_at(n)); n++) {
    assert_ptr_equal(list[n], &row->kind);
    assert_ptr_equal(cat_kind_row(row->kind.name), row);
    assert_ptr_equal(cat_kind_find(list, row->kind.name), &row->kind);
    assert_string_equal(row->kind.section->name, row->kind.name);
    assert_true(row->kind.check && row->run);
    if (n > 0) assert_true(strcmp(list[n - 1]->name, row->kind.name) < 0);  // as docs list them
  }
  assert_true(n >= 3);
  assert_null(list[n]);
  assert_null(cat_kind_row_at(-1));
  assert_null(cat_kind_row("nothing"));
  assert_null(cat_kind_find(list, "nothing"));
}

static void assert_refused(CatContext *ctx, CatStatus status, const CatRecord *rec,
                           const char *reason) {
  const CatError *error = cat_context_error(ctx, cat_context_errors(ctx) - 1);
  assert_int_equal(status, CAT_ERR_ARG);
  assert_null(rec);
  assert_non_null(strstr(error->message, reason));
}

static void what_a_kind_has_not_is_refused(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatCase c = {.ctx = ctx, .spec = cat_spec_new(ctx, &cat_kind_row("pdae")->kind)};
  CatRtOptions options = cat_rt_options_default();
  CatRecord *rec = NULL;
  CatStatus status = cat_case_rest(ctx, &c, &rec);
  assert_refused(ctx, status, rec,
                 "found 'pdae', expected rest or train: a case of kind 'pdae' holds no line");
  status = cat_case_rt(ctx, &c, &options, &rec);
  assert_refused(ctx, status, rec, "expected train: a case of kind 'pdae' has no pantographs");
  cat_spec_free(c.spec);
  c.spec = cat_spec_new(ctx, &cat_measure_kind);  // no case: measured, and never read from a file
  status = cat_case_modes(ctx, &c, &rec);
  assert_refused(ctx, status, rec, "found 'measure', expected bridge, pdae, rest or train: a case");
  assert_int_equal(cat_case_run(ctx, &c, &rec), CAT_ERR_INTERNAL);
  cat_spec_free(c.spec);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(rows_are_complete),
                                     cmocka_unit_test(what_a_kind_has_not_is_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
