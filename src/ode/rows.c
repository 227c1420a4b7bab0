// Rows of the constraints at a time, with their sparsity and M^-1 G'.
#include <math.h>
#include <string.h>

#include "dae_internal.h"
#include "linalg/dense.h"

CatStatus cat_rowset_new(CatDaeStepper *s, CatRowSet *set) {
  size_t n = (size_t)s->dae->ng * (size_t)s->dae->nq;
  CatArena *a = s->arena;
  *set = (CatRowSet){.t = NAN};
  set->rows = (CatRows){CAT_ARENA(a, n, double), CAT_ARENA(a, n, double), CAT_ARENA(a, n, double)};
  set->place = CAT_ARENA(a, n, int);
  set->nplace = CAT_ARENA(a, s->dae->ng, int);
  set->mg = CAT_ARENA(a, n, double);
  set->mgt = CAT_ARENA(a, n, double);
  bool ok = set->rows.G && set->rows.Gt && set->rows.Gtt && set->place && set->nplace && set->mg &&
            set->mgt;
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

// Empties row i where it was filled last time.
static void row_clear(const CatDaeStepper *s, CatRowSet *set, int i) {
  size_t at = (size_t)i * (size_t)s->dae->nq;
  for (int k = 0; k < set->nplace[i]; k++) {
    size_t j = at + (size_t)set->place[at + (size_t)k];
    set->rows.G[j] = set->rows.Gt[j] = set->rows.Gtt[j] = 0;
  }
}

static void row_places(const CatDaeStepper *s, CatRowSet *set, int i) {
  size_t at = (size_t)i * (size_t)s->dae->nq;
  const double *G = set->rows.G + at, *Gt = set->rows.Gt + at, *Gtt = set->rows.Gtt + at;
  int n = 0;
  for (int j = 0; j < s->dae->nq; j++) {
    if (G[j] != 0 || Gt[j] != 0 || Gtt[j] != 0) set->place[at + (size_t)n++] = j;
  }
  set->nplace[i] = n;
}

bool cat_row_bends(const CatDae *d, int i) {
  return d->curved && d->curved->bends[i];
}

bool cat_row_holds(const CatDae *d, int i) {
  return d->holds && d->holds[i];
}

// Row i at the motion x, of which linear ones look at the time alone.
static void row_fill(CatDaeStepper *s, CatRowSet *set, int i, const CatDaeState *x) {
  const CatDae *d = s->dae;
  size_t at = (size_t)i * (size_t)d->nq, bytes = (size_t)d->nq * sizeof(double);
  CatRows out = {set->rows.G + at, set->rows.Gt + at, set->rows.Gtt + at};
  row_clear(s, set, i);
  if (cat_row_bends(d, i)) {
    d->curved->row(d->curved->self, i, x, &out);
  } else {
    d->row(d->self, i, x->t, out.G, out.Gt, out.Gtt);
  }
  row_places(s, set, i);
  memcpy(set->mg + at, set->rows.G + at, bytes);
  cat_band_solve(&s->mass, set->mg + at, 1);
  if (!d->moves[i]) return;
  memcpy(set->mgt + at, set->rows.Gt + at, bytes);
  cat_band_solve(&s->mass, set->mgt + at, 1);
}

void cat_rowset_fill(CatDaeStepper *s, CatRowSet *set, double t) {
  if (set->t == t) return;
  bool first = isnan(set->t);
  for (int i = 0; i < s->dae->ng; i++) {
    if (cat_row_bends(s->dae, i)) continue;
    if (first || s->dae->moves[i]) row_fill(s, set, i, &(CatDaeState){.t = t});
  }
  set->t = t;
}

void cat_rowset_bend(CatDaeStepper *s, const CatDaeState *x) {
  for (int i = 0; s->dae->curved && i < s->dae->ng; i++) {
    if (cat_row_bends(s->dae, i)) row_fill(s, &s->set, i, x);
  }
}

double cat_rowset_dot(const CatDaeStepper *s, const CatRowSet *set, const double *rows, int i,
                      const double *x) {
  size_t at = (size_t)i * (size_t)s->dae->nq;
  const double *row = rows + at;
  const int *place = set->place + at;
  double sum = 0;
  for (int k = 0; k < set->nplace[i]; k++) sum += row[place[k]] * x[place[k]];
  return sum;
}

void cat_rowset_gaps(const CatDaeStepper *s, const CatRowSet *set, CatDaeState *x) {
  const CatDae *d = s->dae;
  for (int i = 0; i < d->ng; i++) {
    double g[3];
    if (cat_row_bends(d, i)) {
      d->curved->gap(d->curved->self, i, x, g);
      x->gap[i] = g[0];
    } else {
      x->gap[i] = cat_rowset_dot(s, set, set->rows.G, i, x->q) + d->z[i];
    }
  }
}

int cat_active_list(CatDaeStepper *s, const bool *active) {
  int na = 0;
  for (int i = 0; i < s->dae->ng; i++) {
    if (active[i]) s->index[na++] = i;
  }
  return na;
}
