#include "line_parts.h"

CatStructure cat_line_structure(const CatStructureOps *ops, const CatLineParts *parts) {
  return (CatStructure){ops, parts->step, parts->system->n, parts->nmoving, parts->ntie};
}

static void solve(const void *self, double *x) {
  cat_band_solve(self, x, 1);
}

CatStatus cat_line_statics(const CatLinearSystem *t, CatArena *scratch, CatStatics *out) {
  CatBand *K = CAT_ARENA(scratch, 1, CatBand);
  if (!K) return CAT_ERR_MEMORY;
  CAT_TRY(cat_band_new(scratch, t->n, t->K.kd, K));
  cat_band_copy(K, &t->K);
  CAT_TRY(cat_band_factor(cat_arena_context(scratch), K));
  *out = (CatStatics){solve, K};
  return CAT_OK;
}
