// Sections that may be absent: all zero then, read as usual when given; and lack of memory.
#include "support/support.h"

#include <stdio.h>
#include <string.h>

#include "same.h"
#include "trial.h"

static const TrialSpec *read_good(CatContext *ctx, const char *text, const char *set,
                                  CatSpec **spec) {
  CatStatus status = trial_read(ctx, text, set, spec);
  if (status != CAT_OK) print_error("%s\n", cat_context_error(ctx, 0)->message);
  assert_int_equal(status, CAT_OK);
  return cat_spec_values(*spec);
}

static void absent_sections_are_zero(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec;
  const TrialSpec *t = read_good(ctx, "positions: [2]\nspan: {droppers: [1]}\n", NULL, &spec);
  assert_false(t->has_damper);
  assert_null(t->damper.name);
  assert_close(t->damper.damping, 0, 0, 0);
  assert_null(t->damper.rates);
  assert_int_equal(t->damper.nrate, 0);
  assert_true(t->has_span);
  assert_false(t->span.has_damper);
  CatWhere where = cat_spec_where(spec, &t->span.has_damper);
  assert_false(where.given);
  assert_string_equal(where.path, "span.damper");
  assert_int_equal(where.place.line, 3);
  cat_spec_free(spec);
  cat_context_free(ctx);
}

static void given_sections_are_read(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec;
  const TrialSpec *t = read_good(ctx, "positions: [2]\ndamper: {damping: 5 N s/m}\n", NULL, &spec);
  assert_true(t->has_damper);
  assert_close(t->damper.damping, 5, 0, 0);
  assert_string_equal(t->damper.name, "");
  assert_int_equal(t->damper.nrate, 1);  // its defaults hold
  CatWhere where = cat_spec_where(spec, &t->has_damper);
  assert_true(where.given);
  assert_string_equal(where.path, "damper");
  assert_int_equal(where.place.line, 3);
  assert_int_equal(where.place.column, 1);
  cat_spec_free(spec);
  cat_context_free(ctx);
}

static void overrides_bring_sections(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec;
  const TrialSpec *t = read_good(ctx, "positions: [2]\n", "damper.damping=7", &spec);
  assert_true(t->has_damper);
  assert_close(t->damper.damping, 7, 0, 0);
  assert_false(t->has_span);
  cat_spec_free(spec);
  cat_context_free(ctx);
}

static void assert_fault(const char *text, const char *expected) {
  char shown[1200];
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec;
  assert_int_equal(trial_read(ctx, text, NULL, &spec), CAT_ERR_INPUT);
  assert_string_equal(cat_error_text(cat_context_error(ctx, 0), shown, sizeof shown), expected);
  assert_int_equal(cat_context_errors(ctx), 1);
  cat_context_free(ctx);
}

static void given_sections_must_be_complete(void **state) {
  (void)state;
  assert_fault("positions: [2]\ndamper: {name: d}\n",
               "case.yaml:3:1: damper: found no \"damping\", expected this required key");
  assert_fault("positions: [2]\ndamper: {}\n",
               "case.yaml:3:1: damper: found no \"damping\", expected this required key");
  assert_fault("positions: [2]\ndamper:\n",
               "case.yaml:3:8: damper: found nothing, expected a section with the keys name, "
               "damping, rates");
  assert_fault("positions: [2]\nspans:\n  - droppers: [1]\n    damper: {damping: 1 kg}\n",
               "case.yaml:5:23: spans[0].damper.damping: found \"1 kg\", expected a damping (N "
               "s/m)");
}

static CatStatus print_and_compare(CatContext *ctx, const CatKind *kind, const CatSpec *spec,
                                   CatText *out) {
  CatSpec *again = NULL;
  CAT_TRY(cat_spec_print(spec, out));
  CatStatus status = cat_input_parse_as(ctx, kind, "again", out->data, NULL, &again);
  if (status == CAT_OK) {
    assert_same_section(kind->section, cat_spec_values(spec), cat_spec_values(again));
  }
  cat_spec_free(again);
  return status;
}

