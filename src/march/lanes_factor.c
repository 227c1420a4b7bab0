#include "lanes_factor.h"

#include <math.h>
#include <string.h>

//------------------------------------------------------------------------------- entries

double cat_matrices_D(const CatMatrices *s, int i, int j) {
  double d = s->more ? cat_band_get(s->more, i, j) : 0;
  return i == j ? d + s->damper[i] : d;
}

double cat_matrices_A(const CatMatrices *s, int i, int j) {
  return s->mm * cat_band_get(&s->t->M, i, j) + s->kk * cat_band_get(&s->t->K, i, j) +
         s->damp * cat_matrices_D(s, i, j);
}

static double source_M(const CatMatrices *s, int i, int j) {
  return cat_band_get(&s->t->M, i, j);
}

typedef double Entry(const CatMatrices *s, int i, int j);

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

// Node k of a bay in the plan's numbers; -1: its left end, count: its right end.
static int bay_node(const CatBay *b, int k) {
  return k < 0 ? b->left : k >= b->count ? b->right : b->first + k;
}

//------------------------------------------------------------------------------- frames

static void turn_rows(double by, double *B) {
  double c = cos(by), s = sin(by);
  for (int i = 0; i < 2 * CAT_B; i++) {
    double *a = B + 3 * (i / CAT_B) * CAT_B + i % CAT_B, *b = a + CAT_B;
    double along = *a, across = *b;
    *a = c * along + s * across;
    *b = c * across - s * along;
  }
}

static void transpose(double *B) {
  for (int i = 0; i < CAT_B; i++) {
    for (int j = 0; j < i; j++) {
      double b = B[CAT_B * i + j];
      B[CAT_B * i + j] = B[CAT_B * j + i];
      B[CAT_B * j + i] = b;
    }
  }
}

static void turn_columns(double by, double *B) {
  transpose(B);
  turn_rows(by, B);
  transpose(B);
}

static bool couples(int i, int j) {
  return (i % 3 == CAT_ACROSS) != (j % 3 == CAT_ACROSS);
}

// Rows of the end of a bay into its frame. A row that is held is not there; what the other one got
// of it is enough: in the plane of the bay and across it rows have entries of their own.
static void turn_end(double by, const int *dof, double *B) {
  double c = cos(by), s = sin(by), small = 1e-12;
  for (int k = 0; k < 2 * CAT_B; k++) {
    int h = 3 * (k / CAT_B), j = k % CAT_B;
    double *along = B + CAT_B * h + j, *across = along + CAT_B, a = *along, b = *across;
    bool plane = j % 3 != CAT_ACROSS;
    if (dof[h] >= 0 && dof[h + 1] >= 0) {
      *along = c * a + s * b, *across = c * b - s * a;
    } else if (dof[h] >= 0) {
      *along = a / c, *across = fabs(s) > small ? -a / s : 0;
    } else if (dof[h + 1] >= 0) {
      *along = fabs(s) > small ? b / s : 0, *across = b / c;
    }
    if (plane) {
      *across = 0;
    } else {
      *along = 0;
    }
  }
}

// What joins node k of a bay (-1: its left end) to node j (count: its right end), k <= j, in the
// frame of the bay.
static void bay_get(const Walk *w, const CatBay *b, Entry *entry, const int kj[2], double *out) {
  int row = bay_node(b, kj[0]), column = bay_node(b, kj[1]);
  double to = cat_cells_turn(w->c, w->cell, b, row),
         from = cat_cells_turn(w->c, w->cell, b, column);
  block_get(w->s, entry, dofs(w, row), dofs(w, column), out);
  if (kj[1] >= b->count) {
    turn_rows(to, out);
    transpose(out);
    turn_end(from, dofs(w, column), out);
    transpose(out);
  } else {
    turn_columns(from, out);
    turn_end(to, dofs(w, row), out);
  }
  for (int i = 0; i < CAT_BB; i++) {
    if (couples(i / CAT_B, i % CAT_B)) out[i] = 0;
  }
}

// The two parts of a block in a bay, one behind the other.
static void flat_pack(const double *B, double *out) {
  for (int part = 0; part < 2; part++) {
    for (int i = 0; i < CAT_BB; i++) {
      int r = i / CAT_B, c = i % CAT_B;
      if ((r % 3 == CAT_ACROSS) == part && (c % 3 == CAT_ACROSS) == part) *out++ = B[i];
    }
  }
}

void cat_turn_fill(const CatCells *c, const CatPlan *p, const CatCell *cell, double *turn) {
  for (int b = 0; b < p->nbay; b++) {
    const int end[2] = {p->bay[b].left, p->bay[b].right};
    for (int k = 0; k < 2; k++) {
      double by = cat_cells_turn(c, cell, &p->bay[b], end[k]);
      *turn++ = cos(by);
      *turn++ = sin(by);
    }
  }
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
    block_get(s, source_M, dofs(&w, k), dofs(&w, k), B);
    if (!block_is_plain(B)) return false;
  }
  for (int l = 0; l < p->nlink; l++) {
    block_get(s, source_M, dofs(&w, p->link[l][0]), dofs(&w, p->link[l][1]), B);
    if (!block_is_plain(B)) return false;
  }
  return true;
}

