// `catenaria explain` knows every key, and docs/input.md is what it would write now.
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/kinds.h"
#include "spec/describe.h"
#include "spec/explain.h"

typedef struct Fixture {
  CatContext *ctx;
  CatText out;
  const CatKind *kind;
} Fixture;

static void start(Fixture *f) {
  f->ctx = cat_context_new(NULL);
  f->out = cat_text_new(f->ctx);
}

static void stop(Fixture *f) {
  cat_text_free(&f->out);
  cat_context_free(f->ctx);
}

static void explain_fresh(Fixture *f, const char *path) {
  cat_text_free(&f->out);
  assert_int_equal(cat_explain(f->ctx, cat_kind_list(), path, &f->out), CAT_OK);
}

static void check_key(void *user, const char *path, const CatSection *section, const CatKey *key) {
  Fixture *f = user;
  (void)section;
  char full[200];
  snprintf(full, sizeof full, "%s.%s%s%s", f->kind->name, path, *path ? "." : "", key->key);
  explain_fresh(f, full);
  assert_non_null(strstr(f->out.data, key->doc));
  assert_non_null(strstr(f->out.data, "default"));
  snprintf(full, sizeof full, "%s%s%s\n", path, *path ? "." : "", key->key);
  assert_non_null(strstr(f->out.data, full));
}

static void every_key_is_explained(void **state) {
  (void)state;
  Fixture f;
  start(&f);
  for (const CatKind *const *k = cat_kind_list(); *k; k++) {
    f.kind = *k;
    cat_schema_walk(f.kind->section, check_key, &f);
    explain_fresh(&f, f.kind->name);
    assert_non_null(strstr(f.out.data, f.kind->section->doc));
  }
  stop(&f);
}

static void word_alone_lists_every_place(void **state) {
  (void)state;
  Fixture f;
  start(&f);
  explain_fresh(&f, "damping");
  assert_non_null(strstr(f.out.data, "carrier.damping\n"));
  assert_non_null(strstr(f.out.data, "contact_wire.damping\n"));
  assert_non_null(strstr(f.out.data, "pantograph.masses[].damping\n"));
  explain_fresh(&f, "droppers[1].length");
  assert_non_null(strstr(f.out.data, "droppers[].length\n"));
  // a section that stands in several places is told once
  explain_fresh(&f, "linkage");
  assert_non_null(strstr(f.out.data, "pantograph[].linkage\n"));
  const char *keys = strstr(f.out.data, "  base_height  length [m]");
  assert_non_null(keys);
  assert_null(strstr(keys + 1, "  base_height  length [m]"));
  assert_non_null(strstr(f.out.data, "  Its keys are those above.\n"));
  stop(&f);
}

static void section_is_a_table_of_its_keys(void **state) {
  (void)state;
  Fixture f;
  start(&f);
  explain_fresh(&f, "run");
  assert_non_null(strstr(f.out.data, "  half_length  length [m]; 0.2 m\n"));
  explain_fresh(&f, NULL);
  assert_non_null(strstr(f.out.data, "pantograph.masses[]"));
  stop(&f);
}

// A word of the field that is no key: the keys that speak of it, and those alone.
static void word_in_explanations_lists_its_keys(void **state) {
  (void)state;
  Fixture f;
  start(&f);
  explain_fresh(&f, "linearised");
  assert_non_null(strstr(f.out.data, "No key is called \"linearised\""));
  for (const char *line = strchr(f.out.data, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
    char row[400];
    snprintf(row, sizeof row, "%.*s", (int)strcspn(line, "\n"), line);
    assert_non_null(strstr(row, "inearised"));
  }
  assert_int_equal(cat_explain(f.ctx, cat_kind_list(), "inearised", &f.out), CAT_ERR_INPUT);
  stop(&f);
}

static void unknown_path_suggests(void **state) {
  (void)state;
  Fixture f;
  start(&f);
  assert_int_equal(cat_explain(f.ctx, cat_kind_list(), "run.sped", &f.out), CAT_ERR_INPUT);
  assert_non_null(strstr(cat_context_error(f.ctx, 0)->message, "did you mean \"run.speed\"?"));
  assert_int_equal(cat_explain(f.ctx, cat_kind_list(), "lenght", &f.out), CAT_ERR_INPUT);
  assert_non_null(strstr(cat_context_error(f.ctx, 1)->message, "did you mean \"length\"?"));
  assert_int_equal(cat_explain(f.ctx, cat_kind_list(), "xyzzy", &f.out), CAT_ERR_INPUT);
  assert_non_null(strstr(cat_context_error(f.ctx, 2)->message, "lists them"));
  assert_int_equal(cat_explain(f.ctx, cat_kind_list(), "...", &f.out), CAT_ERR_INPUT);
  assert_int_equal(cat_explain(f.ctx, cat_kind_list(), "sweep", &f.out), CAT_ERR_INPUT);
  assert_non_null(
      strstr(cat_context_error(f.ctx, 4)->message, "no longer a key: a case is one run"));
  static const char *const inside[] = {"sweep.speeds", "train.sweep.speeds", "sweep[0]"};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(cat_explain(f.ctx, cat_kind_list(), inside[i], &f.out), CAT_ERR_INPUT);
    const char *said = cat_context_error(f.ctx, 5 + i)->message;
    assert_non_null(strstr(said, inside[i]));
    assert_non_null(strstr(said, "catenaria-sweep CASE run.speed VALUE..."));
  }
  assert_int_equal(cat_explain(f.ctx, cat_kind_list(), "sweeps", &f.out), CAT_ERR_INPUT);
  assert_null(strstr(cat_context_error(f.ctx, 8)->message, "catenaria-sweep"));
  stop(&f);
}

