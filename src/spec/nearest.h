// "Did you mean": the known word that looks most like what the user wrote.
#ifndef CAT_SPEC_NEAREST_H
#define CAT_SPEC_NEAREST_H

typedef struct CatNearest {
  const char *text;  // what was written
  const char *word;  // the best so far, NULL while none is near
  int distance;
} CatNearest;

CatNearest cat_nearest(const char *text);
void cat_nearest_try(CatNearest *nearest, const char *word);

#endif
