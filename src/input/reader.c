#include "reader.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/c_locale.h"
#include "numbers.h"
#include "path.h"
#include "quote.h"
#include "spec/format.h"
#include "value.h"

typedef struct Reader {
  CatSession *s;
  CatSpec *spec;
  const CatSection *top;
  CatPath path;
} Reader;

#define FAIL(r, place, ...) CAT_FAIL_AT((r)->s->ctx, place, (r)->path.text, __VA_ARGS__)

static CatStatus read_section(Reader *r, const CatSection *section, const CatNode *node,
                              CatPlace place, char *base);

// Sections of the schema that hold a key of this name.
typedef struct Owners {
  const char *key;
  CatLine list;
} Owners;

static void note_owner(void *user, const char *path, const CatSection *section, const CatKey *key) {
  Owners *o = user;
  (void)section;
  if (strcmp(key->key, o->key) != 0) return;
  if (o->list.s[0]) cat_line_add(&o->list, ", ");
  cat_line_add(&o->list, *path ? path : "the top level");
}

static void fail_unknown(Reader *r, const CatSection *section, const CatEntry *entry) {
  Owners owners = {.key = entry->key};
  cat_schema_walk(r->top, note_owner, &owners);
  const char *nearest = cat_schema_nearest(section, entry->key);
  const char *instead = cat_schema_retired(section, entry->key);
  CatLine known = cat_section_list(section);
  CatQuote key = cat_quote(entry->key);
  size_t back = cat_path_key(&r->path, entry->key);
  if (instead) {
    FAIL(r, entry->place, "found unknown key %s, expected one of %s; %s", key.s, known.s, instead);
  } else if (owners.list.s[0]) {
    FAIL(r, entry->place, "found unknown key %s, expected one of %s; %s belongs in %s", key.s,
         known.s, key.s, owners.list.s);
  } else if (nearest) {
    FAIL(r, entry->place, "found unknown key %s, expected one of %s; did you mean \"%s\"?", key.s,
         known.s, nearest);
  } else {
    FAIL(r, entry->place, "found unknown key %s, expected one of %s", key.s, known.s);
  }
  cat_path_cut(&r->path, back);
}

static void check_unknown(Reader *r, const CatSection *section, const CatNode *node) {
  for (const CatEntry *e = node->first; e; e = e->next) {
    if (!cat_section_key(section, e->key, strlen(e->key))) fail_unknown(r, section, e);
  }
}

// All that are missing in one message, at the section.
static void check_missing(Reader *r, const CatSection *section, const CatNode *node,
                          CatPlace place) {
  CatLine missing = {""};
  int count = 0;
  for (const CatKey *k = section->keys; k->key; k++) {
    if (!(k->flags & CAT_REQUIRED) || cat_node_find(node, k->key)) continue;
    cat_line_add(&missing, count++ ? ", \"" : "\"");
    cat_line_add(&missing, k->key);
    cat_line_add(&missing, "\"");
  }
  if (count == 0) return;
  FAIL(r, place, "found no %s, expected %s", missing.s,
       count == 1 ? "this required key" : "these required keys");
}

static CatStatus locate(Reader *r, const void *field, CatPlace place, bool given) {
  CatWhere where = {.place = place, .path = r->path.text, .given = given};
  return cat_spec_locate(r->spec, field, where);
}

static CatStatus locate_value(Reader *r, const void *field, const CatNode *node, bool given) {
  CatWhere where = {.place = node->place,
                    .path = r->path.text,
                    .given = given,
                    .bare = given && cat_value_is_bare(node)};
  return cat_spec_locate(r->spec, field, where);
}

// A value outside its usual window: most often a wrong unit.
static CatStatus warn_odd(Reader *r, const CatKey *key, const CatNode *node, const char *field) {
  double value;
  memcpy(&value, field, sizeof value);
  return cat_spec_warn(r->spec, field, "found %s (%s), usual are %s; is the unit right?",
                       cat_quote(node->text).s, cat_quantity_brief(value, key->unit).s,
                       cat_key_usual(key).s);
}

static CatStatus read_leaf(Reader *r, const CatKey *key, const CatNode *node, char *field,
                           bool given) {
  CatValueAt at = {r->s->ctx, cat_spec_arena(r->spec), key, r->path.text, field};
  bool odd;
  CAT_TRY(locate_value(r, field, node, given));
  CAT_TRY(cat_value_read(&at, node, &odd));
  return odd && given ? warn_odd(r, key, node, field) : CAT_OK;
}

