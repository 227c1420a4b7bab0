// Groups of cells and the border between them.
#include <math.h>
#include <string.h>

#include "assemble/elements.h"
#include "flat.h"
#include "internal.h"
#include "representative.h"

// Coefficients of every cell, by cell (ncell), while groups are made.
typedef struct Own {
  double **factor, **mass, **extra, **frame, **schur, **near;
} Own;

typedef struct Build {
  CatArena *a, *scratch;
  CatLanes *s;
  const CatLineModel *m;
  CatMatrices matrices;
  Own own;
  bool *damped;  // whether any cell of a plan has dampers (nplan)
  double tolerance;
} Build;

static const int EVERY[CAT_B] = {0, 1, 2, 3, 4, 5};

static CatGhosts ghosts_of(const CatLanes *s) {
  return (CatGhosts){CAT_B, EVERY, s->cells.border, s->border.n};
}

//------------------------------------------------------------------------------- bays

// Elements of a bay in its frame.
static CatStatus find_matter(Build *b, const CatCell *cell, const CatBay *bay, CatBayMatter *out) {
  const CatCells *c = &b->s->cells;
  int count = cat_cells_bay(c, cell, bay).count, first = cat_cells_cable(c, cell, bay), whole[2];
  const CatWire *wire = &b->m->wire[b->m->cable[first].wire];
  const double *extra = b->s->damping->wire[wire->role];
  double *K = CAT_ARENA(b->scratch, 144 * (count + 1), double);
  double *M = CAT_ARENA(b->scratch, 144 * (count + 1), double);
  bool *held = CAT_ARENA(b->scratch, CAT_B, bool);
  if (!K || !M || !held) return CAT_ERR_MEMORY;
  for (int e = 0; e <= count; e++) {
    CatCable cable = cat_cable_part_kernel(b->m, c->rest, first + e);
    cable.mu += wire->ice;
    cat_bay_stiffness(b->m, c->rest, first + e, K + 144 * e);
    cat_cable_mass(&cable, M + 144 * e);
  }
  for (int k = 0; k < CAT_B; k++) held[k] = c->dof[cell->node[bay->first]][k] < 0;
  cat_bay_cables(b->m, first, whole);
  bool all = whole[0] == first && whole[1] == first + count + 1;
  double mm = b->matrices.mm + b->matrices.damp * extra[0],
         kk = b->matrices.kk + b->matrices.damp * extra[1];
  *out = (CatBayMatter){.count = count,
                        .form = !all                                    ? CAT_BAY_PLAIN
                                : cat_bay_is_even(b->m, c->rest, first) ? CAT_BAY_EVEN
                                                                        : CAT_BAY_ASIDE,
                        .held = held,
                        .mm = mm,
                        .kk = kk,
                        .rho = extra[0] - extra[1] * mm / kk,
                        .tau = extra[1] / kk,
                        .quasi = b->s->quasi,
                        .K = K,
                        .M = M};
  return CAT_OK;
}

// Relative tolerance for bays of one kind: closer than for cells with a representative, or wider on
// a quasi-axial line, where an error stays within its bay and rigid-body motion is still free.
static double kind_tolerance(const Build *b) {
  return (b->s->quasi ? 3 : 0.1) * b->tolerance;
}

static CatStatus find_kind(Build *b, const CatBayMatter *of, const CatBayKind **out) {
  CatLanes *s = b->s;
  for (int i = 0; i < s->nkind; i++) {
    *out = &s->kind[i];
    if (cat_bay_alike(&s->kind[i].made_of, of, kind_tolerance(b))) return CAT_OK;
  }
  *out = &s->kind[s->nkind];
  return cat_bay_kind(b->a, of, &s->form.rates, &s->kind[s->nkind++]);
}

