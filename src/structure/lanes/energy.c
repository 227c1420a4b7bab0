#include "energy.h"

#include <string.h>

#include "flush.h"
#include "internal.h"
#include "linalg/dense.h"
#include "representative.h"
#include "structure/port_memory.h"

enum { ENDS = CAT_BAY_ENDS, STEPS = CAT_FORM_STEPS };

// The separators: their matrices by terms, and vectors by place.
typedef struct Border {
  CatLaneTerms mass, damping, stiffness;
  double *w, *a;                          // rates
  double *du[STEPS], *da[STEPS], *begin;  // as in CatLaneMotion
  double *x, *y, *room;
} Border;

// Two steps are counted at a time: it is the traffic of rates that costs most. What waits is added
// when somebody asks.
typedef struct Energy {
  CatEnergy base;
  CatLanes *s;
  CatLaneRates rates;
  CatLaneForms *forms;                    // of each group
  double *w, *a;                          // rates at knots, in the places of u
  double *qw, *qa;                        // of modes (nmode)
  double *pw, *pa;                        // of their projections (nproject)
  double *du[STEPS], *da[STEPS], *begin;  // room for the largest group
  Border border;
  bool waits;        // a step that is not in the sums
  CatStepSums sums;  // of the others since the start
  CatPortMemory memory;
} Energy;

//------------------------------------------------------------------------------- two steps

static const void *modes_from(const CatLanes *s, const void *q, int at) {
  return s->kernel->single ? (const void *)((const float *)q + at)
                           : (const void *)((const double *)q + at);
}

static void move_border(Energy *e) {
  const CatLanes *s = e->s;
  const CatLaneRates *r = &e->rates;
  Border *b = &e->border;
  for (int k = 0; k < STEPS; k++) {
    const double *end = s->u[1 - k] + s->nx, *begin = s->u[2 - k] + s->nx;
    for (int i = 0; i < s->border.n; i++) {
      double du = b->du[k][i] = end[i] - begin[i], a = b->a[i];
      double da = b->da[k][i] = du - b->w[i];
      if (k == 0) b->begin[i] = a;
      b->w[i] += r->w_a * a + r->w_da * da;
      b->a[i] += da;
    }
  }
}

static void border_step(Energy *e, int k) {
  const CatLanes *s = e->s;
  const CatLaneRates *r = &e->rates;
  const Border *b = &e->border;
  const double *du = b->du[k], *da = b->da[k];
  CatStepSums x = {0};
  s->kernel->multiply(&b->mass, da, b->room);
  s->kernel->multiply(&b->damping, du, b->x);
  s->kernel->multiply(&b->stiffness, du, b->y);
  for (int i = 0; i < s->border.n; i++) {
    x.M_da += b->room[i] * (r->m_du * du[i] + r->m_da * da[i]);
    x.C_vb += b->x[i] * (r->c_du * du[i] + r->c_da * da[i]);
    x.stiff += b->x[i] * (r->v_b * b->begin[i] + r->v_da * da[i]) + b->y[i] * du[i];
    b->begin[i] += da[i];
  }
  e->sums.M_da += x.M_da, e->sums.C_vb += x.C_vb, e->sums.stiff += x.stiff;
}

static void group_steps(Energy *e, int number) {
  const CatLanes *s = e->s;
  const CatLaneGroup *g = &s->groups.group[number];
  int knots = CAT_B * g->width * g->plan->nknot;
  CatLaneMotion motion = {.rates = &e->rates,
                          .w = e->w + g->at,
                          .a = e->a + g->at,
                          .qw = e->qw + g->mode_at,
                          .qa = e->qa + g->mode_at,
                          .pw = e->pw + g->project_at,
                          .pa = e->pa + g->project_at,
                          .begin = e->begin};
  for (int i = 0; i < 3; i++) {
    motion.u[i] = s->u[i] + g->at;
    motion.q[i] = modes_from(s, s->q[i], g->mode_at);
    motion.project[i] = s->project[i] + g->project_at;
  }
  for (int k = 0; k < STEPS; k++) {
    motion.du[k] = e->du[k], motion.da[k] = e->da[k];
    s->kernel->ghosts_set(g, e->border.du[k], e->du[k] + knots);
    s->kernel->ghosts_set(g, e->border.da[k], e->da[k] + knots);
  }
  s->kernel->ghosts_set(g, e->border.begin, e->begin + knots);
  s->kernel->account(g, &e->forms[number], &motion, &e->sums);
}

