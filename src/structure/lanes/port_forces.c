#include "port_forces.h"

#include <string.h>

static void clear(const CatLanePortForces *f, CatLaneStepForces *a) {
  if (a->n > 0) memset(a->force, 0, (size_t)f->nslot * sizeof *a->force);
  a->n = 0;
  memset(a->contact, 0, (size_t)f->nmoving * sizeof *a->contact);
}

static CatStatus step_forces_new(CatArena *a, int nmoving, int modes, CatLaneStepForces *f) {
  size_t n = (size_t)nmoving + 1;
  f->spot = cat_arena_alloc(a, n, sizeof *f->spot);
  f->inside = cat_arena_alloc(a, n, sizeof *f->inside);
  f->port = cat_arena_alloc(a, n, sizeof *f->port);
  f->contact = cat_arena_alloc(a, n, sizeof *f->contact);
  if (!f->spot || !f->inside || !f->port || !f->contact) return CAT_ERR_MEMORY;
  for (int i = 0; i < 2 * nmoving; i++) {
    CatLaneInside *in = &f->inside[i / 2][i % 2];
    in->b = CAT_ARENA(a, modes + 1, double);
    if (!in->b) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

CatStatus cat_port_forces_new(CatArena *a, const CatStructure *s, int modes,
                              CatLanePortForces *out) {
  int ntie = s->ntie, most = 12 * CAT_LANE_SLOTS * (s->nmoving + ntie + 1);
  out->nmoving = s->nmoving;
  out->ntie = ntie;
  out->modes = modes;
  out->tie = CAT_ARENA(a, ntie + 1, CatLaneSpot);
  out->load = CAT_ARENA(a, most, CatLaneLoad);
  out->in_group = CAT_ARENA(a, most, CatLaneLoad);
  if (!out->tie || !out->load || !out->in_group) return CAT_ERR_MEMORY;
  for (int i = 0; i < 3; i++) {
    out->step[i] = CAT_ARENA(a, 1, CatLaneStepForces);
    if (!out->step[i]) return CAT_ERR_MEMORY;
    CAT_TRY(step_forces_new(a, s->nmoving, modes, out->step[i]));
  }
  return CAT_OK;
}

CatStatus cat_port_forces_slots(CatArena *a, int n, const int *slot, CatLanePortForces *f) {
  f->nslot = n, f->slot = slot;
  for (int i = 0; i < 3; i++) {
    f->step[i]->force = CAT_ARENA(a, n + 1, double);
    if (!f->step[i]->force) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

void cat_port_forces_clear(CatLanePortForces *f) {
  for (int i = 0; i < 3; i++) clear(f, f->step[i]);
}

void cat_port_forces_on_contact(CatLanePortForces *f, int contact, CatLaneTouch at, double force,
                                int when) {
  CatLaneStepForces *now = f->step[0];
  CatLaneInside *to = &now->inside[contact][when];
  double *room = to->b;
  now->spot[contact][when] = *at.spot;
  now->port[contact][when] = *at.port;
  now->contact[contact][when] += force;
  *to = *at.inside;
  to->b = room;
  memcpy(room, at.inside->b, (size_t)at.inside->n * sizeof *room);
}

void cat_port_forces_on_tie(CatLanePortForces *f, int tie, double force) {
  f->step[0]->force[f->slot[tie]] += force;
  f->step[0]->n++;
}

void cat_port_forces_add(CatLanePortForces *f, const CatLaneSpot *p, double force) {
  for (int k = 0; k < p->n; k++) {
    f->load[f->nload++] = (CatLaneLoad){p->at[k], force * p->b[k]};
  }
}

void cat_port_forces_list_contacts(CatLanePortForces *f, const double weight[2]) {
  const double all[3] = {1, weight[0], weight[1]};
  f->nload = 0;
  for (int i = 0; i < 3; i++) {
    const CatLaneStepForces *a = f->step[i];
    for (int k = 0; k < 2 * f->nmoving; k++) {
      double force = a->contact[k / 2][k % 2];
      if (force != 0) cat_port_forces_add(f, &a->spot[k / 2][k % 2], all[i] * force);
    }
  }
}

bool cat_port_forces_any_on_ties(const CatLanePortForces *f) {
  return f->step[0]->n > 0 || f->step[1]->n > 0 || f->step[2]->n > 0;
}

int cat_port_forces_in_group(CatLanePortForces *f, int from, int n) {
  int count = 0;
  for (int i = 0; i < f->nload; i++) {
    int at = f->load[i].at - from;
    if (at < 0 || at >= n) continue;
    f->in_group[count++] = (CatLaneLoad){at, f->load[i].force};
  }
  return count;
}

void cat_port_forces_on_border(const CatLanePortForces *f, int from, double *r) {
  for (int i = 0; i < f->nload; i++) {
    if (f->load[i].at >= from) r[f->load[i].at - from] += f->load[i].force;
  }
}

void cat_port_forces_commit(CatLanePortForces *f) {
  CatLaneStepForces *last = f->step[2];
  f->step[2] = f->step[1], f->step[1] = f->step[0], f->step[0] = last;
  clear(f, f->step[0]);
}

static CatPort scaled(const CatPort *p, double force) {
  CatPort out = {.n = p->n};
  for (int k = 0; k < p->n; k++) out.dof[k] = p->dof[k], out.b[k] = force * p->b[k];
  return out;
}

int cat_port_forces_take(CatLanePortForces *f, int step, const CatPort *tie, CatPort *out) {
  CatLaneStepForces *a = f->step[step];
  int n = 0;
  for (int i = 0; i < f->ntie && a->n > 0; i++) {
    double force = a->force[f->slot[i]];
    if (force != 0) out[n++] = scaled(&tie[i], force);
  }
  for (int i = 0; i < 2 * f->nmoving; i++) {
    double force = a->contact[i / 2][i % 2];
    if (force != 0) out[n++] = scaled(&a->port[i / 2][i % 2], force);
  }
  clear(f, a);
  return n;
}

// Its memory stays; all of it is saved, so that a state has one size.
void cat_lane_inside_snapshot(CatLaneInside *in, int modes, CatSnapshot *to) {
  CAT_SNAPSHOT(to, in->n);
  CAT_SNAPSHOT(to, in->at);
  CAT_SNAPSHOT(to, in->stride);
  CAT_SNAPSHOT(to, in->project_at);
  CAT_SNAPSHOT(to, in->project);
  CAT_SNAPSHOT_ARRAY(to, in->b, modes);
}

void cat_port_forces_snapshot(CatLanePortForces *f, CatSnapshot *to) {
  for (int i = 0; i < 3; i++) {
    CatLaneStepForces *a = f->step[i];
    CAT_SNAPSHOT(to, a->n);
    CAT_SNAPSHOT_ARRAY(to, a->force, f->nslot);
    CAT_SNAPSHOT_ARRAY(to, a->spot, f->nmoving);
    CAT_SNAPSHOT_ARRAY(to, a->port, f->nmoving);
    CAT_SNAPSHOT_ARRAY(to, a->contact, f->nmoving);
    for (int k = 0; k < 2 * f->nmoving; k++) {
      cat_lane_inside_snapshot(&a->inside[k / 2][k % 2], f->modes, to);
    }
  }
}
