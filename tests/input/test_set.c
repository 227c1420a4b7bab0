// Overrides from the command line; their faults are among the bad inputs.
#include "support/support.h"

#include <string.h>

#include "good.h"

static CatSpec *with_sets(CatContext *ctx, const char *a, const char *b, const char *c) {
  const char *const sets[4] = {a, b, c};
  CatSpec *spec = read_text(ctx, good_case, strlen(good_case), sets);
  assert_non_null(spec);
  return spec;
}

static void values_and_items(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec =
      with_sets(ctx, "run.speed=40 m/s", "droppers[0].length=0.9 m", "droppers[d2].length=0.8 m");
  const CatPdaeSpec *p = cat_spec_values(spec);
  assert_close(p->run.speed, 40, 0, 0);
  assert_close(p->droppers[0].length, 0.9, 0, 0);
  assert_close(p->droppers[1].length, 0.8, 0, 0);
  assert_close(p->droppers[1].position, 14.5, 0, 0);
  CatWhere where = cat_spec_where(spec, &p->run.speed);
  assert_true(where.given);
  assert_string_equal(where.place.file, "--set");
  assert_int_equal(where.place.line, 0);
  cat_spec_free(spec);
  cat_context_free(ctx);
}

static void sections_merge_and_lists_are_replaced(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec = with_sets(ctx, "run={from: 3 m, half_length: 0.3 m}", "space={method: fdm}",
                            "droppers=[{name: x, position: 10 m, length: 0.9 m}]");
  const CatPdaeSpec *p = cat_spec_values(spec);
  assert_close(p->run.from, 3, 0, 0);
  assert_close(p->run.to, 18, 0, 0);
  assert_int_equal(p->space.method, CAT_PDAE_FDM);
  assert_int_equal(p->ndropper, 1);
  assert_string_equal(p->droppers[0].name, "x");
  cat_spec_free(spec);
  cat_context_free(ctx);
}

static void later_ones_win(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec = with_sets(ctx, "title=one", "title=\"two: with a colon\"", "kind=pdae");
  assert_string_equal(cat_spec_common(spec)->title, "two: with a colon");
  cat_spec_free(spec);
  cat_context_free(ctx);
}

static void parts_can_be_exchanged(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  const char *const sets[] = {"pantograph.use=pantographs/fischer", "pantograph.static_force=80 N"};
  CatInputOptions options = {.sets = sets, .nset = 2, .library = CAT_SOURCE_DIR "/cases"};
  CatSpec *spec = NULL;
  assert_int_equal(cat_input_load(ctx, cat_kind_list(),
                                  CAT_SOURCE_DIR "/tests/badinput/parts/good.yaml", &options,
                                  &spec),
                   CAT_OK);
  const CatPdaeSpec *p = cat_spec_values(spec);
  assert_string_equal(p->pantograph.name, "fischer");
  assert_close(p->pantograph.static_force, 80, 0, 0);
  cat_spec_free(spec);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_and_items),
      cmocka_unit_test(sections_merge_and_lists_are_replaced),
      cmocka_unit_test(later_ones_win),
      cmocka_unit_test(parts_can_be_exchanged),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
