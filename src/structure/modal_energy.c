// Energy of a line in a reduced basis: M = [1, M_qb; M_bq, M_b], K = diag(omega2, K_b), and
// C = alpha M + beta K with dampers at the border.
#include <string.h>

#include "energy.h"
#include "linalg/dense.h"
#include "modal_internal.h"
#include "nodal_kernel.h"
#include "port_memory.h"

enum { STEPS = CAT_MODAL_STEPS, WIDE = CAT_MODAL_WIDE };

// Data of a kind in whole vectors.
typedef struct Kind {
  int wide;        // m, rounded up
  double *omega2;  // (wide)
  double *mass;    // M_bq, rows rounded up to an even number (rows x wide)
} Kind;

// The border in some steps. All arrays have room for more entries than there are (BORDER_ROOM).
typedef struct Border {
  CatBlocks M, K;
  double *damper;                        // at each coordinate
  CatFour *du, *Mdu, *Kdu, *Ddu, *Mqdu;  // M times du of all, K and dampers; M_bq times du of parts
  CatFour *none, *view;
  CatNodalSum *sum;
  CatNodalSteps own, across;  // x_b'M y_b, K and dampers with M_bq y_q; x_q'M_qb y_b
} Border;

// Four steps are counted at a time: matrices are read once for all. What waits is counted when
// somebody asks.
typedef struct Reduced {
  CatEnergy base;
  const CatModal *s;
  Kind *kind;  // (nkind)
  int *at;     // where the vectors of each part begin in those below (npart)
  int wide;    // and end
  double *v, *a, *du[STEPS];
  double *past[STEPS + 1];  // displacements before the first step that waits, after it, ... (n)
  int before;               // which of them are those at the beginning of the last step
  int waits;                // steps that are not in the sums
  Border border;
  double *room[2];  // (nborder)
  long steps;
  CatStepSums sums;  // of the others since the start
  CatPortMemory memory;
} Reduced;

enum { BORDER_ROOM = CAT_BLOCK };

//------------------------------------------------------------------------------- some steps

// M_bq du, over all parts.
static void join(const Reduced *e) {
  const CatBasis *b = e->s->s;
  CatFour *out = e->border.Mqdu, *view = e->border.view;
  memset(out, 0, (size_t)b->nborder * sizeof *out);
  for (int p = 0; p < b->npart; p++) {
    const CatBasisPart *part = &b->part[p];
    const Kind *kind = &e->kind[part->kind];
    double *du[STEPS];
    for (int k = 0; k < STEPS; k++) du[k] = e->du[k] + e->at[p];
    e->s->kernel->rows4(part->nborder, kind->wide, kind->mass, du, view);
    for (int i = 0; i < part->nborder; i++) {
      CatFour *to = &out[part->border[i]];
      for (int k = 0; k < STEPS; k++) to->of[k] += part->flip[i] * view[i].of[k];
    }
  }
}

// With M_bq x both ways, x'M y = x_b'(M_b y_b + M_bq y_q) + (M_bq x_q)'y_b + ...
static void border_steps(Reduced *e) {
  Border *b = &e->border;
  const int nb = e->s->s->nborder, nq = e->s->nq;
  join(e);
  for (int k = 0; k < STEPS; k++) {
    const double *from = e->past[k < e->waits ? k : e->waits] + nq,
                 *to = e->past[k < e->waits ? k + 1 : e->waits] + nq;
    for (int i = 0; i < nb; i++) b->du[i].of[k] = to[i] - from[i];
  }
  b->M.multiply(&b->M, b->du, b->Mdu);
  b->K.multiply(&b->K, b->du, b->Kdu);
  for (int i = 0; i < nb; i++) {
    for (int k = 0; k < STEPS; k++) {
      b->Mdu[i].of[k] += b->Mqdu[i].of[k];
      b->Ddu[i].of[k] = b->damper[i] * b->du[i].of[k];
    }
  }
  b->own.count = b->across.count = e->waits;
  b->sum(&b->own, &e->sums);
  b->sum(&b->across, &e->sums);
}

// All that waits.
static void count(Reduced *e) {
  const CatModal *s = e->s;
  const CatBasis *b = s->s;
  if (e->waits == 0) return;
  for (int p = 0; p < b->npart; p++) {
    const Kind *kind = &e->kind[b->part[p].kind];
    const int at = e->at[p], first = b->part[p].first;
    CatModalMotion of = {.count = e->waits, .v = e->v + at, .a = e->a + at};
    for (int k = 0; k <= e->waits; k++) of.at[k] = e->past[k] + first;
    for (int k = 0; k < STEPS; k++) of.du[k] = e->du[k] + at;
    s->kernel->account(&s->load, b->kind[b->part[p].kind].m, kind->omega2, &of, &e->sums);
  }
  if (b->nborder > 0) border_steps(e);
  double *first = e->past[0];
  e->past[0] = e->past[e->waits], e->past[e->waits] = first;
  if (e->before == 0) e->before = e->waits;
  e->waits = 0;
}

