#include "describe.h"

#include <stdio.h>
#include <string.h>

#include "base/unit.h"

static CatUnit unit_of(const CatKey *key) {
  CatUnit unit;
  cat_unit_parse(key->unit ? key->unit : "", &unit, NULL, 0);
  return unit;
}

// `kind` is a name in the table of keys, but only those of the kinds will do.
static bool is_kind(const CatKey *key) {
  return strcmp(key->key, "kind") == 0 && key->type == CAT_NAME;
}

static CatLine one_of_kinds(const CatKind *const *kinds) {
  CatLine out = {"one of "};
  cat_line_add(&out, cat_kind_names(kinds).s);
  return out;
}

static CatLine quantity_type(const CatKey *key) {
  CatLine out = {""};
  const char *dimension = cat_unit_dimension(unit_of(key));
  bool unit = key->unit && *key->unit;
  cat_line_add(&out, dimension ? dimension : "value");
  cat_line_add(&out, unit ? " [" : "");
  cat_line_add(&out, unit ? key->unit : "");
  cat_line_add(&out, unit ? "]" : "");
  if (key->other_unit) {
    CatKey other = cat_key_as_other(key);
    cat_line_add(&out, " or ");
    cat_line_add(&out, quantity_type(&other).s);
  }
  if (key->flags & CAT_OR_LIST) cat_line_add(&out, " or list of sections");
  for (int i = 0; key->choices && key->choices[i]; i++) {
    cat_line_add(&out, key->choices[i + 1] ? ", " : " or ");
    cat_line_add(&out, key->choices[i]);
  }
  return out;
}

CatLine cat_describe_type(const CatKind *const *kinds, const CatKey *key) {
  CatLine out = {""};
  if (is_kind(key)) return one_of_kinds(kinds);
  switch (key->type) {
  case CAT_NUMBER: return quantity_type(key);
  case CAT_NUMBERS:
    cat_line_add(&out, "list of numbers");
    if (!key->unit || !*key->unit) break;
    cat_line_add(&out, ": ");
    cat_line_add(&out, quantity_type(key).s);
    break;
  case CAT_INTEGER:
    cat_line_add(&out, key->flags & CAT_AUTO ? "whole number or auto" : "whole number");
    break;
  case CAT_NAME: cat_line_add(&out, "name"); break;
  case CAT_SECTION: cat_line_add(&out, "section"); break;
  case CAT_LIST: cat_line_add(&out, "list of sections"); break;
  case CAT_CHOICE:
    cat_line_add(&out, "one of ");
    cat_line_add(&out, cat_key_expected(key).s);
    break;
  default: return cat_key_expected(key);
  }
  return out;
}

CatLine cat_describe_default(const CatKey *key) {
  CatLine out = {""};
  bool preset = key->preset && *key->preset;
  bool list = key->type == CAT_LIST || key->type == CAT_NUMBERS;
  if (key->flags & CAT_REQUIRED) {
    cat_line_add(&out, "required");
  } else if (preset) {
    cat_line_add(&out, key->preset);
  } else if (key->type == CAT_SECTION) {
    cat_line_add(&out, key->flags & CAT_OPTIONAL ? "absent" : "its keys' defaults");
  } else {
    cat_line_add(&out, list ? "empty" : "none");
  }
  return out;
}

CatLine cat_describe_range(const CatKey *key) {
  CatLine count = cat_key_count(key);
  if (key->type == CAT_LIST) return count;
  CatLine out = cat_key_range(key);
  if (key->other_unit) {
    CatKey other = cat_key_as_other(key);
    cat_line_add(&out, " or ");
    cat_line_add(&out, cat_key_range(&other).s);
  }
  if (out.s[0] && count.s[0]) cat_line_add(&out, "; ");
  cat_line_add(&out, count.s);
  return out;
}

