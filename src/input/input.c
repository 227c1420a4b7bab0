#include "input.h"

#include <string.h>

#include "quote.h"
#include "reader.h"
#include "set.h"
#include "spec/format.h"
#include "spec/nearest.h"
#include "spec/origin.h"
#include "use.h"

enum { CHUNK = 64 * 1024 };  // [bytes] of the arena that holds the trees

bool cat_session_failed(const CatSession *s) {
  return cat_context_errors(s->ctx) > s->errors;
}

// Whether all keys of the mapping belong to one section, so that it is a part of a case.
typedef struct PartSearch {
  const CatNode *root;
  const char *found;
} PartSearch;

static void compare_part(void *user, const char *path, const CatSection *section,
                         const CatKey *key) {
  PartSearch *p = user;
  (void)path, (void)section;
  if (p->found || !key->section || p->root->count == 0) return;
  for (const CatEntry *e = p->root->first; e; e = e->next) {
    if (!cat_section_key(key->section, e->key, strlen(e->key))) return;
  }
  p->found = key->key;
}

static CatStatus fail_without_kind(CatSession *s, const char *file, const CatNode *root) {
  CatPlace start = {file, 1, 1};
  PartSearch search = {.root = root};
  for (int i = 0; s->kinds[i]; i++) {
    cat_schema_walk(s->kinds[i]->section, compare_part, &search);
  }
  if (search.found) {
    return CAT_FAIL_AT(s->ctx, start, "kind",
                       "found a part (%s), expected a case; a case takes it by \"%s: {use: FILE}\"",
                       search.found, search.found);
  }
  return CAT_FAIL_AT(s->ctx, start, "kind", "found nothing, expected %s",
                     cat_kind_names(s->kinds).s);
}

static CatStatus find_kind(CatSession *s, CatPlace place, const char *name, const CatKind **out) {
  *out = cat_kind_find(s->kinds, name);
  if (*out) return CAT_OK;
  CatNearest nearest = cat_nearest(name);
  for (int i = 0; s->kinds[i]; i++) cat_nearest_try(&nearest, s->kinds[i]->name);
  const char *word = nearest.word;
  return CAT_FAIL_AT(s->ctx, place, "kind", "found %s, expected %s%s%s%s", cat_quote(name).s,
                     cat_kind_names(s->kinds).s, word ? "; did you mean \"" : "", word ? word : "",
                     word ? "\"?" : "");
}

// Results look like a case, since they have a kind.
static bool is_result(const CatNode *root) {
  const CatEntry *program = cat_node_find(root, "program");
  return program && cat_node_find(root, "format") && program->value->type == CAT_NODE_SCALAR &&
         strcmp(program->value->text, "catenaria") == 0;
}

// The kind decides which keys there are, so it is found before anything else is looked at.
static CatStatus choose_kind(CatSession *s, const char *file, const CatNode *root,
                             const CatKind **out) {
  const char *set = NULL;
  for (int i = 0; i < s->options->nset; i++) {
    const char *value = cat_set_value(s->options->sets[i], "kind");
    if (value) set = value;
  }
  if (set) return find_kind(s, (CatPlace){.file = "--set"}, set, out);
  if (is_result(root)) {
    return CAT_FAIL_AT(s->ctx, ((CatPlace){file, 1, 1}), "",
                       "found the results of a run, expected a case; their input is in results.h5 "
                       "and report.html beside them");
  }
  const CatEntry *entry = cat_node_find(root, "kind");
  if (!entry) return fail_without_kind(s, file, root);
  const CatNode *value = entry->value;
  if (value->type != CAT_NODE_SCALAR || cat_node_is_null(value)) {
    return CAT_FAIL_AT(s->ctx, value->place, "kind", "found %s, expected %s",
                       value->type == CAT_NODE_LIST  ? "a list"
                       : value->type == CAT_NODE_MAP ? "a section"
                                                     : "nothing",
                       cat_kind_names(s->kinds).s);
  }
  return find_kind(s, value->place, value->text, out);
}

