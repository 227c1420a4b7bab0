#include "droppers.h"

#include <math.h>

#include "base/processor.h"
#include "droppers_kernel.h"

static const CatDroppersKernel *choose_kernel(void) {
  const CatDroppersKernel *all[CAT_PROCESSORS] = {NULL, cat_droppers_kernel_portable(),
                                                  cat_droppers_kernel_avx2(), NULL};
  return all[cat_processor_choose(CAT_PROCESSOR_AUTO, (bool[]){false, all[1], all[2], all[3]})];
}

CatStatus cat_droppers_new(CatArena *a, int n, CatDroppers *out) {
  CatDroppers *d = out;
  *d = (CatDroppers){.kernel = choose_kernel(), .n = n};
  double **vector[] = {&d->x, &d->k, &d->kappa,   &d->give, &d->rest, &d->e,  &d->v,
                       &d->a, &d->y, &d->tension, &d->read, &d->free, &d->law};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(a, n + CAT_DROPPERS_BLOCK, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  d->first = CAT_ARENA(a, n + 1, int);
  d->last = CAT_ARENA(a, n + 1, int);
  d->order = CAT_ARENA(a, n + 1, int);
  d->felt = CAT_ARENA(a, n + 1, double *);
  return d->first && d->last && d->order && d->felt ? CAT_OK : CAT_ERR_MEMORY;
}

static double response(const CatStructure *s, int by, int at) {
  return s->ops->between(s, CAT_CONTACTS + at, CAT_CONTACTS + by);
}

CatStatus cat_droppers_row(CatArena *a, CatDroppers *d, int j, int first, int last) {
  int before = first % CAT_DROPPERS_WIDE;
  double *room = CAT_ARENA(a, before + last - first + CAT_DROPPERS_WIDE, double);
  if (!room) return CAT_ERR_MEMORY;
  d->first[j] = first, d->last[j] = last;
  d->felt[j] = room + before;
  return CAT_OK;
}

// Nearly always they are in order already.
static void sort(CatDroppers *d) {
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

CatStatus cat_droppers_listen(CatArena *a, const CatStructure *s, CatDroppers *d) {
  d->reach = 0;
  for (int j = 0; j < d->n; j++) {
    double least = 1e-11 * response(s, j, j);  // far below what tells slack from tight
    int first = j, last = j;
    for (int i = 0; i < d->n; i++) {
      if (fabs(response(s, j, i)) < least) continue;
      if (i < first) first = i;
      last = i + 1;
      d->reach = fmax(d->reach, fabs(d->x[i] - d->x[j]));
    }
    CAT_TRY(cat_droppers_row(a, d, j, first, last));
    for (int i = first; i < last; i++) d->felt[j][i - first] = response(s, j, i);
  }
  sort(d);
  return CAT_OK;
}

void cat_droppers_near(const CatDroppers *d, double x, double distance, int range[2]) {
  int first = range[0], last = range[1];
  while (first > 0 && d->x[d->order[first - 1]] - x >= -distance) first--;
  while (first < d->n && d->x[d->order[first]] - x < -distance) first++;
  while (last > 0 && d->x[d->order[last - 1]] - x > distance) last--;
  while (last < d->n && d->x[d->order[last]] - x <= distance) last++;
  range[0] = first, range[1] = last;
}

void cat_droppers_free(CatDroppers *d, const CatStructure *s) {
  s->ops->read_droppers(s, d->read);
  d->kernel->free_all(d, &s->step);
}

void cat_droppers_move(CatDroppers *d, const CatStep *step) {
  d->kernel->move(d, step);
}
