// Where the pantographs are, and the wire over them.
#include <math.h>

#include "assemble/elements.h"
#include "coupled.h"
#include "element/cable.h"

double cat_contact_place(const CatCoupled *c, int i, double t) {
  return c->spec->run.from - c->contact[i].behind + c->spec->run.speed * t;
}

static double along(const CatCoupled *c, int node) {  // the track, at rest [m]
  return c->m->node[node].s + c->rest->q[node][CAT_ALONG];
}

// The element of the contact wire over x at rest, and the share of it; eq. (7) of PACDIN.
static int cable_over(const CatCoupled *c, double x, double *xi) {
  const CatModel *m = c->m;
  const CatWire *w = &m->wire[0];
  int lo = w->cable, hi = w->cable + w->ncable - 1;
  while (lo < hi) {
    int mid = (lo + hi + 1) / 2, a = m->cable[mid].a;
    if (along(c, a) <= x)
      lo = mid;
    else
      hi = mid - 1;
  }
  double xa = along(c, m->cable[lo].a), xb = along(c, m->cable[lo].b);
  *xi = (x - xa) / (xb - xa);
  return lo;
}

// Taken from the model when a contact comes to an element, not in every step in it.
static void come_to(const CatCoupled *c, double x, CatOver *over) {
  double xi, q[12];
  int i = cable_over(c, x, &xi);
  const CatCablePart *part = &c->m->cable[i];
  int(*dof)[6] = c->tangent.dof;
  const int all[4] = {dof[part->a][CAT_UP], dof[part->a][3 + CAT_UP], dof[part->b][CAT_UP],
                      dof[part->b][3 + CAT_UP]};
  cat_cable_part_coordinates(c->m, c->rest, i, q);
  *over = (CatOver){.from = along(c, part->a),
                    .to = along(c, part->b),
                    .l0 = c->rest->cable[i],
                    .up = {q[CAT_UP], q[3 + CAT_UP], q[6 + CAT_UP] - q[CAT_UP], q[9 + CAT_UP]}};
  for (int k = 0; k < 4; k++) {
    if (all[k] < 0) continue;
    over->dof[over->n] = all[k];
    over->shape[over->n++] = k;
  }
}

void cat_contact_find(const CatCoupled *c, CatContact *k, double x) {
  CatOver *over = &k->over;
  CatPort *port = &k->port;
  double S[4];
  if (!(x >= over->from && x < over->to)) come_to(c, x, over);
  double xi = (x - over->from) / (over->to - over->from);
  k->x = x;
  k->under = xi >= -1e-9 && xi <= 1 + 1e-9;  // before and behind the wire it is not
  cat_cable_shape(over->l0, fmin(fmax(xi, 0), 1), S);
  k->rest_height = S[2] * over->up[2] + S[1] * over->up[1] + S[3] * over->up[3] + over->up[0];
  port->n = k->under ? over->n : 0;
  for (int i = 0; i < port->n; i++) {
    port->dof[i] = over->dof[i];
    port->b[i] = S[over->shape[i]];
  }
}

double cat_contact_slope(const CatCoupled *c, double x, CatPort *port) {
  double xi, q[12], r[3];
  int i = cable_over(c, x, &xi);
  const CatCablePart *part = &c->m->cable[i];
  const CatLineNode *a = &c->m->node[part->a], *b = &c->m->node[part->b];
  double length = b->s + c->rest->q[part->b][CAT_ALONG] - a->s - c->rest->q[part->a][CAT_ALONG];
  xi = fmin(fmax(xi, 0), 1);
  CatCable cable = cat_cable_part_kernel(c->m, c->rest, i);
  cat_cable_part_coordinates(c->m, c->rest, i, q);
  cat_cable_slope(&cable, q, xi, r);
  *port = cat_port_wire_slope(c->m, c->rest, &c->tangent, i, xi, CAT_UP);
  double stretch = c->rest->cable[i] / length;  // from the undeformed length to the track's
  for (int k = 0; k < port->n; k++) port->b[k] *= stretch;
  return r[CAT_UP] * stretch;
}

double cat_contact_border(const CatCoupled *c, double x) {
  double xi;
  int i = cable_over(c, x, &xi);
  double end = along(c, c->m->cable[i].b);
  return end > x ? end : INFINITY;
}

// PACDIN, section 2.2: force and base height grow in proportion along a way.
void cat_contact_raise(CatCoupled *c, int i, double x) {
  double over = c->spec->pantograph[i].raise.over, share = 1;
  if (over > 0) share = fmin(fmax((x - c->spec->pantograph[i].raise.from) / over, 0), 1);
  double below = (1 - share) * c->spec->pantograph[i].raise.below;
  cat_lumped_force(&c->contact[i].body, c->static_force[i], share, below);
}
