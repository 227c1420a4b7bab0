// A case of the kind "train" as a real-time run: the line here, its pantographs elsewhere.
#ifndef CAT_RT_RT_H
#define CAT_RT_RT_H

#include "catenaria/rt.h"
#include "record/record.h"
#include "spec/spec.h"

CatStatus cat_rt_run(CatContext *ctx, const CatSpec *spec, const CatRtOptions *o, CatRecord *rec);

#endif
