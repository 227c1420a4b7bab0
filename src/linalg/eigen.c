#include "eigen.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "arpack.h"
#include "blas.h"
#include "dense.h"
#include "inertia.h"
#include "lapack.h"

static const double SAME = 1e-6;      // relative distance of eigenvalues that are not told apart
static const double NO_MASS = 1e-13;  // of the largest 1/w: what has less is rounding

// ARPACK keeps its state between calls in variables of its own: one search at a time in a process.
static pthread_mutex_t arpack_lock = PTHREAD_MUTEX_INITIALIZER;

// What is known so far: pairs in ascending order.
typedef struct Search {
  CatContext *ctx;
  CatArena *scratch;
  const CatBand *K, *M;
  const CatLowRank *W;
  CatBand U;  // K = U' U
  int n, room;
  double *value;   // (room)
  double *vector;  // (size x room)
  double *work;    // (size)
} Search;

static double *column(const Search *s, int i) {
  return s->vector + (size_t)i * (size_t)s->K->n;
}

// y = (M + W W') x
static void multiply_mass(const Search *s, const double *x, double *y) {
  cat_band_multiply(s->M, 1, x, 0, y);
  cat_low_rank_add(s->W, NULL, 1, x, y);
}

//------------------------------------------------------------------------------- one search

// x -= F F' M x for the vectors F known so far
static void remove_known(Search *s, double *x) {
  int size = s->K->n;
  if (s->n == 0) return;
  multiply_mass(s, x, s->work);
  for (int i = 0; i < s->n; i++) {
    cat_axpy(size, -cat_dot(size, column(s, i), s->work), column(s, i), x);
  }
}

// The workspace of ARPACK for nev pairs from a space of ncv vectors, by its own names.
typedef struct Lanczos {
  int n, nev, ncv, lworkl, ido, info;
  double tol;
  int iparam[11], ipntr[11];
  double *resid, *v, *workd, *workl, *d;
  int *select;
} Lanczos;

static CatStatus lanczos_new(Search *s, int nev, Lanczos *l) {
  int size = s->K->n, ncv = 2 * nev + 10 < size ? 2 * nev + 10 : size;
  *l = (Lanczos){.n = size, .nev = nev, .ncv = ncv, .lworkl = ncv * (ncv + 8), .info = 1};
  l->iparam[0] = 1;    // exact shifts
  l->iparam[2] = 300;  // most restarts
  l->iparam[3] = 1;    // block size
  l->iparam[6] = 3;    // mode: shift-invert
  l->resid = CAT_ARENA(s->scratch, size, double);
  l->v = CAT_ARENA(s->scratch, (size_t)size * (size_t)ncv, double);
  l->workd = CAT_ARENA(s->scratch, 3 * (size_t)size, double);
  l->workl = CAT_ARENA(s->scratch, l->lworkl, double);
  l->d = CAT_ARENA(s->scratch, nev, double);
  l->select = CAT_ARENA(s->scratch, ncv, int);
  if (!l->resid || !l->v || !l->workd || !l->workl || !l->d || !l->select) return CAT_ERR_MEMORY;
  // a first vector of our own, without pattern, so that two runs are equal
  unsigned state = 12345 + (unsigned)s->n;
  for (int i = 0; i < size; i++) {
    state = state * 1664525u + 1013904223u;
    l->resid[i] = (double)(state >> 8) / (1 << 23) - 1;
  }
  remove_known(s, l->resid);
  return CAT_OK;
}

// y = K^-1 M x, or y = M x, as ARPACK asks.
static void serve(Search *s, Lanczos *l) {
  double *x = l->workd + l->ipntr[0] - 1, *y = l->workd + l->ipntr[1] - 1;
  size_t bytes = (size_t)l->n * sizeof *y;
  if (l->ido == 1) {
    memcpy(y, l->workd + l->ipntr[2] - 1, bytes);  // M x is known
  } else {
    multiply_mass(s, x, y);
  }
  if (l->ido == 2) return;
  cat_band_solve(&s->U, y, 1);
  remove_known(s, y);
}

