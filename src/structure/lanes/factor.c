#include "factor.h"

#include <math.h>
#include <string.h>

//------------------------------------------------------------------------------- entries

double cat_matrices_D(const CatMatrices *s, int i, int j) {
  double d = s->extra ? cat_band_get(s->extra, i, j) : 0;
  return i == j ? d + s->damper[i] : d;
}

double cat_matrices_A(const CatMatrices *s, int i, int j) {
  return s->mm * cat_band_get(&s->t->M, i, j) + s->kk * cat_band_get(&s->t->K, i, j) +
         s->damp * cat_matrices_D(s, i, j);
}

double cat_matrices_M(const CatMatrices *s, int i, int j) {
  return cat_band_get(&s->t->M, i, j);
}

double cat_matrices_K(const CatMatrices *s, int i, int j) {
  return cat_band_get(&s->t->K, i, j);
}

typedef CatMatricesEntry Entry;

// The block that joins two nodes; coordinates that are held have none.
static void block_get(const CatMatrices *s, Entry *entry, const int *row, const int *column,
                      double *out) {
  for (int i = 0; i < CAT_B; i++) {
    for (int j = 0; j < CAT_B; j++) {
      bool held = row[i] < 0 || column[j] < 0;
      out[CAT_B * i + j] = held ? 0 : entry(s, row[i], column[j]);
    }
  }
}

typedef struct Walk {  // over the coefficients of a cell
  const CatCells *c;
  const CatPlan *p;
  const CatCell *cell;
  const CatMatrices *s;
} Walk;

static const int *dofs(const Walk *w, int number) {
  return w->c->dof[w->cell->node[number]];
}

//------------------------------------------------------------------------------- mass

static bool block_is_plain(const double B[CAT_BB]) {
  double most = 0;
  for (int i = 0; i < CAT_BB; i++) most = fmax(most, fabs(B[i]));
  for (int i = 0; i < CAT_B; i++) {
    for (int j = 0; j < CAT_B; j++) {
      double b = B[CAT_B * i + j], first = 0;
      if (i % 3 != j % 3 && b != 0) return false;
      if (i % 3 != j % 3 || b == 0) continue;
      for (int k = 2; k >= 0; k--) {  // of the first component that is not held
        double other = B[CAT_B * (i / 3 * 3 + k) + j / 3 * 3 + k];
        if (other != 0) first = other;
      }
      if (fabs(b - first) > 1e-14 * most) return false;
    }
  }
  return true;
}

static bool joins_slopes(const double B[CAT_BB]) {
  for (int i = 0; i < CAT_BB; i++) {
    if (B[i] != 0 && (i / CAT_B >= 3 || i % CAT_B >= 3)) return true;
  }
  return false;
}

// Place and slope of a component that is not held; the others are the same.
static double plain_entry(const double B[CAT_BB], int i, int j) {
  double most = 0;
  for (int k = 0; k < 3; k++) {
    double b = B[CAT_B * (3 * i + k) + 3 * j + k];
    if (fabs(b) > fabs(most)) most = b;
  }
  return most;
}

bool cat_mass_is_plain(const CatCells *c, const CatPlan *p, const CatCell *cell,
                       const CatMatrices *s) {
  Walk w = {c, p, cell, s};
  double B[CAT_BB];
  for (int k = cat_plan_bays(p); k < p->nnode; k++) {
    block_get(s, cat_matrices_M, dofs(&w, k), dofs(&w, k), B);
    if (!block_is_plain(B)) return false;
  }
  for (int l = 0; l < p->nlink; l++) {
    block_get(s, cat_matrices_M, dofs(&w, p->link[l][0]), dofs(&w, p->link[l][1]), B);
    if (!block_is_plain(B) || joins_slopes(B)) return false;
  }
  return true;
}

static double *plain_own(const double B[CAT_BB], double *out) {
  *out++ = plain_entry(B, 0, 0);
  *out++ = plain_entry(B, 0, 1);
  *out++ = plain_entry(B, 1, 1);
  return out;
}

static void plain_knots(const Walk *w, double *out) {
  const CatPlan *p = w->p;
  double B[CAT_BB];
  for (int k = cat_plan_bays(p); k < p->nnode; k++) {
    block_get(w->s, cat_matrices_M, dofs(w, k), dofs(w, k), B);
    out = plain_own(B, out);
  }
  for (int l = 0; l < p->nlink; l++) {
    block_get(w->s, cat_matrices_M, dofs(w, p->link[l][0]), dofs(w, p->link[l][1]), B);
    *out++ = plain_entry(B, 0, 0);
  }
}

