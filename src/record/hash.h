// SHA-256 (FIPS 180-4): names an input or a model by what is in it.
#ifndef CAT_RECORD_HASH_H
#define CAT_RECORD_HASH_H

#include <stddef.h>
#include <stdint.h>

enum { CAT_HASH_BYTES = 32, CAT_HASH_TEXT = 65 };

typedef struct CatHash {
  uint32_t h[8];
  uint64_t bytes;     // taken in so far
  uint8_t block[64];  // not yet worked in
} CatHash;

CatHash cat_hash_new(void);
void cat_hash_add(CatHash *hash, const void *data, size_t n);
void cat_hash_add_text(CatHash *hash, const char *text);  // with its end, so "ab","c" != "a","bc"
void cat_hash_add_number(CatHash *hash, double value);    // the same on every machine
void cat_hash_end(CatHash *hash, uint8_t digest[CAT_HASH_BYTES]);
void cat_hash_end_text(CatHash *hash, char text[CAT_HASH_TEXT]);  // 64 hexadecimal digits

#endif
