#include "value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/c_locale.h"
#include "base/unit.h"
#include "quote.h"
#include "spec/format.h"
#include "spec/nearest.h"

#define FAIL(at, node, ...) CAT_FAIL_AT((at)->ctx, (node)->place, (at)->path, __VA_ARGS__)

const char *cat_value_found(const CatNode *node, char *out, size_t size) {
  if (node->type == CAT_NODE_MAP) return "a section";
  if (node->type == CAT_NODE_LIST) return "a list";
  if (cat_node_is_null(node)) return *node->text && *node->text != '~' ? "null" : "nothing";
  snprintf(out, size, "%s", cat_quote(node->text).s);
  return out;
}

static CatStatus fail_type(const CatValueAt *at, const CatNode *node) {
  char found[200];
  return FAIL(at, node, "found %s, expected %s", cat_value_found(node, found, sizeof found),
              cat_key_expected(at->key).s);
}

// "12,5 kN" with a point
static void with_point(const char *text, char *out, size_t size) {
  snprintf(out, size, "%s", text);
  char *comma = strchr(out, ',');
  if (comma) *comma = '.';
}

static CatStatus fail_number(const CatValueAt *at, const CatNode *node, CatNumberFault fault) {
  CatQuote found = cat_quote(node->text);
  CatLine expected = cat_key_expected(at->key);
  char point[64];
  switch (fault) {
  case CAT_NUMBER_COMMA:
    with_point(node->text, point, sizeof point);
    return FAIL(at, node,
                "found %s with a decimal comma, expected a decimal point; did you mean "
                "%s?",
                found.s, cat_quote(point).s);
  case CAT_NUMBER_NOT_FINITE:
    return FAIL(at, node, "found %s, which is not finite, expected %s", found.s, expected.s);
  case CAT_NUMBER_OVERFLOW:
    return FAIL(at, node, "found %s, which is too large a number, expected %s", found.s,
                expected.s);
  case CAT_NUMBER_HEX:
    return FAIL(at, node, "found %s, a hexadecimal number, expected decimal digits", found.s);
  default: return FAIL(at, node, "found %s, expected %s", found.s, expected.s);
  }
}

// The unit among the listed ones that differs only a little or in capitals: "KN" for "kN".
static const char *similar_unit(const char *examples, const char *text, char out[16]) {
  for (const char *p = examples; p && *p; p += strspn(p, ", ")) {
    size_t n = strcspn(p, ",");
    if (n == strlen(text) && n < 16 && cat_begins_caseless(p, text)) {
      memcpy(out, p, n);
      out[n] = '\0';
      return out;
    }
    p += n;
  }
  return NULL;
}

static CatStatus fail_unit(const CatValueAt *at, const CatNode *node, const char *unit,
                           const char *unknown, CatUnit want) {
  char similar[16];
  const char *hint = similar_unit(cat_unit_examples(want), unit, similar);
  return FAIL(at, node, "found %s with the unknown unit %s, expected %s%s%s%s",
              cat_quote(node->text).s, cat_quote(*unknown ? unknown : unit).s,
              cat_key_expected(at->key).s, hint ? "; did you mean \"" : "", hint ? hint : "",
              hint ? "\"?" : "");
}

// Whether three digits follow a blank, an apostrophe or an underscore: "15 000 N".
static bool is_thousands(const CatNode *node, const char *behind) {
  const char *p = behind + strspn(behind, "'_");
  bool gap = p > behind || (behind > node->text && behind[-1] == ' ');
  return gap && strspn(p, "0123456789") == 3;
}

static CatStatus fail_thousands(const CatValueAt *at, const CatNode *node, const char *behind) {
  char joined[64];
  const char *digits = behind + strspn(behind, "'_");
  size_t head = strcspn(node->text, " '_");
  snprintf(joined, sizeof joined, "%.*s%s", (int)head, node->text, digits);
  return FAIL(at, node,
              "found %s with a thousands separator, expected digits without gaps; did you "
              "mean %s?",
              cat_quote(node->text).s, cat_quote(joined).s);
}

