// A small static solver for tests: cable elements in a row, held and loaded at chosen unknowns.
//
// Newton's method on the potential energy with banded Cholesky; the tangent is shifted where it is
// not positive definite, and a step is halved until the energy falls, so that a cantilever bends
// into its elastica from a straight start.
#ifndef CAT_TESTS_ELEMENT_CHAIN_H
#define CAT_TESTS_ELEMENT_CHAIN_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "linalg/band.h"
#include "reference.h"
#include "support/support.h"

typedef struct Chain {
  CatContext *ctx;
  CatArena *arena;
  int elements, n;       // n unknowns
  int points;            // 0: the kernel; else Gauss points of the reference element
  CatCable *cable;       // (elements)
  int (*dof)[12];        // (elements) numbers of the unknowns
  double *q, *load, *f;  // (n) state; dead load; elastic force after chain_solve
  bool *fixed;           // (n)
  CatBand K;
  double residual;  // largest unbalanced force after chain_solve [N]
  int iterations;
} Chain;

// All elements alike, straight along x from the origin, stretched by the factor given.
// `extra` unknowns are left behind the nodes' for slopes that are not shared.
static inline Chain chain_new(CatCable cable, int elements, double stretch, int extra) {
  Chain c = {.ctx = cat_context_new(NULL), .elements = elements, .n = 6 * (elements + 1) + extra};
  c.arena = cat_arena_new(c.ctx, 1 << 20);
  c.cable = CAT_ARENA(c.arena, elements, CatCable);
  c.dof = (int(*)[12])cat_arena_alloc(c.arena, (size_t)elements, sizeof *c.dof);
  c.q = CAT_ARENA(c.arena, c.n, double);
  c.load = CAT_ARENA(c.arena, c.n, double);
  c.f = CAT_ARENA(c.arena, c.n, double);
  c.fixed = CAT_ARENA(c.arena, c.n, bool);
  for (int e = 0; e < elements; e++) {
    c.cable[e] = cable;
    for (int i = 0; i < 12; i++) c.dof[e][i] = 6 * e + i;
  }
  for (int a = 0; a <= elements; a++) {
    c.q[6 * a] = a * cable.l0 * stretch;
    c.q[6 * a + 3] = stretch;
  }
  return c;
}

static inline void chain_free(Chain *c) {
  cat_arena_free(c->arena);
  cat_context_free(c->ctx);
}

// holds `count` unknowns from `first` on
static inline void chain_hold(Chain *c, int first, int count) {
  for (int i = first; i < first + count; i++) c->fixed[i] = true;
}

static inline void chain_weight(Chain *c, const double g[3]) {
  for (int e = 0; e < c->elements; e++) {
    double f[12];
    cat_cable_gravity(&c->cable[e], g, 0, f);
    for (int i = 0; i < 12; i++) c->load[c->dof[e][i]] += f[i];
  }
}

static inline void chain_gather(const Chain *c, int e, double q[12]) {
  for (int i = 0; i < 12; i++) q[i] = c->q[c->dof[e][i]];
}

static inline double chain_potential(const Chain *c) {
  double sum = 0;
  for (int e = 0; e < c->elements; e++) {
    double q[12];
    chain_gather(c, e, q);
    sum += c->points ? reference_energy(&c->cable[e], c->points, q)
                     : cat_cable_energy(&c->cable[e], q);
  }
  for (int i = 0; i < c->n; i++) sum -= c->load[i] * c->q[i];
  return sum;
}

static inline void chain_new_bands(Chain *c, CatBand *band) {
  int kd = 0;
  for (int e = 0; e < c->elements; e++) {
    for (int i = 0; i < 12; i++) {
      for (int j = 0; j < 12; j++) {
        int width = c->dof[e][i] - c->dof[e][j];
        if (width > kd) kd = width;
      }
    }
  }
  assert_int_equal(cat_band_new(c->arena, c->n, kd, band), CAT_OK);
}

static inline void chain_add(const Chain *c, int e, const double A[144], CatBand *band) {
  for (int i = 0; i < 12; i++) {
    int di = c->dof[e][i];
    for (int j = 0; j < 12; j++) {
      int dj = c->dof[e][j];
      if (di <= dj && !c->fixed[di] && !c->fixed[dj]) cat_band_add(band, di, dj, A[12 * i + j]);
    }
  }
}

// f and K of all elements; held unknowns get a one on the diagonal
static inline void chain_assemble(Chain *c) {
  if (!c->K.a) chain_new_bands(c, &c->K);
  memset(c->K.a, 0, (size_t)c->n * (size_t)(c->K.kd + 1) * sizeof(double));
  memset(c->f, 0, (size_t)c->n * sizeof(double));
  for (int e = 0; e < c->elements; e++) {
    double q[12], f[12], K[144];
    chain_gather(c, e, q);
    if (c->points)
      reference_force_tangent(&c->cable[e], c->points, q, f, K);
    else
      cat_cable_force_tangent(&c->cable[e], q, f, K);
    for (int i = 0; i < 12; i++) c->f[c->dof[e][i]] += f[i];
    chain_add(c, e, K, &c->K);
  }
  c->residual = 0;
  for (int i = 0; i < c->n; i++) {
    if (c->fixed[i])
      cat_band_add(&c->K, i, i, 1);
    else
      c->residual = fmax(c->residual, fabs(c->f[i] - c->load[i]));
  }
}

static inline void chain_mass(Chain *c, CatBand *M) {
  chain_new_bands(c, M);
  for (int e = 0; e < c->elements; e++) {
    double A[144];
    cat_cable_mass(&c->cable[e], A);
    chain_add(c, e, A, M);
  }
}

// step = (K + shift 1)^-1 (load - f), with the least shift of 0, small, 10 small, ... that works
static inline void chain_step(Chain *c, CatBand *work, double *step) {
  double shift = 0, size = 0;
  for (int i = 0; i < c->n; i++) size = fmax(size, fabs(cat_band_get(&c->K, i, i)));
  for (;;) {
    cat_band_copy(work, &c->K);
    for (int i = 0; i < c->n && shift > 0; i++) cat_band_add(work, i, i, shift);
    if (cat_band_factor(c->ctx, work) == CAT_OK) break;
    cat_context_clear(c->ctx);
    shift = shift > 0 ? 10 * shift : 1e-10 * size;
  }
  for (int i = 0; i < c->n; i++) step[i] = c->fixed[i] ? 0 : c->load[i] - c->f[i];
  cat_band_solve(work, step, 1);
}

// largest move of the accepted step
static inline double chain_move(Chain *c, const double *step) {
  double before = chain_potential(c), factor = 1, largest = 0;
  for (int i = 0; i < c->n; i++) c->q[i] += step[i], largest = fmax(largest, fabs(step[i]));
  double noise = 1e-12 * (fabs(before) + 1e-3);
  while (factor > 1e-6 && !(chain_potential(c) <= before + noise)) {
    factor /= 2;
    for (int i = 0; i < c->n; i++) c->q[i] -= factor * step[i];
  }
  return factor * largest;
}

static inline void chain_solve(Chain *c) {
  CatBand work;
  double *step = CAT_ARENA(c->arena, c->n, double);
  chain_assemble(c);
  chain_new_bands(c, &work);
  int settled = 0;
  for (c->iterations = 0; c->iterations < 400 && settled < 3; c->iterations++) {
    chain_step(c, &work, step);
    settled = chain_move(c, step) < 1e-11 ? settled + 1 : 0;
    chain_assemble(c);
  }
  assert_true(settled >= 3);
}

static inline double chain_reaction(const Chain *c, int dof) {
  return c->f[dof] - c->load[dof];
}

#endif
