#include "escape.h"

#include <string.h>

#define REPLACEMENT "\xEF\xBF\xBD"  // U+FFFD

static bool is_tail(char c) {
  return ((unsigned char)c & 0xC0) == 0x80;
}

// The ranges of RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF.
static bool second_fits(unsigned char first, unsigned char second) {
  switch (first) {
  case 0xE0: return second >= 0xA0;
  case 0xED: return second < 0xA0;
  case 0xF0: return second >= 0x90;
  case 0xF4: return second < 0x90;
  default: return true;
  }
}

int cat_utf8_length(const char *s) {
  unsigned char first = (unsigned char)*s;
  if (first < 0x80) return 1;
  int n = first >= 0xC2 && first <= 0xDF ? 2 : first >= 0xE0 && first <= 0xEF ? 3 : 4;
  if (first < 0xC2 || first > 0xF4 || !is_tail(s[1])) return 0;
  if (!second_fits(first, (unsigned char)s[1])) return 0;
  for (int i = 2; i < n; i++) {
    if (!is_tail(s[i])) return 0;
  }
  return n;
}

static bool is_control(char c) {
  return (unsigned char)c < 0x20 || c == 0x7F;
}

static void json_ascii(CatText *out, char c) {
  switch (c) {
  case '"': cat_text_add(out, "\\\""); break;
  case '\\': cat_text_add(out, "\\\\"); break;
  case '\n': cat_text_add(out, "\\n"); break;
  case '\t': cat_text_add(out, "\\t"); break;
  case '\r': cat_text_add(out, "\\r"); break;
  default:
    // '<' as a number, so that no "</script>" or "<!--" can arise inside a page
    if (is_control(c) || c == '<') {
      cat_text_addf(out, "\\u%04x", (unsigned)c);
    } else {
      cat_text_add_bytes(out, &c, 1);
    }
  }
}

static void html_ascii(CatText *out, char c) {
  switch (c) {
  case '&': cat_text_add(out, "&amp;"); break;
  case '<': cat_text_add(out, "&lt;"); break;
  case '>': cat_text_add(out, "&gt;"); break;
  case '"': cat_text_add(out, "&quot;"); break;
  case '\'': cat_text_add(out, "&#39;"); break;
  default:
    if (is_control(c) && c != '\n' && c != '\t') {
      cat_text_add(out, REPLACEMENT);
    } else {
      cat_text_add_bytes(out, &c, 1);
    }
  }
}

static void plain_ascii(CatText *out, char c) {
  cat_text_add_bytes(out, is_control(c) ? "?" : &c, 1);
}

static void escape(CatText *out, const char *text, void (*ascii)(CatText *out, char c)) {
  while (*text) {
    int n = cat_utf8_length(text);
    if (n == 0) {
      cat_text_add(out, REPLACEMENT);
    } else if (n == 1) {
      ascii(out, *text);
    } else {
      cat_text_add_bytes(out, text, (size_t)n);
    }
    text += n ? n : 1;
  }
}

void cat_escape_json(CatText *out, const char *text) {
  cat_text_add(out, "\"");
  escape(out, text, json_ascii);
  cat_text_add(out, "\"");
}

void cat_escape_json_after(CatText *out, const char *before, const char *text) {
  cat_text_add(out, before);
  cat_escape_json(out, text);
}

void cat_escape_html(CatText *out, const char *text) {
  escape(out, text, html_ascii);
}

void cat_escape_plain(CatText *out, const char *text) {
  escape(out, text, plain_ascii);
}

int cat_escape_width(const char *text) {
  int width = 0;
  while (*text) {
    int n = cat_utf8_length(text);
    text += n ? n : 1;
    width++;
  }
  return width;
}
