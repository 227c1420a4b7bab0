// Two structs of values are the same, bit by bit, as their section describes them.
#ifndef CAT_TESTS_INPUT_SAME_H
#define CAT_TESTS_INPUT_SAME_H

#include <string.h>

#include "support/support.h"

#include "spec/schema.h"

static inline void assert_same_section(const CatSection *section, const char *a, const char *b);

static inline void assert_same_list(const CatKey *key, const char *a, const char *b) {
  int na, nb;
  const char *items_a, *items_b;
  memcpy(&na, a + key->count_offset, sizeof na);
  memcpy(&nb, b + key->count_offset, sizeof nb);
  memcpy(&items_a, a + key->offset, sizeof items_a);
  memcpy(&items_b, b + key->offset, sizeof items_b);
  assert_int_equal(na, nb);
  size_t size = key->section->size;
  for (int i = 0; i < na; i++) {
    assert_same_section(key->section, items_a + (size_t)i * size, items_b + (size_t)i * size);
  }
}

static inline void assert_same_numbers(const CatKey *key, const char *a, const char *b) {
  int na, nb;
  const double *values_a, *values_b;
  memcpy(&na, a + key->count_offset, sizeof na);
  memcpy(&nb, b + key->count_offset, sizeof nb);
  memcpy(&values_a, a + key->offset, sizeof values_a);
  memcpy(&values_b, b + key->offset, sizeof values_b);
  assert_int_equal(na, nb);
  if (na) assert_memory_equal(values_a, values_b, (size_t)na * sizeof *values_a);
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
