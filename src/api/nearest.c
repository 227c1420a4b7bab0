#include "spec/nearest.h"

#include "catenaria/catenaria.h"

const char *cat_nearest_name(const char *text, const char *const *names, int n) {
  CatNearest nearest = cat_nearest(text);
  for (int i = 0; i < n && text && names; i++) {
    if (names[i]) cat_nearest_try(&nearest, names[i]);
  }
  return nearest.word;
}
