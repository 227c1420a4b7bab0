#include "line_shared.h"

#include "base/clock.h"
#include "ode/central.h"
#include "ode/runge_kutta.h"
#include "structure/lanes/flat.h"
#include "structure/modal.h"

CatStep cat_train_step(const CatTrainSpec *s) {
  switch (s->time.method) {
  case CAT_SCHEME_NEWMARK: return cat_step_newmark(s->time.step);
  case CAT_SCHEME_ALPHA: return cat_step_alpha(s->time.step, s->time.rho);
  case CAT_SCHEME_CONSERVING: return cat_step_alpha(s->time.step, 1);
  case CAT_SCHEME_CENTRAL: return cat_step_central(s->time.step);
  case CAT_SCHEME_RUNGE_KUTTA: return cat_step_runge_kutta(s->time.step);
  default: return cat_step_hht(s->time.step, s->time.alpha);
  }
}

CatLineParts cat_line_shared_parts(const CatLineShared *c, const CatLineAtRest *line) {
  return (CatLineParts){.model = line->m,
                        .rest = line->rest,
                        .system = &c->system,
                        .damping = &c->damping,
                        .step = cat_train_step(line->spec),
                        .nmoving = cat_train_contacts(line->spec),
                        .ntie = line->m->ndropper,
                        .tie = c->tie_port};
}

//------------------------------------------------------------------------------- linear system

static bool is_flat(const CatTrainSpec *s) {
  if (s->dynamics == CAT_DYNAMICS_NONLINEAR) return false;
  return s->solver != CAT_SOLVER_BAND && s->solver != CAT_SOLVER_MODAL;
}

static CatStatus linearise(CatArena *a, const CatLineAtRest *line, CatLinearSystem *out) {
  CatLinearSystem whole;
  CAT_TRY(cat_linear_system_new(a, line->m, line->rest, &whole));
  if (is_flat(line->spec)) return cat_lanes_flat_system(a, line->m, line->rest, &whole, out);
  *out = whole;
  return CAT_OK;
}

static CatStatus find_ports(CatArena *a, const CatLineAtRest *line, CatLineShared *c) {
  int n = line->m->ndropper;
  c->tie_port = CAT_ARENA(a, n + 1, CatPort);
  c->tie_stiffness = CAT_ARENA(a, n + 1, double);
  if (!c->tie_port || !c->tie_stiffness) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) {
    c->tie_port[i] = cat_port_dropper(line->m, line->rest, &c->system, i, &c->tie_stiffness[i]);
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- reduced basis

static CatStatus find_basis(CatArena *a, const CatLineAtRest *line, CatLineShared *c) {
  const CatTrainSpec *spec = line->spec;
  CatBasisOptions o = {.vectors = spec->modal.vectors,
                       .select = spec->modal.select,
                       .attachments = spec->modal.attachments,
                       .residual = spec->modal.residual,
                       .cutoff = spec->measure.cutoff,
                       .nport = line->m->ndropper,
                       .port = c->tie_port};
  if (spec->modal.basis == CAT_MODAL_WHOLE) {
    return cat_basis_whole(a, line->m, &c->system, &o, c->basis);
  }
  CatSynthesis *s = CAT_ARENA(a, 1, CatSynthesis);
  if (!s) return CAT_ERR_MEMORY;
  CAT_TRY(cat_synthesis_new(a, line->m, &c->system, s));
  return cat_basis_components(a, line->m, s, &o, c->basis);
}

static CatStatus refuse_modal(CatArena *a, const char *why) {
  return CAT_FAIL(cat_arena_context(a), CAT_ERR_ARG, "the solver modal cannot take this line: %s",
                  why);
}

static CatStatus make_basis(CatArena *a, const CatLineAtRest *line, CatLineShared *c) {
  const char *why = NULL;
  double begin = cat_clock_now();
  CatLineParts parts = cat_line_shared_parts(c, line);
  CatBasis *basis = c->basis = CAT_ARENA(a, 1, CatBasis);
  if (!basis) return CAT_ERR_MEMORY;
  if (!cat_modal_fits(&parts, line->spec->modal.basis == CAT_MODAL_WHOLE, &why)) {
    return refuse_modal(a, why);
  }
  CAT_TRY(find_basis(a, line, c));
  if (basis->npart == 0) return refuse_modal(a, "it has no nodes between its masts");
  c->basis_seconds = cat_clock_now() - begin;
  return CAT_OK;
}

CatStatus cat_line_shared_new(CatArena *a, const CatLineAtRest *line, CatLineShared **out) {
  CatLineShared *c = *out = CAT_ARENA(a, 1, CatLineShared);
  if (!c) return CAT_ERR_MEMORY;
  CAT_TRY(linearise(a, line, &c->system));
  CAT_TRY(cat_line_damping_new(a, line, &c->system, is_flat(line->spec), &c->damping));
  CAT_TRY(find_ports(a, line, c));
  return line->spec->solver == CAT_SOLVER_MODAL ? make_basis(a, line, c) : CAT_OK;
}
