#include "format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/c_locale.h"
#include "base/unit.h"

// "2e-05" becomes "2e-5", "1e+10" becomes "1e10".
static void short_exponent(char *text) {
  char *e = strchr(text, 'e');
  if (!e) return;
  char *to = e + 1, *from = e + 1;
  if (*from == '-') to++;
  from += strspn(from, "+-0");
  memmove(to, from, strlen(from) + 1);
}

// So many significant digits, written without exponent where that stays readable.
static CatShort digits(double value, int precision) {
  CatShort out = {""};
  cat_format(out.s, sizeof out.s, "%.*e", precision - 1, value);
  if (!isfinite(value)) return out;
  long exponent = strtol(strchr(out.s, 'e') + 1, NULL, 10);
  if (exponent >= -4 && exponent <= 6) {
    int decimals = precision - 1 - (int)exponent;
    cat_format(out.s, sizeof out.s, "%.*f", decimals > 0 ? decimals : 0, value);
  }
  short_exponent(out.s);
  return out;
}

// Zeros behind the point say nothing.
static CatShort trimmed(CatShort number) {
  char *point = strchr(number.s, '.');
  if (!point) return number;
  char *end = point + strcspn(point, "e"), *last = end;
  while (last[-1] == '0') last--;
  if (last - 1 == point) last = point;
  memmove(last, end, strlen(end) + 1);
  return number;
}

// The fewest digits that give `si` when read back and multiplied by the factor; false: none do.
static bool shortest(double si, double factor, CatShort *out) {
  if (!isfinite(si / factor)) return false;
  for (int precision = 1; precision <= 17; precision++) {
    *out = digits(si / factor, precision);
    double value;
    const char *rest;
    // few digits of the largest numbers round up to infinity
    if (cat_number_parse(out->s, &value, &rest) != CAT_NUMBER_OK) continue;
    if (value * factor == si) return true;
  }
  return false;
}

static CatShort with_unit(CatShort number, const char *unit) {
  size_t n = strlen(number.s);
  if (unit && *unit) snprintf(number.s + n, sizeof number.s - n, " %s", unit);
  return number;
}

static double unit_factor(const char *unit) {
  CatUnit u;
  return unit && cat_unit_parse(unit, &u, NULL, 0) ? u.factor : 1;
}

CatShort cat_number_text(double value) {
  CatShort out;
  shortest(value, 1, &out);
  return out;
}

CatShort cat_quantity_text(double si, const char *unit) {
  CatShort out;
  if (shortest(si, unit_factor(unit), &out)) return with_unit(out, unit);
  return cat_number_text(si);
}

CatShort cat_quantity_brief(double si, const char *unit) {
  return with_unit(trimmed(digits(si / unit_factor(unit), 6)), unit);
}

void cat_line_add(CatLine *line, const char *text) {
  size_t n = strlen(line->s);
  snprintf(line->s + n, sizeof line->s - n, "%s", text);
}

CatLine cat_section_list(const CatSection *section) {
  CatLine out = {""};
  for (const CatKey *k = section->keys; k->key; k++) {
    if (k != section->keys) cat_line_add(&out, ", ");
    cat_line_add(&out, k->key);
  }
  return out;
}

CatLine cat_kind_names(const CatKind *const *kinds) {
  CatLine out = {""};
  for (int i = 0; kinds[i]; i++) {
    if (i) cat_line_add(&out, kinds[i + 1] ? ", " : " or ");
    cat_line_add(&out, kinds[i]->name);
  }
  return out;
}

static CatLine choices_text(const char *const *choices) {
  CatLine out = {""};
  for (int i = 0; choices[i]; i++) {
    if (i) cat_line_add(&out, choices[i + 1] ? ", " : " or ");
    cat_line_add(&out, choices[i]);
  }
  return out;
}

