#include "set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "numbers.h"
#include "quote.h"
#include "scan.h"
#include "spec/format.h"
#include "use.h"

// The place of everything that the command line sets.
static const CatPlace command_line = {"--set", 0, 0};

typedef struct Setting {
  CatSession *s;
  char path[160];  // text before the "="
  const CatNode *value;
} Setting;

#define FAIL(st, ...) CAT_FAIL_AT((st)->s->ctx, command_line, (st)->path, __VA_ARGS__)

static CatStatus apply_in(Setting *st, const CatSection *section, const CatNode *map, const char *p,
                          const CatNode **out);

// The mapping with one entry replaced or added; map may be NULL.
static CatStatus map_with(CatSession *s, const CatNode *map, const char *key, const CatNode *value,
                          const CatNode **out) {
  CatNode *node = cat_node_new(s, CAT_NODE_MAP, map ? map->place : command_line);
  if (!node) return CAT_ERR_MEMORY;
  bool there = false;
  for (const CatEntry *e = map ? map->first : NULL; e; e = e->next) {
    CatEntry entry = *e;
    if (strcmp(e->key, key) == 0) entry.value = value, there = true;
    CAT_TRY(cat_node_add(s, node, entry));
  }
  *out = node;
  if (there) return CAT_OK;
  return cat_node_add(s, node, (CatEntry){.key = key, .place = command_line, .value = value});
}

static CatStatus list_with(CatSession *s, const CatNode *list, const CatEntry *item,
                           const CatNode *value, const CatNode **out) {
  CatNode *node = cat_node_new(s, CAT_NODE_LIST, list->place);
  if (!node) return CAT_ERR_MEMORY;
  for (const CatEntry *e = list->first; e; e = e->next) {
    CatEntry entry = *e;
    if (e == item) entry.value = value;
    CAT_TRY(cat_node_add(s, node, entry));
  }
  *out = node;
  return CAT_OK;
}

static const char *item_name(const CatEntry *item) {
  const CatEntry *name = cat_node_find(item->value, "name");
  return name && name->value->type == CAT_NODE_SCALAR ? name->value->text : "";
}

static CatStatus fail_item(Setting *st, const CatNode *list, const char *index) {
  CatLine names = {""};
  if (!list || list->count == 0) {
    return FAIL(st, "found the index %s, expected none: the list is empty", cat_quote(index).s);
  }
  for (const CatEntry *e = list->first; e; e = e->next) {
    if (!*item_name(e)) continue;
    cat_line_add(&names, names.s[0] ? ", " : "; names are ");
    cat_line_add(&names, item_name(e));
  }
  return FAIL(st, "found the index %s, expected 0 to %d%s", cat_quote(index).s, list->count - 1,
              names.s);
}

// The item that "[2]" or "[head]" means, or NULL.
static const CatEntry *find_item(const CatNode *list, const char *index) {
  bool number = index[0] && strspn(index, "0123456789") == strlen(index) && strlen(index) < 9;
  long wanted = number ? strtol(index, NULL, 10) : -1, i = 0;
  for (const CatEntry *e = list->first; e; e = e->next, i++) {
    if (number ? i == wanted : *index && strcmp(item_name(e), index) == 0) return e;
  }
  return NULL;
}

// Goes on behind a key or an index: the value belongs here, or a key of the section inside.
static CatStatus apply_behind(Setting *st, const CatSection *section, const CatNode *old,
                              const char *p, const CatNode **out) {
  if (!*p) {
    *out = st->value;
    return old ? cat_use_merge(st->s, old, st->value, out) : CAT_OK;
  }
  if (*p != '.' || !section) {
    return FAIL(st, "found %s behind a %s, expected %s", cat_quote(p).s,
                section ? "section" : "value", section ? "\".\" or \"=\"" : "\"=\"");
  }
  if (old && old->type != CAT_NODE_MAP) return *out = old, CAT_OK;  // the reader will object
  return apply_in(st, section, old, p + 1, out);
}

