#include "coupled.h"

#include <math.h>

#include "assemble/elements.h"
#include "banded.h"
#include "base/clock.h"
#include "energy.h"
#include "lanes.h"
#include "lanes_flat.h"
#include "linalg/dense.h"
#include "modal.h"

//------------------------------------------------------------------------------- set-up

static CatStep step_of(const CatTrainSpec *s) {
  switch (s->time.method) {
  case CAT_SCHEME_NEWMARK: return cat_step_newmark(s->time.step);
  case CAT_SCHEME_ALPHA: return cat_step_alpha(s->time.step, s->time.rho);
  default: return cat_step_hht(s->time.step, s->time.alpha);
  }
}

static bool is_flat(const CatTrainSpec *s) {
  return s->solver != CAT_SOLVER_BAND && s->solver != CAT_SOLVER_MODAL;
}

static CatStatus reserve(CatCoupled *c) {
  c->dropper_port = CAT_ARENA(c->arena, c->ndropper + 1, CatPort);
  if (!c->dropper_port) return CAT_ERR_MEMORY;
  CAT_TRY(cat_droppers_new(c->arena, c->ndropper, &c->dropper));
  return cat_unilateral_new(c->arena, c->ndropper, &c->ports);
}

static void fill_droppers(CatCoupled *c, const CatStep *step) {
  const CatTrainSpec *s = c->spec;
  CatDroppers *d = &c->dropper;
  d->push = c->m->spec->dropper.bears_compression;
  d->beta = s->damping.dropper.given ? s->damping.dropper.beta : s->damping.beta;
  for (int i = 0; i < c->ndropper; i++) {
    c->dropper_port[i] = cat_port_dropper(c->m, c->rest, &c->tangent, i, &d->k[i]);
    d->x[i] = c->m->node[c->m->dropper[i].low].s;
    d->kappa[i] = d->k[i] * (1 + d->beta * step->u_to_v);
    d->give[i] = 1 / d->kappa[i];
    d->rest[i] = cat_dropper_part_axial(c->m, c->rest, i);
  }
}

static bool is_quasi(const CatTrainSpec *s) {
  return s->solver == CAT_SOLVER_QUASI_AXIAL || s->solver == CAT_SOLVER_QUASI_AXIAL_F32;
}

static CatStatus make_basis(CatCoupled *c, CatBasis *basis) {
  const CatTrainSpec *spec = c->spec;
  CatBasisOptions o = {.vectors = spec->modal.vectors,
                       .select = spec->modal.select,
                       .attachments = spec->modal.attachments,
                       .residual = spec->modal.residual,
                       .cutoff = spec->measure.cutoff,
                       .nport = c->ndropper,
                       .port = c->dropper_port};
  if (spec->modal.basis == CAT_MODAL_WHOLE) {
    return cat_basis_whole(c->arena, c->m, &c->tangent, &o, basis);
  }
  CatSynthesis *s = CAT_ARENA(c->arena, 1, CatSynthesis);
  if (!s) return CAT_ERR_MEMORY;
  CAT_TRY(cat_synthesis_new(c->arena, c->m, &c->tangent, s));
  return cat_basis_components(c->arena, c->m, s, &o, basis);
}

static CatStatus refuse_modal(const CatCoupled *c, const char *why) {
  return CAT_FAIL(c->ctx, CAT_ERR_ARG, "the solver modal cannot take this line: %s", why);
}

static CatStatus make_modal(CatCoupled *c, const CatStructureParts *parts) {
  const char *why = NULL;
  double begin = cat_clock_now();
  CatBasis *basis = c->basis = CAT_ARENA(c->arena, 1, CatBasis);
  if (!basis) return CAT_ERR_MEMORY;
  if (!cat_modal_fits(parts, c->spec->modal.basis == CAT_MODAL_WHOLE, &why)) {
    return refuse_modal(c, why);
  }
  CAT_TRY(make_basis(c, basis));
  if (basis->npart == 0) return refuse_modal(c, "it has no nodes between its masts");
  c->basis_took = cat_clock_now() - begin;
  if (basis->error > 0.05) {
    cat_log(c->ctx, CAT_LOG_WARNING,
            "contact forces with %d vectors may be wrong by %.0f %% (estimated); modal.modes: auto "
            "takes as many as are needed",
            basis->n, 100 * basis->error);
  }
  return cat_modal_new(c->arena, parts, basis, &c->structure);
}

