#include "nodal_energy.h"

#include <string.h>

#include "linalg/blocks.h"
#include "linalg/dense.h"

// Two steps are counted at a time: the matrices are read once for both.
typedef struct Nodal {
  CatEnergy base;
  const CatLinearSystem *t;
  const CatDamping *damping;
  CatStep step;
  CatNodalState now;
  CatBlocks M, K, extra;
  double *u, *v, *a;  // at the beginning of the two steps, then at their end (n)
  double *between;    // displacements between both (n)
  double *Mv, *Ma;    // M times the rates (n)
  CatTwo *du;         // of each step (n)
  CatTwo *Mdu, *Kdu, *Edu;
  double *x, *y, *room;  // (n)
  bool waits;            // a step that is not in the sums
  CatStepSums sums;      // of the others since the start
} Nodal;

//------------------------------------------------------------------------------- two steps

// One coordinate in one step: means and differences; its rates go on to the end of the step.
typedef struct Moved {
  double vb, dv, ab, da;
} Moved;

static inline Moved follow(const CatStep *s, double du, double *v, double *a) {
  const double v0 = *v, a0 = *a;
  *v = cat_step_v(s, du, v0, a0), *a = cat_step_a(s, du, v0, a0);
  return (Moved){(*v + v0) / 2, *v - v0, (*a + a0) / 2, *a - a0};
}

// Sums of all coordinates; M times the rates follows M du as the rates do.
static CatStepSums sum_up(Nodal *e) {
  const CatStep step = e->step;
  const double alpha = e->damping->alpha, beta = e->damping->beta;
  double damped = 0, pushed = 0, stiff = 0;
  for (int i = 0; i < e->t->n; i++) {
    double v = e->v[i], a = e->a[i], Mv = e->Mv[i], Ma = e->Ma[i];
    for (int k = 0; k < 2; k++) {
      double du = e->du[i].of[k], Mdu = e->Mdu[i].of[k], Kdu = e->Kdu[i].of[k];
      const Moved d = follow(&step, du, &v, &a), M = follow(&step, Mdu, &Mv, &Ma);
      double C = alpha * Mdu + beta * Kdu + (e->Edu ? e->Edu[i].of[k] : 0);
      pushed += M.da * cat_step_w(&step, du, d.vb, d.ab);
      damped += C * d.vb;
      stiff += C * d.dv + Kdu * du;
    }
    e->Mv[i] = Mv, e->Ma[i] = Ma;
  }
  return (CatStepSums){.C_vb = damped, .M_da = pushed, .stiff = stiff};
}

static void add_dampers(const Nodal *e, CatStepSums *x) {
  const CatDamping *d = e->damping;
  for (int j = 0; j < d->ndamper; j++) {
    int i = d->damper_dof[j];
    double v = e->v[i], a = e->a[i];
    for (int k = 0; k < 2; k++) {
      double du = e->du[i].of[k];
      const Moved m = follow(&e->step, du, &v, &a);
      x->C_vb += d->damper * du * m.vb;
      x->stiff += d->damper * du * m.dv;
    }
  }
}

static void step(CatEnergy *base) {
  Nodal *e = (Nodal *)base;
  size_t bytes = (size_t)e->t->n * sizeof(double);
  e->waits = !e->waits;
  if (e->waits) {
    memcpy(e->between, e->now.u, bytes);
    return;
  }
  for (int i = 0; i < e->t->n; i++) {
    e->du[i] = (CatTwo){{e->between[i] - e->u[i], e->now.u[i] - e->between[i]}};
  }
  cat_blocks_multiply(&e->M, e->du, e->Mdu);
  cat_blocks_multiply(&e->K, e->du, e->Kdu);
  if (e->Edu) cat_blocks_multiply(&e->extra, e->du, e->Edu);
  const CatStepSums x = sum_up(e);
  e->sums.C_vb += x.C_vb, e->sums.M_da += x.M_da, e->sums.stiff += x.stiff;
  add_dampers(e, &e->sums);
  memcpy(e->u, e->now.u, bytes), memcpy(e->v, e->now.v, bytes), memcpy(e->a, e->now.a, bytes);
}

