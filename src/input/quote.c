#include "quote.h"

#include <stdio.h>
#include <string.h>

enum { SHOWN = 60 };  // characters; enough to recognise a value

size_t cat_utf8_whole(const char *text, size_t n) {
  size_t tail = 0;  // continuation bytes at the end
  while (tail < n && tail < 3 && ((unsigned char)text[n - 1 - tail] & 0xc0) == 0x80) tail++;
  if (tail == n) return n;
  unsigned char lead = (unsigned char)text[n - 1 - tail];
  size_t need = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0;
  return need > tail ? n - 1 - tail : n;
}

CatQuote cat_quote(const char *text) {
  CatQuote out;
  size_t n = 0;
  for (int shown = 0; text[n] && text[n] != '\n'; n++) {
    if (((unsigned char)text[n] & 0xc0) != 0x80 && ++shown > SHOWN) break;
    if (n >= sizeof out.s - 8) break;
  }
  n = cat_utf8_whole(text, n);
  const char *more = text[n] ? "..." : "";
  snprintf(out.s, sizeof out.s, "\"%.*s%s\"", (int)n, text, more);
  return out;
}
