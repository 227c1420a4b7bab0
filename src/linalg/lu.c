#include "lu.h"

#include <string.h>

#include "blas.h"
#include "lapack.h"

CatStatus cat_lu_new(CatArena *arena, int n, int kl, int ku, CatLu *out) {
  *out = (CatLu){.n = n, .kl = kl, .ku = ku, .ld = 2 * kl + ku + 1};
  out->a = CAT_ARENA(arena, (size_t)out->ld * (size_t)n, double);
  out->pivot = CAT_ARENA(arena, n, int);
  return out->a && out->pivot ? CAT_OK : CAT_ERR_MEMORY;
}

void cat_lu_clear(CatLu *A) {
  memset(A->a, 0, (size_t)A->ld * (size_t)A->n * sizeof *A->a);
}

void cat_lu_add(CatLu *A, int i, int j, double value) {
  A->a[(size_t)j * (size_t)A->ld + (size_t)(A->kl + A->ku + i - j)] += value;
}

CatStatus cat_lu_factor(CatContext *ctx, CatLu *A) {
  int info = 0;
  CAT_TRY(cat_blas_enter(ctx));
  dgbtrf_(&A->n, &A->n, &A->kl, &A->ku, A->a, &A->ld, A->pivot, &info);
  cat_blas_leave();
  if (info == 0) return CAT_OK;
  return CAT_FAIL(ctx, CAT_ERR_SINGULAR, "system of %d unknowns is singular at row %d", A->n, info);
}

void cat_lu_solve(const CatLu *A, double *b) {
  int one = 1, info = 0;
  cat_blas_reenter();
  dgbtrs_("N", &A->n, &A->kl, &A->ku, &one, A->a, &A->ld, A->pivot, b, &A->n, &info, 1);
  cat_blas_leave();
}
