// The case kind "string-mass": a sprung mass that moves along a string.
#ifndef CAT_STUDY_STRING_MASS_STRING_MASS_H
#define CAT_STUDY_STRING_MASS_STRING_MASS_H

#include "record/record.h"
#include "spec/spec.h"

CatStatus cat_string_mass_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec);

#endif
