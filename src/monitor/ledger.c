#include "ledger.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"

struct CatLedgerPart {
  CatStructure *s;
  CatLedgerMatrices of;
  double *u, *v, *a;          // at the beginning of the step (n)
  double *u1, *v1, *a1;       // at its end (n)
  double *Mu, *Ku, *Mv, *Ma;  // products with them (n)
  double *next_Mu, *next_Ku;  // at its end (n)
  double *Du;                 // extra damping times du (n)
};

struct CatLedgerPast {
  double x, height, gap, closing, force, applied;
  CatPortVector port;  // memory behind it is the ledger's
  int *dof;            // (n of the structure)
  double *b;
  CatSeat *seat;  // for slopes
};

//------------------------------------------------------------------------------- memory

static CatStatus part_new(CatArena *a, CatStructure *s, const CatLedgerMatrices *of,
                          CatLedgerPart *p) {
  *p = (CatLedgerPart){.s = s, .of = *of};
  double **vector[] = {&p->u,  &p->v,  &p->a,  &p->u1, &p->v1,      &p->a1,     &p->Mu,
                       &p->Ku, &p->Mv, &p->Ma, &p->Du, &p->next_Mu, &p->next_Ku};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(a, s->n, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

// A port of a line acts within an element, one in modes on all of them.
static CatStatus past_new(CatArena *a, const CatSim *sim, int i, CatLedgerPast *past) {
  const CatContact *k = &sim->contact[i];
  int room = sim->structure[k->is.structure]->n;
  past->dof = CAT_ARENA(a, room, int);
  past->b = CAT_ARENA(a, room, double);
  if (!past->dof || !past->b) return CAT_ERR_MEMORY;
  return k->is.guide->ops->seat_new(k->is.guide, a, &past->seat);
}

CatStatus cat_ledger_new(CatArena *a, CatSim *sim, const CatLedgerMatrices *of, CatLedger **out) {
  CatLedger *l = *out = CAT_ARENA(a, 1, CatLedger);
  if (!l) return CAT_ERR_MEMORY;
  *l = (CatLedger){.sim = sim,
                   .part = CAT_ARENA(a, sim->nstructure, CatLedgerPart),
                   .past = CAT_ARENA(a, sim->ncontact + 1, CatLedgerPast),
                   .y = CAT_ARENA(a, sim->ties->n + 1, double),
                   .e = CAT_ARENA(a, sim->ties->n + 1, double),
                   .ev = CAT_ARENA(a, sim->ties->n + 1, double)};
  if (!l->part || !l->past || !l->y || !l->e || !l->ev) return CAT_ERR_MEMORY;
  for (int i = 0; i < sim->nstructure; i++) {
    CAT_TRY(part_new(a, sim->structure[i], &of[i], &l->part[i]));
  }
  for (int i = 0; i < sim->ncontact; i++) CAT_TRY(past_new(a, sim, i, &l->past[i]));
  return CAT_OK;
}

//------------------------------------------------------------------------------- stored energy

static double stored_structure(const CatLedgerPart *p) {
  int n = p->s->n;
  return (cat_dot(n, p->Mv, p->v1) + cat_dot(n, p->Ku, p->u1)) / 2;
}

static double stored_contact(double k, double force, double gap) {
  return force > 0 ? k * gap * gap / 2 : 0;
}

// What a slack tie does not hold although the linear structure counts it.
static double stored_slack(const CatTies *d, int i, double e, double y) {
  double linear = d->rest[i] + d->k[i] * e;
  return y > 0 ? -linear * linear / (2 * d->k[i]) : 0;
}

static double stored_mechanism(const CatSim *sim, int i) {
  CatMechanismEnergy e;
  sim->mechanism[i]->ops->energy(sim->mechanism[i], &e);
  return e.stored;
}

static double stored(const CatLedger *l) {
  const CatSim *sim = l->sim;
  double sum = 0;
  for (int i = 0; i < sim->nstructure; i++) sum += stored_structure(&l->part[i]);
  for (int i = 0; i < sim->nmechanism; i++) sum += stored_mechanism(sim, i);
  for (int i = 0; i < sim->ncontact; i++) {
    const CatContact *k = &sim->contact[i];
    sum += stored_contact(k->is.stiffness, k->force, k->gap);
  }
  for (int i = 0; i < sim->ties->n; i++) {
    sum += stored_slack(sim->ties, i, sim->ties->e[i], sim->ties->y[i]);
  }
  return sum;
}

//------------------------------------------------------------------------------- structures

static void structure_sums(CatLedgerPart *p, CatStepSums *x) {
  const CatStep *s = &p->s->step;
  for (int i = 0; i < p->s->n; i++) {
    double du = p->u1[i] - p->u[i], dv = p->v1[i] - p->v[i], da = p->a1[i] - p->a[i];
    double vb = (p->v1[i] + p->v[i]) / 2, ab = (p->a1[i] + p->a[i]) / 2;
    double Kdu = p->next_Ku[i] - p->Ku[i], Mdu = p->next_Mu[i] - p->Mu[i];
    double Mv = cat_step_v(s, Mdu, p->Mv[i], p->Ma[i]);  // M times the scheme's own formulas
    double Ma = cat_step_a(s, Mdu, p->Mv[i], p->Ma[i]), Mda = Ma - p->Ma[i];
    x->K_du += Kdu * du, x->K_vb += Kdu * vb, x->K_dv += Kdu * dv;
    x->M_vb += Mdu * vb, x->M_dv += Mdu * dv, x->M_da += Mdu * da;
    x->Mda_vb += Mda * vb, x->Mda_ab += Mda * ab;
    p->Mv[i] = Mv, p->Ma[i] = Ma, p->Ku[i] = p->next_Ku[i], p->Mu[i] = p->next_Mu[i];
  }
}

static void structure_damping(CatLedgerPart *p, CatStepSums *x) {
  const CatDamping *d = p->of.damping;
  x->C_vb = d->alpha * x->M_vb + d->beta * x->K_vb;
  x->C_dv = d->alpha * x->M_dv + d->beta * x->K_dv;
  for (int j = 0; j < d->ndamper; j++) {
    int i = d->damper_dof[j];
    double du = p->u1[i] - p->u[i];
    x->C_vb += d->damper * du * (p->v1[i] + p->v[i]) / 2;
    x->C_dv += d->damper * du * (p->v1[i] - p->v[i]);
  }
  if (!d->extra) return;
  for (int i = 0; i < p->s->n; i++) p->next_Mu[i] = p->u1[i] - p->u[i];
  cat_band_multiply(d->extra, 1, p->next_Mu, 0, p->Du);
  for (int i = 0; i < p->s->n; i++) {
    x->C_vb += p->Du[i] * (p->v1[i] + p->v[i]) / 2;
    x->C_dv += p->Du[i] * (p->v1[i] - p->v[i]);
  }
}

static double moved(const CatLedgerPart *p, const CatPortVector *port) {
  return cat_port_vector_read(port, p->u1) - cat_port_vector_read(port, p->u);
}

static void structure_step(CatLedger *l, int number, int first_tie) {
  const CatSim *sim = l->sim;
  const CatTies *d = sim->ties;
  CatLedgerPart *p = &l->part[number];
  CatStepSums x = {0};
  cat_band_multiply(p->of.M, 1, p->u1, 0, p->next_Mu);
  cat_band_multiply(p->of.K, 1, p->u1, 0, p->next_Ku);
  structure_sums(p, &x);
  structure_damping(p, &x);
  for (int i = 0; i < sim->ncontact; i++) {
    const CatContact *k = &sim->contact[i];
    const CatLedgerPast *past = &l->past[i];
    if (k->is.structure != number) continue;
    x.f_du += k->is.side *
              (k->applied * moved(p, &k->seat->port) - past->applied * moved(p, &past->port));
  }
  for (int i = first_tie; i < first_tie + p->s->ntie; i++) {
    x.f_du -= (d->y[i] - l->y[i]) * (d->e[i] - l->e[i]);
  }
  l->account.dissipated += x.C_vb;
  l->account.numerical += cat_step_numerical(&p->s->step, &x);
}

//------------------------------------------------------------------------------- ports

// A tie that is slack dissipates nothing; one that changes within the step does as it likes.
static void tie_step(CatLedger *l, int i) {
  const CatTies *d = l->sim->ties;
  bool slack0 = l->y[i] > 0, slack1 = d->y[i] > 0;
  if (!slack0 && !slack1) return;
  double de = d->e[i] - l->e[i], vb = (d->v[i] + l->ev[i]) / 2;
  double damper = -d->beta[i] * d->k[i] * vb * de * (slack0 && slack1 ? 1 : 0.5);
  l->account.dissipated += damper;
  if (slack0 == slack1) return;
  double given = (d->y[i] + l->y[i]) / 2 * de;
  double change = stored_slack(d, i, d->e[i], d->y[i]) - stored_slack(d, i, l->e[i], l->y[i]);
  l->account.numerical += given - change - damper;
}

// The integral of the path's slope from x0 to x1 within one element, u in the middle of the step.
static double climbed_within(const CatLedger *l, int contact, double x0, double x1) {
  static const double gauss = 0.28867513459481287;  // 1 / (2 sqrt 3): exact for cubic shapes
  const CatContact *k = &l->sim->contact[contact];
  const CatLedgerPart *p = &l->part[k->is.structure];
  double sum = 0;
  for (int side = -1; side <= 1; side += 2) {
    CatPortVector slope;
    double x = (x0 + x1) / 2 + side * gauss * (x1 - x0);
    sum += k->is.guide->ops->slope(k->is.guide, x, l->past[contact].seat, &slope);
    sum += (cat_port_vector_read(&slope, p->u) + cat_port_vector_read(&slope, p->u1)) / 2;
  }
  return sum / 2 * (x1 - x0);
}

static double climbed(const CatLedger *l, int contact, double x0, double x1) {
  const CatGuide *guide = l->sim->contact[contact].is.guide;
  double sum = 0;
  while (x0 < x1) {
    double end = fmin(guide->ops->border(guide, x0), x1);
    sum += climbed_within(l, contact, x0, end);
    x0 = end;
  }
  return sum;
}

// Spring and damper between mechanism and structure.
static void contact_law(CatLedger *l, const CatContact *k, CatLedgerPast *past) {
  double stiffness = k->is.stiffness, rate = k->is.damping / l->sim->step.h;
  double closing = past->gap - k->gap, force = (k->force + past->force) / 2;
  double damper = 0;
  bool both = k->force > 0 && past->force > 0;
  if (both) damper = rate * (closing + past->closing) / 2 * closing;
  l->account.dissipated += damper;
  past->closing = k->force > 0 ? closing : 0;
  if (both || (k->force <= 0 && past->force <= 0)) return;
  double change = stored_contact(stiffness, k->force, k->gap) -
                  stored_contact(stiffness, past->force, past->gap);
  l->account.numerical += force * closing - change;
}

static void contact_step(CatLedger *l, int i) {
  const CatContact *k = &l->sim->contact[i];
  const CatLedgerPart *p = &l->part[k->is.structure];
  CatLedgerPast *past = &l->past[i];
  double force = k->is.side * (k->force + past->force) / 2;
  double applied = k->is.side * (k->applied + past->applied) / 2;
  if (k->on) {
    double climb = climbed(l, i, past->x, k->x);
    l->account.propulsion -= force * climb;
    l->account.throughput += fabs(force * climb);
    l->account.numerical += (force - applied) * (k->height - past->height - climb);
    double turned = moved(p, &k->seat->port) - moved(p, &past->port);  // of the load's shape
    l->account.numerical -= k->is.side * (k->applied - past->applied) * turned / 4;
  }
  contact_law(l, k, past);
}

static void mechanism_step(CatLedger *l, int i) {
  const CatMechanism *m = l->sim->mechanism[i];
  CatMechanismEnergy e;
  m->ops->energy(m, &e);
  l->account.work += e.work;
  l->account.throughput += fabs(e.work);
  l->account.dissipated += e.dissipated;
  l->account.numerical += e.numerical;
}

//------------------------------------------------------------------------------- the run

static void look(CatLedgerPart *p) {
  p->s->ops->state(p->s, p->u1, p->v1, p->a1);
}

static void exchange(double **a, double **b) {
  double *c = *a;
  *a = *b;
  *b = c;
}

// The end of this step is the beginning of the next.
static void step_over(CatLedgerPart *p) {
  exchange(&p->u, &p->u1);
  exchange(&p->v, &p->v1);
  exchange(&p->a, &p->a1);
}

void cat_ledger_start(CatLedger *l) {
  l->account = (CatAccount){0};
  for (int i = 0; i < l->sim->ncontact; i++) l->past[i].closing = 0;
  for (int i = 0; i < l->sim->nstructure; i++) {
    CatLedgerPart *p = &l->part[i];
    size_t bytes = (size_t)p->s->n * sizeof(double);
    memset(p->Mv, 0, bytes), memset(p->Ma, 0, bytes);
    look(p);
    cat_band_multiply(p->of.M, 1, p->u1, 0, p->Mu);
    cat_band_multiply(p->of.K, 1, p->u1, 0, p->Ku);
  }
  l->stored0 = stored(l);
  for (int i = 0; i < l->sim->nstructure; i++) step_over(&l->part[i]);
}

void cat_ledger_before(CatLedger *l) {
  const CatSim *sim = l->sim;
  size_t ties = (size_t)sim->ties->n * sizeof *l->y;
  memcpy(l->y, sim->ties->y, ties);
  memcpy(l->e, sim->ties->e, ties), memcpy(l->ev, sim->ties->v, ties);
  for (int i = 0; i < sim->ncontact; i++) {
    const CatContact *k = &sim->contact[i];
    CatLedgerPast *past = &l->past[i];
    size_t n = (size_t)k->seat->port.n;
    past->x = k->x, past->height = k->height, past->gap = k->gap;
    past->force = k->force, past->applied = k->applied;
    memcpy(past->dof, k->seat->port.dof, n * sizeof *past->dof);
    memcpy(past->b, k->seat->port.b, n * sizeof *past->b);
    past->port = (CatPortVector){(int)n, past->dof, past->b};
  }
}

void cat_ledger_after(CatLedger *l) {
  CatAccount *a = &l->account;
  const CatSim *sim = l->sim;
  double propulsion = a->propulsion;
  for (int i = 0, tie = 0; i < sim->nstructure; i++) {
    look(&l->part[i]);
    structure_step(l, i, tie);
    tie += sim->structure[i]->ntie;
  }
  for (int i = 0; i < sim->ties->n; i++) tie_step(l, i);
  for (int i = 0; i < sim->ncontact; i++) contact_step(l, i);
  for (int i = 0; i < sim->nmechanism; i++) mechanism_step(l, i);
  a->work += a->propulsion - propulsion;
  a->stored = stored(l) - l->stored0;
  a->residual = a->work - a->stored - a->dissipated - a->numerical;
  for (int i = 0; i < sim->nstructure; i++) step_over(&l->part[i]);
}
