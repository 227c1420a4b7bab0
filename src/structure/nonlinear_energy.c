// Energy of the nonlinear line. Its elastic energy is computed from its elements; the scheme's
// trapezoidal sum of elastic forces misses its change by a little, which counts as numerical:
//
//   missed in a step = du'(F0 + F1)/2 - (U1 - U0) - du'R,
//
// with R what the iteration leaves. Dampers of droppers act along where these are, as in R.
#include <string.h>

#include "linalg/dense.h"
#include "nonlinear_internal.h"

typedef struct Account {
  CatEnergy base;
  const CatNonlinear *s;
  double *u, *v, *a, *F;   // at the beginning of the last step, then at its end (n + 1)
  double *du, *vb, *dv;    // of it
  double *Mdu, *Cdu, *F1;  // products with du; elastic forces at its end
  double *Mv, *Ma;         // M times the rates
  double *zero;
  double *damper;  // of each dropper, axial, at the end (ntie) [N]; between: its elongation [m]
  double *rate;    // between: of its elongation [m/s]
  bool *slack;     // likewise
  double *end[2];  // its direction at the beginning and at the end (3 ntie)
  double U;        // elastic energy at its end [J]
  double missed;   // by trapezoidal sums, so far [J]
  CatStepSums sums;
} Account;

// One kind of force, of displacements, rates or accelerations alone, without axial damping of
// droppers.
static void force_of(const Account *e, const double *u, const double *v, const double *a,
                     double *out) {
  memset(out, 0, (size_t)(e->s->forces.n + 1) * sizeof *out);
  cat_line_forces_add(&e->s->forces,
                      (const double *[]){u ? u : e->zero, v ? v : e->zero, a ? a : e->zero}, out);
  out[e->s->forces.n] = 0;
}

//------------------------------------------------------------------------------- droppers

static double tie(CatEnergy *base, int i, bool before) {
  const Account *e = (const Account *)base;
  const CatBarMotion *b = &e->s->forces.dropper[i];
  const double *n = e->end[before ? 0 : 1] + 3 * i;
  double sum = 0;  // by the energy-momentum scheme y does not act, and n is zero
  for (int k = 0; k < 3; k++) sum += n[k] * (e->du[b->dof[3 + k]] - e->du[b->dof[k]]);
  return sum;
}

// Directions and dampers of the end; du is known.
static void add_droppers(Account *e) {
  const CatNonlinear *s = e->s;
  CatStepSums *x = &e->sums;
  for (int i = 0; i < s->band.base.ntie; i++) {
    const CatBarMotion *b = &s->forces.dropper[i];
    double now = b->beta * b->k * s->ev[i], then = e->damper[i];
    for (int k = 0; k < 3; k++) e->end[0][3 * i + k] = e->end[1][3 * i + k];
    cat_dropper_stretch(&s->forces, i, e->u, e->end[1] + 3 * i);
    double at_end = now * tie(&e->base, i, false), before = then * tie(&e->base, i, true);
    x->C_vb += (at_end + before) / 2;
    x->stiff += at_end - before;
    e->damper[i] = now;
  }
}

// Dampers of slack droppers, which ledgers take off again as they do for other schemes.
static double idle_damper(Account *e, int i, double longer) {
  const CatNonlinear *s = e->s;
  const CatBarMotion *b = &s->forces.dropper[i];
  bool before = e->slack[i], now = s->load[s->band.base.nmoving + i] < 0;
  double rate = (s->ev[i] + e->rate[i]) / 2, share = before && now ? 1 : before || now ? 0.5 : 0;
  e->slack[i] = now, e->rate[i] = s->ev[i];
  return share * b->beta * b->k * rate * longer;
}

