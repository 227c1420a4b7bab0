// Energy of a line in a reduced basis: M = [1, M_qb; M_bq, M_b], K = diag(omega2, K_b), and
// C = alpha M + beta K with dampers at the border.
#include <string.h>

#include "energy.h"
#include "linalg/dense.h"
#include "modal_internal.h"

typedef struct Reduced {
  CatEnergy base;
  const CatModal *s;
  double *omega2;        // of all vectors of the parts (nq)
  double *before[3];     // displacements and rates at the beginning of the last step, then its end
  double *du;            // in it (n)
  double *Mq[3];         // M_bq times du, and times the rates at its end (nborder)
  double *Mb[3];         // M_b likewise
  double *Kb, *dv, *vb;  // of the border (nborder)
  double *view, *room;
} Reduced;

//------------------------------------------------------------------------------- border

// M_bq x, over all parts.
static void join(const Reduced *e, const double *x, double *out) {
  const CatBasis *b = e->s->s;
  memset(out, 0, (size_t)b->nborder * sizeof *out);
  for (int p = 0; p < b->npart; p++) {
    const CatBasisPart *part = &b->part[p];
    const CatBasisKind *kind = &b->kind[part->kind];
    e->s->kernel->rows(part->nborder, kind->m, kind->mass, x + part->first, e->view);
    for (int i = 0; i < part->nborder; i++) out[part->border[i]] += part->flip[i] * e->view[i];
  }
}

typedef struct Moved {  // differences and means of the rates
  double dv, vb, da, ab;
} Moved;

// M times the rates follows M du as the rates do.
static Moved follow(const CatStep *s, double *const M[3], int i) {
  double v = M[1][i], a = M[2][i];
  M[1][i] = cat_step_v(s, M[0][i], v, a), M[2][i] = cat_step_a(s, M[0][i], v, a);
  return (Moved){M[1][i] - v, (M[1][i] + v) / 2, M[2][i] - a, (M[2][i] + a) / 2};
}

// What the border adds: with M_bq x both ways, x'M y = x_b'M_bq y_q + x_q'M_qb y_b + ...
static void border_step(Reduced *e, CatStepSums *x) {
  const CatModal *s = e->s;
  const CatStep *step = &s->base.step;
  const CatDamping *d = s->damping;
  int nb = s->s->nborder, nq = s->nq;
  const double *now[3] = {s->u + nq, s->v + nq, s->a + nq};
  double *before[3] = {e->before[0] + nq, e->before[1] + nq, e->before[2] + nq};
  double *du = e->du + nq;
  for (int i = 0; i < nb; i++) du[i] = now[0][i] - before[0][i];
  join(e, e->du, e->Mq[0]);
  cat_band_multiply(&s->s->M, 1, du, 0, e->Mb[0]);
  cat_band_multiply(&s->s->K, 1, du, 0, e->Kb);
  for (int i = 0; i < nb; i++) {
    double vb = (now[1][i] + before[1][i]) / 2, ab = (now[2][i] + before[2][i]) / 2;
    double dv = now[1][i] - before[1][i], da = now[2][i] - before[2][i];
    const Moved q = follow(step, e->Mq, i), own = follow(step, e->Mb, i);
    double w = cat_step_w(step, du[i], vb, ab), q_w = cat_step_w(step, e->Mq[0][i], q.vb, q.ab);
    double Mdu = e->Mq[0][i] + e->Mb[0][i], C = d->alpha * Mdu + d->beta * e->Kb[i];
    x->M_da += (q.da + own.da) * w + q_w * da;
    x->C_vb += C * vb + d->alpha * q.vb * du[i];
    x->stiff += C * dv + d->alpha * q.dv * du[i] + e->Kb[i] * du[i];
    e->dv[i] = dv, e->vb[i] = vb;
    for (int k = 0; k < 3; k++) before[k][i] = now[k][i];
  }
  for (int j = 0; j < d->ndamper; j++) {
    int i = s->s->row[d->damper_dof[j]];
    x->C_vb += d->damper * du[i] * e->vb[i];
    x->stiff += d->damper * du[i] * e->dv[i];
  }
}

//------------------------------------------------------------------------------- step

static void step(CatEnergy *base, CatStepSums *x) {
  Reduced *e = (Reduced *)base;
  const CatModal *s = e->s;
  const CatModalStates of = {{s->u, s->v, s->a}, {e->before[0], e->before[1], e->before[2]}, e->du};
  s->kernel->account(&s->load, s->nq, e->omega2, &of, x);
  if (s->s->nborder > 0) border_step(e, x);
}

static void start(CatEnergy *base) {
  Reduced *e = (Reduced *)base;
  size_t all = (size_t)e->s->s->n * sizeof(double);
  size_t border = (size_t)e->s->s->nborder * sizeof(double);
  memcpy(e->before[0], e->s->u, all);
  memset(e->before[1], 0, all), memset(e->before[2], 0, all), memset(e->du, 0, all);
  for (int k = 1; k < 3; k++) memset(e->Mq[k], 0, border), memset(e->Mb[k], 0, border);
}

static CatEnergyNow now(CatEnergy *base) {
  const Reduced *e = (const Reduced *)base;
  const CatModal *s = e->s;
  int nb = s->s->nborder, nq = s->nq;
  const double *u = e->before[0], *v = e->before[1];
  double sum = s->kernel->dot(nq, v, v) + s->kernel->dot3(nq, u, e->omega2, u);
  if (nb > 0) {
    join(e, v, e->room);
    sum += 2 * cat_dot(nb, e->room, v + nq);
    cat_band_multiply(&s->s->M, 1, v + nq, 0, e->room);
    sum += cat_dot(nb, e->room, v + nq);
    cat_band_multiply(&s->s->K, 1, u + nq, 0, e->room);
    sum += cat_dot(nb, e->room, u + nq);
  }
  return (CatEnergyNow){.stored = sum / 2};
}

static double read_port(CatEnergy *base, const CatPortVector *p, bool before) {
  const Reduced *e = (const Reduced *)base;
  double sum = 0;
  for (int k = 0; k < p->n; k++) {
    double value = cat_modal_coordinate(e->s, e->before[0], p->dof[k]);
    if (before) value -= cat_modal_coordinate(e->s, e->du, p->dof[k]);
    sum += p->b[k] * value;
  }
  return sum;
}

//------------------------------------------------------------------------------- set-up

CatStatus cat_modal_energy(CatStructure *structure, CatArena *a, CatEnergy **out) {
  static const CatEnergyOps ops = {start, step, now, read_port};
  const CatModal *s = (const CatModal *)structure;
  const CatBasis *b = s->s;
  Reduced *e = CAT_ARENA(a, 1, Reduced);
  if (!e) return CAT_ERR_MEMORY;
  *e = (Reduced){.base = {&ops}, .s = s};
  double **vector[] = {&e->omega2, &e->before[0], &e->before[1], &e->before[2],
                       &e->du,     &e->Mq[0],     &e->Mq[1],     &e->Mq[2],
                       &e->Mb[0],  &e->Mb[1],     &e->Mb[2],     &e->Kb,
                       &e->dv,     &e->vb,        &e->view,      &e->room};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(a, (i < 5 ? b->n : b->nborder) + 1, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  for (int p = 0; p < b->npart; p++) {
    const CatBasisKind *kind = &b->kind[b->part[p].kind];
    memcpy(e->omega2 + b->part[p].first, kind->omega2, (size_t)kind->m * sizeof *e->omega2);
  }
  *out = &e->base;
  return CAT_OK;
}
