// The case kind "cable": waves on one cable.
#ifndef CAT_STUDY_CABLE_CABLE_H
#define CAT_STUDY_CABLE_CABLE_H

#include "record/record.h"
#include "spec/spec.h"

CatStatus cat_cable_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec);

#endif
