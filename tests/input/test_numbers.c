// Lists of numbers: values, units, places, faults, lengths, defaults, overrides, printing.
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "same.h"
#include "trial.h"

typedef struct Fixture {
  CatContext *ctx;
  CatSpec *spec;
  const TrialSpec *t;
} Fixture;

static Fixture good(const char *text, const char *set) {
  Fixture f = {.ctx = cat_context_new(NULL)};
  CatStatus status = trial_read(f.ctx, text, set, &f.spec);
  if (status != CAT_OK) print_error("%s\n", cat_context_error(f.ctx, 0)->message);
  assert_int_equal(status, CAT_OK);
  f.t = cat_spec_values(f.spec);
  return f;
}

static void done(Fixture *f) {
  cat_spec_free(f->spec);
  cat_context_free(f->ctx);
}

// The text gives exactly this one error.
static void assert_fault(const char *text, const char *set, const char *expected) {
  char shown[1200];
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec;
  assert_int_equal(trial_read(ctx, text, set, &spec), CAT_ERR_INPUT);
  assert_null(spec);
  assert_string_equal(cat_error_text(cat_context_error(ctx, 0), shown, sizeof shown), expected);
  assert_int_equal(cat_context_errors(ctx), 1);
  cat_context_free(ctx);
}

static void assert_where(const Fixture *f, const void *field, const char *expected) {
  char shown[300];
  CatWhere w = cat_spec_where(f->spec, field);
  snprintf(shown, sizeof shown, "%s:%d:%d: %s%s", w.place.file, w.place.line, w.place.column,
           w.path, w.given ? "" : " (default)");
  assert_string_equal(shown, expected);
}

static void flow_style_with_units(void **state) {
  (void)state;
  Fixture f = good("positions: [4.5 m, 1025 cm, 16]\nsags: [-3 mm, 0.5]\nweights: [1e3]\n", NULL);
  assert_int_equal(f.t->nposition, 3);
  assert_close(f.t->positions[0], 4.5, 0, 0);
  assert_close(f.t->positions[1], 10.25, 1e-15, 0);
  assert_close(f.t->positions[2], 16, 0, 0);
  assert_int_equal(f.t->nsag, 2);
  assert_close(f.t->sags[0], -0.003, 1e-15, 0);
  assert_close(f.t->sags[1], 0.5, 0, 0);
  assert_int_equal(f.t->nweight, 1);
  assert_close(f.t->weights[0], 1000, 0, 0);
  assert_int_equal(cat_spec_warnings(f.spec), 0);
  done(&f);
}

static void block_style_keeps_places(void **state) {
  (void)state;
  Fixture f = good("positions:\n  - 4.5 m\n  - 10.25 m\n  -   16 m\n", NULL);
  assert_int_equal(f.t->nposition, 3);
  assert_close(f.t->positions[2], 16, 0, 0);
  assert_where(&f, &f.t->positions[0], "case.yaml:3:5: positions[0]");
  assert_where(&f, &f.t->positions[2], "case.yaml:5:7: positions[2]");
  assert_where(&f, &f.t->positions, "case.yaml:3:3: positions");
  done(&f);
}

static void inner_lists_keep_places(void **state) {
  (void)state;
  Fixture f = good("positions: [2]\nspans:\n  - droppers: [1 m, 2 m]\n  - droppers: []\n", NULL);
  assert_int_equal(f.t->nspan, 2);
  assert_int_equal(f.t->spans[0].ndropper, 2);
  assert_int_equal(f.t->spans[1].ndropper, 0);
  assert_null(f.t->spans[1].droppers);
  assert_where(&f, &f.t->positions, "case.yaml:2:12: positions");
  assert_where(&f, &f.t->spans[0].droppers[1], "case.yaml:4:21: spans[0].droppers[1]");
  assert_where(&f, &f.t->spans[1].droppers, "case.yaml:5:15: spans[1].droppers");
  done(&f);
}

static void aliases_work(void **state) {
  (void)state;
  Fixture f = good("positions: &p [2 m, &x 3 m]\nspan: {droppers: *p}\nsags: [0, *x]\n"
                   "weights: []\n",
                   "sags=[]");
  assert_int_equal(f.t->span.ndropper, 2);
  assert_close(f.t->span.droppers[1], 3, 0, 0);
  done(&f);
}