// One of two quantities: the unit says which, and the field of the other one becomes NaN.
static CatStatus read_either(Reader *r, const CatKey *key, const CatNode *node, char *base) {
  CatKey first = *key, second = cat_key_as_other(key);
  bool other = cat_value_has_unit(node, key->other_unit);
  const CatKey *mine = other ? &second : &first, *absent = other ? &first : &second;
  double none = NAN;
  memcpy(base + absent->offset, &none, sizeof none);
  CAT_TRY(locate(r, base + absent->offset, node->place, true));
  return read_leaf(r, mine, node, base + mine->offset, true);
}

static CatStatus fail_shape(Reader *r, const CatKey *key, const CatNode *node) {
  char found[200];
  bool file = key->type == CAT_SECTION && node->type == CAT_NODE_SCALAR &&
              cat_is_letter(node->text[0]) && !cat_node_is_null(node);
  return FAIL(r, node->place, "found %s, expected %s%s", cat_value_found(node, found, sizeof found),
              cat_key_expected(key).s, file ? "; a file is named by \"use: FILE\" in it" : "");
}

// Each item is a number as any other: the row binds it, and it has a place of its own.
static CatStatus read_items(Reader *r, const CatKey *key, const CatNode *list, double *values,
                            bool given) {
  CatKey number = *key;
  number.type = CAT_NUMBER;
  int i = 0;
  for (const CatEntry *e = list->first; e; e = e->next, i++) {
    if (e->value->bad) continue;
    size_t back = cat_path_index(&r->path, i);
    CatStatus status = read_leaf(r, &number, e->value, (char *)(values + i), given);
    cat_path_cut(&r->path, back);
    if (status != CAT_OK && status != CAT_ERR_INPUT) return status;
  }
  return CAT_OK;
}

static CatStatus read_numbers(Reader *r, const CatKey *key, const CatNode *node, char *base,
                              bool given) {
  CAT_TRY(locate(r, base + key->offset, node->place, given));
  if (node->type != CAT_NODE_LIST) return fail_shape(r, key, node);
  if (given && !cat_numbers_fit(key, node->count)) {
    return FAIL(r, node->place, "found a list of %d, expected %s", node->count,
                cat_key_count(key).s);
  }
  if (node->count == 0) return CAT_OK;
  double *values = CAT_ARENA(cat_spec_arena(r->spec), node->count, double);
  if (!values) return CAT_ERR_MEMORY;
  memcpy(base + key->offset, &values, sizeof values);
  memcpy(base + key->count_offset, &node->count, sizeof node->count);
  return read_items(r, key, node, values, given);
}

static CatStatus preset_numbers(Reader *r, const CatKey *key, CatPlace place, char *base) {
  const CatNode *list;
  CAT_TRY(cat_numbers_preset(r->s, key, place, &list));
  return read_numbers(r, key, list, base, false);
}

// Whether an optional section is there; its place is that of the flag.
static CatStatus mark_optional(Reader *r, const CatKey *key, CatPlace place, char *base,
                               bool given) {
  memcpy(base + key->count_offset, &given, sizeof given);
  return locate(r, base + key->count_offset, place, given);
}

static CatStatus preset_section(Reader *r, const CatKey *key, CatPlace place, char *base) {
  static const CatNode empty = {.type = CAT_NODE_MAP};
  if (key->flags & CAT_OPTIONAL) return mark_optional(r, key, place, base, false);
  return read_section(r, key->section, &empty, place, base + key->offset);
}

static CatStatus read_preset(Reader *r, const CatKey *key, CatPlace place, char *base) {
  char *field = base + key->offset;
  if (key->type == CAT_SECTION) return preset_section(r, key, place, base);
  if (key->type == CAT_NUMBERS) return preset_numbers(r, key, place, base);
  if (key->preset && *key->preset) {
    CatNode node = {.type = CAT_NODE_SCALAR, .text = key->preset, .place = place, .quoted = true};
    return read_leaf(r, key, &node, field, false);
  }
  const char *none = "";
  bool textual = key->type == CAT_STRING || key->type == CAT_NAME;
  if (textual) memcpy(field, &none, sizeof none);
  return locate(r, field, place, false);
}

