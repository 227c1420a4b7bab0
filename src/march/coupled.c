#include "coupled.h"

#include <math.h>
#include <string.h>

#include "banded.h"
#include "base/clock.h"
#include "energy.h"
#include "lanes.h"
#include "lanes_flat.h"
#include "lanes_quasi.h"
#include "linalg/lcp.h"
#include "modal.h"
#include "rest/parts.h"

//------------------------------------------------------------------------------- damping

static bool more_of(const CatTrainSpec *s, const CatRayleigh *r, double more[2]) {
  more[0] = r->given ? r->alpha - s->damping.alpha : 0;
  more[1] = r->given ? r->beta - s->damping.beta : 0;
  return more[0] != 0 || more[1] != 0;
}

static CatStatus find_dampers(CatCoupled *c) {
  const CatModel *m = c->m;
  int *dof = CAT_ARENA(c->arena, m->nsupport + 1, int);
  if (!dof) return CAT_ERR_MEMORY;
  c->damping.damper = m->spec->support.damping;
  c->damping.damper_dof = dof;
  for (int i = 0; i < m->nsupport && c->damping.damper > 0; i++) {
    int up = c->tangent.dof[m->support[i].node][CAT_UP];
    if (up >= 0) dof[c->damping.ndamper++] = up;
  }
  return CAT_OK;
}

static bool is_flat(const CatTrainSpec *s) {
  return s->solver == CAT_SOLVER_AUTO || s->solver == CAT_SOLVER_LANES;
}

static CatStatus find_damping(CatCoupled *c) {
  const CatTrainSpec *s = c->spec;
  CatMaterialDamping d = {0};
  c->damping = (CatDamping){.alpha = s->damping.alpha, .beta = s->damping.beta};
  bool more = more_of(s, &s->damping.contact_wire, d.wire[CAT_CONTACT_WIRE]);
  more |= more_of(s, &s->damping.messenger, d.wire[CAT_MESSENGER]);
  more_of(s, &s->damping.messenger, d.wire[CAT_AUXILIARY]);
  more_of(s, &s->damping.messenger, d.wire[CAT_STITCH]);
  more |= more_of(s, &s->damping.dropper, d.dropper);
  more |= more_of(s, &s->damping.steady_arm, d.arm);
  if (more) {
    CatBand *band = CAT_ARENA(c->arena, 1, CatBand);
    if (!band) return CAT_ERR_MEMORY;
    CAT_TRY(cat_tangent_damping(c->arena, c->m, &c->tangent, &d, band));
    const double share[4] = {d.wire[0][1], d.wire[1][1], d.wire[2][1], d.wire[3][1]};
    if (is_flat(s)) cat_lanes_flatten(c->m, &c->tangent, share, band);
    c->damping.more = band;
  }
  return find_dampers(c);
}

//------------------------------------------------------------------------------- set-up

static CatStep step_of(const CatTrainSpec *s) {
  switch (s->time.method) {
  case CAT_SCHEME_NEWMARK: return cat_step_newmark(s->time.step);
  case CAT_SCHEME_ALPHA: return cat_step_alpha(s->time.step, s->time.rho);
  default: return cat_step_hht(s->time.step, s->time.alpha);
  }
}

