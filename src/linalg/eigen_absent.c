// A build without ARPACK (CAT_ARPACK).
#include "eigen.h"

CatStatus cat_eigen_lowest(CatArena *a, const CatBand *K, const CatBand *M, int n, CatEigen *out) {
  return cat_eigen_lowest_with(a, K, M, &(CatLowRank){0}, n, out);
}

CatStatus cat_eigen_lowest_with(CatArena *a, const CatBand *K, const CatBand *M,
                                const CatLowRank *W, int n, CatEigen *out) {
  (void)K, (void)M, (void)W, (void)n;
  *out = (CatEigen){0};
  return CAT_FAIL(cat_arena_context(a), CAT_ERR_ARG,
                  "natural modes are not part of this build: it was made without ARPACK");
}
