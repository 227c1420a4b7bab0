#include "c_locale.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A constant of the C library: nothing is allocated, nothing has to be freed.
static locale_t c_locale(void) {
  return newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

locale_t cat_locale_begin(void) {
  return uselocale(c_locale());
}

void cat_locale_end(locale_t before) {
  uselocale(before);
}

int cat_vformat(char *text, size_t size, const char *fmt, va_list args) {
  locale_t before = cat_locale_begin();
  int n = vsnprintf(text, size, fmt, args);
  cat_locale_end(before);
  return n;
}

int cat_format(char *text, size_t size, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  int n = cat_vformat(text, size, fmt, args);
  va_end(args);
  return n;
}

double cat_decimal_read(const char *text, char **end) {
  locale_t before = cat_locale_begin();
  double value = strtod(text, end);
  cat_locale_end(before);
  return value;
}

const char *cat_errno_text(int error) {
  return strerror_l(error, c_locale());
}

bool cat_is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

char cat_lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool cat_begins_caseless(const char *text, const char *word) {
  while (*word && cat_lower_case(*text) == cat_lower_case(*word)) text++, word++;
  return !*word;
}

bool cat_same_caseless(const char *a, const char *b) {
  return strlen(a) == strlen(b) && cat_begins_caseless(a, b);
}
