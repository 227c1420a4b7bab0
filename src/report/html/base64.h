// Bytes as text: base64 (RFC 4648), one byte after the other.
#ifndef CAT_REPORT_HTML_BASE64_H
#define CAT_REPORT_HTML_BASE64_H

#include <stdint.h>

#include "base/text.h"

typedef struct CatBase64 {
  CatText *out;
  uint32_t bits;
  int n;  // bytes in them
} CatBase64;

CatBase64 cat_base64_new(CatText *out);
void cat_base64_add(CatBase64 *b, uint8_t byte);
void cat_base64_end(CatBase64 *b);

#endif
