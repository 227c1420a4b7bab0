// Numbers, escapes, verdicts and the table for the terminal.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/common/escape.h"
#include "report/common/number.h"
#include "report/common/verdict.h"
#include "report/report.h"
#include "report/sample.h"
#include "support/support.h"

static void test_exact_numbers(void **state) {
  (void)state;
  char text[CAT_NUMBER_TEXT];
  assert_string_equal(cat_number_exact(0.1, text), "0.1");
  assert_string_equal(cat_number_exact(-5, text), "-5");
  assert_string_equal(cat_number_exact(0.1 + 0.2, text), "0.30000000000000004");
  assert_string_equal(cat_number_exact(1e300, text), "1e+300");
  const double odd[] = {1.0 / 3, 5e-324, 1.7976931348623157e308, 2.2250738585072014e-308, -0.0};
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
    double back = strtod(cat_number_exact(odd[i], text), NULL);
    assert_memory_equal(&back, &odd[i], sizeof back);
  }
  uint64_t bits = 88172645463325252u;
  for (int i = 0; i < 20000; i++) {
    bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
    double value;
    memcpy(&value, &bits, sizeof value);
    if (!isfinite(value)) continue;
    assert_true(strtod(cat_number_exact(value, text), NULL) == value);
    assert_true(strlen(text) < CAT_NUMBER_TEXT - 1);
  }
}

static void test_plain_numbers(void **state) {
  (void)state;
  char text[CAT_NUMBER_TEXT];
  assert_string_equal(cat_number_plain(142.0312, text), "142.03");
  assert_string_equal(cat_number_plain(550000, text), "550000");
  assert_string_equal(cat_number_plain(123456.78, text), "123457");
  assert_string_equal(cat_number_plain(3.1e-9, text), "3.1e-09");
  assert_string_equal(cat_number_plain(-0.0, text), "0");
  assert_string_equal(cat_number_plain(NAN, text), "n/a");
}

static void check_escape(void (*escape)(CatText *out, const char *text), const char *text,
                         const char *expected) {
  CatContext *ctx = cat_context_new(NULL);
  CatText out = cat_text_new(ctx);
  escape(&out, text);
  assert_string_equal(out.data, expected);
  cat_text_free(&out);
  cat_context_free(ctx);
}

static void test_escapes(void **state) {
  (void)state;
  check_escape(cat_escape_json, "a\"b\\c\n\x01</script>",
               "\"a\\\"b\\\\c\\n\\u0001\\u003c/script>\"");
  check_escape(cat_escape_json, "Z\xC3\xBCrich", "\"Z\xC3\xBCrich\"");
  check_escape(cat_escape_json, "a\xFF\xC0\x80z", "\"a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDz\"");
  check_escape(cat_escape_html, "<b a='1' c=\"2\">&",
               "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;");
  check_escape(cat_escape_html, "a\x1b[31m", "a\xEF\xBF\xBD[31m");
  check_escape(cat_escape_plain, "a\x1b[31m\x7f\n", "a?[31m??");
}

static void test_utf8(void **state) {
  (void)state;
  assert_int_equal(cat_utf8_length("a"), 1);
  assert_int_equal(cat_utf8_length("\xC3\xBC"), 2);
  assert_int_equal(cat_utf8_length("\xE2\x82\xAC"), 3);
  assert_int_equal(cat_utf8_length("\xF0\x9F\x98\x80"), 4);
  const char *bad[] = {"\x80",
                       "\xC3",
                       "\xC1\xBF",
                       "\xE0\x9F\xBF",
                       "\xED\xA0\x80",
                       "\xF0\x8F\xBF\xBF",
                       "\xF4\x90\x80\x80",
                       "\xF5\x80\x80\x80",
                       "\xE2\x82"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_int_equal(cat_utf8_length(bad[i]), 0);
  assert_int_equal(cat_escape_width("Z\xC3\xBCrich\xFF"), 7);
}

static void test_limits(void **state) {
  (void)state;
  char text[CAT_LIMITS_TEXT];
  CatVerdict v = {"s", "q", "N", 50, 30, 160, true, "", 0, CAT_VERDICT_PASS};
  assert_string_equal(cat_verdict_limits(&v, text), "30 to 160");
  assert_close(cat_verdict_margin(&v), 20, 0, 0);
  v.low = NAN;
  assert_string_equal(cat_verdict_limits(&v, text), "at most 160");
  assert_close(cat_verdict_margin(&v), 110, 0, 0);
  v.low = 60, v.high = NAN;
  assert_string_equal(cat_verdict_limits(&v, text), "at least 60");
  assert_close(cat_verdict_margin(&v), -10, 0, 0);
  v.low = NAN;
  assert_string_equal(cat_verdict_limits(&v, text), "none");
  assert_true(isnan(cat_verdict_margin(&v)));
}

static void check_lines(const char *text) {
  for (const char *line = text; *line;) {
    size_t n = strcspn(line, "\n");
    char copy[512];
    assert_true(n < sizeof copy && (n == 0 || line[n - 1] != ' '));
    memcpy(copy, line, n);
    copy[n] = '\0';
    assert_true(cat_escape_width(copy) <= 100);
    line += n + (line[n] == '\n');
  }
}

static void test_table(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatRecord *rec = sample_record_new(ctx, 100);
  const char *wide =
      "a label that is much, much too l\xC3\xB6ng for any table, and then some more of it";
  cat_record_result(rec, (CatResult){wide, wide, wide, wide, -1.23456789e-200});
  cat_record_verdict(rec, (CatVerdict){wide, wide, wide, 1e-200, -1.2345e-200, 2.3456e-200, false,
                                       wide, 0, CAT_VERDICT_FAIL});
  CatText out = cat_text_new(ctx);
  assert_int_equal(cat_report_table(rec, &out), CAT_OK);
  assert_non_null(strstr(out.data, "margin -3.31 mm\n        The wire rises beyond the space.\n"));
  assert_non_null(strstr(out.data, "Contact force\n  mean"));
  assert_non_null(strstr(out.data, "142.03 N"));
  assert_non_null(strstr(out.data, "\n  FAIL  uplift at the support"));
  char whole[200];  // a note that does not fit beside its value stands below it, not cut
  snprintf(whole, sizeof whole, "\n        %s\n", wide);
  const char *at = strstr(out.data, whole);
  assert_non_null(at);
  assert_non_null(strstr(at + 1, whole));  // that of the verdict, too
  check_lines(out.data);
  cat_text_free(&out);
  cat_record_free(rec);
  cat_context_free(ctx);
}

static void test_empty_table(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatRecord *rec = cat_record_new(ctx);
  CatText out = cat_text_new(ctx);
  assert_int_equal(cat_report_table(rec, &out), CAT_OK);
  assert_int_equal(out.n, 0);
  cat_text_free(&out);
  cat_record_free(rec);
  cat_context_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_exact_numbers), cmocka_unit_test(test_plain_numbers),
      cmocka_unit_test(test_escapes),       cmocka_unit_test(test_utf8),
      cmocka_unit_test(test_limits),        cmocka_unit_test(test_table),
      cmocka_unit_test(test_empty_table),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
