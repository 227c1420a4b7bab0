#include "explain.h"

#include <stdio.h>
#include <string.h>

#include "base/c_locale.h"
#include "describe.h"
#include "nearest.h"

enum { PATH = 160 };

// What is looked for, and what has been found so far.
typedef struct Query {
  char path[PATH];  // without indices
  const CatKind *const *kinds;
  const CatKind *kind;  // the one being walked
  int count;
  const CatSection *described;  // the last one in full
  CatText *out;
} Query;

// "droppers[1].length" and "droppers[].length" are the same key.
static void without_indices(const char *path, char out[PATH]) {
  size_t n = 0;
  for (bool inside = false; *path && n < PATH - 1; path++) {
    if (*path == '[') inside = true;
    if (!inside) out[n++] = *path;
    if (*path == ']') inside = false;
  }
  out[n] = '\0';
}

// The whole path of a key, with its kind: "pdae.droppers.length".
static void full_path(const CatKind *kind, const char *path, const CatKey *key, char out[PATH]) {
  char text[2 * PATH];
  snprintf(text, sizeof text, "%s.%s%s%s", kind->name, path, *path ? "." : "", key->key);
  without_indices(text, out);
}

// Whether the query is the path or the end of it, from a dot on.
static bool matches(const char *full, const char *query) {
  size_t n = strlen(full), m = strlen(query);
  if (m == 0 || m > n || strcmp(full + n - m, query) != 0) return false;
  return m == n || full[n - m - 1] == '.';
}

static void explain_match(void *user, const char *path, const CatSection *section,
                          const CatKey *key) {
  Query *q = user;
  char full[PATH];
  (void)section;
  full_path(q->kind, path, key, full);
  if (!matches(full, q->path)) return;
  if (q->count++) cat_text_add(q->out, "\n");
  bool again = key->section && key->section == q->described;
  cat_describe_key(q->out, q->kinds, &(CatKeyAt){q->kind, path, key, again});
  if (key->section) q->described = key->section;
}

// Whether a sentence has a word that begins so.
static bool mentions(const char *sentence, const char *word) {
  for (const char *at = sentence; *at; at++) {
    bool begins = at == sentence || !cat_is_letter(at[-1]);
    if (begins && cat_begins_caseless(at, word)) return true;
  }
  return false;
}

// A word that is no key, but stands in what keys mean: these keys, a line each.
static void list_mention(void *user, const char *path, const CatSection *section,
                         const CatKey *key) {
  Query *q = user;
  char full[PATH];
  (void)section;
  if (!mentions(key->doc, q->path)) return;
  full_path(q->kind, path, key, full);
  if (!q->count++) cat_text_addf(q->out, "No key is called \"%s\"; it is spoken of in\n", q->path);
  cat_text_addf(q->out, "  %-40s %s\n", full, key->doc);
}

// Nearest among whole paths, paths without kind and last words.
typedef struct Suggestion {
  CatNearest nearest;
  const CatKind *kind;
  char word[PATH];
} Suggestion;

static void suggest(void *user, const char *path, const CatSection *section, const CatKey *key) {
  Suggestion *s = user;
  char full[PATH];
  (void)section;
  full_path(s->kind, path, key, full);
  const char *inner = full + strlen(s->kind->name) + 1;
  const char *ways[] = {full, inner, key->key};
  for (int i = 0; i < 3; i++) {
    const char *before = s->nearest.word;
    cat_nearest_try(&s->nearest, ways[i]);
    if (s->nearest.word == before) continue;
    snprintf(s->word, sizeof s->word, "%s", ways[i]);
    s->nearest.word = s->word;  // `full` does not outlive this call
  }
}

// What replaced a retired section, or a key that was in it: "sweep", "sweep.speeds", "train.sweep".
static const char *replaced(const CatKind *kind, const char *path) {
  char name[PATH];
  size_t n = strlen(kind->name);
  if (strncmp(path, kind->name, n) == 0 && path[n] == '.') path += n + 1;
  snprintf(name, sizeof name, "%.*s", (int)strcspn(path, ".["), path);
  return cat_schema_retired(kind->section, name);
}

static CatStatus fail_unknown(CatContext *ctx, const CatKind *const *kinds, const char *path) {
  Suggestion s = {.nearest = cat_nearest(path)};
  for (int i = 0; kinds[i]; i++) {
    s.kind = kinds[i];
    cat_schema_walk(s.kind->section, suggest, &s);
  }
  if (!s.nearest.word) {
    return CAT_FAIL(ctx, CAT_ERR_INPUT,
                    "explain: found \"%.100s\", expected a key; \"catenaria explain\" lists them",
                    path);
  }
  return CAT_FAIL(ctx, CAT_ERR_INPUT,
                  "explain: found \"%.100s\", expected a key; did you mean \"%s\"?", path, s.word);
}

static CatStatus fail_replaced(CatContext *ctx, const CatKind *const *kinds, const char *path) {
  for (int i = 0; kinds[i]; i++) {
    const char *instead = replaced(kinds[i], path);
    if (!instead) continue;
    return CAT_FAIL(ctx, CAT_ERR_INPUT, "explain: found \"%.100s\", which is no longer a key: %s",
                    path, instead);
  }
  return CAT_OK;
}

static void walk(Query *q, CatKeyVisit visit) {
  for (int i = 0; q->kinds[i]; i++) {
    q->kind = q->kinds[i];
    cat_schema_walk(q->kind->section, visit, q);
  }
}

CatStatus cat_explain(CatContext *ctx, const CatKind *const *kinds, const char *path,
                      CatText *out) {
  if (!path || !*path) {
    cat_describe_overview(out, kinds);
    return cat_text_ok(out);
  }
  Query q = {.kinds = kinds, .out = out};
  without_indices(path, q.path);
  const CatKind *named = cat_kind_find(kinds, q.path);
  if (named) {
    cat_describe_kind(out, kinds, named);
    return cat_text_ok(out);
  }
  walk(&q, explain_match);
  if (q.count) return cat_text_ok(out);
  CAT_TRY(fail_replaced(ctx, kinds, path));
  walk(&q, list_mention);
  return q.count ? cat_text_ok(out) : fail_unknown(ctx, kinds, path);
}