static CatStatus reserve(CatCoupled *c) {
  int n = c->ndropper + CAT_CONTACTS;
  size_t square = (size_t)n * (size_t)n;
  c->dropper = CAT_ARENA(c->arena, c->ndropper + 1, CatDropperPort);
  c->dropper_port = CAT_ARENA(c->arena, c->ndropper + 1, CatPort);
  c->elongation = CAT_ARENA(c->arena, c->ndropper + 1, double);
  c->member = CAT_ARENA(c->arena, n, int);
  c->is_member = CAT_ARENA(c->arena, n, bool);
  c->active = CAT_ARENA(c->arena, n, bool);
  c->W = CAT_ARENA(c->arena, square, double);
  c->q = CAT_ARENA(c->arena, n, double);
  c->p = CAT_ARENA(c->arena, n, double);
  c->work = CAT_ARENA(c->arena, square + (size_t)n, double);
  c->pivot = CAT_ARENA(c->arena, n, int);
  bool ok = c->dropper && c->dropper_port && c->elongation && c->member && c->is_member &&
            c->active && c->W && c->q && c->p && c->work && c->pivot;
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

static void fill_droppers(CatCoupled *c, const CatStep *step) {
  const CatTrainSpec *s = c->spec;
  double beta = s->damping.dropper.given ? s->damping.dropper.beta : s->damping.beta;
  for (int i = 0; i < c->ndropper; i++) {
    CatDropperPort *d = &c->dropper[i];
    c->dropper_port[i] = cat_tangent_dropper(c->m, &c->tangent, i, &d->k);
    d->x = c->m->node[c->m->dropper[i].low].s;
    d->beta = beta;
    d->kappa = d->k * (1 + beta * step->u_to_v);
    d->rest = cat_rest_dropper_axial(c->m, i);
  }
}

// Which droppers feel which, and how far a force is felt at all within one step.
static CatStatus find_near(CatCoupled *c) {
  const CatStructure *s = c->structure;
  int room = 0;
  for (int pass = 0; pass < 2; pass++) {
    int n = 0;
    for (int i = 0; i < c->ndropper; i++) {
      CatDropperPort *d = &c->dropper[i];
      double own = s->ops->between(s, CAT_CONTACTS + i, CAT_CONTACTS + i);
      d->near = n;
      for (int j = 0; j < c->ndropper; j++) {
        double g = s->ops->between(s, CAT_CONTACTS + j, CAT_CONTACTS + i);
        if (fabs(g) < 1e-14 * own) continue;
        if (pass == 1) c->near[n] = (CatNear){j, g};
        c->reach = fmax(c->reach, fabs(d->x - c->dropper[j].x));
        n++;
      }
      d->nnear = n - d->near;
    }
    if (pass == 0) {
      c->near = CAT_ARENA(c->arena, n + 1, CatNear);
      if (!c->near) return CAT_ERR_MEMORY;
    }
    room = n;
  }
  (void)room;
  return CAT_OK;
}

static CatStatus make_quasi(CatCoupled *c, const CatStructureParts *parts) {
  const char *why = NULL;
  CatLanesQuasiOptions options = cat_lanes_quasi_options_default();
  if (!cat_lanes_quasi_fits(parts, &why)) {
    return CAT_FAIL(c->ctx, CAT_ERR_ARG, "the solver lanes-quasi-axial cannot take this line: %s",
                    why);
  }
  return cat_lanes_quasi_new(c->arena, parts, &options, &c->structure);
}

static CatStatus make_basis(CatCoupled *c, CatBasis *basis) {
  const CatTrainSpec *spec = c->spec;
  CatBasisOptions o = {.vectors = spec->modal.vectors,
                       .select = spec->modal.select,
                       .attachments = spec->modal.attachments,
                       .residual = spec->modal.residual,
                       .cutoff = spec->measure.cutoff};
  if (spec->modal.basis == CAT_MODAL_WHOLE) {
    return cat_basis_whole(c->arena, c->m, &c->tangent, &o, c->ndropper, c->dropper_port, basis);
  }
  CatSynthesis *s = CAT_ARENA(c->arena, 1, CatSynthesis);
  if (!s) return CAT_ERR_MEMORY;
  CAT_TRY(cat_synthesis_new(c->arena, c->m, &c->tangent, s));
  return cat_basis_components(c->arena, c->m, s, &o, c->ndropper, c->dropper_port, basis);
}

static CatStatus make_modal(CatCoupled *c, const CatStructureParts *parts) {
  const char *why = NULL;
  double begin = cat_clock_now();
  CatBasis *basis = c->basis = CAT_ARENA(c->arena, 1, CatBasis);
  if (!basis) return CAT_ERR_MEMORY;
  CAT_TRY(make_basis(c, basis));
  c->basis_took = cat_clock_now() - begin;
  if (!cat_modal_fits(parts, basis, &why)) {
    return CAT_FAIL(c->ctx, CAT_ERR_ARG, "the solver modal cannot take this line: %s", why);
  }
  return cat_modal_new(c->arena, parts, basis, &c->structure);
}

// Lanes solve with the same matrices, bays made flat, which changes contact forces by less than a
// thousandth of their mean (docs/theory/lanes.md): they are the first choice for any line.
static CatStatus choose_structure(CatCoupled *c, const CatStructureParts *parts) {
  if (c->spec->solver == CAT_SOLVER_QUASI_AXIAL) return make_quasi(c, parts);
  if (c->spec->solver == CAT_SOLVER_MODAL) return make_modal(c, parts);
  if (c->spec->solver == CAT_SOLVER_BAND) {
    CatBanded *banded;
    CAT_TRY(cat_banded_new(c->arena, parts, &banded));
    c->structure = &banded->base;
    return CAT_OK;
  }
  CatLanes *lanes;
  CatLanesOptions options = cat_lanes_options_default();
  CAT_TRY(cat_lanes_new(c->arena, parts, &options, &lanes));
  c->structure = (CatStructure *)lanes;  // its first member
  return CAT_OK;
}

static CatStatus fill(CatCoupled *c) {
  const CatTrainSpec *s = c->spec;
  CatStep step = step_of(s);
  c->ndropper = c->m->ndropper;
  c->ncontact = s->npantograph;
  CAT_TRY(reserve(c));
  CAT_TRY(cat_tangent_new(c->arena, c->m, &c->tangent));
  const double share[4] = {1, 1, 1, 1};
  if (is_flat(s)) cat_lanes_flatten(c->m, &c->tangent, share, &c->tangent.K);
  CAT_TRY(find_damping(c));
  fill_droppers(c, &step);
  CatStructureParts parts = {c->m, &c->tangent, &c->damping, step, c->ndropper, c->dropper_port};
  CAT_TRY(choose_structure(c, &parts));
  CAT_TRY(cat_coupled_exchange(c, s));
  bool account = s->measure.energy && s->solver < CAT_SOLVER_QUASI_AXIAL;  // other matrices
  if (account) CAT_TRY(cat_energy_new(c->arena, c, &c->energy));
  return find_near(c);
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
                          CatCoupled **out) {
  *out = NULL;
  CatArena *arena = cat_arena_new(ctx, 1 << 20);
  CatCoupled *c = arena ? CAT_ARENA(arena, 1, CatCoupled) : NULL;
  CatStatus status = c ? CAT_OK : CAT_ERR_MEMORY;
  if (c) {
    *c = (CatCoupled){.ctx = ctx, .m = m, .spec = spec, .arena = arena};
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

// Tensions at the end of the step if no port acted: T_rest + k e + c e'.
static void free_tensions(CatCoupled *c) {
  const CatStructure *s = c->structure;
  s->ops->read_droppers(s, c->elongation);
  for (int i = 0; i < c->ndropper; i++) {
    CatDropperPort *d = &c->dropper[i];
    double rate = cat_step_v(&s->step, c->elongation[i] - d->e, d->v, d->a);
    d->free = d->rest + d->k * (c->elongation[i] + d->beta * rate);
  }
}

static void join(CatCoupled *c, int i) {
  if (c->is_member[i]) return;
  c->is_member[i] = true;
  c->member[c->nmember++] = i;
}

static double response(const CatCoupled *c, int port, int other) {
  return c->structure->ops->between(c->structure, port, other);
}

static double dropper_response(const CatCoupled *c, int i, int j) {
  const CatDropperPort *d = &c->dropper[j];
  for (const CatNear *n = c->near + d->near; n < c->near + d->near + d->nnear; n++) {
    if (n->dropper == i) return n->g;
  }
  return 0;
}

static bool feels(const CatCoupled *c, const CatDropperPort *d, const CatContact *k) {
  return fabs(d->x - k->x) <= c->reach + 30;  // [m]; the reach is that between droppers
}

static bool is_explicit(const CatCoupled *c) {
  return c->spec->contact.coupling == CAT_COUPLING_EXPLICIT;
}

// Contacts first, then the droppers that take part.
static void contact_rows(CatCoupled *c, const double *gap, int n) {
  double theta = c->structure->step.theta, kappa = c->spec->contact.stiffness;
  kappa += c->spec->contact.damping / c->structure->step.h;
  for (int i = 0; i < c->ncontact; i++) {
    const CatContact *a = &c->contact[i];
    c->q[i] = gap[i];
    c->active[i] = true;
    for (int j = 0; j < c->ncontact; j++) c->W[i * n + j] = theta * response(c, i, j);
    c->W[i * n + i] += cat_lumped_compliance(&a->body) + 1 / kappa;
    for (int j = 0; j < c->nmember; j++) {
      const CatDropperPort *d = &c->dropper[c->member[j]];
      double g = feels(c, d, a) ? theta * response(c, CAT_CONTACTS + c->member[j], i) : 0;
      c->W[i * n + c->ncontact + j] = -g;
      c->W[(c->ncontact + j) * n + i] = g;
    }
  }
}

static void small_problem(CatCoupled *c, int nc, const double *gap) {
  double theta = c->structure->step.theta;
  int n = nc + c->nmember;
  if (nc) contact_rows(c, gap, n);
  for (int i = 0; i < c->nmember; i++) {
    const CatDropperPort *d = &c->dropper[c->member[i]];
    c->q[nc + i] = d->free / d->kappa;
    c->active[nc + i] = d->y > 0;
    for (int j = 0; j < c->nmember; j++) {
      c->W[(nc + i) * n + nc + j] = -theta * dropper_response(c, c->member[i], c->member[j]);
    }
    c->W[(nc + i) * n + nc + i] += 1 / d->kappa;
  }
}

// Tensions with the port forces found.
static void tensions_with(CatCoupled *c, int nc) {
  double theta = c->structure->step.theta;
  for (int i = 0; i < c->ndropper; i++) c->dropper[i].tension = c->dropper[i].free;
  for (int j = 0; j < nc; j++) {
    for (int i = 0; i < c->ndropper && c->p[j] != 0; i++) {
      CatDropperPort *d = &c->dropper[i];
      if (!feels(c, d, &c->contact[j])) continue;
      d->tension += d->kappa * theta * c->p[j] * response(c, CAT_CONTACTS + i, j);
    }
  }
  for (int j = 0; j < c->nmember; j++) {
    const CatDropperPort *slack = &c->dropper[c->member[j]];
    double y = c->p[nc + j];
    for (int k = 0; k < slack->nnear && y > 0; k++) {
      const CatNear *n = &c->near[slack->near + k];
      CatDropperPort *d = &c->dropper[n->dropper];
      d->tension -= d->kappa * theta * y * n->g;
    }
  }
}

// Solves, and lets droppers join that would have to push, until none is left out.
static CatStatus solve_ports(CatCoupled *c, int nc, const double *gap) {
  for (bool grown = true; grown;) {
    small_problem(c, nc, gap);
    CatLcp lcp = {.n = nc + c->nmember,
                  .W = c->W,
                  .q = c->q,
                  .p = c->p,
                  .active = c->active,
                  .work = c->work,
                  .pivot = c->pivot};
    CAT_TRY(cat_lcp_solve(c->ctx, &lcp));
    c->counts.pivots += lcp.rounds;
    c->counts.rounds++;
    tensions_with(c, nc);
    grown = false;
    for (int i = 0; i < c->ndropper && !c->m->spec->dropper.bears_compression; i++) {
      if (c->dropper[i].tension >= 0 || c->is_member[i]) continue;
      join(c, i);
      grown = true;
    }
  }
  return CAT_OK;
}

static void apply_droppers(CatCoupled *c, int nc) {
  CatStructure *s = c->structure;
  for (int i = 0; i < c->ndropper; i++) c->dropper[i].y = 0;
  for (int j = 0; j < c->nmember; j++) {
    CatDropperPort *d = &c->dropper[c->member[j]];
    d->y = c->p[nc + j];
    if (d->y <= 0) continue;
    d->tension = 0;
    s->ops->apply(s, CAT_CONTACTS + c->member[j], -s->step.theta * d->y);
  }
  // slack droppers stay in the small problem; the others leave it
  int n = 0;
  for (int j = 0; j < c->nmember; j++) {
    int i = c->member[j];
    c->is_member[i] = c->dropper[i].y > 0;
    if (c->is_member[i]) c->member[n++] = i;
  }
  c->nmember = n;
}

// Elongations follow from the tensions: T = T_rest + k e + c e' is linear in e.
static void move_droppers(CatCoupled *c) {
  const CatStep *step = &c->structure->step;
  for (int i = 0; i < c->ndropper; i++) {
    CatDropperPort *d = &c->dropper[i];
    double law = d->tension - d->y, v = d->v, a = d->a;  // of the linear law
    double e = c->elongation[i] + (law - d->free) / d->kappa, de = e - d->e;
    d->e = e;
    d->v = cat_step_v(step, de, v, a);
    d->a = cat_step_a(step, de, v, a);
  }
}

static void begin(CatCoupled *c) {
  CatStructure *s = c->structure;
  if (s->step.theta != 1) {
    for (int i = 0; i < c->ncontact; i++) s->ops->push(s, i, c->contact[i].applied);
    for (int j = 0; j < c->nmember; j++) {
      s->ops->push(s, CAT_CONTACTS + c->member[j], -c->dropper[c->member[j]].y);
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

static CatStatus step_implicit(CatCoupled *c) {
  CatStructure *s = c->structure;
  double gap[CAT_CONTACTS] = {0};
  for (int i = 0; i < c->ncontact; i++) {
    CatContact *k = &c->contact[i];
    double head = cat_lumped_free(&k->body, k->force);
    gap[i] = k->under ? law_gap(c->spec, s->step.h, wire_over(c, i) - head, k->gap) : 1;
  }
  CAT_TRY(solve_ports(c, c->ncontact, gap));
  apply_droppers(c, c->ncontact);
  for (int i = 0; i < c->ncontact; i++) {
    CatContact *k = &c->contact[i];
    k->force = k->applied = c->p[i];
    s->ops->apply(s, i, s->step.theta * k->force);
    cat_lumped_commit(&k->body, k->force);
  }
  return CAT_OK;
}

// The line and its droppers under forces that are known.
static CatStatus step_known(CatCoupled *c, const double *force) {
  CatStructure *s = c->structure;
  double theta = s->step.theta;
  for (int i = 0; i < c->ncontact; i++) {
    CatContact *k = &c->contact[i];
    k->applied = k->under ? force[i] : 0;
    s->ops->apply(s, i, theta * k->applied);
    for (int j = 0; j < c->ndropper; j++) {
      CatDropperPort *d = &c->dropper[j];
      if (!feels(c, d, k)) continue;
      double moved = theta * k->applied * response(c, CAT_CONTACTS + j, i);
      d->free += d->kappa * moved;
      c->elongation[j] += moved;
    }
  }
  CAT_TRY(solve_ports(c, 0, NULL));
  apply_droppers(c, 0);
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

// A line that flies off, a head that leaves for good or goes through the wire is no result; nor is
// a step in which the strip passes over what it should feel.
static CatStatus check(CatCoupled *c) {
  static const double FAR = 5, THROUGH = 1;  // [m]
  double h = c->structure->step.h;
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
    if (4 * h * c->spec->measure.cutoff > 1) {
      return give_up(c, i, "the step is too long for the cutoff: at most",
                     0.25e3 / c->spec->measure.cutoff, "ms can show it");
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
  move_droppers(c);
  c->structure->ops->commit(c->structure);
}

CatStatus cat_coupled_step(CatCoupled *c) {
  if (c->energy) cat_energy_before(c->energy);
  begin(c);
  free_tensions(c);
  CAT_TRY(is_explicit(c) ? step_explicit(c) : step_implicit(c));
  observe(c);
  if (c->energy) cat_energy_after(c->energy);
  return check(c);
}

CatStatus cat_coupled_step_line(CatCoupled *c, const double *force) {
  begin(c);
  free_tensions(c);
  CAT_TRY(step_known(c, force));
  observe(c);
  return CAT_OK;
}