static CatStatus read_item(Reader *r, const CatKey *key, const CatEntry *item, char *base) {
  if (item->value->bad) return CAT_OK;
  CatKey as_section = {.key = key->key, .type = CAT_SECTION, .section = key->section};
  if (item->value->type != CAT_NODE_MAP) return fail_shape(r, &as_section, item->value);
  return read_section(r, key->section, item->value, item->value->place, base);
}

static CatStatus read_list(Reader *r, const CatKey *key, const CatNode *node, char *base) {
  CAT_TRY(locate(r, base + key->offset, node->place, true));
  if (node->type != CAT_NODE_LIST) return fail_shape(r, key, node);
  if (node->count < key->min || (key->max > 0 && node->count > key->max)) {
    return FAIL(r, node->place, "found a list of %d, expected %s items", node->count,
                cat_key_range(key).s);
  }
  size_t size = key->section->size;
  char *items = cat_arena_alloc(cat_spec_arena(r->spec), (size_t)node->count, size);
  if (!items) return CAT_ERR_MEMORY;
  memcpy(base + key->offset, &items, sizeof items);
  memcpy(base + key->count_offset, &node->count, sizeof node->count);
  int i = 0;
  for (const CatEntry *e = node->first; e; e = e->next, i++) {
    size_t back = cat_path_index(&r->path, i);
    CatStatus status = read_item(r, key, e, items + (size_t)i * size);
    cat_path_cut(&r->path, back);
    if (status != CAT_OK && status != CAT_ERR_INPUT) return status;
  }
  return CAT_OK;
}

// A number or a list: both fields have the place of what was given.
static CatStatus read_or_list(Reader *r, const CatKey *key, const CatNode *node, char *base) {
  CatKey list = cat_key_as_list(key);
  bool many = node->type == CAT_NODE_LIST;
  CAT_TRY(locate(r, base + (many ? key->offset : list.offset), node->place, true));
  if (many) return read_list(r, &list, node, base);
  return read_leaf(r, key, node, base + key->offset, true);
}

static CatStatus read_inner(Reader *r, const CatKey *key, const CatEntry *entry, char *base) {
  if (entry->value->type != CAT_NODE_MAP) return fail_shape(r, key, entry->value);
  if (key->flags & CAT_OPTIONAL) CAT_TRY(mark_optional(r, key, entry->place, base, true));
  return read_section(r, key->section, entry->value, entry->place, base + key->offset);
}

static CatStatus read_key(Reader *r, const CatKey *key, const CatEntry *entry, CatPlace place,
                          char *base) {
  if (!entry && key->flags & CAT_REQUIRED) return CAT_OK;  // reported by check_missing
  if (!entry) return read_preset(r, key, place, base);
  if (entry->value->bad) return CAT_OK;
  if (key->flags & CAT_OR_LIST) return read_or_list(r, key, entry->value, base);
  if (key->other_unit) return read_either(r, key, entry->value, base);
  switch (key->type) {
  case CAT_LIST: return read_list(r, key, entry->value, base);
  case CAT_NUMBERS: return read_numbers(r, key, entry->value, base, true);
  case CAT_SECTION: return read_inner(r, key, entry, base);
  default: return read_leaf(r, key, entry->value, base + key->offset, true);
  }
}

// Faults in one key do not hide those in the next; only lack of memory ends the reading.
static CatStatus read_section(Reader *r, const CatSection *section, const CatNode *node,
                              CatPlace place, char *base) {
  check_unknown(r, section, node);
  check_missing(r, section, node, place);
  for (const CatKey *k = section->keys; k->key; k++) {
    const CatEntry *entry = cat_node_find(node, k->key);
    size_t back = cat_path_key(&r->path, k->key);
    CatStatus status = read_key(r, k, entry, place, base);
    cat_path_cut(&r->path, back);
    if (status != CAT_OK && status != CAT_ERR_INPUT) return status;
  }
  return CAT_OK;
}

CatStatus cat_reader_read(CatSession *s, const CatNode *root, CatSpec *spec) {
  const CatSection *top = cat_spec_kind(spec)->section;
  Reader r = {.s = s, .spec = spec, .top = top};
  CatPlace start = {cat_spec_file(spec), 1, 1};
  CAT_TRY(read_section(&r, top, root, start, cat_spec_root(spec)));
  return cat_session_failed(s) ? CAT_ERR_INPUT : CAT_OK;
}