static void step(CatEnergy *base) {
  Reduced *e = (Reduced *)base;
  e->before = e->waits++;
  e->steps++;
  memcpy(e->past[e->waits], e->s->u, (size_t)e->s->s->n * sizeof(double));
  if (e->waits == STEPS) count(e);
}

static void start(CatEnergy *base) {
  Reduced *e = (Reduced *)base;
  const size_t border = (size_t)e->s->s->nborder * sizeof(double);
  const CatNodalSteps *own = &e->border.own, *across = &e->border.across;
  double *const zero[] = {own->v,    own->a,    own->Mv,    own->Ma,
                          across->v, across->a, across->Mv, across->Ma};
  e->waits = e->before = 0;
  e->steps = 0;
  cat_port_memory_start(&e->memory);
  e->sums = (CatStepSums){0};
  memcpy(e->past[0], e->s->u, (size_t)e->s->s->n * sizeof(double));
  memset(e->v, 0, (size_t)e->wide * sizeof(double));
  memset(e->a, 0, (size_t)e->wide * sizeof(double));
  for (size_t i = 0; i < sizeof zero / sizeof *zero; i++) memset(zero[i], 0, border);
}

//------------------------------------------------------------------------------- at any time

// x'M x, or x'K x
static double form(const Reduced *e, const double *x, bool mass) {
  const CatModal *s = e->s;
  const CatBasis *b = s->s;
  const double *border = x + s->nq;
  double sum = 0;
  for (int p = 0; p < b->npart; p++) {
    const CatBasisPart *part = &b->part[p];
    const CatBasisKind *kind = &b->kind[part->kind];
    const double *own = x + part->first;
    if (!mass) {
      sum += s->kernel->dot3(kind->m, own, kind->omega2, own);
      continue;
    }
    sum += s->kernel->dot(kind->m, own, own);
    s->kernel->rows(part->nborder, kind->m, kind->mass, own, e->room[0]);
    for (int i = 0; i < part->nborder; i++) {
      sum += 2 * part->flip[i] * border[part->border[i]] * e->room[0][i];
    }
  }
  if (b->nborder == 0) return sum;
  cat_band_multiply(mass ? &b->M : &b->K, 1, border, 0, e->room[1]);
  return sum + cat_dot(b->nborder, e->room[1], border);
}

static CatEnergyNow now(CatEnergy *base) {
  Reduced *e = (Reduced *)base;
  count(e);
  return (CatEnergyNow){.sums = e->sums,
                        .stored = (form(e, e->s->v, true) + form(e, e->s->u, false)) / 2};
}

static void values(const void *of, bool before, int n, const int *dof, double *out) {
  const Reduced *e = of;
  const double *u = before ? e->past[e->before] : e->s->u;
  for (int k = 0; k < n; k++) out[k] = cat_modal_coordinate(e->s, u, dof[k]);
}

static double read_port(CatEnergy *base, const CatPortVector *p, bool before) {
  Reduced *e = (Reduced *)base;
  return cat_port_memory_read(&e->memory, e->steps, p, before);
}

static void snapshot(CatEnergy *base, CatSnapshot *to) {
  Reduced *e = (Reduced *)base;
  const CatBasis *b = e->s->s;
  const CatNodalSteps *own = &e->border.own, *across = &e->border.across;
  CAT_SNAPSHOT(to, e->waits);
  CAT_SNAPSHOT(to, e->before);
  CAT_SNAPSHOT(to, e->steps);
  CAT_SNAPSHOT(to, e->sums);
  cat_snapshot_vectors(to, e->past, STEPS + 1, b->n);
  cat_snapshot_vectors(to, (double *[]){e->v, e->a}, 2, e->wide);
  cat_snapshot_vectors(
      to,
      (double *[]){own->v, own->a, own->Mv, own->Ma, across->v, across->a, across->Mv, across->Ma},
      8, b->nborder);
  cat_port_memory_snapshot(&e->memory, to);
}

//------------------------------------------------------------------------------- set-up