static CatStatus find_bays(Build *b, int i) {
  const CatCells *c = &b->s->cells;
  const CatCell *cell = &c->cell[i];
  const CatPlan *p = &c->plan[cell->plan];
  CatCellBays *bays = &b->s->bays[i];
  bays->kind = CAT_ARENA(b->a, p->nbay + 1, const CatBayKind *);
  bays->R = cat_arena_alloc(b->a, (size_t)p->nbay + 1, sizeof *bays->R);
  bays->A = cat_arena_alloc(b->a, (size_t)p->nbay + 1, sizeof *bays->A);
  bays->M = cat_arena_alloc(b->a, (size_t)p->nbay + 1, sizeof *bays->M);
  bays->end = cat_arena_alloc(b->a, (size_t)p->nbay + 1, sizeof *bays->end);
  if (!bays->kind || !bays->R || !bays->A || !bays->M || !bays->end) return CAT_ERR_MEMORY;
  for (int k = 0; k < p->nbay; k++) {
    const CatBay *bay = &p->bay[k];
    const int end[2] = {bay->left, bay->right};
    CatBayMatter matter;
    CAT_TRY(find_matter(b, cell, bay, &matter));
    CAT_TRY(find_kind(b, &matter, &bays->kind[k]));
    memcpy(bays->A[k], bays->kind[k]->S, sizeof bays->A[k]);
    memcpy(bays->M[k], bays->kind[k]->M, sizeof bays->M[k]);
    cat_bay_instead(bays->kind[k], &matter, bays->A[k], bays->M[k]);
    if (b->s->kernel->single) cat_bay_rounded(bays->kind[k], bays->M[k]);
    for (int e = 0; e < 2; e++) {
      double at = b->m->node[cell->node[end[e]]].s;
      cat_bay_frame(b->m, c->rest, cat_cells_cable(c, cell, bay), at, bays->R[k][e]);
    }
    cat_bay_end_nodes(&matter, (const double(*)[9])bays->R[k], bays->end[k]);
  }
  return CAT_OK;
}

static CatStatus find_all_bays(Build *b) {
  CatLanes *s = b->s;
  int most = 0;
  s->bays = CAT_ARENA(b->a, s->cells.ncell + 1, CatCellBays);
  for (int i = 0; i < s->cells.ncell; i++) most += s->cells.plan[s->cells.cell[i].plan].nbay;
  s->kind = CAT_ARENA(b->a, most + 1, CatBayKind);
  if (!s->bays || !s->kind) return CAT_ERR_MEMORY;
  CatContext *ctx = cat_arena_context(b->a);
  for (int i = 0; i < s->cells.ncell; i++) {
    CAT_TRY(find_bays(b, i));
    cat_progress(ctx, (i + 1.0) / s->cells.ncell, NAN);
    if (cat_stop_asked(ctx)) {
      return CAT_FAIL(ctx, CAT_ERR_INTERRUPTED, "stopped after %d of %d spans of the preparation",
                      i + 1, s->cells.ncell);
    }
  }
  return CAT_OK;
}

// Room for the modes of a bay in its plan.
static void fit_bay(CatBay *bay, const CatBayKind *k) {
  int n[CAT_BAY_FAMILIES] = {0};
  for (int f = 0; f < CAT_BAY_FAMILIES; f++) n[cat_family_among(f, bay->form)] += k->nmode[f];
  for (int f = 0; f < CAT_BAY_FAMILIES; f++) {
    if (n[f] > bay->nmode[f]) bay->nmode[f] = n[f];
  }
}

static void size_bays(Build *b) {
  CatCells *c = &b->s->cells;
  for (int i = 0; i < c->nplan; i++) {
    for (int k = 0; k < c->plan[i].nbay; k++) {
      c->plan[i].bay[k].form = CAT_BAY_EVEN, c->plan[i].bay[k].loose = true;
    }
  }
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 0; i < c->ncell; i++) {
      const CatPlan *p = &c->plan[c->cell[i].plan];
      for (int k = 0; k < p->nbay; k++) {
        const CatBayKind *kind = b->s->bays[i].kind[k];
        if (pass) {
          fit_bay(&p->bay[k], kind);
        } else {
          if (kind->made_of.form < p->bay[k].form) p->bay[k].form = kind->made_of.form;
          p->bay[k].loose = p->bay[k].loose && kind->loose;
        }
      }
    }
  }
}

static void place_bays(CatPlan *p) {
  for (int k = 0; k < p->nbay; k++) {
    CatBay *bay = &p->bay[k];
    bay->mode = p->nmode, bay->frame_at = p->nframe;
    p->nframe += CAT_FRAME_HEAD + 2 * cat_form_entries(bay->form);
    for (int f = 0; f < CAT_BAY_FAMILIES; f++) {
      p->nmode += bay->nmode[f];
      bay->ncoef += bay->nmode[f] * (3 + cat_family_ends(f, bay->form));
    }
  }
}

//------------------------------------------------------------------------------- coefficients

