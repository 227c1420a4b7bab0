#include <math.h>
#include <string.h>

#include "lanes_quasi_parts.h"

//------------------------------------------------------------------------------- entries

double cat_quasi_A(const CatQuasiMatrices *s, int i, int j) {
  double d = i == j ? s->damper[i] : 0;
  return s->mm * cat_band_get(&s->q->t.M, i, j) + s->kk * cat_band_get(&s->K, i, j) + s->damp * d;
}

double cat_quasi_mass(const CatQuasiMatrices *s, int i, int j) {
  return s->mm * cat_band_get(&s->q->t.M, i, j);
}

typedef struct Walk {  // over the coefficients of a cell
  CatArena *scratch;
  const CatCells *c;
  const CatPlan *p;
  const CatCell *cell;
  const CatQuasiMatrices *s;
} Walk;

static int dof_of(const Walk *w, int number, int part) {
  return w->c->dof[w->cell->node[number]][part];
}

static double entry(const Walk *w, const int at[2], const int to[2], bool mass) {
  int i = dof_of(w, at[0], at[1]), j = dof_of(w, to[0], to[1]);
  if (i < 0 || j < 0) return 0;
  return mass ? cat_quasi_mass(w->s, i, j) : cat_quasi_A(w->s, i, j);
}

// Place and slope of two nodes, across (1) or up (2): rows of the first, columns of the second.
static void small_block(const Walk *w, int node, int other, int part, double out[4]) {
  for (int i = 0; i < 4; i++) {
    int at[2] = {node, part + 3 * (i / 2)}, to[2] = {other, part + 3 * (i % 2)};
    out[i] = entry(w, at, to, false);
  }
}

static void knot_block(const Walk *w, int node, int other, double out[CAT_QKK]) {
  for (int i = 0; i < CAT_QKK; i++) {
    int at[2] = {node, cat_quasi_knot_part[i / CAT_QK]};
    int to[2] = {other, cat_quasi_knot_part[i % CAT_QK]};
    out[i] = entry(w, at, to, false);
  }
}

// Place and slope of the first of across and up that is not held.
static void mass_block(const Walk *w, int node, int other, double out[4]) {
  for (int i = 0; i < 4; i++) {
    int at[2] = {node, 1 + 3 * (i / 2)}, to[2] = {other, 1 + 3 * (i % 2)};
    out[i] = entry(w, at, to, true);
    at[1]++, to[1]++;
    if (out[i] == 0) out[i] = entry(w, at, to, true);
  }
}

//------------------------------------------------------------------------------- small matrices

// Inverse of a symmetric 2 x 2 block; rows of held coordinates are empty, and so are they in it.
static bool invert_small(const double D[4], double out[4]) {
  double det = D[0] * D[3] - D[1] * D[2];
  memset(out, 0, 4 * sizeof *out);
  if (D[0] != 0 && D[3] != 0) {
    if (!(D[0] > 0 && det > 0)) return false;
    out[0] = D[3] / det, out[1] = out[2] = -D[1] / det, out[3] = D[0] / det;
    return true;
  }
  if (D[0] != 0) out[0] = 1 / D[0];
  if (D[3] != 0) out[3] = 1 / D[3];
  return D[0] >= 0 && D[3] >= 0;
}

// out += factor X Y, or X Y'
static void small_add(double factor, const double X[4], const double Y[4], bool ty, double out[4]) {
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++) {
      double y0 = ty ? Y[2 * j] : Y[j], y1 = ty ? Y[2 * j + 1] : Y[2 + j];
      out[2 * i + j] += factor * (X[2 * i] * y0 + X[2 * i + 1] * y1);
    }
  }
}

static bool invert(const double *D, double *out) {
  enum { N = CAT_QK };
  double W[N][2 * N];
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      W[i][j] = 0.5 * (D[N * i + j] + D[N * j + i]);
      W[i][N + j] = i == j;
    }
    if (W[i][i] == 0) W[i][i] = 1, W[i][N + i] = 0;
  }
  for (int c = 0; c < N; c++) {
    if (!(W[c][c] > 0)) return false;
    double scale = 1 / W[c][c];
    for (int j = 0; j < 2 * N; j++) W[c][j] *= scale;
    for (int i = 0; i < N; i++) {
      double factor = W[i][c];
      for (int j = 0; j < 2 * N && i != c; j++) W[i][j] -= factor * W[c][j];
    }
  }
  for (int i = 0; i < N * N; i++) out[i] = W[i / N][N + i % N];
  return true;
}

