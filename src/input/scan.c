#include "scan.h"

#include <stdint.h>
#include <string.h>

typedef struct Cursor {
  const unsigned char *at, *end;
  CatPlace place;
  bool crlf;  // a carriage return may stand before a line feed
} Cursor;

enum { INVALID = -1 };

// Length that a lead byte announces, and its payload; 0 if it cannot lead.
static int lead_length(unsigned char lead, int32_t *bits) {
  if (lead < 0x80) return *bits = lead, 1;
  if (lead >= 0xc2 && lead < 0xe0) return *bits = lead & 0x1f, 2;
  if (lead >= 0xe0 && lead < 0xf0) return *bits = lead & 0x0f, 3;
  if (lead >= 0xf0 && lead < 0xf5) return *bits = lead & 0x07, 4;
  return 0;
}

// The character at the cursor and its length; INVALID if the bytes are not UTF-8.
static int32_t decode(const Cursor *c, int *length) {
  static const int32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  int32_t code = 0;
  int n = lead_length(*c->at, &code);
  if (n == 0 || c->end - c->at < n) return INVALID;
  for (int i = 1; i < n; i++) {
    if ((c->at[i] & 0xc0) != 0x80) return INVALID;
    code = code * 64 + (c->at[i] & 0x3f);
  }
  *length = n;
  bool surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < least[n] || surrogate || code > 0x10ffff ? INVALID : code;
}

static bool is_direction(int32_t c) {
  return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x200e ||
         c == 0x200f || c == 0x61c;
}

// Name of a character that an input must not contain; NULL if it may.
static const char *fault_of(int32_t c) {
  if (c == '\n' || c == '\t') return NULL;
  if (c == 0) return "a NUL character";
  if (c == '\r') return "a carriage return without line feed";
  if (c < 0x20 || (c >= 0x7f && c < 0xa0)) return "a control character";
  if (c == 0x2028 || c == 0x2029) return "a line separator";
  if (c == 0xfeff) return "a byte order mark inside the text";
  if (is_direction(c)) return "a character that changes the writing direction";
  if ((c & 0xfffe) == 0xfffe) return "a noncharacter";
  return NULL;
}

static CatStatus check(CatContext *ctx, const Cursor *c, const char *key, int *length) {
  int32_t code = decode(c, length);
  if (code == INVALID) {
    return CAT_FAIL_AT(ctx, c->place, key, "found the byte 0x%02X, expected UTF-8 text", *c->at);
  }
  bool crlf = c->crlf && code == '\r' && c->end - c->at > 1 && c->at[1] == '\n';
  const char *fault = crlf ? NULL : fault_of(code);
  if (!fault) return CAT_OK;
  return CAT_FAIL_AT(ctx, c->place, key, "found %s (U+%04X), expected plain text", fault,
                     (unsigned)code);
}

static void advance(Cursor *c, int length) {
  if (c->place.line && *c->at == '\n') {
    c->place.line++;
    c->place.column = 1;
  } else if (c->place.line) {
    c->place.column++;
  }
  c->at += length;
}

CatStatus cat_scan_text(CatContext *ctx, CatPlace place, const char *key, const char *text,
                        size_t n) {
  const unsigned char *bytes = (const unsigned char *)text;
  Cursor c = {bytes, bytes + n, place, true};
  if (n >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0)) {
    return CAT_FAIL_AT(ctx, place, key, "found UTF-16 text, expected UTF-8 text");
  }
  if (n >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) c.at += 3;
  while (c.at < c.end) {
    int length = 1;
    CAT_TRY(check(ctx, &c, key, &length));
    advance(&c, length);
  }
  return CAT_OK;
}

CatStatus cat_scan_value(CatContext *ctx, CatPlace place, const char *key, const char *text,
                         size_t n) {
  const unsigned char *bytes = (const unsigned char *)text;
  Cursor c = {bytes, bytes + n, place, false};
  while (c.at < c.end) {
    int length = 1;
    CAT_TRY(check(ctx, &c, key, &length));
    c.at += length;
  }
  return CAT_OK;
}
