// Lists of numbers: how long they may be, and their defaults as nodes.
#ifndef CAT_INPUT_NUMBERS_H
#define CAT_INPUT_NUMBERS_H

#include "spec/schema.h"
#include "tree.h"

bool cat_numbers_fit(const CatKey *key, int count);
// The preset "[0 mm, 1 mm]" of a row as a list, all of it at the given place; empty without one.
CatStatus cat_numbers_preset(CatSession *s, const CatKey *key, CatPlace place, const CatNode **out);

#endif