static CatStatus apply_sets(CatSession *s, const CatKind *kind, const CatNode **root) {
  for (int i = 0; i < s->options->nset; i++) {
    CatStatus status = cat_set_apply(s, kind, s->options->sets[i], *root, root);
    if (status != CAT_OK && status != CAT_ERR_INPUT) return status;
  }
  return CAT_OK;
}

static CatStatus fill(CatSession *s, const CatNode *root, CatSpec *spec) {
  CAT_TRY(cat_reader_read(s, root, spec));
  const CatKind *kind = cat_spec_kind(spec);
  if (kind->check) CAT_TRY(kind->check(s->ctx, spec));
  return cat_session_failed(s) ? CAT_ERR_INPUT : CAT_OK;
}

// A doubt ("is the unit right?") often explains the errors: it comes before them.
static void tell_doubts(CatContext *ctx, const CatSpec *spec) {
  for (int i = 0; i < cat_spec_warnings(spec); i++) {
    cat_log(ctx, CAT_LOG_WARNING, "%s", cat_spec_warning_at(spec, i));
  }
}

// The kind is chosen by the input unless it is given.
static CatStatus make_spec(CatSession *s, const CatKind *kind, const char *file,
                           const CatNode *root, CatSpec **out) {
  if (!kind) CAT_TRY(choose_kind(s, file, root, &kind));
  CAT_TRY(apply_sets(s, kind, &root));
  CatSpec *spec = cat_spec_new(s->ctx, kind);
  if (!spec) return CAT_ERR_MEMORY;
  CatStatus status = cat_spec_set_file(spec, file);
  cat_spec_set_on_disk(spec, s->files);
  if (status == CAT_OK) status = fill(s, root, spec);
  if (status == CAT_OK) {
    *out = spec;
  } else {
    tell_doubts(s->ctx, spec);
    cat_spec_free(spec);
  }
  return status;
}

static CatStatus session_open(CatSession *s, CatContext *ctx, const CatInputOptions *options) {
  static const CatInputOptions none = {0};
  *s = (CatSession){.ctx = ctx, .options = options ? options : &none};
  s->errors = cat_context_errors(ctx);
  s->arena = cat_arena_new(ctx, CHUNK);
  return s->arena ? CAT_OK : CAT_ERR_MEMORY;
}

CatStatus cat_input_load(CatContext *ctx, const CatKind *const *kinds, const char *path,
                         const CatInputOptions *options, CatSpec **out) {
  CatSession s;
  const CatNode *root = NULL;
  *out = NULL;
  CAT_TRY(session_open(&s, ctx, options));
  s.kinds = kinds;
  s.files = true;
  CatStatus status = cat_use_load(&s, path, &root);
  if (status == CAT_OK) status = make_spec(&s, NULL, path, root, out);
  cat_arena_free(s.arena);
  return status;
}

// Ends the session.
static CatStatus parse_text(CatSession *s, const CatKind *kind, const CatInputText *text,
                            CatSpec **out) {
  const CatNode *root = NULL;
  CatStatus status = cat_use_parse(s, text->name, text->text, text->n, &root);
  if (status == CAT_OK) status = make_spec(s, kind, text->name, root, out);
  cat_arena_free(s->arena);
  return status;
}

CatStatus cat_input_parse(CatContext *ctx, const CatKind *const *kinds, const CatInputText *text,
                          const CatInputOptions *options, CatSpec **out) {
  CatSession s;
  *out = NULL;
  CAT_TRY(session_open(&s, ctx, options));
  s.kinds = kinds;
  return parse_text(&s, NULL, text, out);
}

CatStatus cat_input_parse_as(CatContext *ctx, const CatKind *kind, const char *name,
                             const char *text, const CatInputOptions *options, CatSpec **out) {
  CatSession s;
  *out = NULL;
  CAT_TRY(session_open(&s, ctx, options));
  return parse_text(&s, kind, &(CatInputText){name, text, strlen(text)}, out);
}
