// A case: the input, read and checked, behind the public handle.
#ifndef CAT_API_CASE_H
#define CAT_API_CASE_H

#include "catenaria/catenaria.h"
#include "spec/spec.h"

struct CatCase {
  CatContext *ctx;  // whose memory it is
  CatSpec *spec;
};

#endif