static void describe_limits(CatText *out, const CatKey *key) {
  CatLine limits = cat_describe_range(key), usual = cat_key_usual(key);
  if (limits.s[0]) cat_text_addf(out, "  range    %s\n", limits.s);
  if (usual.s[0]) cat_text_addf(out, "  usual    %s; others draw a warning\n", usual.s);
}

static void describe_units(CatText *out, const CatKey *key) {
  bool number = key->type == CAT_NUMBER || key->type == CAT_NUMBERS;
  if (!number || !key->unit || !*key->unit) return;
  const char *units = cat_unit_examples(unit_of(key));
  cat_text_addf(out, "  units    %s", units ? units : key->unit);
  if (key->other_unit) {
    CatKey other = cat_key_as_other(key);
    units = cat_unit_examples(unit_of(&other));
    cat_text_addf(out, " or %s; one of them must be given\n", units ? units : other.unit);
  } else {
    cat_text_add(out, "; a bare number is in SI units\n");
  }
}

void cat_describe_key(CatText *out, const CatKind *const *kinds, const CatKeyAt *at) {
  const char *path = at->path;
  const CatKey *key = at->key;
  cat_text_addf(out, "%s%s%s\n  %s.\n\n", path, *path ? "." : "", key->key, key->doc);
  cat_text_addf(out, "  type     %s\n", cat_describe_type(kinds, key).s);
  describe_units(out, key);
  if (key->type == CAT_NAME && !is_kind(key)) {
    cat_text_add(out, "  form     letters, digits, \"-\", \"_\", \".\"; at most 64\n");
  }
  cat_text_addf(out, "  default  %s\n", cat_describe_default(key).s);
  describe_limits(out, key);
  cat_text_addf(out, "  in       %s of a case of kind %s\n", *path ? path : "the top level",
                at->kind->name);
  if (key->notes) {
    cat_text_add(out, "\n  ");
    key->notes(out);
  }
  if (!key->section) return;
  cat_text_add(out, "\n");
  if (at->again) {
    cat_text_add(out, "  Its keys are those above.\n");
  } else {
    cat_describe_section(out, kinds, key->section);
  }
}

void cat_describe_section(CatText *out, const CatKind *const *kinds, const CatSection *section) {
  int width = 0;
  for (const CatKey *k = section->keys; k->key; k++) {
    if ((int)strlen(k->key) > width) width = (int)strlen(k->key);
  }
  for (const CatKey *k = section->keys; k->key; k++) {
    cat_text_addf(out, "  %-*s  %s; %s\n", width, k->key, cat_describe_type(kinds, k).s,
                  cat_describe_default(k).s);
    cat_text_addf(out, "  %-*s    %s.\n", width, "", k->doc);
  }
}

void cat_describe_kind(CatText *out, const CatKind *const *kinds, const CatKind *kind) {
  cat_text_addf(out, "kind: %s\n  %s.\n\n", kind->name, kind->section->doc);
  cat_describe_section(out, kinds, kind->section);
}

static void list_section(void *user, const char *path, const CatSection *section,
                         const CatKey *key) {
  CatText *out = user;
  (void)section;
  if (!key->section) return;
  char name[160];
  snprintf(name, sizeof name, "%s%s%s%s", path, *path ? "." : "", key->key,
           cat_key_has_items(key) ? "[]" : "");
  cat_text_addf(out, "    %-20s  %s\n", name, key->section->doc);
}

void cat_describe_overview(CatText *out, const CatKind *const *kinds) {
  cat_text_add(out, "Kinds of cases and their sections:\n");
  for (; *kinds; kinds++) {
    cat_text_addf(out, "\n  %-22s  %s\n", (*kinds)->name, (*kinds)->section->doc);
    cat_schema_walk((*kinds)->section, list_section, out);
  }
  cat_text_add(out,
               "\n\"catenaria explain KEY\" tells about one, such as: catenaria explain run.speed\n"
               "\"catenaria-sweep CASE KEY VALUE...\" runs a case once for each value of a key\n");
}
