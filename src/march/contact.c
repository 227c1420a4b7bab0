// Where the pantographs are, and the wire over them.
#include <math.h>

#include "coupled.h"
#include "element/cable.h"
#include "rest/parts.h"

double cat_contact_place(const CatCoupled *c, int i, double t) {
  return c->spec->run.from - c->contact[i].behind + c->spec->run.speed * t;
}

// The element of the contact wire over x at rest, and the share of it; eq. (7) of PACDIN.
static int cable_over(const CatModel *m, double x, double *xi) {
  const CatWire *w = &m->wire[0];
  int lo = w->cable, hi = w->cable + w->ncable - 1;
  while (lo < hi) {
    int mid = (lo + hi + 1) / 2, a = m->cable[mid].a;
    if (m->node[a].s + m->node[a].q[CAT_ALONG] <= x)
      lo = mid;
    else
      hi = mid - 1;
  }
  const CatLineNode *a = &m->node[m->cable[lo].a], *b = &m->node[m->cable[lo].b];
  double xa = a->s + a->q[CAT_ALONG], xb = b->s + b->q[CAT_ALONG];
  *xi = (x - xa) / (xb - xa);
  return lo;
}

void cat_contact_find(const CatCoupled *c, CatContact *k, double x) {
  double xi, q[12], r[3];
  int i = cable_over(c->m, x, &xi);
  k->x = x;
  k->under = xi >= -1e-9 && xi <= 1 + 1e-9;  // before and behind the wire it is not
  xi = fmin(fmax(xi, 0), 1);
  CatCable cable = cat_cable_kernel(c->m, i);
  cat_rest_cable(c->m, i, q);
  cat_cable_position(&cable, q, xi, r);
  k->rest_height = r[CAT_UP];
  k->port = cat_tangent_wire(c->m, &c->tangent, i, xi, CAT_UP);
  if (!k->under) k->port.n = 0;
}

double cat_contact_slope(const CatCoupled *c, double x, CatPort *port) {
  double xi, q[12], r[3];
  int i = cable_over(c->m, x, &xi);
  const CatCablePart *part = &c->m->cable[i];
  const CatLineNode *a = &c->m->node[part->a], *b = &c->m->node[part->b];
  double length = b->s + b->q[CAT_ALONG] - a->s - a->q[CAT_ALONG];
  xi = fmin(fmax(xi, 0), 1);
  CatCable cable = cat_cable_kernel(c->m, i);
  cat_rest_cable(c->m, i, q);
  cat_cable_slope(&cable, q, xi, r);
  *port = cat_tangent_wire_slope(c->m, &c->tangent, i, xi, CAT_UP);
  double stretch = part->l0 / length;  // from the undeformed length to the track's
  for (int k = 0; k < port->n; k++) port->b[k] *= stretch;
  return r[CAT_UP] * stretch;
}

double cat_contact_border(const CatCoupled *c, double x) {
  double xi;
  int i = cable_over(c->m, x, &xi);
  const CatLineNode *b = &c->m->node[c->m->cable[i].b];
  double end = b->s + b->q[CAT_ALONG];
  return end > x ? end : INFINITY;
}

// PACDIN, section 2.2: force and base height grow in proportion along a way.
void cat_contact_raise(CatCoupled *c, int i, double x) {
  double over = c->spec->pantograph[i].raise.over, share = 1;
  if (over > 0) share = fmin(fmax((x - c->spec->pantograph[i].raise.from) / over, 0), 1);
  double below = (1 - share) * c->spec->pantograph[i].raise.below;
  cat_lumped_force(&c->contact[i].body, c->static_force[i], share, below);
}