static void step(CatEnergy *base) {
  Energy *e = (Energy *)base;
  e->waits = !e->waits;
  if (e->waits) return;
  unsigned before = cat_flush_begin();
  move_border(e);
  for (int i = 0; i < e->s->groups.n; i++) group_steps(e, i);
  for (int k = 0; k < STEPS; k++) border_step(e, k);
  cat_flush_end(before);
}

//------------------------------------------------------------------------------- forms

// A motion of all coordinates: the last displacements, those before, and both rates, by weights.
typedef struct Field {
  double by[4];
} Field;

static double sum_at(const Field *f, const double *const x[4], int i) {
  return f->by[0] * x[0][i] + f->by[1] * x[1][i] + f->by[2] * x[2][i] + f->by[3] * x[3][i];
}

static double knot_value(const Energy *e, const Field *f, int at) {
  const CatLanes *s = e->s;
  return sum_at(f, (const double *const[]){s->u[0], s->u[1], e->w, e->a}, at);
}

static double border_value(const Energy *e, const Field *f, int at) {
  const CatLanes *s = e->s;
  return sum_at(
      f, (const double *const[]){s->u[0] + s->nx, s->u[1] + s->nx, e->border.w, e->border.a}, at);
}

static double project_value(const Energy *e, const Field *f, int at) {
  const CatLanes *s = e->s;
  return sum_at(f, (const double *const[]){s->project[0], s->project[1], e->pw, e->pa}, at);
}

static double mode_value(const Energy *e, const Field *f, int at) {
  const CatLanes *s = e->s;
  return f->by[0] * cat_lane_mode(s, s->q[0], at) + f->by[1] * cat_lane_mode(s, s->q[1], at) +
         f->by[2] * e->qw[at] + f->by[3] * e->qa[at];
}

static double coef(const double *c, int i, int lane, int width, bool one) {
  return c[one ? i : i * width + lane];
}

// M, C and K of some coordinates, of two motions.
typedef struct Forms {
  double M, C, K;
} Forms;

// The six values of a knot or ghost.
static void node_values(const Energy *e, const CatCell *c, int node, const Field *f, double *out) {
  const CatLaneGroup *g = &e->s->groups.group[c->group];
  for (int i = 0; i < CAT_B; i++) {
    int at = (CAT_B * node + i) * g->width + c->lane;
    int ghost = at - CAT_B * g->plan->nknot * g->width;
    out[i] = ghost < 0 ? knot_value(e, f, g->at + at)
             : g->ghost_sign[ghost] == 0
                 ? 0  // it is held
                 : g->ghost_sign[ghost] * border_value(e, f, g->ghost[ghost]);
  }
}

// x'B y of a block of a group, and of its mirror image
static double block_form(const CatLaneGroup *g, const double *B, int lane, const double *x,
                         const double *y) {
  double sum = 0;
  for (int i = 0; i < CAT_BB; i++) {
    sum += x[i / CAT_B] * y[i % CAT_B] * coef(B, i, lane, g->width, g->shared);
  }
  return sum;
}

// Mass of a knot or link: a block, or what is there of a plain one.
static void mass_block(const CatLaneGroup *g, int number, int lane, double out[CAT_BB]) {
  const CatPlan *p = g->plan;
  bool own = number < p->nknot;
  memset(out, 0, CAT_BB * sizeof *out);
  for (int i = 0; i < CAT_BB && !p->plain; i++) {
    out[i] = coef(g->mass, CAT_BB * number + i, lane, g->width, g->shared);
  }
  for (int i = 0; i < (own ? CAT_B : 3) && p->plain; i++) {
    int at = own ? 3 * number : 3 * p->nknot + number - p->nknot;
    out[7 * i] = coef(g->mass, i < 3 ? at : at + 2, lane, g->width, g->shared);
    if (own) out[CAT_B * i + (i + 3) % CAT_B] = coef(g->mass, at + 1, lane, g->width, g->shared);
  }
}

