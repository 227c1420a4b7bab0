// The key path of the value at hand, such as "droppers[1].length": grown and cut as readers go in
// and out of sections. A path too long to keep is cut short at its end.
#ifndef CAT_INPUT_PATH_H
#define CAT_INPUT_PATH_H

#include <stddef.h>

typedef struct CatPath {
  char text[160];
  size_t n;
} CatPath;

// Both return the length to go back to with cat_path_cut.
size_t cat_path_key(CatPath *path, const char *key);
size_t cat_path_index(CatPath *path, int index);
void cat_path_cut(CatPath *path, size_t n);

#endif
