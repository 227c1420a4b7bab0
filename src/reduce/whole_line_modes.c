#include "whole_line_modes.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"

static const double CLUSTER =
    1e-7;  // relative width of an interval that is not bisected any further
enum { BATCH = 32, MOST = 64, ITERATIONS = 60, DEPTH = 256 };

// An interval of the axis: modes below its ends.
typedef struct Piece {
  double from, to;  // [1/s2]
  int below_from, below_to;
} Piece;

typedef struct Search {
  CatContext *ctx;
  CatArena *scratch;
  CatArrow *arrow;
  CatModeSearch *out;
  CatModesTake take;
  void *user;
  unsigned random;
  double *x, *mx, *y;       // vectors at work, and times M (n x MOST)
  double *Ks, *Ms, *value;  // of the small problem
  int nbatch, wanted;
  double *batch, *batch_value;
} Search;

static double *column(const Search *s, double *matrix, int i) {
  return matrix + (size_t)i * (size_t)s->arrow->n;
}

static CatStatus reserve(Search *s) {
  size_t n = (size_t)s->arrow->n;
  s->x = CAT_ARENA(s->scratch, n * MOST, double);
  s->mx = CAT_ARENA(s->scratch, n * MOST, double);
  s->y = CAT_ARENA(s->scratch, n * MOST, double);
  s->Ks = CAT_ARENA(s->scratch, MOST * MOST, double);
  s->Ms = CAT_ARENA(s->scratch, MOST * MOST, double);
  s->value = CAT_ARENA(s->scratch, MOST, double);
  s->batch = CAT_ARENA(s->scratch, n * (BATCH + MOST), double);
  s->batch_value = CAT_ARENA(s->scratch, BATCH + MOST, double);
  bool ok = s->x && s->mx && s->y && s->Ks && s->Ms && s->value && s->batch && s->batch_value;
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

static int factor(Search *s, double sigma) {
  s->out->factors++;
  return cat_arrow_factor(s->arrow, sigma);
}

// Counts at a shift, or very close to it.
static CatStatus count(Search *s, double *sigma, int *below) {
  double asked = *sigma;
  for (int i = 0; i < 20; i++) {
    *below = factor(s, *sigma);
    if (*below >= 0) return CAT_OK;
    *sigma = asked * (1 + 1e-10 * (i + 1) * (i % 2 ? 1 : -1));
  }
  return CAT_FAIL(s->ctx, CAT_ERR_SINGULAR, "modes near %.9g 1/s2 cannot be counted", asked);
}

//------------------------------------------------------------------------------- one piece

static void start(Search *s, int p) {
  for (size_t i = 0; i < (size_t)p * (size_t)s->arrow->n; i++) {
    s->random = s->random * 1664525u + 1013904223u;
    s->x[i] = (double)(s->random >> 8) / (1 << 23) - 1;
  }
  for (int i = 0; i < p; i++) cat_arrow_mass(s->arrow, column(s, s->x, i), column(s, s->mx, i));
}

static void products(const Search *s, int p, const double *a, const double *b, double *out) {
  int n = s->arrow->n;
  cat_dense_product((int[]){p, p, n}, (CatDense){a, n, 'T'}, (CatDense){b, n, 'N'}, 0, out);
}

// y = (K - sigma M)^-1 M x, and the best vectors in the space of y. Since K y = sigma M y + M x,
// y'K y needs no product with K. How far the space moved: 0 to 1.
static CatStatus iterate(Search *s, int p, double *moved) {
  int n = s->arrow->n;
  size_t bytes = (size_t)p * (size_t)n * sizeof *s->x;
  memcpy(s->y, s->mx, bytes);
  for (int i = 0; i < p; i++) cat_arrow_solve(s->arrow, column(s, s->y, i));
  s->out->solves += p;
  products(s, p, s->y, s->mx, s->Ks);
  for (int i = 0; i < p; i++) cat_arrow_mass(s->arrow, column(s, s->y, i), column(s, s->mx, i));
  products(s, p, s->y, s->mx, s->Ms);
  double overlap[MOST * MOST];
  memcpy(overlap, s->Ks, (size_t)(p * p) * sizeof *overlap);  // y' M x of before
  for (int i = 0; i < p; i++) {
    for (int j = 0; j <= i; j++) {
      double k = 0.5 * (s->Ks[i * p + j] + s->Ks[j * p + i]);
      s->Ks[i * p + j] = s->Ks[j * p + i] = k + s->arrow->sigma * s->Ms[i * p + j];
    }
  }
  CatArenaMark mark = cat_arena_mark(s->scratch);
  CatStatus status = cat_dense_modes(s->scratch, p, s->Ks, s->Ms, s->value);
  cat_arena_release(s->scratch, mark);
  CAT_TRY(status);
  CatDense Q = {s->Ks, p, 'N'};
  cat_dense_product((int[]){n, p, p}, (CatDense){s->y, n, 'N'}, Q, 0, s->x);
  memcpy(s->y, s->mx, bytes);
  cat_dense_product((int[]){n, p, p}, (CatDense){s->y, n, 'N'}, Q, 0, s->mx);
  cat_dense_product((int[]){p, p, p}, (CatDense){s->Ks, p, 'T'}, (CatDense){overlap, p, 'N'}, 0,
                    s->Ms);
  *moved = 1 - cat_dot(p * p, s->Ms, s->Ms) / p;
  return CAT_OK;
}

static bool within(const Search *s, int p, const Piece *piece) {
  for (int i = 0; i < p; i++) {
    if (!(s->value[i] >= piece->from && s->value[i] <= piece->to)) return false;
  }
  return true;
}

// All modes of an interval at once; false if the iteration fails.
static CatStatus find(Search *s, const Piece *piece, bool *found) {
  int p = piece->below_to - piece->below_from, still = 0;
  *found = false;
  factor(s, 0.5 * (piece->from + piece->to));
  start(s, p);
  for (int i = 0; i < ITERATIONS && still < 2; i++) {
    double moved;
    CAT_TRY(iterate(s, p, &moved));
    still = i > 0 && moved < 1e-14 ? still + 1 : 0;
    // one mode: the factor follows its value (Rayleigh quotient iteration)
    if (p == 1 && i >= 2 && still == 0) {
      if (!within(s, 1, piece)) return CAT_OK;
      factor(s, s->value[0]);
    }
  }
  *found = still == 2 && within(s, p, piece);
  return CAT_OK;
}

//------------------------------------------------------------------------------- handing over

static CatStatus flush(Search *s) {
  CatModes modes = {s->out->n - s->nbatch, s->nbatch, s->batch_value, s->batch};
  s->nbatch = 0;
  return modes.n > 0 ? s->take(s->user, &modes) : CAT_OK;
}

static CatStatus keep(Search *s, int p) {
  size_t n = (size_t)s->arrow->n;
  memcpy(s->batch + (size_t)s->nbatch * n, s->x, (size_t)p * n * sizeof *s->batch);
  memcpy(s->batch_value + s->nbatch, s->value, (size_t)p * sizeof *s->value);
  s->nbatch += p;
  s->out->n += p;
  return s->nbatch >= BATCH ? flush(s) : CAT_OK;
}

//------------------------------------------------------------------------------- the axis

static CatStatus split(Search *s, const Piece *piece, Piece half[2]) {
  double middle = 0.5 * (piece->from + piece->to);
  int below;
  CAT_TRY(count(s, &middle, &below));
  if (below < piece->below_from || below > piece->below_to) {
    return CAT_FAIL(s->ctx, CAT_ERR_DIVERGED,
                    "%d modes counted below %.9g 1/s2, %d to %d around it", below, middle,
                    piece->below_from, piece->below_to);
  }
  half[0] = (Piece){piece->from, middle, piece->below_from, below};
  half[1] = (Piece){middle, piece->to, below, piece->below_to};
  return CAT_OK;
}

// Intervals from left to right, from a stack.
static CatStatus walk(Search *s, Piece whole) {
  Piece stack[DEPTH];
  int n = 0;
  stack[n++] = whole;
  while (n > 0 && s->out->n < s->wanted) {
    Piece piece = stack[--n];
    int p = piece.below_to - piece.below_from;
    if (p == 0) continue;
    if (cat_stop_asked(s->ctx)) return CAT_FAIL(s->ctx, CAT_ERR_INTERRUPTED, "interrupted");
    bool found = false, narrow = piece.to - piece.from < CLUSTER * piece.to;
    if (p == 1 || (narrow && p <= MOST)) CAT_TRY(find(s, &piece, &found));
    if (found) {
      CAT_TRY(keep(s, p));
      s->out->bound = piece.to;
      s->out->below = piece.below_to;
      cat_progress(s->ctx, (double)s->out->n / s->wanted, 0);
      continue;
    }
    if (n + 2 > DEPTH || piece.to - piece.from < 1e-13 * piece.to) {
      return CAT_FAIL(s->ctx, CAT_ERR_DIVERGED, "%d modes near %.9g 1/s2 not found", p, piece.to);
    }
    Piece half[2];
    CAT_TRY(split(s, &piece, half));
    stack[n++] = half[1];
    stack[n++] = half[0];
  }
  return flush(s);
}

static CatStatus search(Search *s) {
  CAT_TRY(reserve(s));
  Piece whole = {.to = 4e2};  // (2 pi 3 Hz)^2
  while (whole.below_to < s->wanted) {
    whole.to *= 4;
    CAT_TRY(count(s, &whole.to, &whole.below_to));
  }
  CAT_TRY(walk(s, whole));
  if (s->out->n == s->out->below) return CAT_OK;
  return CAT_FAIL(s->ctx, CAT_ERR_DIVERGED, "%d modes found where %d are", s->out->n,
                  s->out->below);
}

CatStatus cat_whole_line_modes(CatArrow *arrow, int n, CatModesTake take, void *user,
                               CatModeSearch *out) {
  CatContext *ctx = cat_arena_context(arrow->arena);
  *out = (CatModeSearch){0};
  CatArena *scratch = cat_arena_new(ctx, 1 << 20);
  Search s = {.ctx = ctx,
              .scratch = scratch,
              .arrow = arrow,
              .out = out,
              .take = take,
              .user = user,
              .random = 12345,
              .wanted = n < arrow->n ? n : arrow->n};
  CatStatus status = scratch ? search(&s) : CAT_ERR_MEMORY;
  cat_arena_free(scratch);
  return status;
}
