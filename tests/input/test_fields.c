// Every key of every kind fills its own field and nothing else, and no two keys share bytes.
//
// Each section of the schema becomes a kind of its own in which nothing is required and nothing has
// a default. An empty file leaves it empty; a file with one key must change that key's bytes only.
#include "support/support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/kinds.h"
#include "input/input.h"
#include "spec/measure.h"

enum { POOL = 2000, KEYS = 64 };

// Copies live until the program ends.
static CatSection sections[POOL];
static CatKey keys[POOL][KEYS];
static int nsection;

static const CatSection *bare_copy(const CatSection *section) {
  int me = nsection++;
  assert_true(me < POOL);
  int n = 0;
  for (const CatKey *k = section->keys; k->key; k++, n++) {
    assert_true(n < KEYS - 1);
    CatKey *copy = &keys[me][n];
    *copy = *k;
    copy->flags &= ~(unsigned)CAT_REQUIRED;
    copy->preset = NULL;
    static const char *const two[] = {"zero", "one", NULL};  // where there is only one so far
    if (k->type == CAT_CHOICE && !k->choices[1]) copy->choices = two;
    if (k->section) copy->section = bare_copy(k->section);
  }
  sections[me] = *section;
  sections[me].keys = keys[me];
  return &sections[me];
}

static CatSpec *read_text(CatContext *ctx, const CatSection *section, const char *text) {
  const CatKind kind = {section->name, section, .check = NULL};
  CatSpec *spec = NULL;
  CatStatus status = cat_input_parse_as(ctx, &kind, "case.yaml", text, NULL, &spec);
  char why[1200] = "";
  if (status) cat_error_text(cat_context_error(ctx, 0), why, sizeof why);
  if (status) print_error("%s: %s\n", text, why);
  assert_int_equal(status, CAT_OK);
  return spec;
}

// A value that no empty field has, within the limits of the row.
static void number_text(const CatKey *key, const char *unit, char *out, size_t size) {
  double value = key->max > key->min ? key->min + 0.37 * (key->max - key->min) : 0.37;
  if (unit && *unit) {
    snprintf(out, size, "%.17g %s", value, unit);
  } else {
    snprintf(out, size, "%.17g", value);
  }
}

static void items_text(const CatKey *key, const char *item, char *out, size_t size) {
  int count = key->type == CAT_LIST ? (int)key->min : key->min_count;
  snprintf(out, size, "[%s", item);
  for (int i = 1; i < count; i++) {
    size_t n = strlen(out);
    snprintf(out + n, size - n, ", %s", item);
  }
  size_t n = strlen(out);
  snprintf(out + n, size - n, "]");
}

static const char *si_of(const char *unit) {
  static const char *const pairs[][2] = {
      {"km/h", "m/s"}, {"kN", "N"},     {"mm", "m"},   {"ms", "s"},
      {"GPa", "Pa"},   {"kN/m", "N/m"}, {"mm2", "m2"},
  };
  for (size_t i = 0; unit && i < sizeof pairs / sizeof *pairs; i++) {
    if (strcmp(pairs[i][0], unit) == 0) return pairs[i][1];
  }
  return unit;
}

static void value_text(const CatKey *key, char *out, size_t size) {
  char item[100];
  switch (key->type) {
  case CAT_NUMBER: number_text(key, si_of(key->unit), out, size); return;
  case CAT_NUMBERS:
    number_text(key, si_of(key->unit), item, sizeof item);
    items_text(key, item, out, size);
    return;
  case CAT_INTEGER:
    snprintf(out, size, "%d", (int)(key->max > 7 ? key->min + 3 : key->max));
    return;
  case CAT_BOOLEAN: snprintf(out, size, "true"); return;
  case CAT_CHOICE: snprintf(out, size, "%s", key->choices[1]); return;
  case CAT_LIST: items_text(key, "{}", out, size); return;
  case CAT_SECTION: snprintf(out, size, "{}"); return;
  default: snprintf(out, size, "some-text"); return;
  }
}

