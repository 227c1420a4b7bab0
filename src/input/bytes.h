// All bytes of a file that a case or a command names. It must be a regular file of bounded size.
#ifndef CAT_INPUT_BYTES_H
#define CAT_INPUT_BYTES_H

#include "base/context.h"

// *text: the caller's, by cat_free, also if it fails; a NUL stands behind the last byte. Errors
// name the file.
CatStatus cat_bytes_read(CatContext *ctx, const char *path, char **text, size_t *n);

#endif
