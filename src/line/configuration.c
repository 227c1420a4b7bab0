#include "configuration.h"

#include <string.h>

#include "model.h"

// One more than needed, so that an empty array is not an allocation failure.
CatStatus cat_configuration_reserve(CatArena *a, const CatLineModel *most, CatConfiguration *out) {
  *out = (CatConfiguration){.cable = CAT_ARENA(a, most->ncable + 1, double),
                            .dropper = CAT_ARENA(a, most->ndropper + 1, double),
                            .hinge = cat_arena_alloc(a, (size_t)most->narm + 1, sizeof *out->hinge),
                            .support = CAT_ARENA(a, most->nsupport + 1, double),
                            .weight = CAT_ARENA(a, most->nweight + 1, double),
                            .q = cat_arena_alloc(a, (size_t)most->nnode + 1, sizeof *out->q)};
  bool ok = out->cable && out->dropper && out->hinge && out->support && out->weight && out->q;
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

static void copy(const CatLineModel *m, const CatConfiguration *from, CatConfiguration *to) {
  memcpy(to->cable, from->cable, (size_t)m->ncable * sizeof *to->cable);
  memcpy(to->dropper, from->dropper, (size_t)m->ndropper * sizeof *to->dropper);
  memcpy(to->hinge, from->hinge, (size_t)m->narm * sizeof *to->hinge);
  memcpy(to->support, from->support, (size_t)m->nsupport * sizeof *to->support);
  memcpy(to->weight, from->weight, (size_t)m->nweight * sizeof *to->weight);
  memcpy(to->q, from->q, (size_t)m->nnode * sizeof *to->q);
}

CatStatus cat_configuration_new(CatContext *ctx, const CatLineModel *m,
                                const CatConfiguration *from, CatConfiguration **out) {
  *out = NULL;
  CatArena *arena = cat_arena_new(ctx, 1 << 16);
  CatConfiguration *x = arena ? CAT_ARENA(arena, 1, CatConfiguration) : NULL;
  CatStatus status = x ? cat_configuration_reserve(arena, m, x) : CAT_ERR_MEMORY;
  if (status) {
    cat_arena_free(arena);
    return status;
  }
  copy(m, from, x);
  x->arena = arena;
  *out = x;
  return CAT_OK;
}

void cat_configuration_free(CatConfiguration *x) {
  if (x) cat_arena_free(x->arena);
}
