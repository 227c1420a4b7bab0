#include "port_forces.h"

#include <string.h>

static void clear(const CatLaneActs *f, CatLaneActing *a) {
  if (a->n > 0) memset(a->force, 0, (size_t)f->nslot * sizeof *a->force);
  a->n = 0;
  memset(a->contact, 0, (size_t)f->nmoving * sizeof *a->contact);
}

static CatStatus acting_new(CatArena *a, int nmoving, int modes, CatLaneActing *f) {
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

CatStatus cat_acts_new(CatArena *a, const CatStructure *s, int modes, CatLaneActs *out) {
  int ndropper = s->ntie, most = 12 * CAT_LANE_SLOTS * (s->nmoving + ndropper + 1);
  out->nmoving = s->nmoving;
  out->ndropper = ndropper;
  out->modes = modes;
  out->dropper = CAT_ARENA(a, ndropper + 1, CatLaneSpot);
  out->push = CAT_ARENA(a, most, CatLanePush);
  out->in_group = CAT_ARENA(a, most, CatLanePush);
  if (!out->dropper || !out->push || !out->in_group) return CAT_ERR_MEMORY;
  for (int i = 0; i < 3; i++) {
    out->step[i] = CAT_ARENA(a, 1, CatLaneActing);
    if (!out->step[i]) return CAT_ERR_MEMORY;
    CAT_TRY(acting_new(a, s->nmoving, modes, out->step[i]));
  }
  return CAT_OK;
}

CatStatus cat_acts_slots(CatArena *a, int n, const int *slot, CatLaneActs *f) {
  f->nslot = n, f->slot = slot;
  for (int i = 0; i < 3; i++) {
    f->step[i]->force = CAT_ARENA(a, n + 1, double);
    if (!f->step[i]->force) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

void cat_acts_clear(CatLaneActs *f) {
  for (int i = 0; i < 3; i++) clear(f, f->step[i]);
}

void cat_acts_on_contact(CatLaneActs *f, int contact, CatLaneTouch at, double force, int when) {
  CatLaneActing *now = f->step[0];
  CatLaneInside *to = &now->inside[contact][when];
  double *room = to->b;
  now->spot[contact][when] = *at.spot;
  now->port[contact][when] = *at.port;
  now->contact[contact][when] += force;
  *to = *at.inside;
  to->b = room;
  memcpy(room, at.inside->b, (size_t)at.inside->n * sizeof *room);
}

void cat_acts_on_dropper(CatLaneActs *f, int dropper, double force) {
  f->step[0]->force[f->slot[dropper]] += force;
  f->step[0]->n++;
}

void cat_acts_add(CatLaneActs *f, const CatLaneSpot *p, double force) {
  for (int k = 0; k < p->n; k++) {
    f->push[f->npush++] = (CatLanePush){p->at[k], force * p->b[k]};
  }
}

void cat_acts_list_contacts(CatLaneActs *f, const double past[2]) {
  const double share[3] = {1, past[0], past[1]};
  f->npush = 0;
  for (int i = 0; i < 3; i++) {
    const CatLaneActing *a = f->step[i];
    for (int k = 0; k < 2 * f->nmoving; k++) {
      double force = a->contact[k / 2][k % 2];
      if (force != 0) cat_acts_add(f, &a->spot[k / 2][k % 2], share[i] * force);
    }
  }
}

bool cat_acts_droppers(const CatLaneActs *f) {
  return f->step[0]->n > 0 || f->step[1]->n > 0 || f->step[2]->n > 0;
}

int cat_acts_in_group(CatLaneActs *f, int from, int n) {
  int count = 0;
  for (int i = 0; i < f->npush; i++) {
    int at = f->push[i].at - from;
    if (at < 0 || at >= n) continue;
    f->in_group[count++] = (CatLanePush){at, f->push[i].force};
  }
  return count;
}

void cat_acts_on_border(const CatLaneActs *f, int from, double *r) {
  for (int i = 0; i < f->npush; i++) {
    if (f->push[i].at >= from) r[f->push[i].at - from] += f->push[i].force;
  }
}

void cat_acts_commit(CatLaneActs *f) {
  CatLaneActing *last = f->step[2];
  f->step[2] = f->step[1], f->step[1] = f->step[0], f->step[0] = last;
  clear(f, f->step[0]);
}

static CatPort scaled(const CatPort *p, double force) {
  CatPort out = {.n = p->n};
  for (int k = 0; k < p->n; k++) out.dof[k] = p->dof[k], out.b[k] = force * p->b[k];
  return out;
}

int cat_acts_take(CatLaneActs *f, int step, const CatPort *dropper, CatPort *out) {
  CatLaneActing *a = f->step[step];
  int n = 0;
  for (int i = 0; i < f->ndropper && a->n > 0; i++) {
    double force = a->force[f->slot[i]];
    if (force != 0) out[n++] = scaled(&dropper[i], force);
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

void cat_acts_snapshot(CatLaneActs *f, CatSnapshot *to) {
  for (int i = 0; i < 3; i++) {
    CatLaneActing *a = f->step[i];
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
