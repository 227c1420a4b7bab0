// The manual of the input, out of the schema: as text for people, as JSON for programs.
#include <stdio.h>
#include <string.h>

#include "catenaria/catenaria.h"
#include "kinds.h"
#include "spec/explain.h"
#include "spec/schema.h"
#include "text_out.h"

CatStatus cat_manual_key(CatContext *ctx, const char *path, char **text) {
  if (!ctx || !text) return CAT_ERR_ARG;
  CatText out = cat_text_new(ctx);
  return cat_text_out(&out, cat_explain(ctx, cat_kind_list(), path, &out), text);
}

CatStatus cat_manual_markdown(CatContext *ctx, char **text) {
  if (!ctx || !text) return CAT_ERR_ARG;
  CatText out = cat_text_new(ctx);
  return cat_text_out(&out, cat_explain_markdown(cat_kind_list(), &out), text);
}

static const char *type_name(CatType type) {
  static const char *const names[] = {
      [CAT_NUMBER] = "number",   [CAT_INTEGER] = "integer", [CAT_BOOLEAN] = "boolean",
      [CAT_STRING] = "text",     [CAT_NAME] = "name",       [CAT_CHOICE] = "choice",
      [CAT_SECTION] = "section", [CAT_LIST] = "list",       [CAT_NUMBERS] = "numbers",
  };
  return names[type];
}

static bool is_bounded(CatType type) {
  return type == CAT_NUMBER || type == CAT_INTEGER || type == CAT_LIST || type == CAT_NUMBERS;
}

static void add_row(cJSON *rows, const char *kind, const char *path, const CatKey *key) {
  cJSON *row = cJSON_CreateObject();
  cJSON_AddItemToArray(rows, row);
  cJSON_AddStringToObject(row, "key", path);
  cJSON_AddStringToObject(row, "kind", kind);
  cJSON_AddStringToObject(row, "type", type_name(key->type));
  if (key->unit) cJSON_AddStringToObject(row, "unit", key->unit);
  if (key->other_unit) cJSON_AddStringToObject(row, "other_unit", key->other_unit);
  if (key->flags & CAT_OR_LIST) cJSON_AddBoolToObject(row, "or_list", true);
  cJSON_AddBoolToObject(row, "required", (key->flags & CAT_REQUIRED) != 0);
  if (key->preset) cJSON_AddStringToObject(row, "default", key->preset);
  if (is_bounded(key->type)) {
    cJSON_AddNumberToObject(row, "min", key->min);
    cJSON_AddNumberToObject(row, "max", key->max);
  }
  if (key->choices) {
    cJSON *list = cJSON_AddArrayToObject(row, "choices");
    for (int i = 0; key->choices[i]; i++) {
      cJSON_AddItemToArray(list, cJSON_CreateString(key->choices[i]));
    }
  }
  cJSON_AddStringToObject(row, "doc", key->doc);
}

typedef struct Walk {
  cJSON *rows;
  const char *kind;
  const char *wanted;  // this key and what is inside it; "": all
} Walk;

static bool is_wanted(const Walk *walk, const char *path) {
  size_t n = strlen(walk->wanted);
  return n == 0 || (strncmp(path, walk->wanted, n) == 0 && (path[n] == '\0' || path[n] == '.'));
}

static void walk_section(const Walk *walk, const CatSection *section, const char *prefix) {
  for (const CatKey *key = section->keys; key->key; key++) {
    char path[256];
    snprintf(path, sizeof path, "%s%s%s", prefix, *prefix ? "." : "", key->key);
    if (is_wanted(walk, path)) add_row(walk->rows, walk->kind, path, key);
    if (key->section) walk_section(walk, key->section, path);
  }
}

CatStatus cat_manual_json(CatContext *ctx, const char *path, char **json) {
  if (!ctx || !json) return CAT_ERR_ARG;
  *json = NULL;
  cJSON *root = cJSON_CreateObject();
  cJSON *rows = cJSON_AddArrayToObject(root, "keys");
  for (const CatKind *const *kind = cat_kind_list(); *kind; kind++) {
    walk_section(&(Walk){rows, (*kind)->name, path ? path : ""}, (*kind)->section, "");
  }
  if (cJSON_GetArraySize(rows) > 0) return cat_json_out(ctx, root, json);
  cJSON_Delete(root);
  return cat_manual_key(ctx, path, json);  // for its error, with the nearest key
}
