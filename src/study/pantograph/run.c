#include "run.h"

#include <math.h>

#include "input/check/measured_response.h"
#include "monitor/linkage_standing.h"

CatStatus cat_pantograph_result(CatPantographRun *r, const char *group, const char *label,
                                double value, const char *unit) {
  CatResult result = {.group = group, .label = label, .value = value, .unit = unit, .note = ""};
  return cat_record_result(r->rec, result);
}

double cat_pantograph_degrees(double phase) {
  double degrees = phase * 180 / 3.14159265358979323846;
  return degrees > 1e-6 ? degrees - 360 : degrees;
}

double cat_pantograph_height(const CatPantographRun *r) {
  return r->stand.q[cat_linkage_height(&r->linkage)] - r->linkage.base;
}

// Its joints closed where it is drawn, at rest at the height of the response, with the lift for the
// static force there.
static CatStatus set_up(CatPantographRun *r) {
  const double *height = &r->spec->response.height, force = r->spec->static_force;
  double slope;
  CAT_TRY(cat_linkage_new(r->ctx, &r->spec->linkage, &r->linkage));
  CAT_TRY(cat_linkage_closed(r->ctx, &r->linkage, r->stand.q, &r->closing));
  r->drawn = cat_pantograph_height(r);
  CAT_TRY(cat_pantograph_move(r, &r->stand, *height < 0 ? r->drawn : *height, height));
  return force == 0 ? CAT_OK : cat_linkage_set_lift(r->ctx, &r->linkage, force, &r->stand, &slope);
}

static CatStatus standing_results(CatPantographRun *r) {
  const CatLinkageStand *at = &r->stand;
  CatLinkageStanding standing = {r->linkage.lift, cat_pantograph_height(r), at->force,
                                 at->condition};
  return cat_linkage_record_standing(r->rec, &r->spec->linkage, &standing, "Linkage", r->fields);
}

static void model_fields(CatPantographRun *r) {
  const CatLinkage *l = &r->linkage;
  cJSON *model = cat_summary_object(r->rec, cat_record_summary(r->rec), "model");
  cat_summary_number(r->rec, model, "dof", l->nq);
  cat_summary_number(r->rec, model, "bodies", l->nbody);
  cat_summary_number(r->rec, model, "constraints", l->ng);
  cat_summary_number(r->rec, model, "freedoms", l->nq - l->ng);
}

static CatStatus take_measured(CatPantographRun *r) {
  CatMeasuredResponse m;
  CAT_TRY(cat_measured_response_read(r->ctx, cat_record_arena(r->rec), r->input, &m));
  r->response =
      (CatSampled){.n = m.n, .frequency = m.frequency, .amplitude = m.amplitude, .phase = m.phase};
  return CAT_OK;
}

static CatStatus study(CatPantographRun *r) {
  r->fields = cat_summary_object(r->rec, cat_record_summary(r->rec), "pantograph");
  if (r->spec->linkage.given) {
    CAT_TRY(set_up(r));
    model_fields(r);
    CAT_TRY(standing_results(r));
    CAT_TRY(cat_pantograph_drawing(r));
    if (r->spec->heights.given) CAT_TRY(cat_pantograph_statics(r));
    CAT_TRY(cat_pantograph_lumped(r));
    CAT_TRY(cat_pantograph_response(r));
  }
  if (*r->spec->fit.measured) {
    if (r->response.n > 0) CAT_TRY(cat_pantograph_curves(r, "response"));
    CAT_TRY(take_measured(r));
  }
  // what is there is kept if the fit is stopped
  CatStatus status = cat_pantograph_fit(r);
  if (status != CAT_OK && status != CAT_ERR_INTERRUPTED) return status;
  CAT_TRY(cat_pantograph_curves(r, *r->spec->fit.measured ? "measured" : "response"));
  CAT_TRY(cat_record_ok(r->rec));
  return status;
}

CatStatus cat_pantograph_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  CatPantographRun *r = CAT_ARENA(cat_record_arena(rec), 1, CatPantographRun);
  if (!r) return CAT_ERR_MEMORY;
  *r = (CatPantographRun){
      .ctx = ctx, .input = spec, .spec = cat_spec_values(spec), .rec = rec, .resonance = NAN};
  return study(r);
}