static void lists_of_numbers_are_described(void **state) {
  (void)state;
  Fixture f;
  start(&f);
  CatKey key = {"positions", CAT_NUMBERS,  "m",           "[0 mm, 1 mm]", .min = 0,
                .max = 60,   .odd_min = 1, .odd_max = 50, .max_count = 9, .doc = "Where they are"};
  cat_describe_key(&f.out, cat_kind_list(),
                   &(CatKeyAt){cat_kind_find(cat_kind_list(), "pdae"), "span", &key, false});
  assert_string_equal(f.out.data, "span.positions\n"
                                  "  Where they are.\n"
                                  "\n"
                                  "  type     list of numbers: length [m]\n"
                                  "  units    m, mm, km; a bare number is in SI units\n"
                                  "  default  [0 mm, 1 mm]\n"
                                  "  range    0 to 60 m; 0 to 9 items\n"
                                  "  usual    1 to 50 m; others draw a warning\n"
                                  "  in       span of a case of kind pdae\n");
  key.preset = "";
  assert_string_equal(cat_describe_default(&key).s, "empty");
  key.unit = "";
  assert_string_equal(cat_describe_type(cat_kind_list(), &key).s, "list of numbers");
  stop(&f);
}

static void optional_sections_are_absent(void **state) {
  (void)state;
  CatKey key = {"damper", .type = CAT_SECTION};
  assert_string_equal(cat_describe_default(&key).s, "its keys' defaults");
  key.flags = CAT_OPTIONAL;
  assert_string_equal(cat_describe_default(&key).s, "absent");
}

static void manual_is_up_to_date(void **state) {
  (void)state;
  Fixture f;
  start(&f);
  assert_int_equal(cat_explain_markdown(cat_kind_list(), &f.out), CAT_OK);
  FILE *file = fopen(CAT_SOURCE_DIR "/docs/input.md", "rb");
  assert_non_null(file);
  char *text = calloc(1, 1 << 20);
  size_t n = fread(text, 1, (1 << 20) - 1, file);
  fclose(file);
  assert_true(n > 0);
  assert_string_equal(text, f.out.data);  // else: catenaria explain --markdown > docs/input.md
  free(text);
  stop(&f);
}

static void lack_of_memory_is_reported(void **state) {
  (void)state;
  bool hit = true;
  for (long n = 2; hit; n++) {
    FailingHeap heap = {.fail_at = n, .for_ever = 1};
    CatHost host = failing_host(&heap);
    CatContext *ctx = cat_context_new(&host);
    CatText out = cat_text_new(ctx);
    CatStatus status = cat_explain_markdown(cat_kind_list(), &out);
    hit = heap.calls >= n;
    assert_int_equal(status, hit ? CAT_ERR_MEMORY : CAT_OK);
    cat_text_free(&out);
    cat_context_free(ctx);
    assert_int_equal(heap.held, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_key_is_explained),
      cmocka_unit_test(word_alone_lists_every_place),
      cmocka_unit_test(section_is_a_table_of_its_keys),
      cmocka_unit_test(word_in_explanations_lists_its_keys),
      cmocka_unit_test(unknown_path_suggests),
      cmocka_unit_test(lists_of_numbers_are_described),
      cmocka_unit_test(optional_sections_are_absent),
      cmocka_unit_test(manual_is_up_to_date),
      cmocka_unit_test(lack_of_memory_is_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
