#include "energy.h"

#include <string.h>

#include "flush.h"
#include "internal.h"
#include "linalg/dense.h"
#include "representative.h"

enum { ENDS = CAT_BAY_ENDS };

// The separators: their matrices by terms, and vectors by place.
typedef struct Border {
  CatLaneTerms mass, damping, stiffness;
  double *du, *w, *a, *dv, *da, *vb, *z, *room;
} Border;

typedef struct Energy {
  CatEnergy base;
  CatLanes *s;
  CatLaneRates rates;
  CatLaneForms *forms;  // of each group
  double *du, *w, *a;   // at knots and ghosts, in the places of u
  double *dv, *da;      // room for the largest group
  double *qw, *qa;      // rates of modes (nmode)
  double *pw, *pa;      // rates of their projections (nproject)
  Border border;
  long *when;            // of each coordinate: the step in which it was read last; -1: never (n)
  double *end, *before;  // its values then: at the end of that step and at its beginning (n)
} Energy;

//------------------------------------------------------------------------------- step

static const void *modes_from(const CatLanes *s, const void *q, int at) {
  return s->kernel->single ? (const void *)((const float *)q + at)
                           : (const void *)((const double *)q + at);
}

static void border_step(Energy *e, CatStepSums *x) {
  const CatLanes *s = e->s;
  const CatLaneRates *r = &e->rates;
  Border *b = &e->border;
  int n = s->border.n;
  for (int i = 0; i < n; i++) {
    double du = b->du[i], a = b->a[i], da = b->da[i] = r->a_u * du - b->w[i];
    b->dv[i] = a + r->v_da * da;
    b->w[i] += r->w_a * a + r->w_da * da;
    b->a[i] += da;
    b->vb[i] = r->c_du * du + r->c_da * da;
    b->z[i] = r->m_du * du + r->m_da * da;
  }
  s->kernel->multiply(&b->mass, b->da, b->room);
  x->M_da += cat_dot(n, b->room, b->z);
  s->kernel->multiply(&b->damping, b->du, b->room);
  x->C_vb += cat_dot(n, b->room, b->vb);
  x->stiff += cat_dot(n, b->room, b->dv);
  s->kernel->multiply(&b->stiffness, b->du, b->room);
  x->stiff += cat_dot(n, b->room, b->du);
}

static void group_step(Energy *e, int number, CatStepSums *x) {
  const CatLanes *s = e->s;
  const CatLaneGroup *g = &s->groups.group[number];
  const CatPlan *p = g->plan;
  int knots = CAT_B * g->width * p->nknot;
  double *du = e->du + g->at, *w = e->w + g->at, *a = e->a + g->at;
  const double *end = s->u[0] + g->at, *begin = s->u[1] + g->at;
  for (int i = 0; i < knots; i++) du[i] = end[i] - begin[i];
  s->kernel->ghosts_set(g, e->border.du, du + knots);
  s->kernel->ghosts_set(g, e->border.w, w + knots);
  s->kernel->ghosts_set(g, e->border.a, a + knots);
  const CatLaneMotion motion = {
      .rates = &e->rates,
      .q = {modes_from(s, s->q[0], g->mode_at), modes_from(s, s->q[1], g->mode_at)},
      .qw = e->qw + g->mode_at,
      .qa = e->qa + g->mode_at,
      .project = {s->project[0] + g->project_at, s->project[1] + g->project_at},
      .pw = e->pw + g->project_at,
      .pa = e->pa + g->project_at,
      .du = du,
      .w = w,
      .a = a,
      .dv = e->dv,
      .da = e->da};
  s->kernel->account(g, &e->forms[number], &motion, x);
}

// Ghosts need the border's rates at the beginning of the step: groups first.
static void step(CatEnergy *base, CatStepSums *x) {
  Energy *e = (Energy *)base;
  const CatLanes *s = e->s;
  unsigned before = cat_flush_begin();
  const double *end = s->u[0] + s->nx, *begin = s->u[1] + s->nx;
  for (int i = 0; i < s->border.n; i++) e->border.du[i] = end[i] - begin[i];
  for (int i = 0; i < s->groups.n; i++) group_step(e, i, x);
  border_step(e, x);
  cat_flush_end(before);
}

