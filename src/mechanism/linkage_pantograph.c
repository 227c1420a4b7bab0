// A pantograph as a linkage under a line: the model `linkage`.
//
// It is a constrained system of its own (linkage_part.h) that takes one step of BDF2 on (38) with
// each step of the line, the contact force being a load on its head. Where the head comes to rest
// in a step is not linear in that load; it is linearised about a guess, as the interface asks, and
// tried again with the force found.
#include <math.h>
#include <string.h>

#include "linkage_part.h"
#include "models.h"

typedef struct Pantograph {
  CatMechanism base;
  CatLinkage linkage;
  CatLinkagePart part;
  CatDae dae;
  CatDaeStepper *stepper;
  CatContext *ctx;
  bool moves[CAT_LINKAGE_ROWS], bends[CAT_LINKAGE_ROWS], holds[CAT_LINKAGE_ROWS];
  double constant[CAT_LINKAGE_ROWS];  // z of the constraints
  double load[CAT_LINKAGE_UNKNOWNS];  // f of the system: the contact force on the head [N]
  double static_force;                // to start with [N]; 0: as the lift of the case makes it
  double lift_given;                  // by the case
  double push;                        // the static force now [N]
  double force_by_lift;               // dF/d(lift) where it started [N]
  CatLinkageStanding standing;        // there
  double guess;                       // force about which a step is linearised [N]
  double linear_z, linear_D;          // z = linear_z + linear_D f [m] [m/N]
  double z;                           // height of the head [m]
  const char *fault;
  struct {
    CatDaeEnergy spent;
    double lifted;
  } before;  // the last step, for the energy
} Pantograph;

static Pantograph *own(CatMechanism *m) {
  return (Pantograph *)(void *)m;
}

static const Pantograph *seen(const CatMechanism *m) {
  return (const Pantograph *)(const void *)m;
}

static int head_of(const Pantograph *p) {
  return cat_linkage_height(&p->linkage);
}

//------------------------------------------------------------------------------- at rest

// Head at z, from the drawing; the other freedoms at rest.
static CatStatus rest_at(CatContext *ctx, const CatLinkage *l, double z, CatLinkageStand *out) {
  CatLinkageWay way;
  CAT_TRY(cat_linkage_rest(ctx, l, z, out, &way));
  if (way.end == CAT_LINKAGE_THERE) return CAT_OK;
  return CAT_FAIL(ctx, CAT_ERR_SINGULAR,
                  "the linkage %s cannot stand with its head %.4g m above its drawing's zero "
                  "(base_height): %.3g m are missing, and the condition of its joints is %.2g",
                  l->spec->name, z - l->base, way.missing, out->condition);
}

// Closes joints to rounding.
static CatStatus tidy(CatContext *ctx, const CatLinkage *l, double z, CatLinkageStand *at) {
  CatLinkageHold hold = {.n = 1, .unknown = {cat_linkage_height(l)}, .value = {z}};
  double open;
  int joint;
  return cat_linkage_close(ctx, l, &hold, at->q, &open, &joint);
}

static double drawn_height(const CatLinkage *l) {
  return l->spec->bodies[l->head].z + l->base;
}

static double or_drawn(const CatLinkage *l, const double *z) {
  return z && isfinite(z[0]) ? z[0] : drawn_height(l);
}

// Nothing but the contact holds it: it bears the static force, or that of the lift where the wire
// is.
static CatStatus stand(CatContext *ctx, const CatMechanism *m, CatStand *out) {
  const Pantograph *p = seen(m);
  CatLinkageStand at;
  out->held = false;
  out->f0[0] = -p->static_force;
  if (p->static_force != 0) return CAT_OK;
  CatLinkage as_given = p->linkage;
  as_given.lift = p->lift_given;
  CAT_TRY(rest_at(ctx, &as_given, or_drawn(&as_given, out->z), &at));
  out->f0[0] = -at.force;
  return CAT_OK;
}

