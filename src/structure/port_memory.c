#include "port_memory.h"

enum { ROOM = 64 };  // coordinates at a time

CatStatus cat_port_memory_new(CatArena *a, int n, CatReadValues *values, const void *of,
                              CatPortMemory *out) {
  *out = (CatPortMemory){.values = values,
                         .of = of,
                         .n = n,
                         .when = CAT_ARENA(a, n + 1, long),
                         .end = CAT_ARENA(a, n + 1, double),
                         .before = CAT_ARENA(a, n + 1, double)};
  return out->when && out->end && out->before ? CAT_OK : CAT_ERR_MEMORY;
}

void cat_port_memory_start(CatPortMemory *r) {
  for (int i = 0; i < r->n; i++) r->when[i] = -1;
}

static void look(CatPortMemory *r, long step, int n, const int *dof) {
  double now[ROOM], before[ROOM];
  bool known = true;
  for (int k = 0; k < n; k++) known &= r->when[dof[k]] >= 0 && r->when[dof[k]] == step - 1;
  r->values(r->of, false, n, dof, now);
  if (!known) r->values(r->of, true, n, dof, before);
  for (int k = 0; k < n; k++) {
    r->before[dof[k]] = known ? r->end[dof[k]] : before[k];
    r->end[dof[k]] = now[k];
    r->when[dof[k]] = step;
  }
}

double cat_port_memory_read(CatPortMemory *r, long step, const CatPortVector *p, bool before) {
  double sum = 0;
  for (int k = 0, n; k < p->n; k += n) {
    n = p->n - k < ROOM ? p->n - k : ROOM;
    bool late = false;
    for (int i = k; i < k + n; i++) late |= r->when[p->dof[i]] != step;
    if (late) look(r, step, n, p->dof + k);
    for (int i = k; i < k + n; i++) sum += p->b[i] * (before ? r->before : r->end)[p->dof[i]];
  }
  return sum;
}

void cat_port_memory_snapshot(CatPortMemory *r, CatSnapshot *to) {
  cat_snapshot_vectors(to, (double *[]){r->end, r->before}, 2, r->n);
  CAT_SNAPSHOT_ARRAY(to, r->when, r->n);
}