//------------------------------------------------------------------------------- stored

// A motion of all coordinates, or the sum of two with these weights: arrays like u, of modes, of
// projections, and of separators.
typedef struct Field {
  int n;
  double by[2];
  const double *u[2], *border[2], *project[2];
  const void *q[2];
  bool single;
} Field;

static double value_at(const Field *f, const double *const x[2], int i) {
  return f->n == 1 ? x[0][i] : f->by[0] * x[0][i] + f->by[1] * x[1][i];
}

static double mode_at(const Field *f, int i) {
  if (f->single) return (double)((const float *)f->q[0])[i];
  return value_at(f, (const double *const[]){f->q[0], f->q[1]}, i);
}

static double coef(const double *c, int i, int lane, int width, bool one) {
  return c[one ? i : i * width + lane];
}

static double node_value(const CatLaneGroup *g, const Field *f, int i, int lane) {
  int knots = CAT_B * g->plan->nknot, ghost = (i - knots) * g->width + lane;
  if (i < knots) return value_at(f, f->u, g->at + i * g->width + lane);
  if (g->ghost_sign[ghost] == 0) return 0;  // it is held
  return g->ghost_sign[ghost] * value_at(f, f->border, g->ghost[ghost]);
}

// f'A f of the nodes of one lane; which: 0 M, 2 K
static double nodes_form(const Energy *e, int number, int lane, const Field *f, int which) {
  const CatLaneGroup *g = &e->s->groups.group[number];
  const CatLaneForms *forms = &e->forms[number];
  double sum = 0;
  for (int n = 0; n < forms->nnode + forms->npair; n++) {
    const int own[2] = {n, n};
    const int *pair = n < forms->nnode ? own : forms->pair[n - forms->nnode];
    for (int i = 0; i < CAT_BB; i++) {
      double x = node_value(g, f, CAT_B * pair[0] + i / CAT_B, lane);
      double y = node_value(g, f, CAT_B * pair[1] + i % CAT_B, lane);
      int at = (3 * n + which) * CAT_BB + i;
      sum += (n < forms->nnode ? 1 : 2) * x * y * coef(forms->block, at, lane, g->width, g->shared);
    }
  }
  return sum;
}

static double bay_form(const Energy *e, int cell, int bay, const Field *f, int which) {
  const CatLanes *s = e->s;
  const CatCell *c = &s->cells.cell[cell];
  const CatLaneGroup *g = &s->groups.group[c->group];
  const CatLaneForms *forms = &e->forms[c->group];
  const CatLaneBay b = cat_lane_bay(s, cell, bay);
  int n = cat_bay_modes(b.bay);
  double sum = 0, left[CAT_B], right[CAT_B], end[ENDS];
  double join = which == 0 ? 1 : coef(forms->join, 2 * bay + 1, c->lane, g->width, g->shared);
  for (int j = 0; j < n; j++) {
    double q = mode_at(f, b.at + j * b.stride);
    sum += q * q * coef(forms->mode[bay], 3 * j + which, c->lane, g->width, g->alike[bay]);
  }
  for (int i = 0; i < CAT_B; i++) {
    int first = cat_plan_bays(g->plan);
    left[i] = node_value(g, f, CAT_B * (b.bay->left - first) + i, c->lane);
    right[i] = node_value(g, f, CAT_B * (b.bay->right - first) + i, c->lane);
  }
  cat_bay_ends_in(b.R, left, right, end);
  for (int i = 0; i < ENDS; i++) {
    sum += 2 * join * end[i] * value_at(f, f->project, b.project_at + i * b.stride);
  }
  return sum;
}

