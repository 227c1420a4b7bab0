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
  CatLaneTerms mass, stiffness, dampers;
  double alpha, beta;  // of mass and stiffness in damping
  CatLanePast past;
  double *du[STEPS];
  double *x, *y, *room;
} Border;

// Two steps are counted at a time: it is the traffic of rates that costs most. What waits is added
// when somebody asks.
typedef struct Energy {
  CatEnergy base;
  CatLanes *s;
  CatLaneRates rates;
  CatLaneForms *forms;   // of each group
  int *node_at;          // of each group: where its nodes begin
  int nnode;             // coordinates of all
  CatLanePast nodes;     // (nnode)
  CatLanePast modes;     // (nmode)
  CatLanePast projects;  // of modes (nproject)
  double *du[STEPS];     // room for the largest group
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

static CatLanePast past_from(const CatLanePast *p, int at) {
  return (CatLanePast){p->x + at, p->y + at};
}

static CatBorderMotion border_motion(const Energy *e) {
  const CatLanes *s = e->s;
  const Border *b = &e->border;
  return (CatBorderMotion){.rates = &e->rates,
                           .n = s->border.n,
                           .u = {s->u[0] + s->nx, s->u[1] + s->nx, s->u[2] + s->nx},
                           .past = b->past,
                           .du = {b->du[0], b->du[1]},
                           .room = {b->x, b->y},
                           .M = &b->mass,
                           .K = &b->stiffness,
                           .D = &b->dampers,
                           .alpha = b->alpha,
                           .beta = b->beta};
}

static void group_steps(Energy *e, int number) {
  const CatLanes *s = e->s;
  const CatLaneGroup *g = &s->groups.group[number];
  int knots = CAT_B * g->width * g->plan->nknot;
  CatLaneMotion motion = {.rates = &e->rates,
                          .nodes = past_from(&e->nodes, e->node_at[number]),
                          .modes = past_from(&e->modes, g->mode_at),
                          .projects = past_from(&e->projects, g->project_at),
                          .du = {e->du[0], e->du[1]}};
  for (int i = 0; i < 3; i++) {
    motion.u[i] = s->u[i] + g->at;
    motion.q[i] = modes_from(s, s->q[i], g->mode_at);
    motion.project[i] = s->project[i] + g->project_at;
  }
  for (int k = 0; k < STEPS; k++) {
    s->kernel->ghosts_set(g, e->border.du[k], e->du[k] + knots);
  }
  s->kernel->ghosts_set(g, e->border.past.x, motion.nodes.x + knots);
  s->kernel->ghosts_set(g, e->border.past.y, motion.nodes.y + knots);
  s->kernel->account(g, &e->forms[number], &motion, &e->sums);
}

static void step(CatEnergy *base) {
  Energy *e = (Energy *)base;
  e->waits = !e->waits;
  if (e->waits) return;
  unsigned before = cat_flush_begin();
  const CatBorderMotion border = border_motion(e);
  e->s->kernel->border_differences(&border);
  for (int i = 0; i < e->s->groups.n; i++) group_steps(e, i);
  e->s->kernel->account_border(&border, &e->sums);
  cat_flush_end(before);
}

//------------------------------------------------------------------------------- forms

// A motion of all coordinates: the last displacements, those before, and x and y, by weights.
typedef struct Field {
  double by[4];
} Field;

static double sum_at(const Field *f, const double *const x[4], int i) {
  return f->by[0] * x[0][i] + f->by[1] * x[1][i] + f->by[2] * x[2][i] + f->by[3] * x[3][i];
}

static double knot_value(const Energy *e, const Field *f, int group, int at) {
  const CatLanes *s = e->s;
  const CatLanePast p = past_from(&e->nodes, e->node_at[group]);
  const int knots = s->groups.group[group].at;
  return sum_at(f, (const double *const[]){s->u[0] + knots, s->u[1] + knots, p.x, p.y}, at);
}

static double border_value(const Energy *e, const Field *f, int at) {
  const CatLanes *s = e->s;
  const CatLanePast *p = &e->border.past;
  return sum_at(f, (const double *const[]){s->u[0] + s->nx, s->u[1] + s->nx, p->x, p->y}, at);
}

static double project_value(const Energy *e, const Field *f, int at) {
  const CatLanes *s = e->s;
  const CatLanePast *p = &e->projects;
  return sum_at(f, (const double *const[]){s->project[0], s->project[1], p->x, p->y}, at);
}

static double mode_value(const Energy *e, const Field *f, int at) {
  const CatLanes *s = e->s;
  return f->by[0] * cat_lane_mode(s, s->q[0], at) + f->by[1] * cat_lane_mode(s, s->q[1], at) +
         f->by[2] * e->modes.x[at] + f->by[3] * e->modes.y[at];
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
    out[i] = ghost < 0 ? knot_value(e, f, c->group, at)
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
    A += q, M += q * coef(forms->mode[bay], j, c->lane, g->width, g->alike[bay]);
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
  const CatLaneTerms *const of[3] = {&b->mass, &b->stiffness, &b->dampers};
  double sum[3];
  for (int i = 0; i < s->border.n; i++) {
    b->x[i] = border_value(e, &f[0], i), b->y[i] = border_value(e, &f[1], i);
  }
  for (int i = 0; i < 3; i++) {
    s->kernel->multiply(of[i], b->y, b->room);
    sum[i] = cat_dot(s->border.n, b->room, b->x);
  }
  out->M += sum[0], out->K += sum[1], out->C += b->alpha * sum[0] + b->beta * sum[1] + sum[2];
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

static Field plus(Field x, double by, Field y) {
  for (int i = 0; i < 4; i++) x.by[i] += by * y.by[i];
  return x;
}

static Field weighted(const double *by, int n, const Field *of) {
  Field out = {{0}};
  for (int i = 0; i < n; i++) out = plus(out, by[i], of[i]);
  return out;
}

// The step that waits: its sums; x and y at its end.
static void add_waiting(const Energy *e, CatStepSums *to, Field past[2]) {
  const CatLaneRates *r = &e->rates;
  const Field of[CAT_RATES] = {{{1, -1, 0, 0}}, past[0], past[1]}, du = of[0];
  to->C_vb += forms_of(e, du, weighted(r->v_b, CAT_RATES, of)).C;
  to->M_da += forms_of(e, du, weighted(r->m, CAT_RATES, of)).M;
  to->stiff += forms_of(e, du, weighted(r->dv, CAT_RATES, of)).C + forms_of(e, du, du).K;
  past[0] = plus(du, r->mu, of[1]), past[1] = plus(of[1], r->mu, of[2]);
}

static CatEnergyNow now(CatEnergy *base) {
  const Energy *e = (const Energy *)base;
  const Field u = {{1, 0, 0, 0}};
  Field past[2] = {{{0, 0, 1, 0}}, {{0, 0, 0, 1}}};
  CatEnergyNow out = {.sums = e->sums};
  if (e->waits) add_waiting(e, &out.sums, past);
  const Field v = weighted(e->rates.v, 2, past);
  const double kinetic = forms_of(e, v, v).M / 2;
  out.stored = kinetic + forms_of(e, u, u).K / 2;
  out.numerical = -kinetic;
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

static void start_past(const CatLanePast *p, int n) {
  memset(p->x, 0, (size_t)n * sizeof *p->x);
  memset(p->y, 0, (size_t)n * sizeof *p->y);
}

static void start(CatEnergy *base) {
  Energy *e = (Energy *)base;
  const CatLanes *s = e->s;
  start_past(&e->nodes, e->nnode);
  start_past(&e->modes, s->nmode);
  start_past(&e->projects, s->nproject);
  start_past(&e->border.past, s->border.n);
  cat_port_memory_start(&e->memory);
  e->waits = false;
  e->sums = (CatStepSums){0};
}

static void past_snapshot(const CatLanePast *p, int n, CatSnapshot *to) {
  cat_snapshot_vectors(to, (double *[]){p->x, p->y}, 2, n);
}

static void snapshot(CatEnergy *base, CatSnapshot *to) {
  Energy *e = (Energy *)base;
  const CatLanes *s = e->s;
  CAT_SNAPSHOT(to, e->waits);
  CAT_SNAPSHOT(to, e->sums);
  past_snapshot(&e->nodes, e->nnode, to);
  past_snapshot(&e->modes, s->nmode, to);
  past_snapshot(&e->projects, s->nproject, to);
  past_snapshot(&e->border.past, s->border.n, to);
  cat_port_memory_snapshot(&e->memory, to);
}

//------------------------------------------------------------------------------- set-up

typedef struct Build {
  CatArena *a, *scratch;
  Energy *e;
  CatMatrices matrices;
  double **near, **bay, **mode;  // of each cell, while a group is filled (ncell)
} Build;

// Weights of M and A in C and K: A = mm M + kk K, C = (alpha + rho) M + beta K + tau A.
static void find_weights(const Build *b, const CatBayMatter *m, double out[CAT_FORM_BAY]) {
  out[0] = b->matrices.alpha + m->rho - b->matrices.beta * m->mm / m->kk;
  out[1] = b->matrices.beta / m->kk + m->tau;
  out[2] = -m->mm / m->kk;
  out[3] = 1 / m->kk;
}

static CatStatus find_cell(Build *b, int i) {
  const CatLanes *s = b->e->s;
  const CatCell *cell = &s->cells.cell[i];
  const CatPlan *p = &s->cells.plan[cell->plan];
  b->near[i] = CAT_ARENA(b->scratch, CAT_BB * (p->nknot + p->nlink) + 1, double);
  b->bay[i] = CAT_ARENA(b->scratch, CAT_FORM_BAY * p->nbay + 1, double);
  b->mode[i] = CAT_ARENA(b->scratch, p->nmode + 1, double);
  if (!b->near[i] || !b->bay[i] || !b->mode[i]) return CAT_ERR_MEMORY;
  cat_near_fill(&s->cells, p, cell, &b->matrices, b->near[i]);
  for (int k = 0; k < p->nbay; k++) {
    const CatBayKind *kind = s->bays[i].kind[k];
    double *mode = b->mode[i] + p->bay[k].mode;
    find_weights(b, &kind->made_of, b->bay[i] + CAT_FORM_BAY * k);
    for (int j = 0; j < kind->n; j++) {  // A is 1, and a is A over M
      mode[cat_lane_slot(&p->bay[k], kind, j)] = 1 / kind->a[j];
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
      of[c] = b->mode[c] ? b->mode[c] + bay->mode : NULL;
    }
    out->mode[k] = cat_group_spread(b->a, &lanes, cat_bay_modes(bay), of, false);
    if (!out->mode[k]) return CAT_ERR_MEMORY;
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
  CatBand M, K, D;
  int kd = border->S.kd, band = s->t->K.kd;
  const CatEntries of_M = {border_M, &b->matrices, band}, of_K = {border_K, &b->matrices, band},
                   of_D = {border_D, &b->matrices, band};
  CAT_TRY(cat_border_matrix(b->scratch, border, &of_M, kd, &M));
  CAT_TRY(cat_border_matrix(b->scratch, border, &of_K, kd, &K));
  CAT_TRY(cat_border_matrix(b->scratch, border, &of_D, kd, &D));
  CatRepresentative by = {&s->cells, s->bays, 0, 0};
  for (; by.cell < s->cells.ncell; by.cell++) {
    const CatLaneGroup *g = &s->groups.group[s->cells.cell[by.cell].group];
    by.as = g->shared ? g->as : by.cell;
    cat_representative_ends(&by, &K);
  }
  out->alpha = b->matrices.alpha, out->beta = b->matrices.beta;
  CAT_TRY(cat_border_terms(b->a, border, &M, &out->mass));
  CAT_TRY(cat_border_terms(b->a, border, &D, &out->dampers));
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
  int most = 1;
  for (int i = 0; i < s->groups.n; i++) {
    const CatLaneGroup *g = &s->groups.group[i];
    int n = CAT_B * (g->plan->nknot + g->plan->nghost) * g->width;
    e->node_at[i] = e->nnode, e->nnode += n;
    if (n > most) most = n;
  }
  double **of_border[] = {&border->past.x, &border->past.y, &border->du[0], &border->du[1],
                          &border->x,      &border->y,      &border->room};
  for (size_t i = 0; i < sizeof of_border / sizeof *of_border; i++) {
    if (!(*of_border[i] = cat_border_vector(b->a, &s->border))) return CAT_ERR_MEMORY;
  }
  const Vector all[] = {{&e->nodes.x, e->nnode + 1},
                        {&e->nodes.y, e->nnode + 1},
                        {&e->modes.x, s->nmode + 1},
                        {&e->modes.y, s->nmode + 1},
                        {&e->projects.x, s->nproject + 1},
                        {&e->projects.y, s->nproject + 1},
                        {&e->du[0], most},
                        {&e->du[1], most}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (!(*all[i].at = CAT_ARENA(b->a, all[i].n, double))) return CAT_ERR_MEMORY;
  }
  return cat_port_memory_new(b->a, s->t->n, values, s, &e->memory);
}

// With k = gamma + 1/2 and beta = k^2/4:
//   beta h^2 a = x - 2/k y,   h v + h^2 a/2 = 4/k x - 4/k^2 y.
static CatLaneRates rates_of(const CatStep *s) {
  const double b = s->beta, g = s->gamma, k = g + 0.5, late = b - g / 2;
  const double a[CAT_RATES] = {0, 1 / b, -2 / (k * b)};                 // h^2 a
  const double da[CAT_RATES] = {1 / b, -4 / (k * b), 4 / (k * k * b)};  // h^2 da
  CatLaneRates r = {.mu = 1 - 2 / k,
                    .v = {(4 / k - 1 / (2 * b)) / s->h, (1 / (k * b) - 4 / (k * k)) / s->h}};
  for (int i = 0; i < CAT_RATES; i++) {
    r.v_b[i] = ((i == 0) - late * da[i]) / s->h;
    r.dv[i] = (a[i] + g * da[i]) / s->h;
    r.m[i] = r.dv[i] / s->h + (1 - s->am - g) * da[i] / (s->h * s->h);
  }
  return r;
}

static CatStatus build(Build *b) {
  const CatLanes *s = b->e->s;
  int n = s->cells.ncell + 1;
  double *damper = CAT_ARENA(b->scratch, s->t->n, double);
  b->near = CAT_ARENA(b->scratch, n, double *);
  b->bay = CAT_ARENA(b->scratch, n, double *);
  b->mode = CAT_ARENA(b->scratch, n, double *);
  b->e->forms = CAT_ARENA(b->a, s->groups.n + 1, CatLaneForms);
  b->e->node_at = CAT_ARENA(b->a, s->groups.n + 1, int);
  if (!damper || !b->near || !b->bay || !b->mode || !b->e->forms || !b->e->node_at)
    return CAT_ERR_MEMORY;
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
