#include "coupled.h"

#include <math.h>
#include <string.h>

#include "element/cable.h"
#include "linalg/lcp.h"
#include "rest/parts.h"

//------------------------------------------------------------------------------- set-up

static CatStep step_of(const CatTrainSpec *s) {
  switch (s->time.method) {
  case CAT_SCHEME_NEWMARK: return cat_step_newmark(s->time.step);
  case CAT_SCHEME_ALPHA: return cat_step_alpha(s->time.step, s->time.rho);
  default: return cat_step_hht(s->time.step, s->time.alpha);
  }
}

// The response of a dropper is kept only where it matters.
static CatStatus keep_response(CatArena *a, const double *x, CatResponse *r) {
  double most = 0;
  for (int i = r->from; i < r->to; i++) most = fmax(most, fabs(x[i]));
  while (r->from < r->to && fabs(x[r->from]) < 1e-13 * most) r->from++;
  while (r->to > r->from && fabs(x[r->to - 1]) < 1e-13 * most) r->to--;
  r->x = CAT_ARENA(a, r->to - r->from + 1, double);
  if (!r->x) return CAT_ERR_MEMORY;
  memcpy(r->x, x + r->from, (size_t)(r->to - r->from) * sizeof *x);
  return CAT_OK;
}

static CatStatus dropper_ports(CatCoupled *c) {
  const CatStep *step = &c->structure.step;
  double *x = c->structure.m;  // not in use between steps
  memset(x, 0, (size_t)c->tangent.n * sizeof *x);
  CatResponse whole = {0, 0, x};
  for (int i = 0; i < c->ndropper; i++) {
    CatDropperPort *d = &c->dropper[i];
    d->port = cat_tangent_dropper(c->m, &c->tangent, i, &d->k);
    d->kappa = d->k * (1 + c->structure.beta * step->u_to_v);
    d->rest = cat_rest_dropper_axial(c->m, i);
    cat_structure_column(&c->structure, &d->port, &whole);
    d->response = whole;
    CAT_TRY(keep_response(c->arena, x, &d->response));
  }
  return CAT_OK;
}

