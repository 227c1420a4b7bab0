// How checks of all kinds speak. A checker c is any struct with a context (ctx) and a spec.
#ifndef CAT_INPUT_CHECK_CHECKER_H
#define CAT_INPUT_CHECK_CHECKER_H

#include "check.h"

#define FAIL(c, field, ...) CAT_CHECK_FAIL((c)->ctx, (c)->spec, (field), __VA_ARGS__)

static inline CatShort metres(double value) {
  return cat_quantity_brief(value, "m");
}

// Of another value, relative to this one.
static inline CatShort location(const CatSpec *spec, const void *field, const void *other) {
  return cat_check_value_location(spec, field, other);
}

#endif
