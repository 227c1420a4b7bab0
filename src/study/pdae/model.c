#include "model.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "mechanism/chain.h"

const CatPdaeOps *cat_pdae_ops(int space) {
  switch (space) {
  case CAT_PDAE_FDM: return &cat_pdae_fdm;
  case CAT_PDAE_MODES: return &cat_pdae_modes_ops;
  default: return &cat_pdae_fem;
  }
}

static int max(int a, int b) {
  return a > b ? a : b;
}

// (31) and (32): rows of the droppers and of the contact
static void constraint_row(const void *self, int i, double t, double *G, double *Gt, double *Gtt) {
  const CatPdaeModel *m = self;
  const CatPdaeSpec *spec = m->spec;
  if (i < spec->ndropper) {
    double x = spec->droppers[i].position;
    m->ops->carrier_row(m, x, G);
    for (int j = 0; j < m->nc; j++) G[j] = -G[j];
    m->ops->wire_row(m, x, 0, G + m->wire);
  } else if (i == spec->ndropper) {
    double xp = spec->run.from + spec->run.speed * t;
    m->ops->load_row(m, xp, spec->run.speed, G + m->wire, Gt + m->wire, Gtt + m->wire);
    G[m->height[0]] = -1;
  } else {
    cat_linkage_part_row(&m->part, i, &(CatRows){G, Gt, Gtt});
  }
}

// (29), (30): M = rho mass, D = beta mass; weight of wires, clamps and half the droppers
static void assemble_wires(CatPdaeModel *m) {
  const CatPdaeSpec *s = m->spec;
  CatDae *d = &m->dae;
  m->ops->carrier(m, &(CatPdaeBlock){0, s->carrier.tension, 0, &m->mass, &d->K, m->f});
  m->ops->wire(m, &(CatPdaeBlock){m->wire, s->contact_wire.tension,
                                  s->contact_wire.bending_stiffness, &m->mass, &d->K, m->f});
  for (int j = 0; j < m->panto; j++) {
    const CatPdaeWire *w = j < m->wire ? &s->carrier : &s->contact_wire;
    m->f[j] *= -w->mass_per_length * s->gravity;
    for (int i = max(0, j - m->mass.kd); i <= j; i++) {
      double unit = cat_band_get(&m->mass, i, j);
      cat_band_add(&d->M, i, j, w->mass_per_length * unit);
      cat_band_add(&d->D, i, j, w->damping * unit);
    }
  }
  for (int i = 0; i < s->ndropper; i++) {
    const CatPdaeDropper *p = &s->droppers[i];
    double half = s->dropper.clamp_mass + p->length * s->dropper.mass_per_length / 2;
    memset(m->row, 0, (size_t)d->nq * sizeof(double));
    m->ops->carrier_row(m, p->position, m->row);
    m->ops->wire_row(m, p->position, 0, m->row + m->wire);
    cat_axpy(m->panto, -half * s->gravity, m->row, m->f);
    m->z[i] = p->length - s->encumbrance;
  }
}

static void add_chain(CatBand *to, int first, int n, const double *A) {
  for (int j = 0; j < n; j++) {
    cat_band_add(to, first + j, first + j, A[j * n + j]);
    if (j + 1 < n) cat_band_add(to, first + j, first + j + 1, A[j * n + j + 1]);
  }
}

// (12) for any number of bodies
static void assemble_pantograph(CatPdaeModel *m) {
  const CatMassChainSpec *p = &m->spec->pantograph;
  CatDae *d = &m->dae;
  double M[CAT_CHAIN_MAX] = {0}, C[CAT_CHAIN_MAX * CAT_CHAIN_MAX] = {0},
         K[CAT_CHAIN_MAX * CAT_CHAIN_MAX] = {0};
  cat_chain_assemble(p, M, C, K);
  for (int j = 0; j < p->nmass; j++) cat_band_add(&d->M, m->panto + j, m->panto + j, M[j]);
  add_chain(&d->K, m->panto, p->nmass, K);
  add_chain(&d->D, m->panto, p->nmass, C);
  m->f[d->nq - 1] += p->static_force;
}