// The unit behind a number, "" for none; what stands there instead of one is no number either.
static CatStatus read_unit(const CatValueAt *at, const CatNode *node, const char *unit,
                           double *factor) {
  CatUnit want, got;
  char unknown[40] = "";
  *factor = 1;  // a bare number is in SI
  cat_unit_parse(at->key->unit ? at->key->unit : "", &want, NULL, 0);
  if (!*unit) return CAT_OK;
  if (strchr("0123456789.,_+-'", *unit) && strncmp(unit, "1/", 2) != 0) {
    if (is_thousands(node, unit)) return fail_thousands(at, node, unit);
    return fail_number(at, node, CAT_NUMBER_SYNTAX);
  }
  if (!cat_unit_parse(unit, &got, unknown, sizeof unknown)) {
    return fail_unit(at, node, unit, unknown, want);
  }
  if (!cat_unit_same_dimension(want, got)) return fail_type(at, node);
  *factor = got.factor;
  return CAT_OK;
}

static bool in_range(const CatKey *key, double value) {
  if (key->min == 0 && key->max == 0) return true;
  bool low = key->flags & CAT_ABOVE_MIN ? value > key->min : value >= key->min;
  bool high = key->flags & CAT_BELOW_MAX ? value < key->max : value <= key->max;
  return low && high;
}

static CatStatus check_range(const CatValueAt *at, const CatNode *node, double value, bool bare) {
  if (in_range(at->key, value)) return CAT_OK;
  bool explain = bare && at->key->unit && *at->key->unit;  // say how a bare number was taken
  CatShort taken = cat_quantity_brief(value, at->key->unit);
  return FAIL(at, node, "found %s%s%s%s, expected %s", cat_quote(node->text).s, explain ? " (" : "",
              explain ? taken.s : "", explain ? ")" : "", cat_key_range(at->key).s);
}

static bool is_odd(const CatKey *key, double value) {
  bool window = key->odd_min != 0 || key->odd_max != 0;
  if (value == 0 && key->flags & CAT_ZERO_IS_NONE) return false;
  return window && (value < key->odd_min || value > key->odd_max);
}

bool cat_value_has_unit(const CatNode *node, const char *unit) {
  double number;
  const char *rest;
  CatUnit want, got;
  if (node->type != CAT_NODE_SCALAR) return false;
  if (cat_number_parse(node->text, &number, &rest) != CAT_NUMBER_OK) return false;
  rest += strspn(rest, " ");
  if (!*rest || !cat_unit_parse(rest, &got, NULL, 0)) return false;
  return cat_unit_parse(unit, &want, NULL, 0) && cat_unit_same_dimension(want, got);
}

bool cat_value_is_bare(const CatNode *node) {
  double number;
  const char *rest;
  if (node->type != CAT_NODE_SCALAR) return false;
  if (cat_number_parse(node->text, &number, &rest) != CAT_NUMBER_OK) return false;
  return !rest[strspn(rest, " ")];
}

// A word that stands for a number.
static bool read_word(const CatValueAt *at, const CatNode *node) {
  const char *const *words = at->key->choices;
  for (int i = 0; words && words[i]; i++) {
    if (strcmp(node->text, words[i]) != 0) continue;
    double value = -1.0 - i;
    memcpy(at->field, &value, sizeof value);
    return true;
  }
  return false;
}

static CatStatus read_number(const CatValueAt *at, const CatNode *node, bool *odd) {
  double number, factor;
  if (read_word(at, node)) return CAT_OK;
  const char *rest;
  CatNumberFault fault = cat_number_parse(node->text, &number, &rest);
  if (fault != CAT_NUMBER_OK) return fail_number(at, node, fault);
  rest += strspn(rest, " ");
  if (!*rest && at->key->other_unit) {
    return FAIL(at, node, "found %s without a unit, expected %s", cat_quote(node->text).s,
                cat_key_expected(at->key).s);
  }
  CAT_TRY(read_unit(at, node, rest, &factor));
  double value = number * factor;
  if (!isfinite(value)) return fail_number(at, node, CAT_NUMBER_OVERFLOW);
  CAT_TRY(check_range(at, node, value, !*rest));
  *odd = is_odd(at->key, value);
  memcpy(at->field, &value, sizeof value);
  return CAT_OK;
}

