#include "twin.h"

#include <math.h>

#include "start.h"

CatStatus cat_cable_twin_new(CatContext *ctx, const CatCableSpec *spec, CatCableTwin *out) {
  *out = (CatCableTwin){.spec = *spec};
  out->spec.model = CAT_CABLE_STRING;
  out->spec.axial = CAT_CABLE_AXIAL_FULL;
  out->spec.axial_modes = 0;
  if (spec->record.npulse == 0 || spec->model == CAT_CABLE_STRING) return CAT_OK;
  CAT_TRY(cat_cable_model_new(ctx, &out->spec, &out->m));
  CAT_TRY(cat_cable_stepper_new(ctx, out->m, spec->time.step,
                                spec->time.method == CAT_CABLE_IMPLICIT, &out->stepper));
  cat_cable_start(out->m, NULL, &out->stepper.x);
  return CAT_OK;
}

void cat_cable_twin_free(CatCableTwin *twin) {
  cat_cable_model_free(twin->m);
}

CatStatus cat_cable_twin_begin(CatCableTwin *twin) {
  return twin->m ? cat_cable_begin(&twin->stepper) : CAT_OK;
}

CatStatus cat_cable_twin_step(CatCableTwin *twin) {
  return twin->m ? cat_cable_step(&twin->stepper) : CAT_OK;
}

void cat_cable_twin_compare(const CatCableTwin *twin, CatCableCrest *crest) {
  CatCableCrest own = *crest;
  if (twin->m) own = cat_cable_crest(twin->m, twin->stepper.x.q, crest->t);
  crest->numerical = own.shift;
  crest->shift -= own.shift;
  crest->on_grid = own.x;
  if (twin->spec.ends == CAT_CABLE_PERIODIC)
    crest->shift -= twin->spec.length * round(crest->shift / twin->spec.length);
}
