#include "balance.h"

#include <string.h>

// kappa GA (v_x - turn) + EI turn_xx = 0 as the model has it: A turn = forces on it without a turn.
static void settle_turn(const CatCableModel *m, const CatBand *A, double *q, double *f) {
  memset(q + m->turn, 0, (size_t)m->n * sizeof(double));
  cat_cable_forces(m, q, f);
  memset(f, 0, (size_t)m->turn * sizeof(double));
  cat_cable_to_slots(m, f, m->slots);
  cat_band_solve(A, m->slots, 1);
  for (int j = 0; j < m->n; j++) q[m->turn + j] = m->slots[m->slot[m->turn + j]];
}

static CatStatus balance_turn(CatContext *ctx, const CatCableModel *m, CatCableState *x) {
  CatArenaMark mark = cat_arena_mark(m->arena);
  double *f = CAT_ARENA(m->arena, m->nq, double);
  CatBand A;
  if (!f) return CAT_ERR_MEMORY;
  CAT_TRY(cat_band_new(m->arena, m->mass.n, m->kd, &A));
  cat_cable_turn_tangent(m, 1, &A);
  cat_cable_separate(m, &A);
  CAT_TRY(cat_band_factor(ctx, &A));
  settle_turn(m, &A, x->q, f);
  settle_turn(m, &A, x->v, f);  // the equation is linear
  cat_arena_release(m->arena, mark);
  return CAT_OK;
}

// k pi/L a_k = -s_k, and its rate
static void balance_modes(const CatCableModel *m, CatCableState *x) {
  static const double pi = 3.14159265358979323846;
  CatCableField e = m->e, rate = m->s;
  m->ops->strains(m, x->q, &e);
  m->ops->strains(m, x->v, &rate);
  for (int k = 0; k < m->nmode; k++) {
    const double *c = m->cosine + (size_t)k * (size_t)m->npoint;
    double sum = 0, moves = 0;
    for (int p = 0; p < m->npoint; p++) {
      sum += m->w[p] * c[p] * e.slope[p] * e.slope[p];
      moves += 2 * m->w[p] * c[p] * e.slope[p] * rate.slope[p];
    }
    x->q[m->mode + k] = -sum / ((k + 1) * pi);
    x->v[m->mode + k] = -moves / ((k + 1) * pi);
  }
}

CatStatus cat_cable_balance(CatContext *ctx, const CatCableModel *m, CatCableState *x) {
  balance_modes(m, x);
  return m->shear ? balance_turn(ctx, m, x) : CAT_OK;
}
