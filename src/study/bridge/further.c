// A further run of the same case, for what its numbers are worth.
#include "run.h"

static CatStatus cross(CatBridgeFurther *f) {
  f->r.rec = cat_record_new(f->r.ctx);
  if (!f->r.rec) return CAT_ERR_MEMORY;
  CAT_TRY(cat_bridge_prepare(&f->r));
  return cat_bridge_cross(&f->r);
}

CatStatus cat_bridge_further(CatBridgeRun *base, CatBridgeFurther *f) {
  CatContext *ctx = cat_context_derive(base->ctx);
  if (!ctx) return CAT_ERR_MEMORY;
  f->spec.measure.energy = false;
  f->failed = NULL;
  f->r = (CatBridgeRun){.ctx = ctx, .input = base->input, .spec = &f->spec};
  CatStatus status = cross(f);
  if (status == CAT_ERR_DIVERGED || status == CAT_ERR_SINGULAR) {
    char text[512];
    const CatError *e = cat_context_error(ctx, 0);
    f->failed =
        cat_record_textf(base->rec, "%s", e ? cat_error_text(e, text, sizeof text) : "it failed");
    status = f->failed ? CAT_OK : CAT_ERR_MEMORY;
  } else if (status) {
    cat_context_hand_over(ctx, base->ctx);
  }
  return status;
}

void cat_bridge_further_close(CatBridgeFurther *f) {
  CatContext *ctx = f->r.ctx;
  if (!ctx) return;
  cat_record_free(f->r.rec);
  cat_bridge_close(&f->r);
  cat_context_free(ctx);
}
