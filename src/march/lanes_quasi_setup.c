// Groups of cells and the border between them.
#include <math.h>

#include "lanes_quasi_parts.h"

typedef struct Build {
  CatArena *a, *scratch;
  CatQuasi *s;
  CatQuasiMatrices matrices;
  double **coef;  // of each cell (ncell)
  double share;
} Build;

//------------------------------------------------------------------------------- matrices

// Stiffness without springs of wires in bays that move along: all others are added again.
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
    bool in_bay = inside[part->a] || inside[part->b];
    if (in_bay && !q->axial[i].held) continue;
    cat_axial_add(s->m, &q->t, i, &q->axial[i], K);
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- border

static CatStatus number_border(Build *b) {
  CatQuasi *s = b->s;
  int n = s->model.t.n, *of = CAT_ARENA(b->a, n, int);
  if (!of) return CAT_ERR_MEMORY;
  for (int i = 0; i < s->cells.nseparator; i++) {
    for (int k = 0; k < CAT_QK; k++) {
      int dof = s->cells.dof[s->cells.separator[i]][cat_quasi_knot_part[k]];
      if (dof >= 0) of[dof] = 1;
    }
  }
  s->border = (CatBorder){.of = of, .ndof = n};
  for (int i = 0; i < n; i++) of[i] = of[i] ? s->border.n++ : -1;
  return CAT_OK;
}

static int border_reach(const CatQuasi *s) {
  const CatGhosts ghosts = cat_quasi_ghosts(s);
  int kd = 0;
  for (int i = 0; i < s->cells.ncell; i++) {
    int low = s->border.n, high = -1;
    for (int k = 0; k < CAT_QK * cat_quasi_plan(s, i)->nghost; k++) {
      int at = cat_ghost_number(&s->cells, &ghosts, i, k);
      if (at < 0) continue;
      if (at < low) low = at;
      if (at > high) high = at;
    }
    if (high - low > kd) kd = high - low;
  }
  return kd;
}

static double entry_A(const void *matrices, int i, int j) {
  return cat_quasi_A(matrices, i, j);
}

static double entry_M(const void *matrices, int i, int j) {
  return cat_quasi_mass(matrices, i, j);
}

static double entry_D(const void *matrices, int i, int j) {
  const CatQuasiMatrices *s = matrices;
  return i == j ? s->damper[i] : 0;
}

