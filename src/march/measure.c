// Statistics of the contact forces over the window, as EN 50318 asks for them.
#include <math.h>

#include "post/filter.h"
#include "run.h"

enum { ORDER = 4 };  // of the Butterworth filter, run forward and backward

static double *column(const CatTrain *r, int contact, int which) {
  return r->table->channel[1 + 4 * contact + which].data;
}

// Rows during which the pantograph is in the window.
static void rows_of(const CatTrain *r, int contact, size_t *from, size_t *to) {
  const double *x = column(r, contact, 0);
  *from = *to = 0;
  for (size_t i = 0; i < r->table->n; i++) {
    if (x[i] < r->window[0]) *from = i + 1;
    if (x[i] <= r->window[1]) *to = i + 1;
  }
  if (*to < *from) *to = *from;
}

static CatStatus low_pass(const CatTrain *r, double cutoff, const double *x, double *y) {
  CatFilter f = {1 / r->spec->time.step, cutoff, ORDER};
  return cat_filter_zero_phase(r->ctx, &f, x, r->table->n, y);
}

static CatStatus measure_one(CatTrain *r, int contact, double *low, double *lower) {
  const double *raw = column(r, contact, 1), *height = column(r, contact, 3);
  double *filtered = column(r, contact, 2);
  size_t n = r->table->n, from, to;
  CatTrainMeasure *m = &r->measure[contact];
  CAT_TRY(low_pass(r, r->spec->measure.cutoff, raw, filtered));
  CAT_TRY(low_pass(r, 5, raw, low));
  CAT_TRY(low_pass(r, 2, raw, lower));
  rows_of(r, contact, &from, &to);
  m->force = cat_stats(filtered + from, to - from);
  m->std_0_5 = cat_stats(low + from, to - from).std;
  m->std_0_2 = cat_stats(lower + from, to - from).std;
  for (size_t i = 0; i < n; i++) low[i] = filtered[i] - low[i];
  m->std_5_20 = cat_stats(low + from, to - from).std;
  m->loss = cat_stats_loss(raw + from, to - from);
  CatStats z = cat_stats(height + from, to - from);
  m->height_range = z.max - z.min;
  return CAT_OK;
}

CatStatus cat_train_measure(CatTrain *r) {
  double *work = CAT_NEW(r->ctx, 2 * r->table->n + 1, double);
  if (!work) return CAT_ERR_MEMORY;
  CatStatus status = CAT_OK;
  for (int i = 0; i < r->c->ncontact && !status; i++) {
    status = measure_one(r, i, work, work + r->table->n);
  }
  cat_free(r->ctx, work);
  return status;
}