// Marks the bytes that a row owns; none may be marked already.
static void claim(unsigned char *owned, size_t limit, size_t offset, size_t size) {
  assert_true(size > 0 && offset + size <= limit);
  for (size_t i = 0; i < size; i++) {
    assert_int_equal(owned[offset + i], 0);
    owned[offset + i] = 1;
  }
}

static size_t size_of(CatType type) {
  switch (type) {
  case CAT_NUMBER: return sizeof(double);
  case CAT_BOOLEAN: return sizeof(bool);
  case CAT_INTEGER:
  case CAT_CHOICE: return sizeof(int);
  default: return sizeof(void *);
  }
}

static void claim_row(unsigned char *owned, size_t limit, const CatKey *k) {
  size_t size = k->type == CAT_SECTION ? k->section->size : size_of(k->type);
  assert_int_equal(k->size, size);
  claim(owned, limit, k->offset, size);
  if (cat_key_has_items(k)) assert_int_equal(k->item_size, k->section->size);
  if (cat_key_has_items(k) || k->type == CAT_NUMBERS) {
    claim(owned, limit, k->count_offset, sizeof(int));
  }
  if (k->flags & CAT_OR_LIST) claim(owned, limit, k->list_offset, sizeof(void *));
  if (k->other_unit) claim(owned, limit, k->other_offset, sizeof(double));
  if (!(k->flags & CAT_OPTIONAL)) return;
  assert_true(k->count_offset >= k->offset && k->count_offset < k->offset + size);  // inside
}

// Where a file with one key differs from an empty one: in the key's bytes, and there at least once.
static void compare(const CatSection *section, const CatKey *k, const char *text) {
  CatContext *ctx = cat_context_new(NULL);
  CatSpec *none = read_text(ctx, section, "{}"), *one = read_text(ctx, section, text);
  const unsigned char *a = cat_spec_values(none), *b = cat_spec_values(one);
  unsigned char *owned = calloc(1, section->size);
  assert_non_null(owned);
  claim_row(owned, section->size, k);
  int changed = 0;
  for (size_t i = 0; i < section->size; i++) {
    if (a[i] == b[i]) continue;
    changed++;
    if (!owned[i]) print_error("%s: \"%s\" changes byte %zu\n", section->name, text, i);
    assert_true(owned[i]);
  }
  bool inert = k->type == CAT_SECTION && !(k->flags & CAT_OPTIONAL);  // filled by its own keys
  assert_true(inert ? changed == 0 : changed > 0);
  free(owned);
  cat_spec_free(one);
  cat_spec_free(none);
  cat_context_free(ctx);
}

static int check_key(const CatSection *section, const CatKey *k) {
  char value[2000], text[2200];
  value_text(k, value, sizeof value);
  snprintf(text, sizeof text, "%s: %s\n", k->key, value);
  compare(section, k, text);
  if (k->flags & CAT_OR_LIST) {
    snprintf(text, sizeof text, "%s: [{}]\n", k->key);
    compare(section, k, text);
  }
  if (k->other_unit) {
    number_text(k, si_of(k->other_unit), value, sizeof value);
    snprintf(text, sizeof text, "%s: %s\n", k->key, value);
    compare(section, k, text);
  }
  return 1;
}

static int check_section(const CatSection *section) {
  unsigned char *owned = calloc(1, section->size);
  assert_non_null(owned);
  int count = 0;
  for (const CatKey *k = section->keys; k->key; k++) {
    claim_row(owned, section->size, k);
    count += check_key(section, k);
    if (k->section) count += check_section(k->section);
  }
  free(owned);
  return count;
}

static void keys_fill_their_own_fields(void **state) {
  (void)state;
  int count = 0;
  for (const CatKind *const *k = cat_kind_list(); *k; k++) {
    count += check_section(bare_copy((*k)->section));
  }
  assert_true(count > 250);
  assert_true(check_section(bare_copy(cat_measure_kind.section)) > 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(keys_fill_their_own_fields)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
