// The beginning of a run: wires and pantographs at rest on each other.
#include <math.h>
#include <string.h>

#include "coupled.h"
#include "energy.h"
#include "linalg/lcp.h"

enum { MOST = 64 };  // ports that take part in the beginning

// Ports are contacts, then droppers that would have to push.
typedef struct Start {
  CatCoupled *c;
  CatArena *scratch;
  CatBand K;  // factor of the line's stiffness
  double *u;  // the line, lifted (n)
  int nport, dropper[MOST];
  double *lift[MOST];  // by a unit force at each port (n)
  double p[MOST];      // forces found; y of droppers [N]
} Start;

static const CatPort *port_of(const Start *s, int i) {
  const CatCoupled *c = s->c;
  return i < c->ncontact ? &c->contact[i].port : &c->dropper_port[s->dropper[i]];
}

static CatStatus add_port(Start *s, int dropper) {
  int n = s->c->tangent.n, i = s->nport++;
  s->dropper[i] = dropper;
  s->lift[i] = CAT_ARENA(s->scratch, n, double);
  if (!s->lift[i]) return CAT_ERR_MEMORY;
  cat_port_apply(port_of(s, i), 1, s->lift[i]);
  cat_band_solve(&s->K, s->lift[i], 1);
  return CAT_OK;
}

static double lifted(const Start *s, int port, int by) {
  return cat_port_read(port_of(s, port), s->lift[by]);
}

static CatStatus prepare(Start *s) {
  CatCoupled *c = s->c;
  s->u = CAT_ARENA(s->scratch, c->tangent.n, double);
  if (!s->u) return CAT_ERR_MEMORY;
  CAT_TRY(cat_band_new(s->scratch, c->tangent.n, c->tangent.K.kd, &s->K));
  cat_band_copy(&s->K, &c->tangent.K);
  CAT_TRY(cat_band_factor(c->ctx, &s->K));
  for (int i = 0; i < c->ncontact; i++) CAT_TRY(add_port(s, -1));
  return CAT_OK;
}

static bool is_raised(const CatCoupled *c, int i) {
  return c->contact[i].under && c->spec->pantograph[i].raise.over == 0;
}

// Row i of the small problem: springs to the ground hold the pantograph, or nothing does, and then
// it presses with all of its force.
static CatStatus contact_row(const Start *s, int i, double *W, double *q) {
  CatCoupled *c = s->c;
  CatContact *k = &c->contact[i];
  CatLumped with = k->body, without = k->body;
  double total = 0;
  for (int j = 0; j < k->body.n; j++) total += k->body.f[j];
  if (!is_raised(c, i) || !cat_lumped_is_held(&k->body)) {
    W[i] = 1;
    *q = is_raised(c, i) ? -total : 1;
    return CAT_OK;
  }
  CAT_TRY(cat_lumped_settle(c->ctx, &without, 0));
  CAT_TRY(cat_lumped_settle(c->ctx, &with, 1));
  for (int j = 0; j < s->nport; j++) W[j] = (j < c->ncontact ? 1 : -1) * lifted(s, i, j);
  W[i] += without.z[0] - with.z[0] + 1 / c->spec->contact.stiffness;
  *q = k->rest_height - without.z[0];
  return CAT_OK;
}

static void dropper_row(const Start *s, int i, double *W, double *q) {
  const CatCoupled *c = s->c;
  int at = s->dropper[i];
  for (int j = 0; j < s->nport; j++) W[j] = (j < c->ncontact ? 1 : -1) * lifted(s, i, j);
  W[i] += 1 / c->dropper.k[at];
  *q = c->dropper.rest[at] / c->dropper.k[at];
}

static CatStatus find_forces(Start *s) {
  CatCoupled *c = s->c;
  double *W = CAT_ARENA(s->scratch, MOST * MOST, double), q[MOST];
  double *work = CAT_ARENA(s->scratch, MOST * (MOST + 1), double);
  bool active[MOST];
  int pivot[MOST], n = s->nport;
  if (!W || !work) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) {
    active[i] = true;
    if (i < c->ncontact) CAT_TRY(contact_row(s, i, W + i * n, &q[i]));
    if (i >= c->ncontact) dropper_row(s, i, W + i * n, &q[i]);
  }
  CatLcp lcp = {.n = n, .W = W, .q = q, .p = s->p, .active = active, .work = work, .pivot = pivot};
  CAT_TRY(cat_lcp_solve(c->ctx, &lcp));
  memset(s->u, 0, (size_t)c->tangent.n * sizeof *s->u);
  for (int i = 0; i < n; i++) {
    double force = i < c->ncontact ? s->p[i] : -s->p[i];
    for (int j = 0; j < c->tangent.n; j++) s->u[j] += force * s->lift[i][j];
  }
  return CAT_OK;
}