static CatStatus lanczos_run(Search *s, Lanczos *l) {
  const int vectors = 1;
  const double sigma = 0;
  for (;;) {
    cat_blas_reenter();
    dsaupd_(&l->ido, "G", &l->n, "LM", &l->nev, &l->tol, l->resid, &l->ncv, l->v, &l->n, l->iparam,
            l->ipntr, l->workd, l->workl, &l->lworkl, &l->info, 1, 2);
    cat_blas_leave();
    if (l->ido != 1 && l->ido != -1 && l->ido != 2) break;
    if (cat_stop_asked(s->ctx)) return CAT_FAIL(s->ctx, CAT_ERR_INTERRUPTED, "interrupted");
    serve(s, l);
  }
  if (l->info == 0) {
    cat_blas_reenter();
    dseupd_(&vectors, "A", l->select, l->d, l->v, &l->n, &sigma, "G", &l->n, "LM", &l->nev, &l->tol,
            l->resid, &l->ncv, l->v, &l->n, l->iparam, l->ipntr, l->workd, l->workl, &l->lworkl,
            &l->info, 1, 1, 2);
    cat_blas_leave();
  }
  if (l->info == 0) return CAT_OK;
  return CAT_FAIL(s->ctx, CAT_ERR_DIVERGED,
                  "eigenpairs of %d unknowns not found: %d of %d converged (ARPACK %d)", l->n,
                  l->iparam[4], l->nev, l->info);
}

// Puts a pair in its place among those known.
static void keep(Search *s, double value, const double *vector) {
  size_t size = (size_t)s->K->n;
  int at = s->n;
  while (at > 0 && s->value[at - 1] > value) at--;
  size_t above = (size_t)(s->n - at);
  memmove(s->value + at + 1, s->value + at, above * sizeof *s->value);
  memmove(column(s, at + 1), column(s, at), above * size * sizeof *s->vector);
  s->value[at] = value;
  memcpy(column(s, at), vector, size * sizeof *s->vector);
  s->n++;
}

static CatStatus add_by_lanczos(Search *s, int nev) {
  Lanczos l;
  CatArenaMark mark = cat_arena_mark(s->scratch);
  CAT_TRY(lanczos_new(s, nev, &l));
  pthread_mutex_lock(&arpack_lock);
  CatStatus status = lanczos_run(s, &l);
  pthread_mutex_unlock(&arpack_lock);
  for (int i = 0; i < l.iparam[4] && i < nev && !status; i++) {
    keep(s, l.d[i], l.v + (size_t)i * (size_t)l.n);
  }
  cat_arena_release(s->scratch, mark);
  return status;
}

// All pairs, for small systems.
static CatStatus add_all(Search *s) {
  int n = s->K->n, info = 0, kd = s->K->kd > s->M->kd ? s->K->kd : s->M->kd;
  int lda = kd + 1, ldb = s->M->kd + 1;
  CatBand A, B;
  CAT_TRY(cat_band_new(s->scratch, n, kd, &A));
  CAT_TRY(cat_band_new(s->scratch, n, s->M->kd, &B));
  double *work = CAT_ARENA(s->scratch, 3 * n, double);
  if (!work) return CAT_ERR_MEMORY;
  cat_band_axpy(&A, 1, s->K);
  cat_band_copy(&B, s->M);
  CAT_TRY(cat_blas_enter(s->ctx));
  dsbgv_("V", "U", &n, &kd, &s->M->kd, A.a, &lda, B.a, &ldb, s->value, s->vector, &n, work, &info,
         1, 1);
  cat_blas_leave();
  s->n = n;
  if (info == 0) return CAT_OK;
  return CAT_FAIL(s->ctx, CAT_ERR_SINGULAR, "eigenpairs of %d unknowns not found (LAPACK %d)", n,
                  info);
}

