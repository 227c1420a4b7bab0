#include "verdict.h"

#include <math.h>
#include <stdio.h>

#include "number.h"

double cat_verdict_margin(const CatVerdict *v) {
  // fmin takes the other one if a limit is missing
  return fmin(v->value - v->low, v->high - v->value);
}

const char *cat_verdict_word(const CatVerdict *v) {
  static const char *const words[] = {"fail", "pass", "undecided"};
  return words[v->result];
}

const char *cat_verdict_limits(const CatVerdict *v, char text[CAT_LIMITS_TEXT]) {
  char low[CAT_NUMBER_TEXT], high[CAT_NUMBER_TEXT];
  cat_number_plain(v->low, low);
  cat_number_plain(v->high, high);
  if (isnan(v->low) && isnan(v->high)) {
    snprintf(text, CAT_LIMITS_TEXT, "none");
  } else if (isnan(v->low)) {
    snprintf(text, CAT_LIMITS_TEXT, "at most %s", high);
  } else if (isnan(v->high)) {
    snprintf(text, CAT_LIMITS_TEXT, "at least %s", low);
  } else {
    snprintf(text, CAT_LIMITS_TEXT, "%s to %s", low, high);
  }
  return text;
}
