// A line at rest, linearised, and in the coordinates of its components; for tests.
#ifndef CAT_TESTS_REDUCE_REDUCED_H
#define CAT_TESTS_REDUCE_REDUCED_H

#include "support/scene.h"

#include <math.h>
#include <string.h>

#include "linalg/dense.h"
#include "reduce/arrow.h"

typedef struct Reduced {
  CatArena *arena;
  const CatLineModel *m;
  CatLinearSystem t;
  CatSynthesis s;
  CatArrow arrow;
  CatPort *dropper;  // (m->ndropper)
  unsigned dice;
} Reduced;

static inline double roll(Reduced *r) {  // -1 to 1, the same everywhere
  r->dice = r->dice * 1664525u + 1013904223u;
  return (double)(r->dice >> 8) / (1 << 23) - 1;
}

static inline Reduced *reduced_tangent(CatContext *ctx, const CatLineModel *m,
                                       const CatConfiguration *rest) {
  CatArena *arena = cat_arena_new(ctx, 1 << 20);
  Reduced *r = CAT_ARENA(arena, 1, Reduced);
  *r = (Reduced){.arena = arena, .m = m, .dice = 11};
  assert_int_equal(cat_linear_system_new(arena, m, rest, &r->t), CAT_OK);
  r->dropper = CAT_ARENA(arena, m->ndropper + 1, CatPort);
  for (int i = 0; i < m->ndropper; i++) {
    double k;
    r->dropper[i] = cat_port_dropper(m, rest, &r->t, i, &k);
  }
  return r;
}

static inline Reduced *reduced_new(CatContext *ctx, const CatLineModel *m,
                                   const CatConfiguration *rest) {
  Reduced *r = reduced_tangent(ctx, m, rest);
  assert_int_equal(cat_synthesis_new(r->arena, m, &r->t, &r->s), CAT_OK);
  assert_int_equal(cat_arrow_new(r->arena, &r->s, &r->arrow), CAT_OK);
  assert_int_equal(r->arrow.n, r->t.n);
  return r;
}

static inline void reduced_free(Reduced *r) {
  cat_arena_free(r->arena);
}

// AC simple of a few spans, coarse.
static inline CatTrainSpec coarse(const CatSpanSpec *span, int elements) {
  CatTrainSpec s = scene_ac_simple(span, 320 / 3.6);
  s.line.elements_per_bay = elements;
  return s;
}

//------------------------------------------------------------------------------- maps

// Displacement of coordinate i of a component through one unit of one of its vectors.
static inline double held(const Reduced *r, int component, int vector, int i) {
  const CatComponent *c = &r->s.cut.component[component];
  const CatHeldModes *h = &r->s.kind[c->kind];
  double phi = vector < h->n ? h->phi[(size_t)vector * (size_t)h->n + (size_t)i]
                             : h->hold[(vector - h->n) * h->n + i] * c->flip[vector - h->n];
  return phi * cat_component_flip(&r->s.cut, component, c->dof[i]);
}

// u = T x: from the arrow's coordinates to those of the tangent.
static inline void expand(const Reduced *r, const double *x, double *u) {
  const CatComponents *cut = &r->s.cut;
  const double *border = x + r->arrow.offset[cut->n];
  for (int b = 0; b < cut->nborder; b++) u[cut->border[b]] = border[b];
  for (int k = 0; k < cut->n; k++) {
    const CatComponent *c = &cut->component[k];
    for (int i = 0; i < c->n; i++) {
      double sum = 0;
      for (int j = 0; j < c->n; j++) sum += held(r, k, j, i) * x[r->arrow.offset[k] + j];
      for (int b = 0; b < c->nborder; b++) sum += held(r, k, c->n + b, i) * border[c->border[b]];
      u[c->dof[i]] = sum;
    }
  }
}

// T' f: nodal forces in the arrow's coordinates.
static inline void project(const Reduced *r, const double *f, double *x) {
  const CatComponents *cut = &r->s.cut;
  double *border = x + r->arrow.offset[cut->n];
  for (int b = 0; b < cut->nborder; b++) border[b] = f[cut->border[b]];
  for (int k = 0; k < cut->n; k++) {
    const CatComponent *c = &cut->component[k];
    for (int j = 0; j < c->n + c->nborder; j++) {
      double sum = 0;
      for (int i = 0; i < c->n; i++) sum += held(r, k, j, i) * f[c->dof[i]];
      if (j < c->n) x[r->arrow.offset[k] + j] = sum;
      if (j >= c->n) border[c->border[j - c->n]] += sum;
    }
  }
}

static inline double band_form(const CatBand *A, const double *x, const double *y) {
  double sum = 0;
  for (int j = 0; j < A->n; j++) {
    for (int i = j > A->kd ? j - A->kd : 0; i < A->n && i <= j + A->kd; i++) {
      sum += x[i] * cat_band_get(A, i, j) * y[j];
    }
  }
  return sum;
}

#endif
