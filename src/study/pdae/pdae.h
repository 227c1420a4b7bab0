// The case kind "pdae": one span of catenary and a pantograph after Arnold and Simeon.
#ifndef CAT_STUDY_PDAE_PDAE_H
#define CAT_STUDY_PDAE_PDAE_H

#include "record/record.h"
#include "spec/spec.h"

CatStatus cat_pdae_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec);
CatStatus cat_pdae_modes(CatContext *ctx, const CatSpec *spec, CatRecord *rec);

#endif