static void add_droppers_between(Account *e) {
  const CatNonlinear *s = e->s;
  for (int i = 0; i < s->band.base.ntie; i++) {
    const CatBarMotion *b = &s->forces.dropper[i];
    double n[3], to = s->e[i], sum = 0;
    double T = cat_nonlinear_damper_between(s, i, e->damper[i], to);
    cat_dropper_between(&s->forces, i, s->mean, n);
    for (int k = 0; k < 3; k++) sum += n[k] * (e->du[b->dof[3 + k]] - e->du[b->dof[k]]);
    double idle = idle_damper(e, i, to - e->damper[i]);
    e->sums.C_vb += T * sum + idle;
    e->missed -= idle;
    e->damper[i] = to;
  }
}

static void start_droppers(Account *e) {
  double n[3] = {0};
  for (int i = 0; i < e->s->band.base.ntie; i++) {
    bool between = e->s->options.conserving;
    double stretch = cat_dropper_stretch(&e->s->forces, i, e->u, between ? n : e->end[1] + 3 * i);
    e->damper[i] = between ? stretch : 0;
    e->rate[i] = 0;
    e->slack[i] = e->s->forces.dropper[i].N0 + e->s->forces.dropper[i].k * stretch < 0;
  }
}

//------------------------------------------------------------------------------- a step

// Differences and means; M times the rates follows du as the rates do.
static double move(Account *e) {
  const CatBanded *b = &e->s->band;
  const CatStep *s = &b->base.step;
  double sum = 0;
  for (int i = 0; i < b->base.n; i++) {
    double vb = (b->v[i] + e->v[i]) / 2, ab = (b->a[i] + e->a[i]) / 2;
    double Mv = e->Mv[i], Ma = e->Ma[i];
    e->Mv[i] = cat_step_v(s, e->Mdu[i], Mv, Ma);
    e->Ma[i] = cat_step_a(s, e->Mdu[i], Mv, Ma);
    sum += (e->Ma[i] - Ma) * cat_step_w(s, e->du[i], vb, ab);
    e->vb[i] = vb, e->dv[i] = b->v[i] - e->v[i];
  }
  return sum;
}

// In explicit stages forces are M a + C v + F at both ends, and their means miss
// du'M (a0 + a1)/2 - d(v'M v)/2; the ledger adds du'M da/2, as theta is zero.
static double move_by_stages(Account *e) {
  const CatBanded *b = &e->s->band;
  double sum = 0;
  for (int i = 0; i < b->base.n; i++) {
    e->vb[i] = (b->v[i] + e->v[i]) / 2, e->dv[i] = b->v[i] - e->v[i];
  }
  force_of(e, NULL, NULL, e->vb, e->Mv);
  for (int i = 0; i < b->base.n; i++) sum += e->Mdu[i] * e->a[i] - e->Mv[i] * e->dv[i];
  return sum;
}

static void keep(Account *e) {
  const CatBanded *b = &e->s->band;
  size_t bytes = (size_t)b->base.n * sizeof(double);
  memcpy(e->u, b->u, bytes), memcpy(e->v, b->v, bytes), memcpy(e->a, b->a, bytes);
}

// Of elastic forces between the ends of the step: they keep the energy, which is checked here.
static double work_between(Account *e) {
  const CatNonlinear *s = e->s;
  int n = s->band.base.n;
  double *F = e->Cdu;
  memset(F, 0, (size_t)(n + 1) * sizeof *F);
  for (int i = 0; i < n; i++) e->vb[i] = e->u[i] - e->du[i];
  cat_line_forces_between(&s->forces, &(CatBetween){e->vb, e->u, s->half},
                          (const double *[]){s->mean, e->zero, e->zero}, F);
  return cat_dot(n, F, e->du);
}

