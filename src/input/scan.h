// The characters that an input may hold: valid UTF-8 without controls, since what looks like one
// thing on a screen must not be another to the program.
#ifndef CAT_INPUT_SCAN_H
#define CAT_INPUT_SCAN_H

#include "base/context.h"

// Checks a whole text that begins at `place`; line 0 there: all of it has that place. Line feeds
// with or without carriage return, tabs and a byte order mark at the start are fine.
CatStatus cat_scan_text(CatContext *ctx, CatPlace place, const char *key, const char *text,
                        size_t n);
// Checks a value after its escapes were resolved.
CatStatus cat_scan_value(CatContext *ctx, CatPlace place, const char *key, const char *text,
                         size_t n);

#endif