static CatStatus start(CatContext *ctx, CatMechanism *m, const double *z, const double *f) {
  Pantograph *p = own(m);
  CatLinkage *l = &p->linkage;
  CatLinkageStand at;
  double height = or_drawn(l, z);
  l->lift = p->lift_given;  // of a run before, it may have been changed
  CAT_TRY(rest_at(ctx, l, height, &at));
  bool as_given = p->static_force == 0 && f[0] != 0;  // the lift of the case makes the force
  CAT_TRY(cat_linkage_set_lift(ctx, l, as_given ? at.force : -f[0], &at, &p->force_by_lift));
  CAT_TRY(tidy(ctx, l, height, &at));
  p->standing = (CatLinkageStanding){l->lift, height - l->base, at.force, at.condition};
  p->push = p->static_force != 0 ? p->static_force : at.force;
  CatDaeState *x = cat_dae_state(p->stepper);
  size_t n = sizeof(double) * (size_t)p->linkage.nq;
  memcpy(x->q, at.q, n);
  memset(x->v, 0, n);
  for (int i = 0; i < p->dae.ng; i++) x->active[i] = true;
  p->load[head_of(p)] = p->guess = f[0];
  CAT_TRY(cat_dae_begin(p->stepper));
  p->z = x->q[head_of(p)];
  p->before.lifted = cat_linkage_lift(&p->linkage, x->q);
  return CAT_OK;
}

//------------------------------------------------------------------------------- one step

static void drive(CatMechanism *m, const CatJourney *to) {
  (void)m, (void)to;  // nothing changes on the way
}

// Where the head is at the end of the step if the force acts on it; NaN: it was not found.
static double height_at(Pantograph *p, double force) {
  const CatDaeState *trial;
  p->load[head_of(p)] = force;
  if (cat_dae_try(p->stepper, &trial) == CAT_OK) return trial->q[head_of(p)];
  p->fault = "the linkage found no step";
  return NAN;
}

static void free_step(CatMechanism *m, double *z) {
  static const double PROBE = 1;  // [N]
  Pantograph *p = own(m);
  double at = height_at(p, p->guess);
  p->linear_D = (height_at(p, p->guess + PROBE) - at) / PROBE;
  p->linear_z = at - p->linear_D * p->guess;
  z[0] = p->linear_z;
}

static double compliance(const CatMechanism *m, int port, int other) {
  (void)port, (void)other;
  return seen(m)->linear_D;
}

static double imbalance(CatMechanism *m, const double *f) {
  Pantograph *p = own(m);
  double miss = height_at(p, f[0]) - p->linear_z - p->linear_D * f[0];
  return fabs(miss / p->linear_D);
}

static void retry(CatMechanism *m, const double *f) {
  own(m)->guess = f[0];
}

static void commit(CatMechanism *m, const double *f) {
  Pantograph *p = own(m);
  p->before.spent = cat_dae_energy(p->stepper);
  p->before.lifted = cat_linkage_lift(&p->linkage, cat_dae_state(p->stepper)->q);
  p->guess = f[0];
  p->z = height_at(p, f[0]);
  if (isfinite(p->z)) cat_dae_take(p->stepper);
}

// From the next step on: the lift changes by what that takes where it started. Before a start: what
// it starts with.
static void set_static_force(CatMechanism *m, double force) {
  Pantograph *p = own(m);
  if (p->force_by_lift != 0) p->linkage.lift += (force - p->push) / p->force_by_lift;
  p->static_force = p->push = force;
}

