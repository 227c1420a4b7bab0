#include "wire_guide.h"

#include <math.h>

#include "assemble/elements.h"

static const CatWireGuide *seen(const CatGuide *g) {
  return (const CatWireGuide *)g;
}

static double along(const CatWireGuide *g, int node) {  // the track, at rest [m]
  return g->m->node[node].s + g->rest->q[node][CAT_ALONG];
}

// The element of the contact wire over x at rest, and the fraction of it.
static int cable_over(const CatWireGuide *g, double x, double *xi) {
  const CatLineModel *m = g->m;
  const CatWire *w = &m->wire[0];
  int lo = w->cable, hi = w->cable + w->ncable - 1;
  while (lo < hi) {
    int mid = (lo + hi + 1) / 2;
    if (along(g, m->cable[mid].a) <= x)
      lo = mid;
    else
      hi = mid - 1;
  }
  double xa = along(g, m->cable[lo].a), xb = along(g, m->cable[lo].b);
  *xi = (x - xa) / (xb - xa);
  return lo;
}

// Taken from the model when a seat comes to an element, not in every step in it.
static void come_to(const CatWireGuide *g, double x, CatWireSeat *seat) {
  double xi, q[12];
  int i = cable_over(g, x, &xi);
  const CatCablePart *part = &g->m->cable[i];
  int(*dof)[6] = g->t->dof;
  const int all[4] = {dof[part->a][CAT_UP], dof[part->a][3 + CAT_UP], dof[part->b][CAT_UP],
                      dof[part->b][3 + CAT_UP]};
  cat_cable_part_coordinates(g->m, g->rest, i, q);
  seat->from = along(g, part->a);
  seat->to = along(g, part->b);
  seat->l0 = g->rest->cable[i];
  seat->up[0] = q[CAT_UP], seat->up[1] = q[3 + CAT_UP];
  seat->up[2] = q[6 + CAT_UP] - q[CAT_UP], seat->up[3] = q[9 + CAT_UP];
  seat->side[0] = q[CAT_ACROSS], seat->side[1] = q[3 + CAT_ACROSS];
  seat->side[2] = q[6 + CAT_ACROSS] - q[CAT_ACROSS], seat->side[3] = q[9 + CAT_ACROSS];
  seat->n = 0;
  for (int k = 0; k < 4; k++) {
    if (all[k] < 0) continue;
    seat->dof[seat->n] = all[k];
    seat->shape[seat->n++] = k;
  }
}

static CatStatus seat_new(const CatGuide *g, CatArena *a, CatSeat **out) {
  (void)g;
  CatWireSeat *seat = CAT_ARENA(a, 1, CatWireSeat);
  if (!seat) return CAT_ERR_MEMORY;
  *out = &seat->base;
  return CAT_OK;
}

static void find(const CatGuide *g, double x, CatSeat *base) {
  CatWireSeat *seat = (CatWireSeat *)base;
  double S[4];
  if (!(x >= seat->from && x < seat->to)) come_to(seen(g), x, seat);
  double xi = (x - seat->from) / (seat->to - seat->from);
  base->x = x;
  base->on = xi >= -1e-9 && xi <= 1 + 1e-9;  // before and behind the wire it is not
  cat_cable_shape(seat->l0, fmin(fmax(xi, 0), 1), S);
  base->height = S[2] * seat->up[2] + S[1] * seat->up[1] + S[3] * seat->up[3] + seat->up[0];
  base->across = S[2] * seat->side[2] + S[1] * seat->side[1] + S[3] * seat->side[3] + seat->side[0];
  for (int i = 0; i < seat->n; i++) seat->b[i] = S[seat->shape[i]];
  base->port = (CatPortVector){base->on ? seat->n : 0, seat->dof, seat->b};
}

static double slope(const CatGuide *base, double x, CatSeat *at, CatPortVector *port) {
  const CatWireGuide *g = seen(base);
  CatWireSeat *seat = (CatWireSeat *)at;
  double xi, q[12], r[3];
  int i = cable_over(g, x, &xi);
  const CatCablePart *part = &g->m->cable[i];
  const CatLineNode *a = &g->m->node[part->a], *b = &g->m->node[part->b];
  double length = b->s + g->rest->q[part->b][CAT_ALONG] - a->s - g->rest->q[part->a][CAT_ALONG];
  xi = fmin(fmax(xi, 0), 1);
  CatCable cable = cat_cable_part_kernel(g->m, g->rest, i);
  cat_cable_part_coordinates(g->m, g->rest, i, q);
  cat_cable_slope(&cable, q, xi, r);
  seat->slope = cat_port_wire_slope(g->m, g->rest, g->t, i, xi, CAT_UP);
  double stretch = g->rest->cable[i] / length;  // from the undeformed length to the track's
  for (int k = 0; k < seat->slope.n; k++) seat->slope.b[k] *= stretch;
  *port = (CatPortVector){seat->slope.n, seat->slope.dof, seat->slope.b};
  return r[CAT_UP] * stretch;
}

static double border(const CatGuide *base, double x) {
  const CatWireGuide *g = seen(base);
  double xi;
  int i = cable_over(g, x, &xi);
  double end = along(g, g->m->cable[i].b);
  return end > x ? end : INFINITY;
}

static const CatGuideOps ops = {seat_new, find, slope, border};

CatWireGuide cat_wire_guide(const CatLineModel *m, const CatConfiguration *rest,
                            const CatLinearSystem *t) {
  return (CatWireGuide){{&ops}, m, rest, t};
}
