#include "nodal_energy.h"

#include <string.h>

#include "base/processor.h"
#include "linalg/dense.h"
#include "nodal_kernel.h"

enum { STEPS = CAT_NODAL_STEPS };

// Four steps are counted at a time: the matrices are read once for all. What waits is counted when
// somebody asks.
typedef struct Nodal {
  CatEnergy base;
  const CatLinearSystem *t;
  const CatDamping *damping;
  CatNodalState now;
  CatBlocks M, K, extra;
  CatNodalSum *sum;
  double *past[STEPS];  // displacements before the first step that waits, after it, ... (n)
  double *before;       // those at the beginning of the last step, if none waits (n)
  CatFour *du;          // of each step (n)
  CatFour *Mdu, *Kdu, *Edu;
  CatNodalSteps steps;  // of these: rates before the first that waits
  double *room;         // (n)
  int waits;            // steps that are not in the sums
  CatStepSums sums;     // of the others since the start
} Nodal;

//------------------------------------------------------------------------------- some steps

// Of steps that there are not: 0.
static void find_differences(Nodal *e) {
  const double *at[STEPS + 1] = {e->past[0]};
  for (int k = 1; k <= STEPS; k++) at[k] = k < e->waits ? e->past[k] : e->now.u;
  for (int i = 0; i < e->t->n; i++) {
    for (int k = 0; k < STEPS; k++) e->du[i].of[k] = at[k + 1][i] - at[k][i];
  }
}

// One damped coordinate; what damps it is in no matrix.
static void add_damper(const Nodal *e, int i, CatStepSums *x) {
  const CatStep *s = &e->steps.step;
  double v = e->steps.v[i], a = e->steps.a[i];
  for (int k = 0; k < e->waits; k++) {
    double du = e->du[i].of[k], v0 = v, a0 = a;
    v = cat_step_v(s, du, v0, a0), a = cat_step_a(s, du, v0, a0);
    x->C_vb += e->damping->damper * du * (v + v0) / 2;
    x->stiff += e->damping->damper * du * (v - v0);
  }
}

// y += W G W' du, of the modes along the track
static void add_along(const Nodal *e, const double *G, CatFour *y) {
  for (int k = 0; k < STEPS; k++) {
    cat_low_rank_add(&e->t->along, G, STEPS, &e->du->of[k], &y->of[k]);
  }
}

// All that waits.
static void count(Nodal *e) {
  if (e->waits == 0) return;
  find_differences(e);
  e->M.multiply(&e->M, e->du, e->Mdu);
  add_along(e, NULL, e->Mdu);
  e->K.multiply(&e->K, e->du, e->Kdu);
  if (e->Edu) e->extra.multiply(&e->extra, e->du, e->Edu), add_along(e, e->damping->along, e->Edu);
  for (int j = 0; j < e->damping->ndamper; j++) add_damper(e, e->damping->damper_dof[j], &e->sums);
  e->steps.count = e->waits;
  e->sum(&e->steps, &e->sums);
  double *last = e->past[e->waits - 1];
  e->past[e->waits - 1] = e->before, e->before = last;
  memcpy(e->past[0], e->now.u, (size_t)e->t->n * sizeof(double));
  e->waits = 0;
}

static void step(CatEnergy *base) {
  Nodal *e = (Nodal *)base;
  if (++e->waits == STEPS) {
    count(e);
  } else {
    memcpy(e->past[e->waits], e->now.u, (size_t)e->t->n * sizeof(double));
  }
}

static void start(CatEnergy *base) {
  Nodal *e = (Nodal *)base;
  size_t bytes = (size_t)e->t->n * sizeof(double);
  e->waits = 0;
  e->sums = (CatStepSums){0};
  memcpy(e->past[0], e->now.u, bytes), memcpy(e->before, e->now.u, bytes);
  double *const zero[] = {e->steps.v, e->steps.a, e->steps.Mv, e->steps.Ma};
  for (size_t i = 0; i < sizeof zero / sizeof *zero; i++) memset(zero[i], 0, bytes);
}

//------------------------------------------------------------------------------- at any time

// x'(A + W W')x
static double form(const Nodal *e, const CatBand *A, const CatLowRank *W, const double *x) {
  cat_band_multiply(A, 1, x, 0, e->room);
  cat_low_rank_add(W, NULL, 1, x, e->room);
  return cat_dot(e->t->n, e->room, x);
}

