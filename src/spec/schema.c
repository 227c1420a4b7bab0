#include "schema.h"

#include <stdio.h>
#include <string.h>

#include "nearest.h"

const CatKind *cat_kind_find(const CatKind *const *kinds, const char *name) {
  for (; *kinds; kinds++) {
    if (strcmp((*kinds)->name, name) == 0) return *kinds;
  }
  return NULL;
}

bool cat_key_has_items(const CatKey *key) {
  return key->type == CAT_LIST || key->flags & CAT_OR_LIST;
}

CatKey cat_key_as_list(const CatKey *key) {
  CatKey list = *key;
  if (!(key->flags & CAT_OR_LIST)) return list;
  list.type = CAT_LIST;
  list.unit = NULL;
  list.flags = key->flags & CAT_REQUIRED;
  list.min = key->min_count, list.max = key->max_count;
  list.min_count = list.max_count = 0;
  list.odd_min = list.odd_max = 0;
  list.offset = key->list_offset;
  list.size = sizeof(void *);
  return list;
}

CatKey cat_key_as_other(const CatKey *key) {
  CatKey other = *key;
  other.unit = key->other_unit;
  other.offset = key->other_offset;
  other.other_unit = NULL;
  return other;
}

const CatKey *cat_section_key(const CatSection *section, const char *name, size_t n) {
  for (const CatKey *k = section->keys; k->key; k++) {
    if (strlen(k->key) == n && memcmp(k->key, name, n) == 0) return k;
  }
  return NULL;
}

const char *cat_schema_retired(const CatSection *section, const char *name) {
  for (const CatRetiredKey *k = section->retired; k && k->key; k++) {
    if (strcmp(k->key, name) == 0) return k->instead;
  }
  return NULL;
}

const char *cat_schema_nearest(const CatSection *section, const char *text) {
  CatNearest nearest = cat_nearest(text);
  for (const CatKey *k = section->keys; k->key; k++) cat_nearest_try(&nearest, k->key);
  return nearest.word;
}

// The nearest key to the first n characters of a path.
static const char *nearest_segment(const CatSection *section, const char *path, size_t n) {
  char name[64] = "";
  memcpy(name, path, n < sizeof name ? n : sizeof name - 1);
  return cat_schema_nearest(section, name);
}

const CatKey *cat_schema_find(const CatSection *section, const char *path, const char **closest) {
  if (closest) *closest = NULL;
  for (;;) {
    size_t n = strcspn(path, ".[");
    const CatKey *key = section ? cat_section_key(section, path, n) : NULL;
    if (!key) {
      if (closest && section) *closest = nearest_segment(section, path, n);
      return NULL;
    }
    path += n;
    if (*path == '[') path += strcspn(path, ".");  // an index names no key
    if (!*path) return key;
    path++;
    section = key->section;
  }
}

static void walk(const CatSection *section, const char *path, CatKeyVisit visit, void *user) {
  for (const CatKey *k = section->keys; k->key; k++) {
    visit(user, path, section, k);
    if (!k->section) continue;
    char inner[128];
    snprintf(inner, sizeof inner, "%s%s%s%s", path, *path ? "." : "", k->key,
             cat_key_has_items(k) ? "[]" : "");
    walk(k->section, inner, visit, user);
  }
}

void cat_schema_walk(const CatSection *top, CatKeyVisit visit, void *user) {
  walk(top, "", visit, user);
}
