// The spec: where values came from, and warnings.
#include "support/support.h"

#include "spec/pdae.h"

static const CatKind kind = {"pdae", &cat_pdae_section, .check = NULL};

static void fields_have_places(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec = cat_spec_new(ctx, &kind);
  CatPdaeSpec *p = cat_spec_root(spec);
  assert_int_equal(cat_spec_set_file(spec, "case.yaml"), CAT_OK);
  char path[] = "run.speed", file[] = "base.yaml";
  CatWhere given = {.place = {file, 3, 10}, .path = path, .given = true, .bare = true};
  assert_int_equal(cat_spec_locate(spec, &p->run.speed, given), CAT_OK);
  file[0] = path[0] = '?';  // texts were copied
  CatWhere where = cat_spec_where(spec, &p->run.speed);
  assert_string_equal(where.place.file, "base.yaml");
  assert_string_equal(where.path, "run.speed");
  assert_int_equal(where.place.line, 3);
  assert_true(where.given && where.bare);
  where = cat_spec_where(spec, &p->run.to);  // never located
  assert_false(where.given);
  assert_string_equal(where.place.file, "case.yaml");
  cat_spec_free(spec);
  cat_context_free(ctx);
}

static void warnings_are_kept_in_order(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec = cat_spec_new(ctx, &kind);
  CatPdaeSpec *p = cat_spec_root(spec);
  cat_spec_locate(spec, &p->length, (CatWhere){{"c.yaml", 2, 9}, "length", true, false});
  cat_spec_locate(spec, &p->gravity, (CatWhere){{"--set", 0, 0}, "gravity", true, false});
  assert_int_equal(cat_spec_warn(spec, &p->length, "found %d", 1), CAT_OK);
  assert_int_equal(cat_spec_warn(spec, &p->gravity, "found %d", 2), CAT_OK);
  assert_int_equal(cat_spec_warnings(spec), 2);
  assert_string_equal(cat_spec_warning_at(spec, 0), "c.yaml:2:9: length: found 1");
  assert_string_equal(cat_spec_warning_at(spec, 1), "--set: gravity: found 2");
  assert_null(cat_spec_warning_at(spec, 2));
  cat_spec_free(spec);
  cat_spec_free(NULL);
  cat_context_free(ctx);
}

static void lack_of_memory_leaves_nothing(void **state) {
  (void)state;
  for (long n = 2; n < 6; n++) {
    FailingHeap heap = {.fail_at = n};
    CatHost host = failing_host(&heap);
    CatContext *ctx = cat_context_new(&host);
    CatSpec *spec = cat_spec_new(ctx, &kind);
    if (spec) cat_spec_warn(spec, cat_spec_root(spec), "found %s", "something");
    cat_spec_free(spec);
    cat_context_free(ctx);
    assert_int_equal(heap.held, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fields_have_places),
      cmocka_unit_test(warnings_are_kept_in_order),
      cmocka_unit_test(lack_of_memory_leaves_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
