// The beginning of a run: wires and pantographs at rest on each other.
#include <math.h>
#include <string.h>

#include "coupled.h"
#include "energy.h"
#include "linalg/lcp.h"

typedef struct Start {
  CatCoupled *c;
  CatBand K;     // factor of the line's stiffness
  double *u;     // the line, lifted (n)
  double *lift;  // by a unit force at each contact (ncontact x n)
} Start;

static double *lift_of(const Start *s, int i) {
  return s->lift + (size_t)i * (size_t)s->c->tangent.n;
}

static CatStatus prepare(CatArena *scratch, Start *s) {
  CatCoupled *c = s->c;
  int n = c->tangent.n;
  s->u = CAT_ARENA(scratch, n, double);
  s->lift = CAT_ARENA(scratch, (size_t)n * CAT_CONTACTS, double);
  if (!s->u || !s->lift) return CAT_ERR_MEMORY;
  CAT_TRY(cat_band_new(scratch, n, c->tangent.K.kd, &s->K));
  cat_band_copy(&s->K, &c->tangent.K);
  CAT_TRY(cat_band_factor(c->ctx, &s->K));
  for (int i = 0; i < c->ncontact; i++) {
    cat_port_apply(&c->contact[i].port, 1, lift_of(s, i));
    cat_band_solve(&s->K, lift_of(s, i), 1);
  }
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
  int n = c->ncontact;
  for (int j = 0; j < k->body.n; j++) total += k->body.f[j];
  if (!is_raised(c, i) || !cat_lumped_is_held(&k->body)) {
    W[i * n + i] = 1;
    q[i] = is_raised(c, i) ? -total : 1;
    return CAT_OK;
  }
  CAT_TRY(cat_lumped_settle(c->ctx, &without, 0));
  CAT_TRY(cat_lumped_settle(c->ctx, &with, 1));
  for (int j = 0; j < n; j++) W[i * n + j] = cat_port_read(&k->port, lift_of(s, j));
  W[i * n + i] += without.z[0] - with.z[0] + 1 / c->spec->contact.stiffness;
  q[i] = k->rest_height - without.z[0];
  return CAT_OK;
}

static CatStatus find_forces(const Start *s) {
  CatCoupled *c = s->c;
  double W[CAT_CONTACTS * CAT_CONTACTS] = {0}, q[CAT_CONTACTS], p[CAT_CONTACTS];
  double work[CAT_CONTACTS * (CAT_CONTACTS + 1)];
  bool active[CAT_CONTACTS] = {true, true, true, true};
  int pivot[CAT_CONTACTS];
  for (int i = 0; i < c->ncontact; i++) CAT_TRY(contact_row(s, i, W, q));
  CatLcp lcp = {
      .n = c->ncontact, .W = W, .q = q, .p = p, .active = active, .work = work, .pivot = pivot};
  CAT_TRY(cat_lcp_solve(c->ctx, &lcp));
  for (int i = 0; i < c->ncontact; i++) {
    c->contact[i].force = c->contact[i].applied = is_raised(c, i) ? p[i] : 0;
    for (int j = 0; j < c->tangent.n; j++) s->u[j] += c->contact[i].force * lift_of(s, i)[j];
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
  for (int i = 0; i < c->ndropper; i++) {
    CatDropperPort *d = &c->dropper[i];
    d->e = cat_port_read(&c->dropper_port[i], s->u);
    d->v = d->a = d->y = 0;
    d->tension = d->rest + d->k * d->e;
    c->is_member[i] = false;
  }
  c->nmember = 0;
}

static CatStatus fill(CatArena *scratch, Start *s) {
  CatCoupled *c = s->c;
  for (int i = 0; i < c->ncontact; i++) {
    CatContact *k = &c->contact[i];
    cat_contact_find(c, k, cat_contact_place(c, i, 0));
    cat_contact_raise(c, i, k->x);
    c->structure->ops->place(c->structure, i, &k->port);
  }
  CAT_TRY(prepare(scratch, s));
  CAT_TRY(find_forces(s));
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
  CatStatus status = scratch ? fill(scratch, &(Start){.c = c}) : CAT_ERR_MEMORY;
  cat_arena_free(scratch);
  if (!status && c->energy) cat_energy_start(c->energy);
  return status;
}
