#include "run.h"

#include "base/clock.h"

CatStatus cat_rest_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  const CatRestSpec *values = cat_spec_values(spec);
  CatModel *m = NULL;
  CatRestReport report;
  double begin = cat_clock_now();
  CAT_TRY(cat_line_model_new(ctx, &values->line, &m));
  CatStatus status = cat_rest_find(ctx, spec, m, &report);
  double seconds = cat_clock_now() - begin;
  if (!status) status = cat_rest_show(m, &report, rec);
  if (!status) {
    cJSON *timing = cat_fact_object(rec, cat_record_summary(rec), "timing");
    cat_fact_number(rec, timing, "rest_s", seconds);
    status = cat_record_ok(rec);
  }
  cat_line_model_free(m);
  return status;
}