static CatStatus border_new(Build *b) {
  CatQuasi *s = b->s;
  CatBorder *border = &s->border;
  int band = s->model.t.K.kd;
  CAT_TRY(number_border(b));
  const CatEntries A = {entry_A, &b->matrices, band}, M = {entry_M, &b->matrices, band},
                   D = {entry_D, &b->matrices, band};
  CAT_TRY(cat_border_matrix(b->a, border, &A, border_reach(s), &border->S));
  CAT_TRY(cat_border_new(b->a, border, &M, &D));
  double **vector[] = {&border->x,      &s->border_u[0], &s->border_u[1],
                       &s->border_u[2], &s->delta,       &s->line};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(b->a, border->n + 1, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

static CatStatus fill_cell(Build *b, int i) {
  CatQuasi *s = b->s;
  const CatGhosts ghosts = cat_quasi_ghosts(s);
  const CatCell *cell = &s->cells.cell[i];
  const CatPlan *p = &s->cells.plan[cell->plan];
  int n = CAT_QK * p->nghost;
  double *schur = CAT_ARENA(b->scratch, n * n + 1, double);
  b->coef[i] = CAT_ARENA(b->scratch, cat_quasi_coefs(p) + 1, double);
  if (!schur || !b->coef[i]) return CAT_ERR_MEMORY;
  CAT_TRY(cat_quasi_factor(b->scratch, &s->cells, cell, &b->matrices, b->coef[i], schur));
  for (int r = 0; r < n; r++) {
    int row = cat_ghost_number(&s->cells, &ghosts, i, r);
    for (int c = r; c < n && row >= 0; c++) {
      int column = cat_ghost_number(&s->cells, &ghosts, i, c);
      if (column >= 0) cat_band_add(&s->border.S, row, column, schur[r * n + c]);
    }
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- groups

static bool cells_agree(const void *build, int i, int j, double sign) {
  const Build *b = build;
  return cat_quasi_agree(cat_quasi_plan(b->s, i), b->coef[i], b->coef[j], sign, b->share);
}

static double rounded(double x) {
  return (double)(float)x;
}

// What is left of A 1 at the places of a chain, summed up, if its factor is in single precision; 1:
// moved as a whole. y = D (x - G'x_p - H'x_r) for each node, and what the next one gave is taken
// back.
static double moved_as_a_whole(const double *chain, int count) {
  double sum = 0, from_next = 0;
  for (int i = count - 1; i >= 0; i--) {
    double c[CAT_Q_CHAIN], x[2];
    for (int k = 0; k < CAT_Q_CHAIN; k++) c[k] = rounded(chain[CAT_Q_CHAIN * i + k]);
    double det = c[10] * c[12] - c[11] * c[11];
    x[0] = 1 - c[0] - c[4], x[1] = -c[1] - c[5];
    double y[2] = {(c[12] * x[0] - c[11] * x[1]) / det, (c[10] * x[1] - c[11] * x[0]) / det};
    sum += y[0] - from_next;
    from_next = c[0] * y[0] + c[1] * y[1];
  }
  return sum;
}

// In single precision the factor of a bay moved as a whole gives a force, as springs to the ground
// would. The mass that joins its nodes, with the finest digits of all, is set so that on average
// it gives the same, and nothing is left.
static void round_mass(const CatPlan *p, double *coef) {
  for (int i = 0; i < p->nbay; i++) {
    int n = p->bay[i].count;
    double *up = coef + cat_quasi_bay_at(p, i) + CAT_Q_CHAIN * n, *M = up + CAT_Q_CHAIN * n;
    if (up[10] * up[12] == 0) continue;  // does not move up
    double join = (moved_as_a_whole(up, n) / n - rounded(M[0])) / 2;
    if (fabs(join - M[2]) > 1e-5 * M[2]) continue;  // an end is held: it cannot move as a whole
    M[0] = rounded(M[0]);
    M[2] = join;
  }
}

static CatStatus fill_group(Build *b, CatLaneGroup *g) {
  const CatQuasi *s = b->s;
  const CatGhosts ghosts = cat_quasi_ghosts(s);
  int n = cat_quasi_coefs(g->plan);
  for (int l = 0; l < g->width && s->kernel->single; l++) {
    if (g->cell[l] >= 0) round_mass(g->plan, b->coef[g->cell[l]]);
  }
  g->factor = cat_group_spread(b->a, g, n, b->coef, s->kernel->single);
  return g->factor ? cat_group_ghosts(b->a, &s->cells, &ghosts, g) : CAT_ERR_MEMORY;
}

//------------------------------------------------------------------------------- places

// Displacements in one piece of memory, groups behind one another, the border last.
static CatStatus place_groups(Build *b) {
  CatQuasi *s = b->s;
  enum { EVEN = 16 };  // numbers in the widest vector there is
  for (int i = 0; i < s->groups.n; i++) {
    CatLaneGroup *g = &s->groups.group[i];
    g->at = s->nx;
    s->nx += (cat_quasi_size(g->plan) * g->width + EVEN - 1) / EVEN * EVEN;
    g->end = s->nx;
  }
  void **vector[] = {&s->x, &s->u[0], &s->u[1], &s->u[2], &s->rest};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = cat_arena_alloc(b->a, cat_quasi_bytes(s, s->nx + s->border.n + 1), 1);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  for (int i = 0; i < s->groups.n; i++) {
    s->groups.group[i].x = cat_quasi_at(s, s->x, s->groups.group[i].at);
  }
  return CAT_OK;
}

static CatStatus reserve_work(Build *b) {
  CatQuasi *s = b->s;
  CatQuasiWork *w = &s->work;
  int ends = 1, bay = 1;
  for (int i = 0; i < s->groups.n; i++) {
    const CatLaneGroup *g = &s->groups.group[i];
    int n = CAT_QK * (g->plan->nknot + g->plan->nghost) * g->width;
    if (n > ends) ends = n;
    for (int k = 0; k < g->plan->nbay; k++) {
      n = CAT_QB * g->plan->bay[k].count * g->width;
      if (n > bay) bay = n;
    }
  }
  void **vector[] = {&w->ends, &w->end_m, &s->follow, &w->m};
  for (int i = 0; i < 4; i++) {
    *vector[i] = cat_arena_alloc(b->a, cat_quasi_bytes(s, i < 3 ? ends : bay), 1);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  s->bay = CAT_ARENA(b->a, bay, double);
  return s->bay ? CAT_OK : CAT_ERR_MEMORY;
}

static void place_dofs(CatQuasi *s, int cell) {
  const CatCell *c = &s->cells.cell[cell];
  const CatLaneGroup *g = &s->groups.group[c->group];
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
  b->coef = CAT_ARENA(b->scratch, s->cells.ncell + 1, double *);
  if (!damper || !b->coef) return CAT_ERR_MEMORY;
  for (int i = 0; i < d->ndamper; i++) damper[d->damper_dof[i]] += d->damper;
  b->matrices = (CatQuasiMatrices){.m = s->m,
                                   .q = &s->model,
                                   .damper = damper,
                                   .mm = s->form.mm,
                                   .kk = s->form.kk,
                                   .damp = s->base.step.damp};
  CAT_TRY(load_stiffness(b));
  CAT_TRY(border_new(b));
  for (int i = 0; i < s->cells.ncell; i++) CAT_TRY(fill_cell(b, i));
  CAT_TRY(cat_band_factor(cat_arena_context(b->a), &s->border.S));
  CAT_TRY(cat_border_invert(b->a, &s->border));
  const CatGrouping how = {b->a, b->scratch, &s->cells, s->kernel->lanes, cells_agree, b};
  CAT_TRY(cat_groups_new(&how, &s->groups));
  for (int i = 0; i < s->groups.n; i++) CAT_TRY(fill_group(b, &s->groups.group[i]));
  return place_all(b);
}

CatStatus cat_quasi_build(CatArena *a, CatQuasi *s, double share) {
  Build b = {.a = a, .s = s, .share = share};
  b.scratch = cat_arena_new(cat_arena_context(a), 1 << 22);
  CatStatus status = b.scratch ? build(&b) : CAT_ERR_MEMORY;
  cat_arena_free(b.scratch);
  return status;
}
