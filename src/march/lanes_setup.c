// Groups of cells and the border between them.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lanes_parts.h"

// Coefficients of every cell, by cell (ncell), while groups are made.
typedef struct Own {
  double **factor, **mass, **more, **turn;
} Own;

typedef struct Build {
  CatArena *a, *scratch;
  CatLanes *s;
  CatMatrices matrices;
  Own own;
  bool *damped;  // whether any cell of a plan has dampers (nplan)
  double share;
} Build;

static const int EVERY[CAT_B] = {0, 1, 2, 3, 4, 5};

static CatGhosts ghosts_of(const CatLanes *s) {
  return (CatGhosts){CAT_B, EVERY, s->cells.border, s->border.n};
}

//------------------------------------------------------------------------------- coefficients

static void size_plans(Build *b) {
  CatCells *c = &b->s->cells;
  for (int i = 0; i < c->nplan; i++) c->plan[i].plain = true;
  for (int i = 0; i < c->ncell; i++) {
    CatPlan *p = &c->plan[c->cell[i].plan];
    p->plain = p->plain && cat_mass_is_plain(c, p, &c->cell[i], &b->matrices);
  }
  for (int i = 0; i < c->nplan; i++) {
    CatPlan *p = &c->plan[i];
    int bays = p->nbay + 2 * cat_plan_bays(p), knots = CAT_BB * (p->nknot + p->nlink);
    p->nmore = CAT_FLAT * bays + knots;
    p->nmass = 5 * p->nbay + (p->plain ? 3 * p->nknot + 4 * p->nlink : knots);
  }
}

// Adds what a cell leaves over for its separators.
static void border_add(CatLanes *s, const CatCell *cell, const double *schur) {
  const CatPlan *p = &s->cells.plan[cell->plan];
  int n = CAT_B * p->nghost;
  for (int i = 0; i < n; i++) {
    int row = s->cells.dof[cell->node[p->nnode + i / CAT_B]][i % CAT_B];
    for (int j = i; j < n; j++) {
      int column = s->cells.dof[cell->node[p->nnode + j / CAT_B]][j % CAT_B];
      if (row < 0 || column < 0) continue;
      cat_band_add(&s->border.S, s->cells.border[row], s->cells.border[column], schur[i * n + j]);
    }
  }
}

// Takes the mass of pads back at separators.
static void border_unload(CatLanes *s, const CatCell *cell, const double *mass) {
  const CatPlan *p = &s->cells.plan[cell->plan];
  for (int i = 0; i < p->nbay; i++) {
    double more[2];
    cat_mass_of_pads(&s->cells, cell, i, mass, more);
    for (int k = 0; k < CAT_B && p->bay[i].right >= p->nnode; k++) {
      int dof = s->cells.dof[cell->node[p->bay[i].right]][k], at = dof < 0 ? -1 : s->border.of[dof];
      if (at >= 0) cat_band_add(&s->border.M, at, at, -more[k / 3]);
    }
  }
}

static CatStatus fill_cell(Build *b, int i) {
  const CatCells *c = &b->s->cells;
  const CatCell *cell = &c->cell[i];
  const CatPlan *p = &c->plan[cell->plan];
  const Own *own = &b->own;
  int ghosts = CAT_B * p->nghost;
  own->factor[i] = CAT_ARENA(b->scratch, p->nfactor + 1, double);
  own->mass[i] = CAT_ARENA(b->scratch, p->nmass + 1, double);
  own->more[i] = CAT_ARENA(b->scratch, p->nmore + 1, double);
  own->turn[i] = CAT_ARENA(b->scratch, 4 * p->nbay + 1, double);
  double *schur = CAT_ARENA(b->scratch, ghosts * ghosts + 1, double);
  if (!own->factor[i] || !own->mass[i] || !own->more[i] || !own->turn[i] || !schur) {
    return CAT_ERR_MEMORY;
  }
  cat_turn_fill(c, p, cell, own->turn[i]);
  cat_mass_fill(c, p, cell, &b->matrices, own->mass[i]);
  if (cat_more_fill(c, p, cell, &b->matrices, own->more[i])) b->damped[cell->plan] = true;
  CAT_TRY(cat_factor_fill(b->scratch, c, cell, &b->matrices, own->factor[i], schur));
  border_add(b->s, cell, schur);
  border_unload(b->s, cell, own->mass[i]);
  return CAT_OK;
}

//------------------------------------------------------------------------------- border

