// The source of the loops over ties, compiled once per instruction set (ties_kernel.h).
#include <stdint.h>

#include "ties_kernel.h"

// Written as vectors: with so many arrays compilers give up finding out that none overlaps.
enum { WIDE = CAT_TIES_WIDE, EACH = CAT_TIES_BLOCK / WIDE };
typedef double Vec __attribute__((vector_size(8 * WIDE), aligned(8), may_alias));
typedef int64_t Flags __attribute__((vector_size(8 * WIDE)));

static inline int vectors(int n) {
  return (n + WIDE - 1) / WIDE;
}

// With kappa = k (1 + beta de'/de) the stretch T/kappa is e + T_rest/kappa and what the damper
// keeps of the past: no division, and no stiffness is needed.
static void free_all(CatTies *d, const CatStep *step) {
  const Vec *read = (const Vec *)d->read, *e = (const Vec *)d->e, *v = (const Vec *)d->v,
            *a = (const Vec *)d->a, *compliance = (const Vec *)d->compliance,
            *rest = (const Vec *)d->rest, *lags = (const Vec *)d->lag;
  Vec *out = (Vec *)d->free;
  for (int i = 0, n = vectors(d->n); i < n; i++) {
    Vec lag = lags[i], u_to_v = lag * step->u_to_v, v_to_v = lag * step->v_to_v;
    Vec a_to_v = lag * step->a_to_v;
    out[i] = read[i] + (rest[i] * compliance[i] + (v_to_v * v[i] + a_to_v * a[i] - u_to_v * e[i]));
  }
}

static void move(CatTies *d, const CatStep *step) {
  const Vec *read = (const Vec *)d->read, *stretch = (const Vec *)d->stretch,
            *before = (const Vec *)d->free;
  Vec *e = (Vec *)d->e, *v = (Vec *)d->v, *a = (Vec *)d->a;
  const CatStep s = *step;
  for (int i = 0, n = vectors(d->n); i < n; i++) {
    Vec e1 = read[i] + (stretch[i] - before[i]), de = e1 - e[i], v0 = v[i], a0 = a[i];
    e[i] = e1;
    v[i] = s.u_to_v * de + s.v_to_v * v0 + s.a_to_v * a0;  // cat_step_v, cat_step_a
    a[i] = s.u_to_a * de - s.v_to_a * v0 - s.a_to_a * a0;
  }
}

// From a multiple of WIDE on, with zeros before and behind the row: what was stored for the last
// tie is then loaded for the next in the same pieces, which processors hand on at once.
static void add(CatTies *d, int n, const int *j, const double *factor) {
  Vec *stretch = (Vec *)d->stretch;
  for (int i = 0; i < n; i++) {
    unsigned first = (unsigned)d->first[j[i]], last = (unsigned)d->last[j[i]];
    unsigned at = first / WIDE, end = (last + WIDE - 1) / WIDE;
    const Vec *response = (const Vec *)(d->response[j[i]] - first % WIDE);
    double times = factor[i];
    for (; at < end; at++) stretch[at] += times * *response++;
  }
}

static int look(CatTies *d, const double *side, int *block) {
  const Vec *stretch = (const Vec *)d->stretch, *kappa = (const Vec *)d->kappa,
            *of = (const Vec *)side;
  Vec *tension = (Vec *)d->tension, *y = (Vec *)d->y;
  int found = 0;
  for (int b = 0; b * CAT_TIES_BLOCK < d->n; b++) {
    Flags wrong = {0};
    for (int i = b * EACH; i < (b + 1) * EACH; i++) {
      tension[i] = kappa[i] * stretch[i];
      y[i] = (Vec){0};
      wrong |= of[i] * stretch[i] < 0;
    }
    block[found] = b;
    found += (wrong[0] | wrong[1] | wrong[2] | wrong[3]) != 0;
  }
  return found;
}

static const CatTiesKernel kernel = {free_all, move, add, look};