static void full_knots(const Walk *w, Entry *entry, double *out) {
  const CatPlan *p = w->p;
  for (int k = cat_plan_bays(p); k < p->nnode; k++, out += CAT_BB) {
    block_get(w->s, entry, dofs(w, k), dofs(w, k), out);
  }
  for (int l = 0; l < p->nlink; l++, out += CAT_BB) {
    block_get(w->s, entry, dofs(w, p->link[l][0]), dofs(w, p->link[l][1]), out);
  }
}

void cat_mass_fill(const CatCells *c, const CatPlan *p, const CatCell *cell, const CatMatrices *s,
                   double *mass) {
  Walk w = {c, p, cell, s};
  if (p->plain) {
    plain_knots(&w, mass);
  } else {
    full_knots(&w, cat_matrices_M, mass);
  }
}

void cat_near_fill(const CatCells *c, const CatPlan *p, const CatCell *cell, const CatMatrices *s,
                   double *near) {
  Walk w = {c, p, cell, s};
  full_knots(&w, cat_matrices_K, near);
}

bool cat_extra_fill(const CatCells *c, const CatPlan *p, const CatCell *cell, const CatMatrices *s,
                    double *extra) {
  Walk w = {c, p, cell, s};
  full_knots(&w, cat_matrices_D, extra);
  for (int i = 0; i < p->nextra; i++) {
    if (extra[i] != 0) return true;
  }
  return false;
}

//------------------------------------------------------------------------------- blocks

// out += factor X Y, where t is set with the transpose of X or Y
static void multiply_add(double factor, const double *X, const double *Y, bool ty, double *out) {
  for (int i = 0; i < CAT_B; i++) {
    for (int j = 0; j < CAT_B; j++) {
      double sum = 0;
      for (int k = 0; k < CAT_B; k++) {
        sum += X[CAT_B * i + k] * (ty ? Y[CAT_B * j + k] : Y[CAT_B * k + j]);
      }
      out[CAT_B * i + j] += factor * sum;
    }
  }
}

// Inverse of a symmetric positive definite block by Gauss-Jordan; rows of held coordinates are
// empty, and so are they in the inverse.
static bool invert(const double *D, double *out) {
  double W[CAT_B][2 * CAT_B];
  for (int i = 0; i < CAT_B; i++) {
    for (int j = 0; j < CAT_B; j++) {
      W[i][j] = 0.5 * (D[CAT_B * i + j] + D[CAT_B * j + i]);
      W[i][CAT_B + j] = i == j;
    }
    if (W[i][i] == 0) W[i][i] = 1, W[i][CAT_B + i] = 0;
  }
  for (int k = 0; k < CAT_B; k++) {
    if (!(W[k][k] > 0)) return false;
    double pivot = 1 / W[k][k];
    for (int j = 0; j < 2 * CAT_B; j++) W[k][j] *= pivot;
    for (int i = 0; i < CAT_B; i++) {
      double by = W[i][k];
      for (int j = 0; j < 2 * CAT_B && i != k; j++) W[i][j] -= by * W[k][j];
    }
  }
  for (int i = 0; i < CAT_BB; i++) {
    int r = i / CAT_B, c = i % CAT_B;
    out[i] = 0.5 * (W[r][CAT_B + c] + W[c][CAT_B + r]);
  }
  return true;
}

//------------------------------------------------------------------------------- factor

// Knots and ghosts while they are eliminated: a square of blocks, both halves kept.
typedef struct Knots {
  int n, first;  // how many; the plan's number of the first
  double *block;
} Knots;

static double *at(const Knots *k, int i, int j) {
  return k->block +
         (size_t)CAT_BB * ((size_t)(i - k->first) * (size_t)k->n + (size_t)(j - k->first));
}

static void add_both(const Knots *k, int i, int j, const double *B) {
  double *here = at(k, i, j), *there = at(k, j, i);
  for (int r = 0; r < CAT_B; r++) {
    for (int c = 0; c < CAT_B; c++) {
      here[CAT_B * r + c] += B[CAT_B * r + c];
      if (i != j) there[CAT_B * c + r] += B[CAT_B * r + c];
    }
  }
}

static CatStatus not_definite(CatArena *a, const Walk *w, int number) {
  return CAT_FAIL(cat_arena_context(a), CAT_ERR_SINGULAR,
                  "matrix of the line is not positive definite at node %d", w->cell->node[number]);
}