// Lanes solve with the same matrices, bays made flat and even, which changes contact forces by less
// than a thousandth of their mean (docs/theory/lanes.md): they are the first choice for any line.
static CatStatus choose_structure(CatCoupled *c, const CatStructureParts *parts) {
  if (c->spec->solver == CAT_SOLVER_MODAL) return make_modal(c, parts);
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
  if (s->solver != CAT_SOLVER_AUTO) return "asked for";
  return "auto: the fastest that leaves out no inertia; forces within a thousandth of the banded";
}

static CatStatus linearise(CatCoupled *c) {
  CatLinearSystem whole;
  CAT_TRY(cat_linear_system_new(c->arena, c->m, c->rest, &whole));
  if (is_flat(c->spec)) return cat_lanes_flat_system(c->arena, c->m, c->rest, &whole, &c->tangent);
  c->tangent = whole;
  return CAT_OK;
}

static CatStatus fill(CatCoupled *c) {
  const CatTrainSpec *s = c->spec;
  CatStep step = step_of(s);
  c->ndropper = c->m->ndropper;
  c->ncontact = s->npantograph;
  CAT_TRY(reserve(c));
  CAT_TRY(linearise(c));
  CAT_TRY(cat_damping_find(c, is_flat(s)));
  fill_droppers(c, &step);
  CatStructureParts parts = {c->m, c->rest,     &c->tangent,    &c->damping,
                             step, c->ndropper, c->dropper_port};
  CAT_TRY(choose_structure(c, &parts));
  c->why = reason(s);
  CAT_TRY(cat_coupled_exchange(c, s));
  bool other = is_quasi(s) || s->solver == CAT_SOLVER_MODAL;  // matrices
  bool account = s->measure.energy && !other;
  if (account) CAT_TRY(cat_energy_new(c->arena, c, &c->energy));
  return cat_droppers_listen(c->arena, c->structure, &c->dropper);
}

CatStatus cat_coupled_exchange(CatCoupled *c, const CatTrainSpec *spec) {
  c->spec = spec;
  if (c->structure->ops->run) c->structure->ops->run(c->structure, spec->run.speed);
  for (int i = 0; i < c->ncontact; i++) {
    const CatTrainPantograph *p = &spec->pantograph[i];
    CatContact *k = &c->contact[i];
    CAT_TRY(cat_lumped_new(c->ctx, &p->body, &c->structure->step, &k->body));
    cat_lumped_wind(&k->body, &p->body, spec->run.speed);
    k->behind = p->behind;
  }
  return CAT_OK;
}

CatStatus cat_coupled_new(CatContext *ctx, const CatTrainSpec *spec, const CatModel *m,
                          const CatConfiguration *rest, CatCoupled **out) {
  *out = NULL;
  CatArena *arena = cat_arena_new(ctx, 1 << 20);
  CatCoupled *c = arena ? CAT_ARENA(arena, 1, CatCoupled) : NULL;
  CatStatus status = c ? CAT_OK : CAT_ERR_MEMORY;
  if (c) {
    *c = (CatCoupled){.ctx = ctx, .m = m, .rest = rest, .spec = spec, .arena = arena};
    status = fill(c);
  }
  if (status) {
    cat_arena_free(arena);
    return status;
  }
  *out = c;
  return CAT_OK;
}

void cat_coupled_free(CatCoupled *c) {
  if (c) cat_arena_free(c->arena);
}

//------------------------------------------------------------------------------- step

static double response(const CatCoupled *c, int port, int other) {
  return c->structure->ops->between(c->structure, port, other);
}

static bool is_explicit(const CatCoupled *c) {
  return c->spec->contact.coupling == CAT_COUPLING_EXPLICIT;
}

