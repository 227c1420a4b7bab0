#include "lacks.h"

#include "base/context.h"
#include "base/text.h"

static void add_kinds(CatText *out, CatKindHas has) {
  const CatKindRow *row = NULL;
  int left = 0;
  for (int i = 0; (row = cat_kind_row_at(i)); i++) left += has(row);
  const char *between = "";
  for (int i = 0; (row = cat_kind_row_at(i)); i++) {
    if (!has(row)) continue;
    cat_text_addf(out, "%s%s", between, row->kind.name);
    between = --left == 1 ? " or " : ", ";
  }
}

CatStatus cat_case_lacks(CatContext *ctx, const CatCase *c, CatKindHas has, const char *what) {
  const CatCommon *common = cat_spec_common(c->spec);
  CatWhere where = cat_spec_where(c->spec, &common->kind);
  CatText kinds = cat_text_new(ctx);
  add_kinds(&kinds, has);
  CatStatus status = cat_text_ok(&kinds);
  if (status == CAT_OK) {
    const char *kind = cat_case_kind(c);
    status = cat_fail_at(ctx, CAT_ERR_ARG, CAT_HERE, where.place, "kind",
                         "found '%s', expected %s: a case of kind '%s' %s", kind, kinds.data, kind,
                         what);
  }
  cat_text_free(&kinds);
  return status;
}
