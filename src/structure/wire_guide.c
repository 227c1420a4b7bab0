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
  const CatWire *w = &m->wire[g->wire];
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

//------------------------------------------------------------------------------- a deformed wire

static double moved_by(const CatWireGuide *g, int node, int component) {
  int dof = g->t->dof[node][component];
  return dof < 0 ? 0 : g->moved[dof];
}

static double now_along(const CatWireGuide *g, int node) {
  return along(g, node) + moved_by(g, node, CAT_ALONG);
}

// The element that is over x now: near the one it was, as x moves on and waves are small.
static int cable_now_over(const CatWireGuide *g, double x, int guess, double *xi) {
  const CatWire *w = &g->m->wire[g->wire];
  double unused;
  int i = guess > 0 ? guess : cable_over(g, x, &unused);
  while (i + 1 < w->cable + w->ncable && now_along(g, g->m->cable[i].b) <= x) i++;
  while (i > w->cable && now_along(g, g->m->cable[i].a) > x) i--;
  double xa = now_along(g, g->m->cable[i].a), xb = now_along(g, g->m->cable[i].b);
  *xi = (x - xa) / (xb - xa);
  return i;
}

// Adds the weights S of a component of the displacement, times a factor; their reading.
static double add_component(const CatWireGuide *g, CatWireSeat *seat, int component, double factor,
                            const double S[4]) {
  const CatCablePart *part = &g->m->cable[seat->cable];
  const int node[4] = {part->a, part->a, part->b, part->b};
  double read = 0;
  for (int k = 0; k < 4; k++) {
    int dof = g->t->dof[node[k]][component + (k % 2 ? 3 : 0)];
    if (dof < 0) continue;
    seat->dof[seat->n] = dof;
    seat->b[seat->n++] = factor * S[k];
    read += factor * S[k] * g->moved[dof];
  }
  return read;
}

static double at_rest(const double q[12], int component, const double S[4]) {
  const double *at = q + component;
  return S[2] * (at[6] - at[0]) + S[1] * at[3] + S[3] * at[9] + at[0];
}

static double moved_across(const CatWireGuide *g, int cable, const double S[4]) {
  const CatCablePart *part = &g->m->cable[cable];
  return S[0] * moved_by(g, part->a, CAT_ACROSS) + S[1] * moved_by(g, part->a, 3 + CAT_ACROSS) +
         S[2] * moved_by(g, part->b, CAT_ACROSS) + S[3] * moved_by(g, part->b, 3 + CAT_ACROSS);
}

// Slope of the deformed wire there, upwards over along.
static double steepness(const CatWireGuide *g, int cable, double xi) {
  const CatCablePart *part = &g->m->cable[cable];
  const int node[4] = {part->a, part->a, part->b, part->b};
  double dS[4], q[12], rise[2];
  CatCable c = cat_cable_part_kernel(g->m, g->rest, cable);
  cat_cable_part_coordinates(g->m, g->rest, cable, q);
  cat_cable_shape_d(c.l0, xi, dS);
  for (int of = 0; of < 2; of++) {
    int component = of ? CAT_UP : CAT_ALONG;
    rise[of] = 0;
    for (int k = 0; k < 4; k++) {
      double from_a = k == 0 ? 0 : q[3 * k + component] - (k == 2 ? q[component] : 0);
      double by = moved_by(g, node[k], component + (k % 2 ? 3 : 0));
      rise[of] += dS[k] * (from_a + by);
    }
  }
  return rise[1] / rise[0];
}

// A port across the wire reads how its height changes at a fixed place: the height at rest is put
// such that with the present displacement both make the height there.
static void find_deformed(const CatWireGuide *g, double x, CatWireSeat *seat) {
  double xi, S[4], q[12], sideways = 0;
  seat->cable = cable_now_over(g, x, seat->cable, &xi);
  cat_cable_part_coordinates(g->m, g->rest, seat->cable, q);
  seat->base.x = x;
  seat->base.on = xi >= -1e-9 && xi <= 1 + 1e-9;
  xi = fmin(fmax(xi, 0), 1);
  cat_cable_shape(g->rest->cable[seat->cable], xi, S);
  const CatCablePart *part = &g->m->cable[seat->cable];
  seat->base.drift = (1 - xi) * along(g, part->a) + xi * along(g, part->b) - x;
  seat->n = 0;
  add_component(g, seat, CAT_UP, 1, S);
  int upwards = seat->n;
  if (g->normal) {
    sideways = add_component(g, seat, CAT_ALONG, -steepness(g, seat->cable, xi), S);
  }
  seat->base.nalong = seat->base.on ? seat->n - upwards : 0;
  seat->base.height = at_rest(q, CAT_UP, S) - sideways;
  seat->base.across = at_rest(q, CAT_ACROSS, S) + moved_across(g, seat->cable, S);
  seat->base.port = (CatPortVector){seat->base.on ? seat->n : 0, seat->dof, seat->b};
}

static void find(const CatGuide *g, double x, CatSeat *base) {
  CatWireSeat *seat = (CatWireSeat *)base;
  double S[4];
  if (seen(g)->moved) {
    find_deformed(seen(g), x, seat);
    return;
  }
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
                            const CatLinearSystem *t, int wire) {
  return (CatWireGuide){.base = {&ops}, .m = m, .rest = rest, .t = t, .wire = wire};
}
