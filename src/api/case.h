// A case: the input, read and checked, behind the public handle. Models hold it, too: it goes with
// the last of its holders, and has a context of its own for that.
#ifndef CAT_API_CASE_H
#define CAT_API_CASE_H

#include <stdatomic.h>

#include "catenaria/catenaria.h"
#include "record/hash.h"
#include "spec/spec.h"

struct CatCase {
  CatContext *ctx;  // its own, and goes with it
  CatSpec *spec;
  atomic_int shared;  // holders beside the first
};

// Takes the spec, also when it fails; own becomes the case's when it does not.
CatStatus cat_case_new(CatContext *own, CatSpec *spec, CatCase **out);
// Of the complete input, as the files of results have it.
CatStatus cat_case_hash(CatContext *ctx, const CatCase *c, char hash[CAT_HASH_TEXT]);
void cat_case_hold(CatCase *c);  // one holder more, who calls cat_case_free

#endif