static CatStatus size_plans(Build *b) {
  CatCells *c = &b->s->cells;
  for (int i = 0; i < c->nplan; i++) c->plan[i].plain = true;
  for (int i = 0; i < c->ncell; i++) {
    CatPlan *p = &c->plan[c->cell[i].plan];
    p->plain = p->plain && cat_mass_is_plain(c, p, &c->cell[i], &b->matrices);
  }
  size_bays(b);
  for (int i = 0; i < c->nplan; i++) {
    CatPlan *p = &c->plan[i];
    int knots = CAT_BB * (p->nknot + p->nlink);
    p->nextra = knots;
    p->nmass = p->plain ? 3 * p->nknot + p->nlink : knots;
    place_bays(p);
    CAT_TRY(cat_plan_rows(b->a, p));
  }
  return CAT_OK;
}

static double *put_blocks(const CatBay *bay, const double *M, double *out) {
  for (int f = 0; f < CAT_BAY_FAMILIES; f++) {
    int n = cat_family_ends(f, bay->form), at = cat_family_end(f, bay->form);
    for (int i = 0; i < n * n; i++) *out++ = M[CAT_BAY_ENDS * (at + i / n) + at + i % n];
  }
  return out;
}

static void put_frame(const CatBay *bay, const CatCellBays *bays, int i, double *out) {
  const CatBayKind *k = bays->kind[i];
  for (int j = 0; j < 2; j++) {
    const double *R = bays->R[i][j];
    double turn = atan2(R[1], R[0]), rise = atan2(R[2], R[8]);
    *out++ = tan(0.5 * turn), *out++ = sin(turn);
    *out++ = tan(0.5 * rise), *out++ = sin(rise);
  }
  for (int j = 0; j < 3; j++) *out++ = k->m[j];
  *out++ = k->made_of.rho;
  *out++ = k->made_of.tau;
  put_blocks(bay, bays->A[i], put_blocks(bay, bays->M[i], out));
}

// Where the coefficients of a slot begin, and the first end of its family.
static double *slot_coefs(const CatBay *bay, int slot, double *out, int *end, int *ends) {
  int f = 0;
  for (; slot >= bay->nmode[f]; f++) {
    slot -= bay->nmode[f];
    out += bay->nmode[f] * (3 + cat_family_ends(f, bay->form));
  }
  *end = cat_family_end(f, bay->form), *ends = cat_family_ends(f, bay->form);
  return out + slot * (3 + *ends);
}

static void put_modes(const CatBay *bay, const CatBayKind *k, double *out) {
  for (int j = 0; j < k->n; j++) {
    int end, ends;
    double *to = slot_coefs(bay, cat_lane_slot(bay, k, j), out, &end, &ends);
    for (int i = 0; i < 3; i++) to[i] = k->step[3 * j + i];
    for (int i = 0; i < ends; i++) to[3 + i] = k->join[CAT_BAY_ENDS * j + end + i];
  }
}

static CatStatus reserve_cell(Build *b, int i, const CatPlan *p) {
  const Own *own = &b->own;
  own->factor[i] = CAT_ARENA(b->scratch, p->nfactor + 1, double);
  own->mass[i] = CAT_ARENA(b->scratch, p->nmass + 1, double);
  own->extra[i] = CAT_ARENA(b->scratch, p->nextra + 1, double);
  own->frame[i] = CAT_ARENA(b->scratch, p->nframe + 1, double);
  own->near[i] = CAT_ARENA(b->scratch, p->nextra + 1, double);
  own->schur[i] = CAT_ARENA(b->scratch, CAT_BB * p->nghost * p->nghost + 1, double);
  bool all = own->factor[i] && own->mass[i] && own->extra[i] && own->frame[i] && own->schur[i] &&
             own->near[i];
  return all ? CAT_OK : CAT_ERR_MEMORY;
}

static CatStatus fill_cell(Build *b, int i) {
  const CatCells *c = &b->s->cells;
  const CatCell *cell = &c->cell[i];
  const CatPlan *p = &c->plan[cell->plan];
  const CatCellBays *bays = &b->s->bays[i];
  const Own *own = &b->own;
  CAT_TRY(reserve_cell(b, i, p));
  for (int k = 0; k < p->nbay; k++) {
    const CatBay *bay = &p->bay[k];
    if (bays->kind[k]->made_of.rho != 0 || bays->kind[k]->made_of.tau != 0) {
      b->damped[cell->plan] = true;
    }
    put_frame(bay, bays, k, own->frame[i] + bay->frame_at);
  }
  cat_mass_fill(c, p, cell, &b->matrices, own->mass[i]);
  cat_near_fill(c, p, cell, &b->matrices, own->near[i]);
  if (cat_extra_fill(c, p, cell, &b->matrices, own->extra[i])) b->damped[cell->plan] = true;
  const CatFactor out = {own->factor[i], own->schur[i]};
  return cat_factor_fill(b->scratch, c, cell, &b->matrices, bays, out);
}

