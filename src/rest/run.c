#include "run.h"

#include "base/clock.h"
#include "elasticity.h"
#include "scene.h"

static CatStatus add_elasticity(CatContext *ctx, const CatLineModel *m,
                                const CatConfiguration *rest, CatRecord *rec) {
  CatElasticity e;
  CatArena *a = cat_arena_new(ctx, 1 << 14);
  CatStatus status = a ? cat_rest_elasticity(a, m, rest, &e) : CAT_ERR_MEMORY;
  if (!status) status = cat_rest_elasticity_results(&e, rec);
  cat_arena_free(a);
  return status;
}

CatStatus cat_rest_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  const CatRestSpec *values = cat_spec_values(spec);
  return cat_rest_line(ctx, spec, &values->line, rec);
}

CatStatus cat_rest_line(CatContext *ctx, const CatSpec *input, const CatLineSpec *line,
                        CatRecord *rec) {
  const CatLineModel *m = NULL;
  CatConfiguration *rest = NULL;
  CatRestReport report;
  double begin = cat_clock_now();
  CAT_TRY(cat_line_model_new(ctx, line, &m));
  CatStatus status = cat_rest_find(ctx, input, m, &rest, &report);
  double seconds = cat_clock_now() - begin;
  if (!status) status = cat_rest_results(m, rest, &report, rec);
  if (!status) status = cat_rest_scene(m, rest, rec);
  if (!status) status = add_elasticity(ctx, m, rest, rec);
  if (!status) {
    cJSON *timing = cat_summary_object(rec, cat_record_summary(rec), "timing");
    cat_summary_number(rec, timing, "rest_s", seconds);
    status = cat_record_ok(rec);
  }
  cat_configuration_free(rest);
  cat_line_model_free(m);
  return status;
}
