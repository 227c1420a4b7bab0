#include "quote.h"

#include <stdbool.h>
#include <stdio.h>

enum { SHOWN = 40 };  // characters; enough to recognise a value

size_t cat_utf8_whole(const char *text, size_t n) {
  size_t tail = 0;  // continuation bytes at the end
  while (tail < n && tail < 3 && ((unsigned char)text[n - 1 - tail] & 0xc0) == 0x80) tail++;
  if (tail == n) return n;
  unsigned char lead = (unsigned char)text[n - 1 - tail];
  size_t need = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0;
  return need > tail ? n - 1 - tail : n;
}

// Appends one byte as it is shown: line ends and tabs by their escapes.
static size_t show(char *out, char c) {
  out[0] = c;
  if (c != '\n' && c != '\t') return 1;
  out[0] = '\\';
  out[1] = c == '\n' ? 'n' : 't';
  return 2;
}

CatQuote cat_quote(const char *text) {
  CatQuote out = {"\""};
  size_t n = 1;
  for (int shown = 0; *text; text++) {
    bool begins = ((unsigned char)*text & 0xc0) != 0x80;
    if (begins && ++shown > SHOWN) break;
    if (n > sizeof out.s - 8) break;
    n += show(out.s + n, *text);
  }
  if (*text) n = cat_utf8_whole(out.s, n);
  snprintf(out.s + n, sizeof out.s - n, "%s\"", *text ? "..." : "");
  return out;
}