static void step(CatEnergy *base) {
  Account *e = (Account *)base;
  CatStepSums *x = &e->sums;
  const CatBanded *b = &e->s->band;
  int n = b->base.n;
  for (int i = 0; i < n; i++) e->du[i] = b->u[i] - e->u[i];
  force_of(e, NULL, e->du, NULL, e->Cdu);
  force_of(e, NULL, NULL, e->du, e->Mdu);
  x->M_da += e->s->options.staged ? move_by_stages(e) : move(e);
  keep(e);
  if (e->s->options.conserving) {
    add_droppers_between(e);
  } else {
    add_droppers(e);
  }
  force_of(e, e->u, NULL, NULL, e->F1);
  double U = cat_line_forces_energy(&e->s->forces, e->u), mean = 0, left = 0;
  for (int i = 0; i < n; i++) {
    x->C_vb += e->Cdu[i] * e->vb[i];
    x->stiff += e->Cdu[i] * e->dv[i] + (e->F1[i] - e->F[i]) * e->du[i];
    mean += (e->F1[i] + e->F[i]) / 2 * e->du[i];
    left += e->s->r[i] * e->du[i];
  }
  if (e->s->options.conserving) mean = work_between(e);
  e->missed += mean - (U - e->U) - left;
  e->U = U;
  memcpy(e->F, e->F1, (size_t)n * sizeof *e->F);
}

static void start(CatEnergy *base) {
  Account *e = (Account *)base;
  size_t bytes = (size_t)(e->s->forces.n + 1) * sizeof(double);
  double *const zero[] = {e->v, e->a, e->Mv, e->Ma, e->du};
  keep(e);
  for (size_t i = 0; i < sizeof zero / sizeof *zero; i++) memset(zero[i], 0, bytes);
  force_of(e, e->u, NULL, NULL, e->F);
  e->U = cat_line_forces_energy(&e->s->forces, e->u);
  e->missed = 0;
  start_droppers(e);
  e->sums = (CatStepSums){0};
}

static CatEnergyNow now(CatEnergy *base) {
  const Account *e = (const Account *)base;
  force_of(e, NULL, NULL, e->v, e->F1);
  double kinetic = cat_dot(e->s->forces.n, e->F1, e->v) / 2;
  return (CatEnergyNow){.stored = kinetic + e->U, .numerical = e->missed, .sums = e->sums};
}

static double read_port(CatEnergy *base, const CatPortVector *p, bool before) {
  const Account *e = (const Account *)base;
  double end = cat_port_vector_read(p, e->u);
  return before ? end - cat_port_vector_read(p, e->du) : end;
}

static void snapshot(CatEnergy *base, CatSnapshot *to) {
  Account *e = (Account *)base;
  int ties = e->s->band.base.ntie;
  CAT_SNAPSHOT(to, e->U);
  CAT_SNAPSHOT(to, e->missed);
  CAT_SNAPSHOT(to, e->sums);
  cat_snapshot_vectors(to, (double *[]){e->u, e->v, e->a, e->F, e->du, e->Mv, e->Ma}, 7,
                       e->s->forces.n + 1);
  cat_snapshot_vectors(to, (double *[]){e->damper, e->rate}, 2, ties);
  cat_snapshot_vectors(to, e->end, 2, 3 * ties);
  CAT_SNAPSHOT_ARRAY(to, e->slack, ties);
}

CatStatus cat_nonlinear_energy_new(CatArena *a, const CatNonlinear *s, CatEnergy **out) {
  static const CatEnergyOps ops = {start, step, now, read_port, tie, snapshot};
  Account *e = CAT_ARENA(a, 1, Account);
  if (!e) return CAT_ERR_MEMORY;
  *e = (Account){.base = {&ops}, .s = s};
  double **vector[] = {&e->u,  &e->v,   &e->a,   &e->F,  &e->du, &e->vb,  &e->dv,
                       &e->F1, &e->Mdu, &e->Cdu, &e->Mv, &e->Ma, &e->zero};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(a, s->forces.n + 1, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  int ties = s->band.base.ntie;
  e->damper = CAT_ARENA(a, ties + 1, double);
  e->rate = CAT_ARENA(a, ties + 1, double);
  e->slack = CAT_ARENA(a, ties + 1, bool);
  for (int i = 0; i < 2; i++) e->end[i] = CAT_ARENA(a, 3 * ties + 1, double);
  *out = &e->base;
  return e->damper && e->rate && e->slack && e->end[0] && e->end[1] ? CAT_OK : CAT_ERR_MEMORY;
}
