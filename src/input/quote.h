// The user's text in messages: short, on one line, never broken inside a character.
#ifndef CAT_INPUT_QUOTE_H
#define CAT_INPUT_QUOTE_H

#include <stddef.h>

typedef struct CatQuote {
  char s[192];
} CatQuote;

CatQuote cat_quote(const char *text);  // "text" with quotes, or "long text..."

// One character as it is shown, line ends, tabs and bytes that are no UTF-8 by their escapes.
// Returns how many bytes it takes; text goes on behind it.
enum { CAT_SHOWN = 5 };  // most of them, with the NUL
size_t cat_show(char *out, const char **text);

// How many of n bytes of UTF-8 are whole characters, if the text was cut behind them.
size_t cat_utf8_whole(const char *text, size_t n);

#endif
