// Two results side by side.
#include "report/compare.h"

#include "base/options.h"
#include "catenaria/catenaria.h"
#include "text_out.h"

static CatStatus compare(CatContext *ctx, const CatCompareOptions *o, char **text, int *beyond) {
  CatCompare *c = NULL;
  CAT_TRY(cat_compare_new(ctx, o->a, o->b, o->tolerance, &c));
  *beyond = cat_compare_beyond(c);
  CatText out = cat_text_new(ctx);
  CatStatus status = o->json ? cat_compare_json(c, &out) : cat_compare_text(c, &out);
  if (status == CAT_OK && o->page) status = cat_compare_write(c, o->page);
  cat_compare_free(c);
  return cat_text_out(&out, status, text);
}

CatStatus cat_results_compare(CatContext *ctx, const CatCompareOptions *options, char **text,
                              int *beyond) {
  CatCompareOptions o = {0};
  if (!ctx || !text || !beyond) return CAT_ERR_ARG;
  *text = NULL;
  *beyond = 0;
  CAT_TRY(cat_options_take(ctx, "CatCompareOptions", options, &o, sizeof o));
  if (!o.a || !o.b) return CAT_FAIL(ctx, CAT_ERR_ARG, "two results are needed for a comparison");
  return compare(ctx, &o, text, beyond);
}
