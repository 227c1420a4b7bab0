// Escapes user text for JSON, HTML and terminals. Invalid UTF-8 becomes U+FFFD, so that a file name
// in another encoding cannot break a whole file.
#ifndef CAT_REPORT_COMMON_ESCAPE_H
#define CAT_REPORT_COMMON_ESCAPE_H

#include "base/text.h"

// Length of the UTF-8 character at s (1 to 4), or 0 if there is none; s must not be at its end.
int cat_utf8_length(const char *s);

void cat_escape_json(CatText *out, const char *text);  // with quotes; safe inside <script>, too
// The same behind what comes before it, such as `,"unit":`.
void cat_escape_json_after(CatText *out, const char *before, const char *text);
void cat_escape_html(CatText *out, const char *text);   // for content and quoted attributes
void cat_escape_plain(CatText *out, const char *text);  // control characters replaced
int cat_escape_width(const char *text);                 // columns of cat_escape_plain's text

#endif