static void faults_name_the_item(void **state) {
  (void)state;
  assert_fault("positions: [4.5 m, 10 kg]\n", NULL,
               "case.yaml:2:20: positions[1]: found \"10 kg\", expected a length (m, mm, km)");
  assert_fault("positions:\n  - 1 m\n  - two\n", NULL,
               "case.yaml:4:5: positions[1]: found \"two\", expected a length (m, mm, km)");
  assert_fault("positions: [1 m, [2 m]]\n", NULL,
               "case.yaml:2:18: positions[1]: found a list, expected a length (m, mm, km)");
  assert_fault("positions: [1 m, ~]\n", NULL,
               "case.yaml:2:18: positions[1]: found nothing, expected a length (m, mm, km)");
  assert_fault("positions: [1 m]\nweights: [1, 2 m]\n", NULL,
               "case.yaml:3:14: weights[1]: found \"2 m\", expected a number");
}

static void range_binds_every_item(void **state) {
  (void)state;
  assert_fault("positions: [2 m, 0 m]\n", NULL,
               "case.yaml:2:18: positions[1]: found \"0 m\", expected above 0 m, below 100 m");
  assert_fault("positions: [2 m, 100]\n", NULL,
               "case.yaml:2:18: positions[1]: found \"100\" (100 m), expected above 0 m, below "
               "100 m");
  assert_fault("positions: [2 m]\nsags: [1 m, -1.5 m]\n", NULL,
               "case.yaml:3:13: sags[1]: found \"-1.5 m\", expected -1000 to 1000 mm");
}

static void every_fault_is_reported(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec;
  assert_int_equal(trial_read(ctx, "positions: [0, 1, x, 200 m]\nexact: [1]\n", NULL, &spec),
                   CAT_ERR_INPUT);
  assert_int_equal(cat_context_errors(ctx), 4);
  assert_string_equal(cat_context_error(ctx, 2)->key, "positions[3]");
  assert_string_equal(cat_context_error(ctx, 3)->key, "exact");
  cat_context_free(ctx);
}

static void odd_items_draw_warnings(void **state) {
  (void)state;
  Fixture f = good("positions: [2 m, 70 m, 3 m, 0.5]\n", NULL);
  assert_int_equal(cat_spec_warnings(f.spec), 2);
  assert_string_equal(cat_spec_warning_at(f.spec, 0),
                      "case.yaml:2:18: positions[1]: found \"70 m\" (70 m), usual are 1 to 60 m; "
                      "is the unit right?");
  assert_non_null(strstr(cat_spec_warning_at(f.spec, 1), "positions[3]: found \"0.5\" (0.5 m)"));
  done(&f);
}

static void lists_are_expected(void **state) {
  (void)state;
  assert_fault("positions: 4.5 m\n", NULL,
               "case.yaml:2:12: positions: found \"4.5 m\", expected a list such as [1 m, 2 m]");
  assert_fault("positions: {a: 1}\n", NULL,
               "case.yaml:2:12: positions: found a section, expected a list such as [1 m, 2 m]");
  assert_fault("positions:\n", NULL,
               "case.yaml:2:11: positions: found nothing, expected a list such as [1 m, 2 m]");
  assert_fault("positions: [1]\nweights: 3\n", NULL,
               "case.yaml:3:10: weights: found \"3\", expected a list such as [1, 2]");
  assert_fault("sags: []\n", NULL,
               "case.yaml:1:1: found no \"positions\", expected this required key");
}

static void lengths_are_limited(void **state) {
  (void)state;
  assert_fault("positions: [1]\nexact: [1 kN]\n", NULL,
               "case.yaml:3:8: exact: found a list of 1, expected 2 to 3 items");
  assert_fault("positions: [1]\nexact: [1, 2, 3, 4]\n", NULL,
               "case.yaml:3:8: exact: found a list of 4, expected 2 to 3 items");
  assert_fault("positions: [1]\nexact: []\n", NULL,
               "case.yaml:3:8: exact: found a list of 0, expected 2 to 3 items");
  Fixture f = good("positions: []\nexact: [1, 2, 3]\n", NULL);
  assert_int_equal(f.t->nposition, 0);
  assert_int_equal(f.t->nexact, 3);
  done(&f);
}

