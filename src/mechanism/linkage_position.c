// Positions and velocities of a linkage that its joints allow; how well they determine it.
#include <float.h>
#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "linkage.h"

enum { MOST = CAT_LINKAGE_BORDERED };

// Rows of joints and of what is held, and what each of them misses.
typedef struct Border {
  int n, nq;
  double row[MOST][CAT_LINKAGE_UNKNOWNS];
  double miss[MOST];
} Border;

// miss: of positions (order 0) or of velocities (1)
static void border_fill(const CatLinkage *l, const CatLinkageHold *hold, const CatLinkageMotion *x,
                        int order, Border *b) {
  double unused[2][CAT_LINKAGE_UNKNOWNS];
  b->n = l->ng + (hold ? hold->n : 0);
  b->nq = l->nq;
  memset(b->row, 0, sizeof b->row);
  for (int i = 0; i < l->ng; i++) {
    double g[3];
    memset(unused, 0, sizeof unused);
    cat_linkage_row(l, i, x, (double *const[]){b->row[i], unused[0], unused[1]});
    cat_linkage_gap(l, i, x, g);
    b->miss[i] = g[order];
  }
  for (int k = 0; hold && k < hold->n; k++) {
    int j = hold->unknown[k];
    b->row[l->ng + k][j] = 1;
    b->miss[l->ng + k] = (order == 0 ? x->q[j] : x->v[j]) - hold->value[k];
  }
}

// W = G M^-1 G'
static void border_products(const CatLinkage *l, const Border *b, double *W) {
  for (int i = 0; i < b->n; i++) {
    for (int j = 0; j < b->n; j++) {
      double sum = 0;
      for (int k = 0; k < b->nq; k++) sum += b->row[i][k] * b->row[j][k] / l->M[k];
      W[i * b->n + j] = sum;
    }
  }
}

// -M^-1 G' (G M^-1 G')^-1 miss: the least change, by mass, that makes up for what is missed. Where
// rows say the same twice, a small share of W's diagonal keeps it finite.
static CatStatus border_change(CatContext *ctx, const CatLinkage *l, const Border *b, double *out) {
  static const double LITTLE = 1e-12;
  double W[MOST * MOST], y[MOST];
  int pivot[MOST], n = b->n;
  border_products(l, b, W);
  for (int i = 0; i < n; i++) W[i * n + i] *= 1 + LITTLE;
  memcpy(y, b->miss, sizeof y);
  CAT_TRY(cat_dense_solve(ctx, n, W, y, pivot));
  for (int k = 0; k < b->nq; k++) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += b->row[i][k] * y[i];
    out[k] = -sum / l->M[k];
  }
  return CAT_OK;
}

// The row that misses most.
static int border_worst(const Border *b) {
  int worst = 0;
  for (int i = 1; i < b->n; i++) {
    if (fabs(b->miss[i]) > fabs(b->miss[worst])) worst = i;
  }
  return worst;
}

CatStatus cat_linkage_close(CatContext *ctx, const CatLinkage *l, const CatLinkageHold *hold,
                            double *q, double *open, int *joint) {
  enum { TRIALS = 200 };
  static const double FAR = 0.2, ENOUGH = 4e-16;  // [m] or [rad]
  Border b;
  double best = INFINITY, nearest[CAT_LINKAGE_UNKNOWNS];
  *open = 0, *joint = -1;
  for (int trial = 0; trial < TRIALS; trial++) {
    double change[CAT_LINKAGE_UNKNOWNS], most = 0;
    border_fill(l, hold, &(CatLinkageMotion){.q = q}, 0, &b);
    if (b.n == 0) return CAT_OK;
    int worst = border_worst(&b);
    double miss = fabs(b.miss[worst]);
    if (miss < best) {
      best = miss;
      memcpy(nearest, q, sizeof(double) * (size_t)l->nq);
      *joint = worst < l->ng ? l->row[worst].joint : -1;
    } else if (best < 1e-13) {
      break;  // rounding
    }
    if (best <= ENOUGH) break;
    CAT_TRY(border_change(ctx, l, &b, change));
    for (int k = 0; k < l->nq; k++) most = fmax(most, fabs(change[k]));
    for (int k = 0; k < l->nq; k++) q[k] += most > FAR ? FAR / most * change[k] : change[k];
  }
  memcpy(q, nearest, sizeof(double) * (size_t)l->nq);
  *open = best;
  return CAT_OK;
}

