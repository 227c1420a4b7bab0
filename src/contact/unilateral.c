#include "unilateral.h"

#include <math.h>
#include <string.h>

#include "linalg/dot.h"
#include "linalg/lcp.h"
#include "ties_kernel.h"

CatStatus cat_unilateral_new(CatArena *a, int ntie, int ncontact, CatUnilateral *out) {
  CatUnilateral *u = out;
  size_t n = (size_t)ntie + 1, m = (size_t)ncontact + 1;
  *u = (CatUnilateral){.room = ncontact,
                       .contact = CAT_ARENA(a, m, CatPress),
                       .slack = CAT_ARENA(a, n, int),
                       .side = CAT_ARENA(a, n + CAT_TIES_BLOCK, double),
                       .change = CAT_ARENA(a, n, int),
                       .block = CAT_ARENA(a, n, int),
                       .from = CAT_ARENA(a, n, int),
                       .L = CAT_ARENA(a, n * n, double),
                       .part = CAT_ARENA(a, n, double),
                       .column = CAT_ARENA(a, m, double *),
                       .y = CAT_ARENA(a, n, double),
                       .S = CAT_ARENA(a, m * m, double),
                       .r = CAT_ARENA(a, m, double),
                       .list = CAT_ARENA(a, m, int),
                       .wrong = CAT_ARENA(a, m, bool)};
  bool ok = u->contact && u->slack && u->side && u->change && u->block && u->from && u->L &&
            u->part && u->column && u->y && u->S && u->r && u->list && u->wrong;
  for (int i = 0; i < ncontact && ok; i++) {
    u->contact[i].compliance = CAT_ARENA(a, m, double);
    u->contact[i].response = CAT_ARENA(a, n, double);
    u->column[i] = CAT_ARENA(a, n, double);
    ok = u->contact[i].compliance && u->contact[i].response && u->column[i];
  }
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

void cat_unilateral_begin(CatUnilateral *u, const CatTies *d) {
  u->nslack = u->nchange = u->width = 0;
  u->factored = false;
  for (int i = 0; i < u->room; i++) u->contact[i].presses = true;
  for (int i = 0; i < d->n; i++) {
    u->side[i] = d->bears[i] ? 0 : d->y[i] > 0 ? -1 : 1;
    if (u->side[i] < 0) u->slack[u->nslack++] = i;
    if (u->width <= i - d->first[i]) u->width = i - d->first[i] + 1;
  }
}

//------------------------------------------------------------------------------- one set

static double entry(const CatUnilateral *u, const CatTies *d, int i, int j) {
  int at = u->slack[i];
  return (i == j ? 1 / d->kappa[at] : 0) - u->theta * cat_ties_response(d, at, u->slack[j]);
}

// L_i,from and what follows up to 1/L_ii.
static double *row_of(const CatUnilateral *u, int i) {
  return u->L + (size_t)u->slack[i] * (size_t)u->width;
}

// L_ij = (D_ij - sum_k L_ik L_jk) / L_jj, L_ii^2 = D_ii - sum_k L_ik^2. Is it another than before?
static CatStatus factor_row(CatContext *ctx, const CatUnilateral *u, const CatTies *d, int i,
                            bool *other) {
  double *row = row_of(u, i);
  int from = u->from[i], n = i - from;
  *other = false;
  for (int j = from; j < i; j++) {
    const double *above = row_of(u, j);
    int begin = u->from[j], k = from > begin ? from : begin;
    double sum = cat_dot_short(j - k, row + (k - from), above + (k - begin));
    double value = (entry(u, d, i, j) - sum) * above[j - begin];
    *other |= value != row[j - from];
    row[j - from] = value;
  }
  double square = entry(u, d, i, i) - cat_dot_short(n, row, row), value = 1 / sqrt(square);
  if (!(square > 0)) {
    return CAT_FAIL(ctx, CAT_ERR_SINGULAR, "slack ties depend on each other (%d of %d)", i,
                    u->nslack);
  }
  *other |= value != row[n];
  row[n] = value;
  return CAT_OK;
}

// A row reads those before it down to the first tie that it responds to: it holds if none of them
// changed sides and no row among them came out otherwise.
static CatStatus factor(CatContext *ctx, CatUnilateral *u, const CatTies *d) {
  bool all = !u->factored;
  int changed = -1, recent = -1, next = 0;  // last tie so far: changed sides, with another row
  if (!all && u->nchange == 0) return CAT_OK;
  u->factored = false;
  for (int i = 0; i < u->nslack; i++) {
    int j = u->slack[i], first = d->first[j];
    int from = i > 0 && first >= d->first[u->slack[i - 1]] ? u->from[i - 1] : 0;
    while (u->slack[from] < first) from++;
    u->from[i] = from;
    while (next < u->nchange && u->change[next] <= j) changed = u->change[next++];
    bool moved = all || changed >= first, other = false;
    if (moved || recent >= first) CAT_TRY(factor_row(ctx, u, d, i, &other));
    if (moved || other) recent = j;
  }
  u->factored = true;
  u->nchange = 0;
  return CAT_OK;
}

// out = L^-1 of what slack ties have of a vector, for those from begin to end - 1: before begin
// it is zero. The entry found last comes in last, after those that are known for long.
static void forward(const CatUnilateral *u, const int range[2], const double *x, double *out) {
  int begin = range[0], end = range[1];
  for (int i = begin; i < end; i++) {
    const double *row = row_of(u, i);
    int from = u->from[i], count = i - from, k = from < begin ? begin - from : 0;
    const double *before = out + from;
    double sum = x[u->slack[i]];
    if (count - k > 8) sum -= cat_dot_short(count - 4 - k, row + k, before + k), k = count - 4;
    for (; k < count; k++) sum -= row[k] * before[k];
    out[i] = sum * row[count];
  }
}

// y = L'^-1 y
static void backward(const CatUnilateral *u, double *y) {
  for (int i = u->nslack - 1; i >= 0; i--) {
    const double *restrict row = row_of(u, i);
    double *restrict before = y + u->from[i];
    int count = i - u->from[i];
    double own = y[i] = y[i] * row[count];
    for (int k = 0; k < count; k++) before[k] -= own * row[k];
  }
}

// S p = r, S (n x n) symmetric positive definite and small.
static void solve_small(int n, double *S, double *r) {
  for (int i = 0; i < n; i++) {
    for (int k = i + 1; k < n; k++) {
      double share = S[k * n + i] / S[i * n + i];
      for (int j = i; j < n; j++) S[k * n + j] -= share * S[i * n + j];
      r[k] -= share * r[i];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) r[i] -= S[i * n + j] * r[j];
    r[i] /= S[i * n + i];
  }
}

// Slack ties that respond to a contact, or to one before them that does, as a range of their list.
static void find_range(const CatUnilateral *u, CatPress *k) {
  int begin = k->slack[0] < u->nslack ? k->slack[0] : u->nslack;
  while (begin > 0 && u->slack[begin - 1] >= k->first) begin--;
  while (begin < u->nslack && u->slack[begin] < k->first) begin++;
  int end = begin;
  while (end < u->nslack && (u->slack[end] < k->last || u->from[end] < end)) end++;
  k->slack[0] = begin, k->slack[1] = end;
}

// The sum of two columns over the ties that respond to both.
static double together(const CatUnilateral *u, int i, int j) {
  const int *a = u->contact[i].slack, *b = u->contact[j].slack;
  int begin = a[0] > b[0] ? a[0] : b[0], end = a[1] < b[1] ? a[1] : b[1];
  return end > begin ? cat_dot_short(end - begin, u->column[i] + begin, u->column[j] + begin) : 0;
}

// With D = L L', Z = L^-1 G and t = L^-1 free: (C + Z'Z) p = -gap - Z't.
static void solve_contacts(CatUnilateral *u, const CatTies *d) {
  double *S = u->S, *r = u->r;
  int *list = u->list, n = 0;
  forward(u, (int[]){0, u->nslack}, d->free, u->part);
  for (int i = 0; i < u->ncontact; i++) {
    u->contact[i].p = 0;
    if (u->contact[i].presses) list[n++] = i;
  }
  for (int i = 0; i < n; i++) {
    CatPress *k = &u->contact[list[i]];
    double *Z = u->column[list[i]];
    find_range(u, k);
    forward(u, k->slack, k->response, Z);
    int begin = k->slack[0], count = k->slack[1] - begin;
    r[i] = -k->gap - cat_dot_short(count, Z + begin, u->part + begin);
    for (int j = 0; j <= i; j++) {
      S[i * n + j] = S[j * n + i] = k->compliance[list[j]] + together(u, list[i], list[j]);
    }
  }
  solve_small(n, S, r);
  for (int i = 0; i < n; i++) u->contact[list[i]].p = r[i];
}

// L'y = -(t + Z p)
static void solve_slack(CatUnilateral *u) {
  double *restrict y = u->y;
  for (int i = 0; i < u->nslack; i++) y[i] = -u->part[i];
  for (int i = 0; i < u->ncontact; i++) {
    const CatPress *k = &u->contact[i];
    const double *restrict Z = u->column[i];
    if (!k->presses) continue;
    for (int j = k->slack[0]; j < k->slack[1]; j++) y[j] -= k->p * Z[j];
  }
  backward(u, y);
}

//------------------------------------------------------------------------------- the right set

// Stretches of all ties with the forces found.
static void find_stretches(CatUnilateral *u, CatTies *d) {
  double *restrict force = u->part;  // no longer needed
  memcpy(d->stretch, d->free, (size_t)d->n * sizeof *d->stretch);
  for (int i = 0; i < u->ncontact; i++) {
    const CatPress *k = &u->contact[i];
    const double *restrict response = k->response;
    double *restrict stretch = d->stretch, p = k->p;
    if (p == 0) continue;
    for (int j = k->first; j < k->last; j++) stretch[j] += p * response[j];
  }
  for (int i = 0; i < u->nslack; i++) force[i] = -u->theta * u->y[i];
  d->kernel->add(d, u->nslack, u->slack, force);
}

static const double TINY = 1e-12;  // of what was added up: rounding

// A slack tie has the stretch -y/kappa, so that the sign of the stretch tells for both sides.
static inline bool is_wrong(double side, double stretch, double free) {
  return side * stretch < -TINY * (fabs(free) + fabs(stretch - free));
}

static bool is_wrong_contact(const CatUnilateral *u, int i) {
  const CatPress *k = &u->contact[i];
  double gap = k->gap;
  if (k->presses) return k->p < -TINY * fabs(gap / k->compliance[i]);
  for (int j = 0; j < u->ncontact; j++) gap += k->compliance[j] * u->contact[j].p;
  for (int j = 0; j < u->nslack; j++) gap -= k->response[u->slack[j]] * u->y[j];
  return gap < -TINY * (fabs(k->gap) + fabs(gap - k->gap));
}

// Tensions, and who is wrong: ties are listed as those to change.
static int find_wrong(CatUnilateral *u, CatTies *d) {
  int blocks = d->kernel->look(d, u->side, u->block), contacts = 0;
  u->nchange = 0;
  for (int b = 0; b < blocks; b++) {
    int begin = u->block[b] * CAT_TIES_BLOCK, end = begin + CAT_TIES_BLOCK;
    for (int i = begin; i < end && i < d->n; i++) {
      if (is_wrong(u->side[i], d->stretch[i], d->free[i])) u->change[u->nchange++] = i;
    }
  }
  for (int i = 0; i < u->ncontact; i++) contacts += is_wrong_contact(u, i);
  return u->nchange + contacts;
}

// Into the list of slack ties, or out of it.
static void change_side(CatUnilateral *u, int tie) {
  int at = u->nslack, *slack = u->slack;
  u->side[tie] = -u->side[tie];
  while (at > 0 && slack[at - 1] >= tie) at--;
  size_t behind = (size_t)(u->nslack - at) * sizeof *slack;
  if (at < u->nslack && slack[at] == tie) {
    memmove(slack + at, slack + at + 1, behind - sizeof *slack);
    u->nslack--;
    return;
  }
  memmove(slack + at + 1, slack + at, behind);
  slack[at] = tie;
  u->nslack++;
}

// Exchanges the sides of all wrong ones, or of the first.
static void exchange(CatUnilateral *u, bool all) {
  bool *wrong = u->wrong;
  int tie = u->nchange;
  u->nchange = 0;
  for (int i = 0; i < u->ncontact; i++) wrong[i] = is_wrong_contact(u, i);
  for (int i = 0; i < u->ncontact; i++) {
    if (!wrong[i]) continue;
    u->contact[i].presses = !u->contact[i].presses;
    if (!all) return;
  }
  u->nchange = all || tie == 0 ? tie : 1;
  for (int i = 0; i < u->nchange; i++) change_side(u, u->change[i]);
}

static void keep_forces(const CatUnilateral *u, CatTies *d) {
  for (int i = 0; i < u->nslack; i++) {
    int j = u->slack[i];
    d->y[j] = u->y[i] > 0 ? u->y[i] : 0;
    d->tension[j] = 0;
  }
}

CatStatus cat_unilateral_solve(CatContext *ctx, CatUnilateral *u, CatTies *d, long *solved) {
  CatLcpTurn turn = cat_lcp_turn_begin(d->n + u->ncontact);
  for (;;) {
    CAT_TRY(factor(ctx, u, d));
    solve_contacts(u, d);
    solve_slack(u);
    find_stretches(u, d);
    ++*solved;
    int wrong = find_wrong(u, d);
    if (wrong == 0) break;
    exchange(u, cat_lcp_turn_all(&turn, wrong));
  }
  keep_forces(u, d);
  return CAT_OK;
}

// The factor over the slack ties follows from their list: restored, it is made anew to the same
// bits.
void cat_unilateral_snapshot(CatUnilateral *u, const CatTies *d, CatSnapshot *to) {
  CAT_SNAPSHOT(to, u->nslack);
  CAT_SNAPSHOT_ARRAY(to, u->slack, d->n);
  CAT_SNAPSHOT_ARRAY(to, u->side, d->n);
  for (int i = 0; i < u->room; i++) CAT_SNAPSHOT(to, u->contact[i].presses);
  if (to->mode != CAT_SNAPSHOT_RESTORE) return;
  u->factored = false;
  u->nchange = 0;
}
