// Output of a run to files, terminals and programs.
#include "case.h"
#include "report/report.h"
#include "text_out.h"

CatStatus cat_results_write(CatContext *ctx, const CatCase *c, CatRecord *rec,
                            const CatOutput *out) {
  return cat_report_write(ctx, c->spec, rec, out->dir, out->csv);
}

CatStatus cat_results_table(CatContext *ctx, CatRecord *rec, char **text) {
  CatText out = cat_text_new(ctx);
  return cat_text_out(&out, cat_report_table(rec, &out), text);
}

CatStatus cat_results_summary(CatContext *ctx, const CatCase *c, CatRecord *rec, char **json) {
  CatText out = cat_text_new(ctx);
  return cat_text_out(&out, cat_report_summary(ctx, c->spec, rec, &out), json);
}
