#include "shift.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/c_locale.h"

enum { LONGEST = 4, TESTS = 5 };        // spans of a period that are tried; tests of each
static const double SAME_PLACE = 1e-6;  // [m]
// The ends of a line slightly affect the spans next to them: 1e-5 m in the second one, 1e-8 m
// in the fourth. The contact wire's height must agree better, since its spring is stiff.
static const double SAME_SHAPE = 1e-4;   // [m]; next to the ends NEAR_END times as much
static const double SAME_HEIGHT = 1e-5;  // [m]
static const double SAME_MATRIX = 1e-4;  // relative; likewise
static const double NEAR_END = 100;
static const double SAME_FORCE = 0.5;  // [N]

typedef struct Trial {
  const CatLineSim *c;
  const CatLineModel *m;
  CatRtShift *s;
  int *node;        // the node that takes each one's place; -1: none (nnode)
  int (*owner)[2];  // node and component of each coordinate (n)
  int *from;        // (n)
  double *scale;    // (n)
  double inner[2];  // where the line must repeat [m]
  int passed;       // tests
} Trial;

static double mirror_sign(const CatRtShift *s, int component) {
  return s->mirror && component % 3 == CAT_ACROSS ? -1 : 1;
}

static bool is_inner(const Trial *t, int node) {
  double s = t->m->node[node].s;
  return s > t->inner[0] - SAME_PLACE && s < t->inner[1] + SAME_PLACE;
}

// The effect of the line's ends on the spans next to them does not count as irregular.
static double looseness(const Trial *t, int node) {
  const double *x = t->m->mast;
  int n = t->m->nspan, p = t->s->spans, e = t->s->ends + 1;
  double s = t->m->node[node].s;
  bool near_end = s < x[e] - SAME_PLACE || s > x[n - e - p] + SAME_PLACE;
  return near_end ? NEAR_END : 1;
}

static bool refuse(Trial *t, const char *what, int node) {
  cat_format(t->s->why_not, sizeof t->s->why_not,
             "%s at %.2f m differs from that %d span%s further on", what, t->m->node[node].s,
             t->s->spans, t->s->spans == 1 ? "" : "s");
  return false;
}

//------------------------------------------------------------------------------- matching

static bool masts_repeat(Trial *t) {
  const double *x = t->m->mast;
  int p = t->s->spans;
  for (int k = 1; k + p < t->m->nspan; k++) {
    if (fabs(x[k + p] - x[k] - t->s->length) < SAME_PLACE) continue;
    cat_format(t->s->why_not, sizeof t->s->why_not, "spans are not equal: %.3f m and %.3f m",
               x[k + p] - x[k], t->s->length);
    return false;
  }
  return true;
}

static CatRole role_of(const CatLineModel *m, int node) {
  return m->wire[m->node[node].wire].role;
}

// Nodes of a role lie in rising order almost everywhere: the search goes on from the last hit.
static int node_at(const CatLineModel *m, CatRole role, double s, int start) {
  for (int k = 0; k < m->nnode; k++) {
    int j = (start + k) % m->nnode;
    if (fabs(m->node[j].s - s) < SAME_PLACE && role_of(m, j) == role) return j;
  }
  return -1;
}

static bool same_shape(const Trial *t, int i) {
  const double *here = t->c->rest->q[i], *there = t->c->rest->q[t->node[i]];
  for (int k = 0; k < 3; k++) {
    bool stiff = k == CAT_UP && role_of(t->m, i) == CAT_CONTACT_WIRE;
    double apart = fabs(mirror_sign(t->s, k) * there[k] - here[k]);
    if (apart > (stiff ? SAME_HEIGHT : SAME_SHAPE * looseness(t, i))) return false;
  }
  return true;
}

static bool match_nodes(Trial *t) {
  const CatLineModel *m = t->m;
  double end = m->mast[m->nspan];
  int last = 0;
  for (int i = 0; i < m->nnode; i++) {
    double s = m->node[i].s + t->s->length;
    t->node[i] = s > end + SAME_PLACE ? -1 : node_at(m, role_of(m, i), s, last);
    if (t->node[i] >= 0) last = t->node[i];
    if (t->node[i] < 0 && is_inner(t, i)) return refuse(t, "the wire", i);
    if (is_inner(t, i) && !same_shape(t, i)) return refuse(t, "the shape at rest", i);
  }
  return true;
}