static double form_of(const Energy *e, const Field *f, int which) {
  const CatLanes *s = e->s;
  const CatLaneTerms *border = which == 0 ? &e->border.mass : &e->border.stiffness;
  for (int i = 0; i < s->border.n; i++) e->border.z[i] = value_at(f, f->border, i);
  s->kernel->multiply(border, e->border.z, e->border.room);
  double sum = cat_dot(s->border.n, e->border.room, e->border.z);
  for (int c = 0; c < s->cells.ncell; c++) {
    const CatCell *cell = &s->cells.cell[c];
    sum += nodes_form(e, cell->group, cell->lane, f, which);
    for (int b = 0; b < s->cells.plan[cell->plan].nbay; b++) sum += bay_form(e, c, b, f, which);
  }
  return sum;
}

// v = beta w - a/2
static CatEnergyNow now(CatEnergy *base) {
  const Energy *e = (const Energy *)base;
  const CatLanes *s = e->s;
  const Border *b = &e->border;
  const Field v = {
      2,    {s->base.step.beta, -0.5}, {e->w, e->a}, {b->w, b->a}, {e->pw, e->pa}, {e->qw, e->qa},
      false};
  const Field a = {1, {1}, {e->a}, {b->a}, {e->pa}, {e->qa}, false};
  const Field u = {
      1, {1}, {s->u[0]}, {s->u[0] + s->nx}, {s->project[0]}, {s->q[0]}, s->kernel->single};
  return (CatEnergyNow){.stored = (form_of(e, &v, 0) + form_of(e, &u, 2)) / 2,
                        .numerical = e->rates.a_a * form_of(e, &a, 0)};
}

//------------------------------------------------------------------------------- readings

// Contacts read the same few coordinates again and again: the value at the beginning of a step is
// the one at the end of the step before.
static void look(Energy *e, int dof) {
  const CatLanes *s = e->s;
  if (e->when[dof] == s->steps) return;
  bool known = e->when[dof] >= 0 && e->when[dof] == s->steps - 1;
  e->before[dof] = known ? e->end[dof] : cat_lanes_value(s, dof, 1);
  e->end[dof] = cat_lanes_value(s, dof, 0);
  e->when[dof] = s->steps;
}

static double read_port(CatEnergy *base, const CatPortVector *p, bool before) {
  Energy *e = (Energy *)base;
  double sum = 0;
  for (int k = 0; k < p->n; k++) {
    look(e, p->dof[k]);
    sum += p->b[k] * (before ? e->before : e->end)[p->dof[k]];
  }
  return sum;
}

static void start(CatEnergy *base) {
  Energy *e = (Energy *)base;
  const CatLanes *s = e->s;
  int n = s->nx + s->border.n + 1;
  size_t border = (size_t)s->border.n;
  memset(e->w, 0, (size_t)n * sizeof *e->w), memset(e->a, 0, (size_t)n * sizeof *e->a);
  memset(e->qw, 0, (size_t)s->nmode * sizeof *e->qw);
  memset(e->qa, 0, (size_t)s->nmode * sizeof *e->qa);
  memset(e->pw, 0, (size_t)s->nproject * sizeof *e->pw);
  memset(e->pa, 0, (size_t)s->nproject * sizeof *e->pa);
  memset(e->border.w, 0, border * sizeof(double)), memset(e->border.a, 0, border * sizeof(double));
  for (int i = 0; i < s->t->n; i++) e->when[i] = -1;
}

//------------------------------------------------------------------------------- set-up

typedef struct Build {
  CatArena *a, *scratch;
  Energy *e;
  CatMatrices matrices;
  double **block, **join, **mode;  // of each cell, while a group is filled (ncell)
} Build;

// C of the line's entries: with Rayleigh's damping, single dampers and that of single materials.
static double entry_C(const CatMatrices *s, int i, int j) {
  return s->alpha * cat_matrices_M(s, i, j) + s->beta * cat_matrices_K(s, i, j) +
         cat_matrices_D(s, i, j);
}