static double tension_at(const Start *s, int i) {
  const CatDroppers *d = &s->c->dropper;
  return d->rest[i] + d->k[i] * cat_port_read(&s->c->dropper_port[i], s->u);
}

static bool takes_part(const Start *s, int dropper) {
  for (int i = s->c->ncontact; i < s->nport; i++) {
    if (s->dropper[i] == dropper) return true;
  }
  return false;
}

// Droppers that would have to push join until none is left out.
static CatStatus find_rest(Start *s) {
  CatCoupled *c = s->c;
  for (bool grown = true; grown;) {
    CAT_TRY(find_forces(s));
    grown = false;
    if (c->m->spec->dropper.bears_compression) break;
    for (int i = 0; i < c->ndropper && s->nport < MOST; i++) {
      if (tension_at(s, i) >= 0 || takes_part(s, i)) continue;
      CAT_TRY(add_port(s, i));
      grown = true;
    }
  }
  for (int i = 0; i < c->ncontact; i++) {
    c->contact[i].force = c->contact[i].applied = is_raised(c, i) ? s->p[i] : 0;
  }
  return CAT_OK;
}

static CatStatus settle(const Start *s, int i) {
  CatCoupled *c = s->c;
  CatContact *k = &c->contact[i];
  k->height = k->rest_height + cat_port_read(&k->port, s->u);
  if (is_raised(c, i) && k->force > 0) {
    cat_lumped_start(&k->body, k->height + k->force / c->spec->contact.stiffness, k->force);
  } else if (cat_lumped_is_held(&k->body)) {
    CAT_TRY(cat_lumped_settle(c->ctx, &k->body, 0));
  } else {
    cat_lumped_start(&k->body, k->body.base - c->spec->pantograph[i].raise.below, 0);
  }
  memcpy(k->body.f0, k->body.f, sizeof k->body.f0);
  k->gap = k->height - k->body.z[0];
  return CAT_OK;
}

static void start_droppers(const Start *s) {
  CatCoupled *c = s->c;
  CatDroppers *d = &c->dropper;
  for (int i = 0; i < d->n; i++) {
    d->e[i] = cat_port_read(&c->dropper_port[i], s->u);
    d->v[i] = d->a[i] = d->y[i] = 0;
    d->tension[i] = d->rest[i] + d->k[i] * d->e[i];
  }
  for (int i = c->ncontact; i < s->nport; i++) {
    if (s->p[i] <= 0) continue;
    d->y[s->dropper[i]] = s->p[i];
    d->tension[s->dropper[i]] = 0;
  }
  c->ports.theta = c->structure->step.theta;
  cat_unilateral_begin(&c->ports, d);
}

static CatStatus fill(Start *s) {
  CatCoupled *c = s->c;
  for (int i = 0; i < c->ncontact; i++) {
    CatContact *k = &c->contact[i];
    k->over = (CatOver){0};
    cat_contact_find(c, k, cat_contact_place(c, i, 0));
    cat_contact_raise(c, i, k->x);
    c->structure->ops->place(c->structure, i, &k->port);
  }
  CAT_TRY(prepare(s));
  CAT_TRY(find_rest(s));
  c->structure->ops->clear(c->structure, s->u);
  for (int i = 0; i < c->ncontact; i++) CAT_TRY(settle(s, i));
  start_droppers(s);
  return CAT_OK;
}

CatStatus cat_coupled_start(CatCoupled *c, const double *static_force) {
  memcpy(c->static_force, static_force, (size_t)c->ncontact * sizeof *static_force);
  c->counts = (CatCoupledCounts){0};
  c->t = 0;
  CatArena *scratch = cat_arena_new(c->ctx, 1 << 20);
  CatStatus status = scratch ? fill(&(Start){.c = c, .scratch = scratch}) : CAT_ERR_MEMORY;
  cat_arena_free(scratch);
  if (!status && c->energy) cat_energy_start(c->energy);
  return status;
}
