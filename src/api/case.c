#include "case.h"

#include "input/input.h"
#include "kinds.h"
#include "text_out.h"

static CatStatus load_spec(CatContext *ctx, const CatCaseSource *source, CatSpec **out) {
  CatInputOptions options = {
      .sets = source->sets, .nset = source->nset, .library = source->library};
  char *found = NULL;
  if (!options.library) {
    CAT_TRY(cat_library_find(ctx, &found));
    options.library = found;
  }
  CatStatus status = cat_input_load(ctx, cat_kind_list(), source->path, &options, out);
  cat_string_free(ctx, found);
  return status;
}

CatStatus cat_case_load(CatContext *ctx, const CatCaseSource *source, CatCase **out) {
  *out = NULL;
  CatSpec *spec = NULL;
  CAT_TRY(load_spec(ctx, source, &spec));
  CatCase *c = CAT_NEW(ctx, 1, CatCase);
  if (!c) {
    cat_spec_free(spec);
    return CAT_ERR_MEMORY;
  }
  *c = (CatCase){.ctx = ctx, .spec = spec};
  *out = c;
  return CAT_OK;
}

void cat_case_free(CatCase *c) {
  if (!c) return;
  cat_spec_free(c->spec);
  cat_free(c->ctx, c);
}

const char *cat_case_kind(const CatCase *c) {
  return cat_spec_kind(c->spec)->name;
}

const char *cat_case_title(const CatCase *c) {
  const char *title = cat_spec_common(c->spec)->title;
  return title ? title : "";
}

int cat_case_warnings(const CatCase *c) {
  return cat_spec_warnings(c->spec);
}

const char *cat_case_warning(const CatCase *c, int i) {
  return cat_spec_warning_at(c->spec, i);
}

CatStatus cat_case_print(CatContext *ctx, const CatCase *c, char **text) {
  CatText out = cat_text_new(ctx);
  return cat_text_out(&out, cat_spec_print(c->spec, &out), text);
}