// One knot, or one link both ways.
static void knot_forms(const Energy *e, const CatCell *c, int number, const Field f[2],
                       Forms *out) {
  const CatLaneGroup *g = &e->s->groups.group[c->group];
  const CatLaneForms *forms = &e->forms[c->group];
  const CatPlan *p = g->plan;
  int lanes = g->shared ? 1 : g->width, first = cat_plan_bays(p);
  int own[2] = {number, number}, *link = number < p->nknot ? own : p->link[number - p->nknot];
  int less = number < p->nknot ? 0 : first;
  double mass[CAT_BB];
  CatLaneGroup one = *g;
  one.shared = true;
  mass_block(g, number, c->lane, mass);
  for (int way = 0; way < (number < p->nknot ? 1 : 2); way++) {
    double x[CAT_B], y[CAT_B];
    node_values(e, c, link[0] - less, &f[way], x);
    node_values(e, c, link[1] - less, &f[1 - way], y);
    double M = block_form(&one, mass, 0, x, y);
    double K = block_form(g, forms->near + CAT_BB * number * lanes, c->lane, x, y);
    double D = g->extra ? block_form(g, g->extra + CAT_BB * number * lanes, c->lane, x, y) : 0;
    out->M += M, out->K += K, out->C += forms->alpha * M + forms->beta * K + D;
  }
}

static void bay_ends(const Energy *e, const CatLaneBay *b, const Field *f, double out[ENDS]) {
  const CatCell *c = &e->s->cells.cell[b->cell];
  int first = cat_plan_bays(e->s->groups.group[c->group].plan);
  double left[CAT_B], right[CAT_B];
  node_values(e, c, b->bay->left - first, f, left);
  node_values(e, c, b->bay->right - first, f, right);
  cat_bay_ends_in(b->R, left, right, out);
}

static void bay_forms(const Energy *e, int cell, int bay, const Field f[2], Forms *out) {
  const CatLanes *s = e->s;
  const CatCell *c = &s->cells.cell[cell];
  const CatLaneGroup *g = &s->groups.group[c->group];
  const CatLaneForms *forms = &e->forms[c->group];
  const CatCellBays *bays = &s->bays[g->shared ? g->as : cell];
  const CatLaneBay b = cat_lane_bay(s, cell, bay);
  double M = 0, A = 0, x[ENDS], y[ENDS], by[CAT_FORM_BAY];
  for (int j = 0; j < cat_bay_modes(b.bay); j++) {
    int at = b.at + j * b.stride;
    double q = mode_value(e, &f[0], at) * mode_value(e, &f[1], at);
    A += q, M += q * coef(forms->mode[bay], 2 * j, c->lane, g->width, g->alike[bay]);
  }
  bay_ends(e, &b, &f[0], x);
  bay_ends(e, &b, &f[1], y);
  for (int i = 0; i < ENDS * ENDS; i++) {
    M += bays->M[bay][i] * x[i / ENDS] * y[i % ENDS];
    A += bays->A[bay][i] * x[i / ENDS] * y[i % ENDS];
  }
  for (int i = 0; i < ENDS; i++) {
    int at = b.project_at + i * b.stride;
    M += project_value(e, &f[0], at) * y[i] + project_value(e, &f[1], at) * x[i];
  }
  for (int i = 0; i < CAT_FORM_BAY; i++) {
    by[i] = coef(forms->bay, CAT_FORM_BAY * bay + i, c->lane, g->width, g->shared);
  }
  out->M += M, out->C += by[0] * M + by[1] * A, out->K += by[2] * M + by[3] * A;
}

static void border_forms(const Energy *e, const Field f[2], Forms *out) {
  const CatLanes *s = e->s;
  const Border *b = &e->border;
  const CatLaneTerms *const of[3] = {&b->mass, &b->damping, &b->stiffness};
  double sum[3];
  for (int i = 0; i < s->border.n; i++) {
    b->x[i] = border_value(e, &f[0], i), b->y[i] = border_value(e, &f[1], i);
  }
  for (int i = 0; i < 3; i++) {
    s->kernel->multiply(of[i], b->y, b->room);
    sum[i] = cat_dot(s->border.n, b->room, b->x);
  }
  out->M += sum[0], out->C += sum[1], out->K += sum[2];
}

static Forms forms_of(const Energy *e, Field x, Field y) {
  const CatLanes *s = e->s;
  const Field f[2] = {x, y};
  Forms out = {0};
  border_forms(e, f, &out);
  for (int c = 0; c < s->cells.ncell; c++) {
    const CatCell *cell = &s->cells.cell[c];
    const CatPlan *p = &s->cells.plan[cell->plan];
    for (int i = 0; i < p->nknot + p->nlink; i++) knot_forms(e, cell, i, f, &out);
    for (int i = 0; i < p->nbay; i++) bay_forms(e, c, i, f, &out);
  }
  return out;
}