// "kind: trial\npositions: [2, 2, ...]" with so many items
static char *many(int count) {
  char *text = malloc((size_t)count * 3 + 64);
  size_t n = (size_t)sprintf(text, "kind: trial\npositions: [");
  for (int i = 0; i < count; i++) n += (size_t)sprintf(text + n, "%s2", i ? ", " : "");
  sprintf(text + n, "]\n");
  return text;
}

static void ten_thousand_are_the_most(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *spec;
  char *text = many(CAT_NUMBERS_MOST);
  CatStatus status = cat_input_parse_as(ctx, &trial_kind, "case.yaml", text, NULL, &spec);
  assert_int_equal(status, CAT_OK);
  const TrialSpec *t = cat_spec_values(spec);
  assert_int_equal(t->nposition, 10000);
  CatWhere where = cat_spec_where(spec, &t->positions[9999]);
  assert_string_equal(where.path, "positions[9999]");
  CatText out = cat_text_new(ctx);
  assert_int_equal(cat_spec_print(spec, &out), CAT_OK);
  CatSpec *again;
  status = cat_input_parse_as(ctx, &trial_kind, "case.yaml", out.data, NULL, &again);
  assert_int_equal(status, CAT_OK);
  assert_same_section(&trial_section, cat_spec_values(spec), cat_spec_values(again));
  cat_spec_free(again);
  cat_spec_free(spec);
  cat_text_free(&out);
  free(text);
  text = many(CAT_NUMBERS_MOST + 1);
  status = cat_input_parse_as(ctx, &trial_kind, "case.yaml", text, NULL, &spec);
  assert_int_equal(status, CAT_ERR_INPUT);
  assert_string_equal(cat_context_error(ctx, 0)->message,
                      "found a list of 10001, expected 0 to 10000 items");
  free(text);
  cat_context_free(ctx);
}

static void defaults_are_lists_too(void **state) {
  (void)state;
  Fixture f = good("positions: [2 m]\n", NULL);
  assert_int_equal(f.t->nsag, 3);
  assert_close(f.t->sags[0], 0, 0, 0);
  assert_close(f.t->sags[1], 0.001, 1e-15, 0);
  assert_close(f.t->sags[2], 0.002, 0, 0);
  assert_int_equal(f.t->nweight, 0);
  assert_null(f.t->weights);
  assert_int_equal(f.t->nexact, 2);
  assert_close(f.t->exact[1], 2000, 0, 0);
  assert_where(&f, &f.t->sags, "case.yaml:1:1: sags (default)");
  assert_where(&f, &f.t->sags[1], "case.yaml:1:1: sags[1] (default)");
  assert_where(&f, &f.t->weights, "case.yaml:1:1: weights (default)");
  done(&f);
}

static void overrides_replace_lists_and_items(void **state) {
  (void)state;
  Fixture f = good("positions: [4.5 m, 10.25 m, 16 m]\n", "positions=[1 m, 200 cm]");
  assert_int_equal(f.t->nposition, 2);
  assert_close(f.t->positions[1], 2, 0, 0);
  assert_where(&f, &f.t->positions[1], "--set:0:0: positions[1]");
  done(&f);
  f = good("positions: [4.5 m, 10.25 m, 16 m]\n", "positions[2]=17 m");
  assert_int_equal(f.t->nposition, 3);
  assert_close(f.t->positions[1], 10.25, 0, 0);
  assert_close(f.t->positions[2], 17, 0, 0);
  assert_where(&f, &f.t->positions[1], "case.yaml:2:20: positions[1]");
  assert_where(&f, &f.t->positions[2], "--set:0:0: positions[2]");
  done(&f);
  f = good("positions: [4.5 m]\n", "sags[1]=7 mm");  // one of the default list
  assert_int_equal(f.t->nsag, 3);
  assert_close(f.t->sags[1], 0.007, 1e-15, 0);
  assert_close(f.t->sags[2], 0.002, 0, 0);
  done(&f);
  f = good("positions: [4]\nspans: [{droppers: [1]}]\n", "spans[0].droppers[0]=2");
  assert_close(f.t->spans[0].droppers[0], 2, 0, 0);
  done(&f);
}