// The lift does work; the potential without it is stored. Its factor is that of the whole step.
static void energy(const CatMechanism *m, CatMechanismEnergy *out) {
  const Pantograph *p = seen(m);
  const CatLinkage *l = &p->linkage;
  const CatDaeState *x = cat_dae_state(p->stepper);
  CatDaeEnergy now = cat_dae_energy(p->stepper);
  double lifted = cat_linkage_lift(l, x->q);
  *out = (CatMechanismEnergy){.work = lifted - p->before.lifted,
                              .dissipated = now.dissipated - p->before.spent.dissipated,
                              .numerical = now.numerical - p->before.spent.numerical,
                              .stored = cat_linkage_potential(l, x->q) + lifted};
  for (int j = 0; j < l->nq; j++) out->stored += l->M[j] * x->v[j] * x->v[j] / 2;
}

static void snapshot(CatMechanism *m, CatSnapshot *to) {
  Pantograph *p = own(m);
  CAT_SNAPSHOT(to, p->linkage.lift);
  CAT_SNAPSHOT(to, p->load);
  CAT_SNAPSHOT(to, p->static_force);
  CAT_SNAPSHOT(to, p->push);
  CAT_SNAPSHOT(to, p->force_by_lift);
  CAT_SNAPSHOT(to, p->standing);
  CAT_SNAPSHOT(to, p->guess);
  CAT_SNAPSHOT(to, p->z);
  CAT_SNAPSHOT(to, p->before);
  cat_dae_snapshot(p->stepper, to);
}

static const CatMechanismOps ops = {.name = "linkage",
                                    .stand = stand,
                                    .start = start,
                                    .drive = drive,
                                    .free_step = free_step,
                                    .commit = commit,
                                    .imbalance = imbalance,
                                    .retry = retry,
                                    .compliance = compliance,
                                    .set_static_force = set_static_force,
                                    .energy = energy,
                                    .snapshot = snapshot};

//------------------------------------------------------------------------------- from a case

// Rows of joints that do not bend.
static void row(const void *self, int i, double t, double *G, double *Gt, double *Gtt) {
  (void)t;
  cat_linkage_part_row(&((const Pantograph *)self)->part, i, &(CatRows){G, Gt, Gtt});
}

static CatStatus make_system(CatArena *a, Pantograph *p) {
  const CatLinkage *l = &p->linkage;
  p->dae = (CatDae){.nq = l->nq, .ng = l->ng, .f = p->load, .self = p, .row = row};
  p->part = (CatLinkagePart){.linkage = l};
  CAT_TRY(cat_band_new(a, l->nq, 0, &p->dae.M));
  CAT_TRY(cat_band_new(a, l->nq, 0, &p->dae.D));
  CAT_TRY(cat_band_new(a, l->nq, 0, &p->dae.K));
  CatLinkageFlags flags = {p->moves, p->bends, p->holds};
  cat_linkage_part_fill(&p->part, &flags, p->constant, &p->dae);
  return CAT_OK;
}

CatStatus cat_linkage_pantograph(CatContext *ctx, CatArena *a, const CatPantographInput *in,
                                 CatMechanism **out) {
  static const double at_reference = 0;
  Pantograph *p = CAT_ARENA(a, 1, Pantograph);
  if (!p) return CAT_ERR_MEMORY;
  p->base = (CatMechanism){.ops = &ops, .nport = 1, .offset = &at_reference};
  p->base.z = &p->z;
  p->base.fault = &p->fault;
  p->ctx = ctx;
  p->static_force = in->spec->static_force;
  CAT_TRY(cat_linkage_new(ctx, in->linkage, &p->linkage));
  p->lift_given = p->linkage.lift;
  cat_linkage_set_base(&p->linkage, in->linkage->base_height + in->spec->base_height);
  CAT_TRY(make_system(a, p));
  CatDaeOptions options = {.method = CAT_DAE_BDF2, .h = in->step.h};
  CAT_TRY(cat_dae_new_in(ctx, a, &p->dae, &options, &p->stepper));
  *out = &p->base;
  return CAT_OK;
}

const CatLinkageStanding *cat_linkage_standing(const CatMechanism *m) {
  return m->ops == &ops ? &seen(m)->standing : NULL;
}
