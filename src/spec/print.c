// The resolved input as YAML: every value, in block style, with its unit, defaults marked. Reading
// it gives the same spec, bit by bit.
#include <math.h>
#include <string.h>

#include "base/c_locale.h"
#include "format.h"
#include "spec.h"

static const char *field_string(const void *at) {
  const char *text;
  memcpy(&text, at, sizeof text);
  return text ? text : "";
}

static int field_int(const void *at) {
  int value;
  memcpy(&value, at, sizeof value);
  return value;
}

static void print_quoted(CatText *out, const char *text) {
  cat_text_add(out, "\"");
  for (const char *c = text; *c; c++) {
    if (*c == '\n') {
      cat_text_add(out, "\\n");
    } else if (*c == '\t') {
      cat_text_add(out, "\\t");
    } else {
      if (*c == '"' || *c == '\\') cat_text_add(out, "\\");
      cat_text_add_bytes(out, c, 1);
    }
  }
  cat_text_add(out, "\"");
}

// A name is printed bare, unless YAML would take it for nothing.
static void print_name(CatText *out, const char *name) {
  if (cat_same_caseless(name, "null")) {
    print_quoted(out, name);
  } else {
    cat_text_add(out, name);
  }
}

static void print_leaf(CatText *out, const CatKey *key, const void *at) {
  double number;
  switch (key->type) {
  case CAT_NUMBER:
    memcpy(&number, at, sizeof number);
    if (key->choices && number < 0) {
      cat_text_add(out, key->choices[(int)(-1 - number)]);
      break;
    }
    cat_text_add(out, cat_quantity_text(number, key->unit).s);
    break;
  case CAT_INTEGER:
    if ((key->flags & CAT_AUTO) && field_int(at) == 0) {
      cat_text_add(out, "auto");
    } else {
      cat_text_addf(out, "%d", field_int(at));
    }
    break;
  case CAT_BOOLEAN: cat_text_add(out, *(const bool *)at ? "true" : "false"); break;
  case CAT_CHOICE: cat_text_add(out, key->choices[field_int(at)]); break;
  case CAT_NAME: print_name(out, field_string(at)); break;
  default: print_quoted(out, field_string(at)); break;
  }
}

// Texts that are empty because they were left out say nothing.
static bool worth_printing(const CatKey *key, const void *at, bool given) {
  bool textual = key->type == CAT_STRING || key->type == CAT_NAME;
  return given || !textual || *field_string(at);
}

static bool key_shown(const CatSpec *spec, const CatKey *key, const char *base) {
  const char *at = base + key->offset;
  bool optional = key->type == CAT_SECTION && key->flags & CAT_OPTIONAL;
  if (optional) return *(const bool *)(base + key->count_offset);
  return worth_printing(key, at, cat_spec_where(spec, at).given);
}

static bool section_shown(const CatSpec *spec, const CatSection *section, const char *base) {
  for (const CatKey *key = section->keys; key->key; key++) {
    if (key_shown(spec, key, base)) return true;
  }
  return false;
}

static void print_section(const CatSpec *spec, CatText *out, const CatSection *section,
                          const char *base, int indent, bool item);

static void print_inner(const CatSpec *spec, CatText *out, const CatKey *key, const char *at,
                        int indent) {
  bool shown = section_shown(spec, key->section, at);
  cat_text_add(out, shown ? "\n" : " {}\n");
  print_section(spec, out, key->section, at, indent + 2, false);
}

static void print_numbers(const CatSpec *spec, CatText *out, const CatKey *key, const char *base) {
  int count = field_int(base + key->count_offset);
  const double *values;
  memcpy(&values, base + key->offset, sizeof values);
  cat_text_add(out, " [");
  for (int i = 0; i < count; i++) {
    cat_text_addf(out, "%s%s", i ? ", " : "", cat_quantity_text(values[i], key->unit).s);
  }
  bool given = cat_spec_where(spec, base + key->offset).given;
  cat_text_addf(out, "]%s\n", given ? "" : "  # default");
}

static void print_list(const CatSpec *spec, CatText *out, const CatKey *key, const char *base,
                       int indent) {
  int count = field_int(base + key->count_offset);
  const char *items;
  memcpy(&items, base + key->offset, sizeof items);
  if (count == 0) {
    bool given = cat_spec_where(spec, base + key->offset).given;
    cat_text_addf(out, " []%s\n", given ? "" : "  # default");
    return;
  }
  cat_text_add(out, "\n");
  for (int i = 0; i < count; i++) {
    const char *item = items + (size_t)i * key->section->size;
    if (!section_shown(spec, key->section, item)) cat_text_addf(out, "%*s- {}\n", indent + 2, "");
    print_section(spec, out, key->section, item, indent + 2, true);
  }
}

// The row that says how a value is printed: of a number, what it was given as.
static CatKey row_as_given(const CatKey *key, const char *base) {
  double number;
  if (key->flags & CAT_OR_LIST && field_int(base + key->count_offset) > 0) {
    return cat_key_as_list(key);
  }
  if (!key->other_unit) return *key;
  memcpy(&number, base + key->offset, sizeof number);
  return isnan(number) ? cat_key_as_other(key) : *key;
}

static void print_key(const CatSpec *spec, CatText *out, const CatKey *row, const char *base,
                      int indent) {
  CatKey given = row_as_given(row, base);
  const CatKey *key = &given;
  const char *at = base + key->offset;
  cat_text_addf(out, "%s:", key->key);
  if (key->type == CAT_SECTION) {
    print_inner(spec, out, key, at, indent);
  } else if (key->type == CAT_NUMBERS) {
    print_numbers(spec, out, key, base);
  } else if (key->type == CAT_LIST) {
    print_list(spec, out, key, base, indent);
  } else {
    cat_text_add(out, " ");
    print_leaf(out, key, at);
    cat_text_add(out, cat_spec_where(spec, at).given ? "\n" : "  # default\n");
  }
}

// An item of a list begins with a dash, its other keys stand below the first one.
static void print_section(const CatSpec *spec, CatText *out, const CatSection *section,
                          const char *base, int indent, bool item) {
  bool first = true;
  for (const CatKey *key = section->keys; key->key; key++) {
    if (!key_shown(spec, key, base)) continue;
    cat_text_addf(out, "%*s%s", indent, "", item ? (first ? "- " : "  ") : "");
    print_key(spec, out, key, base, item ? indent + 2 : indent);
    first = false;
  }
}

CatStatus cat_spec_print(const CatSpec *spec, CatText *out) {
  print_section(spec, out, cat_spec_kind(spec)->section, cat_spec_values(spec), 0, false);
  return cat_text_ok(out);
}
