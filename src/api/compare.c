// Two results side by side.
#include "report/compare.h"

#include "catenaria/catenaria.h"
#include "text_out.h"

CatStatus cat_results_compare(CatContext *ctx, const CatCompareOptions *o, char **text,
                              int *beyond) {
  CatCompare *c = NULL;
  *text = NULL;
  *beyond = 0;
  CAT_TRY(cat_compare_new(ctx, o->a, o->b, o->tolerance, &c));
  *beyond = cat_compare_beyond(c);
  CatText out = cat_text_new(ctx);
  CatStatus status = o->json ? cat_compare_json(c, &out) : cat_compare_text(c, &out);
  if (status == CAT_OK && o->page) status = cat_compare_write(c, o->page);
  cat_compare_free(c);
  return cat_text_out(&out, status, text);
}