static CatStatus reserve(CatArena *a, int size, double **const *vector, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (!(*vector[i] = CAT_ARENA(a, size, double))) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

static CatStatus find_kind(CatArena *a, const CatBasisKind *of, Kind *out) {
  const int wide = (of->m + WIDE - 1) / WIDE * WIDE;
  *out = (Kind){.wide = wide,
                .omega2 = CAT_ARENA(a, wide + 1, double),
                .mass = CAT_ARENA(a, (of->nborder + 1) * wide + 1, double)};
  if (!out->omega2 || !out->mass) return CAT_ERR_MEMORY;
  memcpy(out->omega2, of->omega2, (size_t)of->m * sizeof(double));
  for (int i = 0; i < of->nborder; i++) {
    memcpy(out->mass + (size_t)i * (size_t)wide, of->mass + (size_t)i * (size_t)of->m,
           (size_t)of->m * sizeof(double));
  }
  return CAT_OK;
}

static CatStatus find_parts(CatArena *a, Reduced *e) {
  const CatBasis *b = e->s->s;
  e->kind = CAT_ARENA(a, b->nkind + 1, Kind);
  e->at = CAT_ARENA(a, b->npart + 1, int);
  if (!e->kind || !e->at) return CAT_ERR_MEMORY;
  for (int i = 0; i < b->nkind; i++) CAT_TRY(find_kind(a, &b->kind[i], &e->kind[i]));
  for (int p = 0; p < b->npart; p++) {
    e->at[p] = e->wide;
    e->wide += e->kind[b->part[p].kind].wide;
  }
  double **all[] = {&e->v, &e->a, &e->du[0], &e->du[1], &e->du[2], &e->du[3]};
  return reserve(a, e->wide + 1, all, sizeof all / sizeof *all);
}

static CatStatus find_border(CatArena *a, Reduced *e) {
  const CatModal *s = e->s;
  const CatDamping *d = s->damping;
  Border *b = &e->border;
  const int nb = s->s->nborder, room = nb + BORDER_ROOM;
  int *together = CAT_ARENA(a, nb + 1, int);
  CatFour **four[] = {&b->du, &b->Mdu, &b->Kdu, &b->Ddu, &b->Mqdu, &b->none, &b->view};
  CatNodalSteps steps = {.n = nb, .step = s->base.step, .alpha = d->alpha, .beta = d->beta};
  b->own = b->across = steps;
  double **vector[] = {&b->own.v,    &b->own.a,    &b->own.Mv,    &b->own.Ma,
                       &b->across.v, &b->across.a, &b->across.Mv, &b->across.Ma,
                       &b->damper,   &e->room[0],  &e->room[1]};
  if (!together) return CAT_ERR_MEMORY;
  for (size_t i = 0; i < sizeof four / sizeof *four; i++) {
    if (!(*four[i] = CAT_ARENA(a, room, CatFour))) return CAT_ERR_MEMORY;
  }
  CAT_TRY(reserve(a, room, vector, sizeof vector / sizeof *vector));
  for (int i = 0; i < nb; i++) together[i] = i / CAT_BLOCK;
  if (nb > 0) CAT_TRY(cat_blocks_new(a, &s->s->M, together, &b->M));
  if (nb > 0) CAT_TRY(cat_blocks_new(a, &s->s->K, together, &b->K));
  for (int j = 0; j < d->ndamper; j++) b->damper[s->s->row[d->damper_dof[j]]] += d->damper;
  b->sum = cat_nodal_sum_choose();
  b->own.du = b->du, b->own.Mdu = b->Mdu, b->own.Kdu = b->Kdu;
  if (d->ndamper > 0) b->own.Edu = b->Ddu;
  b->across.du = b->Mqdu, b->across.Mdu = b->du, b->across.Kdu = b->none;
  return CAT_OK;
}

CatStatus cat_modal_energy(CatStructure *structure, CatArena *a, CatEnergy **out) {
  static const CatEnergyOps ops = {start, step, now, read_port, NULL, snapshot};
  const CatModal *s = (const CatModal *)structure;
  Reduced *e = CAT_ARENA(a, 1, Reduced);
  if (!e) return CAT_ERR_MEMORY;
  *e = (Reduced){.base = {&ops}, .s = s};
  double **past[] = {&e->past[0], &e->past[1], &e->past[2], &e->past[3], &e->past[4]};
  CAT_TRY(reserve(a, s->s->n + 1, past, sizeof past / sizeof *past));
  CAT_TRY(find_parts(a, e));
  CAT_TRY(find_border(a, e));
  CAT_TRY(cat_port_memory_new(a, s->s->t->n, values, e, &e->memory));
  *out = &e->base;
  return CAT_OK;
}
