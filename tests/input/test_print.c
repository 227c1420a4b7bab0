// The resolved input reads back to the same values, bit by bit.
#include "support/support.h"

#include <stdio.h>
#include <string.h>

#include "good.h"
#include "same.h"

static void assert_round_trip(CatContext *ctx, const CatSpec *spec) {
  CatText out = cat_text_new(ctx);
  assert_int_equal(cat_spec_print(spec, &out), CAT_OK);
  CatSpec *again = read_text(ctx, out.data, out.n, NULL);
  if (!again) print_error("%s\n", cat_context_error(ctx, 0)->message);
  assert_non_null(again);
  assert_same_section(cat_spec_kind(spec)->section, cat_spec_values(spec), cat_spec_values(again));
  cat_spec_free(again);
  cat_text_free(&out);
}

static void shipped_cases(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    CatContext *ctx = cat_context_new(NULL);
    char path[512];
    CatSpec *spec = read_shipped(ctx, shipped_speeds[i], path);
    assert_non_null(spec);
    assert_round_trip(ctx, spec);
    cat_spec_free(spec);
    cat_context_free(ctx);
  }
}

// Numbers that are not round in the display unit.
static void awkward_numbers(void **state) {
  (void)state;
  const char *const values[] = {"0.1",
                                "0.30000000000000004",
                                "1e-17",
                                "5e-324",
                                "0.123456789012345678",
                                "7 mm",
                                "0.7e-3 m",
                                "-0",
                                "-1e-9 mm"};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    char set[64];
    snprintf(set, sizeof set, "start.head_offset=%s", values[i]);
    const char *const sets[4] = {set, "carrier.tension=14999.999999999998 N",
                                 "run.speed=99.9 km/h"};
    CatContext *ctx = cat_context_new(NULL);
    CatSpec *spec = read_text(ctx, good_case, strlen(good_case), sets);
    assert_non_null(spec);
    assert_round_trip(ctx, spec);
    cat_spec_free(spec);
    cat_context_free(ctx);
  }
}

static void awkward_texts(void **state) {
  (void)state;
  const char *const sets[4] = {"title=\"a \\\"quoted\\\" \\\\ text:\\n\\t# ä€😀\\n\"",
                               "notes='null'", "pantograph.name='null'", "droppers=[]"};
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec = read_text(ctx, good_case, strlen(good_case), sets);
  assert_non_null(spec);
  assert_string_equal(cat_spec_common(spec)->notes, "null");
  assert_round_trip(ctx, spec);
  cat_spec_free(spec);
  cat_context_free(ctx);
}

static void defaults_are_marked(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec = read_text(ctx, good_case, strlen(good_case), NULL);
  CatText out = cat_text_new(ctx);
  assert_int_equal(cat_spec_print(spec, &out), CAT_OK);
  assert_non_null(strstr(out.data, "\n  half_length: 0.2 m  # default\n"));
  assert_non_null(strstr(out.data, "\n  tension: 15 kN\n"));
  assert_non_null(strstr(out.data, "\n  - name: d1\n    position: 5.5 m\n    length: 0.95 m\n"));
  assert_null(strstr(out.data, "title"));  // a text that was left out says nothing
  cat_text_free(&out);
  cat_spec_free(spec);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shipped_cases),
      cmocka_unit_test(awkward_numbers),
      cmocka_unit_test(awkward_texts),
      cmocka_unit_test(defaults_are_marked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