static CatStatus reserve(CatCoupled *c) {
  int n = c->ndropper + CAT_CONTACTS;
  size_t square = (size_t)n * (size_t)n;
  c->dropper = CAT_ARENA(c->arena, c->ndropper + 1, CatDropperPort);
  c->member = CAT_ARENA(c->arena, n, int);
  c->is_member = CAT_ARENA(c->arena, n, bool);
  c->active = CAT_ARENA(c->arena, n, bool);
  c->W = CAT_ARENA(c->arena, square, double);
  c->q = CAT_ARENA(c->arena, n, double);
  c->p = CAT_ARENA(c->arena, n, double);
  c->work = CAT_ARENA(c->arena, square + (size_t)n, double);
  c->pivot = CAT_ARENA(c->arena, n, int);
  for (int i = 0; i < c->ncontact; i++) {
    c->contact[i].response.x = CAT_ARENA(c->arena, c->tangent.n, double);
    if (!c->contact[i].response.x) return CAT_ERR_MEMORY;
  }
  bool ok = c->dropper && c->member && c->is_member && c->active && c->W && c->q && c->p &&
            c->work && c->pivot;
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

static CatStatus fill(CatCoupled *c) {
  const CatTrainSpec *s = c->spec;
  CatStep step = step_of(s);
  const double rayleigh[2] = {s->damping.alpha, s->damping.beta};
  CAT_TRY(cat_tangent_new(c->arena, c->m, &c->tangent));
  CAT_TRY(cat_structure_new(c->arena, c->m, &c->tangent, &step, rayleigh, &c->structure));
  c->ndropper = c->m->ndropper;
  c->ncontact = s->npantograph;
  CAT_TRY(reserve(c));
  for (int i = 0; i < c->ncontact; i++) {
    CAT_TRY(cat_lumped_new(c->ctx, &s->pantograph[i].body, &step, &c->contact[i].body));
    c->contact[i].behind = s->pantograph[i].behind;
  }
  return dropper_ports(c);
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

//------------------------------------------------------------------------------- contact points

// The element of the contact wire over x at rest, and the share of it; eq. (7) of PACDIN.
static int cable_over(const CatModel *m, double x, double *xi) {
  const CatWire *w = &m->wire[0];
  int lo = w->cable, hi = w->cable + w->ncable - 1;
  while (lo < hi) {
    int mid = (lo + hi + 1) / 2, a = m->cable[mid].a;
    if (m->node[a].s + m->node[a].q[CAT_ALONG] <= x)
      lo = mid;
    else
      hi = mid - 1;
  }
  const CatLineNode *a = &m->node[m->cable[lo].a], *b = &m->node[m->cable[lo].b];
  double xa = a->s + a->q[CAT_ALONG], xb = b->s + b->q[CAT_ALONG];
  *xi = fmin(fmax((x - xa) / (xb - xa), 0), 1);
  return lo;
}

static void place_contact(CatCoupled *c, CatContact *k, double x) {
  double xi, q[12], r[3];
  int i = cable_over(c->m, x, &xi);
  CatCable cable = cat_cable_kernel(c->m, i);
  cat_rest_cable(c->m, i, q);
  cat_cable_position(&cable, q, xi, r);
  k->x = x;
  k->rest_height = r[CAT_UP];
  k->port = cat_tangent_wire(c->m, &c->tangent, i, xi, CAT_UP);
}

static double place_at(const CatCoupled *c, int i, double t) {
  return c->spec->run.from - c->contact[i].behind + c->spec->run.speed * t;
}

//------------------------------------------------------------------------------- start

// Wires and pantographs at rest on each other: the line lifted by the static forces.
CatStatus cat_coupled_start(CatCoupled *c, const double *static_force) {
  CatStructure *s = &c->structure;
  size_t bytes = (size_t)c->tangent.n * sizeof(double);
  CatBand K;
  CatArena *scratch = cat_arena_new(c->ctx, 1 << 20);
  CatStatus status =
      scratch ? cat_band_new(scratch, c->tangent.n, c->tangent.K.kd, &K) : CAT_ERR_MEMORY;
  if (!status) {
    cat_band_copy(&K, &c->tangent.K);
    status = cat_band_factor(c->ctx, &K);
  }
  if (!status) {
    memset(s->u, 0, bytes), memset(s->v, 0, bytes), memset(s->a, 0, bytes);
    for (int i = 0; i < c->ncontact; i++) {
      place_contact(c, &c->contact[i], place_at(c, i, 0));
      cat_port_apply(&c->contact[i].port, static_force[i], s->u);
    }
    cat_band_solve(&K, s->u, 1);
  }
  cat_arena_free(scratch);
  for (int i = 0; i < c->ncontact && !status; i++) {
    CatContact *k = &c->contact[i];
    double head = k->rest_height + cat_port_read(&k->port, s->u);
    k->force = static_force[i];
    k->height = head;
    cat_lumped_force(&k->body, static_force[i]);
    cat_lumped_start(&k->body, head + k->force / c->spec->contact.stiffness, k->force);
  }
  for (int i = 0; i < c->ndropper; i++) c->dropper[i].y = 0, c->is_member[i] = false;
  c->nmember = 0;
  c->counts = (CatCoupledCounts){0};
  c->t = 0;
  return status;
}

//------------------------------------------------------------------------------- step

static double response_seen(const CatPort *b, const CatResponse *r, bool shifted) {
  double sum = 0;
  for (int k = 0; k < b->n; k++) {
    int i = b->dof[k];
    if (i >= r->from && i < r->to) sum += b->b[k] * r->x[shifted ? i - r->from : i];
  }
  return sum;
}

// Tensions at the end of the step if no port acted: T_rest + k e + c e'.
static void free_tensions(CatCoupled *c) {
  const CatStructure *s = &c->structure;
  for (int i = 0; i < c->ndropper; i++) {
    CatDropperPort *d = &c->dropper[i];
    double e1 = cat_port_read(&d->port, s->next), e0 = cat_port_read(&d->port, s->u);
    double v0 = cat_port_read(&d->port, s->v), a0 = cat_port_read(&d->port, s->a);
    double rate = cat_step_v(&s->step, e1 - e0, v0, a0);
    d->free = d->rest + d->k * (e1 + s->beta * rate);
  }
}

static void join(CatCoupled *c, int i) {
  if (c->is_member[i]) return;
  c->is_member[i] = true;
  c->member[c->nmember++] = i;
}

// Contacts first, then the droppers that take part.
static void small_problem(CatCoupled *c, const double *gap) {
  double theta = c->structure.step.theta;
  int nc = c->ncontact, n = nc + c->nmember;
  for (int i = 0; i < nc; i++) {
    const CatContact *a = &c->contact[i];
    c->q[i] = gap[i];
    c->active[i] = true;
    for (int j = 0; j < nc; j++) {
      c->W[i * n + j] = theta * response_seen(&a->port, &c->contact[j].response, false);
    }
    c->W[i * n + i] += cat_lumped_compliance(&a->body) + 1 / c->spec->contact.stiffness;
    for (int j = 0; j < c->nmember; j++) {
      const CatDropperPort *d = &c->dropper[c->member[j]];
      double g = theta * response_seen(&a->port, &d->response, true);
      c->W[i * n + nc + j] = -g;
      c->W[(nc + j) * n + i] = g;
    }
  }
  for (int i = 0; i < c->nmember; i++) {
    const CatDropperPort *d = &c->dropper[c->member[i]];
    c->q[nc + i] = d->free / d->kappa;
    c->active[nc + i] = d->y > 0;
    for (int j = 0; j < c->nmember; j++) {
      c->W[(nc + i) * n + nc + j] =
          -theta * response_seen(&d->port, &c->dropper[c->member[j]].response, true);
    }
    c->W[(nc + i) * n + nc + i] += 1 / d->kappa;
  }
}

// Tension of a dropper with the port forces found; negative: it must take part.
static double tension_with(const CatCoupled *c, int i) {
  const CatDropperPort *d = &c->dropper[i];
  double theta = c->structure.step.theta, lift = 0;
  for (int j = 0; j < c->ncontact; j++) {
    lift += c->p[j] * response_seen(&d->port, &c->contact[j].response, false);
  }
  for (int j = 0; j < c->nmember; j++) {
    double y = c->p[c->ncontact + j];
    if (y > 0) lift -= y * response_seen(&d->port, &c->dropper[c->member[j]].response, true);
  }
  return d->free + d->kappa * theta * lift;
}

// Solves, and lets droppers join that would have to push, until none is left out.
static CatStatus solve_ports(CatCoupled *c, const double *gap) {
  for (bool grown = true; grown;) {
    small_problem(c, gap);
    CatLcp lcp = {.n = c->ncontact + c->nmember,
                  .W = c->W,
                  .q = c->q,
                  .p = c->p,
                  .active = c->active,
                  .work = c->work,
                  .pivot = c->pivot};
    CAT_TRY(cat_lcp_solve(c->ctx, &lcp));
    c->counts.pivots += lcp.rounds;
    c->counts.rounds++;
    grown = false;
    for (int i = 0; i < c->ndropper; i++) {
      CatDropperPort *d = &c->dropper[i];
      d->tension = tension_with(c, i);
      if (d->tension >= 0 || c->is_member[i]) continue;
      join(c, i);
      grown = true;
    }
  }
  return CAT_OK;
}

static void apply_response(double *next, const CatResponse *r, double force, bool shifted) {
  const double *x = shifted ? r->x - r->from : r->x;
  for (int i = r->from; i < r->to; i++) next[i] += force * x[i];
}

static void apply_ports(CatCoupled *c) {
  double theta = c->structure.step.theta;
  for (int i = 0; i < c->ncontact; i++) {
    CatContact *k = &c->contact[i];
    k->force = c->p[i];
    apply_response(c->structure.next, &k->response, theta * k->force, false);
    cat_lumped_commit(&k->body, k->force);
  }
  for (int i = 0; i < c->ndropper; i++) c->dropper[i].y = 0;
  for (int j = 0; j < c->nmember; j++) {
    CatDropperPort *d = &c->dropper[c->member[j]];
    d->y = c->p[c->ncontact + j];
    d->tension = d->y > 0 ? 0 : d->tension;
    if (d->y > 0) apply_response(c->structure.next, &d->response, -theta * d->y, true);
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

CatStatus cat_coupled_step(CatCoupled *c) {
  CatStructure *s = &c->structure;
  double late = 1 - s->step.theta, gap[CAT_CONTACTS] = {0};
  cat_structure_load(s);
  if (late != 0) {
    for (int i = 0; i < c->ncontact; i++) {
      cat_port_apply(&c->contact[i].port, late * c->contact[i].force, s->next);
    }
    for (int j = 0; j < c->nmember; j++) {
      const CatDropperPort *d = &c->dropper[c->member[j]];
      cat_port_apply(&d->port, -late * d->y, s->next);
    }
  }
  cat_structure_solve(s);
  c->counts.steps++;
  c->t = (double)c->counts.steps * s->step.h;
  for (int i = 0; i < c->ncontact; i++) {
    CatContact *k = &c->contact[i];
    double head = cat_lumped_free(&k->body, k->force);
    place_contact(c, k, place_at(c, i, c->t));
    cat_structure_column(s, &k->port, &k->response);
    gap[i] = k->rest_height + cat_port_read(&k->port, s->next) - head;
  }
  free_tensions(c);
  CAT_TRY(solve_ports(c, gap));
  apply_ports(c);
  cat_structure_commit(s);
  for (int i = 0; i < c->ncontact; i++) {
    CatContact *k = &c->contact[i];
    k->height = k->rest_height + cat_port_read(&k->port, s->u);
    if (!isfinite(k->force + k->height)) {
      return CAT_FAIL(c->ctx, CAT_ERR_DIVERGED,
                      "contact force %d is no longer finite at x = %.2f m", i + 1, k->x);
    }
  }
  return CAT_OK;
}
