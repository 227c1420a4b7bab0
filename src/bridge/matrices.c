// Modes of K x = omega^2 M x from files, at the points of the deck: the unknowns are numbered anew
// so that the band is narrow (linalg/order.h), then the lowest pairs are found and proven complete
// (linalg/eigen.h). A bridge is long: with n unknowns its band is about as wide as a cross-section
// has unknowns, and a band is factored as quickly as by any sparse solver.
#include <math.h>
#include <string.h>

#include "imported.h"
#include "linalg/eigen.h"
#include "linalg/order.h"
#include "market.h"

static const double most_band = 4e8;  // numbers in a band [-]

static CatStatus build_graph(CatArena *a, const CatSparse *K, const CatSparse *M, CatGraph *out) {
  const CatSparse *both[2] = {K, M};
  size_t n = (size_t)K->n, *start = CAT_ARENA(a, n + 2, size_t);
  int *at = CAT_ARENA(a, 2 * (K->entries + M->entries) + 1, int);
  if (!start || !at) return CAT_ERR_MEMORY;
  for (int m = 0; m < 2; m++) {
    for (size_t k = 0; k < both[m]->entries; k++) {
      int i = both[m]->row[k], j = both[m]->column[k];
      if (i != j) start[i + 2]++, start[j + 2]++;
    }
  }
  for (size_t i = 2; i < n + 2; i++) start[i] += start[i - 1];
  for (int m = 0; m < 2; m++) {
    for (size_t k = 0; k < both[m]->entries; k++) {
      int i = both[m]->row[k], j = both[m]->column[k];
      if (i == j) continue;
      at[start[i + 1]++] = j;
      at[start[j + 1]++] = i;
    }
  }
  *out = (CatGraph){K->n, start, at};
  return CAT_OK;
}

static int width_of(const CatSparse *A, const int *number) {
  int width = 0;
  for (size_t k = 0; k < A->entries; k++) {
    int d = number[A->row[k]] - number[A->column[k]];
    if (d < 0) d = -d;
    width = d > width ? d : width;
  }
  return width;
}

static CatStatus fill_band(CatArena *a, const CatSparse *A, const int *number, CatBand *out) {
  CAT_TRY(cat_band_new(a, A->n, width_of(A, number), out));
  for (size_t k = 0; k < A->entries; k++) {
    cat_band_add(out, number[A->row[k]], number[A->column[k]], A->value[k]);
  }
  return CAT_OK;
}

// Says of which file it is that a matrix is not positive definite.
static CatStatus check_definite(CatArena *a, const CatFileName *file, const CatBand *A) {
  CatContext *ctx = cat_arena_context(a), *own = cat_context_derive(ctx);
  CatBand U;
  if (!own) return CAT_ERR_MEMORY;
  cat_context_mute(own);
  CatStatus status = cat_band_new(a, A->n, A->kd, &U);
  if (!status) {
    cat_band_copy(&U, A);
    status = cat_band_factor(own, &U);
  }
  cat_context_free(own);
  if (status != CAT_ERR_SINGULAR) return status;
  return CAT_FAIL_AT(ctx, ((CatPlace){file->path, 1, 1}), file->key,
                     "found a matrix that is not positive definite, expected one that is: supports "
                     "included, no unknown without %s",
                     strstr(file->key, "mass") ? "mass" : "stiffness");
}

typedef struct Pair {
  CatSparse A[2];  // K, M
  CatBand band[2];
  int *number;
} Pair;

// What most often keeps a matrix from being positive definite, found before a run.
static CatStatus check_diagonal(CatArena *a, const CatFileName *file, const CatSparse *A) {
  double *sum = CAT_ARENA(a, A->n, double);
  int *line = CAT_ARENA(a, A->n, int);
  if (!sum || !line) return CAT_ERR_MEMORY;
  for (size_t k = 0; k < A->entries; k++) {
    if (A->row[k] == A->column[k]) sum[A->row[k]] += A->value[k], line[A->row[k]] = A->line[k];
  }
  for (int i = 0; i < A->n; i++) {
    if (sum[i] > 0) continue;
    return CAT_FAIL_AT(
        cat_arena_context(a), ((CatPlace){file->path, line[i] ? line[i] : 1, 1}), file->key,
        "found %g on the diagonal for unknown %d, expected above 0: a matrix that is "
        "positive definite",
        sum[i], i + 1);
  }
  return CAT_OK;
}

