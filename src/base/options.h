// Option structs of the public interface. Their first member is their size as the caller knows it:
// programs that were compiled with an older, shorter struct get the defaults for what it lacks.
#ifndef CAT_BASE_OPTIONS_H
#define CAT_BASE_OPTIONS_H

#include "context.h"

// Copies what the caller gave over `own`, which holds the defaults (size bytes). NULL: nothing.
// A size that cannot be is refused: 0, beyond the struct that this library knows, or one that would
// cut a member in two. New members of a struct go to its end, and not into what was padding there.
CatStatus cat_options_take(CatContext *ctx, const char *type, const void *given, void *own,
                           size_t size);

#endif