static CatStatus read_integer(const CatValueAt *at, const CatNode *node) {
  double number;
  const char *rest;
  if ((at->key->flags & CAT_AUTO) && strcmp(node->text, "auto") == 0) {
    memset(at->field, 0, sizeof(int));
    return CAT_OK;
  }
  CatNumberFault fault = cat_number_parse(node->text, &number, &rest);
  if (fault != CAT_NUMBER_OK) return fail_number(at, node, fault);
  rest += strspn(rest, " ");
  if (*rest && strchr("0123456789.,_+-'", *rest)) return fail_type(at, node);
  if (*rest) {
    return FAIL(at, node, "found %s, expected a whole number without unit",
                cat_quote(node->text).s);
  }
  if (number != floor(number)) return fail_type(at, node);
  CAT_TRY(check_range(at, node, number, true));
  if (fabs(number) > 2147483647) return fail_number(at, node, CAT_NUMBER_OVERFLOW);
  int value = (int)number;
  memcpy(at->field, &value, sizeof value);
  return CAT_OK;
}

static CatStatus read_boolean(const CatValueAt *at, const CatNode *node) {
  static const char *const yes[] = {"yes", "on", "y", "1", "true"};
  static const char *const no[] = {"no", "off", "n", "0", "false"};
  bool value = strcmp(node->text, "true") == 0;
  if (value || strcmp(node->text, "false") == 0) {
    memcpy(at->field, &value, sizeof value);
    return CAT_OK;
  }
  const char *hint = NULL;
  for (int i = 0; i < 5; i++) {
    if (cat_same_caseless(node->text, yes[i])) hint = "true";
    if (cat_same_caseless(node->text, no[i])) hint = "false";
  }
  if (!hint) return fail_type(at, node);
  return FAIL(at, node, "found %s, expected true or false; did you mean \"%s\"?",
              cat_quote(node->text).s, hint);
}

static CatStatus read_choice(const CatValueAt *at, const CatNode *node) {
  CatNearest nearest = cat_nearest(node->text);
  for (int i = 0; at->key->choices[i]; i++) {
    if (strcmp(node->text, at->key->choices[i]) == 0) {
      memcpy(at->field, &i, sizeof i);
      return CAT_OK;
    }
    cat_nearest_try(&nearest, at->key->choices[i]);
  }
  if (!nearest.word) return fail_type(at, node);
  return FAIL(at, node, "found %s, expected %s; did you mean \"%s\"?", cat_quote(node->text).s,
              cat_key_expected(at->key).s, nearest.word);
}

static CatStatus keep_text(const CatValueAt *at, const CatNode *node) {
  const char *text = cat_arena_text(at->keep, node->text, strlen(node->text));
  if (!text) return CAT_ERR_MEMORY;
  memcpy(at->field, &text, sizeof text);
  return CAT_OK;
}

// Names that some systems keep for devices, also with an extension behind them.
static bool is_device(const char *name) {
  static const char *const devices[] = {"con", "prn", "aux", "nul"};
  size_t n = strcspn(name, ".");
  for (int i = 0; i < 4; i++) {
    if (n == 3 && cat_begins_caseless(name, devices[i])) return true;
  }
  bool port = cat_begins_caseless(name, "com") || cat_begins_caseless(name, "lpt");
  return n == 4 && port && name[3] >= '1' && name[3] <= '9';
}

static const char *name_fault(const char *name) {
  static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  size_t n = strlen(name);
  if (n == 0) return "at least one character";
  if (strspn(name, allowed) != n) return "only letters, digits, \"-\", \"_\" and \".\" in a name";
  if (name[0] == '-' || name[0] == '.') return "a name that begins with a letter, digit or \"_\"";
  if (n > 64) return "at most 64 characters";
  if (is_device(name)) return "a name that no system reserves for a device";
  return NULL;
}

static CatStatus read_name(const CatValueAt *at, const CatNode *node) {
  const char *fault = name_fault(node->text);
  if (fault) return FAIL(at, node, "found %s, expected %s", cat_quote(node->text).s, fault);
  return keep_text(at, node);
}

CatStatus cat_value_read(const CatValueAt *at, const CatNode *node, bool *odd) {
  *odd = false;
  if (node->type != CAT_NODE_SCALAR || cat_node_is_null(node)) return fail_type(at, node);
  switch (at->key->type) {
  case CAT_NUMBER: return read_number(at, node, odd);
  case CAT_INTEGER: return read_integer(at, node);
  case CAT_BOOLEAN: return read_boolean(at, node);
  case CAT_CHOICE: return read_choice(at, node);
  case CAT_NAME: return read_name(at, node);
  default: return keep_text(at, node);
  }
}