static double fade_at(const Trial *t, double s) {
  const double *x = t->m->mast;
  double u = fmin(fmax((s - x[0]) / (x[1] - x[0]), 0), 1);
  return u * u * (3 - 2 * u);
}

static bool match_coordinates(Trial *t) {
  const CatLinearSystem *system = &t->c->system;
  for (int i = 0; i < system->n; i++) t->from[i] = -1, t->scale[i] = 0, t->owner[i][0] = -1;
  for (int i = 0; i < t->m->nnode; i++) {
    for (int k = 0; k < CAT_NODE_DOF; k++) {
      int at = system->dof[i][k];
      if (at < 0 || t->owner[at][0] >= 0) continue;
      t->owner[at][0] = i, t->owner[at][1] = k;
      int from = t->node[i] >= 0 ? system->dof[t->node[i]][k] : -1;
      t->from[at] = from;
      t->scale[at] = mirror_sign(t->s, k) * fade_at(t, t->m->node[i].s);
      if (from < 0 && is_inner(t, i)) return refuse(t, "what holds the wire", i);
      if (from >= 0 && from <= at) return refuse(t, "the order of the unknowns", i);
    }
  }
  return true;
}

//------------------------------------------------------------------------------- comparing

static bool same_entries(const Trial *t, const CatBand *A, const CatBand *size, int i) {
  int f = t->from[i], si = t->owner[i][1];
  double tolerance = SAME_MATRIX * looseness(t, t->owner[i][0]);
  for (int j = i - A->kd > 0 ? i - A->kd : 0; j <= i; j++) {
    if (!is_inner(t, t->owner[j][0])) continue;
    double sign = mirror_sign(t->s, si) * mirror_sign(t->s, t->owner[j][1]);
    double here = cat_band_get(A, i, j), there = sign * cat_band_get(A, f, t->from[j]);
    double scale = sqrt(cat_band_get(size, i, i) * cat_band_get(size, j, j));
    if (fabs(here - there) > tolerance * scale) return false;
  }
  return true;
}

static bool matrices_repeat(Trial *t) {
  const CatLinearSystem *system = &t->c->system;
  const CatBand *extra = t->c->damping.extra;
  if (system->along.n > 0) {
    cat_format(t->s->why_not, sizeof t->s->why_not,
               "modes of whole wires along the track (line.axial_modes) do not repeat");
    return false;
  }
  for (int i = 0; i < system->n; i++) {
    int node = t->owner[i][0];
    if (!is_inner(t, node)) continue;
    if (!same_entries(t, &system->K, &system->K, i)) return refuse(t, "the stiffness", node);
    if (!same_entries(t, &system->M, &system->M, i)) return refuse(t, "the mass", node);
    if (extra && !same_entries(t, extra, &system->K, i)) return refuse(t, "the damping", node);
  }
  return true;
}

static int dropper_from(const Trial *t, int low, int high) {
  for (int j = 0; j < t->c->ties.n && low >= 0 && high >= 0; j++) {
    if (t->m->dropper[j].low == low && t->m->dropper[j].high == high) return j;
  }
  return -1;
}

static bool match_droppers(Trial *t) {
  for (int i = 0; i < t->c->ties.n; i++) {
    const CatDropperPart *d = &t->m->dropper[i];
    int from = dropper_from(t, t->node[d->low], t->node[d->high]);
    t->s->dropper[i] = from;
    t->s->fade[i] = fade_at(t, t->m->node[d->low].s);
    if (!is_inner(t, d->low)) continue;
    if (from < 0) return refuse(t, "the dropper", d->low);
    double difference = t->c->ties.rest[from] - t->c->ties.rest[i];
    if (fabs(difference) > SAME_FORCE) return refuse(t, "the dropper's tension", d->low);
  }
  return true;
}

typedef bool Test(Trial *t);

static bool try_period(Trial *t, int spans, bool mirror) {
  const double *x = t->m->mast;
  int n = t->m->nspan;
  t->passed = 0;
  if (n < spans + 3) {
    snprintf(t->s->why_not, sizeof t->s->why_not, "%d spans are too few: a period of %d needs %d",
             n, spans, spans + 3);
    return false;
  }
  t->s->spans = spans;
  t->s->mirror = mirror;
  t->s->length = x[1 + spans] - x[1];
  t->s->ends = n >= spans + 7 ? 2 : 1;
  t->inner[0] = x[t->s->ends];
  t->inner[1] = x[n - t->s->ends - spans];
  static Test *const test[TESTS] = {masts_repeat, match_nodes, match_coordinates, match_droppers,
                                    matrices_repeat};
  for (t->passed = 0; t->passed < TESTS; t->passed++) {
    if (!test[t->passed](t)) return false;
  }
  return true;
}

