// `use: FILE` in a mapping: the file is the base, the other keys of the mapping override it.
#ifndef CAT_INPUT_USE_H
#define CAT_INPUT_USE_H

#include "path.h"
#include "tree.h"

// Reads a case file and everything that it uses.
CatStatus cat_use_load(CatSession *s, const char *file, const CatNode **out);
// The same from a text in memory.
CatStatus cat_use_parse(CatSession *s, const char *name, const char *text, size_t n,
                        const CatNode **out);
// Resolves the uses in a tree that stands at the given key path; files are looked up relative to
// the directory of `file`.
CatStatus cat_use_resolve(CatSession *s, const char *file, const char *key, const CatNode *node,
                          const CatNode **out);

// `over` on top of `base`: mappings merge key by key, everything else is replaced.
CatStatus cat_use_merge(CatSession *s, const CatNode *base, const CatNode *over,
                        const CatNode **out);

#endif
