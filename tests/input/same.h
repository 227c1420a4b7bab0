// Two structs of values are the same, bit by bit, as their section describes them.
#ifndef CAT_TESTS_INPUT_SAME_H
#define CAT_TESTS_INPUT_SAME_H

#include <string.h>

#include "support/support.h"

#include "spec/schema.h"

static inline void assert_same_section(const CatSection *section, const char *a, const char *b);

// Items of a list in both, which has as many in one as in the other: returns how many.
static inline int same_count(const CatKey *key, const char *a, const char *b, const void **items_a,
                             const void **items_b) {
  int na, nb;
  memcpy(&na, a + key->count_offset, sizeof na);
  memcpy(&nb, b + key->count_offset, sizeof nb);
  memcpy(items_a, a + key->offset, sizeof *items_a);
  memcpy(items_b, b + key->offset, sizeof *items_b);
  assert_int_equal(na, nb);
  return na;
}

static inline void assert_same_list(const CatKey *key, const char *a, const char *b) {
  const void *items_a, *items_b;
  int n = same_count(key, a, b, &items_a, &items_b);
  for (int i = 0; i < n; i++) {
    size_t at = (size_t)i * key->section->size;
    assert_same_section(key->section, (const char *)items_a + at, (const char *)items_b + at);
  }
}

static inline void assert_same_numbers(const CatKey *key, const char *a, const char *b) {
  const void *values_a, *values_b;
  int n = same_count(key, a, b, &values_a, &values_b);
  if (n) assert_memory_equal(values_a, values_b, (size_t)n * sizeof(double));
}

// An absent section is absent in both.
static inline void assert_same_inner(const CatKey *key, const char *a, const char *b) {
  if (key->flags & CAT_OPTIONAL) {
    bool given_a = *(const bool *)(a + key->count_offset);
    assert_int_equal(given_a, *(const bool *)(b + key->count_offset));
    if (!given_a) return;
  }
  assert_same_section(key->section, a + key->offset, b + key->offset);
}

static inline void assert_same_text(const char *a, const char *b) {
  const char *text_a, *text_b;
  memcpy(&text_a, a, sizeof text_a);
  memcpy(&text_b, b, sizeof text_b);
  assert_string_equal(text_a, text_b);
}

static inline void assert_same_section(const CatSection *section, const char *a, const char *b) {
  for (const CatKey *k = section->keys; k->key; k++) {
    const char *at = a + k->offset, *bt = b + k->offset;
    switch (k->type) {
    case CAT_NUMBER:
      assert_memory_equal(at, bt, sizeof(double));
      if (k->other_unit) {
        assert_memory_equal(a + k->other_offset, b + k->other_offset, sizeof(double));
      }
      if (k->flags & CAT_OR_LIST) {
        CatKey list = cat_key_as_list(k);
        assert_same_list(&list, a, b);
      }
      break;
    case CAT_BOOLEAN: assert_memory_equal(at, bt, sizeof(bool)); break;
    case CAT_INTEGER:
    case CAT_CHOICE: assert_memory_equal(at, bt, sizeof(int)); break;
    case CAT_SECTION: assert_same_inner(k, a, b); break;
    case CAT_NUMBERS: assert_same_numbers(k, a, b); break;
    case CAT_LIST: assert_same_list(k, a, b); break;
    default: assert_same_text(at, bt); break;
    }
  }
}

#endif
