#include "models.h"

#define NAME(name) cat_##name##_pantograph,
static CatPantographNew *const table[] = {CAT_PANTOGRAPH_MODELS(NAME)};

CatStatus cat_pantograph_new(CatContext *ctx, CatArena *a, int model, const CatPantographInput *in,
                             CatMechanism **out) {
  return table[model](ctx, a, in, out);
}
