// The newest of the errors of a context, also when more were reported than are kept.
#ifndef CAT_BASE_NEWEST_ERROR_H
#define CAT_BASE_NEWEST_ERROR_H

#include "catenaria/context.h"

const CatError *cat_context_newest(const CatContext *ctx);  // NULL: there is none
// Forgets what was reported after the first n: the cause was dealt with.
void cat_context_forget(CatContext *ctx, int n);

#endif
