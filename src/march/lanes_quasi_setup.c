// Groups of cells and the border between them.
#include <math.h>
#include <string.h>

#include "lanes_quasi_parts.h"

typedef struct Own {  // of a cell, while groups are made
  double *coef;
  int like;     // first cell of the plan with the same coefficients
  double sign;  // -1: the same when mirrored
} Own;

typedef struct Build {
  CatArena *a, *scratch;
  CatQuasi *s;
  CatQuasiMatrices matrices;
  Own *own;  // (ncell)
  double share;
} Build;

//------------------------------------------------------------------------------- matrices

// Stiffness without springs of wires in bays: all others are added again.
static CatStatus load_stiffness(Build *b) {
  const CatQuasi *s = b->s;
  const CatQuasiModel *q = &s->model;
  CatBand *K = &b->matrices.K;
  bool *inside = CAT_ARENA(b->scratch, s->m->nnode, bool);
  if (!inside) return CAT_ERR_MEMORY;
  for (int c = 0; c < s->cells.ncell; c++) {
    int n = cat_plan_bays(cat_quasi_plan(s, c));
    for (int k = 0; k < n; k++) inside[s->cells.cell[c].node[k]] = true;
  }
  CAT_TRY(cat_band_new(b->scratch, q->t.n, q->t.K.kd, K));
  cat_band_copy(K, &q->across);
  for (int i = 0; i < s->m->ncable; i++) {
    const CatCablePart *part = &s->m->cable[i];
    for (int e = 0; e < 144 && !inside[part->a] && !inside[part->b]; e++) {
      int r = e / 12, c = e % 12;
      int row = q->t.dof[r < 6 ? part->a : part->b][r % 6];
      int column = q->t.dof[c < 6 ? part->a : part->b][c % 6];
      if (row < 0 || column < row) continue;
      cat_band_add(K, row, column, q->axial[i].d[r] * q->axial[i].d[c] / q->axial[i].F);
    }
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- border

static CatStatus number_border(Build *b) {
  CatQuasi *s = b->s;
  int n = s->model.t.n, *of = s->border.of = CAT_ARENA(b->a, n, int);
  if (!of) return CAT_ERR_MEMORY;
  for (int i = 0; i < s->cells.nseparator; i++) {
    for (int k = 0; k < CAT_QK; k++) {
      int dof = s->cells.dof[s->cells.separator[i]][cat_quasi_knot_part[k]];
      if (dof >= 0) of[dof] = 1;
    }
  }
  for (int i = 0; i < n; i++) of[i] = of[i] ? s->border.n++ : -1;
  return CAT_OK;
}

// Number in the border of a ghost's coordinate k, counted from the first ghost's; -1: held.
static int ghost_number(const CatQuasi *s, const CatCell *c, int k) {
  const CatPlan *p = &s->cells.plan[c->plan];
  int dof = s->cells.dof[c->node[p->nnode + k / CAT_QK]][cat_quasi_knot_part[k % CAT_QK]];
  return dof < 0 ? -1 : s->border.of[dof];
}

static int border_reach(const CatQuasi *s) {
  int kd = 0;
  for (int i = 0; i < s->cells.ncell; i++) {
    const CatCell *c = &s->cells.cell[i];
    int low = s->border.n, high = -1;
    for (int k = 0; k < CAT_QK * cat_quasi_plan(s, i)->nghost; k++) {
      int at = ghost_number(s, c, k);
      if (at < 0) continue;
      if (at < low) low = at;
      if (at > high) high = at;
    }
    if (high - low > kd) kd = high - low;
  }
  return kd;
}

typedef double Entry(const CatQuasiMatrices *s, int i, int j);

static double entry_M(const CatQuasiMatrices *s, int i, int j) {
  return cat_band_get(&s->q->t.M, i, j);
}

static double entry_D(const CatQuasiMatrices *s, int i, int j) {
  return i == j ? s->damper[i] : 0;
}

// The part of a matrix between separators; never narrower than kd.
static CatStatus border_matrix(Build *b, Entry *entry, int kd, CatBand *out) {
  const int *of = b->s->border.of, band = b->s->model.t.K.kd;
  for (int pass = 0; pass < 2; pass++) {
    if (pass == 1) CAT_TRY(cat_band_new(b->a, b->s->border.n, kd, out));
    for (int j = 0; j < b->s->model.t.n; j++) {
      for (int i = j > band ? j - band : 0; i <= j && of[j] >= 0; i++) {
        if (of[i] < 0) continue;
        double value = entry(&b->matrices, i, j);
        if (pass == 0 && value != 0 && of[j] - of[i] > kd) kd = of[j] - of[i];
        if (pass == 1) cat_band_add(out, of[i], of[j], value);
      }
    }
  }
  return CAT_OK;
}

static CatStatus border_new(Build *b) {
  CatQuasiBorder *border = &b->s->border;
  CAT_TRY(number_border(b));
  CAT_TRY(border_matrix(b, cat_quasi_A, border_reach(b->s), &border->S));
  CAT_TRY(border_matrix(b, entry_M, 0, &border->M));
  CAT_TRY(border_matrix(b, entry_D, 0, &border->D));
  double **vector[] = {&border->m, &border->d, &border->r, &border->delta};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(b->a, border->n + 1, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

static CatStatus fill_cell(Build *b, int i) {
  CatQuasi *s = b->s;
  const CatCell *cell = &s->cells.cell[i];
  const CatPlan *p = &s->cells.plan[cell->plan];
  int n = CAT_QK * p->nghost;
  double *schur = CAT_ARENA(b->scratch, n * n + 1, double);
  b->own[i].coef = CAT_ARENA(b->scratch, cat_quasi_coefs(p) + 1, double);
  if (!schur || !b->own[i].coef) return CAT_ERR_MEMORY;
  CAT_TRY(cat_quasi_factor(b->scratch, &s->cells, cell, &b->matrices, b->own[i].coef, schur));
  for (int r = 0; r < n; r++) {
    for (int c = r; c < n; c++) {
      int row = ghost_number(s, cell, r), column = ghost_number(s, cell, c);
      if (row >= 0 && column >= 0) cat_band_add(&s->border.S, row, column, schur[r * n + c]);
    }
  }
  return CAT_OK;
}

// What is below this share of a row's largest entry is not felt.
static const double SMALL = 1e-12;

CatStatus cat_quasi_border_invert(CatArena *a, CatQuasiBorder *b) {
  size_t n = (size_t)b->n, at = 0;
  double *row = CAT_ARENA(a, n + 1, double);
  CatQuasiRows *r = &b->inverse;
  r->n = b->n;
  r->from = CAT_ARENA(a, n + 1, int);
  r->start = CAT_ARENA(a, n + 2, size_t);
  r->value = CAT_ARENA(a, n * n + 1, double);
  if (!row || !r->from || !r->start || !r->value) return CAT_ERR_MEMORY;
  for (int i = 0; i < b->n; i++) {
    double most = 0;
    int from = 0, to = b->n;
    memset(row, 0, n * sizeof *row);
    row[i] = 1;
    cat_band_solve(&b->S, row, 1);
    for (int k = 0; k < b->n; k++) most = fmax(most, fabs(row[k]));
    while (from < to && fabs(row[from]) <= SMALL * most) from++;
    while (to > from && fabs(row[to - 1]) <= SMALL * most) to--;
    memcpy(r->value + at, row + from, (size_t)(to - from) * sizeof *row);
    at += (size_t)(to - from);
    r->from[i] = from, r->start[i + 1] = at;
  }
  b->narrow = at < 4 * n * (size_t)(b->S.kd + 1);
  return CAT_OK;
}

//------------------------------------------------------------------------------- groups

static void find_alike(Build *b) {
  const CatCells *c = &b->s->cells;
  for (int n = 0; n < c->ncell; n++) {  // from the middle on: cells near the ends differ
    int i = (n + c->ncell / 2) % c->ncell;
    b->own[i].like = i, b->own[i].sign = 1;
    for (int m = 0; m < n; m++) {
      int j = (m + c->ncell / 2) % c->ncell;
      if (c->cell[i].plan != c->cell[j].plan || b->own[j].like != j) continue;
      const CatPlan *p = &c->plan[c->cell[i].plan];
      const double *x = b->own[j].coef, *y = b->own[i].coef;
      double sign = cat_quasi_agree(p, x, y, 1, b->share)    ? 1
                    : cat_quasi_agree(p, x, y, -1, b->share) ? -1
                                                             : 0;
      if (sign == 0) continue;
      b->own[i].like = j, b->own[i].sign = sign;
      break;
    }
  }
}

static CatStatus group_add(Build *b, int n, const int *cell, int width) {
  CatQuasi *s = b->s;
  CatQuasiGroup *g = &s->group[s->ngroup];
  *g = (CatQuasiGroup){.plan = cat_quasi_plan(s, cell[0]),
                       .width = width,
                       .shared = true,
                       .cell = CAT_ARENA(b->a, width, int)};
  if (!g->cell) return CAT_ERR_MEMORY;
  for (int l = 0; l < width; l++) g->cell[l] = l < n ? cell[l] : -1;
  for (int l = 0; l < n; l++) {
    g->shared = g->shared && b->own[cell[l]].like == b->own[cell[0]].like;
  }
  for (int l = 0; l < n; l++) {
    CatCell *c = &s->cells.cell[cell[l]];
    c->group = s->ngroup, c->lane = l;
    c->sign = g->shared ? b->own[cell[l]].sign * b->own[cell[0]].sign : 1;
  }
  s->ngroup++;
  s->nlane += width;
  return CAT_OK;
}

// Groups for cells in a list, the widest that they fill; the rest stays in the list.
static CatStatus group_list(Build *b, int *n, int *cell, bool all) {
  int lanes = b->s->kernel->lanes, at = 0;
  while (*n - at > 0) {
    int left = *n - at, width = left > lanes ? 2 * lanes : lanes;
    if (!all && left < 2 * lanes) {
      if (left < lanes) break;
      width = 2 * left > 3 * lanes ? 2 * lanes : lanes;
    }
    int take = left < width ? left : width;
    CAT_TRY(group_add(b, take, cell + at, width));
    at += take;
  }
  memmove(cell, cell + at, (size_t)(*n - at) * sizeof *cell);
  *n -= at;
  return CAT_OK;
}

// Cells alike first, in groups of their own; what is left of a plan shares lanes, not numbers.
static CatStatus group_plan(Build *b, int plan, int *list, int *rest) {
  const CatCells *c = &b->s->cells;
  int nrest = 0;
  for (int i = 0; i < c->ncell; i++) {
    if (c->cell[i].plan != plan || b->own[i].like != i) continue;
    int n = 0;
    for (int j = 0; j < c->ncell; j++) {
      if (c->cell[j].plan == plan && b->own[j].like == i) list[n++] = j;
    }
    CAT_TRY(group_list(b, &n, list, false));
    memcpy(rest + nrest, list, (size_t)n * sizeof *list);
    nrest += n;
  }
  return group_list(b, &nrest, rest, true);
}

static CatStatus make_groups(Build *b) {
  CatQuasi *s = b->s;
  int n = s->cells.ncell;
  int *list = CAT_ARENA(b->scratch, n + 1, int), *rest = CAT_ARENA(b->scratch, n + 1, int);
  s->group = CAT_ARENA(b->a, n + 1, CatQuasiGroup);
  if (!list || !rest || !s->group) return CAT_ERR_MEMORY;
  for (int p = 0; p < s->cells.nplan; p++) CAT_TRY(group_plan(b, p, list, rest));
  return CAT_OK;
}

// Coefficients: those of the first cell, or of each lane. Lanes without a cell get the first's.
static CatStatus fill_group(Build *b, CatQuasiGroup *g) {
  const CatCells *c = &b->s->cells;
  int n = cat_quasi_coefs(g->plan), ghosts = CAT_QK * g->plan->nghost;
  double *coef = CAT_ARENA(b->a, g->shared ? n + 1 : n * g->width, double);
  g->ghost = CAT_ARENA(b->a, ghosts * g->width + 1, int);
  g->ghost_sign = CAT_ARENA(b->a, ghosts * g->width + 1, double);
  if (!coef || !g->ghost || !g->ghost_sign) return CAT_ERR_MEMORY;
  for (int l = 0; l < (g->shared ? 1 : g->width); l++) {
    const double *from = b->own[g->cell[g->cell[l] >= 0 ? l : 0]].coef;
    for (int i = 0; i < n; i++) coef[g->shared ? i : i * g->width + l] = from[i];
  }
  g->coef = coef;
  for (int i = 0; i < ghosts * g->width; i++) {
    int cell = g->cell[i % g->width], k = i / g->width;
    int at = cell < 0 ? -1 : ghost_number(b->s, &c->cell[cell], k);
    g->ghost[i] = at < 0 ? b->s->border.n : at;
    g->ghost_sign[i] = at < 0 ? 0 : cat_quasi_sign(&c->cell[cell], k % CAT_QK);
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- places

// Displacements in one piece of memory, groups behind one another, the border last.
static CatStatus place_groups(Build *b) {
  CatQuasi *s = b->s;
  for (int i = 0; i < s->ngroup; i++) {
    s->group[i].at = s->nx;
    s->nx += (cat_quasi_size(s->group[i].plan) * s->group[i].width + 7) / 8 * 8;
  }
  double **vector[] = {&s->x, &s->u[0], &s->u[1], &s->u[2], &s->rest};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(b->a, s->nx + s->border.n + 1, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  for (int i = 0; i < s->ngroup; i++) s->group[i].x = s->x + s->group[i].at;
  s->border.x = s->x + s->nx;
  return CAT_OK;
}

static CatStatus reserve_work(Build *b) {
  CatQuasi *s = b->s;
  CatQuasiWork *w = &s->work;
  int ends = 1, bay = 1;
  for (int i = 0; i < s->ngroup; i++) {
    const CatQuasiGroup *g = &s->group[i];
    int n = CAT_QK * (g->plan->nknot + g->plan->nghost) * g->width;
    if (n > ends) ends = n;
    for (int k = 0; k < g->plan->nbay; k++) {
      n = CAT_QB * g->plan->bay[k].count * g->width;
      if (n > bay) bay = n;
    }
  }
  w->ends = CAT_ARENA(b->a, ends, double);
  w->end_m = CAT_ARENA(b->a, ends, double);
  w->m = CAT_ARENA(b->a, bay, double);
  s->follow = CAT_ARENA(b->a, ends, double);
  s->bay = CAT_ARENA(b->a, bay, double);
  return w->ends && w->end_m && w->m && s->follow && s->bay ? CAT_OK : CAT_ERR_MEMORY;
}

static void place_dofs(CatQuasi *s, int cell) {
  const CatCell *c = &s->cells.cell[cell];
  const CatQuasiGroup *g = &s->group[c->group];
  const CatPlan *p = g->plan;
  for (int i = 0; i < CAT_QB * cat_plan_bays(p); i++) {
    int bay = 0;
    while (i >= CAT_QB * (p->bay[bay].first + p->bay[bay].count)) bay++;
    const CatBay *b = &p->bay[bay];
    int k = i - CAT_QB * b->first, up = k / (2 * b->count), node = k % (2 * b->count) / 2;
    int dof = s->cells.dof[c->node[b->first + node]][1 + up + 3 * (k % 2)];
    if (dof < 0) continue;
    s->dof[dof] = (CatQuasiDof){g->at + i * g->width + c->lane, cell, i, up ? 1 : c->sign};
  }
  for (int k = 0; k < CAT_QK * p->nknot; k++) {
    int node = cat_plan_bays(p) + k / CAT_QK, i = cat_quasi_place(p, node) + k % CAT_QK;
    int dof = s->cells.dof[c->node[node]][cat_quasi_knot_part[k % CAT_QK]];
    if (dof < 0) continue;
    s->dof[dof] =
        (CatQuasiDof){g->at + i * g->width + c->lane, cell, i, cat_quasi_sign(c, k % CAT_QK)};
  }
}

static CatStatus place_all(Build *b) {
  CatQuasi *s = b->s;
  CAT_TRY(place_groups(b));
  CAT_TRY(reserve_work(b));
  s->dof = CAT_ARENA(b->a, s->model.t.n, CatQuasiDof);
  if (!s->dof) return CAT_ERR_MEMORY;
  for (int i = 0; i < s->model.t.n; i++) {
    int k = s->border.of[i];
    s->dof[i] = (CatQuasiDof){k < 0 ? -1 : s->nx + k, -1, k, 1};
  }
  for (int i = 0; i < s->cells.ncell; i++) place_dofs(s, i);
  return CAT_OK;
}

//------------------------------------------------------------------------------- all of it

static CatStatus build(Build *b) {
  CatQuasi *s = b->s;
  const CatDamping *d = s->damping;
  double *damper = CAT_ARENA(b->scratch, s->model.t.n, double);
  b->own = CAT_ARENA(b->scratch, s->cells.ncell + 1, Own);
  if (!damper || !b->own) return CAT_ERR_MEMORY;
  for (int i = 0; i < d->ndamper; i++) damper[d->damper_dof[i]] += d->damper;
  b->matrices =
      (CatQuasiMatrices){.m = s->m, .q = &s->model, .damper = damper, .mm = s->mm, .kk = s->kk};
  b->matrices.damp = s->base.step.damp;
  CAT_TRY(load_stiffness(b));
  CAT_TRY(border_new(b));
  for (int i = 0; i < s->cells.ncell; i++) CAT_TRY(fill_cell(b, i));
  CAT_TRY(cat_band_factor(cat_arena_context(b->a), &s->border.S));
  CAT_TRY(cat_quasi_border_invert(b->a, &s->border));
  find_alike(b);
  CAT_TRY(make_groups(b));
  for (int i = 0; i < s->ngroup; i++) CAT_TRY(fill_group(b, &s->group[i]));
  return place_all(b);
}

CatStatus cat_quasi_build(CatArena *a, CatQuasi *s, double share) {
  Build b = {.a = a, .s = s, .share = share};
  b.scratch = cat_arena_new(cat_arena_context(a), 1 << 22);
  CatStatus status = b.scratch ? build(&b) : CAT_ERR_MEMORY;
  cat_arena_free(b.scratch);
  return status;
}
