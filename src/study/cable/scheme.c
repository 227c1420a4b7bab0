#include "scheme.h"

#include <math.h>

#include "linalg/dense.h"

CatStatus cat_cable_scheme_omega(const CatCableModel *m, double k, double step, bool implicit,
                                 double *omega) {
  static const double small = 1e-7;  // [m]: forces are linear in it up to its square
  CatArenaMark mark = cat_arena_mark(m->arena);
  double *x = CAT_ARENA(m->arena, 3 * m->nq, double);
  if (!x) return CAT_ERR_MEMORY;
  double *f = x + m->nq, *p = f + m->nq;
  for (int i = 0; i < m->nodes; i++) {
    x[m->v + i] = small * cos(k * m->h * i);
    if (m->ops->per_node > 1) x[m->v + m->nodes + i] = -small * k * sin(k * m->h * i);
  }
  cat_cable_forces(m, x, f);
  cat_cable_momentum(m, x, p);
  double grid = sqrt(-cat_dot(m->nq, x, f) / cat_dot(m->nq, x, p)), half = grid * step / 2;
  *omega = 2 / step * (implicit ? atan(half) : asin(half));
  cat_arena_release(m->arena, mark);
  return CAT_OK;
}
