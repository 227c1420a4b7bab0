// Rows of the schema as paragraphs and tables, for the terminal and for Markdown.
#ifndef CAT_SPEC_DESCRIBE_H
#define CAT_SPEC_DESCRIBE_H

#include "base/text.h"
#include "format.h"

CatLine cat_describe_type(const CatKey *key);     // "speed [m/s]", "one of fem, fdm or modes"
CatLine cat_describe_default(const CatKey *key);  // "required", "0.2 m", "none"
CatLine cat_describe_range(const CatKey *key);    // "0 to 60 m; 2 to 64 items", "" if unlimited

// `path` is that of the section around the key.
void cat_describe_key(CatText *out, const CatKind *kind, const char *path, const CatKey *key);
void cat_describe_section(CatText *out, const CatSection *section);  // a table of its keys
void cat_describe_kind(CatText *out, const CatKind *kind);
void cat_describe_overview(CatText *out);

#endif
