// Two structures of one line, driven alike: forces, readings and states are compared step by step.
// Shared by the tests of backends.
#ifndef CAT_TESTS_MARCH_PAIR_H
#define CAT_TESTS_MARCH_PAIR_H

#include "support/scene.h"

#include <math.h>
#include <stdlib.h>

#include "structure/lanes/flat.h"

typedef struct Pair {
  CatArena *arena;
  const CatLineModel *m;
  const CatConfiguration *rest;
  CatLinearSystem t;
  CatDamping damping;
  CatPort *dropper;
  CatStructure *s[2];
  unsigned dice;
} Pair;

static inline double roll(Pair *p) {  // -1 to 1, the same everywhere
  p->dice = p->dice * 1664525u + 1013904223u;
  return (double)(p->dice >> 8) / (1 << 23) - 1;
}

static inline void pair_dampers(Pair *p) {
  int *dof = CAT_ARENA(p->arena, p->m->nsupport + 1, int);
  for (int i = 0; i < p->m->nsupport; i++) {
    int up = p->t.dof[p->m->support[i].node][CAT_UP];
    if (up >= 0) dof[p->damping.ndamper++] = up;
  }
  p->damping.damper_dof = dof;
  p->damping.damper = 1000;
}

// The line and what damps it; its structures are still to be made.
static inline Pair pair_of(CatContext *ctx, const CatLineModel *m, const CatConfiguration *rest) {
  Pair p = {.arena = cat_arena_new(ctx, 1 << 20), .m = m, .rest = rest, .dice = 7};
  p.damping = (CatDamping){.alpha = 0.0125, .beta = 1e-4};
  assert_int_equal(cat_linear_system_new(p.arena, m, rest, &p.t), CAT_OK);
  pair_dampers(&p);
  p.dropper = CAT_ARENA(p.arena, m->ndropper + 1, CatPort);
  for (int i = 0; i < m->ndropper; i++) {
    double k;
    p.dropper[i] = cat_port_dropper(m, rest, &p.t, i, &k);
  }
  return p;
}

// Its bays flat and even.
static inline void pair_flatten(Pair *p) {
  const CatLinearSystem whole = p->t;
  assert_int_equal(cat_lanes_flat_system(p->arena, p->m, p->rest, &whole, &p->t), CAT_OK);
}

static inline CatLineParts pair_parts(const Pair *p, CatStep step) {
  return (CatLineParts){p->m, p->rest, &p->t, &p->damping, step, 2, p->m->ndropper, p->dropper};
}

static inline CatStructure *pair_band(const Pair *p, const CatLineParts *parts) {
  CatBanded *banded = NULL;
  assert_int_equal(cat_banded_new(p->arena, parts, &banded), CAT_OK);
  return &banded->base;
}

//------------------------------------------------------------------------------- one step

typedef struct Acts {  // in one step
  CatPort contact[2];
  int dropper[3];
  double force[5];
} Acts;

// Two contacts run along the wire, over knots and separators, at times in one element.
static inline Acts roll_acts(Pair *p, int step) {
  const CatWire *w = &p->m->wire[0];
  Acts a = {.dropper = {0}};
  for (int i = 0; i < 2; i++) {
    int cable = w->cable + (w->ncable / 3 + (step * (2 + 5 * i)) / 8) % w->ncable;
    a.contact[i] = cat_port_wire(p->m, p->rest, &p->t, cable, 0.5 + 0.5 * roll(p), CAT_UP);
  }
  for (int i = 0; i < 3 && p->m->ndropper; i++) {
    a.dropper[i] = (int)((roll(p) + 1) / 2 * p->m->ndropper);
  }
  for (int i = 0; i < 5; i++) a.force[i] = 100 * roll(p);
  return a;
}

static inline void act_step(const Pair *p, CatStructure *s, const Acts *before, const Acts *a) {
  int droppers = p->m->ndropper ? 3 : 0;
  for (int i = 0; i < 2 && before; i++) s->ops->load_begin(s, i, before->force[i]);
  for (int i = 0; i < droppers && before; i++) {
    s->ops->load_begin(s, s->nmoving + before->dropper[i], before->force[2 + i]);
  }
  s->ops->advance(s);
  for (int i = 0; i < 2; i++) {
    CatPortVector port = cat_port_view(&a->contact[i]);
    s->ops->move_port(s, i, &port);
  }
  for (int i = 0; i < 2; i++) s->ops->load_end(s, i, s->step.theta * a->force[i]);
  for (int i = 0; i < droppers; i++) {
    s->ops->load_end(s, s->nmoving + a->dropper[i], s->step.theta * a->force[2 + i]);
  }
  if (s->ops->finish) s->ops->finish(s);
}

static inline void compare_ports(Pair *p, const Acts *a, double tolerance) {
  CatStructure *x = p->s[0], *y = p->s[1];
  const int port[] = {0, 1, x->nmoving + a->dropper[0], x->nmoving + a->dropper[1]};
  int n = p->m->ndropper ? 4 : 2;
  double scale = fabs(x->ops->port_compliance(x, 0, 0)), *e = calloc(2, sizeof *e * 1000);
  assert_true(p->m->ndropper < 1000);
  for (int i = 0; i < n; i++) {
    assert_close(x->ops->read(x, port[i]), y->ops->read(y, port[i]), 0, 1e-3 * tolerance);
    for (int j = 0; j < n; j++) {
      double g = x->ops->port_compliance(x, port[i], port[j]),
             h = y->ops->port_compliance(y, port[i], port[j]);
      assert_close(g, h, 0, tolerance * scale);
    }
  }
  x->ops->read_ties(x, e), y->ops->read_ties(y, e + 1000);
  for (int i = 0; i < p->m->ndropper; i++) assert_close(e[i], e[1000 + i], 0, 1e-3 * tolerance);
  free(e);
}