static CatEnergyNow now(CatEnergy *base) {
  Nodal *e = (Nodal *)base;
  count(e);
  const CatLowRank none = {0};
  double kinetic = form(e, &e->t->M, &e->t->along, e->now.v);
  return (CatEnergyNow){.sums = e->sums,
                        .stored = (kinetic + form(e, &e->t->K, &none, e->now.u)) / 2};
}

static double read_port(CatEnergy *base, const CatPortVector *p, bool before) {
  const Nodal *e = (const Nodal *)base;
  const double *begin = e->waits > 0 ? e->past[e->waits - 1] : e->before;
  return cat_port_vector_read(p, before ? begin : e->now.u);
}

static void snapshot(CatEnergy *base, CatSnapshot *to) {
  Nodal *e = (Nodal *)base;
  const CatNodalSteps *s = &e->steps;
  CAT_SNAPSHOT(to, e->waits);
  CAT_SNAPSHOT(to, e->sums);
  cat_snapshot_vectors(to, e->past, STEPS, e->t->n);
  cat_snapshot_vectors(to, (double *[]){e->before, s->v, s->a, s->Mv, s->Ma}, 5, e->t->n);
}

//------------------------------------------------------------------------------- set-up

// The node that a coordinate belongs to, the first one if several share it.
static int *nodes_of(CatArena *a, const CatLinearSystem *t) {
  int *node = CAT_ARENA(a, t->n + 1, int), found = 0;
  for (int i = 0; node && i < t->n; i++) node[i] = -1;
  for (int k = 0; node && found < t->n; k++) {
    for (int i = 0; i < 6; i++) {
      int dof = t->dof[k][i];
      if (dof < 0 || node[dof] >= 0) continue;
      node[dof] = k, found++;
    }
  }
  return node;
}

CatNodalSum *cat_nodal_sum_choose(void) {
  CatNodalSum *const all[CAT_PROCESSORS] = {NULL, cat_nodal_sum_portable(), cat_nodal_sum_avx2(),
                                            NULL};
  const bool compiled[CAT_PROCESSORS] = {false, all[1], all[2], false};
  return all[cat_processor_choose(CAT_PROCESSOR_AUTO, compiled)];
}

static CatStatus reserve(CatArena *a, Nodal *e) {
  CatNodalSteps *s = &e->steps;
  double **vector[] = {&s->v, &s->a, &s->Mv, &s->Ma, &e->before, &e->room};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(a, e->t->n + CAT_BLOCK, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  for (int i = 0; i < STEPS; i++) {
    e->past[i] = CAT_ARENA(a, e->t->n + 1, double);
    if (!e->past[i]) return CAT_ERR_MEMORY;
  }
  CatFour **four[] = {&e->du, &e->Mdu, &e->Kdu, &e->Edu};
  for (size_t i = 0; i < (e->damping->extra ? 4 : 3); i++) {
    *four[i] = CAT_ARENA(a, e->t->n + CAT_BLOCK, CatFour);
    if (!*four[i]) return CAT_ERR_MEMORY;
  }
  s->du = e->du, s->Mdu = e->Mdu, s->Kdu = e->Kdu, s->Edu = e->Edu;
  return CAT_OK;
}

CatStatus cat_nodal_energy_new(CatArena *a, const CatLinearSystem *t, const CatDamping *damping,
                               const CatStep *step_of, const CatNodalState *state,
                               CatEnergy **out) {
  static const CatEnergyOps ops = {start, step, now, read_port, NULL, snapshot};
  Nodal *e = CAT_ARENA(a, 1, Nodal);
  int *node = nodes_of(a, t);
  if (!e || !node) return CAT_ERR_MEMORY;
  *e = (Nodal){
      .base = {&ops}, .t = t, .damping = damping, .now = *state, .sum = cat_nodal_sum_choose()};
  e->steps =
      (CatNodalSteps){.n = t->n, .step = *step_of, .alpha = damping->alpha, .beta = damping->beta};
  CAT_TRY(reserve(a, e));
  CAT_TRY(cat_blocks_new(a, &t->M, node, &e->M));
  CAT_TRY(cat_blocks_new(a, &t->K, node, &e->K));
  *out = &e->base;
  return damping->extra ? cat_blocks_new(a, damping->extra, node, &e->extra) : CAT_OK;
}
