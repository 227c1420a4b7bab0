// A chain in explicit stages (ode/runge_kutta.h): M z'' = f + contacts - C z' - K z.
#include <math.h>
#include <string.h>

#include "chain.h"
#include "linalg/dense.h"
#include "ode/runge_kutta.h"

static CatStages stages_of(CatChain *p) {
  return (CatStages){p->z,       p->v,       p->a,           p->next,
                     p->stage.v, p->stage.a, p->stage.sum_v, p->stage.sum_a};
}

// A body without mass would have no acceleration; other parts are integrated with the step.
bool cat_chain_has_stages(const CatChain *p) {
  bool heavy = true;
  for (int i = 0; i < p->n; i++) heavy &= p->M[i] > 0;
  return heavy && p->njoint == 0 && !p->parts.head.given;
}

static void begin(CatMechanism *m, int stage) {
  CatChain *p = (CatChain *)m;
  const CatStages s = stages_of(p);
  if (stage == CAT_STAGE_FIRST) cat_chain_keep_before(p);
  cat_stage_begin(&s, p->n, p->step.h, stage);
}

static double height(const CatMechanism *m, int port, double *rate) {
  const CatChain *p = (const CatChain *)m;
  *rate = cat_chain_port_height(p, port, p->stage.v);
  return cat_chain_port_height(p, port, p->next);
}

static void end(CatMechanism *m, int stage, const double *f) {
  CatChain *p = (CatChain *)m;
  const CatStages s = stages_of(p);
  int n = p->n;
  cat_chain_bear(p, f);
  for (int i = 0; i < n; i++) {
    double force = p->f[i] + p->load[i];
    force -= cat_dot(n, &p->C[i * n], p->stage.v) + cat_dot(n, &p->K[i * n], p->next);
    p->stage.a[i] = force / p->M[i];
  }
  cat_stage_end(&s, n, stage);
  if (stage != CAT_STAGE_END) return;
  for (int i = 0; i < m->nport; i++) p->port_z[i] = cat_chain_port_height(p, i, p->z);
  p->staged = true;
  cat_chain_close_step(p);
}

// What the means of both ends miss: forces are M a + C v + K z there, and
// dz'M (a0 + a1)/2 - d(v'M v)/2 is left.
double cat_chain_stages_lost(const CatChain *p) {
  double sum = 0;
  for (int i = 0; i < p->n; i++) {
    double dz = p->z[i] - p->before.z[i], v0 = p->before.v[i], a0 = p->before.a[i];
    sum += p->M[i] * (dz * (p->a[i] + a0) - (p->v[i] - v0) * (p->v[i] + v0)) / 2;
  }
  return sum;
}

// Gershgorin's rows; wires are at most a metre from the middle of a head.
static CatStageBounds bounds(const CatMechanism *m) {
  const CatChain *p = (const CatChain *)m;
  CatStageBounds out = {0};
  for (int i = 0; i < p->n; i++) {
    double k = 0, c = 0;
    for (int j = 0; j < p->n; j++) k += fabs(p->K[i * p->n + j]), c += fabs(p->C[i * p->n + j]);
    out.w2 = fmax(out.w2, k / p->M[i]), out.c = fmax(out.c, c / p->M[i]);
  }
  for (int i = 0; i < m->nport; i++) {
    double turned = p->at.roll >= 0 ? 1 / p->M[p->at.roll] : 0;
    out.light = fmax(out.light, 1 / p->M[i] + turned);
  }
  return out;
}

const CatMechanismStages cat_chain_stages = {begin, height, end, bounds};
