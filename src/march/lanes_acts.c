#include "lanes_acts.h"

#include <string.h>

static void clear(CatLaneActing *f) {
  for (int i = 0; i < f->n; i++) f->force[f->dropper[i]] = 0, f->acts[f->dropper[i]] = false;
  f->n = 0;
  memset(f->contact, 0, sizeof f->contact);
}

CatStatus cat_acts_new(CatArena *a, int ndropper, CatLaneActs *out) {
  int most = 6 * CAT_LANE_SLOTS * (CAT_CONTACTS + ndropper);
  out->dropper = CAT_ARENA(a, ndropper + 1, CatLaneSpot);
  out->push = CAT_ARENA(a, most, CatLanePush);
  out->in_group = CAT_ARENA(a, most, CatLanePush);
  if (!out->dropper || !out->push || !out->in_group) return CAT_ERR_MEMORY;
  for (int i = 0; i < 3; i++) {
    CatLaneActing *f = &out->step[i];
    f->dropper = CAT_ARENA(a, ndropper + 1, int);
    f->force = CAT_ARENA(a, ndropper + 1, double);
    f->acts = CAT_ARENA(a, ndropper + 1, bool);
    if (!f->dropper || !f->force || !f->acts) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

void cat_acts_clear(CatLaneActs *f) {
  for (int i = 0; i < 3; i++) clear(&f->step[i]);
}

void cat_acts_add(CatLaneActs *f, int port, const CatLaneSpot *contact, double force, int when) {
  CatLaneActing *now = &f->step[0];
  if (port < CAT_CONTACTS) {
    now->spot[port][when] = *contact;
    now->contact[port][when] += force;
    return;
  }
  int i = port - CAT_CONTACTS;
  if (!now->acts[i]) now->dropper[now->n++] = i;
  now->acts[i] = true;
  now->force[i] += force;
}

static void push(CatLaneActs *f, const CatLaneSpot *p, double force) {
  for (int k = 0; k < p->n; k++) {
    f->push[f->npush++] = (CatLanePush){p->at[k], force * p->b[k]};
  }
}

static void list_contacts(CatLaneActs *f, const double share[3]) {
  for (int i = 0; i < 3; i++) {
    const CatLaneActing *a = &f->step[i];
    for (int k = 0; k < 2 * CAT_CONTACTS; k++) {
      double force = a->contact[k / 2][k % 2];
      if (force != 0) push(f, &a->spot[k / 2][k % 2], share[i] * force);
    }
  }
}

// A dropper stays where it is: what it does in three steps is one force, listed once.
static void list_droppers(CatLaneActs *f, const double share[3]) {
  const CatLaneActing *a = f->step;
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < a[i].n; k++) {
      int j = a[i].dropper[k];
      if ((i > 0 && a[0].acts[j]) || (i > 1 && a[1].acts[j])) continue;
      double force = share[0] * a[0].force[j] + share[1] * a[1].force[j] + share[2] * a[2].force[j];
      push(f, &f->dropper[j], force);
    }
  }
}

void cat_acts_list(CatLaneActs *f, const double past[2]) {
  const double share[3] = {1, past[0], past[1]};
  f->npush = 0;
  list_contacts(f, share);
  f->nmoving = f->npush;
  list_droppers(f, share);
}

int cat_acts_in_group(CatLaneActs *f, int from, int n) {
  CatLanePush *list = f->in_group;
  int count = 0;
  for (int i = 0; i < f->npush; i++) {
    int at = f->push[i].at - from, k = count;
    if (at < 0 || at >= n) continue;
    for (; i < f->nmoving && k > 0 && list[k - 1].at > at; k--) list[k] = list[k - 1];
    list[k] = (CatLanePush){at, f->push[i].force};
    count++;
  }
  return count;
}

void cat_acts_on_border(const CatLaneActs *f, int from, double *r) {
  for (int i = 0; i < f->npush; i++) {
    if (f->push[i].at >= from) r[f->push[i].at - from] += f->push[i].force;
  }
}

void cat_acts_commit(CatLaneActs *f) {
  CatLaneActing last = f->step[2];
  f->step[2] = f->step[1], f->step[1] = f->step[0], f->step[0] = last;
  clear(&f->step[0]);
}

static void spread(const CatLaneSpot *p, double force, double *out) {
  for (int k = 0; k < p->n; k++) out[p->at[k]] += force * p->b[k];
}

void cat_acts_spread(CatLaneActs *f, int step, double *out) {
  CatLaneActing *a = &f->step[step];
  for (int i = 0; i < a->n; i++) spread(&f->dropper[a->dropper[i]], a->force[a->dropper[i]], out);
  for (int i = 0; i < 2 * CAT_CONTACTS; i++) {
    double force = a->contact[i / 2][i % 2];
    if (force != 0) spread(&a->spot[i / 2][i % 2], force, out);
  }
  clear(a);
}
