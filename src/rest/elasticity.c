#include "elasticity.h"

#include <math.h>

#include "assemble/elements.h"
#include "assemble/ports.h"
#include "linalg/lcp.h"

const double cat_lift_force[CAT_LIFTS] = {100, 200};

enum { PARTS = 4, NEIGHBOURS = 2, MOST_DROPPERS = 250 };

typedef struct Problem {
  const CatLineModel *m;
  const CatConfiguration *rest;
  CatLinearSystem t;
  int nplace, ndropper;  // ports: places first, then droppers
  CatPort *port;         // (n)
  double *C;             // compliance of the ports (n x n) [m/N]
  double *k, *force;     // of the droppers: stiffness [N/m], tension at rest [N] (ndropper)
  CatLcp lcp;
  double *W, *q;
} Problem;

static int ports(const Problem *l) {
  return l->nplace + l->ndropper;
}

//------------------------------------------------------------------------------- places, droppers

static double left_of(const CatLineModel *m, int cable) {
  return m->node[m->cable[cable].a].s;
}

static double right_of(const CatLineModel *m, int cable) {
  return m->node[m->cable[cable].b].s;
}

// Places in a span: from station to station, each bay in PARTS; returns how many there are.
static int lay_places(const CatLineModel *m, int span, double *x) {
  const CatWire *w = &m->wire[0];
  double begin = m->mast[span], end = m->mast[span + 1], from = begin;
  int n = 0;
  for (int i = w->cable; i <= w->cable + w->ncable; i++) {
    bool last = i == w->cable + w->ncable;
    if (!last && !m->cable[i].opens) continue;
    double to = last ? end : fmin(left_of(m, i), end);
    if (to <= from) continue;
    for (int k = 0; k < PARTS; k++, n++) {
      if (x) x[n] = from + k * (to - from) / PARTS - begin;
    }
    from = to;
  }
  if (x) x[n] = end - begin;
  return n + 1;
}

// Ports that lift the contact wire; the places are in order.
static void place_ports(Problem *l, int span, const double *x) {
  const CatLineModel *m = l->m;
  const CatWire *w = &m->wire[0];
  int i = w->cable;
  for (int p = 0; p < l->nplace; p++) {
    double s = m->mast[span] + x[p];
    while (i + 1 < w->cable + w->ncable && right_of(m, i) <= s) i++;
    double xi = (s - left_of(m, i)) / (right_of(m, i) - left_of(m, i));
    l->port[p] = cat_port_wire(m, l->rest, &l->t, i, fmin(xi, 1), CAT_UP);
  }
}

// Droppers from so many spans before to so many behind.
static int near_droppers(const CatLineModel *m, int span, int neighbours, int *index) {
  int first = span > neighbours ? span - neighbours : 0;
  int last = span + neighbours < m->nspan ? span + neighbours + 1 : m->nspan;
  int n = 0;
  for (int i = 0; i < m->ndropper; i++) {
    double s = m->node[m->dropper[i].low].s;
    if (s < m->mast[first] || s > m->mast[last]) continue;
    if (index) index[n] = i;
    n++;
  }
  return n;
}

static void dropper_ports(Problem *l, const int *index) {
  for (int i = 0; i < l->ndropper; i++) {
    l->port[l->nplace + i] = cat_port_dropper(l->m, l->rest, &l->t, index[i], &l->k[i]);
    l->force[i] = cat_dropper_part_axial(l->m, l->rest, index[i]);
  }
}

//------------------------------------------------------------------------------- compliance

// C = B' K^-1 B, a column at a time.
static CatStatus fill_compliance(CatArena *a, Problem *l) {
  int n = ports(l);
  CatBand K;
  double *u = CAT_ARENA(a, l->t.n, double);
  if (!u) return CAT_ERR_MEMORY;
  CAT_TRY(cat_band_new(a, l->t.n, l->t.K.kd, &K));
  cat_band_copy(&K, &l->t.K);
  CAT_TRY(cat_band_factor(cat_arena_context(a), &K));
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < l->t.n; i++) u[i] = 0;
    cat_port_apply(&l->port[j], 1, u);
    cat_band_solve(&K, u, 1);
    for (int i = 0; i < n; i++) l->C[i * n + j] = cat_port_read(&l->port[i], u);
  }
  return CAT_OK;
}

static void fill_lcp(Problem *l) {
  int nd = l->ndropper, n = ports(l);
  for (int i = 0; i < nd; i++) {
    for (int j = 0; j < nd; j++) {
      double both =
          (l->C[(l->nplace + i) * n + l->nplace + j] + l->C[(l->nplace + j) * n + l->nplace + i]) /
          2;
      l->W[i * nd + j] = (i == j ? 1 / l->k[i] : 0) - both;
    }
  }
}