static bool is_listed(int n, int (*const pair)[2], const int other[2]) {
  for (int i = 0; i < n; i++) {
    bool same = pair[i][0] == other[0] && pair[i][1] == other[1];
    if (same || (pair[i][0] == other[1] && pair[i][1] == other[0])) return true;
  }
  return false;
}

// Nodes that an element or a bay joins.
static CatStatus find_pairs(Build *b, const CatPlan *p, CatLaneForms *out) {
  int(*pair)[2] = cat_arena_alloc(b->a, (size_t)p->nlink + (size_t)p->nbay + 1, sizeof *pair);
  int n = 0, first = cat_plan_bays(p);
  if (!pair) return CAT_ERR_MEMORY;
  for (int i = 0; i < p->nlink + p->nbay; i++) {
    const CatBay *bay = &p->bay[i < p->nlink ? 0 : i - p->nlink];
    const int ends[2] = {bay->left, bay->right}, *link = i < p->nlink ? p->link[i] : ends;
    const int here[2] = {link[0] - first, link[1] - first};
    if (!is_listed(n, pair, here)) pair[n][0] = here[0], pair[n++][1] = here[1];
  }
  out->pair = (const int(*)[2])pair, out->npair = n, out->nnode = p->nknot + p->nghost;
  return CAT_OK;
}

// M, C and K that go with the ends of a bay.
static void find_ends(const Build *b, const CatCellBays *bays, int bay, double *out[3]) {
  const CatBayMatter *m = &bays->kind[bay]->made_of;
  for (int i = 0; i < ENDS * ENDS; i++) {
    double A = bays->A[bay][i], M = bays->M[bay][i], K = (A - m->mm * M) / m->kk;
    out[0][144 * bay + i] = M, out[2][144 * bay + i] = K;
    out[1][144 * bay + i] = (b->matrices.alpha + m->rho) * M + b->matrices.beta * K + m->tau * A;
  }
}

static void find_modes(const Build *b, const CatBay *bay, const CatBayKind *k, double *out) {
  const CatBayMatter *m = &k->made_of;
  for (int j = 0; j < k->n; j++) {
    double *to = out + 3 * (bay->mode + cat_lane_slot(bay, k, j));
    double M = 1 / k->a[j], K = (1 - m->mm * M) / m->kk;
    to[0] = M, to[2] = K;
    to[1] = (b->matrices.alpha + m->rho) * M + b->matrices.beta * K + m->tau;
  }
}

// Forms of one cell: blocks, joins, modes of all bays.
static CatStatus find_cell(Build *b, int i, const CatLaneForms *forms) {
  static CatMatricesEntry *const entry[3] = {cat_matrices_M, entry_C, cat_matrices_K};
  const CatLanes *s = b->e->s;
  const CatCell *cell = &s->cells.cell[i];
  const CatPlan *p = &s->cells.plan[cell->plan];
  const CatCellBays *bays = &s->bays[i];
  int nblock = forms->nnode + forms->npair;
  double *ends[3];
  b->block[i] = CAT_ARENA(b->scratch, 3 * CAT_BB * nblock + 1, double);
  b->join[i] = CAT_ARENA(b->scratch, 2 * p->nbay + 1, double);
  b->mode[i] = CAT_ARENA(b->scratch, 3 * p->nmode + 1, double);
  for (int k = 0; k < 3; k++) ends[k] = CAT_ARENA(b->scratch, 144 * p->nbay + 1, double);
  if (!b->block[i] || !b->join[i] || !b->mode[i] || !ends[0] || !ends[1] || !ends[2]) {
    return CAT_ERR_MEMORY;
  }
  for (int k = 0; k < p->nbay; k++) {
    const CatBayMatter *m = &bays->kind[k]->made_of;
    find_ends(b, bays, k, ends);
    find_modes(b, &p->bay[k], bays->kind[k], b->mode[i]);
    b->join[i][2 * k] = b->matrices.alpha + m->rho - b->matrices.beta * m->mm / m->kk;
    b->join[i][2 * k + 1] = -m->mm / m->kk;
  }
  for (int k = 0; k < 3; k++) {
    const CatNodeBlocks of = {.entry = entry[k],
                              .bays = bays,
                              .ends = (const double(*)[144])ends[k],
                              .npair = forms->npair,
                              .pair = forms->pair,
                              .stride = 3 * CAT_BB};
    CAT_TRY(
        cat_blocks_fill(b->scratch, &s->cells, cell, &b->matrices, &of, b->block[i] + CAT_BB * k));
  }
  return CAT_OK;
}

