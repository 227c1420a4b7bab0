#include "line_sim.h"

#include <stdio.h>

#include "assemble/elements.h"
#include "base/clock.h"
#include "structure/banded.h"
#include "structure/lanes/flat.h"
#include "structure/lanes/lanes.h"
#include "structure/modal.h"

CatStep cat_train_step(const CatTrainSpec *s) {
  switch (s->time.method) {
  case CAT_SCHEME_NEWMARK: return cat_step_newmark(s->time.step);
  case CAT_SCHEME_ALPHA: return cat_step_alpha(s->time.step, s->time.rho);
  default: return cat_step_hht(s->time.step, s->time.alpha);
  }
}

//------------------------------------------------------------------------------- droppers

static CatStatus make_ties(CatLineSim *c) {
  const CatTrainSpec *s = c->spec;
  CatTies *d = &c->ties;
  c->tie_port = CAT_ARENA(c->arena, c->m->ndropper + 1, CatPort);
  if (!c->tie_port) return CAT_ERR_MEMORY;
  CAT_TRY(cat_ties_new(c->arena, c->m->ndropper, d));
  for (int i = 0; i < d->n; i++) {
    c->tie_port[i] = cat_port_dropper(c->m, c->rest, &c->system, i, &d->k[i]);
    d->x[i] = c->m->node[c->m->dropper[i].low].s;
    d->beta[i] = s->damping.dropper.given ? s->damping.dropper.beta : s->damping.beta;
    d->rest[i] = cat_dropper_part_axial(c->m, c->rest, i);
    d->bears[i] = c->m->spec->dropper.bears_compression;
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- backend

static bool is_flat(const CatTrainSpec *s) {
  return s->solver != CAT_SOLVER_BAND && s->solver != CAT_SOLVER_MODAL;
}

static bool is_quasi(const CatTrainSpec *s) {
  return s->solver == CAT_SOLVER_QUASI_AXIAL || s->solver == CAT_SOLVER_QUASI_AXIAL_F32;
}

static CatStatus make_basis(CatLineSim *c, CatBasis *basis) {
  const CatTrainSpec *spec = c->spec;
  CatBasisOptions o = {.vectors = spec->modal.vectors,
                       .select = spec->modal.select,
                       .attachments = spec->modal.attachments,
                       .residual = spec->modal.residual,
                       .cutoff = spec->measure.cutoff,
                       .nport = c->ties.n,
                       .port = c->tie_port};
  if (spec->modal.basis == CAT_MODAL_WHOLE) {
    return cat_basis_whole(c->arena, c->m, &c->system, &o, basis);
  }
  CatSynthesis *s = CAT_ARENA(c->arena, 1, CatSynthesis);
  if (!s) return CAT_ERR_MEMORY;
  CAT_TRY(cat_synthesis_new(c->arena, c->m, &c->system, s));
  return cat_basis_components(c->arena, c->m, s, &o, basis);
}

static CatStatus refuse_modal(const CatLineSim *c, const char *why) {
  return CAT_FAIL(c->ctx, CAT_ERR_ARG, "the solver modal cannot take this line: %s", why);
}

static CatStatus make_modal(CatLineSim *c, const CatLineParts *parts) {
  const char *why = NULL;
  double begin = cat_clock_now();
  CatBasis *basis = c->basis = CAT_ARENA(c->arena, 1, CatBasis);
  if (!basis) return CAT_ERR_MEMORY;
  if (!cat_modal_fits(parts, c->spec->modal.basis == CAT_MODAL_WHOLE, &why)) {
    return refuse_modal(c, why);
  }
  CAT_TRY(make_basis(c, basis));
  if (basis->npart == 0) return refuse_modal(c, "it has no nodes between its masts");
  c->basis_seconds = cat_clock_now() - begin;
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
static CatStatus make_structure(CatLineSim *c, const CatLineParts *parts) {
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

//------------------------------------------------------------------------------- simulation

static double distance(const void *self, double t) {
  return cat_motion_distance(self, t);
}

static double speed(const void *self, double t) {
  return cat_motion_speed(self, t);
}

CatStatus cat_train_pantograph(CatContext *ctx, CatArena *a, const CatTrainSpec *s, int i,
                               CatMechanism **out) {
  const CatTrainPantograph *p = &s->pantograph[i];
  CatPantographInput in = {.spec = &p->body,
                           .step = cat_train_step(s),
                           .raise = {p->raise.from, p->raise.over, p->raise.below}};
  return cat_pantograph_new(ctx, a, p->model, &in, out);
}

static CatStatus make_pantographs(CatLineSim *c, double *start) {
  const CatTrainSpec *s = c->spec;
  c->pantograph = CAT_ARENA(c->arena, s->npantograph + 1, CatMechanism *);
  if (!c->pantograph) return CAT_ERR_MEMORY;
  for (int i = 0; i < s->npantograph; i++) {
    CAT_TRY(cat_train_pantograph(c->ctx, c->arena, s, i, &c->pantograph[i]));
    start[i] = s->run.from - s->pantograph[i].behind;
  }
  return CAT_OK;
}

static const char *name_of(CatLineSim *c, int i) {
  char text[32];
  int n = snprintf(text, sizeof text, "pantograph %d", i + 1);
  return cat_arena_text(c->arena, text, (size_t)n);
}

static CatStatus make_sim(CatLineSim *c) {
  const CatTrainSpec *s = c->spec;
  int n = s->npantograph;
  CatContactSetup *contact = CAT_ARENA(c->arena, n + 1, CatContactSetup);
  double *start = CAT_ARENA(c->arena, n + 1, double);
  if (!contact || !start) return CAT_ERR_MEMORY;
  CAT_TRY(make_pantographs(c, start));
  c->motion = cat_train_motion(s);
  c->guide = cat_wire_guide(c->m, c->rest, &c->system);
  for (int i = 0; i < n; i++) {
    contact[i] = (CatContactSetup){.name = name_of(c, i),
                                   .guide = &c->guide.base,
                                   .mechanism = i,
                                   .side = 1,
                                   .stiffness = s->contact.stiffness,
                                   .damping = s->contact.damping};
    if (!contact[i].name) return CAT_ERR_MEMORY;
  }
  CatSimSetup setup = {.nstructure = 1,
                       .structure = &c->structure,
                       .ties = &c->ties,
                       .nmechanism = n,
                       .mechanism = c->pantograph,
                       .start = start,
                       .ncontact = n,
                       .contact = contact,
                       .travel = {distance, speed, &c->motion},
                       .explicit_coupling = s->contact.coupling == CAT_COUPLING_EXPLICIT};
  return cat_sim_new(c->ctx, &setup, &c->sim);
}

static CatStatus linearise(CatLineSim *c) {
  CatLinearSystem whole;
  CAT_TRY(cat_linear_system_new(c->arena, c->m, c->rest, &whole));
  if (is_flat(c->spec)) return cat_lanes_flat_system(c->arena, c->m, c->rest, &whole, &c->system);
  c->system = whole;
  return CAT_OK;
}

static CatStatus fill(CatLineSim *c) {
  const CatTrainSpec *s = c->spec;
  CAT_TRY(linearise(c));
  CAT_TRY(cat_line_sim_damping(c, is_flat(s)));
  CAT_TRY(make_ties(c));
  CatLineParts parts = {.model = c->m,
                        .rest = c->rest,
                        .system = &c->system,
                        .damping = &c->damping,
                        .step = cat_train_step(s),
                        .nmoving = s->npantograph,
                        .ntie = c->ties.n,
                        .tie = c->tie_port};
  CAT_TRY(make_structure(c, &parts));
  c->why = reason(s);
  return make_sim(c);
}

CatStatus cat_line_sim_new(CatContext *ctx, const CatTrainSpec *spec, const CatLineModel *m,
                           const CatConfiguration *rest, CatLineSim **out) {
  *out = NULL;
  CatArena *arena = cat_arena_new(ctx, 1 << 20);
  CatLineSim *c = arena ? CAT_ARENA(arena, 1, CatLineSim) : NULL;
  CatStatus status = c ? CAT_OK : CAT_ERR_MEMORY;
  if (c) {
    *c = (CatLineSim){.ctx = ctx, .m = m, .rest = rest, .spec = spec, .arena = arena};
    status = fill(c);
  }
  if (status) {
    cat_arena_free(arena);
    return status;
  }
  *out = c;
  return CAT_OK;
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

CatStatus cat_line_case_build(CatContext *ctx, const CatSpec *input, CatLineCase *out) {
  const CatTrainSpec *spec = cat_spec_values(input);
  double begin = cat_clock_now();
  *out = (CatLineCase){0};
  CAT_TRY(cat_line_model_new(ctx, &spec->line, &out->m));
  CAT_TRY(cat_rest_find(ctx, input, out->m, &out->at_rest, &out->rest));
  out->rest_seconds = cat_clock_now() - begin;
  begin = cat_clock_now();
  CAT_TRY(cat_line_sim_new(ctx, spec, out->m, out->at_rest, &out->c));
  out->offline_seconds = cat_clock_now() - begin;
  return CAT_OK;
}

void cat_line_case_free(CatLineCase *l) {
  cat_line_sim_free(l->c);
  cat_configuration_free(l->at_rest);
  cat_line_model_free(l->m);
}
