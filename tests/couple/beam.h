// A simply supported beam in modes as a structure, and the road on it as a guide: a second kind
// of structure, written against the interface alone. Modes are sin(i pi x/L), modal masses mu L/2.
#ifndef CAT_TESTS_COUPLE_BEAM_H
#define CAT_TESTS_COUPLE_BEAM_H

#include "support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "couple/sim.h"

enum { BEAM_MODES = 32, BEAM_PORTS = 16 };
static const double BEAM_PI = 3.14159265358979323846;

typedef struct Beam {
  CatStructure base;
  CatGuide guide;
  double length, mass;                                 // [m] [kg] modal
  double k[BEAM_MODES], A[BEAM_MODES];                 // modal stiffness; of the step
  double u[BEAM_MODES], v[BEAM_MODES], a[BEAM_MODES];  // state
  double next[BEAM_MODES], push[BEAM_MODES];           // within a step
  double port[BEAM_PORTS][BEAM_MODES];
} Beam;

typedef struct BeamSeat {
  CatSeat base;
  int dof[BEAM_MODES];
  double b[BEAM_MODES];
} BeamSeat;

static inline Beam *beam_of(CatStructure *s) {
  return (Beam *)s;
}

static inline const Beam *beam_seen(const CatStructure *s) {
  return (const Beam *)s;
}

static inline void beam_set_static(CatStructure *s, const double *u) {
  Beam *b = beam_of(s);
  memcpy(b->u, u, (size_t)s->n * sizeof *u);
  memcpy(b->next, u, (size_t)s->n * sizeof *u);
  memset(b->v, 0, sizeof b->v), memset(b->a, 0, sizeof b->a), memset(b->push, 0, sizeof b->push);
}

static inline void beam_load_begin(CatStructure *s, int port, double force) {
  Beam *b = beam_of(s);
  for (int i = 0; i < s->n; i++) b->push[i] += (1 - s->step.theta) * force * b->port[port][i];
}

static inline void beam_advance(CatStructure *s) {
  Beam *b = beam_of(s);
  for (int i = 0; i < s->n; i++) {
    double r = b->push[i] + b->mass * cat_step_m(&s->step, b->u[i], b->v[i], b->a[i]) -
               (1 - s->step.theta) * b->k[i] * b->u[i];
    b->next[i] = r / b->A[i];
    b->push[i] = 0;
  }
}

static inline void beam_move_port(CatStructure *s, int port, const CatPortVector *p) {
  memset(beam_of(s)->port[port], 0, sizeof beam_of(s)->port[port]);
  for (int i = 0; i < p->n; i++) beam_of(s)->port[port][p->dof[i]] = p->b[i];
}

static inline double beam_read(const CatStructure *s, int port) {
  double sum = 0;
  for (int i = 0; i < s->n; i++) sum += beam_seen(s)->port[port][i] * beam_seen(s)->next[i];
  return sum;
}

static inline double beam_port_compliance(const CatStructure *s, int port, int other) {
  const Beam *b = beam_seen(s);
  double sum = 0;
  for (int i = 0; i < s->n; i++) sum += b->port[port][i] * b->port[other][i] / b->A[i];
  return sum;
}

static inline void beam_load_end(CatStructure *s, int port, double force) {
  Beam *b = beam_of(s);
  for (int i = 0; i < s->n; i++) b->next[i] += force * b->port[port][i] / b->A[i];
}

static inline void beam_commit(CatStructure *s) {
  Beam *b = beam_of(s);
  for (int i = 0; i < s->n; i++) {
    double du = b->next[i] - b->u[i], v = b->v[i], a = b->a[i];
    b->u[i] = b->next[i];
    b->v[i] = cat_step_v(&s->step, du, v, a);
    b->a[i] = cat_step_a(&s->step, du, v, a);
  }
}

static inline void beam_values(const CatStructure *s, int n, const int *dof, double *out) {
  cat_values_copy(beam_seen(s)->u, n, dof, out);
}

