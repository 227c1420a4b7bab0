#include "unilateral.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "linalg/lcp.h"

CatStatus cat_unilateral_new(CatArena *a, int ndropper, CatUnilateral *out) {
  CatUnilateral *u = out;
  size_t n = (size_t)ndropper + 1;
  *u = (CatUnilateral){.slack = CAT_ARENA(a, n, int),
                       .side = CAT_ARENA(a, n, double),
                       .from = CAT_ARENA(a, n, int),
                       .L = CAT_ARENA(a, n * n, double),
                       .part = CAT_ARENA(a, n, double),
                       .y = CAT_ARENA(a, n, double)};
  bool ok = u->slack && u->side && u->from && u->L && u->part && u->y;
  for (int i = 0; i < CAT_CONTACTS; i++) {
    u->contact[i].felt = CAT_ARENA(a, n, double);
    u->column[i] = CAT_ARENA(a, n, double);
    ok = ok && u->contact[i].felt && u->column[i];
  }
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

// The list of slack droppers from the first that changed on.
static void list_slack(CatUnilateral *u, int changed, int ndropper) {
  int n = 0;
  while (n < u->nslack && u->slack[n] < changed) n++;
  if (n < u->factored) u->factored = n;
  for (int i = changed; i < ndropper; i++) {
    if (u->side[i] < 0) u->slack[n++] = i;
  }
  u->nslack = n;
}

void cat_unilateral_begin(CatUnilateral *u, const CatDroppers *d) {
  for (int i = 0; i < d->n; i++) u->side[i] = d->push ? 0 : d->y[i] > 0 ? -1 : 1;
  for (int i = 0; i < CAT_CONTACTS; i++) u->contact[i].presses = true;
  u->nslack = 0;
  list_slack(u, 0, d->n);
}

//------------------------------------------------------------------------------- one set

// Four sums side by side: one alone would wait for each addition.
static double dot(int n, const double *x, const double *y) {
  double sum[4] = {0};
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    for (int k = 0; k < 4; k++) sum[k] += x[i + k] * y[i + k];
  }
  for (; i < n; i++) sum[0] += x[i] * y[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

static double entry(const CatUnilateral *u, const CatDroppers *d, int i, int j) {
  int at = u->slack[i];
  return (i == j ? 1 / d->kappa[at] : 0) - u->theta * cat_droppers_felt(d, at, u->slack[j]);
}

static double *row_of(const CatUnilateral *u, const CatDroppers *d, int i) {
  return u->L + (size_t)i * (size_t)d->n;
}

// Row by row: L_ij = (D_ij - sum_k L_ik L_jk) / L_jj, L_ii^2 = D_ii - sum_k L_ik^2. Kept is 1/L_ii.
static CatStatus factor(CatContext *ctx, CatUnilateral *u, const CatDroppers *d) {
  for (; u->factored < u->nslack; u->factored++) {
    int i = u->factored, from = 0;
    double *row = row_of(u, d, i);
    while (u->slack[from] < d->first[u->slack[i]]) from++;
    for (int j = from; j < i; j++) {
      const double *other = row_of(u, d, j);
      int k = from > u->from[j] ? from : u->from[j];
      row[j] = (entry(u, d, i, j) - dot(j - k, row + k, other + k)) * other[j];
    }
    double square = entry(u, d, i, i) - dot(i - from, row + from, row + from);
    if (!(square > 0)) {
      return CAT_FAIL(ctx, CAT_ERR_SINGULAR, "slack droppers depend on each other (%d of %d)", i,
                      u->nslack);
    }
    row[i] = 1 / sqrt(square);
    u->from[i] = from;
  }
  return CAT_OK;
}

// out = L^-1 of what slack droppers have of a vector.
static void forward(const CatUnilateral *u, const CatDroppers *d, const double *x, double *out) {
  for (int i = 0; i < u->nslack; i++) {
    const double *row = row_of(u, d, i);
    int from = u->from[i];
    out[i] = (x[u->slack[i]] - dot(i - from, row + from, out + from)) * row[i];
  }
}

// y = L'^-1 y
static void backward(const CatUnilateral *u, const CatDroppers *d, double *y) {
  for (int i = u->nslack - 1; i >= 0; i--) {
    const double *row = row_of(u, d, i);
    int from = u->from[i];
    y[i] *= row[i];
    cat_axpy(i - from, -y[i], row + from, y + from);
  }
}

// S p = r, S symmetric positive definite and small.
static void solve_small(int n, double S[][CAT_CONTACTS], double *r) {
  for (int i = 0; i < n; i++) {
    for (int k = i + 1; k < n; k++) {
      double share = S[k][i] / S[i][i];
      for (int j = i; j < n; j++) S[k][j] -= share * S[i][j];
      r[k] -= share * r[i];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) r[i] -= S[i][j] * r[j];
    r[i] /= S[i][i];
  }
}

// With D = L L', Z = L^-1 G and t = L^-1 free: (C + Z'Z) p = -gap - Z't.
static void solve_contacts(CatUnilateral *u, const CatDroppers *d) {
  double S[CAT_CONTACTS][CAT_CONTACTS], r[CAT_CONTACTS];
  int list[CAT_CONTACTS], n = 0;
  for (int i = 0; i < u->ncontact; i++) {
    u->contact[i].p = 0;
    if (u->contact[i].presses) list[n++] = i;
  }
  for (int i = 0; i < n; i++) {
    const CatPress *k = &u->contact[list[i]];
    double *Z = u->column[list[i]];
    forward(u, d, k->felt, Z);
    r[i] = -k->gap - dot(u->nslack, Z, u->part);
    for (int j = 0; j <= i; j++) {
      S[i][j] = S[j][i] = k->give[list[j]] + dot(u->nslack, Z, u->column[list[j]]);
    }
  }
  solve_small(n, S, r);
  for (int i = 0; i < n; i++) u->contact[list[i]].p = r[i];
}

// L'y = -(t + Z p)
static void solve_slack(CatUnilateral *u, const CatDroppers *d) {
  for (int i = 0; i < u->nslack; i++) u->y[i] = -u->part[i];
  for (int i = 0; i < u->ncontact; i++) {
    const CatPress *k = &u->contact[i];
    if (k->presses) cat_axpy(u->nslack, -k->p, u->column[i], u->y);
  }
  backward(u, d, u->y);
}

//------------------------------------------------------------------------------- the right set

// Laws of all droppers with the forces found.
static void find_laws(const CatUnilateral *u, CatDroppers *d) {
  memcpy(d->law, d->free, (size_t)d->n * sizeof *d->law);
  for (int i = 0; i < u->ncontact; i++) {
    const CatPress *k = &u->contact[i];
    if (k->p == 0) continue;
    cat_axpy(k->last - k->first, k->p, k->felt + k->first, d->law + k->first);
  }
  for (int i = 0; i < u->nslack; i++) {
    int j = u->slack[i], first = d->first[j];
    cat_axpy(d->last[j] - first, -u->theta * u->y[i], d->felt[j], d->law + first);
  }
}

static const double TINY = 1e-12;  // of what was added up: rounding

// A slack dropper has the law -y/kappa, so that the sign of the law tells for both sides.
static inline bool is_wrong(double side, double law, double free) {
  return side * law < -TINY * (fabs(free) + fabs(law - free));
}

static bool is_wrong_contact(const CatUnilateral *u, int i) {
  const CatPress *k = &u->contact[i];
  double gap = k->gap;
  if (k->presses) return k->p < -TINY * fabs(gap / k->give[i]);
  for (int j = 0; j < u->ncontact; j++) gap += k->give[j] * u->contact[j].p;
  for (int j = 0; j < u->nslack; j++) gap -= k->felt[u->slack[j]] * u->y[j];
  return gap < -TINY * (fabs(k->gap) + fabs(gap - k->gap));
}

static int count_wrong(const CatUnilateral *u, const CatDroppers *d) {
  const double *restrict law = d->law, *restrict free = d->free, *restrict side = u->side;
  int n = 0;
  for (int i = 0; i < d->n; i++) {
    if (is_wrong(side[i], law[i], free[i])) n++;  // in this form compilers vectorise it
  }
  for (int i = 0; i < u->ncontact; i++) n += is_wrong_contact(u, i);
  return n;
}

// Exchanges the sides of all wrong ones, or of the first.
static void exchange(CatUnilateral *u, const CatDroppers *d, bool all) {
  bool wrong[CAT_CONTACTS];
  int first = d->n;
  for (int i = 0; i < u->ncontact; i++) wrong[i] = is_wrong_contact(u, i);
  for (int i = 0; i < u->ncontact; i++) {
    if (!wrong[i]) continue;
    u->contact[i].presses = !u->contact[i].presses;
    if (!all) return;
  }
  for (int i = 0; i < d->n; i++) {
    if (!is_wrong(u->side[i], d->law[i], d->free[i])) continue;
    u->side[i] = -u->side[i];
    if (i < first) first = i;
    if (!all) break;
  }
  list_slack(u, first, d->n);
}

static void find_tensions(const CatUnilateral *u, CatDroppers *d) {
  const double *restrict law = d->law, *restrict kappa = d->kappa;
  double *restrict tension = d->tension;
  for (int i = 0; i < d->n; i++) tension[i] = kappa[i] * law[i];
  memset(d->y, 0, (size_t)d->n * sizeof *d->y);
  for (int i = 0; i < u->nslack; i++) {
    int j = u->slack[i];
    d->y[j] = fmax(0, u->y[i]);
    d->tension[j] = 0;
  }
}

CatStatus cat_unilateral_solve(CatContext *ctx, CatUnilateral *u, CatDroppers *d, long *solved) {
  CatLcpTurn turn = cat_lcp_turn_begin(d->n + u->ncontact);
  for (;;) {
    CAT_TRY(factor(ctx, u, d));
    forward(u, d, d->free, u->part);
    solve_contacts(u, d);
    solve_slack(u, d);
    find_laws(u, d);
    ++*solved;
    int wrong = count_wrong(u, d);
    if (wrong == 0) break;
    exchange(u, d, cat_lcp_turn_all(&turn, wrong));
  }
  find_tensions(u, d);
  return CAT_OK;
}
