#include "case.h"

#include <string.h>
#include <unistd.h>

#include "base/options.h"
#include "input/input.h"
#include "kinds.h"
#include "text_out.h"

static CatInputText text_of(const CatCaseText *t) {
  return (CatInputText){t->name, t->text, t->n > 0 ? t->n : strlen(t->text)};
}

static CatStatus check_source(CatContext *ctx, const CatCaseSource *source) {
  bool whole = source->npart >= 0 && source->nset >= 0;
  if (source->text) whole &= source->text->name && source->text->text;
  for (int i = 0; i < source->npart && whole; i++) {
    whole &= source->parts && source->parts[i].name && source->parts[i].text;
  }
  for (int i = 0; i < source->nset; i++) {
    if (source->sets && source->sets[i]) continue;
    return CAT_FAIL(ctx, CAT_ERR_ARG, "%s: nset is %d, and %s",
                    "the overrides of a case are incomplete", source->nset,
                    source->sets ? "one of the sets is NULL" : "sets is NULL");
  }
  if (whole && (source->path != NULL) != (source->text != NULL)) return CAT_OK;
  return CAT_FAIL(ctx, CAT_ERR_ARG,
                  "the source of a case is %s: expected a path, or a text with a name",
                  whole ? "neither a file nor a text, or both" : "incomplete");
}

// The file of a shipped case that is named without ".yaml"; such a name never leads out of the
// library. NULL: the path is meant as it is.
static CatStatus find_shipped(CatContext *ctx, const char *path, const char *library, char **out) {
  *out = NULL;
  bool name = path && library && *path != '/' && *path != '.' && !strstr(path, "..");
  if (!name || access(path, F_OK) == 0) return CAT_OK;
  CatText file = cat_text_new(ctx);
  cat_text_addf(&file, "%s/%s.yaml", library, path);
  CAT_TRY(cat_text_out(&file, CAT_OK, out));
  if (access(*out, F_OK) == 0) return CAT_OK;
  cat_string_free(ctx, *out);
  *out = NULL;
  return CAT_OK;
}

static CatStatus read_source(CatContext *ctx, const CatCaseSource *source,
                             const CatInputOptions *options, CatSpec **out) {
  if (!source->text) {
    char *shipped;
    CAT_TRY(find_shipped(ctx, source->path, options->library, &shipped));
    const char *path = shipped ? shipped : source->path;
    CatStatus status = cat_input_load(ctx, cat_kind_list(), path, options, out);
    cat_string_free(ctx, shipped);
    return status;
  }
  CatInputText text = text_of(source->text);
  return cat_input_parse(ctx, cat_kind_list(), &text, options, out);
}

static CatStatus load_spec(CatContext *ctx, const CatCaseSource *source, CatSpec **out) {
  CatInputOptions options = {
      .sets = source->sets, .nset = source->nset, .library = source->library};
  char *found = NULL;
  CatInputText *parts = CAT_NEW(ctx, source->npart + 1, CatInputText);
  if (!parts) return CAT_ERR_MEMORY;
  for (int i = 0; i < source->npart; i++) parts[i] = text_of(&source->parts[i]);
  options.parts = parts;
  options.npart = source->npart;
  CatStatus status = options.library || source->text ? CAT_OK : cat_library_find(ctx, &found);
  if (found) options.library = found;
  if (status == CAT_OK) status = read_source(ctx, source, &options, out);
  cat_string_free(ctx, found);
  cat_free(ctx, parts);
  return status;
}

CatStatus cat_case_new(CatContext *own, CatSpec *spec, CatCase **out) {
  CatCase *c = CAT_NEW(own, 1, CatCase);
  if (!c) {
    cat_spec_free(spec);
    return CAT_ERR_MEMORY;
  }
  c->ctx = own;
  c->spec = spec;
  *out = c;
  return CAT_OK;
}

// In a context of its own.
static CatStatus load(CatContext *own, const CatCaseSource *source, CatCase **out) {
  CatSpec *spec = NULL;
  CAT_TRY(load_spec(own, source, &spec));
  return cat_case_new(own, spec, out);
}

CatStatus cat_case_load(CatContext *ctx, const CatCaseSource *source, CatCase **out) {
  CatCaseSource s = {0};
  if (!ctx || !out) return CAT_ERR_ARG;
  *out = NULL;
  if (!source) return CAT_FAIL(ctx, CAT_ERR_ARG, "no source of a case");
  CAT_TRY(cat_options_take(ctx, "CatCaseSource", source, &s, sizeof s));
  CAT_TRY(check_source(ctx, &s));
  CatContext *own = cat_context_derive(ctx);
  if (!own) return CAT_ERR_MEMORY;
  CatStatus status = load(own, &s, out);
  cat_context_hand_over(own, ctx);
  cat_context_mute(own);
  if (status) cat_context_free(own);
  return status;
}

CatStatus cat_case_hash(CatContext *ctx, const CatCase *c, char hash[CAT_HASH_TEXT]) {
  CatText input = cat_text_new(ctx);
  CatStatus status = cat_spec_print(c->spec, &input);
  if (status == CAT_OK) status = cat_text_ok(&input);
  if (status == CAT_OK) {
    CatHash h = cat_hash_new();
    cat_hash_add(&h, input.data ? input.data : "", input.n);
    cat_hash_end_text(&h, hash);
  }
  cat_text_free(&input);
  return status;
}

void cat_case_hold(CatCase *c) {
  atomic_fetch_add_explicit(&c->shared, 1, memory_order_relaxed);
}

void cat_case_free(CatCase *c) {
  if (!c || atomic_fetch_sub_explicit(&c->shared, 1, memory_order_acq_rel) > 0) return;
  CatContext *own = c->ctx;
  cat_spec_free(c->spec);
  cat_free(own, c);
  cat_context_free(own);
}

const char *cat_case_file(const CatCase *c) {
  return c ? cat_spec_file(c->spec) : "";
}

const char *cat_case_kind(const CatCase *c) {
  return c ? cat_spec_kind(c->spec)->name : "";
}

const char *cat_case_title(const CatCase *c) {
  const char *title = c ? cat_spec_common(c->spec)->title : NULL;
  return title ? title : "";
}

int cat_case_warnings(const CatCase *c) {
  return c ? cat_spec_warnings(c->spec) : 0;
}

const char *cat_case_warning(const CatCase *c, int i) {
  return i >= 0 && i < cat_case_warnings(c) ? cat_spec_warning_at(c->spec, i) : NULL;
}

CatStatus cat_case_print(CatContext *ctx, const CatCase *c, char **text) {
  if (!ctx || !text) return CAT_ERR_ARG;
  *text = NULL;
  if (!c) return CAT_FAIL(ctx, CAT_ERR_ARG, "there is no case to print");
  CatText out = cat_text_new(ctx);
  return cat_text_out(&out, cat_spec_print(c->spec, &out), text);
}