// Lift at a place under a force there, and how many droppers go slack.
static CatStatus lift(CatContext *ctx, Problem *l, int place, double force, double out[2]) {
  int nd = l->ndropper, n = ports(l);
  const double *C = &l->C[place * n];
  for (int i = 0; i < nd; i++) {
    l->q[i] = l->force[i] / l->k[i] + force * C[l->nplace + i];
    l->lcp.active[i] = false;
  }
  CAT_TRY(cat_lcp_solve(ctx, &l->lcp));
  out[0] = force * C[place];
  out[1] = 0;
  for (int i = 0; i < nd; i++) {
    out[0] -= C[l->nplace + i] * l->lcp.p[i];
    out[1] += l->lcp.p[i] > 0;
  }
  return CAT_OK;
}

static CatStatus reserve(CatArena *a, Problem *l) {
  size_t nd = (size_t)l->ndropper, n = (size_t)ports(l);
  l->port = CAT_ARENA(a, n, CatPort);
  l->C = CAT_ARENA(a, n * n, double);
  l->k = CAT_ARENA(a, nd + 1, double);
  l->force = CAT_ARENA(a, nd + 1, double);
  l->W = CAT_ARENA(a, nd * nd + 1, double);
  l->q = CAT_ARENA(a, nd + 1, double);
  l->lcp = (CatLcp){.n = l->ndropper,
                    .W = l->W,
                    .q = l->q,
                    .p = CAT_ARENA(a, nd + 1, double),
                    .active = CAT_ARENA(a, nd + 1, bool),
                    .work = CAT_ARENA(a, nd * nd + nd + 1, double),
                    .pivot = CAT_ARENA(a, nd + 1, int)};
  bool ok = l->port && l->C && l->k && l->force && l->W && l->q && l->lcp.p && l->lcp.active &&
            l->lcp.work && l->lcp.pivot;
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

//------------------------------------------------------------------------------- along the span

static void measure(const CatElasticity *e, CatLift *at, double force) {
  at->min = at->max = at->lift[0] / force;
  at->mean = 0;
  for (int i = 0; i < e->n; i++) {
    at->min = fmin(at->min, at->lift[i] / force);
    at->max = fmax(at->max, at->lift[i] / force);
    if (i > 0) at->mean += (e->x[i] - e->x[i - 1]) * (at->lift[i] + at->lift[i - 1]) / 2 / force;
  }
  at->mean /= e->x[e->n - 1];
  at->uniformity = (at->max - at->min) / (at->max + at->min);
}

static CatStatus results_new(CatArena *a, const CatLineModel *m, CatElasticity *e) {
  *e = (CatElasticity){.span = m->nspan / 2};
  e->n = lay_places(m, e->span, NULL);
  e->x = CAT_ARENA(a, e->n, double);
  if (!e->x) return CAT_ERR_MEMORY;
  lay_places(m, e->span, e->x);
  for (int k = 0; k < CAT_LIFTS; k++) {
    e->at[k].lift = CAT_ARENA(a, e->n, double);
    e->at[k].slack = CAT_ARENA(a, e->n, double);
    if (!e->at[k].lift || !e->at[k].slack) return CAT_ERR_MEMORY;
  }
  return CAT_OK;
}

static CatStatus along_span(CatArena *scratch, const CatLineModel *m, const CatConfiguration *rest,
                            CatElasticity *e) {
  Problem l = {.m = m, .rest = rest, .nplace = e->n};
  int neighbours = NEIGHBOURS;
  while (neighbours > 0 && near_droppers(m, e->span, neighbours, NULL) > MOST_DROPPERS)
    neighbours--;
  l.ndropper = near_droppers(m, e->span, neighbours, NULL);
  int *index = CAT_ARENA(scratch, l.ndropper + 1, int);
  if (!index) return CAT_ERR_MEMORY;
  near_droppers(m, e->span, neighbours, index);
  CAT_TRY(reserve(scratch, &l));
  CAT_TRY(cat_linear_system_new(scratch, m, rest, &l.t));
  place_ports(&l, e->span, e->x);
  dropper_ports(&l, index);
  CAT_TRY(fill_compliance(scratch, &l));
  fill_lcp(&l);
  for (int k = 0; k < CAT_LIFTS; k++) {
    for (int i = 0; i < e->n; i++) {
      double found[2];
      CAT_TRY(lift(cat_arena_context(scratch), &l, i, cat_lift_force[k], found));
      e->at[k].lift[i] = found[0];
      e->at[k].slack[i] = found[1];
    }
    measure(e, &e->at[k], cat_lift_force[k]);
  }
  return CAT_OK;
}

CatStatus cat_rest_elasticity(CatArena *a, const CatLineModel *m, const CatConfiguration *rest,
                              CatElasticity *out) {
  CatArena *scratch = cat_arena_new(cat_arena_context(a), 1 << 20);
  CatStatus status = scratch ? results_new(a, m, out) : CAT_ERR_MEMORY;
  if (!status) status = along_span(scratch, m, rest, out);
  cat_arena_free(scratch);
  return status;
}
