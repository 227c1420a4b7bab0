#include <stdio.h>
#include <string.h>

#include "check.h"

CatShort cat_check_value_location(const CatSpec *spec, const void *field, const void *other) {
  CatShort out;
  CatWhere here = cat_spec_where(spec, field), there = cat_spec_where(spec, other);
  if (!there.given) {
    snprintf(out.s, sizeof out.s, "default");
  } else if (there.place.line == 0) {
    snprintf(out.s, sizeof out.s, "%.63s", there.place.file);
  } else if (strcmp(here.place.file, there.place.file) == 0) {
    snprintf(out.s, sizeof out.s, "line %d", there.place.line);
  } else {
    snprintf(out.s, sizeof out.s, "%.50s:%d", there.place.file, there.place.line);
  }
  return out;
}
