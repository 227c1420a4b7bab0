#include "path.h"

#include <stdio.h>
#include <string.h>

#include "quote.h"

static size_t append(CatPath *path, const char *before, const char *text, const char *behind) {
  size_t n = path->n, room = sizeof path->text - n;
  int wrote = snprintf(path->text + n, room, "%s%s%s", before, text, behind);
  if (wrote >= 0 && (size_t)wrote < room) {
    path->n = n + (size_t)wrote;
  } else {
    path->n = n + cat_utf8_whole(path->text + n, strlen(path->text + n));
    path->text[path->n] = '\0';
  }
  return n;
}

size_t cat_path_key(CatPath *path, const char *key) {
  return append(path, path->n ? "." : "", key, "");
}

size_t cat_path_index(CatPath *path, int index) {
  char text[16];
  snprintf(text, sizeof text, "%d", index);
  return append(path, "[", text, "]");
}

void cat_path_cut(CatPath *path, size_t n) {
  path->n = n;
  path->text[n] = '\0';
}