static double *plain_own(const double B[CAT_BB], double *out) {
  *out++ = plain_entry(B, 0, 0);
  *out++ = plain_entry(B, 0, 1);
  *out++ = plain_entry(B, 1, 1);
  return out;
}

static double *plain_join(const double B[CAT_BB], double *out) {
  for (int i = 0; i < 4; i++) *out++ = plain_entry(B, i / 2, i % 2);
  return out;
}

// Nodes of a bay lie at equal distances (a node with a mass of its own is a knot).
static double *mass_bays(const Walk *w, double *out) {
  double own[CAT_BB], join[CAT_BB];
  for (int b = 0; b < w->p->nbay; b++) {
    const CatBay bay = cat_cells_bay(w->c, w->cell, &w->p->bay[b]);
    int k = bay.count / 2;
    bay_get(w, &bay, source_M, (int[2]){k, k}, own);
    bay_get(w, &bay, source_M, (int[2]){k > 0 ? k - 1 : 0, k > 0 ? k : 1}, join);
    *out++ = plain_entry(own, 0, 0);
    *out++ = plain_entry(own, 1, 1);
    *out++ = plain_entry(join, 0, 0);
    *out++ = plain_entry(join, 0, 1);
    *out++ = plain_entry(join, 1, 1);
  }
  return out;
}

static void plain_knots(const Walk *w, double *out) {
  const CatPlan *p = w->p;
  double B[CAT_BB];
  for (int k = cat_plan_bays(p); k < p->nnode; k++) {
    block_get(w->s, source_M, dofs(w, k), dofs(w, k), B);
    out = plain_own(B, out);
  }
  for (int l = 0; l < p->nlink; l++) {
    block_get(w->s, source_M, dofs(w, p->link[l][0]), dofs(w, p->link[l][1]), B);
    out = plain_join(B, out);
  }
}

