// Numbers as text: short, in the display unit where that is exact, the same in every locale.
#include "support/support.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/unit.h"
#include "spec/format.h"

static void numbers_are_short(void **state) {
  (void)state;
  assert_string_equal(cat_number_text(400).s, "400");
  assert_string_equal(cat_number_text(0).s, "0");
  assert_string_equal(cat_number_text(0.1).s, "0.1");
  assert_string_equal(cat_number_text(-2.5).s, "-2.5");
  assert_string_equal(cat_number_text(2e-5).s, "2e-5");
  assert_string_equal(cat_number_text(1e300).s, "1e300");
  assert_string_equal(cat_number_text(1.0 / 3).s, "0.3333333333333333");
}

static void quantities_have_their_unit(void **state) {
  (void)state;
  assert_string_equal(cat_quantity_text(15000, "kN").s, "15 kN");
  assert_string_equal(cat_quantity_text(0.002, "mm").s, "2 mm");
  assert_string_equal(cat_quantity_text(3, "").s, "3");
  assert_string_equal(cat_quantity_brief(31.62277660168379, "m/s").s, "31.6228 m/s");
  assert_string_equal(cat_quantity_brief(1e10, "N").s, "1e10 N");
  assert_string_equal(cat_quantity_brief(20, "m").s, "20 m");
}

static double read_back(const char *text) {
  double value;
  const char *rest;
  CatUnit unit;
  assert_int_equal(cat_number_parse(text, &value, &rest), CAT_NUMBER_OK);
  rest += strspn(rest, " ");
  assert_true(cat_unit_parse(rest, &unit, NULL, 0));
  return *rest ? value * unit.factor : value;
}

// A simple generator is enough to cover exponents and mantissas.
static double random_double(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  uint64_t bits = *seed ^ (*seed >> 29);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static void quantities_read_back_exactly(void **state) {
  (void)state;
  const char *const units[] = {"", "m", "mm", "kN", "km/h", "N s/m2", "GPa", "deg"};
  uint64_t seed = 1;
  for (int i = 0; i < 20000; i++) {
    double value = random_double(&seed);
    if (!isfinite(value)) continue;
    CatShort text = cat_quantity_text(value, units[i % 8]);
    assert_true(read_back(text.s) == value);
  }
}

static void rows_in_words(void **state) {
  (void)state;
  CatKey key = {"tension",  CAT_NUMBER,     "kN",           .min = 0,
                .max = 1e7, .odd_min = 500, .odd_max = 1e5, .flags = CAT_ABOVE_MIN};
  assert_string_equal(cat_key_expected(&key).s, "a force (N, kN)");
  assert_string_equal(cat_key_range(&key).s, "above 0 kN, at most 10000 kN");
  assert_string_equal(cat_key_usual(&key).s, "0.5 to 100 kN");
  key.flags = 0;
  assert_string_equal(cat_key_range(&key).s, "0 to 10000 kN");
  key.unit = "kg m s";
  assert_string_equal(cat_key_expected(&key).s, "a value in kg m s");
  key.unit = "";
  assert_string_equal(cat_key_expected(&key).s, "a number");
}

static void lists_of_numbers_in_words(void **state) {
  (void)state;
  CatKey key = {"positions", CAT_NUMBERS, "m", .min = 0, .max = 60, .min_count = 2};
  assert_string_equal(cat_key_expected(&key).s, "a list such as [1 m, 2 m]");
  assert_string_equal(cat_key_range(&key).s, "0 to 60 m");
  assert_string_equal(cat_key_count(&key).s, "2 to 10000 items");
  key.max_count = 2;
  assert_string_equal(cat_key_count(&key).s, "2 items");
  key.min_count = key.max_count = 1;
  assert_string_equal(cat_key_count(&key).s, "1 item");
  key.unit = "";
  assert_string_equal(cat_key_expected(&key).s, "a list such as [1, 2]");
  key.type = CAT_LIST;
  assert_string_equal(cat_key_count(&key).s, "0 to 60 items");
  key.type = CAT_NUMBER;
  assert_string_equal(cat_key_count(&key).s, "");
}

static void long_lines_are_cut(void **state) {
  (void)state;
  CatLine line = {""};
  for (int i = 0; i < 100; i++) cat_line_add(&line, "0123456789");
  assert_int_equal(strlen(line.s), sizeof line.s - 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_are_short),
      cmocka_unit_test(quantities_have_their_unit),
      cmocka_unit_test(quantities_read_back_exactly),
      cmocka_unit_test(rows_in_words),
      cmocka_unit_test(lists_of_numbers_in_words),
      cmocka_unit_test(long_lines_are_cut),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