static void start(CatEnergy *base) {
  Nodal *e = (Nodal *)base;
  size_t bytes = (size_t)e->t->n * sizeof(double);
  e->waits = false;
  e->sums = (CatStepSums){0};
  memcpy(e->u, e->now.u, bytes), memcpy(e->between, e->now.u, bytes);
  double *const zero[] = {e->v, e->a, e->Mv, e->Ma};
  for (size_t i = 0; i < sizeof zero / sizeof *zero; i++) memset(zero[i], 0, bytes);
}

//------------------------------------------------------------------------------- at any time

static double form(const Nodal *e, const CatBand *A, const double *x, const double *y) {
  cat_band_multiply(A, 1, y, 0, e->room);
  return cat_dot(e->t->n, e->room, x);
}

static double damping_form(const Nodal *e, const double *x, const double *y) {
  const CatDamping *d = e->damping;
  double sum = d->alpha * form(e, &e->t->M, x, y) + d->beta * form(e, &e->t->K, x, y);
  if (d->extra) sum += form(e, d->extra, x, y);
  for (int j = 0; j < d->ndamper; j++) sum += d->damper * x[d->damper_dof[j]] * y[d->damper_dof[j]];
  return sum;
}

// The step that waits.
static void add_waiting(const Nodal *e, CatStepSums *sums) {
  const CatNodalState *now = &e->now;
  int n = e->t->n;
  for (int i = 0; i < n; i++) e->x[i] = now->u[i] - e->u[i], e->y[i] = (now->v[i] + e->v[i]) / 2;
  sums->C_vb += damping_form(e, e->x, e->y);
  sums->stiff += form(e, &e->t->K, e->x, e->x);
  for (int i = 0; i < n; i++) e->y[i] = now->v[i] - e->v[i];
  sums->stiff += damping_form(e, e->x, e->y);
  for (int i = 0; i < n; i++) {
    double vb = (now->v[i] + e->v[i]) / 2, ab = (now->a[i] + e->a[i]) / 2;
    e->x[i] = cat_step_w(&e->step, e->x[i], vb, ab);
    e->y[i] = now->a[i] - e->a[i];
  }
  sums->M_da += form(e, &e->t->M, e->x, e->y);
}

static CatEnergyNow now(CatEnergy *base) {
  const Nodal *e = (const Nodal *)base;
  CatEnergyNow out = {.sums = e->sums};
  out.stored = (form(e, &e->t->M, e->now.v, e->now.v) + form(e, &e->t->K, e->now.u, e->now.u)) / 2;
  if (e->waits) add_waiting(e, &out.sums);
  return out;
}

static double read_port(CatEnergy *base, const CatPortVector *p, bool before) {
  const Nodal *e = (const Nodal *)base;
  return cat_port_vector_read(p, !before ? e->now.u : e->waits ? e->u : e->between);
}

static void snapshot(CatEnergy *base, CatSnapshot *to) {
  Nodal *e = (Nodal *)base;
  CAT_SNAPSHOT(to, e->waits);
  CAT_SNAPSHOT(to, e->sums);
  cat_snapshot_vectors(to, (double *[]){e->u, e->v, e->a, e->between, e->Mv, e->Ma}, 6, e->t->n);
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

CatStatus cat_nodal_energy_new(CatArena *a, const CatLinearSystem *t, const CatDamping *damping,
                               const CatStep *step_of, const CatNodalState *state,
                               CatEnergy **out) {
  static const CatEnergyOps ops = {start, step, now, read_port, NULL, snapshot};
  Nodal *e = CAT_ARENA(a, 1, Nodal);
  int *node = nodes_of(a, t);
  if (!e || !node) return CAT_ERR_MEMORY;
  *e = (Nodal){.base = {&ops}, .t = t, .damping = damping, .step = *step_of, .now = *state};
  double **vector[] = {&e->u, &e->v, &e->a, &e->between, &e->Mv, &e->Ma, &e->x, &e->y, &e->room};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(a, t->n, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  CatTwo **two[] = {&e->du, &e->Mdu, &e->Kdu, &e->Edu};
  for (size_t i = 0; i < (damping->extra ? 4 : 3); i++) {
    *two[i] = CAT_ARENA(a, t->n + CAT_BLOCK, CatTwo);
    if (!*two[i]) return CAT_ERR_MEMORY;
  }
  CAT_TRY(cat_blocks_new(a, &t->M, node, &e->M));
  CAT_TRY(cat_blocks_new(a, &t->K, node, &e->K));
  *out = &e->base;
  return damping->extra ? cat_blocks_new(a, damping->extra, node, &e->extra) : CAT_OK;
}
