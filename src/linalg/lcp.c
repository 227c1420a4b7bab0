#include "lcp.h"

#include <math.h>

#include "dense.h"

// W_aa p_a = -q_a on the active set, p = 0 elsewhere
static CatStatus solve_active(CatContext *ctx, CatLcp *l) {
  double *A = l->work, *b = l->work + l->n * l->n;
  int na = 0;
  for (int i = 0; i < l->n; i++) {
    if (!l->active[i]) continue;
    int column = 0;
    for (int j = 0; j < l->n; j++) {
      if (l->active[j]) A[column++] = l->W[i * l->n + j];
    }
    A += column;
    b[na++] = -l->q[i];
  }
  l->rounds++;
  CAT_TRY(cat_dense_solve(ctx, na, l->work, b, l->pivot));
  for (int i = 0, k = 0; i < l->n; i++) l->p[i] = l->active[i] ? b[k++] : 0;
  return CAT_OK;
}

// Does place i contradict its side: a pulling contact, or a gap that is closed too far?
static bool is_wrong(const CatLcp *l, int i) {
  double tiny = 1e-12;
  if (l->active[i]) return l->p[i] < -tiny * fabs(l->q[i] / l->W[i * l->n + i]);
  double gap = l->q[i] + cat_dot(l->n, &l->W[i * l->n], l->p);
  return gap < -tiny * (fabs(l->q[i]) + fabs(gap - l->q[i]));
}

static int count_wrong(const CatLcp *l) {
  int n = 0;
  for (int i = 0; i < l->n; i++) n += is_wrong(l, i);
  return n;
}

// Exchanges the sides of all wrong places, or of the one with the least index.
static void exchange(CatLcp *l, bool all) {
  bool wrong[256];
  for (int i = 0; i < l->n; i++) wrong[i] = is_wrong(l, i);
  for (int i = 0; i < l->n; i++) {
    if (!wrong[i]) continue;
    l->active[i] = !l->active[i];
    if (!all) return;
  }
}

enum { PATIENCE = 3 };  // rounds of block exchanges without fewer wrong places

CatLcpTurn cat_lcp_turn_begin(int n) {
  return (CatLcpTurn){n + 1, PATIENCE};
}

bool cat_lcp_turn_all(CatLcpTurn *t, int wrong) {
  if (wrong < t->best) {
    *t = (CatLcpTurn){wrong, PATIENCE};
  } else {
    t->patience--;
  }
  return t->patience > 0;
}

CatStatus cat_lcp_solve(CatContext *ctx, CatLcp *l) {
  if (l->n > 256) return CAT_FAIL(ctx, CAT_ERR_ARG, "%d unilateral constraints, at most 256", l->n);
  CatLcpTurn turn = cat_lcp_turn_begin(l->n);
  l->rounds = 0;
  for (;;) {
    CAT_TRY(solve_active(ctx, l));
    int wrong = count_wrong(l);
    if (wrong == 0) return CAT_OK;
    exchange(l, cat_lcp_turn_all(&turn, wrong));
  }
}