// Of the bays alone.
static Forms bays_of(const Energy *e, Field x, Field y) {
  const CatLanes *s = e->s;
  const Field f[2] = {x, y};
  Forms out = {0};
  for (int c = 0; c < s->cells.ncell; c++) {
    const CatPlan *p = &s->cells.plan[s->cells.cell[c].plan];
    for (int i = 0; i < p->nbay; i++) bay_forms(e, c, i, f, &out);
  }
  return out;
}

static Field plus(Field x, double by, Field y) {
  for (int i = 0; i < 4; i++) x.by[i] += by * y.by[i];
  return x;
}

// The step that waits: its sums; the rates at its end.
static void add_waiting(const Energy *e, CatStepSums *x, Field *w, Field *a) {
  const CatLaneRates *r = &e->rates;
  const Field none = {{0}}, du = {{1, -1, 0, 0}}, begin = *a;
  const Field da = plus(du, -1, *w);
  const Field vb = plus(plus(none, r->c_du, du), r->c_da, da);
  const Field mean = plus(plus(none, r->m_du, du), r->m_da, da);
  x->C_vb += forms_of(e, du, vb).C;
  x->M_da += forms_of(e, da, mean).M;
  x->stiff +=
      forms_of(e, du, plus(plus(none, r->v_b, begin), r->v_da, da)).C + forms_of(e, du, du).K;
  *w = plus(plus(*w, r->w_a, begin), r->w_da, da);
  *a = plus(begin, 1, da);
}

static Field velocity(const Energy *e, Field w, Field a) {
  const Field none = {{0}};
  return plus(plus(none, e->rates.v_w, w), e->rates.v_a, a);
}

static CatEnergyNow now(CatEnergy *base) {
  const Energy *e = (const Energy *)base;
  const Field u = {{1, 0, 0, 0}};
  Field w = {{0, 0, 1, 0}}, a = {{0, 0, 0, 1}}, v = velocity(e, w, a);
  CatEnergyNow out = {.sums = e->sums};
  out.sums.stiff += e->rates.c_v * bays_of(e, v, v).C + e->rates.c_a * bays_of(e, a, a).C;
  if (e->waits) add_waiting(e, &out.sums, &w, &a);
  v = velocity(e, w, a);
  out.stored = (forms_of(e, v, v).M + forms_of(e, u, u).K) / 2;
  out.numerical = e->rates.a_a * forms_of(e, a, a).M;
  return out;
}

//------------------------------------------------------------------------------- readings

static void values(const void *s, bool before, int n, const int *dof, double *out) {
  cat_lanes_values(s, before ? 1 : 0, n, dof, out);
}

static double read_port(CatEnergy *base, const CatPortVector *p, bool before) {
  Energy *e = (Energy *)base;
  return cat_port_memory_read(&e->memory, e->s->steps, p, before);
}

static void start(CatEnergy *base) {
  Energy *e = (Energy *)base;
  const CatLanes *s = e->s;
  size_t knots = (size_t)s->nx, modes = (size_t)s->nmode, projects = (size_t)s->nproject;
  size_t border = (size_t)s->border.n;
  memset(e->w, 0, knots * sizeof *e->w), memset(e->a, 0, knots * sizeof *e->a);
  memset(e->qw, 0, modes * sizeof *e->qw), memset(e->qa, 0, modes * sizeof *e->qa);
  memset(e->pw, 0, projects * sizeof *e->pw), memset(e->pa, 0, projects * sizeof *e->pa);
  memset(e->border.w, 0, border * sizeof(double)), memset(e->border.a, 0, border * sizeof(double));
  cat_port_memory_start(&e->memory);
  e->waits = false;
  e->sums = (CatStepSums){0};
}

static void snapshot(CatEnergy *base, CatSnapshot *to) {
  Energy *e = (Energy *)base;
  const CatLanes *s = e->s;
  CAT_SNAPSHOT(to, e->waits);
  CAT_SNAPSHOT(to, e->sums);
  cat_snapshot_vectors(to, (double *[]){e->w, e->a}, 2, s->nx);
  cat_snapshot_vectors(to, (double *[]){e->qw, e->qa}, 2, s->nmode);
  cat_snapshot_vectors(to, (double *[]){e->pw, e->pa}, 2, s->nproject);
  cat_snapshot_vectors(to, (double *[]){e->border.w, e->border.a}, 2, s->border.n);
  cat_port_memory_snapshot(&e->memory, to);
}

//------------------------------------------------------------------------------- set-up

typedef struct Build {
  CatArena *a, *scratch;
  Energy *e;
  CatMatrices matrices;
  double **near, **bay, **mode;  // of each cell, while a group is filled (ncell)
} Build;

