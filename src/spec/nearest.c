#include "nearest.h"

#include <string.h>

#include "base/c_locale.h"
#include "base/text.h"

enum { WORD = 48 };

// Lower case and '_' for '-', so that "Half-Length" is next to "half_length".
static void normalise(const char *text, char out[WORD]) {
  size_t n = strnlen(text, WORD - 1);
  for (size_t i = 0; i < n; i++) {
    out[i] = text[i] == '-' ? '_' : cat_lower_case(text[i]);
  }
  out[n] = '\0';
}

// Short words must be closer: of three letters, two wrong ones leave nothing to recognise.
static int tolerance(size_t n) {
  if (n <= 3) return 1;
  return n <= 7 ? 2 : 3;
}

CatNearest cat_nearest(const char *text) {
  return (CatNearest){.text = text};
}

void cat_nearest_try(CatNearest *nearest, const char *word) {
  char a[WORD], b[WORD];
  normalise(nearest->text, a);
  normalise(word, b);
  int d = cat_text_distance(a, b);
  if (d > tolerance(strlen(a)) || d >= (int)strlen(b)) return;
  if (nearest->word && d >= nearest->distance) return;
  nearest->word = word;
  nearest->distance = d;
}