CatStatus cat_linkage_project(CatContext *ctx, const CatLinkage *l, const CatLinkageHold *hold,
                              const double *q, double *v) {
  Border b;
  double change[CAT_LINKAGE_UNKNOWNS] = {0};
  for (int round = 0; round < 2; round++) {
    border_fill(l, hold, &(CatLinkageMotion){.q = q, .v = v}, 1, &b);
    CAT_TRY(border_change(ctx, l, &b, change));
    for (int k = 0; k < l->nq; k++) v[k] += change[k];
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- condition

static CatStatus condition(CatArena *scratch, const CatLinkage *l, const Border *b, double *out) {
  int n = b->n;
  double *W = CAT_ARENA(scratch, n * n, double), *unit = CAT_ARENA(scratch, n * n, double);
  double *w = CAT_ARENA(scratch, n, double);
  if (!W || !unit || !w) return CAT_ERR_MEMORY;
  border_products(l, b, W);
  for (int i = 0; i < n; i++) unit[i * n + i] = W[i * n + i];  // rows of length one
  CAT_TRY(cat_dense_modes(scratch, n, W, unit, w));
  // squares of singular values: beyond this the smallest one is rounding
  *out = w[0] > n * DBL_EPSILON * w[n - 1] ? sqrt(w[n - 1] / w[0]) : INFINITY;
  return CAT_OK;
}

CatStatus cat_linkage_condition(CatContext *ctx, const CatLinkage *l, const double *q,
                                double *out) {
  Border b;
  *out = 1;
  border_fill(l, NULL, &(CatLinkageMotion){.q = q}, 0, &b);
  if (b.n == 0) return CAT_OK;
  for (int i = 0; i < b.n; i++) {
    if (cat_dot(b.nq, b.row[i], b.row[i]) == 0) {  // a joint of the ground to itself
      *out = INFINITY;
      return CAT_OK;
    }
  }
  CatArena *scratch = cat_arena_new(ctx, 1 << 14);
  CatStatus status = scratch ? condition(scratch, l, &b, out) : CAT_ERR_MEMORY;
  cat_arena_free(scratch);
  return status;
}

//------------------------------------------------------------------------------- coordinates

// Orthonormal rows, in the metric of M^-1.
typedef struct Basis {
  int n, nq;
  double u[CAT_LINKAGE_UNKNOWNS][CAT_LINKAGE_UNKNOWNS];
} Basis;

// Takes what is new in a row, x M^-1/2 given; false if there is next to nothing.
static bool basis_take(Basis *b, double *x) {
  static const double NEW = 1e-3;
  double before = cat_dot(b->nq, x, x);
  if (b->n == b->nq || before == 0) return false;
  for (int round = 0; round < 2; round++) {
    for (int i = 0; i < b->n; i++) cat_axpy(b->nq, -cat_dot(b->nq, b->u[i], x), b->u[i], x);
  }
  double after = cat_dot(b->nq, x, x);
  if (after <= NEW * NEW * before) return false;
  for (int k = 0; k < b->nq; k++) b->u[b->n][k] = x[k] / sqrt(after);
  b->n++;
  return true;
}

// The basis of the joints' rows.
static Basis basis_of(const CatLinkage *l, const double *q) {
  Border rows;
  Basis b = {.nq = l->nq};
  border_fill(l, NULL, &(CatLinkageMotion){.q = q}, 0, &rows);
  for (int i = 0; i < rows.n; i++) {
    for (int k = 0; k < l->nq; k++) rows.row[i][k] /= sqrt(l->M[k]);
    basis_take(&b, rows.row[i]);
  }
  return b;
}

static CatLinkageCoordinate coordinate_of(int unknown) {
  return (CatLinkageCoordinate){.unknown = unknown, .spring = -1};
}

void cat_linkage_coordinate_row(const CatLinkage *l, const CatLinkageCoordinate *c, const double *q,
                                double *row) {
  int angle = 3 * (c->unknown / 3) + 2;
  memset(row, 0, sizeof *row * (size_t)l->nq);
  row[c->unknown] = 1;
  if (c->spring >= 0) row[angle] = cos(q[angle]) * c->s[0] - sin(q[angle]) * c->s[1];
}

// Takes a coordinate that is independent of those before.
static void take(const CatLinkage *l, const double *q, Basis *b, CatLinkageCoordinate c,
                 CatLinkageCoordinate *out, int *n) {
  double x[CAT_LINKAGE_UNKNOWNS];
  cat_linkage_coordinate_row(l, &c, q, x);
  for (int k = 0; k < l->nq; k++) x[k] /= sqrt(l->M[k]);
  if (basis_take(b, x)) out[(*n)++] = c;
}

static void take_unknowns(const CatLinkage *l, const double *q, Basis *b, CatLinkageCoordinate *out,
                          int *n) {
  static const int order[3] = {1, 2, 0};  // heights, angles, places along the track
  for (int kind = 0; kind < 3; kind++) {
    for (int i = 0; i < l->nbody; i++) take(l, q, b, coordinate_of(3 * i + order[kind]), out, n);
  }
}

int cat_linkage_coordinates(const CatLinkage *l, const double *q, int *unknown) {
  CatLinkageCoordinate y[CAT_LINKAGE_UNKNOWNS];
  Basis b = basis_of(l, q);
  int n = 0;
  take(l, q, &b, coordinate_of(cat_linkage_height(l)), y, &n);
  take_unknowns(l, q, &b, y, &n);
  for (int i = 0; i < n; i++) unknown[i] = y[i].unknown;
  return n;
}

int cat_linkage_attachments(const CatLinkage *l, const double *q, CatLinkageCoordinate *out) {
  Basis b = basis_of(l, q);
  int n = 0;
  take(l, q, &b, coordinate_of(cat_linkage_height(l)), out, &n);
  for (int i = 0; i < l->spec->nspring; i++) {
    const CatLinkageEnds *e = &l->spec->springs[i].ends;
    for (int end = 0; end < 2; end++) {
      int body = l->spring[i][end];
      if (l->spring[i][1 - end] != l->head || body < 0) continue;
      CatLinkageCoordinate c = {3 * body + 1, i, {end ? e->to_x : e->x, end ? e->to_z : e->z}};
      take(l, q, &b, c, out, &n);
    }
  }
  take_unknowns(l, q, &b, out, &n);
  return n;
}