// Weights of M and A in C, K and G: A = mm M + kk K, C = (alpha + rho) M + beta K + tau A.
static void find_weights(const Build *b, const CatBayMatter *m, double out[CAT_FORM_BAY]) {
  const CatLaneRates *r = &b->e->rates;
  out[0] = b->matrices.alpha + m->rho - b->matrices.beta * m->mm / m->kk;
  out[1] = b->matrices.beta / m->kk + m->tau;
  out[2] = -m->mm / m->kk;
  out[3] = 1 / m->kk;
  out[4] = r->m_da + r->c_dada * out[0];
  out[5] = r->c_dada * out[1];
}

static CatStatus find_cell(Build *b, int i) {
  const CatLanes *s = b->e->s;
  const CatCell *cell = &s->cells.cell[i];
  const CatPlan *p = &s->cells.plan[cell->plan];
  b->near[i] = CAT_ARENA(b->scratch, CAT_BB * (p->nknot + p->nlink) + 1, double);
  b->bay[i] = CAT_ARENA(b->scratch, CAT_FORM_BAY * p->nbay + 1, double);
  b->mode[i] = CAT_ARENA(b->scratch, 2 * p->nmode + 1, double);
  if (!b->near[i] || !b->bay[i] || !b->mode[i]) return CAT_ERR_MEMORY;
  cat_near_fill(&s->cells, p, cell, &b->matrices, b->near[i]);
  for (int k = 0; k < p->nbay; k++) {
    const CatBayKind *kind = s->bays[i].kind[k];
    double *by = b->bay[i] + CAT_FORM_BAY * k;
    find_weights(b, &kind->made_of, by);
    for (int j = 0; j < kind->n; j++) {  // A is 1, and a is A over M
      double *mode = b->mode[i] + 2 * (p->bay[k].mode + cat_lane_slot(&p->bay[k], kind, j));
      mode[0] = 1 / kind->a[j], mode[1] = by[4] * mode[0] + by[5];
    }
  }
  return CAT_OK;
}

static bool joins_slopes(const CatPlan *p, const double *near) {
  for (int i = CAT_BB * p->nknot; i < CAT_BB * (p->nknot + p->nlink); i++) {
    if (near[i] != 0 && (i % CAT_BB / CAT_B >= 3 || i % CAT_B >= 3)) return true;
  }
  return false;
}

