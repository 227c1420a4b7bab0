// Tree -> values, row by row of the schema: types, units, ranges, choices, names, defaults.
#ifndef CAT_INPUT_READER_H
#define CAT_INPUT_READER_H

#include "tree.h"

// Fills the spec; every fault is reported, and CAT_ERR_INPUT says that there were some.
CatStatus cat_reader_read(CatSession *s, const CatNode *root, CatSpec *spec);

#endif