// Displacements and rates from the scheme, asked for after every step.
static inline void compare_states(Pair *p, double tolerance) {
  int n = p->t.n;
  double *x = calloc(6 * (size_t)n, sizeof *x), most[3] = {0}, worst[3] = {0};
  for (int k = 0; k < 2; k++) {
    double *y = x + (size_t)(3 * k * n);
    p->s[k]->ops->state(p->s[k], y, y + n, y + 2 * n);
  }
  for (int i = 0; i < 3 * n; i++) {
    most[i / n] = fmax(most[i / n], fabs(x[i]));
    worst[i / n] = fmax(worst[i / n], fabs(x[i] - x[3 * n + i]));
  }
  for (int k = 0; k < 3; k++) assert_below(worst[k], 10 * tolerance * most[k]);
  free(x);
}

// Many displacements at a time are those of one after the other, in any order; places that do not
// move are 0, and rates found later do not feel that somebody asked.
static inline void compare_values(Pair *p, double tolerance) {
  enum { STRIDE = 7919 };  // prime: all coordinates, far from one another
  int n = p->t.n, *dof = calloc((size_t)n + 1, sizeof *dof);
  double *x = calloc(4 * ((size_t)n + 1), sizeof *x), worst = 0, most = 0;
  for (int i = 0; i < n; i++) dof[i] = (int)((long)STRIDE * i % n);
  dof[n] = -1;
  for (int k = 0; k < 2; k++) {
    double *all = x + (size_t)(2 * k * (n + 1)), *some = all + n + 1;
    p->s[k]->ops->values(p->s[k], n, NULL, all);
    p->s[k]->ops->values(p->s[k], n + 1, dof, some);
    assert_true(some[n] == 0);
    for (int i = 0; i < n; i++) most = fmax(most, fabs(all[i]));
    for (int i = 0; i < n; i++) assert_close(some[i], all[dof[i]], 0, 1e-14 * most);
    for (int i = 0; i < n; i += 97) {
      assert_close(cat_structure_value(p->s[k], i), all[i], 0, 1e-14 * most);
    }
  }
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs(x[i] - x[2 * (n + 1) + i]));
  assert_below(worst, 1e-3 * tolerance);
  free(x), free(dof);
}

// Steps from where both stand; what: compared besides after each, or NULL.
static inline void pair_march(Pair *p, int steps, double tolerance, void (*what)(Pair *, double)) {
  Acts last = {0};
  for (int k = 0; k < steps; k++) {
    Acts a = roll_acts(p, k);
    for (int i = 0; i < 2; i++) act_step(p, p->s[i], k ? &last : NULL, &a);
    compare_ports(p, &a, tolerance);
    for (int i = 0; i < 2; i++) p->s[i]->ops->commit(p->s[i]);
    compare_states(p, tolerance);
    if (what && (k % 10 == 0 || k + 1 == steps)) what(p, tolerance);
    last = a;
  }
}

//------------------------------------------------------------------------------- two trains

// What two trains over the same line differ by, step by step.
typedef struct Apart {
  double force, worst;  // CV(RMSE) of the contact force [-], its largest difference [N]
  long slack, differ;   // droppers, summed over the steps
} Apart;

static inline Apart trains_apart(CatLineSim *a, CatLineSim *b, int steps) {
  Apart d = {.force = 0};
  double sum = 0;
  for (int k = 0; k < steps; k++) {
    assert_int_equal(cat_sim_step(a->sim), CAT_OK);
    assert_int_equal(cat_sim_step(b->sim), CAT_OK);
    double miss = a->sim->contact[0].force - b->sim->contact[0].force;
    sum += a->sim->contact[0].force;
    d.force += miss * miss;
    d.worst = fmax(d.worst, fabs(miss));
    for (int i = 0; i < a->ties.n; i++) {
      d.slack += a->ties.y[i] > 0;
      d.differ += (a->ties.y[i] > 0) != (b->ties.y[i] > 0);
    }
  }
  d.force = sqrt(d.force / steps) / (sum / steps);
  return d;
}

//------------------------------------------------------------------------------- memory

// A short line in a heap that counts what is asked of it.
typedef struct Counted {
  FailingHeap heap;
  CatContext *ctx;
  CatSpanSpec span;  // the model looks at it and at the spec all its life
  CatTrainSpec spec;
  const CatLineModel *m;
  CatConfiguration *rest;
} Counted;

static inline void counted_new(Counted *c) {
  *c = (Counted){.m = NULL};
  CatHost host = failing_host(&c->heap);
  c->span = scene_spans(2);
  c->spec = scene_ac_simple(&c->span, 80);
  CatRestReport report;
  c->ctx = cat_context_new(&host);
  assert_int_equal(cat_line_model_new(c->ctx, &c->spec.line, &c->m), CAT_OK);
  assert_int_equal(cat_rest_find(c->ctx, NULL, c->m, &c->rest, &report), CAT_OK);
}

static inline void counted_free(Counted *c) {
  cat_configuration_free(c->rest);
  cat_line_model_free(c->m);
  cat_context_free(c->ctx);
}

#endif
