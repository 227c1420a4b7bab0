// What the browser gets of the program itself: a closed table.
#ifndef CAT_WEB_ASSETS_H
#define CAT_WEB_ASSETS_H

#include <stddef.h>

typedef struct Asset {
  const char *uri, *type;
  const unsigned char *bytes;
  const size_t *n;
} Asset;

const Asset *asset_find(const char *uri);  // NULL: there is none

#endif
