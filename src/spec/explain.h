// The schema in words: `catenaria explain` and docs/input.md.
#ifndef CAT_SPEC_EXPLAIN_H
#define CAT_SPEC_EXPLAIN_H

#include "base/text.h"
#include "schema.h"

// One key in full, or a section as a table of its keys. The path may begin with the kind
// ("pdae.run.speed") or inside ("run.speed"; "speed" explains it wherever it occurs). A word that
// is no key, but stands in explanations ("linearised"), lists these keys. NULL or "": all kinds
// with their sections. CAT_ERR_INPUT if nothing has that name and nothing speaks of it.
CatStatus cat_explain(CatContext *ctx, const CatKind *const *kinds, const char *path, CatText *out);
// The whole input language as Markdown.
CatStatus cat_explain_markdown(const CatKind *const *kinds, CatText *out);

#endif