// Modes of each bay: one set where all lanes have bays of one kind.
static CatStatus spread_modes(Build *b, const CatLaneGroup *g, CatLaneForms *out) {
  double **of = CAT_ARENA(b->scratch, b->e->s->cells.ncell + 1, double *);
  out->mode = CAT_ARENA(b->a, g->plan->nbay + 1, double *);
  if (!of || !out->mode) return CAT_ERR_MEMORY;
  for (int k = 0; k < g->plan->nbay; k++) {
    const CatBay *bay = &g->plan->bay[k];
    int n = cat_bay_modes(bay);
    CatLaneGroup lanes = *g;
    lanes.shared = g->alike[k];
    if (!g->shared) lanes.as = g->cell[0];
    for (int c = 0; c < b->e->s->cells.ncell; c++) {
      of[c] = b->mode[c] ? b->mode[c] + 3 * bay->mode : NULL;
    }
    out->mode[k] = cat_group_spread(b->a, &lanes, 3 * n, of, false);
    if (!out->mode[k]) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

static CatStatus find_group(Build *b, int number) {
  const CatLaneGroup *g = &b->e->s->groups.group[number];
  CatLaneForms *out = &b->e->forms[number];
  CatArenaMark mark = cat_arena_mark(b->scratch);
  CAT_TRY(find_pairs(b, g->plan, out));
  for (int l = 0; l < (g->shared ? 1 : g->width); l++) {
    int cell = g->shared ? g->as : g->cell[l];
    if (cell >= 0) CAT_TRY(find_cell(b, cell, out));
  }
  out->block = cat_group_spread(b->a, g, 3 * CAT_BB * (out->nnode + out->npair), b->block, false);
  out->join = cat_group_spread(b->a, g, 2 * g->plan->nbay, b->join, false);
  if (!out->block || !out->join) return CAT_ERR_MEMORY;
  CAT_TRY(spread_modes(b, g, out));
  cat_arena_release(b->scratch, mark);
  return CAT_OK;
}

static double border_M(const void *matrices, int i, int j) {
  return cat_matrices_M(matrices, i, j);
}

static double border_K(const void *matrices, int i, int j) {
  return cat_matrices_K(matrices, i, j);
}

static double border_D(const void *matrices, int i, int j) {
  return cat_matrices_D(matrices, i, j);
}

static CatStatus find_border(Build *b) {
  const CatLanes *s = b->e->s;
  const CatBorder *border = &s->border;
  Border *out = &b->e->border;
  CatBand M, C, K;
  int kd = border->S.kd, band = s->t->K.kd;
  const CatEntries of_M = {border_M, &b->matrices, band}, of_K = {border_K, &b->matrices, band},
                   of_D = {border_D, &b->matrices, band};
  CAT_TRY(cat_border_matrix(b->scratch, border, &of_M, kd, &M));
  CAT_TRY(cat_border_matrix(b->scratch, border, &of_K, kd, &K));
  CAT_TRY(cat_border_matrix(b->scratch, border, &of_D, kd, &C));
  CatRepresentative by = {&s->cells, s->bays, 0, 0};
  for (; by.cell < s->cells.ncell; by.cell++) {
    const CatLaneGroup *g = &s->groups.group[s->cells.cell[by.cell].group];
    by.as = g->shared ? g->as : by.cell;
    cat_representative_ends(&by, &K);
  }
  cat_band_axpy(&C, b->matrices.alpha, &M);
  cat_band_axpy(&C, b->matrices.beta, &K);
  CAT_TRY(cat_border_terms(b->a, border, &M, &out->mass));
  CAT_TRY(cat_border_terms(b->a, border, &C, &out->damping));
  return cat_border_terms(b->a, border, &K, &out->stiffness);
}

static CatStatus reserve(Build *b) {
  Energy *e = b->e;
  const CatLanes *s = e->s;
  int knots = 1;
  for (int i = 0; i < s->groups.n; i++) {
    const CatLaneGroup *g = &s->groups.group[i];
    int n = CAT_B * (g->plan->nknot + g->plan->nghost) * g->width;
    if (n > knots) knots = n;
  }
  double **border[] = {&e->border.du, &e->border.w,  &e->border.a, &e->border.dv,
                       &e->border.da, &e->border.vb, &e->border.z, &e->border.room};
  for (size_t i = 0; i < sizeof border / sizeof *border; i++) {
    if (!(*border[i] = cat_border_vector(b->a, &s->border))) return CAT_ERR_MEMORY;
  }
  int u = s->nx + s->border.n + 1, q = s->nmode + 1, p = s->nproject + 1;
  const struct {
    double **vector;
    int n;
  } all[] = {{&e->du, u},     {&e->w, u},         {&e->a, u},           {&e->dv, knots},
             {&e->da, knots}, {&e->qw, q},        {&e->qa, q},          {&e->pw, p},
             {&e->pa, p},     {&e->end, s->t->n}, {&e->before, s->t->n}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (!(*all[i].vector = CAT_ARENA(b->a, all[i].n, double))) return CAT_ERR_MEMORY;
  }
  e->when = CAT_ARENA(b->a, s->t->n, long);
  return e->when ? CAT_OK : CAT_ERR_MEMORY;
}

static CatLaneRates rates_of(const CatStep *s) {
  double b = s->beta, g = s->gamma, late = b - g / 2;
  return (CatLaneRates){.a_u = 1 / (b * s->h),
                        .v_da = g,
                        .w_a = 1 / b,
                        .w_da = (g + 0.5) / b,
                        .c_du = 1 / s->h,
                        .c_da = -late,
                        .m_da = (g - 0.5) * late,
                        .m_du = (1 - s->am - g) / s->h,
                        .a_a = late / 2};
}

static CatStatus build(Build *b) {
  const CatLanes *s = b->e->s;
  int n = s->cells.ncell + 1;
  double *damper = CAT_ARENA(b->scratch, s->t->n, double);
  b->block = CAT_ARENA(b->scratch, n, double *);
  b->join = CAT_ARENA(b->scratch, n, double *);
  b->mode = CAT_ARENA(b->scratch, n, double *);
  b->e->forms = CAT_ARENA(b->a, s->groups.n + 1, CatLaneForms);
  if (!damper || !b->block || !b->join || !b->mode || !b->e->forms) return CAT_ERR_MEMORY;
  b->matrices = cat_lanes_matrices(s, damper);
  CAT_TRY(reserve(b));
  CAT_TRY(find_border(b));
  for (int i = 0; i < s->groups.n; i++) CAT_TRY(find_group(b, i));
  return CAT_OK;
}

CatStatus cat_lanes_energy(CatStructure *s, CatArena *a, CatEnergy **out) {
  static const CatEnergyOps ops = {start, step, now, read_port};
  Energy *e = CAT_ARENA(a, 1, Energy);
  Build b = {.a = a, .e = e, .scratch = cat_arena_new(cat_arena_context(a), 1 << 20)};
  CatStatus status = CAT_ERR_MEMORY;
  if (e && b.scratch) {
    *e = (Energy){.base = {&ops}, .s = (CatLanes *)s, .rates = rates_of(&s->step)};
    status = build(&b);
    *out = &e->base;
  }
  cat_arena_free(b.scratch);
  return status;
}
