// Output of a run to files, terminals and programs.
#include "base/options.h"
#include "case.h"
#include "report/hdf5/results_file.h"
#include "report/report.h"
#include "text_out.h"

static CatStatus check_parts(CatContext *ctx, const CatCase *c, const CatRecord *rec) {
  if (c && rec) return CAT_OK;
  return CAT_FAIL(ctx, CAT_ERR_ARG, "there is no %s to write results of", c ? "record" : "case");
}

CatStatus cat_results_write(CatContext *ctx, const CatCase *c, CatRecord *rec,
                            const CatOutput *out) {
  CatOutput o = {0};
  if (!ctx) return CAT_ERR_ARG;
  CAT_TRY(cat_options_take(ctx, "CatOutput", out, &o, sizeof o));
  CAT_TRY(check_parts(ctx, c, rec));
  if (!o.dir) return CAT_FAIL(ctx, CAT_ERR_ARG, "no folder for the results");
  return cat_report_write(ctx, c->spec, rec, o.dir, o.csv);
}

CatStatus cat_results_table(CatContext *ctx, CatRecord *rec, char **text) {
  if (!ctx || !text || !rec) return CAT_ERR_ARG;
  CatText out = cat_text_new(ctx);
  return cat_text_out(&out, cat_report_table(rec, &out), text);
}

CatStatus cat_results_summary(CatContext *ctx, const CatCase *c, CatRecord *rec, char **json) {
  if (!ctx || !json) return CAT_ERR_ARG;
  *json = NULL;
  CAT_TRY(check_parts(ctx, c, rec));
  CatText out = cat_text_new(ctx);
  return cat_text_out(&out, cat_report_summary(ctx, c->spec, rec, &out), json);
}

CatStatus cat_results_bytes(CatContext *ctx, const CatCase *c, CatRecord *rec, CatOutputFile file,
                            char **bytes, size_t *n) {
  if (!ctx || !bytes) return CAT_ERR_ARG;
  *bytes = NULL;
  CAT_TRY(check_parts(ctx, c, rec));
  CatText out = cat_text_new(ctx);
  CatStatus status = cat_report_file(ctx, c->spec, rec, (CatReportFile)file, &out);
  if (n) *n = out.n;
  return cat_text_out(&out, status, bytes);
}

CatStatus cat_results_parse(CatContext *ctx, const char *name, const void *bytes, size_t n,
                            CatRecord **out) {
  CatResultsFile *file = NULL;
  if (!ctx || !out || !bytes) return CAT_ERR_ARG;
  *out = NULL;
  CAT_TRY(cat_results_file_parse(ctx, name ? name : "results.h5", bytes, n, &file));
  CatRecord *rec = cat_record_new(ctx);
  CatStatus status = rec ? cat_results_file_all(file, rec) : CAT_ERR_MEMORY;
  cat_results_file_free(file);
  if (!status) *out = rec;
  if (status) cat_record_free(rec);
  return status;
}
