#include "nodal_energy.h"

#include <string.h>

#include "linalg/blocks.h"
#include "linalg/dense.h"

typedef struct Nodal {
  CatEnergy base;
  const CatLinearSystem *t;
  const CatDamping *damping;
  CatStep step;
  CatNodalState now;
  CatBlocks M, K, extra;
  double *u, *v, *a;        // at the beginning of the last step, then at its end (n)
  double *du, *vb, *dv;     // of it (n)
  double *Mdu, *Kdu, *Edu;  // products with du (n)
  double *Mv, *Ma;          // M times the rates (n)
  double *room;             // (n)
} Nodal;

//------------------------------------------------------------------------------- step

// Differences and means; M times the rates follows du as the rates do.
static double move(Nodal *e) {
  const CatStep *s = &e->step;
  double sum = 0;
  for (int i = 0; i < e->t->n; i++) {
    double vb = (e->now.v[i] + e->v[i]) / 2, ab = (e->now.a[i] + e->a[i]) / 2;
    double Mv = e->Mv[i], Ma = e->Ma[i];
    e->Mv[i] = cat_step_v(s, e->Mdu[i], Mv, Ma);
    e->Ma[i] = cat_step_a(s, e->Mdu[i], Mv, Ma);
    sum += (e->Ma[i] - Ma) * cat_step_w(s, e->du[i], vb, ab);
    e->vb[i] = vb, e->dv[i] = e->now.v[i] - e->v[i];
  }
  return sum;
}

static void add_dampers(const Nodal *e, CatStepSums *x) {
  const CatDamping *d = e->damping;
  for (int j = 0; j < d->ndamper; j++) {
    int i = d->damper_dof[j];
    x->C_vb += d->damper * e->du[i] * e->vb[i];
    x->stiff += d->damper * e->du[i] * e->dv[i];
  }
  if (!d->extra) return;
  cat_blocks_multiply(&e->extra, e->du, e->Edu);
  x->C_vb += cat_dot(e->t->n, e->Edu, e->vb);
  x->stiff += cat_dot(e->t->n, e->Edu, e->dv);
}

static void step(CatEnergy *base, CatStepSums *x) {
  Nodal *e = (Nodal *)base;
  const double alpha = e->damping->alpha, beta = e->damping->beta;
  size_t bytes = (size_t)e->t->n * sizeof(double);
  double C_vb = 0, stiff = 0;
  for (int i = 0; i < e->t->n; i++) e->du[i] = e->now.u[i] - e->u[i];
  cat_blocks_multiply(&e->M, e->du, e->Mdu);
  cat_blocks_multiply(&e->K, e->du, e->Kdu);
  x->M_da += move(e);
  for (int i = 0; i < e->t->n; i++) {
    double C = alpha * e->Mdu[i] + beta * e->Kdu[i];
    C_vb += C * e->vb[i];
    stiff += C * e->dv[i] + e->Kdu[i] * e->du[i];
  }
  x->C_vb += C_vb, x->stiff += stiff;
  add_dampers(e, x);
  memcpy(e->u, e->now.u, bytes), memcpy(e->v, e->now.v, bytes), memcpy(e->a, e->now.a, bytes);
}

static void start(CatEnergy *base) {
  Nodal *e = (Nodal *)base;
  size_t bytes = (size_t)e->t->n * sizeof(double);
  memcpy(e->u, e->now.u, bytes);
  double *const zero[] = {e->v, e->a, e->Mv, e->Ma, e->du};
  for (size_t i = 0; i < sizeof zero / sizeof *zero; i++) memset(zero[i], 0, bytes);
}

static CatEnergyNow now(CatEnergy *base) {
  const Nodal *e = (const Nodal *)base;
  cat_band_multiply(&e->t->M, 1, e->v, 0, e->room);
  double kinetic = cat_dot(e->t->n, e->room, e->v) / 2;
  cat_band_multiply(&e->t->K, 1, e->u, 0, e->room);
  return (CatEnergyNow){.stored = kinetic + cat_dot(e->t->n, e->room, e->u) / 2};
}

static double read_port(CatEnergy *base, const CatPortVector *p, bool before) {
  const Nodal *e = (const Nodal *)base;
  double end = cat_port_vector_read(p, e->u);
  return before ? end - cat_port_vector_read(p, e->du) : end;
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
  static const CatEnergyOps ops = {start, step, now, read_port};
  Nodal *e = CAT_ARENA(a, 1, Nodal);
  int *node = nodes_of(a, t);
  if (!e || !node) return CAT_ERR_MEMORY;
  *e = (Nodal){.base = {&ops}, .t = t, .damping = damping, .step = *step_of, .now = *state};
  double **vector[] = {&e->u,   &e->v,   &e->a,  &e->du, &e->vb,  &e->dv,
                       &e->Mdu, &e->Kdu, &e->Mv, &e->Ma, &e->room};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(a, t->n + CAT_BLOCK, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  CAT_TRY(cat_blocks_new(a, &t->M, node, &e->M));
  CAT_TRY(cat_blocks_new(a, &t->K, node, &e->K));
  *out = &e->base;
  if (!damping->extra) return CAT_OK;
  e->Edu = CAT_ARENA(a, t->n + CAT_BLOCK, double);
  return e->Edu ? cat_blocks_new(a, damping->extra, node, &e->extra) : CAT_ERR_MEMORY;
}
