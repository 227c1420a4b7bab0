// A build without the real-time loop (CAT_RT).
#include "rt.h"

CatStatus cat_rt_run(CatContext *ctx, const CatSpec *spec, const CatRtOptions *o, CatRecord *rec) {
  (void)spec, (void)o, (void)rec;
  return CAT_FAIL(ctx, CAT_ERR_ARG,
                  "the real-time loop is not part of this build: it was made without CAT_RT");
}
