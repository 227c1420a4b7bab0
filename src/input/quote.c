#include "quote.h"

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

// Bytes of the character of UTF-8 that begins the text; 0: none does.
static size_t character(const char *text) {
  unsigned char lead = (unsigned char)*text;
  size_t n = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (lead > 0xf4) return 0;
  for (size_t i = 1; i < n; i++) {
    if (((unsigned char)text[i] & 0xc0) != 0x80) return 0;
  }
  return n;
}

size_t cat_show(char *out, const char **text) {
  const char *c = *text;
  size_t n = character(c);
  *text += n ? n : 1;
  if (n == 0) return (size_t)snprintf(out, CAT_SHOWN, "\\x%02X", (unsigned)(unsigned char)*c);
  if (*c == '\n' || *c == '\t')
    return (size_t)snprintf(out, CAT_SHOWN, "%s", *c == '\n' ? "\\n" : "\\t");
  for (size_t i = 0; i < n; i++) out[i] = c[i];
  out[n] = '\0';
  return n;
}

CatQuote cat_quote(const char *text) {
  CatQuote out = {"\""};
  size_t n = 1;
  for (int shown = 0; *text && shown < SHOWN && n <= sizeof out.s - 12; shown++) {
    n += cat_show(out.s + n, &text);
  }
  snprintf(out.s + n, sizeof out.s - n, "%s\"", *text ? "..." : "");
  return out;
}
