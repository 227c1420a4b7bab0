// JSON of others: what the parser would take silently, or with a stack that has no end, is refused.
#ifndef CAT_WEB_STRICT_H
#define CAT_WEB_STRICT_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

enum { STRICT_DEPTH = 64 };

// The n bytes, which a NUL follows, as one JSON value; to be freed. NULL: they are none, have more
// than STRICT_DEPTH levels, a NUL (escaped or not) or no UTF-8, or something follows.
cJSON *strict_parse(const char *text, size_t n);
void strict_mend(char *text);  // '?' in place of bytes that are no UTF-8

#endif