static inline void beam_state(CatStructure *s, double *u, double *v, double *a) {
  size_t bytes = (size_t)s->n * sizeof *u;
  memcpy(u, beam_of(s)->u, bytes), memcpy(v, beam_of(s)->v, bytes), memcpy(a, beam_of(s)->a, bytes);
}

static inline void beam_solve(const void *self, double *x) {
  const Beam *b = self;
  for (int i = 0; i < b->base.n; i++) x[i] /= b->k[i];
}

static inline CatStatus beam_statics(const CatStructure *s, CatArena *scratch, CatStatics *out) {
  (void)scratch;
  *out = (CatStatics){beam_solve, s};
  return CAT_OK;
}

static inline void beam_snapshot(CatStructure *s, CatSnapshot *to) {
  Beam *b = beam_of(s);
  double *state[] = {b->u, b->v, b->a, b->next};
  for (int k = 0; k < 4; k++) CAT_SNAPSHOT_ARRAY(to, state[k], s->n);
}

static const CatStructureOps beam_ops = {.name = "beam in modes",
                                         .set_static = beam_set_static,
                                         .load_begin = beam_load_begin,
                                         .advance = beam_advance,
                                         .move_port = beam_move_port,
                                         .read = beam_read,
                                         .port_compliance = beam_port_compliance,
                                         .load_end = beam_load_end,
                                         .commit = beam_commit,
                                         .values = beam_values,
                                         .state = beam_state,
                                         .statics = beam_statics,
                                         .snapshot = beam_snapshot};

//------------------------------------------------------------------------------- the road on it

static inline const Beam *beam_under(const CatGuide *g) {
  return (const Beam *)(const void *)((const char *)g - offsetof(Beam, guide));
}

static inline CatStatus beam_seat_new(const CatGuide *g, CatArena *a, CatSeat **out) {
  BeamSeat *seat = CAT_ARENA(a, 1, BeamSeat);
  if (!seat) return CAT_ERR_MEMORY;
  seat->base.port = (CatPortVector){beam_under(g)->base.n, seat->dof, seat->b};
  for (int i = 0; i < BEAM_MODES; i++) seat->dof[i] = i;
  *out = &seat->base;
  return CAT_OK;
}

// Before and behind the beam the road is rigid: there is one, but it does not move.
static inline void beam_find(const CatGuide *g, double x, CatSeat *base) {
  BeamSeat *seat = (BeamSeat *)base;
  const Beam *b = beam_under(g);
  base->x = x, base->on = true, base->height = 0;
  bool over = x >= 0 && x <= b->length;
  for (int i = 0; i < b->base.n; i++) {
    seat->b[i] = over ? sin((i + 1) * BEAM_PI * x / b->length) : 0;
  }
}

static inline double beam_slope(const CatGuide *g, double x, CatSeat *seat, CatPortVector *port) {
  (void)g, (void)x;
  *port = seat->port;
  return 0;
}

static inline double beam_border(const CatGuide *g, double x) {
  (void)g, (void)x;
  return INFINITY;
}

static const CatGuideOps beam_guide_ops = {beam_seat_new, beam_find, beam_slope, beam_border};

static inline Beam *beam_new(double length, double EI, double mu, int modes, CatStep step) {
  Beam *b = calloc(1, sizeof *b);
  b->base = (CatStructure){&beam_ops, step, modes, BEAM_PORTS, 0};
  b->guide.ops = &beam_guide_ops;
  b->length = length;
  b->mass = mu * length / 2;
  for (int i = 0; i < modes; i++) {
    b->k[i] = EI * pow((i + 1) * BEAM_PI / length, 4) * length / 2;
    b->A[i] = step.mass * b->mass + step.theta * b->k[i];
  }
  return b;
}

static inline double beam_at(const Beam *b, double x) {
  double sum = 0;
  for (int i = 0; i < b->base.n; i++) sum += b->u[i] * sin((i + 1) * BEAM_PI * x / b->length);
  return sum;
}

#endif
