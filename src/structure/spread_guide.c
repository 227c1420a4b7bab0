#include "spread_guide.h"

#include <math.h>

#include "banded.h"

enum { POINTS = CAT_SPREAD_POINTS, ROOM = CAT_WIDE_PORT };
_Static_assert(8 * POINTS <= ROOM, "each place has at most eight coordinates");

// A port that is a sum of others.
typedef struct Sum {
  int n;
  int dof[ROOM];
  double b[ROOM];
} Sum;

typedef struct Seat {
  CatSeat base;
  CatSeat *at[POINTS];
  Sum port, slope;
} Seat;

static const CatSpreadGuide *seen(const CatGuide *g) {
  return (const CatSpreadGuide *)g;
}

static void add(Sum *s, double weight, const CatPortVector *p) {
  for (int k = 0; k < p->n; k++) {
    int i = 0;
    while (i < s->n && s->dof[i] != p->dof[k]) i++;
    if (i == s->n) s->dof[s->n] = p->dof[k], s->b[s->n++] = 0;
    s->b[i] += weight * p->b[k];
  }
}

static CatStatus seat_new(const CatGuide *base, CatArena *a, CatSeat **out) {
  const CatGuide *on = seen(base)->on;
  Seat *seat = CAT_ARENA(a, 1, Seat);
  if (!seat) return CAT_ERR_MEMORY;
  for (int i = 0; i < POINTS; i++) CAT_TRY(on->ops->seat_new(on, a, &seat->at[i]));
  *out = &seat->base;
  return CAT_OK;
}

// Places beyond the end of the path stand at the end, as long as the middle is on it: the port is
// then continuous in x, as the account of its work needs it.
static void find_within(const CatGuide *on, double x, double at, CatSeat *seat) {
  enum { HALVINGS = 40 };
  double inside = 0, outside = 1;
  on->ops->find(on, x + at, seat);
  if (seat->on) return;
  for (int i = 0; i < HALVINGS; i++) {
    double middle = (inside + outside) / 2;
    on->ops->find(on, x + middle * at, seat);
    *(seat->on ? &inside : &outside) = middle;
  }
  on->ops->find(on, x + inside * at, seat);
}

static void find(const CatGuide *base, double x, CatSeat *out) {
  const CatSpreadGuide *g = seen(base);
  Seat *seat = (Seat *)out;
  g->on->ops->find(g->on, x, seat->at[0]);
  *out = (CatSeat){.x = x, .on = seat->at[0]->on};
  seat->port.n = 0;
  if (!out->on) return;
  for (int i = 0; i < POINTS; i++) {
    CatSeat *at = seat->at[i];
    find_within(g->on, x, g->at[i], at);
    out->height += g->weight[i] * at->height;
    out->across += g->weight[i] * at->across;
    add(&seat->port, g->weight[i], &at->port);
  }
  out->port = (CatPortVector){seat->port.n, seat->port.dof, seat->port.b};
}

static double slope(const CatGuide *base, double x, CatSeat *out, CatPortVector *port) {
  const CatSpreadGuide *g = seen(base);
  Seat *seat = (Seat *)out;
  double sum = 0;
  seat->slope.n = 0;
  for (int i = 0; i < POINTS; i++) {
    CatPortVector one;
    g->on->ops->find(g->on, x + g->at[i], seat->at[i]);
    if (!seat->at[i]->on) continue;  // it stands at the end
    sum += g->weight[i] * g->on->ops->slope(g->on, x + g->at[i], seat->at[i], &one);
    add(&seat->slope, g->weight[i], &one);
  }
  *port = (CatPortVector){seat->slope.n, seat->slope.dof, seat->slope.b};
  return sum;
}

// Where the first of its places comes to another element; rounding must not stop it.
static double border(const CatGuide *base, double x) {
  static const double least = 1e-7;  // [m]
  const CatSpreadGuide *g = seen(base);
  double first = INFINITY;
  for (int i = 0; i < POINTS; i++) {
    first = fmin(first, g->on->ops->border(g->on, x + g->at[i]) - g->at[i]);
  }
  return fmax(first, x + least);
}

CatSpreadGuide cat_spread_guide(const CatGuide *on, double length) {
  static const CatGuideOps ops = {seat_new, find, slope, border};
  static const double place[POINTS / 2] = {
      0.01985507175123186, 0.1016667612931866, 0.2372337950418355, 0.4082826787521751,
      0.5917173212478249,  0.7627662049581645, 0.8983332387068135, 0.9801449282487682};
  static const double gauss[POINTS / 2] = {
      0.05061426814518809, 0.1111905172266872, 0.1568533229389437, 0.181341891689181,
      0.181341891689181,   0.1568533229389437, 0.1111905172266872, 0.05061426814518809};
  CatSpreadGuide g = {.base = {&ops}, .on = on};
  for (int i = 0; i < POINTS; i++) {
    double t = place[i / 2];
    g.at[i] = (i % 2 ? 1 : -1) * t * length / 2;
    g.weight[i] = gauss[i / 2] * (1 - 3 * t * t + 2 * t * t * t);
  }
  return g;
}
