// The case kind "pantograph": static force over height, small motion and frequency response of a
// linkage, and chains of masses fitted to that response or to a measured one.
#ifndef CAT_STUDY_PANTOGRAPH_PANTOGRAPH_H
#define CAT_STUDY_PANTOGRAPH_PANTOGRAPH_H

#include "record/record.h"
#include "spec/spec.h"

CatStatus cat_pantograph_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec);

#endif
