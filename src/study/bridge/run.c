#include "run.h"

#include <math.h>

#include "base/clock.h"
#include "bridge/profile.h"
#include "post/filter.h"

CatStatus cat_bridge_open(CatContext *ctx, const CatSpec *input, CatRecord *rec,
                          CatBridgeRun *out) {
  *out = (CatBridgeRun){
      .ctx = ctx, .input = input, .spec = cat_spec_values(input), .rec = rec, .pictured = true};
  CAT_TRY(cat_bridge_prepare(out));
  return cat_bridge_cutoff(out);
}

CatStatus cat_bridge_prepare(CatBridgeRun *out) {
  CatContext *ctx = out->ctx;
  out->arena = cat_arena_new(ctx, 1 << 20);
  if (!out->arena) return CAT_ERR_MEMORY;
  double begin = cat_clock_now();
  CAT_TRY(cat_bridge_new(out->arena, out->input, &out->spec->bridge, &out->bridge));
  out->modes_seconds = cat_clock_now() - begin;
  CAT_TRY(cat_profile_read(out->arena, out->input, &out->spec->rail, &out->bridge.rail));
  if (out->spec->track.given)
    out->bridge.nbearing = 0;  // their influence lines are of loads on the deck
  double at[2] = {cat_bridge_point(out->spec), out->spec->measure.across};
  return cat_bridge_watch_new(out->arena, &out->bridge, at, &out->watch);
}

void cat_bridge_close(CatBridgeRun *r) {
  cat_bridge_sim_free(r->c);
  cat_arena_free(r->arena);
}

CatStatus cat_bridge_largest(const CatBridgeRun *r, const double *x, size_t n, double *filtered,
                             double *out) {
  double cutoff = r->spec->measure.cutoff;
  CatFilter filter = {1 / r->spec->time.step, cutoff, CAT_FILTER_ORDER};
  if (cutoff > 0) {
    CAT_TRY(cat_filter_zero_phase(r->ctx, &filter, x, n, filtered));
  } else {
    for (size_t i = 0; i < n; i++) filtered[i] = x[i];
  }
  *out = 0;
  for (size_t i = 0; i < n; i++) *out = fmax(*out, fabs(filtered[i]));
  return CAT_OK;
}

static CatStatus run(CatBridgeRun *r) {
  if (r->spec->ntrain == 0) {
    CatWhere where =
        cat_spec_where(r->input, &((const CatBridgeSpec *)cat_spec_values(r->input))->trains);
    return CAT_FAIL_AT(r->ctx, where.place, "trains",
                       "found none, expected at least one train: without any this case is for "
                       "catenaria modes");
  }
  CAT_TRY(cat_bridge_frequencies(r));
  if (r->spec->run.speeds.given) {
    CAT_TRY(cat_bridge_sweep(r));
    CAT_TRY(cat_bridge_sweep_summary(r));
    CAT_TRY(cat_bridge_sweep_plots(r));
    return cat_bridge_trust(r);
  }
  CAT_TRY(cat_bridge_cosim_choose(r));
  CAT_TRY(cat_bridge_cross(r));
  CAT_TRY(cat_bridge_uncertainty(r));
  CAT_TRY(cat_bridge_summary(r));
  CAT_TRY(cat_bridge_cosim(r));
  CAT_TRY(cat_bridge_comfort(r));
  CAT_TRY(cat_bridge_plots(r));
  return cat_bridge_trust(r);
}

CatStatus cat_bridge_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  CatBridgeRun r;
  CatStatus status = cat_bridge_open(ctx, spec, rec, &r);
  if (!status) status = run(&r);
  cat_bridge_close(&r);
  return status;
}

CatStatus cat_bridge_modes(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  CatBridgeRun r;
  CatStatus status = cat_bridge_open(ctx, spec, rec, &r);
  if (!status) status = cat_bridge_frequencies(&r);
  cat_bridge_close(&r);
  return status;
}