// What droppers feel of a contact, within the reach of forces. That of droppers is known to the
// next dropper, and a contact may stand between two.
static void find_felt(CatCoupled *c, int i) {
  const CatDroppers *d = &c->dropper;
  CatPress *k = &c->ports.contact[i];
  double theta = c->structure->step.theta, between = fmin(d->widest, 30);  // [m]
  for (int j = k->near[0]; j < k->near[1]; j++) k->felt[d->order[j]] = 0;
  cat_droppers_near(d, c->contact[i].x, d->reach + between, k->near);
  k->first = d->n, k->last = 0;
  for (int j = k->near[0]; j < k->near[1]; j++) {
    int at = d->order[j];
    k->felt[at] = theta * response(c, CAT_CONTACTS + at, i);
    if (at < k->first) k->first = at;
    if (at >= k->last) k->last = at + 1;
  }
  if (k->last == 0) k->first = 0;
}

// Slack droppers are undone.
static void apply_droppers(CatCoupled *c) {
  CatStructure *s = c->structure;
  for (int j = 0; j < c->ports.nslack; j++) {
    int i = c->ports.slack[j];
    if (c->dropper.y[i] > 0) {
      s->ops->apply(s, CAT_CONTACTS + i, -s->step.theta * c->dropper.y[i]);
    }
  }
}

static void begin(CatCoupled *c) {
  CatStructure *s = c->structure;
  if (s->step.theta != 1) {
    for (int i = 0; i < c->ncontact; i++) s->ops->push(s, i, c->contact[i].applied);
    for (int j = 0; j < c->ports.nslack; j++) {
      int i = c->ports.slack[j];
      s->ops->push(s, CAT_CONTACTS + i, -c->dropper.y[i]);
    }
  }
  s->ops->advance(s);
  c->counts.steps++;
  c->t = (double)c->counts.steps * s->step.h;
  for (int i = 0; i < c->ncontact; i++) {
    CatContact *k = &c->contact[i];
    cat_contact_find(c, k, cat_contact_place(c, i, c->t));
    cat_contact_raise(c, i, k->x);
    s->ops->place(s, i, &k->port);
  }
}

static double wire_over(const CatCoupled *c, int i) {
  return c->contact[i].rest_height + c->structure->ops->read(c->structure, i);
}

// What the law of a contact adds to the gap: its damper looks back.
static double law_gap(const CatTrainSpec *spec, double h, double gap, double before) {
  double rate = spec->contact.damping / h;
  return gap - rate / (spec->contact.stiffness + rate) * before;
}

double cat_contact_answer(const CatTrainSpec *spec, CatLumped *body, double height, double *gap) {
  double h = body->step.h, kappa = spec->contact.stiffness + spec->contact.damping / h;
  double free = law_gap(spec, h, height - cat_lumped_free(body, body->contact), *gap);
  double force = fmax(0, -free / (cat_lumped_compliance(body) + 1 / kappa));
  cat_lumped_commit(body, force);
  *gap = height - body->z[0];
  return force;
}

// A contact's gap without forces, and what a force on one changes at another.
static void find_gap(CatCoupled *c, int i) {
  const CatStep *step = &c->structure->step;
  CatContact *k = &c->contact[i];
  CatPress *press = &c->ports.contact[i];
  double kappa = c->spec->contact.stiffness + c->spec->contact.damping / step->h;
  double head = cat_lumped_free(&k->body, k->force);
  press->gap = k->under ? law_gap(c->spec, step->h, wire_over(c, i) - head, k->gap) : 1;
  for (int j = 0; j < c->ncontact; j++) press->give[j] = step->theta * response(c, i, j);
  press->give[i] += cat_lumped_compliance(&k->body) + 1 / kappa;
}

static CatStatus step_implicit(CatCoupled *c) {
  CatStructure *s = c->structure;
  c->ports.ncontact = c->ncontact;
  for (int i = 0; i < c->ncontact; i++) find_gap(c, i), find_felt(c, i);
  CAT_TRY(cat_unilateral_solve(c->ctx, &c->ports, &c->dropper, &c->counts.pivots));
  apply_droppers(c);
  for (int i = 0; i < c->ncontact; i++) {
    CatContact *k = &c->contact[i];
    k->force = k->applied = c->ports.contact[i].p;
    s->ops->apply(s, i, s->step.theta * k->force);
    cat_lumped_commit(&k->body, k->force);
  }
  return CAT_OK;
}

