// Forces of the last two steps before a shift. They enter the right-hand sides of the two steps
// after it, at the positions to which the shift moved them.
#include <string.h>

#include "internal.h"

CatStatus cat_lanes_shifted_forces_new(CatArena *a, CatLanes *s, int modes) {
  int contacts = 2 * s->base.nmoving, most = s->base.ntie + contacts;
  for (int i = 0; i < 2; i++) {
    CatLaneShiftedForces *p = &s->shifted[i];
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

// Drops what an earlier shift left once its two steps have passed.
static void age(CatLanes *s) {
  if (s->begun == 1) {
    CatLaneShiftedForces last = s->shifted[0];
    s->shifted[0] = s->shifted[1], s->shifted[1] = last;
    s->shifted[0].n = 0;
  } else if (s->begun == 2) {
    s->shifted[0].n = s->shifted[1].n = 0;
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

static void place_ports(CatLanes *s, CatLaneShiftedForces *p) {
  p->ninside = 0;
  for (int i = 0; i < p->n; i++) {
    CatLaneInside *in = &p->inside[p->ninside];
    bool room = p->ninside < 2 * s->base.nmoving;  // droppers act at knots
    cat_lanes_touch(s, &p->port[i], &p->spot[i], room ? in : NULL);
    if (room && in->n) p->ninside++;
  }
}

void cat_lanes_shifted_forces_move(CatLanes *s, const CatShift *shift, const int *to) {
  age(s);
  for (int i = 0; i < 2; i++) {
    CatLaneShiftedForces *p = &s->shifted[i];
    p->n += cat_port_forces_take(&s->port_forces, 1 + i, s->model_tie, p->port + p->n);
    for (int k = 0; k < p->n; k++) move_port(&p->port[k], shift, to);
    place_ports(s, p);
  }
  s->begun = 0;
  s->dense = false;
}

void cat_lanes_shifted_forces_spread(CatLanes *s) {
  size_t bytes = (size_t)s->t->n * sizeof *s->force;
  age(s);
  if (s->dense && s->begun == 1) memcpy(s->held[1], s->held[0], bytes);
  if (!s->dense || s->begun == 2) memset(s->held[1], 0, bytes);
  if (!s->dense || s->begun > 0) memset(s->held[0], 0, bytes);
  for (int i = 0; i < 2; i++) {
    CatLaneShiftedForces *p = &s->shifted[i];
    p->n += cat_port_forces_take(&s->port_forces, 1 + i, s->model_tie, p->port + p->n);
    for (int k = 0; k < p->n; k++) cat_port_apply(&p->port[k], 1, s->held[i]);
    p->n = p->ninside = 0;
  }
  s->begun = 0;
  s->dense = true;
}

void cat_lanes_shifted_forces_snapshot(CatLanes *s, CatSnapshot *to) {
  int contacts = 2 * s->base.nmoving, most = s->base.ntie + contacts;
  for (int i = 0; i < 2; i++) {
    CatLaneShiftedForces *p = &s->shifted[i];
    CAT_SNAPSHOT(to, p->n);
    CAT_SNAPSHOT(to, p->ninside);
    CAT_SNAPSHOT_ARRAY(to, p->port, most);
    CAT_SNAPSHOT_ARRAY(to, p->spot, most);
    for (int k = 0; k < contacts; k++) {
      cat_lane_inside_snapshot(&p->inside[k], s->port_forces.modes, to);
    }
  }
}

//------------------------------------------------------------------------------- steps

static double weight_of(const CatLanes *s, int which) {
  return s->begun == 0 ? s->form.force_weight[which] : which == 0 ? s->form.force_weight[1] : 0;
}

void cat_lanes_shifted_forces_list(CatLanes *s) {
  for (int i = 0; i < 2; i++) {
    const CatLaneShiftedForces *p = &s->shifted[i];
    double weight = weight_of(s, i);
    for (int k = 0; k < p->n && weight != 0; k++)
      cat_port_forces_add(&s->port_forces, &p->spot[k], weight);
  }
}

void cat_lanes_shifted_forces_inside(CatLanes *s) {
  for (int i = 0; i < 2; i++) {
    const CatLaneShiftedForces *p = &s->shifted[i];
    double weight = weight_of(s, i);
    for (int k = 0; k < p->ninside && weight != 0; k++)
      cat_lanes_load_modes(s, &p->inside[k], weight);
  }
}
