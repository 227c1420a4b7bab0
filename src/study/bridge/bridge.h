// The kind "bridge": trains over a bridge, one run or a range of speeds; its natural modes.
#ifndef CAT_STUDY_BRIDGE_BRIDGE_H
#define CAT_STUDY_BRIDGE_BRIDGE_H

#include "record/record.h"
#include "spec/spec.h"

CatStatus cat_bridge_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec);
CatStatus cat_bridge_modes(CatContext *ctx, const CatSpec *spec, CatRecord *rec);

#endif
