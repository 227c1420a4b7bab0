// The source of the loops over droppers, compiled once per instruction set (droppers_kernel.h).
#include <stdint.h>

#include "droppers_kernel.h"

// Written as vectors: with so many arrays compilers give up finding out that none overlaps.
enum { WIDE = CAT_DROPPERS_WIDE, EACH = CAT_DROPPERS_BLOCK / WIDE };
typedef double Vec __attribute__((vector_size(8 * WIDE), aligned(8), may_alias));
typedef int64_t Flags __attribute__((vector_size(8 * WIDE)));

static inline int vectors(int n) {
  return (n + WIDE - 1) / WIDE;
}

// With kappa = k (1 + beta de'/de) the tension T/kappa is e + T_rest/kappa and what the damper
// keeps of the past, the same share of it for all: no division, and no stiffness is needed.
static void free_all(CatDroppers *d, const CatStep *step) {
  const Vec *read = (const Vec *)d->read, *e = (const Vec *)d->e, *v = (const Vec *)d->v,
            *a = (const Vec *)d->a, *give = (const Vec *)d->give, *rest = (const Vec *)d->rest;
  Vec *out = (Vec *)d->free;
  const double lag = d->beta / (1 + d->beta * step->u_to_v);
  const double u_to_v = lag * step->u_to_v, v_to_v = lag * step->v_to_v;
  const double a_to_v = lag * step->a_to_v;
  for (int i = 0, n = vectors(d->n); i < n; i++) {
    out[i] = read[i] + (rest[i] * give[i] + (v_to_v * v[i] + a_to_v * a[i] - u_to_v * e[i]));
  }
}

static void move(CatDroppers *d, const CatStep *step) {
  const Vec *read = (const Vec *)d->read, *law = (const Vec *)d->law,
            *before = (const Vec *)d->free;
  Vec *e = (Vec *)d->e, *v = (Vec *)d->v, *a = (Vec *)d->a;
  const CatStep s = *step;
  for (int i = 0, n = vectors(d->n); i < n; i++) {
    Vec e1 = read[i] + (law[i] - before[i]), de = e1 - e[i], v0 = v[i], a0 = a[i];
    e[i] = e1;
    v[i] = s.u_to_v * de + s.v_to_v * v0 + s.a_to_v * a0;  // cat_step_v, cat_step_a
    a[i] = s.u_to_a * de - s.v_to_a * v0 - s.a_to_a * a0;
  }
}

// From a multiple of WIDE on, with zeros before and behind the row: what was stored for the last
// dropper is then loaded for the next in the same pieces, which processors hand on at once.
static void add(CatDroppers *d, int n, const int *j, const double *factor) {
  Vec *law = (Vec *)d->law;
  for (int i = 0; i < n; i++) {
    unsigned first = (unsigned)d->first[j[i]], last = (unsigned)d->last[j[i]];
    unsigned at = first / WIDE, end = (last + WIDE - 1) / WIDE;
    const Vec *felt = (const Vec *)(d->felt[j[i]] - first % WIDE);
    double times = factor[i];
    for (; at < end; at++) law[at] += times * *felt++;
  }
}

static int look(CatDroppers *d, const double *side, int *block) {
  const Vec *law = (const Vec *)d->law, *kappa = (const Vec *)d->kappa, *of = (const Vec *)side;
  Vec *tension = (Vec *)d->tension, *y = (Vec *)d->y;
  int found = 0;
  for (int b = 0; b * CAT_DROPPERS_BLOCK < d->n; b++) {
    Flags wrong = {0};
    for (int i = b * EACH; i < (b + 1) * EACH; i++) {
      tension[i] = kappa[i] * law[i];
      y[i] = (Vec){0};
      wrong |= of[i] * law[i] < 0;
    }
    block[found] = b;
    found += (wrong[0] | wrong[1] | wrong[2] | wrong[3]) != 0;
  }
  return found;
}

static const CatDroppersKernel kernel = {free_all, move, add, look};
