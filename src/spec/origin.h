// Where a spec comes from: a case file, beside which others may be read, or a text in memory.
#ifndef CAT_SPEC_ORIGIN_H
#define CAT_SPEC_ORIGIN_H

#include "spec.h"

bool cat_spec_on_disk(const CatSpec *spec);  // files beside it may be read
void cat_spec_set_on_disk(CatSpec *spec, bool on_disk);

#endif
