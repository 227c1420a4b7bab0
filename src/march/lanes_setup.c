// Groups of cells and the border between them.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lanes_parts.h"

// While groups are made, every cell has coefficients of its own.
typedef struct Own {
  double *factor, *mass, *more, *turn;
  int like;     // first cell of the plan with the same coefficients
  double sign;  // -1: the same when mirrored
} Own;

typedef struct Build {
  CatArena *a, *scratch;
  CatLanes *s;
  CatMatrices matrices;
  Own *own;      // (ncell)
  bool *damped;  // whether any cell of a plan has dampers (nplan)
  double share;
} Build;

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

static CatStatus fill_cell(Build *b, int i) {
  const CatCells *c = &b->s->cells;
  const CatCell *cell = &c->cell[i];
  const CatPlan *p = &c->plan[cell->plan];
  Own *own = &b->own[i];
  int ghosts = CAT_B * p->nghost;
  own->factor = CAT_ARENA(b->scratch, p->nfactor + 1, double);
  own->mass = CAT_ARENA(b->scratch, p->nmass + 1, double);
  own->more = CAT_ARENA(b->scratch, p->nmore + 1, double);
  own->turn = CAT_ARENA(b->scratch, 4 * p->nbay + 1, double);
  double *schur = CAT_ARENA(b->scratch, ghosts * ghosts + 1, double);
  if (!own->factor || !own->mass || !own->more || !own->turn || !schur) return CAT_ERR_MEMORY;
  cat_turn_fill(c, p, cell, own->turn);
  cat_mass_fill(c, p, cell, &b->matrices, own->mass);
  if (cat_more_fill(c, p, cell, &b->matrices, own->more)) b->damped[cell->plan] = true;
  CAT_TRY(cat_factor_fill(b->scratch, c, cell, &b->matrices, own->factor, schur));
  border_add(b->s, cell, schur);
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

typedef double Entry(const CatMatrices *s, int i, int j);

static double entry_M(const CatMatrices *s, int i, int j) {
  return cat_band_get(&s->t->M, i, j);
}

// The part of a matrix between separators; never narrower than kd.
static CatStatus border_matrix(Build *b, Entry *entry, int kd, CatBand *out) {
  const CatTangent *t = b->s->t;
  const int *border = b->s->cells.border;
  for (int pass = 0; pass < 2; pass++) {
    if (pass == 1) CAT_TRY(cat_band_new(b->a, b->s->border.n, kd, out));
    for (int j = 0; j < t->n; j++) {
      for (int i = j > t->K.kd ? j - t->K.kd : 0; i <= j && border[j] >= 0; i++) {
        if (border[i] < 0) continue;
        double value = entry(&b->matrices, i, j);
        if (pass == 0 && value != 0 && border[j] - border[i] > kd) kd = border[j] - border[i];
        if (pass == 1) cat_band_add(out, border[i], border[j], value);
      }
    }
  }
  return CAT_OK;
}

static CatStatus border_new(Build *b) {
  CatLanes *s = b->s;
  CatBorder *border = &s->border;
  int kd = 0;
  border->n = s->cells.nborder;
  s->reach = cat_arena_alloc(b->a, (size_t)s->cells.ncell + 1, sizeof *s->reach);
  if (!s->reach) return CAT_ERR_MEMORY;
  find_reach(s);
  for (int i = 0; i < s->cells.ncell; i++) {
    if (s->reach[i][1] - s->reach[i][0] - 1 > kd) kd = s->reach[i][1] - s->reach[i][0] - 1;
  }
  CAT_TRY(border_matrix(b, cat_matrices_A, kd, &border->S));
  CAT_TRY(border_matrix(b, entry_M, 0, &border->M));
  CAT_TRY(border_matrix(b, cat_matrices_D, 0, &border->D));
  for (int i = 0; i < (border->D.kd + 1) * border->n; i++) {
    if (border->D.a[i] != 0) border->damped = true;
  }
  double **vector[] = {&border->m, &border->d, &border->r};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(b->a, border->n + 1, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
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

static bool cells_agree(const Build *b, int i, int j, double sign) {
  const CatPlan *p = &b->s->cells.plan[b->s->cells.cell[i].plan];
  const Own *x = &b->own[i], *y = &b->own[j];
  return masses_agree(p, x->mass, y->mass, sign, b->share) &&
         more_agrees(p, x->more, y->more, sign, b->share) &&
         turns_agree(p, x->turn, y->turn, sign, b->share) &&
         factors_agree(p, x->factor, y->factor, sign, b->share);
}

static void find_alike(Build *b) {
  const CatCells *c = &b->s->cells;
  int *count = CAT_ARENA(b->scratch, c->ncell + 1, int);
  // from the middle on: cells near the ends differ
  for (int n = 0; n < c->ncell && count; n++) {
    int i = (n + c->ncell / 2) % c->ncell;
    b->own[i].like = i, b->own[i].sign = 1;
    for (int m = 0; m < n; m++) {
      int j = (m + c->ncell / 2) % c->ncell;
      if (c->cell[i].plan != c->cell[j].plan || b->own[j].like != j) continue;
      double sign = cells_agree(b, j, i, 1) ? 1 : cells_agree(b, j, i, -1) ? -1 : 0;
      if (sign == 0) continue;
      b->own[i].like = j, b->own[i].sign = sign;
      break;
    }
  }
}

//------------------------------------------------------------------------------- groups

// Makes a group of n cells; lanes are full vectors.
static CatStatus group_add(Build *b, int n, const int *cell, int width) {
  CatLanes *s = b->s;
  CatLaneGroup *g = &s->group[s->ngroup];
  *g = (CatLaneGroup){.plan = &s->cells.plan[s->cells.cell[cell[0]].plan],
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
  CatLanes *s = b->s;
  int n = s->cells.ncell;
  int *list = CAT_ARENA(b->scratch, n + 1, int), *rest = CAT_ARENA(b->scratch, n + 1, int);
  s->group = CAT_ARENA(b->a, n + 1, CatLaneGroup);
  if (!list || !rest || !s->group) return CAT_ERR_MEMORY;
  for (int p = 0; p < s->cells.nplan; p++) CAT_TRY(group_plan(b, p, list, rest));
  return CAT_OK;
}

// Coefficients of a group: those of its first cell, or of each lane. Lanes without a cell get
// those of the first.
static double *spread(Build *b, const CatLaneGroup *g, int n, double *(*of)(const Own *)) {
  double *out = CAT_ARENA(b->a, g->shared ? n + 1 : n * g->width, double);
  if (!out) return NULL;
  for (int l = 0; l < (g->shared ? 1 : g->width); l++) {
    const double *from = of(&b->own[g->cell[g->cell[l] >= 0 ? l : 0]]);
    for (int i = 0; i < n; i++) out[g->shared ? i : i * g->width + l] = from[i];
  }
  return out;
}

static double *own_factor(const Own *o) {
  return o->factor;
}

static double *own_mass(const Own *o) {
  return o->mass;
}

static double *own_more(const Own *o) {
  return o->more;
}

static double *own_turn(const Own *o) {
  return o->turn;
}

static CatStatus group_ghosts(Build *b, CatLaneGroup *g) {
  const CatCells *c = &b->s->cells;
  int n = CAT_B * g->plan->nghost;
  g->ghost = CAT_ARENA(b->a, n * g->width + 1, int);
  g->ghost_sign = CAT_ARENA(b->a, n * g->width + 1, double);
  if (!g->ghost || !g->ghost_sign) return CAT_ERR_MEMORY;
  for (int i = 0; i < n * g->width; i++) {
    int cell = g->cell[i % g->width], k = i / g->width;
    int dof = cell < 0 ? -1 : c->dof[c->cell[cell].node[g->plan->nnode + k / CAT_B]][k % CAT_B];
    g->ghost[i] = dof < 0 ? b->s->border.n : c->border[dof];
    g->ghost_sign[i] = dof < 0 ? 0 : cat_lane_sign(&c->cell[cell], k % CAT_B);
  }
  return CAT_OK;
}

static CatStatus fill_group(Build *b, CatLaneGroup *g) {
  const CatPlan *p = g->plan;
  int plan = b->s->cells.cell[g->cell[0]].plan;
  g->factor = spread(b, g, p->nfactor, own_factor);
  g->mass = spread(b, g, p->nmass, own_mass);
  g->more = b->damped[plan] ? spread(b, g, p->nmore, own_more) : NULL;
  g->turn = spread(b, g, 4 * p->nbay, own_turn);
  if (!g->factor || !g->mass || !g->turn) return CAT_ERR_MEMORY;
  if (b->damped[plan] && !g->more) return CAT_ERR_MEMORY;
  return group_ghosts(b, g);
}

//------------------------------------------------------------------------------- places

static int group_size(const CatLaneGroup *g) {
  return (CAT_B * (g->plan->nnode + g->plan->nghost) * g->width + 7) / 8 * 8;
}

// Displacements in one piece of memory, groups behind one another, the border last.
static CatStatus place_groups(Build *b) {
  CatLanes *s = b->s;
  for (int i = 0; i < s->ngroup; i++) {
    s->group[i].at = s->nx;
    s->nx += group_size(&s->group[i]);
  }
  double **vector[] = {&s->x, &s->u[0], &s->u[1], &s->u[2], &s->held[0], &s->held[1], &s->rest};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(b->a, s->nx + s->border.n + 1, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  for (int i = 0; i < s->ngroup; i++) s->group[i].x = s->x + s->group[i].at;
  s->border.x = s->x + s->nx;
  s->force = CAT_ARENA(b->a, s->t->n, double);
  return s->force ? CAT_OK : CAT_ERR_MEMORY;
}

// Room for one group and one bay at a time.
static CatStatus reserve_work(Build *b) {
  CatLanes *s = b->s;
  CatLaneWork *w = &s->work;
  int ends = 1, bay = 1;
  bool damped = false;
  for (int i = 0; i < s->ngroup; i++) {
    const CatLaneGroup *g = &s->group[i];
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
  const CatLaneGroup *g = &s->group[c->group];
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
  const CatLaneGroup *g = &s->group[c->group];
  for (int i = 0; i < CAT_B * g->plan->nnode; i++) {
    int dof = s->cells.dof[c->node[i / CAT_B]][i % CAT_B];
    int at = g->at + i * g->width + c->lane;
    int home = cat_lane_home(s, cell, i);
    CatLaneDof here = {at, cell, i, cat_lane_sign(c, i % CAT_B), at, i, 0};
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
  b->own = CAT_ARENA(b->scratch, s->cells.ncell + 1, Own);
  b->damped = CAT_ARENA(b->scratch, s->cells.nplan + 1, bool);
  if (!damper || !b->own || !b->damped) return CAT_ERR_MEMORY;
  for (int i = 0; i < d->ndamper; i++) damper[d->damper_dof[i]] += d->damper;
  b->matrices = (CatMatrices){s->t, d->more, damper, s->mm, s->kk, s->base.step.damp};
  size_plans(b);
  CAT_TRY(border_new(b));
  for (int i = 0; i < s->cells.ncell; i++) CAT_TRY(fill_cell(b, i));
  CAT_TRY(cat_band_factor(cat_arena_context(b->a), &s->border.S));
  CAT_TRY(cat_border_invert(b->a, &s->border));
  find_alike(b);
  CAT_TRY(make_groups(b));
  for (int i = 0; i < s->ngroup; i++) CAT_TRY(fill_group(b, &s->group[i]));
  return place_all(b);
}

CatStatus cat_lanes_build(CatArena *a, CatLanes *s, double share) {
  Build b = {.a = a, .s = s, .share = share};
  b.scratch = cat_arena_new(cat_arena_context(a), 1 << 22);
  CatStatus status = b.scratch ? build(&b) : CAT_ERR_MEMORY;
  cat_arena_free(b.scratch);
  return status;
}