static double *flat_bays(const Walk *w, Entry *entry, double *out) {
  double B[CAT_BB];
  for (int b = 0; b < w->p->nbay; b++) {
    const CatBay bay = cat_cells_bay(w->c, w->cell, &w->p->bay[b]);
    for (int k = -1; k < bay.count; k++) {
      for (int j = k < 0 ? 0 : k; j <= k + 1; j++, out += CAT_FLAT) {
        bay_get(w, &bay, entry, (int[2]){k, j}, B);
        flat_pack(B, out);
      }
    }
    out += 2 * CAT_FLAT * (w->p->bay[b].count - bay.count);  // nothing damps pads
  }
  return out;
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

// Pads are where the right end of their bay is, and what the mass of the bay gives them there is
// handed on to it: so much more than is its due, for place and slope.
void cat_mass_of_pads(const CatCells *c, const CatCell *cell, int bay, const double *mass,
                      double out[2]) {
  const CatBay *b = &c->plan[cell->plan].bay[bay];
  int pads = b->count - cat_cells_bay(c, cell, b).count;
  const double *M = mass + 5 * bay;
  out[0] = pads * (M[0] + 2 * M[2]);
  out[1] = pads * (M[1] + 2 * M[4]);
}

// Takes it back at knots; separators: lanes_setup.c.
static void unload_knots(const Walk *w, const double *mass, double *knots) {
  const CatPlan *p = w->p;
  int first = cat_plan_bays(p);
  for (int b = 0; b < p->nbay; b++) {
    int right = p->bay[b].right;
    double more[2];
    cat_mass_of_pads(w->c, w->cell, b, mass, more);
    if (more[0] == 0 || right >= p->nnode) continue;
    if (p->plain) {
      knots[3 * (right - first)] -= more[0];
      knots[3 * (right - first) + 2] -= more[1];
      continue;
    }
    for (int k = 0; k < CAT_B; k++) {
      knots[CAT_BB * (right - first) + (CAT_B + 1) * k] -= more[k / 3];
    }
  }
}

void cat_mass_fill(const CatCells *c, const CatPlan *p, const CatCell *cell, const CatMatrices *s,
                   double *mass) {
  Walk w = {c, p, cell, s};
  double *knots = mass_bays(&w, mass);
  if (p->plain) {
    plain_knots(&w, knots);
  } else {
    full_knots(&w, source_M, knots);
  }
  unload_knots(&w, mass, knots);
}

bool cat_more_fill(const CatCells *c, const CatPlan *p, const CatCell *cell, const CatMatrices *s,
                   double *more) {
  Walk w = {c, p, cell, s};
  full_knots(&w, cat_matrices_D, flat_bays(&w, cat_matrices_D, more));
  for (int i = 0; i < p->nmore; i++) {
    if (more[i] != 0) return true;
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
      double share = W[i][k];
      for (int j = 0; j < 2 * CAT_B && i != k; j++) W[i][j] -= share * W[k][j];
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

// What is left over for the ends of a bay, in their own frames; held coordinates get nothing.
static void add_ends(const Walk *w, const Knots *knots, const CatBay *b, const int end[2],
                     double *B) {
  const int *row = dofs(w, end[0]), *column = dofs(w, end[1]);
  turn_rows(-cat_cells_turn(w->c, w->cell, b, end[0]), B);
  turn_columns(-cat_cells_turn(w->c, w->cell, b, end[1]), B);
  for (int i = 0; i < CAT_BB; i++) {
    if (row[i / CAT_B] < 0 || column[i % CAT_B] < 0) B[i] = 0;
  }
  add_both(knots, end[0], end[1], B);
}

// Pads take nothing for themselves: 0, 0, 1 in place of D^-1, -A_li D^-1, -A_ni D^-1.
static void factor_pads(int count, double *out) {
  double one[CAT_BB] = {0};
  for (int i = 0; i < CAT_B; i++) one[(CAT_B + 1) * i] = 1;
  for (int k = 0; k < count; k++, out += 3 * CAT_FLAT) {
    memset(out, 0, 2 * CAT_FLAT * sizeof *out);
    flat_pack(one, out + 2 * CAT_FLAT);
  }
}

// Eliminates a bay from left to right; l: its left end, n: the node after this one.
static CatStatus factor_bay(CatArena *scratch, const Walk *w, const Knots *knots, int bay,
                            double *out) {
  const CatBay in_cell = cat_cells_bay(w->c, w->cell, &w->p->bay[bay]), *b = &in_cell;
  double D[CAT_BB], spike[CAT_BB], next[CAT_BB], left[CAT_BB] = {0};
  int pads = w->p->bay[bay].count - b->count;
  factor_pads(pads, out);
  out += 3 * CAT_FLAT * pads;  // the last node comes first
  bay_get(w, b, cat_matrices_A, (int[2]){0, 0}, D);
  bay_get(w, b, cat_matrices_A, (int[2]){-1, 0}, spike);
  for (int k = 0; k < b->count; k++) {
    double *to = out + 3 * CAT_FLAT * (b->count - 1 - k), inverse[CAT_BB];
    double nextD[CAT_BB] = {0}, fill[CAT_BB] = {0}, H[CAT_BB] = {0}, G[CAT_BB] = {0};
    bay_get(w, b, cat_matrices_A, (int[2]){k, k + 1}, next);
    transpose(next);
    if (!invert(D, inverse)) return not_definite(scratch, w, b->first + k);
    multiply_add(-1, next, inverse, false, G);
    multiply_add(-1, spike, inverse, false, H);
    if (k + 1 < b->count) bay_get(w, b, cat_matrices_A, (int[2]){k + 1, k + 1}, nextD);
    multiply_add(1, G, next, true, nextD);  // A_nn - A_ni D^-1 A_in
    multiply_add(1, H, next, true, fill);   // A_ln - A_li D^-1 A_in
    multiply_add(1, H, spike, true, left);  // A_ll - A_li D^-1 A_il
    memcpy(D, nextD, sizeof D), memcpy(spike, fill, sizeof spike);
    flat_pack(inverse, to);
    flat_pack(H, to + CAT_FLAT);
    flat_pack(G, to + 2 * CAT_FLAT);
  }
  add_ends(w, knots, b, (int[2]){b->left, b->left}, left);
  add_ends(w, knots, b, (int[2]){b->right, b->right}, D);
  add_ends(w, knots, b, (int[2]){b->left, b->right}, spike);
  return CAT_OK;
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

static void load_knots(const Walk *w, const Knots *knots) {
  const CatPlan *p = w->p;
  double B[CAT_BB];
  for (int k = knots->first; k < p->nnode; k++) {
    block_get(w->s, cat_matrices_A, dofs(w, k), dofs(w, k), at(knots, k, k));
  }
  for (int l = 0; l < p->nlink; l++) {
    block_get(w->s, cat_matrices_A, dofs(w, p->link[l][0]), dofs(w, p->link[l][1]), B);
    add_both(knots, p->link[l][0], p->link[l][1], B);
  }
}

CatStatus cat_factor_fill(CatArena *scratch, const CatCells *c, const CatCell *cell,
                          const CatMatrices *s, double *factor, double *schur) {
  const CatPlan *p = &c->plan[cell->plan];
  Walk w = {c, p, cell, s};
  Knots knots = {.n = p->nknot + p->nghost, .first = cat_plan_bays(p)};
  knots.block = CAT_ARENA(scratch, CAT_BB * knots.n * knots.n + 1, double);
  if (!knots.block) return CAT_ERR_MEMORY;
  load_knots(&w, &knots);
  for (int b = 0; b < p->nbay; b++) {
    CAT_TRY(factor_bay(scratch, &w, &knots, b, factor + 3 * CAT_FLAT * p->bay[b].first));
  }
  CAT_TRY(factor_knots(scratch, &w, &knots, factor + 3 * CAT_FLAT * knots.first));
  int n = CAT_B * p->nghost;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      const double *B = at(&knots, p->nnode + i / CAT_B, p->nnode + j / CAT_B);
      schur[i * n + j] = B[CAT_B * (i % CAT_B) + j % CAT_B];
    }
  }
  return CAT_OK;
}