static void block_add(double factor, const double *X, const double *Y, bool ty, double *out) {
  for (int i = 0; i < CAT_QKK; i++) {
    int r = i / CAT_QK, c = i % CAT_QK;
    for (int k = 0; k < CAT_QK; k++) {
      out[i] += factor * X[CAT_QK * r + k] * (ty ? Y[CAT_QK * c + k] : Y[CAT_QK * k + c]);
    }
  }
}

//------------------------------------------------------------------------------- knots

typedef struct Knots {  // knots and ghosts of a cell as a full matrix of blocks
  int n, first;
  double *block;
} Knots;

static double *at(const Knots *k, int i, int j) {
  return k->block + (size_t)CAT_QKK * (size_t)((i - k->first) * k->n + (j - k->first));
}

static void add_entry(const Knots *k, int i, int r, int j, int c, double value) {
  at(k, i, j)[CAT_QK * r + c] += value;
}

static CatStatus not_definite(const Walk *w, int number) {
  return CAT_FAIL(cat_arena_context(w->scratch), CAT_ERR_SINGULAR,
                  "matrix of the line is not positive definite at node %d", w->cell->node[number]);
}

//------------------------------------------------------------------------------- bays

typedef struct Axial {    // a bay's axial force while the bay is eliminated
  double *w;              // (count x 4): y, y', z, z' of each node
  double end[2][CAT_QK];  // left, right
  double pivot;
} Axial;

static void axial_load(const Walk *w, const CatBay *b, Axial *out) {
  const CatModel *m = w->s->m;
  double flexibility = 0;
  memset(out->w, 0, (size_t)(4 * b->count) * sizeof *out->w);
  memset(out->end, 0, sizeof out->end);
  for (int k = 0; k <= b->count; k++) {
    int node = w->cell->node[k < b->count ? b->first + k : b->first + b->count - 1];
    const CatWire *wire = &m->wire[m->node[node].wire];
    const CatAxial *e = &w->s->q->axial[wire->cable + node - wire->node - (k < b->count)];
    flexibility += e->F;
    if (e->held) continue;  // no force of the bay's own: its springs are in the stiffness
    for (int i = 0; i < 2 * CAT_QK; i++) {
      int slot = i % CAT_QK, to = k - 1 + i / CAT_QK;
      double d = e->d[6 * (i / CAT_QK) + cat_quasi_knot_part[slot]];
      if (to < 0 || to == b->count) {
        out->end[to < 0 ? 0 : 1][slot] += d;
      } else if (slot > 0) {
        out->w[4 * to + slot - 1] += d;
      }
    }
  }
  out->pivot = -flexibility / w->s->kk;
}

// Eliminates y or z of a bay from right to left.
static CatStatus factor_chain(const Walk *w, const Knots *knots, const CatBay *b, int which,
                              Axial *axial, double *out) {
  int part = 1 + which;
  double D[4], spike[4], join[4], inverse[4], right[4] = {0};
  small_block(w, b->first + b->count - 1, b->first + b->count - 1, part, D);
  small_block(w, b->right, b->first + b->count - 1, part, spike);
  for (int k = b->count - 1; k >= 0; k--) {
    int here = b->first + k, before = k ? here - 1 : b->left;
    double *G = out + CAT_Q_CHAIN * k, *H = G + 4, *N = G + 8, next[4] = {0}, fill[4] = {0};
    double *wi = axial->w + 4 * k + 2 * which;
    double *wp = k ? wi - 4 : axial->end[0] + 1 + 2 * which, *wr = axial->end[1] + 1 + 2 * which;
    small_block(w, before, here, part, join);
    if (!invert_small(D, inverse)) return not_definite(w, here);
    memset(G, 0, CAT_Q_CHAIN * sizeof *G);
    small_add(-1, join, inverse, false, G);
    small_add(-1, spike, inverse, false, H);
    for (int i = 0; i < 2; i++) N[i] = -(wi[0] * inverse[i] + wi[1] * inverse[2 + i]);
    G[10] = inverse[0], G[11] = inverse[1], G[12] = inverse[3];
    if (k) small_block(w, before, before, part, next);
    small_add(1, G, join, true, next);
    small_add(1, H, join, true, fill);
    small_add(1, H, spike, true, right);
    for (int i = 0; i < 2; i++) {
      wp[i] += G[2 * i] * wi[0] + G[2 * i + 1] * wi[1];
      wr[i] += H[2 * i] * wi[0] + H[2 * i + 1] * wi[1];
      axial->pivot += N[i] * wi[i];
    }
    memcpy(D, next, sizeof D), memcpy(spike, fill, sizeof spike);
  }
  for (int i = 0; i < 4; i++) {
    int r = 1 + 2 * which + i / 2, c = 1 + 2 * which + i % 2;
    add_entry(knots, b->left, r, b->left, c, D[i]);
    add_entry(knots, b->right, r, b->right, c, right[i]);
    add_entry(knots, b->right, r, b->left, c, spike[i]);
    add_entry(knots, b->left, c, b->right, r, spike[i]);
  }
  return CAT_OK;
}

