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

// Where the path ends, what is on it bears all.
static void find(const CatGuide *base, double x, CatSeat *out) {
  const CatSpreadGuide *g = seen(base);
  Seat *seat = (Seat *)out;
  double all = 0, height = 0, across = 0;
  for (int i = 0; i < POINTS; i++) {
    CatSeat *at = seat->at[i];
    g->on->ops->find(g->on, x + g->at[i], at);
    if (!at->on) continue;
    all += g->weight[i];
    height += g->weight[i] * at->height;
    across += g->weight[i] * at->across;
  }
  *out = (CatSeat){.x = x, .on = all > 0.5};
  seat->port.n = 0;
  if (!out->on) return;
  out->height = height / all;
  out->across = across / all;
  for (int i = 0; i < POINTS; i++) {
    if (seat->at[i]->on) add(&seat->port, g->weight[i] / all, &seat->at[i]->port);
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
