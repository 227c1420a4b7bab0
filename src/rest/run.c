#include "run.h"

#include "base/clock.h"
#include "elasticity.h"

static CatStatus add_elasticity(CatContext *ctx, const CatModel *m, CatRecord *rec) {
  CatElasticity e;
  CatArena *a = cat_arena_new(ctx, 1 << 14);
  CatStatus status = a ? cat_rest_elasticity(a, m, &e) : CAT_ERR_MEMORY;
  if (!status) status = cat_rest_elasticity_show(&e, rec);
  cat_arena_free(a);
  return status;
}

CatStatus cat_rest_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  const CatRestSpec *values = cat_spec_values(spec);
  return cat_rest_line(ctx, spec, &values->line, rec);
}

CatStatus cat_rest_line(CatContext *ctx, const CatSpec *input, const CatLineSpec *line,
                        CatRecord *rec) {
  CatModel *m = NULL;
  CatRestReport report;
  double begin = cat_clock_now();
  CAT_TRY(cat_line_model_new(ctx, line, &m));
  CatStatus status = cat_rest_find(ctx, input, m, &report);
  double seconds = cat_clock_now() - begin;
  if (!status) status = cat_rest_show(m, &report, rec);
  if (!status) status = add_elasticity(ctx, m, rec);
  if (!status) {
    cJSON *timing = cat_fact_object(rec, cat_record_summary(rec), "timing");
    cat_fact_number(rec, timing, "rest_s", seconds);
    status = cat_record_ok(rec);
  }
  cat_line_model_free(m);
  return status;
}
