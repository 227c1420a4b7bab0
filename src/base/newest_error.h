// The newest of the errors of a context, also when more were reported than are kept.
#ifndef CAT_BASE_NEWEST_ERROR_H
#define CAT_BASE_NEWEST_ERROR_H

#include "catenaria/context.h"

const CatError *cat_context_newest(const CatContext *ctx);  // NULL: there is none

#endif
