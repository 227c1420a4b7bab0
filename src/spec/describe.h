// Rows of the schema as paragraphs and tables, for the terminal and for Markdown.
#ifndef CAT_SPEC_DESCRIBE_H
#define CAT_SPEC_DESCRIBE_H

#include "base/text.h"
#include "format.h"

// "speed [m/s]", "one of fem, fdm or modes"; of the key `kind`: the names of the kinds.
CatLine cat_describe_type(const CatKind *const *kinds, const CatKey *key);
CatLine cat_describe_default(const CatKey *key);  // "required", "0.2 m", "none"
CatLine cat_describe_range(const CatKey *key);    // "0 to 60 m; 2 to 64 items", "" if unlimited

// A key in full: where it stands, and the row itself.
typedef struct CatKeyAt {
  const CatKind *kind;
  const char *path;  // of the section around it
  const CatKey *key;
  bool again;  // its section was described above
} CatKeyAt;
void cat_describe_key(CatText *out, const CatKind *const *kinds, const CatKeyAt *at);
// A table of its keys.
void cat_describe_section(CatText *out, const CatKind *const *kinds, const CatSection *section);
void cat_describe_kind(CatText *out, const CatKind *const *kinds, const CatKind *kind);
void cat_describe_overview(CatText *out, const CatKind *const *kinds);

#endif
