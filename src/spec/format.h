// Values and rows of the schema as short texts: for messages, the resolved input and the manual.
#ifndef CAT_SPEC_FORMAT_H
#define CAT_SPEC_FORMAT_H

#include "schema.h"

// Texts returned by value: usable in the argument list of a call, nothing to free.
typedef struct CatShort {
  char s[64];
} CatShort;
typedef struct CatLine {
  char s[400];
} CatLine;

CatShort cat_number_text(double value);                    // fewest digits that read back
CatShort cat_quantity_text(double si, const char *unit);   // "15 kN"; bare SI if not exact in it
CatShort cat_quantity_brief(double si, const char *unit);  // six digits, for reading only

CatLine cat_key_expected(const CatKey *key);  // "a force (N, kN)", "true or false", ...
CatLine cat_key_range(const CatKey *key);     // "above 0 kN, at most 10000 kN"; "" if unlimited
CatLine cat_key_count(const CatKey *key);     // "2 to 64 items"; "" if it is no list
CatLine cat_key_usual(const CatKey *key);     // "0.5 to 100 kN"; "" if there is no such window
CatLine cat_section_list(const CatSection *section);  // "speed, from, to, half_length"
CatLine cat_kind_names(const CatKind *const *kinds);  // "pdae, rest or train"
// Adds to a line, cut where it is full.
void cat_line_add(CatLine *line, const char *text);

#endif
