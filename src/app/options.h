// Options whose values are more than a text, read before anything else is done. Each returns 0, or
// an exit code after saying which value is wrong.
#ifndef CAT_APP_OPTIONS_H
#define CAT_APP_OPTIONS_H

#include "args.h"
#include "catenaria/rt.h"

int compare_options(const Args *args, CatCompareOptions *out);
int measure_options(const Args *args, CatMeasureOptions *out);
int rt_options(const Args *args, CatRtOptions *out);

#endif
