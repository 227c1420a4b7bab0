#include "strict.h"

#include <string.h>

// Bytes of the character at `at`; 0: it is none (RFC 3629: no overlong forms, no surrogates).
static size_t character(const unsigned char *at, size_t left) {
  if (at[0] < 0x80) return 1;
  size_t n = at[0] >= 0xf0 ? 4 : at[0] >= 0xe0 ? 3 : 2;
  if (at[0] < 0xc2 || at[0] > 0xf4 || left < n) return 0;
  for (size_t i = 1; i < n; i++) {
    if ((at[i] & 0xc0) != 0x80) return 0;
  }
  if (at[0] == 0xe0 && at[1] < 0xa0) return 0;
  if (at[0] == 0xed && at[1] > 0x9f) return 0;
  if (at[0] == 0xf0 && at[1] < 0x90) return 0;
  return at[0] == 0xf4 && at[1] > 0x8f ? 0 : n;
}

static bool is_text(const char *text, size_t n) {
  for (size_t i = 0, length; i < n; i += length) {
    length = text[i] ? character((const unsigned char *)text + i, n - i) : 0;
    if (length == 0) return false;
  }
  return true;
}

// Levels, and strings that would end early.
static bool is_shallow(const char *text, size_t n) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < n; i++) {
    if (quoted && text[i] == '\\') {
      if (strncmp(text + i, "\\u0000", 6) == 0) return false;
      i++;
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && (text[i] == '[' || text[i] == '{')) {
      if (++depth > STRICT_DEPTH) return false;
    } else if (!quoted && (text[i] == ']' || text[i] == '}')) {
      depth--;
    }
  }
  return true;
}

cJSON *strict_parse(const char *text, size_t n) {
  if (!is_text(text, n) || !is_shallow(text, n)) return NULL;
  return cJSON_ParseWithLengthOpts(text, n + 1, NULL, true);
}

void strict_mend(char *text) {
  for (size_t n = strlen(text), i = 0, length; i < n; i += length) {
    length = character((const unsigned char *)text + i, n - i);
    if (length > 0) continue;
    text[i] = '?';
    length = 1;
  }
}
