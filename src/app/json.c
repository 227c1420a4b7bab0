#include "json.h"

#include <stdbool.h>
#include <string.h>

// Length of the UTF-8 sequence at s; 0 if there is none.
static int utf8_length(const unsigned char *s) {
  int n = s[0] < 0x80   ? 1
          : s[0] < 0xc2 ? 0
          : s[0] < 0xe0 ? 2
          : s[0] < 0xf0 ? 3
          : s[0] < 0xf5 ? 4
                        : 0;
  for (int i = 1; i < n; i++) {
    if ((s[i] & 0xc0) != 0x80) return 0;
  }
  bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
  bool beyond = (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf4 && s[1] > 0x8f);
  return overlong || beyond ? 0 : n;
}

void json_string(FILE *stream, const char *text) {
  const unsigned char *s = (const unsigned char *)text;
  fputc('"', stream);
  while (*s) {
    int n = utf8_length(s);
    if (n == 0) {
      fputs("\\ufffd", stream);
      n = 1;
    } else if (*s == '"' || *s == '\\') {
      fprintf(stream, "\\%c", *s);
    } else if (*s == '\n') {
      fputs("\\n", stream);
    } else if (*s < 0x20) {
      fprintf(stream, "\\u%04x", *s);
    } else {
      fwrite(s, 1, (size_t)n, stream);
    }
    s += n;
  }
  fputc('"', stream);
}

void json_member(FILE *stream, const char *separator, const char *name, const char *text) {
  fputs(separator, stream);
  json_string(stream, name);
  fputs(": ", stream);
  json_string(stream, text);
}
