// The tables of keys: each row is complete and consistent, and paths find their rows.
#include "support/support.h"

#include <string.h>

#include "api/kinds.h"
#include "base/unit.h"
#include "spec/nearest.h"
#include "spec/pdae.h"

static void check_number(const CatKey *key) {
  CatUnit unit;
  assert_non_null(key->unit);
  assert_true(cat_unit_parse(key->unit, &unit, NULL, 0));
  assert_true(key->min < key->max);
  if (key->odd_min == 0 && key->odd_max == 0) return;
  assert_true(key->min <= key->odd_min && key->odd_min < key->odd_max);
  assert_true(key->odd_max <= key->max);
}

static void check_choice(const CatKey *key) {
  assert_non_null(key->choices);
  assert_non_null(key->preset);
  int i = 0;
  while (key->choices[i] && strcmp(key->choices[i], key->preset) != 0) i++;
  assert_non_null(key->choices[i]);
}

// Only lists of numbers count; without a default of fitting length they are required.
static void check_numbers(const CatSection *section, const CatKey *key) {
  if (key->type != CAT_NUMBERS) {
    bool list = key->flags & CAT_OR_LIST;
    assert_true(list || (key->min_count == 0 && key->max_count == 0));
    return;
  }
  bool required = key->flags & CAT_REQUIRED, preset = key->preset && *key->preset;
  assert_true(key->count_offset < section->size);
  assert_true(key->min_count >= 0 && (!key->max_count || key->min_count <= key->max_count));
  assert_false(required && preset);
  if (preset) assert_int_equal(key->preset[0], '[');
  if (key->min_count > 0) assert_true(required || preset);
}

static void check_optional(const CatSection *section, const CatKey *key) {
  if (!(key->flags & CAT_OPTIONAL)) return;
  assert_int_equal(key->type, CAT_SECTION);
  assert_false(key->flags & CAT_REQUIRED);
  assert_true(key->count_offset < section->size);
  for (const CatKey *k = key->section->keys; k->key; k++) {  // the flag may lie inside
    assert_true(key->count_offset != key->offset + k->offset);
  }
}

// The list that a number may be is a row as any other, and two units are two quantities.
static void check_or_list(const CatSection *section, const CatKey *key) {
  CatUnit unit, other;
  if (key->flags & CAT_OR_LIST) {
    CatKey list = cat_key_as_list(key);
    assert_int_equal(key->type, CAT_NUMBER);
    assert_true(list.type == CAT_LIST && list.min >= 1 && list.min <= list.max);
    assert_true(list.offset < section->size && list.offset != key->offset);
    assert_true(key->count_offset < section->size);
  }
  if (!key->other_unit) return;
  assert_int_equal(key->type, CAT_NUMBER);
  assert_true(key->other_offset < section->size && key->other_offset != key->offset);
  assert_true(cat_unit_parse(key->unit, &unit, NULL, 0));
  assert_true(cat_unit_parse(key->other_unit, &other, NULL, 0));
  assert_false(cat_unit_same_dimension(unit, other));
}

static void check_row(void *user, const char *path, const CatSection *section, const CatKey *key) {
  int *count = user;
  (void)path;
  (*count)++;
  assert_true(strlen(key->doc) > 3);
  assert_int_not_equal(key->doc[strlen(key->doc) - 1], '.');
  assert_true(key->offset < section->size);
  const unsigned flags = CAT_REQUIRED | CAT_ABOVE_MIN | CAT_BELOW_MAX | CAT_AUTO | CAT_OPTIONAL |
                         CAT_OR_LIST | CAT_ZERO_IS_NONE;
  assert_int_equal(key->flags & ~flags, 0);
  assert_ptr_equal(cat_section_key(section, key->key, strlen(key->key)), key);  // no key twice
  bool number = key->type == CAT_NUMBER || key->type == CAT_NUMBERS;
  if (number) check_number(key);
  if (!number) assert_true(key->odd_min == 0 && key->odd_max == 0);
  if (key->flags & CAT_ZERO_IS_NONE) assert_true(key->min == 0 && key->odd_min > 0);
  check_numbers(section, key);
  check_optional(section, key);
  if (key->type == CAT_CHOICE) check_choice(key);
  check_or_list(section, key);
  bool inside = key->type == CAT_SECTION || cat_key_has_items(key);
  assert_int_equal(inside, key->section != NULL);
  if (key->type == CAT_LIST) assert_true(key->count_offset < section->size && key->max > 0);
  bool value = key->type == CAT_NUMBER || key->type == CAT_INTEGER || key->type == CAT_BOOLEAN;
  if (value) assert_int_equal(key->preset == NULL, (key->flags & CAT_REQUIRED) != 0);
}

static void rows_are_consistent(void **state) {
  (void)state;
  int count = 0;
  for (const CatKind *const *k = cat_kind_list(); *k; k++) {
    cat_schema_walk((*k)->section, check_row, &count);
  }
  assert_true(count > 40);
}

static void paths_find_rows(void **state) {
  (void)state;
  const CatSection *top = &cat_pdae_section;
  assert_string_equal(cat_schema_find(top, "length", NULL)->key, "length");
  assert_string_equal(cat_schema_find(top, "run.speed", NULL)->unit, "m/s");
  assert_string_equal(cat_schema_find(top, "pantograph.masses.mass", NULL)->unit, "kg");
  assert_string_equal(cat_schema_find(top, "pantograph.masses[1].mass", NULL)->unit, "kg");
  assert_int_equal(cat_schema_find(top, "droppers[0]", NULL)->type, CAT_LIST);
}

static void wrong_paths_have_a_nearest_key(void **state) {
  (void)state;
  const CatSection *top = &cat_pdae_section;
  const char *closest = "";
  assert_null(cat_schema_find(top, "runn.speed", &closest));
  assert_string_equal(closest, "run");
  assert_null(cat_schema_find(top, "run.sped", &closest));
  assert_string_equal(closest, "speed");
  assert_null(cat_schema_find(top, "run.speed.value", &closest));
  assert_null(closest);
  assert_null(cat_schema_find(top, "xyzzy", &closest));
  assert_null(closest);
}

static void nearest_ignores_capitals_and_hyphens(void **state) {
  (void)state;
  const CatSection *run = cat_schema_find(&cat_pdae_section, "run", NULL)->section;
  assert_string_equal(cat_schema_nearest(run, "HALF-LENGTH"), "half_length");
  assert_string_equal(cat_schema_nearest(run, "form"), "from");
  assert_null(cat_schema_nearest(run, "x"));
  CatNearest n = cat_nearest("tow");
  cat_nearest_try(&n, "to");
  cat_nearest_try(&n, "two");
  assert_string_equal(n.word, "to");  // the first of equally near ones
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_are_consistent),
      cmocka_unit_test(paths_find_rows),
      cmocka_unit_test(wrong_paths_have_a_nearest_key),
      cmocka_unit_test(nearest_ignores_capitals_and_hyphens),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
