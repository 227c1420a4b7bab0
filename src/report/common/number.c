#include "number.h"

#include <math.h>
#include <string.h>

#include "base/c_locale.h"

const char *cat_number_exact(double value, char text[CAT_NUMBER_TEXT]) {
  if (isnan(value)) return memcpy(text, "nan", sizeof "nan");
  // fifteen digits always survive; what needs fewer loses its zeros in %g
  for (int digits = 15; digits <= 17; digits++) {
    cat_format(text, CAT_NUMBER_TEXT, "%.*g", digits, value);
    if (cat_decimal_read(text, NULL) == value) break;
  }
  return text;
}

const char *cat_number_rounded(double value, int digits, char text[CAT_NUMBER_TEXT]) {
  cat_format(text, CAT_NUMBER_TEXT, "%.*g", digits, value);
  return text;
}

const char *cat_number_plain(double value, char text[CAT_NUMBER_TEXT]) {
  double size = fabs(value);
  if (!isfinite(value)) {
    cat_format(text, CAT_NUMBER_TEXT, "n/a");
  } else if (size < 1e12 && (size >= 1e5 || value == rint(value))) {
    cat_format(text, CAT_NUMBER_TEXT, "%.0f", value == 0 ? 0.0 : value);
  } else {
    cat_format(text, CAT_NUMBER_TEXT, "%.5g", value);
  }
  return text;
}
