#include "line_sim.h"

#include <math.h>
#include <stdio.h>

#include "assemble/elements.h"
#include "explicit_step.h"
#include "structure/banded.h"
#include "structure/lanes/lanes.h"
#include "structure/modal.h"

//------------------------------------------------------------------------------- droppers

static CatStatus make_ties(CatLineSim *c) {
  const CatTrainSpec *s = c->spec;
  CatTies *d = &c->ties;
  CAT_TRY(cat_ties_new(c->arena, c->m->ndropper, d));
  for (int i = 0; i < d->n; i++) {
    d->k[i] = c->shared->tie_stiffness[i];
    d->x[i] = c->m->node[c->m->dropper[i].low].s;
    d->beta[i] = s->damping.dropper.given ? s->damping.dropper.beta : s->damping.beta;
    d->rest[i] = cat_dropper_part_axial(c->m, c->rest, i);
    d->bears[i] = c->m->spec->dropper.bears_compression;
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- backend

static bool is_quasi(const CatTrainSpec *s) {
  return s->solver == CAT_SOLVER_QUASI_AXIAL || s->solver == CAT_SOLVER_QUASI_AXIAL_F32;
}

static void rayleigh(const CatTrainSpec *s, const CatRayleigh *r, double out[2]) {
  out[0] = r->given ? r->alpha : s->damping.alpha;
  out[1] = r->given ? r->beta : s->damping.beta;
}

static CatLineRayleigh damping_of(const CatLineSim *c) {
  const CatDampingSpec *d = &c->spec->damping;
  CatLineRayleigh out = {.other = {d->alpha, d->beta}, .damper = c->m->spec->support.damping};
  rayleigh(c->spec, &d->contact_wire, out.wire[CAT_CONTACT_WIRE]);
  rayleigh(c->spec, &d->messenger, out.wire[CAT_MESSENGER]);
  rayleigh(c->spec, &d->messenger, out.wire[CAT_AUXILIARY]);
  rayleigh(c->spec, &d->messenger, out.wire[CAT_STITCH]);
  rayleigh(c->spec, &d->dropper, out.dropper);
  rayleigh(c->spec, &d->steady_arm, out.arm);
  for (int i = 0; i < 4; i++) out.along[i] = cat_line_damping_along(c->spec, out.wire[i][0]);
  return out;
}

static CatStatus make_nonlinear(CatLineSim *c, const CatLineParts *parts) {
  const CatNonlinearSpec *s = &c->spec->nonlinear;
  bool linear = c->spec->dynamics == CAT_DYNAMICS_LINEAR;
  CatNonlinear *line;
  CatNonlinearOptions o = {
      .parts = {s->wires && !linear, s->droppers && !linear, s->arms && !linear},
      .tangent = s->tangent,
      .staged = c->spec->time.method == CAT_SCHEME_RUNGE_KUTTA,
      .conserving = c->spec->time.method == CAT_SCHEME_CONSERVING,
      .damping = damping_of(c)};
  CAT_TRY(cat_nonlinear_new(c->arena, parts, &o, &line));
  c->structure = cat_nonlinear_structure(line);
  if (!linear) c->nonlinear = line;
  if (o.staged) c->staged = line;
  return CAT_OK;
}

// Lanes solve with the same matrices, bays made flat and even, which changes statistics of the
// contact force by less than a thousandth of its mean where elements are at most 1 m long
// (docs/validation/lines.md): they are the first choice for any line.
static CatStatus make_structure(CatLineSim *c, const CatLineParts *parts) {
  bool staged = c->spec->time.method == CAT_SCHEME_RUNGE_KUTTA;
  if (staged || c->spec->dynamics == CAT_DYNAMICS_NONLINEAR) return make_nonlinear(c, parts);
  if (c->spec->solver == CAT_SOLVER_MODAL) {
    return cat_modal_new(c->arena, parts, c->basis, &c->structure);
  }
  if (c->spec->solver == CAT_SOLVER_BAND) {
    CatBanded *banded;
    CAT_TRY(cat_banded_new(c->arena, parts, &banded));
    c->structure = &banded->base;
    return CAT_OK;
  }
  CatLanes *lanes;
  CatLanesOptions options = cat_lanes_options_default();
  options.quasi = is_quasi(c->spec);
  options.single = c->spec->solver == CAT_SOLVER_QUASI_AXIAL_F32;
  CAT_TRY(cat_lanes_new(c->arena, parts, &options, &lanes));
  c->structure = (CatStructure *)lanes;  // its first member
  return CAT_OK;
}

static const char *reason(const CatTrainSpec *s) {
  if (s->dynamics == CAT_DYNAMICS_NONLINEAR) return "dynamics: nonlinear";
  if (s->solver != CAT_SOLVER_AUTO) return "asked for";
  return "auto: the fastest that leaves out no inertia; statistics as of the band, to a thousandth";
}

//------------------------------------------------------------------------------- simulation

// As the case says, or at the speed that was set last, from where the train was then.
static double distance(const void *self, double t) {
  const CatDrive *d = self;
  return d->set ? d->from + d->speed * (t - d->since) : cat_motion_distance(d->motion, t);
}

static double speed(const void *self, double t) {
  const CatDrive *d = self;
  return d->set ? d->speed : cat_motion_speed(d->motion, t);
}

void cat_line_sim_set_speed(CatLineSim *c, double v) {
  double t = c->sim->t, from = distance(&c->drive, t);
  c->drive.set = true;
  c->drive.since = t, c->drive.from = from, c->drive.speed = v;
}

// Pantographs under central differences are implicit; those in stages have no use for it.
static CatStep pantograph_step(const CatTrainSpec *s) {
  bool is_explicit =
      s->time.method == CAT_SCHEME_CENTRAL || s->time.method == CAT_SCHEME_RUNGE_KUTTA;
  return is_explicit ? cat_step_newmark(s->time.step) : cat_train_step(s);
}

CatStatus cat_train_pantograph(CatContext *ctx, CatArena *a, const CatTrainSpec *s, int i,
                               CatMechanism **out) {
  const CatTrainPantograph *p = &s->pantograph[i];
  CatPantographInput in = {.spec = &p->body,
                           .parts = &p->parts,
                           .linkage = &p->linkage,
                           .step = pantograph_step(s),
                           .raise = {p->raise.from, p->raise.over, p->raise.below},
                           .number = i};
  return cat_pantograph_new(ctx, a, p->model, &in, out);
}

// What the case says, unless the caller has another.
static CatStatus make_pantograph(CatLineSim *c, const CatLineSimOptions *o, int i) {
  if (o->pantograph) CAT_TRY(o->pantograph(o->self, c, i, &c->pantograph[i]));
  if (c->pantograph[i]) return CAT_OK;
  return cat_train_pantograph(c->ctx, c->arena, c->spec, i, &c->pantograph[i]);
}

static CatStatus make_pantographs(CatLineSim *c, const CatLineSimOptions *o, double *start) {
  const CatTrainSpec *s = c->spec;
  c->pantograph = CAT_ARENA(c->arena, s->npantograph + 1, CatMechanism *);
  if (!c->pantograph) return CAT_ERR_MEMORY;
  for (int i = 0; i < s->npantograph; i++) {
    CAT_TRY(make_pantograph(c, o, i));
    start[i] = s->run.from - s->pantograph[i].behind;
  }
  return CAT_OK;
}

static const char *name_of(CatLineSim *c, int i) {
  char text[32];
  int n = snprintf(text, sizeof text, "pantograph %d", i + 1);
  return cat_arena_text(c->arena, text, (size_t)n);
}

static const CatGuide *path_of(const CatLineSim *c, int section) {
  return c->spec->contact.spread > 0 ? &c->spread[section].base : &c->guide[section].base;
}

// Where two sections overlap, a strip has a contact with the wire of each: both share its force by
// their laws.
static CatContactSetup contact_of(const CatLineSim *c, int i, int strip, int section) {
  const CatContactSpec *law = &c->spec->contact;
  bool rigid = law->law == CAT_CONTACT_RIGID;
  return (CatContactSetup){.guide = path_of(c, section),
                           .mechanism = i,
                           .port = strip,
                           .side = 1,
                           .stiffness = rigid ? INFINITY : law->stiffness,
                           .damping = rigid ? 0 : law->damping};
}

// One contact for each strip and section. The first strips under the first section come first:
// contact i is one of pantograph i.
static CatStatus make_contacts(CatLineSim *c, CatContactSetup *contact, int *n) {
  *n = 0;
  for (int k = 0; k < 2 * c->nsection; k++) {
    for (int i = 0; i < c->spec->npantograph; i++) {
      if (k % 2 >= c->pantograph[i]->nport) continue;
      contact[*n] = contact_of(c, i, k % 2, k / 2);
      contact[*n].name = name_of(c, i);
      if (!contact[(*n)++].name) return CAT_ERR_MEMORY;
    }
  }
  return CAT_OK;
}

// The contact wires as paths, deformed where they move far.
static void make_guides(CatLineSim *c) {
  const CatTrainSpec *s = c->spec;
  c->nsection = c->m->second > 0 ? 2 : 1;
  for (int i = 0; i < c->nsection; i++) {
    CatWireGuide *g = &c->guide[i];
    *g = cat_wire_guide(c->m, c->rest, &c->system, i == 0 ? 0 : c->m->second);
    if (c->nonlinear && s->nonlinear.contact == 0) {
      g->moved = cat_nonlinear_trial(c->nonlinear);
      g->normal = s->nonlinear.force == 1;
    }
    c->spread[i] = cat_spread_guide(&g->base, s->contact.spread);
  }
}

double cat_line_sim_force(const CatLineSim *c, int pantograph, int section) {
  return cat_sim_force_on(c->sim, pantograph, path_of(c, section));
}

// Each element must hold some of the places at which the wire is read; runs with elements of half
// the length, for the numerical uncertainty, are allowed twice as many, and so on.
static CatStatus check_spread(const CatLineSim *c) {
  double least = INFINITY;
  for (int i = 0; i < c->m->ncable; i++) {
    bool contact = c->m->wire[c->m->cable[i].wire].role == CAT_CONTACT_WIRE;
    if (contact) least = fmin(least, c->rest->cable[i]);
  }
  double most = CAT_SPREAD_ELEMENTS * ldexp(least, c->spec->line.halvings);
  if (c->spec->contact.spread <= most * (1 + 1e-6)) return CAT_OK;
  return CAT_FAIL(
      c->ctx, CAT_ERR_INPUT,
      "contact.spread: found %g m, expected at most %.4g m, %d times the shortest element of the "
      "contact wire",
      c->spec->contact.spread, most, CAT_SPREAD_ELEMENTS);
}

static CatStatus make_sim(CatLineSim *c, const CatLineSimOptions *o) {
  const CatTrainSpec *s = c->spec;
  int n = s->npantograph, ncontact;
  CatContactSetup *contact = CAT_ARENA(c->arena, cat_train_contacts(s) + 1, CatContactSetup);
  double *start = CAT_ARENA(c->arena, n + 1, double);
  if (!contact || !start) return CAT_ERR_MEMORY;
  c->motion = cat_train_motion(s);
  c->drive = (CatDrive){.motion = &c->motion};
  make_guides(c);
  CAT_TRY(check_spread(c));
  CAT_TRY(make_pantographs(c, o, start));
  CAT_TRY(make_contacts(c, contact, &ncontact));
  const CatBeyond *beyond = c->nonlinear ? &cat_nonlinear_beyond : NULL;
  CatSimSetup setup = {.nstructure = 1,
                       .structure = &c->structure,
                       .beyond = &beyond,
                       .ties = &c->ties,
                       .nmechanism = n,
                       .mechanism = c->pantograph,
                       .start = start,
                       .ncontact = ncontact,
                       .contact = contact,
                       .travel = {distance, speed, &c->drive},
                       .tolerance = s->nonlinear.tolerance,
                       .explicit_coupling =
                           o->explicit_coupling || s->contact.coupling == CAT_COUPLING_EXPLICIT};
  return cat_sim_new(c->ctx, &setup, &c->sim);
}

static CatStatus share(CatLineSim *c, const CatLineAtRest *line, const CatLineSimOptions *o) {
  CatLineShared *own = NULL;
  if (!o->shared) CAT_TRY(cat_line_shared_new(c->arena, line, &own));
  c->shared = o->shared ? o->shared : own;
  c->system = c->shared->system;
  c->damping = c->shared->damping;
  c->tie_port = c->shared->tie_port;
  c->basis = c->shared->basis;
  c->basis_seconds = c->shared->basis_seconds;
  return CAT_OK;
}

static CatStatus fill(CatLineSim *c, const CatLineAtRest *line, const CatLineSimOptions *o) {
  CAT_TRY(share(c, line, o));
  CAT_TRY(make_ties(c));
  CatLineParts parts = cat_line_shared_parts(c->shared, line);
  CAT_TRY(make_structure(c, &parts));
  c->why = reason(c->spec);
  CAT_TRY(make_sim(c, o));
  return cat_explicit_check(c);
}

CatStatus cat_line_sim_open(CatContext *ctx, const CatLineAtRest *line, const CatLineSimOptions *o,
                            CatLineSim **out) {
  *out = NULL;
  CatArena *arena = cat_arena_new(ctx, 1 << 20);
  CatLineSim *c = arena ? CAT_ARENA(arena, 1, CatLineSim) : NULL;
  CatStatus status = c ? CAT_OK : CAT_ERR_MEMORY;
  if (c) {
    *c = (CatLineSim){
        .ctx = ctx, .m = line->m, .rest = line->rest, .spec = line->spec, .arena = arena};
    status = fill(c, line, o);
  }
  if (status) {
    cat_line_sim_free(c);
    if (!c) cat_arena_free(arena);
    return status;
  }
  *out = c;
  return CAT_OK;
}

CatStatus cat_line_sim_new(CatContext *ctx, const CatTrainSpec *spec, const CatLineModel *m,
                           const CatConfiguration *rest, CatLineSim **out) {
  return cat_line_sim_open(ctx, &(CatLineAtRest){spec, m, rest}, &(CatLineSimOptions){0}, out);
}

void cat_line_sim_free(CatLineSim *c) {
  if (!c) return;
  cat_sim_free(c->sim);
  cat_arena_free(c->arena);
}

CatStatus cat_line_sim_start(CatLineSim *c, const double *static_force) {
  for (int i = 0; i < c->spec->npantograph; i++) {
    CatMechanism *m = c->pantograph[i];
    if (m->ops->set_static_force) m->ops->set_static_force(m, static_force[i]);
  }
  return cat_sim_start(c->sim);
}
