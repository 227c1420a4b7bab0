#include "droppers.h"

#include <math.h>

CatStatus cat_droppers_new(CatArena *a, int n, CatDroppers *out) {
  CatDroppers *d = out;
  *d = (CatDroppers){.n = n};
  double **vector[] = {&d->x, &d->k,       &d->kappa, &d->rest, &d->e,    &d->v,
                       &d->a, &d->tension, &d->y,     &d->read, &d->free, &d->law};
  for (size_t i = 0; i < sizeof vector / sizeof *vector; i++) {
    *vector[i] = CAT_ARENA(a, n + 1, double);
    if (!*vector[i]) return CAT_ERR_MEMORY;
  }
  d->first = CAT_ARENA(a, n + 1, int);
  d->last = CAT_ARENA(a, n + 1, int);
  d->felt = CAT_ARENA(a, n + 1, double *);
  return d->first && d->last && d->felt ? CAT_OK : CAT_ERR_MEMORY;
}

static double response(const CatStructure *s, int by, int at) {
  return s->ops->between(s, CAT_CONTACTS + at, CAT_CONTACTS + by);
}

CatStatus cat_droppers_listen(CatArena *a, const CatStructure *s, CatDroppers *d) {
  d->reach = 0;
  for (int j = 0; j < d->n; j++) {
    double least = 1e-14 * response(s, j, j);
    d->first[j] = d->last[j] = j;
    for (int i = 0; i < d->n; i++) {
      if (fabs(response(s, j, i)) < least) continue;
      if (i < d->first[j]) d->first[j] = i;
      d->last[j] = i + 1;
      d->reach = fmax(d->reach, fabs(d->x[i] - d->x[j]));
    }
    d->felt[j] = CAT_ARENA(a, d->last[j] - d->first[j], double);
    if (!d->felt[j]) return CAT_ERR_MEMORY;
    for (int i = d->first[j]; i < d->last[j]; i++) d->felt[j][i - d->first[j]] = response(s, j, i);
  }
  return CAT_OK;
}

void cat_droppers_free(CatDroppers *d, const CatStructure *s) {
  const CatStep step = s->step;
  const double *restrict read = d->read, *restrict e = d->e, *restrict v = d->v, *restrict a = d->a;
  const double *restrict k = d->k, *restrict kappa = d->kappa, *restrict rest = d->rest;
  double *restrict free = d->free, beta = d->beta;
  s->ops->read_droppers(s, d->read);
  for (int i = 0; i < d->n; i++) {
    double rate = cat_step_v(&step, read[i] - e[i], v[i], a[i]);
    free[i] = (rest[i] + k[i] * (read[i] + beta * rate)) / kappa[i];
  }
}

// New rates from how far the droppers moved.
static void find_rates(int n, const CatStep *step, const double *restrict de, double *restrict v,
                       double *restrict a) {
  const CatStep s = *step;
  for (int i = 0; i < n; i++) {
    double v0 = v[i], a0 = a[i];
    v[i] = cat_step_v(&s, de[i], v0, a0);
    a[i] = cat_step_a(&s, de[i], v0, a0);
  }
}

void cat_droppers_move(CatDroppers *d, const CatStep *step) {
  double *de = d->read;
  for (int i = 0; i < d->n; i++) {
    double e = d->read[i] + (d->law[i] - d->free[i]);
    de[i] = e - d->e[i];
    d->e[i] = e;
  }
  find_rates(d->n, step, de, d->v, d->a);
}
