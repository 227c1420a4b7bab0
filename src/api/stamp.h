// What bytes say about where they come from and what they belong to: the head of a saved state and
// of a checkpoint. Only the same build on the same type of processor goes on bit for bit.
#ifndef CAT_API_STAMP_H
#define CAT_API_STAMP_H

#include <stdint.h>

#include "base/context.h"
#include "record/hash.h"

typedef struct CatStamp {
  char magic[8];
  uint32_t format;
  uint32_t processor;         // CatProcessor
  uint64_t bytes;             // behind it
  uint64_t sum;               // of all, this being 0
  char build[128];            // version, commit, compiler, type
  char model[CAT_HASH_TEXT];  // its name
  char arrangement[CAT_HASH_TEXT];
  char filler[6];  // so that there is no gap
} CatStamp;

// Of this program; the caller adds model and arrangement.
CatStamp cat_stamp_new(const char magic[8], uint32_t format);
// The sum, over the bytes that follow.
void cat_stamp_seal(CatStamp *s, const void *content, size_t n);
// Whether bytes begin with a stamp like the own one, and were not changed since. what: "the state
// was not restored"; model: "model".
typedef struct CatStampNames {
  const char *what, *thing, *model;
} CatStampNames;
CatStatus cat_stamp_check(CatContext *ctx, const CatStampNames *names, const CatStamp *own,
                          const void *bytes, size_t n);
// Whether they have not changed; after the check.
CatStatus cat_stamp_check_sum(CatContext *ctx, const CatStampNames *names, const void *bytes,
                              size_t n);

#endif