static void mass_of_bay(const Walk *w, const CatBay *b, double *out) {
  double own[4], join[4];
  mass_block(w, b->first, b->first, own);
  mass_block(w, b->first, b->count > 1 ? b->first + 1 : b->right, join);
  out[0] = own[0], out[1] = own[3];
  out[2] = join[0], out[3] = join[2], out[4] = join[3];
}

static CatStatus factor_bay(const Walk *w, const Knots *knots, const CatBay *b, double *out) {
  Axial axial = {.w = CAT_ARENA(w->scratch, 4 * b->count + 1, double)};
  if (!axial.w) return CAT_ERR_MEMORY;
  axial_load(w, b, &axial);
  for (int which = 0; which < 2; which++, out += CAT_Q_CHAIN * b->count) {
    CAT_TRY(factor_chain(w, knots, b, which, &axial, out));
  }
  mass_of_bay(w, b, out);
  out += CAT_Q_MASS;
  out[0] = 1 / axial.pivot;
  const int node[2] = {b->left, b->right};
  for (int i = 0; i < 2 * CAT_QK; i++) {
    double d = axial.end[i / CAT_QK][i % CAT_QK];
    bool held = dof_of(w, node[i / CAT_QK], cat_quasi_knot_part[i % CAT_QK]) < 0;
    out[1 + i] = held ? 0 : -d / axial.pivot;
  }
  for (int i = 0; i < 2 * CAT_QK; i++) {
    for (int j = 0; j < 2 * CAT_QK; j++) {
      double value = -out[1 + i] * out[1 + j] * axial.pivot;
      add_entry(knots, node[i / CAT_QK], i % CAT_QK, node[j / CAT_QK], j % CAT_QK, value);
    }
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- cell

static CatStatus factor_knots(const Walk *w, const Knots *knots, double *out) {
  const CatPlan *p = w->p;
  for (int k = 0; k < p->nknot; k++) {
    int here = knots->first + k;
    double *inverse = out;
    if (!invert(at(knots, here, here), inverse)) return not_definite(w, here);
    out += CAT_QKK;
    for (int r = p->row_start[k]; r < p->row_start[k + 1]; r++, out += CAT_QKK) {
      memset(out, 0, CAT_QKK * sizeof *out);
      block_add(-1, at(knots, p->row[r], here), inverse, false, out);
      for (int c = p->row_start[k]; c < p->row_start[k + 1]; c++) {
        block_add(1, out, at(knots, p->row[c], here), true, at(knots, p->row[r], p->row[c]));
      }
    }
  }
  return CAT_OK;
}

static void load_knots(const Walk *w, const Knots *knots) {
  const CatPlan *p = w->p;
  double B[CAT_QKK];
  for (int k = knots->first; k < p->nnode; k++) knot_block(w, k, k, at(knots, k, k));
  for (int l = 0; l < p->nlink; l++) {
    int i = p->link[l][0], j = p->link[l][1];
    knot_block(w, i, j, B);
    for (int e = 0; e < CAT_QKK; e++) {
      add_entry(knots, i, e / CAT_QK, j, e % CAT_QK, B[e]);
      add_entry(knots, j, e % CAT_QK, i, e / CAT_QK, B[e]);
    }
  }
}

static void mass_of_knots(const Walk *w, double *out) {
  const CatPlan *p = w->p;
  double own[4];
  for (int k = cat_plan_bays(p); k < p->nnode; k++, out += 4) {
    const int x[2] = {k, CAT_ALONG};
    mass_block(w, k, k, own);
    out[0] = own[0], out[1] = own[1], out[2] = own[3];
    out[3] = entry(w, x, x, true);
  }
  for (int l = 0; l < p->nlink; l++, out += 4) mass_block(w, p->link[l][0], p->link[l][1], out);
}

CatStatus cat_quasi_factor(CatArena *scratch, const CatCells *c, const CatCell *cell,
                           const CatQuasiMatrices *s, double *coef, double *schur) {
  const CatPlan *p = &c->plan[cell->plan];
  Walk w = {scratch, c, p, cell, s};
  Knots knots = {.n = p->nknot + p->nghost, .first = cat_plan_bays(p)};
  knots.block = CAT_ARENA(scratch, CAT_QKK * knots.n * knots.n + 1, double);
  if (!knots.block) return CAT_ERR_MEMORY;
  load_knots(&w, &knots);
  for (int b = 0; b < p->nbay; b++) {
    CAT_TRY(factor_bay(&w, &knots, &p->bay[b], coef + cat_quasi_bay_at(p, b)));
  }
  CAT_TRY(factor_knots(&w, &knots, coef + cat_quasi_knot_at(p, 0)));
  mass_of_knots(&w, coef + cat_quasi_knot_at(p, p->nknot));
  int n = CAT_QK * p->nghost;
  for (int i = 0; i < n * n; i++) {
    int r = i / n, k = i % n;
    const double *B = at(&knots, p->nnode + r / CAT_QK, p->nnode + k / CAT_QK);
    schur[i] = B[CAT_QK * (r % CAT_QK) + k % CAT_QK];
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- cells alike

// Two rows of coefficients and how they are compared: odd ones change sign with the mirror.
typedef struct Twins {
  const double *a, *b;
  double sign, share;
} Twins;

static double size_of(const double *a, int n, int every) {
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(a[i * every]));
  return most;
}

static bool same(const Twins *t, int at, int n, bool odd, double most) {
  double sign = odd ? t->sign : 1;
  for (int i = at; i < at + n; i++) {
    if (fabs(t->a[i] - sign * t->b[i]) > t->share * most) return false;
  }
  return true;
}

static bool bays_agree(const CatPlan *p, int bay, const Twins *t) {
  int at = cat_quasi_bay_at(p, bay), n = p->bay[bay].count, end = at + CAT_Q_NODE * n + CAT_Q_MASS;
  double push =
      fmax(size_of(t->a + at + 8, 2 * n, CAT_Q_CHAIN), size_of(t->a + at + 9, 2 * n, CAT_Q_CHAIN));
  for (int k = 0; k < 2 * n; k++, at += CAT_Q_CHAIN) {
    const double *c = t->a + at;
    if (!same(t, at, 8, false, size_of(c, 8, 1))) return false;
    if (!same(t, at + 8, 2, k < n, push)) return false;
    if (!same(t, at + 10, 3, false, size_of(c + 10, 3, 1))) return false;
  }
  if (!same(t, at, end - at, false, size_of(t->a + at, end - at, 1))) return false;
  if (!same(t, end, 1, false, fabs(t->a[end]))) return false;
  for (int i = 0; i < 2 * CAT_QK; i++) {
    bool odd = cat_quasi_is_across(i % CAT_QK);
    if (!same(t, end + 1 + i, 1, odd, size_of(t->a + end + 1, 2 * CAT_QK, 1))) return false;
  }
  return true;
}

static bool knots_agree(const CatPlan *p, const Twins *t) {
  int end = cat_quasi_knot_at(p, p->nknot), rest = 4 * (p->nknot + p->nlink);
  for (int at = cat_quasi_knot_at(p, 0); at < end; at += CAT_QKK) {
    double most = size_of(t->a + at, CAT_QKK, 1);
    for (int i = 0; i < CAT_QKK; i++) {
      bool odd = cat_quasi_is_across(i / CAT_QK) != cat_quasi_is_across(i % CAT_QK);
      if (!same(t, at + i, 1, odd, fmax(most, 1e-30))) return false;
    }
  }
  return same(t, end, rest, false, size_of(t->a + end, rest, 1));
}

bool cat_quasi_agree(const CatPlan *p, const double *a, const double *b, double sign,
                     double share) {
  Twins t = {a, b, sign, share};
  for (int i = 0; i < p->nbay; i++) {
    if (!bays_agree(p, i, &t)) return false;
  }
  return knots_agree(p, &t);
}
