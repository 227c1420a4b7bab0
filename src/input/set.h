// Overrides from the command line: "key.path=value", after everything that files say.
#ifndef CAT_INPUT_SET_H
#define CAT_INPUT_SET_H

#include "tree.h"

// The tree with one override applied. `kind` says which keys there are.
CatStatus cat_set_apply(CatSession *s, const CatKind *kind, const char *text, const CatNode *root,
                        const CatNode **out);
// Whether the text overrides this key of the top level, and if so, its value as written.
const char *cat_set_value(const char *text, const char *key);

#endif
