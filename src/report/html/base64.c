#include "base64.h"

CatBase64 cat_base64_new(CatText *out) {
  return (CatBase64){.out = out};
}

static void flush(CatBase64 *b) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  uint32_t v = b->bits << 8 * (3 - b->n);
  char quad[4] = {digits[v >> 18], digits[v >> 12 & 63], digits[v >> 6 & 63], digits[v & 63]};
  if (b->n < 3) quad[3] = '=';
  if (b->n < 2) quad[2] = '=';
  cat_text_add_bytes(b->out, quad, 4);
  b->bits = 0;
  b->n = 0;
}

void cat_base64_add(CatBase64 *b, uint8_t byte) {
  b->bits = b->bits << 8 | byte;
  if (++b->n == 3) flush(b);
}

void cat_base64_end(CatBase64 *b) {
  if (b->n > 0) flush(b);
}
