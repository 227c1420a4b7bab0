// JSON of others: what is taken, and what is refused although the parser would take it.
#include "web/strict.h"

#include <stdio.h>
#include <string.h>

#include "support/support.h"

static bool takes(const char *text, size_t n) {
  cJSON *tree = strict_parse(text, n);
  bool taken = tree != NULL;
  cJSON_Delete(tree);
  return taken;
}

static void what_is_refused(void **state) {
  static const char *const bad[] = {"",
                                    "{",
                                    "{} x",
                                    "{}{}",
                                    "[1]]",
                                    "\"\\u0000\"",
                                    "\"\xff\"",
                                    "\"\xc0\xaf\"",
                                    "\"\xed\xa0\x80\"",
                                    "\"\xe0\x9f\xbf\"",
                                    "\"\xf0\x8f\x80\x80\"",
                                    "\"\xe2\x82",
                                    "\"\xf4\x90\x80\x80\""};
  static const char *const good[] = {"{}", " [1] ", "\"\\\\u0000\"",
                                     "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"",
                                     "\"[[[[\\\"[[[[\""};
  (void)state;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(takes(bad[i], strlen(bad[i])));
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    assert_true(takes(good[i], strlen(good[i])));
  assert_false(takes("{}\0", 3));
  assert_false(takes("\"a\0b\"", 5));
}

static void levels(void **state) {
  char text[2 * STRICT_DEPTH + 3];
  (void)state;
  for (int depth = STRICT_DEPTH; depth <= STRICT_DEPTH + 1; depth++) {
    memset(text, '[', (size_t)depth);
    memset(text + depth, ']', (size_t)depth);
    text[2 * depth] = '\0';
    assert_int_equal(takes(text, 2 * (size_t)depth), depth == STRICT_DEPTH);
  }
}

static void mended(void **state) {
  char text[] = "a\xff\xc3\xa9\xe2\x82z\xc3";
  (void)state;
  strict_mend(text);
  assert_string_equal(text, "a?\xc3\xa9??z?");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_refused),
      cmocka_unit_test(levels),
      cmocka_unit_test(mended),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
