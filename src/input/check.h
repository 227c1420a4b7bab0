// What one row of the schema cannot know: whether the values of a case fit together.
#ifndef CAT_INPUT_CHECK_H
#define CAT_INPUT_CHECK_H

#include "spec/spec.h"

// Errors go to the context, doubts become warnings of the spec. Only lack of memory is returned.
CatStatus cat_check_pdae(CatContext *ctx, CatSpec *spec);

#endif