// First and last coordinate in the border that a cell touches.
static void find_reach(CatLanes *s) {
  for (int i = 0; i < s->cells.ncell; i++) {
    const CatCell *c = &s->cells.cell[i];
    const CatPlan *p = &s->cells.plan[c->plan];
    s->reach[i][0] = s->border.n, s->reach[i][1] = 0;
    for (int k = 0; k < CAT_B * p->nghost; k++) {
      int dof = s->cells.dof[c->node[p->nnode + k / CAT_B]][k % CAT_B];
      if (dof < 0) continue;
      int at = s->cells.border[dof];
      if (at < s->reach[i][0]) s->reach[i][0] = at;
      if (at >= s->reach[i][1]) s->reach[i][1] = at + 1;
    }
  }
}

static double entry_A(const void *matrices, int i, int j) {
  return cat_matrices_A(matrices, i, j);
}

static double entry_D(const void *matrices, int i, int j) {
  return cat_matrices_D(matrices, i, j);
}

static double entry_M(const void *matrices, int i, int j) {
  const CatMatrices *m = matrices;
  return cat_band_get(&m->t->M, i, j);
}

static CatStatus border_new(Build *b) {
  CatLanes *s = b->s;
  CatBorder *border = &s->border;
  int kd = 0, band = s->t->K.kd;
  *border = (CatBorder){.n = s->cells.nborder, .of = s->cells.border, .ndof = s->t->n};
  s->reach = cat_arena_alloc(b->a, (size_t)s->cells.ncell + 1, sizeof *s->reach);
  if (!s->reach) return CAT_ERR_MEMORY;
  find_reach(s);
  for (int i = 0; i < s->cells.ncell; i++) {
    if (s->reach[i][1] - s->reach[i][0] - 1 > kd) kd = s->reach[i][1] - s->reach[i][0] - 1;
  }
  const CatEntries A = {entry_A, &b->matrices, band}, M = {entry_M, &b->matrices, band},
                   D = {entry_D, &b->matrices, band};
  CAT_TRY(cat_border_matrix(b->a, border, &A, kd, &border->S));
  return cat_border_new(b->a, border, &M, &D);
}

//------------------------------------------------------------------------------- cells alike

static double largest(int n, const double *a) {
  double most = 0;
  for (int i = 0; i < n; i++) most = fmax(most, fabs(a[i]));
  return most;
}

// Whether blocks agree; sign: that of what joins across to the other components.
static bool blocks_agree(int n, const double *a, const double *b, double sign, double most) {
  for (int i = 0; i < n; i++) {
    int r = i / CAT_B % CAT_B, c = i % CAT_B;
    double flip = (r % 3 == CAT_ACROSS) != (c % 3 == CAT_ACROSS) ? sign : 1;
    if (fabs(a[i] - flip * b[i]) > most) return false;
  }
  return true;
}

// In bays nothing joins across to the other components, so that there is nothing to mirror.
static bool agree(int n, const double *a, const double *b, double most) {
  for (int i = 0; i < n; i++) {
    if (fabs(a[i] - b[i]) > most) return false;
  }
  return true;
}

static bool factors_agree(const CatPlan *p, const double *a, const double *b, double sign,
                          double share) {
  for (int i = 0; i < cat_plan_bays(p); i++, a += 3 * CAT_FLAT, b += 3 * CAT_FLAT) {
    const double *joins = a + CAT_FLAT;
    double small = share * largest(CAT_FLAT, a), most = share * largest(2 * CAT_FLAT, joins);
    if (!agree(CAT_FLAT, a, b, small)) return false;
    if (!agree(2 * CAT_FLAT, joins, b + CAT_FLAT, most)) return false;
  }
  for (int k = 0; k < p->nknot; k++) {
    int n = CAT_BB * (p->row_start[k + 1] - p->row_start[k]);
    if (!blocks_agree(CAT_BB, a, b, sign, share * largest(CAT_BB, a))) return false;
    a += CAT_BB, b += CAT_BB;
    if (!blocks_agree(n, a, b, sign, share * largest(n, a))) return false;
    a += n, b += n;
  }
  return true;
}

static bool masses_agree(const CatPlan *p, const double *a, const double *b, double sign,
                         double share) {
  double most = share * largest(p->nmass, a);
  int bays = p->plain ? p->nmass : p->nmass - CAT_BB * (p->nknot + p->nlink);
  return agree(bays, a, b, most) && blocks_agree(p->nmass - bays, a + bays, b + bays, sign, most);
}

