#include "ties.h"

#include <math.h>

#include "base/processor.h"
#include "ties_kernel.h"

static const CatTiesKernel *choose_kernel(void) {
  const CatTiesKernel *all[CAT_PROCESSORS] = {NULL, cat_ties_kernel_portable(),
                                              cat_ties_kernel_avx2(), NULL};
  return all[cat_processor_choose(CAT_PROCESSOR_AUTO, (bool[]){false, all[1], all[2], all[3]})];
}

CatStatus cat_ties_new(CatArena *a, int n, CatTies *out) {
  CatTies *d = out;
  *d = (CatTies){.kernel = choose_kernel(), .n = n};
  double **vector[] = {&d->x,          &d->k,       &d->beta, &d->rest, &d->kappa,
                       &d->compliance, &d->lag,     &d->e,    &d->v,    &d->a,
                       &d->y,          &d->tension, &d->read, &d->free, &d->stretch};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(a, n + CAT_TIES_BLOCK, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  d->bears = CAT_ARENA(a, n + 1, bool);
  d->first = CAT_ARENA(a, n + 1, int);
  d->last = CAT_ARENA(a, n + 1, int);
  d->order = CAT_ARENA(a, n + 1, int);
  d->response = CAT_ARENA(a, n + 1, double *);
  return d->bears && d->first && d->last && d->order && d->response ? CAT_OK : CAT_ERR_MEMORY;
}

CatStatus cat_ties_row(CatArena *a, CatTies *d, int j, int first, int last) {
  int before = first % CAT_TIES_WIDE;
  double *room = CAT_ARENA(a, before + last - first + CAT_TIES_WIDE, double);
  if (!room) return CAT_ERR_MEMORY;
  d->first[j] = first, d->last[j] = last;
  d->response[j] = room + before;
  return CAT_OK;
}

// Nearly always they are in order already.
static void sort(CatTies *d) {
  d->widest = d->n > 1 ? 0 : INFINITY;
  for (int i = 0; i < d->n; i++) {
    int k = i;
    for (; k > 0 && d->x[d->order[k - 1]] > d->x[i]; k--) d->order[k] = d->order[k - 1];
    d->order[k] = i;
  }
  for (int i = 1; i < d->n; i++) {
    d->widest = fmax(d->widest, d->x[d->order[i]] - d->x[d->order[i - 1]]);
  }
}

static double response(const CatStructure *s, int by, int at) {
  return s->ops->port_compliance(s, s->nmoving + at, s->nmoving + by);
}

// The ties of one structure, from number `offset` on.
static CatStatus find_responses(CatArena *a, const CatStructure *s, int offset, CatTies *d) {
  for (int j = 0; j < s->ntie; j++) {
    double least = 1e-11 * response(s, j, j);  // far below what tells slack from tight
    int first = j, last = j;
    for (int i = 0; i < s->ntie; i++) {
      if (fabs(response(s, j, i)) < least) continue;
      if (i < first) first = i;
      last = i + 1;
      d->reach = fmax(d->reach, fabs(d->x[offset + i] - d->x[offset + j]));
    }
    CAT_TRY(cat_ties_row(a, d, offset + j, offset + first, offset + last));
    for (int i = first; i < last; i++) d->response[offset + j][i - first] = response(s, j, i);
  }
  return CAT_OK;
}

CatStatus cat_ties_connect(CatArena *a, int nstructure, CatStructure *const *structure,
                           CatTies *d) {
  d->nstructure = nstructure;
  d->structure = structure;
  d->reach = 0;
  for (int s = 0, offset = 0; s < nstructure; s++) {
    const CatStep *step = &structure[s]->step;
    for (int i = offset; i < offset + structure[s]->ntie; i++) {
      d->kappa[i] = d->k[i] * (1 + d->beta[i] * step->u_to_v);
      d->compliance[i] = 1 / d->kappa[i];
      d->lag[i] = d->beta[i] / (1 + d->beta[i] * step->u_to_v);
    }
    CAT_TRY(find_responses(a, structure[s], offset, d));
    offset += structure[s]->ntie;
  }
  sort(d);
  return CAT_OK;
}

void cat_ties_near(const CatTies *d, double x, double distance, int range[2]) {
  int first = range[0], last = range[1];
  while (first > 0 && d->x[d->order[first - 1]] - x >= -distance) first--;
  while (first < d->n && d->x[d->order[first]] - x < -distance) first++;
  while (last > 0 && d->x[d->order[last - 1]] - x > distance) last--;
  while (last < d->n && d->x[d->order[last]] - x <= distance) last++;
  range[0] = first, range[1] = last;
}

void cat_ties_free(CatTies *d) {
  double *read = d->read;
  for (int i = 0; i < d->nstructure; i++) {
    const CatStructure *s = d->structure[i];
    if (s->ntie > 0) s->ops->read_ties(s, read);
    read += s->ntie;
  }
  if (d->n > 0) d->kernel->free_all(d, &d->structure[0]->step);
}

void cat_ties_move(CatTies *d, const CatStep *step) {
  d->kernel->move(d, step);
}

void cat_ties_snapshot(CatTies *d, CatSnapshot *to) {
  cat_snapshot_vectors(to, (double *[]){d->e, d->v, d->a, d->tension, d->y}, 5, d->n);
}
