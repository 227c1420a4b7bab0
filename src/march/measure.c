// Statistics of the contact forces over the window, as EN 50318 asks for them.
#include "post/stats.h"
#include "run.h"

static double *column(const CatTrain *r, int contact, int which) {
  return r->table->channel[1 + 4 * contact + which].data;
}

static CatStatus measure_one(CatTrain *r, int contact) {
  CatForceSignal s = {.force = column(r, contact, 1),
                      .filtered = column(r, contact, 2),
                      .n = r->table->n,
                      .step = r->spec->time.step,
                      .cutoff = r->spec->measure.cutoff};
  cat_force_rows(column(r, contact, 0), s.n, r->window, &s.from, &s.to);
  CatTrainMeasure *m = &r->measure[contact];
  CAT_TRY(cat_force_measure(r->ctx, &s, &m->force));
  CatStats z = cat_stats(column(r, contact, 3) + s.from, s.to - s.from);
  m->height_range = z.max - z.min;
  return CAT_OK;
}

CatStatus cat_train_measure(CatTrain *r) {
  for (int i = 0; i < r->c->ncontact; i++) CAT_TRY(measure_one(r, i));
  return CAT_OK;
}
