// Forces of the last two steps before a shift: few, so that the steps after it cost little more
// than others. The right side of these steps feels them where the shift has brought them.
#include <string.h>

#include "internal.h"

CatStatus cat_lanes_past_new(CatArena *a, CatLanes *s, int modes) {
  int contacts = 2 * s->base.nmoving, most = s->base.ntie + contacts;
  for (int i = 0; i < 2; i++) {
    CatLanePast *p = &s->past[i];
    p->port = CAT_ARENA(a, most + 1, CatPort);
    p->spot = CAT_ARENA(a, most + 1, CatLaneSpot);
    p->inside = CAT_ARENA(a, contacts + 1, CatLaneInside);
    if (!p->port || !p->spot || !p->inside) return CAT_ERR_MEMORY;
    for (int k = 0; k < contacts; k++) {
      p->inside[k].b = CAT_ARENA(a, modes + 1, double);
      if (!p->inside[k].b) return CAT_ERR_MEMORY;
    }
  }
  return CAT_OK;
}

//------------------------------------------------------------------------------- shifts

// Those that an earlier shift left, if there were no two steps since.
static void grow_old(CatLanes *s) {
  if (s->begun == 1) {
    CatLanePast last = s->past[0];
    s->past[0] = s->past[1], s->past[1] = last;
    s->past[0].n = 0;
  } else if (s->begun == 2) {
    s->past[0].n = s->past[1].n = 0;
  }
}

static void move_port(CatPort *b, const CatShift *shift, const int *to) {
  int n = 0;
  for (int k = 0; k < b->n; k++) {
    int at = to[b->dof[k]];
    if (at < 0) continue;
    b->dof[n] = at;
    b->b[n++] = shift->scale[at] * b->b[k];
  }
  b->n = n;
}

static void place_ports(CatLanes *s, CatLanePast *p) {
  p->ninside = 0;
  for (int i = 0; i < p->n; i++) {
    CatLaneInside *in = &p->inside[p->ninside];
    bool room = p->ninside < 2 * s->base.nmoving;  // droppers act at knots
    cat_lanes_touch(s, &p->port[i], &p->spot[i], room ? in : NULL);
    if (room && in->n) p->ninside++;
  }
}

void cat_lanes_past_move(CatLanes *s, const CatShift *shift, const int *to) {
  grow_old(s);
  for (int i = 0; i < 2; i++) {
    CatLanePast *p = &s->past[i];
    p->n += cat_acts_take(&s->acts, 1 + i, s->dropper, p->port + p->n);
    for (int k = 0; k < p->n; k++) move_port(&p->port[k], shift, to);
    place_ports(s, p);
  }
  s->begun = 0;
  s->dense = false;
}

void cat_lanes_past_spread(CatLanes *s) {
  size_t bytes = (size_t)s->t->n * sizeof *s->force;
  grow_old(s);
  if (s->dense && s->begun == 1) memcpy(s->held[1], s->held[0], bytes);
  if (!s->dense || s->begun == 2) memset(s->held[1], 0, bytes);
  if (!s->dense || s->begun > 0) memset(s->held[0], 0, bytes);
  for (int i = 0; i < 2; i++) {
    CatLanePast *p = &s->past[i];
    p->n += cat_acts_take(&s->acts, 1 + i, s->dropper, p->port + p->n);
    for (int k = 0; k < p->n; k++) cat_port_apply(&p->port[k], 1, s->held[i]);
    p->n = p->ninside = 0;
  }
  s->begun = 0;
  s->dense = true;
}

void cat_lanes_past_snapshot(CatLanes *s, CatSnapshot *to) {
  int contacts = 2 * s->base.nmoving, most = s->base.ntie + contacts;
  for (int i = 0; i < 2; i++) {
    CatLanePast *p = &s->past[i];
    CAT_SNAPSHOT(to, p->n);
    CAT_SNAPSHOT(to, p->ninside);
    CAT_SNAPSHOT_ARRAY(to, p->port, most);
    CAT_SNAPSHOT_ARRAY(to, p->spot, most);
    for (int k = 0; k < contacts; k++) {
      cat_lane_inside_snapshot(&p->inside[k], s->acts.modes, to);
    }
  }
}

//------------------------------------------------------------------------------- steps

static double share_of(const CatLanes *s, int which) {
  return s->begun == 0 ? s->form.past[which] : which == 0 ? s->form.past[1] : 0;
}

void cat_lanes_past_list(CatLanes *s) {
  for (int i = 0; i < 2; i++) {
    const CatLanePast *p = &s->past[i];
    double share = share_of(s, i);
    for (int k = 0; k < p->n && share != 0; k++) cat_acts_add(&s->acts, &p->spot[k], share);
  }
}

void cat_lanes_past_inside(CatLanes *s) {
  for (int i = 0; i < 2; i++) {
    const CatLanePast *p = &s->past[i];
    double share = share_of(s, i);
    for (int k = 0; k < p->ninside && share != 0; k++) cat_lanes_push(s, &p->inside[k], share);
  }
}
