#include "inertia.h"

#include <math.h>
#include <string.h>

static const double SMALLEST_PIVOT = 1e-10;  // of what it is the difference of
static const double LARGEST_GROWTH = 1e6;

// Column j of the factor U of A = U' D U, in place above the diagonal; the pivot, and the sum of
// what was subtracted for it.
static double factor_column(const CatBand *A, int j, const double *d, double *taken) {
  size_t ld = (size_t)A->kd + 1;
  int width = j < A->kd ? j : A->kd, first = j - width;
  double *column = A->a + (size_t)j * ld + (A->kd - width);  // from row `first` on
  double pivot = column[width];
  // w_i = a_ij - sum_k u_ki w_k
  for (int i = 1; i < width; i++) {
    const double *other = A->a + (size_t)(first + i) * ld;
    int skip = i < A->kd ? A->kd - i : 0;
    double sum = column[i];
    for (int k = 0; k < i; k++) sum -= other[skip + k] * column[k];
    column[i] = sum;
  }
  // u_i = w_i / d_i,  d_j = a_jj - sum_i u_i w_i
  *taken = 0;
  for (int i = 0; i < width; i++) {
    double w = column[i];
    column[i] = w / d[first + i];
    pivot -= column[i] * w;
    *taken += fabs(column[i] * w);
  }
  return pivot;
}

int cat_band_factor_signed(CatBand *A, double *d) {
  int negative = 0;
  bool certain = true;
  for (int j = 0; j < A->n; j++) {
    double taken, whole = fabs(cat_band_get(A, j, j));
    d[j] = factor_column(A, j, d, &taken);
    double least = 1e-13 * (whole + taken);
    if (!(fabs(d[j]) > least)) certain = false;
    if (d[j] == 0) d[j] = least > 0 ? 1e-3 * least : 1e-300;  // still of use: inverse iteration
    negative += d[j] < 0;
  }
  return certain ? negative : -1;
}

void cat_band_solve_signed(const CatBand *U, const double *d, double *b) {
  int kd = U->kd;
  for (int j = 0; j < U->n; j++) {
    const double *column = U->a + (size_t)j * (size_t)(kd + 1) + (kd - j);
    for (int i = j > kd ? j - kd : 0; i < j; i++) b[j] -= column[i] * b[i];
  }
  for (int j = 0; j < U->n; j++) b[j] /= d[j];
  for (int j = U->n - 1; j >= 0; j--) {
    const double *column = U->a + (size_t)j * (size_t)(kd + 1) + (kd - j);
    for (int i = j > kd ? j - kd : 0; i < j; i++) b[i] -= column[i] * b[j];
  }
}

// Counts the negative pivots of A; false if the sign of one is uncertain.
static bool count_negative(const CatBand *A, const CatBand *K, double *d, CatInertia *out) {
  out->below = 0;
  out->growth = 0;
  for (int j = 0; j < A->n; j++) {
    double taken, whole = fabs(cat_band_get(A, j, j));
    d[j] = factor_column(A, j, d, &taken);
    out->growth = fmax(out->growth, taken / cat_band_get(K, j, j));
    if (!(fabs(d[j]) > SMALLEST_PIVOT * (whole + taken))) return false;
    if (!(out->growth < LARGEST_GROWTH)) return false;
    out->below += d[j] < 0;
  }
  return true;
}

// Adds those of I - sigma W' B^-1 W; certain: as above.
static CatStatus count_beside(CatArena *scratch, const CatBand *B, const double *d,
                              const CatLowRank *W, CatInertia *out, bool *certain) {
  CatBand T;
  if (W->n == 0 || !*certain) return CAT_OK;
  double *pivot = CAT_ARENA(scratch, W->n, double);
  if (!pivot) return CAT_ERR_MEMORY;
  CAT_TRY(cat_low_rank_complement(scratch, B, d, W, out->sigma, &T));
  int negative = cat_band_factor_signed(&T, pivot);
  *certain = negative >= 0;
  out->below += negative;
  return CAT_OK;
}

static CatStatus count_between(CatArena *scratch, const CatBand *K, const CatBand *M,
                               const CatLowRank *W, const double range[2], CatInertia *out) {
  static const double places[] = {0.5, 0.4, 0.6, 0.3, 0.7, 0.45, 0.55, 0.2, 0.8};
  CatBand A;
  int kd = K->kd > M->kd ? K->kd : M->kd;
  double *d = CAT_ARENA(scratch, K->n, double);
  if (!d) return CAT_ERR_MEMORY;
  CAT_TRY(cat_band_new(scratch, K->n, kd, &A));
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    out->sigma = range[0] + places[i] * (range[1] - range[0]);
    memset(A.a, 0, ((size_t)kd + 1) * (size_t)A.n * sizeof *A.a);
    cat_band_axpy(&A, 1, K);
    cat_band_axpy(&A, -out->sigma, M);
    CatArenaMark mark = cat_arena_mark(scratch);
    bool certain = count_negative(&A, K, d, out);
    CAT_TRY(count_beside(scratch, &A, d, W, out, &certain));
    cat_arena_release(scratch, mark);
    if (certain) return CAT_OK;
  }
  return CAT_FAIL(cat_arena_context(scratch), CAT_ERR_SINGULAR,
                  "no place between %.9g and %.9g where eigenvalues can be counted", range[0],
                  range[1]);
}

CatStatus cat_inertia_between(CatContext *ctx, const CatBand *K, const CatBand *M,
                              const double range[2], CatInertia *out) {
  return cat_inertia_between_with(ctx, K, M, &(CatLowRank){0}, range, out);
}

CatStatus cat_inertia_between_with(CatContext *ctx, const CatBand *K, const CatBand *M,
                                   const CatLowRank *W, const double range[2], CatInertia *out) {
  *out = (CatInertia){0};
  CatArena *scratch = cat_arena_new(ctx, 1 << 16);
  CatStatus status = scratch ? count_between(scratch, K, M, W, range, out) : CAT_ERR_MEMORY;
  cat_arena_free(scratch);
  return status;
}
