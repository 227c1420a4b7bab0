// A text that grows: how files and messages are put together. A failed allocation is remembered
// and reported once by cat_text_ok, so that writers read as straight lines.
#ifndef CAT_BASE_TEXT_H
#define CAT_BASE_TEXT_H

#include "context.h"

typedef struct CatText {
  CatContext *ctx;
  char *data;  // always NUL-terminated once anything was added
  size_t n, room;
  bool failed;
} CatText;

CatText cat_text_new(CatContext *ctx);
void cat_text_free(CatText *text);
void cat_text_add(CatText *text, const char *s);
void cat_text_add_bytes(CatText *text, const void *bytes, size_t n);
void cat_text_addf(CatText *text, const char *fmt, ...) CAT_PRINTF(2, 3);
CatStatus cat_text_ok(const CatText *text);  // CAT_OK or CAT_ERR_MEMORY

// Edit distance for "did you mean": insertions, deletions, substitutions, swaps of neighbours.
int cat_text_distance(const char *a, const char *b);

#endif