// What goes with the ends of a bay, in their own frames; held coordinates get nothing.
static void add_ends(const Walk *w, const Knots *knots, const CatBay *b, const double *A,
                     const double R[2][9]) {
  enum { N = CAT_BAY_ENDS };
  const int end[2] = {b->left, b->right};
  double e[N][N], B[3][CAT_BB] = {{0}};
  for (int i = 0; i < N; i++) {
    double unit[N] = {0};
    unit[i] = 1;
    cat_bay_ends_in(R, unit, unit + CAT_B, e[i]);
  }
  for (int i = 0; i < N * N; i++) {
    int r = i / N, c = i % N, block = r < CAT_B ? (c < CAT_B ? 0 : 1) : 2;
    bool held = dofs(w, end[r / CAT_B])[r % CAT_B] < 0 || dofs(w, end[c / CAT_B])[c % CAT_B] < 0;
    if (held || (block == 2 && c < CAT_B)) continue;
    double sum = 0;
    for (int k = 0; k < N * N; k++) sum += e[r][k / N] * A[k] * e[c][k % N];
    B[block][CAT_B * (r % CAT_B) + c % CAT_B] = sum;
  }
  add_both(knots, b->left, b->left, B[0]);
  add_both(knots, b->left, b->right, B[1]);
  add_both(knots, b->right, b->right, B[2]);
}

static CatStatus factor_knots(CatArena *scratch, const Walk *w, const Knots *knots, double *out) {
  const CatPlan *p = w->p;
  for (int k = 0; k < p->nknot; k++) {
    int here = knots->first + k;
    double *inverse = out;
    if (!invert(at(knots, here, here), inverse)) return not_definite(scratch, w, here);
    out += CAT_BB;
    for (int r = p->row_start[k]; r < p->row_start[k + 1]; r++, out += CAT_BB) {
      memset(out, 0, CAT_BB * sizeof *out);
      multiply_add(-1, at(knots, p->row[r], here), inverse, false, out);
      for (int c = p->row_start[k]; c < p->row_start[k + 1]; c++) {
        multiply_add(1, out, at(knots, p->row[c], here), true, at(knots, p->row[r], p->row[c]));
      }
    }
  }
  return CAT_OK;
}

static void load_knots(const Walk *w, Entry *entry, const Knots *knots) {
  const CatPlan *p = w->p;
  double B[CAT_BB];
  for (int k = knots->first; k < p->nnode; k++) {
    block_get(w->s, entry, dofs(w, k), dofs(w, k), at(knots, k, k));
  }
  for (int l = 0; l < p->nlink; l++) {
    block_get(w->s, entry, dofs(w, p->link[l][0]), dofs(w, p->link[l][1]), B);
    add_both(knots, p->link[l][0], p->link[l][1], B);
  }
}

static CatStatus knots_new(CatArena *scratch, const CatPlan *p, Knots *out) {
  *out = (Knots){.n = p->nknot + p->nghost, .first = cat_plan_bays(p)};
  out->block = CAT_ARENA(scratch, CAT_BB * out->n * out->n + 1, double);
  return out->block ? CAT_OK : CAT_ERR_MEMORY;
}

CatStatus cat_factor_fill(CatArena *scratch, const CatCells *c, const CatCell *cell,
                          const CatMatrices *s, const CatCellBays *bays, CatFactor out) {
  const CatPlan *p = &c->plan[cell->plan];
  Walk w = {c, p, cell, s};
  Knots knots;
  CAT_TRY(knots_new(scratch, p, &knots));
  load_knots(&w, cat_matrices_A, &knots);
  for (int b = 0; b < p->nbay; b++) {
    add_ends(&w, &knots, &p->bay[b], bays->A[b], (const double(*)[9])bays->R[b]);
  }
  CAT_TRY(factor_knots(scratch, &w, &knots, out.factor));
  int n = CAT_B * p->nghost;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      const double *B = at(&knots, p->nnode + i / CAT_B, p->nnode + j / CAT_B);
      out.schur[i * n + j] = B[CAT_B * (i % CAT_B) + j % CAT_B];
    }
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- packing

// Whether a row joins slopes in any of the cells; at: where its block begins.
static bool is_tall(int ncell, double *const *factor, int at) {
  for (int c = 0; c < ncell; c++) {
    for (int i = CAT_BB / 2; i < CAT_BB; i++) {
      if (factor[c][at + i] != 0) return true;
    }
  }
  return false;
}

static void move_block(int ncell, double *const *factor, const int at[2], int n) {
  for (int c = 0; c < ncell; c++) {
    memmove(factor[c] + at[1], factor[c] + at[0], (size_t)n * sizeof **factor);
  }
}

void cat_factor_pack(CatPlan *p, int ncell, double *const *factor) {
  int at[2] = {0, 0};  // from, to
  for (int k = 0; k < p->nknot; k++) {
    p->knot_at[k] = at[1];
    for (int r = p->row_start[k] - 1; r < p->row_start[k + 1]; r++) {
      bool own = r < p->row_start[k], tall = own || is_tall(ncell, factor, at[0]);
      int n = tall ? CAT_BB : CAT_BB / 2;
      if (!own) p->tall[r] = tall;
      move_block(ncell, factor, at, n);
      at[0] += CAT_BB, at[1] += n;
    }
  }
  p->nfactor = at[1];
}
