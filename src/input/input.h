// Input: a YAML file, the parts it uses and the overrides become a Spec, or up to 20 errors that
// each name file, line, column, key, what was found and what was expected.
#ifndef CAT_INPUT_INPUT_H
#define CAT_INPUT_INPUT_H

#include "spec/spec.h"

typedef struct CatInputOptions {
  const char *const *sets;  // "key.path=value"
  int nset;
  const char *library;  // where shipped parts are looked up by name; may be NULL
} CatInputOptions;

CatStatus cat_input_load(CatContext *ctx, const char *path, const CatInputOptions *options,
                         CatSpec **out);
// The same from memory, for tests and the fuzzer; parts in other files are not reachable.
CatStatus cat_input_parse(CatContext *ctx, const char *name, const char *text, size_t n,
                          const CatInputOptions *options, CatSpec **out);
// The same as a kind that need not be among cat_kinds(), whatever `kind:` says: for tests.
CatStatus cat_input_parse_as(CatContext *ctx, const CatKind *kind, const char *name,
                             const char *text, const CatInputOptions *options, CatSpec **out);

#endif
