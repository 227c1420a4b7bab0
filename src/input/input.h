// Input: a YAML file, the parts it uses and the overrides become a Spec, or up to 20 errors that
// each name file, line, column, key, what was found and what was expected.
#ifndef CAT_INPUT_INPUT_H
#define CAT_INPUT_INPUT_H

#include "spec/spec.h"

// A text in memory.
typedef struct CatInputText {
  const char *name;  // in messages; of a part also what a `use` finds it by
  const char *text;
  size_t n;
} CatInputText;

typedef struct CatInputOptions {
  const char *const *sets;  // "key.path=value"
  int nset;
  const char *library;        // where shipped parts are looked up by name; may be NULL
  const CatInputText *parts;  // texts that take the place of files of their names
  int npart;
} CatInputOptions;

// `kinds` are those that the case may have; it ends with NULL. The spec is checked by its kind.
CatStatus cat_input_load(CatContext *ctx, const CatKind *const *kinds, const char *path,
                         const CatInputOptions *options, CatSpec **out);
// The same from memory: a `use` finds the parts of the options and the files of the library, if
// there is one, and nothing else.
CatStatus cat_input_parse(CatContext *ctx, const CatKind *const *kinds, const CatInputText *text,
                          const CatInputOptions *options, CatSpec **out);
// The same as one kind, whatever `kind:` says: for tests.
CatStatus cat_input_parse_as(CatContext *ctx, const CatKind *kind, const char *name,
                             const char *text, const CatInputOptions *options, CatSpec **out);

#endif
