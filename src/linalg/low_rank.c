#include "low_rank.h"

#include "dense.h"
#include "inertia.h"

static double column_dot(const CatLowRankPart *p, int column, int stride, const double *x) {
  const double *w = p->w + (size_t)column * (size_t)p->nrow;
  double sum = 0;
  for (int i = 0; i < p->nrow; i++) sum += w[i] * x[(size_t)p->row[i] * (size_t)stride];
  return sum;
}

static void column_axpy(const CatLowRankPart *p, int column, double factor, int stride, double *y) {
  const double *w = p->w + (size_t)column * (size_t)p->nrow;
  for (int i = 0; i < p->nrow; i++) y[(size_t)p->row[i] * (size_t)stride] += factor * w[i];
}

void cat_low_rank_add(const CatLowRank *W, const double *G, int stride, const double *x,
                      double *y) {
  for (int k = 0, at = 0; k < W->npart; k++) {
    const CatLowRankPart *p = &W->part[k];
    for (int i = 0; i < p->ncolumn; i++, at++) {
      double sum = column_dot(p, i, stride, x);
      column_axpy(p, i, G ? G[at] * sum : sum, stride, y);
    }
  }
}

// z = W'x
static void project(const CatLowRank *W, const double *x, double *z) {
  for (int k = 0; k < W->npart; k++) {
    for (int i = 0; i < W->part[k].ncolumn; i++) *z++ = column_dot(&W->part[k], i, 1, x);
  }
}

// Y = W (size x n)
static CatStatus columns_of(CatArena *a, const CatLowRank *W, int size, double **Y) {
  *Y = CAT_ARENA(a, (size_t)size * (size_t)W->n + 1, double);
  if (!*Y) return CAT_ERR_MEMORY;
  double *to = *Y;
  for (int k = 0; k < W->npart; k++) {
    for (int i = 0; i < W->part[k].ncolumn; i++, to += size) {
      column_axpy(&W->part[k], i, 1, 1, to);
    }
  }
  return CAT_OK;
}

// A += factor W'Y with Y (size x n); z: scratch (n)
static void add_product(const CatLowRank *W, const double *Y, int size, double factor, double *z,
                        CatBand *A) {
  for (int j = 0; j < W->n; j++) {
    project(W, Y + (size_t)j * (size_t)size, z);
    for (int i = 0; i <= j; i++) cat_band_add(A, i, j, factor * z[i]);
  }
}

CatStatus cat_low_rank_update_new(CatArena *a, const CatBand *U, const CatLowRank *W,
                                  const double *G, CatLowRankUpdate *out) {
  *out = (CatLowRankUpdate){.W = W, .size = U->n};
  if (W->n == 0) return CAT_OK;
  out->z = CAT_ARENA(a, W->n, double);
  if (!out->z) return CAT_ERR_MEMORY;
  CAT_TRY(columns_of(a, W, U->n, &out->Y));
  cat_band_solve(U, out->Y, W->n);
  CAT_TRY(cat_band_new(a, W->n, W->n - 1, &out->S));
  for (int i = 0; i < W->n; i++) cat_band_add(&out->S, i, i, G ? 1 / G[i] : 1);
  add_product(W, out->Y, U->n, 1, out->z, &out->S);
  return cat_band_factor(cat_arena_context(a), &out->S);
}

void cat_low_rank_update_solve(const CatLowRankUpdate *u, double *x) {
  if (u->W->n == 0) return;
  project(u->W, x, u->z);
  cat_band_solve(&u->S, u->z, 1);
  for (int i = 0; i < u->W->n; i++) {
    cat_axpy(u->size, -u->z[i], u->Y + (size_t)i * (size_t)u->size, x);
  }
}

CatStatus cat_low_rank_complement(CatArena *a, const CatBand *U, const double *d,
                                  const CatLowRank *W, double sigma, CatBand *T) {
  double *Y, *z = CAT_ARENA(a, W->n + 1, double);
  if (!z) return CAT_ERR_MEMORY;
  CAT_TRY(columns_of(a, W, U->n, &Y));
  for (int i = 0; i < W->n; i++) cat_band_solve_signed(U, d, Y + (size_t)i * (size_t)U->n);
  CAT_TRY(cat_band_new(a, W->n, W->n - 1, T));
  for (int i = 0; i < W->n; i++) cat_band_add(T, i, i, 1);
  add_product(W, Y, U->n, -sigma, z, T);
  return CAT_OK;
}