// The line and its droppers under forces that are known.
static CatStatus step_known(CatCoupled *c, const double *force) {
  CatStructure *s = c->structure;
  CatDroppers *d = &c->dropper;
  c->ports.ncontact = 0;
  for (int i = 0; i < c->ncontact; i++) {
    CatContact *k = &c->contact[i];
    const CatPress *press = &c->ports.contact[i];
    int first, n;
    k->applied = k->under ? force[i] : 0;
    s->ops->apply(s, i, s->step.theta * k->applied);
    find_felt(c, i);
    first = press->first, n = press->last - first;
    cat_axpy(n, k->applied, press->felt + first, d->free + first);
    cat_axpy(n, k->applied, press->felt + first, d->read + first);
  }
  CAT_TRY(cat_unilateral_solve(c->ctx, &c->ports, d, &c->counts.pivots));
  apply_droppers(c);
  return CAT_OK;
}

static CatStatus step_explicit(CatCoupled *c) {
  double force[CAT_CONTACTS];
  for (int i = 0; i < c->ncontact; i++) force[i] = c->contact[i].force;
  CAT_TRY(step_known(c, force));
  for (int i = 0; i < c->ncontact; i++) {
    CatContact *k = &c->contact[i];
    double height = k->under ? wire_over(c, i) : k->body.z[0] + 1, gap = k->gap;
    k->force = cat_contact_answer(c->spec, &k->body, height, &gap);
  }
  return CAT_OK;
}

static CatStatus give_up(CatCoupled *c, int i, const char *what, double much, const char *unit) {
  return CAT_FAIL(c->ctx, CAT_ERR_DIVERGED, "pantograph %d at x = %.2f m: %s %.3g %s", i + 1,
                  c->contact[i].x, what, much, unit);
}

// A line that flies off, a head that leaves for good or goes through the wire is no result.
static CatStatus check(CatCoupled *c) {
  static const double FAR = 5, THROUGH = 1;  // [m]
  for (int i = 0; i < c->ncontact; i++) {
    const CatContact *k = &c->contact[i];
    double lift = k->height - k->rest_height, rise = k->body.z[0] - k->rest_height;
    if (!isfinite(k->force + k->height + rise)) {
      return give_up(c, i, "the contact force is no longer finite after", c->t, "s");
    }
    if (fabs(lift) > FAR) return give_up(c, i, "the wire moved away by", lift, "m");
    if (fabs(rise) > FAR) return give_up(c, i, "the head moved away by", rise, "m");
    if (-k->gap > THROUGH && k->force > 0) {
      return give_up(c, i, "the contact gives way by", -k->gap, "m");
    }
  }
  return CAT_OK;
}

static void observe(CatCoupled *c) {
  for (int i = 0; i < c->ncontact; i++) {
    CatContact *k = &c->contact[i];
    double before = k->height;
    k->height = wire_over(c, i);
    k->rate = (k->height - before) / c->structure->step.h;
    k->gap = k->height - k->body.z[0];
  }
  cat_droppers_move(&c->dropper, &c->structure->step);
  c->structure->ops->commit(c->structure);
}

CatStatus cat_coupled_step(CatCoupled *c) {
  if (c->energy) cat_energy_before(c->energy);
  begin(c);
  cat_droppers_free(&c->dropper, c->structure);
  CAT_TRY(is_explicit(c) ? step_explicit(c) : step_implicit(c));
  observe(c);
  if (c->energy) cat_energy_after(c->energy);
  return check(c);
}

CatStatus cat_coupled_step_line(CatCoupled *c, const double *force) {
  begin(c);
  cat_droppers_free(&c->dropper, c->structure);
  CAT_TRY(step_known(c, force));
  observe(c);
  return CAT_OK;
}