static void absent_sections_are_not_printed(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec;
  read_good(ctx, "positions: [2]\nspans: [{droppers: []}, {droppers: [1], damper: {damping: 2}}]\n",
            "span={droppers: [3]}", &spec);
  CatText out = cat_text_new(ctx);
  assert_int_equal(print_and_compare(ctx, &trial_kind, spec, &out), CAT_OK);
  assert_non_null(strstr(out.data, "span:\n"
                                   "  droppers: [3 m]\n"
                                   "spans:\n"
                                   "  - droppers: []\n"
                                   "  - damper:\n"
                                   "      damping: 2 N s/m\n"
                                   "      rates: [0.1 m/s]  # default\n"
                                   "    droppers: [1 m]\n"));
  cat_text_free(&out);
  cat_spec_free(spec);
  cat_context_free(ctx);
}

// A section of which nothing is to be printed must still be there when read back.
typedef struct Hollow {
  bool has_damper;
  TrialDamper damper;
} Hollow;
typedef struct Hollows {
  CatCommon common;
  bool has_one;
  Hollow one;
  const Hollow *more;
  int nmore;
} Hollows;

static void empty_sections_are_printed(void **state) {
  (void)state;
  const CatKey inner[] = {{"damper", CAT_SECTION, .flags = CAT_OPTIONAL,
                           .offset = offsetof(Hollow, damper),
                           .count_offset = offsetof(Hollow, has_damper), .section = &trial_damper},
                          {0}};
  const CatSection hollow = {"hollow", "Nothing", sizeof(Hollow), .keys = inner};
  const CatKey keys[] = {CAT_COMMON_KEYS(Hollows),
                         {"one", CAT_SECTION, .flags = CAT_OPTIONAL,
                          .offset = offsetof(Hollows, one),
                          .count_offset = offsetof(Hollows, has_one), .section = &hollow},
                         {"more", CAT_LIST, .offset = offsetof(Hollows, more),
                          .count_offset = offsetof(Hollows, nmore), .section = &hollow},
                         {0}};
  const CatSection top = {"hollows", "Nothing", sizeof(Hollows), .keys = keys};
  const CatKind kind = {"hollows", &top, .check = NULL};
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec;
  static const char text[] = "kind: hollows\none: {}\nmore: [{}, {damper: {damping: 1}}, {}]\n";
  assert_int_equal(cat_input_parse_as(ctx, &kind, "case.yaml", text, NULL, &spec), CAT_OK);
  CatText out = cat_text_new(ctx);
  assert_int_equal(print_and_compare(ctx, &kind, spec, &out), CAT_OK);
  assert_non_null(strstr(out.data, "one: {}\nmore:\n  - {}\n  - damper:\n      damping: 1"));
  assert_non_null(strstr(out.data, "# default\n  - {}\n"));
  cat_text_free(&out);
  cat_spec_free(spec);
  cat_context_free(ctx);
}

// Everything of the above at once.
static CatStatus whole_way(CatContext *ctx) {
  static const char text[] = "positions: [2 m, 70 m, 3]\nspan: {droppers: [1, 2, 3]}\n"
                             "spans: [{droppers: [4], damper: {damping: 1, rates: []}}]\n";
  CatSpec *spec = NULL;
  CatText out = cat_text_new(ctx);
  CatStatus status = trial_read(ctx, text, "sags[1]=2 mm", &spec);
  assert_int_equal(status == CAT_OK, spec != NULL);
  if (spec) status = print_and_compare(ctx, &trial_kind, spec, &out);
  cat_text_free(&out);
  cat_spec_free(spec);
  return status;
}

// A list long enough that its places need several pieces of memory.
static CatStatus long_way(CatContext *ctx) {
  static char text[8000];
  size_t n = (size_t)snprintf(text, sizeof text, "kind: trial\npositions: [1");
  for (int i = 0; i < 1000; i++) n += (size_t)snprintf(text + n, sizeof text - n, ", 2");
  snprintf(text + n, sizeof text - n, "]\n");
  CatSpec *spec = NULL;
  CatStatus status = cat_input_parse_as(ctx, &trial_kind, "case.yaml", text, NULL, &spec);
  cat_spec_free(spec);
  return status;
}

static void lack_of_memory_is_reported(void **state) {
  (void)state;
  for (int for_ever = 0; for_ever < 2; for_ever++) {
    fail_everywhere(whole_way, for_ever);
    fail_everywhere(long_way, for_ever);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(absent_sections_are_zero),
      cmocka_unit_test(given_sections_are_read),
      cmocka_unit_test(overrides_bring_sections),
      cmocka_unit_test(given_sections_must_be_complete),
      cmocka_unit_test(absent_sections_are_not_printed),
      cmocka_unit_test(empty_sections_are_printed),
      cmocka_unit_test(lack_of_memory_is_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