static CatStatus model_fill(CatContext *ctx, CatPdaeModel *m) {
  const CatPdaeSpec *s = m->spec;
  CatDae *d = &m->dae;
  m->ops->sizes(s->space.intervals, &m->nc, &m->nw);
  m->np = m->nbody = s->pantograph.nmass;
  m->wire = m->nc;
  m->panto = m->nc + m->nw;
  for (int i = 0; i < m->nbody; i++) m->height[i] = m->panto + i;
  if (s->linkage.given) CAT_TRY(cat_pdae_linkage_new(ctx, m));
  m->dx = s->length / s->space.intervals;
  d->nq = m->panto + m->np;
  d->ng = s->ndropper + 1 + (m->linkage ? m->linkage->ng : 0);
  m->f = CAT_ARENA(m->arena, d->nq, double);
  m->row = CAT_ARENA(m->arena, d->nq, double);
  m->z = CAT_ARENA(m->arena, d->ng, double);
  m->moves = CAT_ARENA(m->arena, d->ng, bool);
  m->bends = CAT_ARENA(m->arena, d->ng, bool);
  m->holds = CAT_ARENA(m->arena, d->ng, bool);
  if (!m->f || !m->row || !m->z || !m->moves || !m->bends || !m->holds) return CAT_ERR_MEMORY;
  int chain = m->np > 1 && !m->linkage;
  CAT_TRY(cat_band_new(m->arena, d->nq, m->ops->kd_mass, &d->M));
  CAT_TRY(cat_band_new(m->arena, d->nq, max(chain, m->ops->kd_mass), &d->D));
  CAT_TRY(cat_band_new(m->arena, d->nq, max(chain, m->ops->kd_stiffness), &d->K));
  CAT_TRY(cat_band_new(m->arena, d->nq, m->ops->kd_mass, &m->mass));
  m->moves[s->ndropper] = true;
  d->f = m->f;
  d->z = m->z;
  d->moves = m->moves;
  d->self = m;
  d->row = constraint_row;
  assemble_wires(m);
  if (m->linkage) {
    cat_pdae_linkage_assemble(m);
  } else {
    assemble_pantograph(m);
  }
  return CAT_OK;
}

CatStatus cat_pdae_model_new(CatContext *ctx, const CatPdaeSpec *spec, CatPdaeModel **out) {
  *out = NULL;
  CatArena *arena = cat_arena_new(ctx, 1 << 18);
  if (!arena) return CAT_ERR_MEMORY;
  CatPdaeModel *m = CAT_ARENA(arena, 1, CatPdaeModel);
  CatStatus status = m ? CAT_OK : CAT_ERR_MEMORY;
  if (m) {
    m->spec = spec;
    m->arena = arena;
    m->ops = cat_pdae_ops(spec->space.method);
    status = model_fill(ctx, m);
  }
  if (status) {
    cat_arena_free(arena);
    return status;
  }
  *out = m;
  return CAT_OK;
}

void cat_pdae_model_free(CatPdaeModel *m) {
  if (m) cat_arena_free(m->arena);
}

// x' K x / x' M x under repeated x = M^-1 K x, from a start that is rough enough for all modes
static CatStatus power_iteration(CatContext *ctx, const CatPdaeModel *m, CatArena *scratch,
                                 double *omega) {
  int n = m->dae.nq;
  CatBand factor;
  double *x = CAT_ARENA(scratch, n, double), *y = CAT_ARENA(scratch, n, double);
  if (!x || !y) return CAT_ERR_MEMORY;
  CAT_TRY(cat_band_new(scratch, n, m->dae.M.kd, &factor));
  cat_band_copy(&factor, &m->dae.M);
  CAT_TRY(cat_band_factor(ctx, &factor));
  for (int j = 0; j < n; j++) x[j] = (j % 2 ? -1 : 1) * (1 + 0.3 * sin(j));
  for (int round = 0; round < 300; round++) {
    cat_band_multiply(&m->dae.K, 1, x, 0, y);
    cat_band_multiply(&m->dae.M, 1, x, 0, m->row);
    *omega = sqrt(cat_dot(n, x, y) / cat_dot(n, x, m->row));
    cat_band_solve(&factor, y, 1);
    double size = sqrt(cat_dot(n, y, y));
    for (int j = 0; j < n; j++) x[j] = y[j] / size;
  }
  return CAT_OK;
}

CatStatus cat_pdae_omega_max(CatContext *ctx, const CatPdaeModel *m, double *omega) {
  CatArena *scratch = cat_arena_new(ctx, 1 << 16);
  CatStatus status = scratch ? power_iteration(ctx, m, scratch, omega) : CAT_ERR_MEMORY;
  cat_arena_free(scratch);
  return status;
}

double cat_pdae_carrier_at(const CatPdaeModel *m, const double *q, double x) {
  memset(m->row, 0, (size_t)m->dae.nq * sizeof(double));
  m->ops->carrier_row(m, x, m->row);
  return m->spec->encumbrance + cat_dot(m->nc, m->row, q);
}

double cat_pdae_wire_at(const CatPdaeModel *m, const double *q, double x, int order) {
  memset(m->row, 0, (size_t)m->dae.nq * sizeof(double));
  m->ops->wire_row(m, x, order, m->row);
  return cat_dot(m->nw, m->row, q + m->wire);
}