static CatLine quantity_expected(const char *unit) {
  CatLine out;
  CatUnit u;
  cat_unit_parse(unit ? unit : "", &u, NULL, 0);
  const char *name = cat_unit_dimension(u);
  if (!name) {
    snprintf(out.s, sizeof out.s, "a value in %s", unit);
  } else if (cat_unit_same_dimension(u, (CatUnit){0})) {
    snprintf(out.s, sizeof out.s, "a number");
  } else {
    const char *article = strchr("aeiou", name[0]) ? "an" : "a";
    snprintf(out.s, sizeof out.s, "%s %s (%s)", article, name, cat_unit_examples(u));
  }
  return out;
}

static const char list_expected[] = "a list of items that begin with \"- \"";

static CatLine number_expected(const CatKey *key) {
  CatLine out = quantity_expected(key->unit);
  if (key->other_unit) {
    cat_line_add(&out, " or ");
    cat_line_add(&out, quantity_expected(key->other_unit).s);
  }
  if (key->flags & CAT_OR_LIST) {
    cat_line_add(&out, " or ");
    cat_line_add(&out, list_expected);
  }
  if (key->choices) {
    cat_line_add(&out, " such as 1 %, or ");
    cat_line_add(&out, choices_text(key->choices).s);
  }
  return out;
}

CatLine cat_key_expected(const CatKey *key) {
  CatLine out = {""};
  switch (key->type) {
  case CAT_NUMBER: return number_expected(key);
  case CAT_INTEGER:
    cat_line_add(&out, key->flags & CAT_AUTO ? "a whole number or auto" : "a whole number");
    break;
  case CAT_BOOLEAN: cat_line_add(&out, "true or false"); break;
  case CAT_STRING: cat_line_add(&out, "text"); break;
  case CAT_NAME: cat_line_add(&out, "a name"); break;
  case CAT_CHOICE: return choices_text(key->choices);
  case CAT_LIST: cat_line_add(&out, list_expected); break;
  case CAT_NUMBERS:
    snprintf(out.s, sizeof out.s, "a list such as [%s, %s]",
             with_unit((CatShort){"1"}, key->unit).s, with_unit((CatShort){"2"}, key->unit).s);
    break;
  case CAT_SECTION:
    cat_line_add(&out, "a section with the keys ");
    cat_line_add(&out, cat_section_list(key->section).s);
    break;
  }
  return out;
}

CatLine cat_key_range(const CatKey *key) {
  CatLine out = {""};
  if (key->min == 0 && key->max == 0) return out;
  bool number = key->type == CAT_NUMBER || key->type == CAT_NUMBERS;
  const char *unit = number ? key->unit : "";
  CatShort low = cat_quantity_brief(key->min, unit), high = cat_quantity_brief(key->max, unit);
  const char *above = key->flags & CAT_ABOVE_MIN ? "above " : "";
  const char *between = key->flags & CAT_BELOW_MAX ? ", below " : ", at most ";
  if (!(key->flags & (CAT_ABOVE_MIN | CAT_BELOW_MAX))) {
    low = cat_quantity_brief(key->min / unit_factor(unit), "");
    between = " to ";
  }
  snprintf(out.s, sizeof out.s, "%s%s%s%s", above, low.s, between, high.s);
  return out;
}

CatLine cat_key_count(const CatKey *key) {
  CatLine out = {""};
  if (key->flags & CAT_OR_LIST) {
    CatKey list = cat_key_as_list(key);
    return cat_key_count(&list);
  }
  int most = key->max_count > 0 ? key->max_count : CAT_NUMBERS_MOST;
  if (key->type == CAT_LIST) {
    out = cat_key_range(key);
    if (out.s[0]) cat_line_add(&out, " items");
  } else if (key->type == CAT_NUMBERS && key->min_count == most) {
    snprintf(out.s, sizeof out.s, "%d item%s", most, most == 1 ? "" : "s");
  } else if (key->type == CAT_NUMBERS) {
    snprintf(out.s, sizeof out.s, "%d to %d items", key->min_count, most);
  }
  return out;
}

CatLine cat_key_usual(const CatKey *key) {
  CatLine out = {""};
  if (key->odd_min == 0 && key->odd_max == 0) return out;
  snprintf(out.s, sizeof out.s, "%s to %s",
           cat_quantity_brief(key->odd_min / unit_factor(key->unit), "").s,
           cat_quantity_brief(key->odd_max, key->unit).s);
  return out;
}