static bool more_agrees(const CatPlan *p, const double *a, const double *b, double sign,
                        double share) {
  double most = share * largest(p->nmore, a);
  int knots = CAT_BB * (p->nknot + p->nlink), bays = p->nmore - knots;
  return agree(bays, a, b, most) && blocks_agree(knots, a + bays, b + bays, sign, most);
}

static bool turns_agree(const CatPlan *p, const double *a, const double *b, double sign,
                        double share) {
  for (int i = 0; i < 4 * p->nbay; i++) {
    if (fabs(a[i] - (i % 2 ? sign : 1) * b[i]) > share) return false;
  }
  return true;
}

static bool cells_agree(const void *build, int i, int j, double sign) {
  const Build *b = build;
  const CatPlan *p = &b->s->cells.plan[b->s->cells.cell[i].plan];
  const Own *own = &b->own;
  return masses_agree(p, own->mass[i], own->mass[j], sign, b->share) &&
         more_agrees(p, own->more[i], own->more[j], sign, b->share) &&
         turns_agree(p, own->turn[i], own->turn[j], sign, b->share) &&
         factors_agree(p, own->factor[i], own->factor[j], sign, b->share);
}

//------------------------------------------------------------------------------- groups

static CatStatus fill_group(Build *b, CatLaneGroup *g) {
  const CatPlan *p = g->plan;
  const CatGhosts ghosts = ghosts_of(b->s);
  bool damped = b->damped[b->s->cells.cell[g->cell[0]].plan];
  g->factor = cat_group_spread(b->a, g, p->nfactor, b->own.factor, false);
  g->mass = cat_group_spread(b->a, g, p->nmass, b->own.mass, false);
  g->more = damped ? cat_group_spread(b->a, g, p->nmore, b->own.more, false) : NULL;
  g->turn = cat_group_spread(b->a, g, 4 * p->nbay, b->own.turn, false);
  if (!g->factor || !g->mass || !g->turn || (damped && !g->more)) return CAT_ERR_MEMORY;
  return cat_group_ghosts(b->a, &b->s->cells, &ghosts, g);
}

//------------------------------------------------------------------------------- places

static int group_size(const CatLaneGroup *g) {
  return (CAT_B * (g->plan->nnode + g->plan->nghost) * g->width + 7) / 8 * 8;
}

