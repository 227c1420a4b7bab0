// One value: a scalar of the file becomes a number, a choice, a name or a text.
#ifndef CAT_INPUT_VALUE_H
#define CAT_INPUT_VALUE_H

#include "spec/schema.h"
#include "tree.h"

typedef struct CatValueAt {
  CatContext *ctx;
  CatArena *keep;  // texts are copied to here
  const CatKey *key;
  const char *path;
  void *field;  // where the value goes
} CatValueAt;

// CAT_ERR_INPUT after saying what is wrong with it; *odd is set if it is possible but unusual.
CatStatus cat_value_read(const CatValueAt *at, const CatNode *node, bool *odd);
// Whether it is a number with a unit of the same dimension.
bool cat_value_has_unit(const CatNode *node, const char *unit);
bool cat_value_is_bare(const CatNode *node);  // a number, and nothing behind it
// How a node is named in messages: "22 kg" in quotes, nothing, null, a list, a section.
const char *cat_value_found(const CatNode *node, char *out, size_t size);

#endif
