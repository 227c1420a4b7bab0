// A YAML text as a tree: mappings, lists and scalars, each with its place. Trees are never changed
// once built: aliases share nodes, and an override creates new nodes above it.
#ifndef CAT_INPUT_TREE_H
#define CAT_INPUT_TREE_H

#include "session.h"

typedef enum CatNodeType { CAT_NODE_SCALAR, CAT_NODE_MAP, CAT_NODE_LIST } CatNodeType;

typedef struct CatNode CatNode;
typedef struct CatEntry CatEntry;

struct CatEntry {
  const char *key;  // NULL in a list
  CatPlace place;   // of the key, or of the item
  const CatNode *value;
  CatEntry *next;
};

struct CatNode {
  CatNodeType type;
  CatPlace place;
  const char *text;         // scalar
  bool quoted;              // scalar: written in quotes or as a block, so "null" is a text
  bool replaces;            // mapping: came with a `use` of its own, so nothing below shows through
  bool bad;                 // placeholder for something already reported
  int count;                // entries
  CatEntry *first, **last;  // entries in order
  int weight, height;       // nodes and levels from here down
};

// A part of the text with a name for messages. Placeless text has the place {name, 0, 0}.
typedef struct CatTreeText {
  const char *name;
  const char *text;
  size_t n;
  bool placeless;
  const char *key;  // path of the section that the text is for; "" for a whole case
} CatTreeText;

// *out is NULL if the text holds nothing.
CatStatus cat_tree_parse(CatSession *s, const CatTreeText *text, const CatNode **out);

const CatEntry *cat_node_find(const CatNode *map, const char *key);
bool cat_node_is_null(const CatNode *node);                              // nothing there, ~ or null
CatNode *cat_node_new(CatSession *s, CatNodeType type, CatPlace place);  // NULL: no memory
CatStatus cat_node_add(CatSession *s, CatNode *node, CatEntry entry);    // copied, to the end

#endif