static CatStatus check_points(const CatDeckMatrices *of, const Pair *p) {
  for (size_t k = 0; k < of->npoint; k++) {
    if (of->unknown[k] <= p->A[0].n) continue;
    return CAT_FAIL_CELL(of->points, k, "unknown",
                         "found %.0f, expected at most %d, the unknowns of %s", of->unknown[k],
                         p->A[0].n, of->file[0].path);
  }
  return CAT_OK;
}

static CatStatus read_pair(CatArena *a, const CatDeckMatrices *of, Pair *p) {
  CatContext *ctx = cat_arena_context(a);
  const CatFileName *file = of->file;
  for (int m = 0; m < 2; m++) {
    CAT_TRY(cat_market_read(a, file[m].path, &p->A[m]));
    CAT_TRY(check_diagonal(a, &file[m], &p->A[m]));
  }
  if (p->A[0].n == p->A[1].n) return check_points(of, p);
  return CAT_FAIL_AT(ctx, ((CatPlace){file[1].path, 1, 1}), file[1].key,
                     "found %d unknowns, expected %d as in the stiffness matrix", p->A[1].n,
                     p->A[0].n);
}

static CatStatus number_pair(CatArena *a, const CatFileName file[2], Pair *p) {
  CatGraph graph;
  p->number = CAT_ARENA(a, p->A[0].n, int);
  if (!p->number) return CAT_ERR_MEMORY;
  CAT_TRY(build_graph(a, &p->A[0], &p->A[1], &graph));
  CAT_TRY(cat_order_band(a, &graph, p->number));
  for (int m = 0; m < 2; m++) {
    int width = width_of(&p->A[m], p->number);
    if ((double)width * p->A[m].n > most_band) {
      return CAT_FAIL_AT(cat_arena_context(a), ((CatPlace){file[m].path, 1, 1}), file[m].key,
                         "found %d unknowns with a half-bandwidth of %d, expected at most %g "
                         "numbers in the band: the model is not long enough for its width",
                         p->A[m].n, width, most_band);
    }
    CAT_TRY(fill_band(a, &p->A[m], p->number, &p->band[m]));
    CAT_TRY(check_definite(a, &file[m], &p->band[m]));
  }
  return CAT_OK;
}

static CatStatus take_modes(CatArena *a, const CatEigen *modes, const Pair *p,
                            const CatDeckMatrices *of, CatBridge *out, double **value) {
  size_t n = (size_t)out->n, size = (size_t)modes->size;
  double *omega = CAT_ARENA(a, n, double), *v = *value = CAT_ARENA(a, n * of->npoint, double);
  if (!omega || !v) return CAT_ERR_MEMORY;
  for (size_t i = 0; i < n; i++) omega[i] = sqrt(modes->value[i]);
  for (size_t k = 0; k < of->npoint; k++) {
    if (of->unknown[k] == 0) continue;  // zero as it is
    size_t row = (size_t)p->number[(size_t)of->unknown[k] - 1];
    for (size_t i = 0; i < n; i++) v[k * n + i] = modes->vector[i * size + row];
  }
  out->omega = omega;
  out->unknowns = modes->size;
  out->method = "matrices of a finite element model";
  return CAT_OK;
}

static CatStatus reduce(CatArena *scratch, CatArena *a, const CatDeckMatrices *of, CatBridge *out,
                        double **value) {
  Pair p;
  CatEigen found;
  CAT_TRY(read_pair(scratch, of, &p));
  CAT_TRY(number_pair(scratch, of->file, &p));
  out->n = of->modes < p.A[0].n ? of->modes : p.A[0].n;
  CAT_TRY(cat_eigen_lowest(scratch, &p.band[0], &p.band[1], out->n, &found));
  return take_modes(a, &found, &p, of, out, value);
}

CatStatus cat_bridge_reduce(CatArena *a, const CatDeckMatrices *of, CatBridge *out,
                            double **value) {
  CatArena *scratch = cat_arena_new(cat_arena_context(a), 1 << 20);
  if (!scratch) return CAT_ERR_MEMORY;
  CatStatus status = reduce(scratch, a, of, out, value);
  cat_arena_free(scratch);
  return status;
}

CatStatus cat_bridge_reduce_check(CatArena *scratch, const CatDeckMatrices *of) {
  Pair p;
  return read_pair(scratch, of, &p);
}
