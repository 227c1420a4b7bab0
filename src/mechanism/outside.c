#include "outside.h"

#include <math.h>
#include <string.h>

static CatOutside *own(CatMechanism *m) {
  return (CatOutside *)m;
}

static const CatOutside *seen(const CatMechanism *m) {
  return (const CatOutside *)m;
}

// It stands where it is and gives way to nothing.
static CatStatus stand(CatContext *ctx, const CatMechanism *m, CatStand *out) {
  (void)ctx;
  size_t n = (size_t)m->nport;
  out->held = !m->known;
  memcpy(out->z0, seen(m)->z, n * sizeof *out->z0);
  memset(out->D, 0, n * n * sizeof *out->D);
  for (int i = 0; i < m->nport; i++) out->f0[i] = -seen(m)->force[i];
  return CAT_OK;
}

static CatStatus start(CatContext *ctx, CatMechanism *m, const double *z, const double *f) {
  (void)ctx, (void)f;
  for (int i = 0; i < m->nport && z && m->known; i++) {
    if (!isnan(z[i])) own(m)->z[i] = z[i];
  }
  return CAT_OK;
}

static void drive(CatMechanism *m, const CatJourney *to) {
  (void)m, (void)to;
}

static void free_step(CatMechanism *m, double *z) {
  memcpy(z, seen(m)->z, (size_t)m->nport * sizeof *z);
}

static void commit(CatMechanism *m, const double *f) {
  (void)m, (void)f;
}

static double compliance(const CatMechanism *m, int port, int other) {
  (void)m, (void)port, (void)other;
  return 0;
}

// Its energy is the business of whoever it is.
static void energy(const CatMechanism *m, CatMechanismEnergy *out) {
  (void)m;
  *out = (CatMechanismEnergy){0};
}

static void snapshot(CatMechanism *m, CatSnapshot *to) {
  CAT_SNAPSHOT_ARRAY(to, own(m)->z, m->nport);
  CAT_SNAPSHOT_ARRAY(to, own(m)->force, m->nport);
}

static const CatMechanismOps ops = {
    .name = "outside",
    .stand = stand,
    .start = start,
    .drive = drive,
    .free_step = free_step,
    .commit = commit,
    .compliance = compliance,
    .energy = energy,
    .snapshot = snapshot,
};

CatStatus cat_outside_new(CatArena *a, int nport, const double *offset, bool by_force,
                          CatOutside *out) {
  size_t n = (size_t)nport;
  *out = (CatOutside){.offset = CAT_ARENA(a, n + 1, double),
                      .z = CAT_ARENA(a, n + 1, double),
                      .force = CAT_ARENA(a, n + 1, double)};
  if (!out->offset || !out->z || !out->force) return CAT_ERR_MEMORY;
  memcpy(out->offset, offset, n * sizeof *offset);
  out->base = (CatMechanism){.ops = &ops,
                             .nport = nport,
                             .offset = out->offset,
                             .z = out->z,
                             .known = by_force ? out->force : NULL};
  return CAT_OK;
}

void cat_outside_set_force(CatOutside *m, int port, double force) {
  m->force[port] = force;
}

void cat_outside_set_height(CatOutside *m, int port, double z) {
  m->z[port] = z;
}
