#include "run.h"

#include "base/clock.h"
#include "elasticity.h"
#include "probe.h"
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

static CatStatus add_probes(CatContext *ctx, const CatProbeInput *in, CatRecord *rec) {
  if (in->n == 0) return CAT_OK;
  CatArena *a = cat_arena_new(ctx, 1 << 16);
  CatProbe *out = a ? CAT_ARENA(a, in->n, CatProbe) : NULL;
  CatStatus status = out ? cat_rest_probe(a, in, out) : CAT_ERR_MEMORY;
  if (!status) status = cat_rest_probe_results(out, in->n, rec);
  cat_arena_free(a);
  return status;
}

static CatStatus run(CatContext *ctx, const CatSpec *input, const CatLineSpec *line,
                     CatProbeInput probe, CatRecord *rec) {
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
  probe.m = m, probe.rest = rest;
  if (!status) status = add_probes(ctx, &probe, rec);
  if (!status) {
    cJSON *timing = cat_summary_object(rec, cat_record_summary(rec), "timing");
    cat_summary_number(rec, timing, "rest_s", seconds);
    status = cat_record_ok(rec);
  }
  cat_configuration_free(rest);
  cat_line_model_free(m);
  return status;
}

CatStatus cat_rest_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  const CatRestSpec *values = cat_spec_values(spec);
  CatProbeInput probe = {.n = values->nprobe, .probe = values->probe};
  return run(ctx, spec, &values->line, probe, rec);
}

CatStatus cat_rest_line(CatContext *ctx, const CatSpec *input, const CatLineSpec *line,
                        CatRecord *rec) {
  return run(ctx, input, line, (CatProbeInput){0}, rec);
}