static void faulty_overrides(void **state) {
  (void)state;
  static const char text[] = "positions: [1 m, 2 m]\n";
  assert_fault(text, "positions[2]=17 m",
               "--set: positions[2]: found the index \"2\", expected 0 to 1");
  assert_fault(text, "positions[x]=17 m",
               "--set: positions[x]: found the index \"x\", expected 0 to 1");
  assert_fault(text, "weights[0]=17",
               "--set: weights[0]: found the index \"0\", expected none: the list is empty");
  assert_fault(text, "positions[1]=17 kg",
               "--set: positions[1]: found \"17 kg\", expected a length (m, mm, km)");
  assert_fault(text, "positions=17 m",
               "--set: positions: found \"17 m\", expected a list such as [1 m, 2 m]");
  assert_fault(text, "positions.x=17 m",
               "--set: positions.x: found no index behind \"positions\", expected positions[0]");
  assert_fault(text, "positions[1].x=17 m",
               "--set: positions[1].x: found \".x\" behind a value, expected \"=\"");
}

static void assert_round_trip(const Fixture *f) {
  CatText out = cat_text_new(f->ctx);
  assert_int_equal(cat_spec_print(f->spec, &out), CAT_OK);
  CatSpec *again;
  CatStatus status = cat_input_parse_as(f->ctx, &trial_kind, "again", out.data, NULL, &again);
  if (status != CAT_OK) print_error("%s\n", cat_context_error(f->ctx, 0)->message);
  assert_int_equal(status, CAT_OK);
  assert_same_section(&trial_section, cat_spec_values(f->spec), cat_spec_values(again));
  cat_spec_free(again);
  cat_text_free(&out);
}

static void printed_lists_read_back(void **state) {
  (void)state;
  Fixture f = good("positions: [0.1, 5e-324, 0.30000000000000004, 7 mm, 99.9]\n"
                   "sags: [-0, 0.123456789012345678, -1e-17 mm, -0.7e-3 m]\n"
                   "weights: [-1.7976931348623157e308, 1e300, -0]\n"
                   "damper: {damping: 3, rates: [36 km/h, 0.1 km/h]}\n"
                   "spans: [{droppers: []}, {droppers: [1.1, 2.2]}]\n",
                   NULL);
  assert_round_trip(&f);
  done(&f);
}

static void lists_are_printed_in_one_line(void **state) {
  (void)state;
  Fixture f = good("positions:\n- 4.5 m\n- 1025 cm\nspans: [{droppers: [1]}]\n", NULL);
  CatText out = cat_text_new(f.ctx);
  assert_int_equal(cat_spec_print(f.spec, &out), CAT_OK);
  assert_string_equal(out.data, "kind: trial\n"
                                "positions: [4.5 m, 10.25 m]\n"
                                "sags: [0 mm, 1 mm, 2 mm]  # default\n"
                                "weights: []  # default\n"
                                "exact: [1 kN, 2 kN]  # default\n"
                                "spans:\n"
                                "  - droppers: [1 m]\n");
  assert_round_trip(&f);
  cat_text_free(&out);
  done(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(flow_style_with_units),
      cmocka_unit_test(block_style_keeps_places),
      cmocka_unit_test(inner_lists_keep_places),
      cmocka_unit_test(aliases_work),
      cmocka_unit_test(faults_name_the_item),
      cmocka_unit_test(range_binds_every_item),
      cmocka_unit_test(every_fault_is_reported),
      cmocka_unit_test(odd_items_draw_warnings),
      cmocka_unit_test(lists_are_expected),
      cmocka_unit_test(lengths_are_limited),
      cmocka_unit_test(ten_thousand_are_the_most),
      cmocka_unit_test(defaults_are_lists_too),
      cmocka_unit_test(overrides_replace_lists_and_items),
      cmocka_unit_test(faulty_overrides),
      cmocka_unit_test(printed_lists_read_back),
      cmocka_unit_test(lists_are_printed_in_one_line),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