// Modes of each bay: one set where all lanes have bays of one kind.
static CatStatus spread_modes(Build *b, const CatLaneGroup *g, CatLaneForms *out) {
  double **of = CAT_ARENA(b->scratch, b->e->s->cells.ncell + 1, double *);
  out->mode = CAT_ARENA(b->a, g->plan->nbay + 1, double *);
  if (!of || !out->mode) return CAT_ERR_MEMORY;
  for (int k = 0; k < g->plan->nbay; k++) {
    const CatBay *bay = &g->plan->bay[k];
    CatLaneGroup lanes = *g;
    lanes.shared = g->alike[k];
    if (!g->shared) lanes.as = g->cell[0];
    for (int c = 0; c < b->e->s->cells.ncell; c++) {
      of[c] = b->mode[c] ? b->mode[c] + 2 * bay->mode : NULL;
    }
    out->mode[k] = cat_group_spread(b->a, &lanes, 2 * cat_bay_modes(bay), of, false);
    if (!out->mode[k]) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

// G between the ends of each bay, out of what the step knows of M and A there.
static CatStatus find_ends(Build *b, const CatLaneGroup *g, CatLaneForms *out) {
  const int lanes = g->shared ? 1 : g->width;
  out->ends = CAT_ARENA(b->a, g->plan->nbay + 1, double *);
  if (!out->ends) return CAT_ERR_MEMORY;
  for (int k = 0; k < g->plan->nbay; k++) {
    const CatBay *bay = &g->plan->bay[k];
    const int n = cat_form_entries(bay->form) * lanes;
    const double *M = g->frame + (bay->frame_at + CAT_FRAME_HEAD) * lanes, *A = M + n;
    const double *by = out->bay + CAT_FORM_BAY * k * lanes;
    double *G = out->ends[k] = CAT_ARENA(b->a, n + 1, double);
    if (!G) return CAT_ERR_MEMORY;
    for (int i = 0; i < n; i++) {
      G[i] = by[4 * lanes + i % lanes] * M[i] + by[5 * lanes + i % lanes] * A[i];
    }
  }
  return CAT_OK;
}

static CatStatus find_group(Build *b, int number) {
  const CatLaneGroup *g = &b->e->s->groups.group[number];
  const CatPlan *p = g->plan;
  CatLaneForms *out = &b->e->forms[number];
  CatArenaMark mark = cat_arena_mark(b->scratch);
  *out = (CatLaneForms){.alpha = b->matrices.alpha, .beta = b->matrices.beta};
  for (int l = 0; l < (g->shared ? 1 : g->width); l++) {
    int cell = g->shared ? g->as : g->cell[l];
    if (cell < 0) continue;
    CAT_TRY(find_cell(b, cell));
    out->slopes = out->slopes || joins_slopes(p, b->near[cell]);
  }
  out->near = cat_group_spread(b->a, g, CAT_BB * (p->nknot + p->nlink), b->near, false);
  out->bay = cat_group_spread(b->a, g, CAT_FORM_BAY * p->nbay, b->bay, false);
  if (!out->near || !out->bay) return CAT_ERR_MEMORY;
  CAT_TRY(spread_modes(b, g, out));
  CAT_TRY(find_ends(b, g, out));
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

typedef struct Vector {
  double **at;
  int n;
} Vector;

static CatStatus reserve(Build *b) {
  Energy *e = b->e;
  const CatLanes *s = e->s;
  Border *border = &e->border;
  int nodes = 1;
  for (int i = 0; i < s->groups.n; i++) {
    const CatLaneGroup *g = &s->groups.group[i];
    int n = CAT_B * (g->plan->nknot + g->plan->nghost) * g->width;
    if (n > nodes) nodes = n;
  }
  double **of_border[] = {&border->w,     &border->a,     &border->du[0], &border->du[1],
                          &border->da[0], &border->da[1], &border->begin, &border->x,
                          &border->y,     &border->room};
  for (size_t i = 0; i < sizeof of_border / sizeof *of_border; i++) {
    if (!(*of_border[i] = cat_border_vector(b->a, &s->border))) return CAT_ERR_MEMORY;
  }
  const Vector all[] = {
      {&e->w, s->nx + 1},     {&e->a, s->nx + 1},        {&e->qw, s->nmode + 1},
      {&e->qa, s->nmode + 1}, {&e->pw, s->nproject + 1}, {&e->pa, s->nproject + 1},
      {&e->du[0], nodes},     {&e->du[1], nodes},        {&e->da[0], nodes},
      {&e->da[1], nodes},     {&e->begin, nodes}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (!(*all[i].at = CAT_ARENA(b->a, all[i].n, double))) return CAT_ERR_MEMORY;
  }
  return cat_port_memory_new(b->a, s->t->n, values, s, &e->memory);
}

static CatLaneRates rates_of(const CatStep *s) {
  const double b = s->beta, g = s->gamma, late = b - g / 2, by = 1 / (b * s->h);
  return (CatLaneRates){.w_a = 1 / b,
                        .w_da = (g + 0.5) / b,
                        .v_w = b * by,
                        .v_a = -0.5 * by,
                        .v_b = by,
                        .v_da = g * by,
                        .c_du = 1 / s->h,
                        .c_da = -late * by,
                        .m_da = (g - 0.5) * late * by * by,
                        .m_du = (1 - s->am - g) / s->h * by,
                        .a_a = late / 2 * by * by,
                        .c_v = s->h / 2,
                        .c_a = s->h / 2 * late * by * by,
                        .c_dada = (s->theta - 0.5) * s->h * late * (g - 0.5) * by * by};
}

static CatStatus build(Build *b) {
  const CatLanes *s = b->e->s;
  int n = s->cells.ncell + 1;
  double *damper = CAT_ARENA(b->scratch, s->t->n, double);
  b->near = CAT_ARENA(b->scratch, n, double *);
  b->bay = CAT_ARENA(b->scratch, n, double *);
  b->mode = CAT_ARENA(b->scratch, n, double *);
  b->e->forms = CAT_ARENA(b->a, s->groups.n + 1, CatLaneForms);
  if (!damper || !b->near || !b->bay || !b->mode || !b->e->forms) return CAT_ERR_MEMORY;
  b->matrices = cat_lanes_matrices(s, damper);
  CAT_TRY(reserve(b));
  CAT_TRY(find_border(b));
  for (int i = 0; i < s->groups.n; i++) CAT_TRY(find_group(b, i));
  return CAT_OK;
}

CatStatus cat_lanes_energy(CatStructure *s, CatArena *a, CatEnergy **out) {
  static const CatEnergyOps ops = {start, step, now, read_port, NULL, snapshot};
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