// The same where the mass may be singular: (M + W W') y = 1/w K y, y' K y = 1, from the largest 1/w
// down to what is none.
static CatStatus add_all_heavy(Search *s) {
  size_t n = (size_t)s->K->n;
  double *K = CAT_ARENA(s->scratch, n * n, double), *M = CAT_ARENA(s->scratch, n * n, double);
  double *per_w = CAT_ARENA(s->scratch, n, double);
  if (!K || !M || !per_w) return CAT_ERR_MEMORY;
  for (size_t i = 0; i < n; i++) {
    memset(s->work, 0, n * sizeof *s->work);
    s->work[i] = 1;
    cat_band_multiply(s->K, 1, s->work, 0, K + i * n);
    multiply_mass(s, s->work, M + i * n);
  }
  CAT_TRY(cat_dense_modes(s->scratch, (int)n, M, K, per_w));
  for (size_t i = n; i-- > 0 && per_w[i] > NO_MASS * per_w[n - 1];) {
    double *x = column(s, s->n);
    memset(x, 0, n * sizeof *x);
    cat_axpy((int)n, 1 / sqrt(per_w[i]), M + i * n, x);
    s->value[s->n++] = 1 / per_w[i];
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- the proof

// The first place at or behind n that does not cut a cluster; 0 if there is none.
static int cut_after(const Search *s, int n) {
  for (int k = n; k < s->n; k++) {
    if (s->value[k] - s->value[k - 1] > SAME * s->value[k]) return k;
  }
  return s->n == s->K->n ? s->n : 0;
}

// Counts what lies below the gap behind the k-th value; missing: what is there and not known.
static CatStatus prove(const Search *s, int k, CatEigen *out, int *missing) {
  double last = s->value[k - 1];
  const double range[2] = {last, k < s->n ? s->value[k] : 2 * last};
  CatInertia count;
  CAT_TRY(cat_inertia_between_with(s->ctx, s->K, s->M, s->W, range, &count));
  out->n = k;
  out->bound = count.sigma;
  out->below = count.below;
  *missing = count.below - k;
  if (*missing >= 0) return CAT_OK;
  return CAT_FAIL(s->ctx, CAT_ERR_DIVERGED, "%d eigenvalues found below %.9g, where only %d are", k,
                  count.sigma, count.below);
}

// Searches until n pairs are known and proven to be the lowest.
static CatStatus search(Search *s, int n, CatEigen *out) {
  enum { GUARD = 4, ROUNDS = 8 };
  int size = s->K->n, more = n + GUARD;
  bool small = size < 3 * more + 20;
  for (out->rounds = 1; out->rounds <= ROUNDS; out->rounds++) {
    if (small) {
      CAT_TRY(s->W->n > 0 ? add_all_heavy(s) : add_all(s));
    } else {
      if (s->n + more > s->room) break;
      CAT_TRY(add_by_lanczos(s, more));
    }
    int k = cut_after(s, n < size ? n : size), missing = 0;
    if (k > 0) CAT_TRY(prove(s, k, out, &missing));
    if (k > 0 && missing == 0) return CAT_OK;
    more = k > 0 ? missing : GUARD;
    if (small) break;
  }
  return CAT_FAIL(s->ctx, CAT_ERR_DIVERGED,
                  "%d lowest eigenpairs of %d unknowns: %d found, not proven complete", n, size,
                  s->n);
}

static CatStatus search_new(CatContext *ctx, CatArena *scratch, int n, Search *s) {
  int size = s->K->n, room = 3 * n + 60 < size ? 3 * n + 60 : size;
  s->ctx = ctx;
  s->scratch = scratch;
  s->room = room;
  s->value = CAT_ARENA(scratch, room, double);
  s->vector = CAT_ARENA(scratch, (size_t)room * (size_t)size, double);
  s->work = CAT_ARENA(scratch, size, double);
  if (!s->value || !s->vector || !s->work) return CAT_ERR_MEMORY;
  CAT_TRY(cat_band_new(scratch, size, s->K->kd, &s->U));
  cat_band_copy(&s->U, s->K);
  return cat_band_factor(ctx, &s->U);
}

static CatStatus hand_over(CatArena *a, const Search *s, CatEigen *out) {
  size_t n = (size_t)out->n, size = (size_t)s->K->n;
  out->size = s->K->n;
  out->value = CAT_ARENA(a, n, double);
  out->vector = CAT_ARENA(a, n * size, double);
  if (!out->value || !out->vector) return CAT_ERR_MEMORY;
  memcpy(out->value, s->value, n * sizeof *out->value);
  memcpy(out->vector, s->vector, n * size * sizeof *out->vector);
  return CAT_OK;
}

CatStatus cat_eigen_lowest(CatArena *a, const CatBand *K, const CatBand *M, int n, CatEigen *out) {
  return cat_eigen_lowest_with(a, K, M, &(CatLowRank){0}, n, out);
}

CatStatus cat_eigen_lowest_with(CatArena *a, const CatBand *K, const CatBand *M,
                                const CatLowRank *W, int n, CatEigen *out) {
  CatContext *ctx = cat_arena_context(a);
  *out = (CatEigen){0};
  if (n < 1 || K->n < 1) return CAT_FAIL(ctx, CAT_ERR_ARG, "%d eigenpairs of %d unknowns", n, K->n);
  CatArena *scratch = cat_arena_new(ctx, 1 << 20);
  Search s = {.K = K, .M = M, .W = W};
  CatStatus status = scratch ? search_new(ctx, scratch, n, &s) : CAT_ERR_MEMORY;
  if (!status) status = search(&s, n, out);
  if (!status) status = hand_over(a, &s, out);
  cat_arena_free(scratch);
  return status;
}
