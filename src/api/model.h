// A model behind the public handle: built once, then only read; it goes with its last holder.
#ifndef CAT_API_MODEL_H
#define CAT_API_MODEL_H

#include <stdatomic.h>

#include "case.h"
#include "record/hash.h"
#include "study/train/line_case.h"

struct CatModel {
  CatContext *ctx;  // its own: whoever holds it last may be in another thread, with another context
  CatCase *c;
  CatTrainModel *train;
  char hash[CAT_HASH_TEXT];
  char input_hash[CAT_HASH_TEXT];
  atomic_int shared;  // holders beside the first
};

#endif