//------------------------------------------------------------------------------- set-up

// The last pantograph needs room behind that position, and some line must lie ahead of it.
static bool place(CatRtShift *s, const CatLineSim *c, double at) {
  const double *x = c->m->mast;
  double behind = 0;
  for (int i = 0; i < c->spec->npantograph; i++) {
    behind = fmax(behind, c->spec->pantograph[i].behind);
  }
  double low = x[s->ends] + s->length + behind, high = x[c->m->nspan - s->ends];
  s->at = at > 0 ? at : fmax(low, x[(c->m->nspan + s->spans + 1) / 2]);
  if (s->at >= low && s->at <= high) return true;
  cat_format(s->why_not, sizeof s->why_not,
             "the place of the shift, %.2f m, must lie from %.2f m to %.2f m", s->at, low, high);
  return false;
}

static CatStatus reserve(CatLineSim *c, Trial *t) {
  int n = c->system.n;
  t->node = CAT_ARENA(c->arena, c->m->nnode, int);
  t->owner = (int(*)[2])CAT_ARENA(c->arena, 2 * (size_t)n, int);
  t->from = CAT_ARENA(c->arena, n, int);
  t->scale = CAT_ARENA(c->arena, n, double);
  t->s->dropper = CAT_ARENA(c->arena, c->ties.n + 1, int);
  t->s->fade = CAT_ARENA(c->arena, c->ties.n + 1, double);
  t->s->old = CAT_ARENA(c->arena, c->ties.n + 1, double);
  bool ok = t->node && t->owner && t->from && t->scale && t->s->dropper && t->s->fade && t->s->old;
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

// Several periods at once: a shift costs as much as a few steps, so it should be rare. At least six
// spans stay on either side of the pantographs' range.
static bool take_several(Trial *t, int spans, bool mirror) {
  for (int k = (t->m->nspan - 12) / 2 / spans; k > 1; k--) {
    if (try_period(t, k * spans, mirror && k % 2 == 1)) return true;
  }
  return try_period(t, spans, mirror);
}

// Tries periods from the shortest on; if none fits, why_not says what the best candidate failed.
static bool find_period(Trial *t) {
  char why[sizeof t->s->why_not] = "";
  int most = -1;
  for (int k = 0; k < 2 * LONGEST; k++) {
    if (try_period(t, 1 + k / 2, k % 2 == 1)) {
      bool ok = take_several(t, 1 + k / 2, k % 2 == 1);
      t->s->why_not[0] = '\0';
      return ok;
    }
    if (t->passed <= most) continue;
    most = t->passed;
    memcpy(why, t->s->why_not, sizeof why);
  }
  memcpy(t->s->why_not, why, sizeof why);
  return false;
}

CatStatus cat_rt_shift_new(CatLineSim *c, double at, CatRtShift *out) {
  *out = (CatRtShift){0};
  Trial t = {.c = c, .m = c->m, .s = out};
  CAT_TRY(reserve(c, &t));
  if (c->m->second) {
    snprintf(out->why_not, sizeof out->why_not, "the line has a second section");
    return CAT_OK;
  }
  if (!c->structure->ops->shift) {
    snprintf(out->why_not, sizeof out->why_not, "the solver cannot");
    return CAT_OK;
  }
  if (!find_period(&t)) return CAT_OK;
  out->move = (CatSimShift){.map = {c->system.n, t.from, t.scale},
                            .tie = out->dropper,
                            .fade = out->fade,
                            .room = out->old,
                            .length = out->length};
  out->on = place(out, c, at);
  return CAT_OK;
}

//------------------------------------------------------------------------------- shift

bool cat_rt_shift_due(const CatRtShift *s, const CatSim *sim) {
  return s->on && sim->contact[0].x >= s->at;
}

void cat_rt_shift_do(CatRtShift *s, CatSim *sim) {
  cat_sim_shift(sim, &s->move);
  s->done++;
}