static CatStatus apply_item(Setting *st, const CatKey *key, const CatNode *list, const char *p,
                            const CatNode **out) {
  const char *close = strchr(p, ']');
  char index[80];
  if (*p != '[' || !close) {
    bool named = key->type == CAT_LIST;
    return FAIL(st, "found no index behind \"%s\", expected %s[0]%s%s%s", key->key, key->key,
                named ? " or " : "", named ? key->key : "", named ? "[NAME]" : "");
  }
  snprintf(index, sizeof index, "%.*s", (int)(close - p) - 1 > 79 ? 79 : (int)(close - p) - 1,
           p + 1);
  if (!list && key->type == CAT_NUMBERS) {  // one of the default list
    CAT_TRY(cat_numbers_preset(st->s, key, command_line, &list));
  }
  if (!list) return fail_item(st, NULL, index);
  if (list->type != CAT_NODE_LIST && key->flags & CAT_OR_LIST) {
    return FAIL(st, "found the index %s, expected none: the value is no list", cat_quote(index).s);
  }
  if (list->type != CAT_NODE_LIST) return *out = list, CAT_OK;
  const CatEntry *item = find_item(list, index);
  const CatNode *value = NULL;
  if (!item) return fail_item(st, list, index);
  CAT_TRY(apply_behind(st, key->section, item->value, close + 1, &value));
  return list_with(st->s, list, item, value, out);
}

static CatStatus fail_key(Setting *st, const CatSection *section, const char *name) {
  const char *nearest = cat_schema_nearest(section, name);
  const char *instead = cat_schema_retired(section, name);
  if (instead) {
    return FAIL(st, "found unknown key %s, expected one of %s; %s", cat_quote(name).s,
                cat_section_list(section).s, instead);
  }
  return FAIL(st, "found unknown key %s, expected one of %s%s%s%s", cat_quote(name).s,
              cat_section_list(section).s, nearest ? "; did you mean \"" : "",
              nearest ? nearest : "", nearest ? "\"?" : "");
}

static CatStatus apply_in(Setting *st, const CatSection *section, const CatNode *map, const char *p,
                          const CatNode **out) {
  size_t n = strcspn(p, ".[");
  const CatKey *key = cat_section_key(section, p, n);
  char name[80];
  snprintf(name, sizeof name, "%.*s", n > 79 ? 79 : (int)n, p);
  if (!key) return fail_key(st, section, name);
  const CatEntry *entry = map ? cat_node_find(map, key->key) : NULL;
  const CatNode *old = entry ? entry->value : NULL, *value = NULL;
  if ((cat_key_has_items(key) || key->type == CAT_NUMBERS) && p[n]) {
    CAT_TRY(apply_item(st, key, old, p + n, &value));
  } else {
    const CatSection *inside = key->type == CAT_SECTION ? key->section : NULL;
    CAT_TRY(apply_behind(st, inside, old, p + n, &value));
  }
  return map_with(st->s, map, key->key, value, out);
}

// "pantograph.use=FILE" means "pantograph={use: FILE}".
static CatStatus wrap_use(Setting *st) {
  size_t n = strlen(st->path);
  if (n < 4 || strcmp(st->path + n - 4, ".use") != 0) return CAT_OK;
  st->path[n - 4] = '\0';
  return map_with(st->s, NULL, "use", st->value, &st->value);
}

static CatStatus read_value(Setting *st, const char *value) {
  CatTreeText text = {command_line.file, value, strlen(value), true, st->path};
  CAT_TRY(cat_tree_parse(st->s, &text, &st->value));
  if (!st->value) {
    CatNode *nothing = cat_node_new(st->s, CAT_NODE_SCALAR, command_line);
    if (!nothing) return CAT_ERR_MEMORY;
    nothing->text = "";
    st->value = nothing;
  }
  CAT_TRY(wrap_use(st));
  return cat_use_resolve(st->s, command_line.file, st->path, st->value, &st->value);
}

CatStatus cat_set_apply(CatSession *s, const CatKind *kind, const char *text, const CatNode *root,
                        const CatNode **out) {
  Setting st = {.s = s};
  CAT_TRY(cat_scan_text(s->ctx, command_line, "", text, strlen(text)));
  const char *equals = strchr(text, '=');
  if (!equals || equals == text) {
    return FAIL(&st, "found %s, expected key.path=value", cat_quote(text).s);
  }
  if ((size_t)(equals - text) >= sizeof st.path) {
    return FAIL(&st, "found too long a key %s, expected key.path=value", cat_quote(text).s);
  }
  memcpy(st.path, text, (size_t)(equals - text));
  CAT_TRY(read_value(&st, equals + 1));
  return apply_in(&st, kind->section, root, st.path, out);
}

const char *cat_set_value(const char *text, const char *key) {
  size_t n = strlen(key);
  return strncmp(text, key, n) == 0 && text[n] == '=' ? text + n + 1 : NULL;
}
