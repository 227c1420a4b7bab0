// The shipped case whose name looks most like what the user wrote.
#ifndef CAT_APP_SUGGEST_H
#define CAT_APP_SUGGEST_H

#include "catenaria/catenaria.h"

// One line on standard error if there is one; nothing otherwise.
void suggest_case(CatContext *ctx, const char *name);

#endif