static CatStatus pack_factors(Build *b) {
  const CatCells *c = &b->s->cells;
  double **of = CAT_ARENA(b->scratch, c->ncell + 1, double *);
  if (!of) return CAT_ERR_MEMORY;
  for (int i = 0; i < c->nplan; i++) {
    int n = 0;
    for (int k = 0; k < c->ncell; k++) {
      if (c->cell[k].plan == i) of[n++] = b->own.factor[k];
    }
    cat_factor_pack(&c->plan[i], n, of);
  }
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

// Sign of what joins two components in a cell that is mirrored.
static double flip_of(int row, int column, double sign) {
  return (row % 3 == CAT_ACROSS) != (column % 3 == CAT_ACROSS) ? sign : 1;
}

// Whether blocks agree; sign: that of what joins across to the other components.
static bool blocks_agree(int n, const double *a, const double *b, double sign, double most) {
  for (int i = 0; i < n; i++) {
    if (fabs(a[i] - flip_of(i / CAT_B % CAT_B, i % CAT_B, sign) * b[i]) > most) return false;
  }
  return true;
}

static bool agree(int n, const double *a, const double *b, double most) {
  for (int i = 0; i < n; i++) {
    if (fabs(a[i] - b[i]) > most) return false;
  }
  return true;
}

// The entry of K at a coordinate of a knot; a ghost is taken for the knot that a link joins to it.
static double near_size(const CatPlan *p, const double *near, const int link[2], int end, int i) {
  int first = cat_plan_bays(p), knot = link[end] < p->nnode ? link[end] : link[0];
  return near[CAT_BB * (knot - first) + (CAT_B + 1) * i];
}

// Only droppers and bays hold knots, nothing connects them to the ground: differences between
// droppers have little effect.
static bool knots_agree(const CatPlan *p, const double *a, const double *b, double sign,
                        double tolerance) {
  for (int n = 0; n < p->nknot + p->nlink; n++) {
    int own = cat_plan_bays(p) + n;
    const int *link = n < p->nknot ? (const int[]){own, own} : p->link[n - p->nknot];
    for (int i = 0; i < CAT_BB; i++) {
      int r = i / CAT_B, c = i % CAT_B;
      double size = sqrt(near_size(p, a, link, 0, r) * near_size(p, a, link, 1, c));
      double difference = a[CAT_BB * n + i] - flip_of(r, c, sign) * b[CAT_BB * n + i];
      if (fabs(difference) > tolerance * size) return false;
    }
  }
  return true;
}

static bool masses_agree(const CatPlan *p, const double *a, const double *b, double sign,
                         double tolerance) {
  double most = tolerance * largest(p->nmass, a);
  return p->plain ? agree(p->nmass, a, b, most) : blocks_agree(p->nmass, a, b, sign, most);
}

static bool bays_agree(const CatPlan *p, const CatCellBays *a, const CatCellBays *b, double sign,
                       double tolerance) {
  for (int k = 0; k < p->nbay; k++) {
    const CatBayKind *x = a->kind[k], *y = b->kind[k];
    if (x != y && !cat_bay_as_stiff(&x->made_of, &y->made_of, tolerance)) return false;
    for (int i = 0; i < 18; i++) {
      double flip = flip_of(i / 3 % 3, i % 3, sign);
      if (fabs(a->R[k][i / 9][i % 9] - flip * b->R[k][i / 9][i % 9]) > tolerance) return false;
    }
  }
  return true;
}

// Whether the same coordinates of separators are held: a cell knows nothing of those that are.
static bool ghosts_agree(const CatCells *c, int i, int j) {
  const CatPlan *p = &c->plan[c->cell[i].plan];
  for (int k = 0; k < CAT_B * p->nghost; k++) {
    int node = p->nnode + k / CAT_B, part = k % CAT_B;
    if ((c->dof[c->cell[i].node[node]][part] < 0) != (c->dof[c->cell[j].node[node]][part] < 0)) {
      return false;
    }
  }
  return true;
}

// Whether an element joins a knot and a separator: no representative replaces it
// (representative.h).
static bool is_tied(const CatPlan *p) {
  for (int l = 0; l < p->nlink; l++) {
    if (p->link[l][1] >= p->nnode) return true;
  }
  return false;
}

static bool cells_agree(const void *build, int i, int j, double sign) {
  static const double SAME = 1e-9, DROPPERS = 50,
                      MASS = 10;  // the last two relative to the tolerance
  const Build *b = build;
  const CatPlan *p = &b->s->cells.plan[b->s->cells.cell[i].plan];
  const Own *own = &b->own;
  double tolerance = is_tied(p) ? SAME : b->tolerance;
  double extra = tolerance * largest(p->nextra, own->extra[i]);
  return ghosts_agree(&b->s->cells, i, j) &&
         bays_agree(p, &b->s->bays[i], &b->s->bays[j], sign, tolerance) &&
         knots_agree(p, own->near[i], own->near[j], sign, DROPPERS * tolerance) &&
         masses_agree(p, own->mass[i], own->mass[j], sign, MASS * tolerance) &&
         blocks_agree(p->nextra, own->extra[i], own->extra[j], sign, MASS * extra);
}

static int cells_common(const void *build, int i, int j) {
  const CatLanes *s = ((const Build *)build)->s;
  int n = 0;
  for (int k = 0; k < s->cells.plan[s->cells.cell[i].plan].nbay; k++) {
    n += s->bays[i].kind[k] == s->bays[j].kind[k];
  }
  return n;
}

//------------------------------------------------------------------------------- groups

static const CatBayKind *first_kind(const Build *b, const CatLaneGroup *g, int bay) {
  return b->s->bays[g->shared ? g->as : g->cell[0]].kind[bay];
}

static bool bay_is_alike(const Build *b, const CatLaneGroup *g, int bay) {
  const CatBayKind *first = first_kind(b, g, bay);
  for (int l = 1; l < g->width && !g->shared; l++) {
    if (g->cell[l] >= 0 && b->s->bays[g->cell[l]].kind[bay] != first) return false;
  }
  return true;
}

// Coefficients of modes that another bay has already, or NULL.
static const void *modes_of(const Build *b, const CatLaneGroup *g, int bay) {
  const CatBayKind *kind = first_kind(b, g, bay);
  const CatBay *to = &g->plan->bay[bay];
  for (const CatLaneGroup *h = b->s->groups.group; h <= g; h++) {
    for (int k = 0; k < (h < g ? h->plan->nbay : bay); k++) {
      const CatBay *of = &h->plan->bay[k];
      bool same = of->form == to->form && memcmp(of->nmode, to->nmode, sizeof of->nmode) == 0;
      if (same && h->alike[k] && first_kind(b, h, k) == kind) return h->mode[k];
    }
  }
  return NULL;
}

// Modes of each bay: one set where all lanes have bays of one kind, the same for all such bays.
static CatStatus fill_modes(Build *b, CatLaneGroup *g) {
  const CatPlan *p = g->plan;
  double **of = CAT_ARENA(b->scratch, b->s->cells.ncell + 1, double *);
  g->mode = CAT_ARENA(b->a, p->nbay + 1, const void *);
  g->alike = CAT_ARENA(b->a, p->nbay + 1, bool);
  if (!of || !g->mode || !g->alike) return CAT_ERR_MEMORY;
  for (int k = 0; k < p->nbay; k++) {
    CatLaneGroup lanes = *g;
    lanes.shared = g->alike[k] = bay_is_alike(b, g, k);
    if (!g->shared) lanes.as = g->cell[0];
    if (g->alike[k] && (g->mode[k] = modes_of(b, g, k))) continue;
    for (int l = 0; l < (lanes.shared ? 1 : g->width); l++) {
      int cell = lanes.shared ? lanes.as : g->cell[l];
      if (cell < 0) continue;
      of[cell] = CAT_ARENA(b->scratch, p->bay[k].ncoef + 1, double);
      if (!of[cell]) return CAT_ERR_MEMORY;
      put_modes(&p->bay[k], b->s->bays[cell].kind[k], of[cell]);
    }
    g->mode[k] = cat_group_spread(b->a, &lanes, p->bay[k].ncoef, of, b->s->kernel->single);
    if (!g->mode[k]) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

// Takes the coefficients of an earlier group whose cells are the same.
static bool share_group(const Build *b, CatLaneGroup *g) {
  for (const CatLaneGroup *h = b->s->groups.group; h < g && g->shared; h++) {
    if (!h->shared || h->as != g->as) continue;
    g->factor = h->factor, g->mass = h->mass, g->extra = h->extra, g->frame = h->frame;
    return true;
  }
  return false;
}

static CatStatus fill_group(Build *b, CatLaneGroup *g) {
  const CatPlan *p = g->plan;
  const CatGhosts ghosts = ghosts_of(b->s);
  bool damped = b->damped[b->s->cells.cell[g->cell[0]].plan];
  CAT_TRY(fill_modes(b, g));
  if (share_group(b, g)) return cat_group_ghosts(b->a, &b->s->cells, &ghosts, g);
  g->factor = cat_group_spread(b->a, g, p->nfactor, b->own.factor, false);
  g->mass = cat_group_spread(b->a, g, p->nmass, b->own.mass, false);
  g->extra = damped ? cat_group_spread(b->a, g, p->nextra, b->own.extra, false) : NULL;
  g->frame = cat_group_spread(b->a, g, p->nframe, b->own.frame, false);
  if (!g->factor || !g->mass || !g->frame || (damped && !g->extra)) return CAT_ERR_MEMORY;
  return cat_group_ghosts(b->a, &b->s->cells, &ghosts, g);
}

// The separators' matrix: the sum of the cells' Schur complements.
static CatStatus fill_border(Build *b) {
  CatLanes *s = b->s;
  CatRepresentative by = {&s->cells, s->bays, 0, 0};
  for (; by.cell < s->cells.ncell; by.cell++) {
    const CatLaneGroup *g = &s->groups.group[s->cells.cell[by.cell].group];
    by.as = g->shared ? g->as : by.cell;
    cat_representative_add(&by, b->own.schur[by.as], &s->border.S);
  }
  CAT_TRY(cat_band_factor(cat_arena_context(b->a), &s->border.S));
  return cat_border_invert(b->a, &s->border);
}

//------------------------------------------------------------------------------- places

static int whole(int n) {  // vectors
  return (n + 15) / 16 * 16;
}

// Knots of all groups in one piece of memory, the border last; modes and projections likewise.
static void place_groups(CatLanes *s) {
  for (int i = 0; i < s->groups.n; i++) {
    CatLaneGroup *g = &s->groups.group[i];
    g->at = s->nx, g->mode_at = s->nmode, g->project_at = s->nproject;
    s->nx += whole(CAT_B * (g->plan->nknot + g->plan->nghost) * g->width);
    g->end = s->nx;
    s->nmode += whole(g->plan->nmode * g->width);
    s->nproject += whole(CAT_BAY_ENDS * g->plan->nbay * g->width);
  }
}

static CatStatus reserve_state(CatArena *a, CatLanes *s) {
  int n = s->nx + s->border.n + 1;
  double **vector[] = {&s->x, &s->u[0], &s->u[1], &s->u[2]};
  double **force[] = {&s->held[0], &s->held[1], &s->force};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(a, n, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  for (int i = 0; i < 3; i++) {
    s->q[i] = s->kernel->single ? (void *)CAT_ARENA(a, s->nmode + 1, float)
                                : (void *)CAT_ARENA(a, s->nmode + 1, double);
    s->project[i] = CAT_ARENA(a, s->nproject + 1, double);
    *force[i] = CAT_ARENA(a, s->t->n, double);
    if (!s->q[i] || !s->project[i] || !*force[i]) return CAT_ERR_MEMORY;
  }
  for (int i = 0; i < s->groups.n; i++) s->groups.group[i].x = s->x + s->groups.group[i].at;
  s->border.x = s->x + s->nx;
  for (int i = 0; i < 2; i++) {
    s->hold[i] = CAT_ARENA(a, n + s->nmode, double);
    s->hold_project[i] = CAT_ARENA(a, s->nproject + 1, double);
    if (!s->hold[i] || !s->hold_project[i]) return CAT_ERR_MEMORY;
  }
  s->rest = CAT_ARENA(a, n + s->nmode, double);
  return s->rest ? CAT_OK : CAT_ERR_MEMORY;
}

// Room for one group and one bay at a time.
static CatStatus reserve_work(CatArena *a, CatLanes *s) {
  int knots = 1, bay = 1;
  bool damped = false;
  for (int i = 0; i < s->groups.n; i++) {
    const CatLaneGroup *g = &s->groups.group[i];
    int n = CAT_B * (g->plan->nknot + g->plan->nghost) * g->width;
    if (n > knots) knots = n;
    for (int k = 0; k < g->plan->nbay; k++) {
      if (g->plan->bay[k].count > bay) bay = g->plan->bay[k].count;
    }
    damped = damped || g->extra;
  }
  s->work.m = CAT_ARENA(a, knots, double);
  s->work.d = damped ? CAT_ARENA(a, knots, double) : NULL;
  s->room = CAT_ARENA(a, 3 * CAT_B * bay + CAT_BAY_ENDS, double);
  return s->work.m && s->room && (!damped || s->work.d) ? CAT_OK : CAT_ERR_MEMORY;
}

static void place_dofs(CatLanes *s, int cell) {
  CatCell *c = &s->cells.cell[cell];
  const CatLaneGroup *g = &s->groups.group[c->group];
  int bays = CAT_B * cat_plan_bays(g->plan);
  for (int i = 0; i < CAT_B * g->plan->nnode; i++) {
    int dof = s->cells.dof[c->node[i / CAT_B]][i % CAT_B], knot = i - bays;
    int at = g->at + knot * g->width + c->lane, home = knot < 0 ? -1 : c->home + knot;
    if (home >= 0) s->home_at[home] = at;
    if (dof >= 0) s->dof[dof] = (CatLaneDof){cell, i, home, at, cat_cell_sign(c, i % CAT_B)};
  }
}

static CatStatus place_all(Build *b) {
  CatLanes *s = b->s;
  place_groups(s);
  CAT_TRY(reserve_state(b->a, s));
  CAT_TRY(reserve_work(b->a, s));
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
    if (k >= 0) s->dof[i] = (CatLaneDof){-1, k, s->nhome + k, s->nx + k, 1};
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- all of it

CatMatrices cat_lanes_matrices(const CatLanes *s, double *damper) {
  const CatDamping *d = s->damping;
  for (int i = 0; i < d->ndamper; i++) damper[d->damper_dof[i]] += d->damper;
  return (CatMatrices){.t = s->t,
                       .extra = d->extra,
                       .damper = damper,
                       .alpha = d->alpha,
                       .beta = d->beta,
                       .mm = s->form.mm,
                       .kk = s->form.kk,
                       .damp = s->base.step.damp};
}

static CatStatus build(Build *b) {
  CatLanes *s = b->s;
  double *damper = CAT_ARENA(b->scratch, s->t->n, double);
  double ***own[] = {&b->own.factor, &b->own.mass,  &b->own.extra,
                     &b->own.frame,  &b->own.schur, &b->own.near};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
    *own[i] = CAT_ARENA(b->scratch, s->cells.ncell + 1, double *);
    if (!*own[i]) return CAT_ERR_MEMORY;
  }
  b->damped = CAT_ARENA(b->scratch, s->cells.nplan + 1, bool);
  if (!damper || !b->damped) return CAT_ERR_MEMORY;
  b->matrices = cat_lanes_matrices(s, damper);
  CAT_TRY(find_all_bays(b));
  CAT_TRY(size_plans(b));
  CAT_TRY(border_new(b));
  for (int i = 0; i < s->cells.ncell; i++) CAT_TRY(fill_cell(b, i));
  CAT_TRY(pack_factors(b));
  // where numbers of knots take twice the room of modes one vector of these is two of those
  const CatGrouping how = {.a = b->a,
                           .scratch = b->scratch,
                           .cells = &s->cells,
                           .lanes = s->kernel->lanes,
                           .narrow = s->kernel->single,
                           .agree = cells_agree,
                           .common = cells_common,
                           .data = b};
  CAT_TRY(cat_groups_new(&how, &s->groups));
  for (int i = 0; i < s->groups.n; i++) CAT_TRY(fill_group(b, &s->groups.group[i]));
  CAT_TRY(fill_border(b));
  return place_all(b);
}

CatStatus cat_lanes_build(CatArena *a, CatLanes *s, const CatLineModel *m, double tolerance) {
  Build b = {.a = a, .s = s, .m = m, .tolerance = tolerance};
  b.scratch = cat_arena_new(cat_arena_context(a), 1 << 22);
  CatStatus status = b.scratch ? build(&b) : CAT_ERR_MEMORY;
  cat_arena_free(b.scratch);
  return status;
}