// Displacements in one piece of memory, groups behind one another, the border last.
static CatStatus place_groups(Build *b) {
  CatLanes *s = b->s;
  for (int i = 0; i < s->groups.n; i++) {
    s->groups.group[i].at = s->nx;
    s->nx += group_size(&s->groups.group[i]);
    s->groups.group[i].end = s->nx;
  }
  double **vector[] = {&s->x, &s->u[0], &s->u[1], &s->u[2], &s->held[0], &s->held[1], &s->rest};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(b->a, s->nx + s->border.n + 1, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  for (int i = 0; i < s->groups.n; i++) s->groups.group[i].x = s->x + s->groups.group[i].at;
  s->border.x = s->x + s->nx;
  s->force = CAT_ARENA(b->a, s->t->n, double);
  return s->force ? cat_lanes_shift_new(b->a, s) : CAT_ERR_MEMORY;
}

// Room for one group and one bay at a time.
static CatStatus reserve_work(Build *b) {
  CatLanes *s = b->s;
  CatLaneWork *w = &s->work;
  int ends = 1, bay = 1;
  bool damped = false;
  for (int i = 0; i < s->groups.n; i++) {
    const CatLaneGroup *g = &s->groups.group[i];
    int n = CAT_B * (g->plan->nknot + g->plan->nghost) * g->width;
    if (n > ends) ends = n;
    for (int k = 0; k < g->plan->nbay; k++) {
      n = CAT_B * g->plan->bay[k].count * g->width;
      if (n > bay) bay = n;
    }
    damped = damped || g->more;
  }
  w->ends = CAT_ARENA(b->a, ends, double);
  w->end_m = CAT_ARENA(b->a, ends, double);
  w->m = CAT_ARENA(b->a, bay, double);
  if (!w->ends || !w->end_m || !w->m) return CAT_ERR_MEMORY;
  if (!damped) return CAT_OK;
  w->end_d = CAT_ARENA(b->a, ends, double);
  w->d = CAT_ARENA(b->a, bay, double);
  return w->end_d && w->d ? CAT_OK : CAT_ERR_MEMORY;
}

// The bay in which a node of a plan lies; NULL: it is a knot.
static const CatBay *bay_of(const CatPlan *p, int number) {
  for (int b = 0; b < p->nbay; b++) {
    if (number < p->bay[b].first + p->bay[b].count) return &p->bay[b];
  }
  return NULL;
}

// Along and across the track are turned into the frame of the bay.
static CatLaneDof turned_dof(const CatLanes *s, const CatCell *c, int slot, const CatLaneDof *d) {
  const CatLaneGroup *g = &s->groups.group[c->group];
  const CatBay *b = bay_of(g->plan, slot / CAT_B);
  CatLaneDof out = *d;
  if (!b || slot % 3 == CAT_UP) return out;
  double by = cat_cells_turn(&s->cells, c, b, slot / CAT_B);
  int other = slot % 3 == CAT_ACROSS ? -1 : 1;  // along stands before across
  out.other = d->at + other * g->width;
  out.other_number = d->number + other;
  out.sign = d->sign * cos(by);
  out.other_sign = slot % 3 == CAT_ACROSS ? sin(by) : -sin(by) * c->sign;
  return out;
}

static void place_dofs(CatLanes *s, int cell) {
  CatCell *c = &s->cells.cell[cell];
  const CatLaneGroup *g = &s->groups.group[c->group];
  for (int i = 0; i < CAT_B * g->plan->nnode; i++) {
    int dof = s->cells.dof[c->node[i / CAT_B]][i % CAT_B];
    int at = g->at + i * g->width + c->lane;
    int home = cat_lane_home(s, cell, i);
    CatLaneDof here = {at, cell, i, cat_cell_sign(c, i % CAT_B), at, i, 0};
    if (home >= 0) s->home_at[home] = at;
    if (dof >= 0) s->dof[dof] = turned_dof(s, c, i, &here);
  }
}

static CatStatus place_all(Build *b) {
  CatLanes *s = b->s;
  CAT_TRY(place_groups(b));
  CAT_TRY(reserve_work(b));
  for (int i = 0; i < s->cells.ncell; i++) {
    s->cells.cell[i].home = s->nhome;
    s->nhome += CAT_B * s->cells.plan[s->cells.cell[i].plan].nknot;
  }
  s->dof = CAT_ARENA(b->a, s->t->n, CatLaneDof);
  s->home_at = CAT_ARENA(b->a, s->nhome + s->border.n + 1, int);
  if (!s->dof || !s->home_at) return CAT_ERR_MEMORY;
  for (int i = 0; i < s->cells.ncell; i++) place_dofs(s, i);
  for (int i = 0; i < s->border.n; i++) s->home_at[s->nhome + i] = s->nx + i;
  for (int i = 0; i < s->t->n; i++) {
    int k = s->cells.border[i];
    if (k >= 0) s->dof[i] = (CatLaneDof){s->nx + k, -1, k, 1, s->nx + k, k, 0};
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- all of it

static CatStatus build(Build *b) {
  CatLanes *s = b->s;
  const CatDamping *d = s->damping;
  double *damper = CAT_ARENA(b->scratch, s->t->n, double);
  double ***own[] = {&b->own.factor, &b->own.mass, &b->own.more, &b->own.turn};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    *own[i] = CAT_ARENA(b->scratch, s->cells.ncell + 1, double *);
    if (!*own[i]) return CAT_ERR_MEMORY;
  }
  b->damped = CAT_ARENA(b->scratch, s->cells.nplan + 1, bool);
  if (!damper || !b->damped) return CAT_ERR_MEMORY;
  for (int i = 0; i < d->ndamper; i++) damper[d->damper_dof[i]] += d->damper;
  b->matrices = (CatMatrices){s->t, d->more, damper, s->form.mm, s->form.kk, s->base.step.damp};
  size_plans(b);
  CAT_TRY(border_new(b));
  for (int i = 0; i < s->cells.ncell; i++) CAT_TRY(fill_cell(b, i));
  CAT_TRY(cat_band_factor(cat_arena_context(b->a), &s->border.S));
  CAT_TRY(cat_border_invert(b->a, &s->border));
  const CatGrouping how = {b->a, b->scratch, &s->cells, s->kernel->lanes, cells_agree, b};
  CAT_TRY(cat_groups_new(&how, &s->groups));
  for (int i = 0; i < s->groups.n; i++) CAT_TRY(fill_group(b, &s->groups.group[i]));
  return place_all(b);
}

CatStatus cat_lanes_build(CatArena *a, CatLanes *s, double share) {
  Build b = {.a = a, .s = s, .share = share};
  b.scratch = cat_arena_new(cat_arena_context(a), 1 << 22);
  CatStatus status = b.scratch ? build(&b) : CAT_ERR_MEMORY;
  cat_arena_free(b.scratch);
  return status;
}
