#include "number.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The host program may have set a locale with another decimal sign, even of several bytes.
static void use_point(char *text) {
  const char *sign = localeconv()->decimal_point;
  char *found = strcmp(sign, ".") == 0 ? NULL : strstr(text, sign);
  if (!found) return;
  size_t n = strlen(sign);
  *found = '.';
  memmove(found + 1, found + n, strlen(found + n) + 1);
}

const char *cat_number_exact(double value, char text[CAT_NUMBER_TEXT]) {
  if (isnan(value)) return memcpy(text, "nan", sizeof "nan");
  // fifteen digits always survive; what needs fewer loses its zeros in %g
  for (int digits = 15; digits <= 17; digits++) {
    snprintf(text, CAT_NUMBER_TEXT, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
  use_point(text);
  return text;
}

const char *cat_number_rounded(double value, int digits, char text[CAT_NUMBER_TEXT]) {
  snprintf(text, CAT_NUMBER_TEXT, "%.*g", digits, value);
  use_point(text);
  return text;
}

const char *cat_number_plain(double value, char text[CAT_NUMBER_TEXT]) {
  double size = fabs(value);
  if (!isfinite(value)) {
    snprintf(text, CAT_NUMBER_TEXT, "n/a");
  } else if (size < 1e12 && (size >= 1e5 || value == rint(value))) {
    snprintf(text, CAT_NUMBER_TEXT, "%.0f", value == 0 ? 0.0 : value);
  } else {
    snprintf(text, CAT_NUMBER_TEXT, "%.5g", value);
    use_point(text);
  }
  return text;
}
