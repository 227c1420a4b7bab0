// Units and numbers: what is read, what is refused.
#include "support/support.h"

#include "base/unit.h"

static void reads_units(void **state) {
  (void)state;
  const struct {
    const char *text;
    double factor;
    const char *dimension;
  } good[] = {{"kN", 1e3, "force"},
              {"km/h", 1 / 3.6, "speed"},
              {"kg/m", 1, "mass per length"},
              {"N s/m2", 1, "damping per length"},
              {"N*s/m^2", 1, "damping per length"},
              {"N m²", 1, "bending stiffness"},
              {"mm2", 1e-6, "area"},
              {"N/mm2", 1e6, "stress or modulus"},
              {"GPa", 1e9, "stress or modulus"},
              {"m/s2", 1, "acceleration"},
              {"1/s", 1, "frequency or rate"},
              {"deg", 0.017453292519943295, "angle"},
              {"", 1, "number"},
              {"%", 0.01, "number"}};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    CatUnit unit;
    assert_true(cat_unit_parse(good[i].text, &unit, NULL, 0));
    assert_close(unit.factor, good[i].factor, 1e-15, 0);
    assert_string_equal(cat_unit_dimension(unit), good[i].dimension);
  }
}

static void refuses_units(void **state) {
  (void)state;
  const struct {
    const char *text, *unknown;
  } bad[] = {{"kn", "kn"}, {"kg/", ""}, {"N furlong", "furlong"}, {"m//s", "/s"}, {"m*", ""},
             {"% %", ""},  {"%/%", ""}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    CatUnit unit;
    char unknown[32] = "?";
    assert_false(cat_unit_parse(bad[i].text, &unit, unknown, sizeof unknown));
    if (bad[i].unknown[0] != '/') assert_string_equal(unknown, bad[i].unknown);
  }
}

static void reads_numbers(void **state) {
  (void)state;
  double x;
  const char *rest;
  assert_int_equal(cat_number_parse("160N", &x, &rest), CAT_NUMBER_OK);
  assert_true(x == 160 && *rest == 'N');
  assert_int_equal(cat_number_parse("-1.5e-3 m", &x, &rest), CAT_NUMBER_OK);
  assert_true(x == -1.5e-3);
  assert_int_equal(cat_number_parse("1,5", &x, &rest), CAT_NUMBER_COMMA);
  assert_int_equal(cat_number_parse("0x10", &x, &rest), CAT_NUMBER_HEX);
  assert_int_equal(cat_number_parse(".nan", &x, &rest), CAT_NUMBER_NOT_FINITE);
  assert_int_equal(cat_number_parse("-inf", &x, &rest), CAT_NUMBER_NOT_FINITE);
  assert_int_equal(cat_number_parse("1e999", &x, &rest), CAT_NUMBER_OVERFLOW);
  assert_int_equal(cat_number_parse("fast", &x, &rest), CAT_NUMBER_SYNTAX);
  assert_int_equal(cat_number_parse("", &x, &rest), CAT_NUMBER_EMPTY);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(reads_units), cmocka_unit_test(refuses_units),
                                     cmocka_unit_test(reads_numbers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
