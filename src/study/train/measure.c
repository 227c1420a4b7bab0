// Statistics of the contact forces over the window, as EN 50318 asks for them.
#include <math.h>

#include "post/stats.h"
#include "run.h"

static double *column(const CatTrain *r, int contact, int which) {
  return r->table->channel[1 + CAT_TRAIN_COLUMNS * contact + which].data;
}

CatForceSignal cat_train_signal(const CatTrain *r, int contact) {
  const CatTrainMeasure *m = &r->measure[contact];
  return (CatForceSignal){.force = column(r, contact, CAT_COLUMN_FORCE),
                          .filtered = column(r, contact, CAT_COLUMN_FILTERED),
                          .n = r->table->n,
                          .step = r->spec->time.step,
                          .cutoff = r->spec->measure.cutoff,
                          .from = m->from,
                          .to = m->to,
                          .filter = (CatFilterType)r->spec->measure.filter};
}

static void find_rows(CatTrain *r, int contact) {
  const CatWindow *w = &r->seen.window;
  CatTrainMeasure *m = &r->measure[contact];
  const double *x = column(r, contact, CAT_COLUMN_X), *t = r->table->channel[0].data;
  bool timed = w->unit == CAT_WINDOW_TIME;
  cat_force_rows(timed ? t : x, r->table->n, (double[]){w->from, w->to}, &m->from, &m->to);
  bool any = m->to > m->from;
  m->window[0] = any && timed ? x[m->from] : timed ? 0 : w->from;
  m->window[1] = any && timed ? x[m->to - 1] : timed ? 0 : w->to;
}

// Of a row. A speed that was set on the way is known by where the train was.
static double speed_at(const CatTrain *r, size_t row) {
  const double *t = r->table->channel[0].data, *x = column(r, 0, CAT_COLUMN_X);
  if (!r->line.c->drive.set) return cat_motion_speed(&r->line.c->motion, t[row]);
  if (r->table->n < 2) return r->line.c->drive.speed;
  size_t to = row > 0 ? row : 1;
  return (x[to] - x[to - 1]) / (t[to] - t[to - 1]);
}

// In the window, or in all of the run if nothing of it is there.
static void find_speeds(CatTrain *r, CatTrainMeasure *m) {
  bool any = m->to > m->from;
  size_t from = any ? m->from : 0, to = any ? m->to : r->table->n;
  m->speed[0] = INFINITY, m->speed[1] = 0;
  for (size_t i = from; i < to; i++) {
    double v = speed_at(r, i);
    m->speed[0] = fmin(m->speed[0], v);
    m->speed[1] = fmax(m->speed[1], v);
  }
}

static CatStatus measure_one(CatTrain *r, int contact) {
  CatTrainMeasure *m = &r->measure[contact];
  find_rows(r, contact);
  find_speeds(r, m);
  CatForceSignal s = cat_train_signal(r, contact);
  CAT_TRY(cat_force_measure(r->ctx, &s, &m->force));
  CatStats z = cat_stats(column(r, contact, CAT_COLUMN_HEIGHT) + s.from, s.to - s.from);
  m->height_range = z.max - z.min;
  return CAT_OK;
}

CatStatus cat_train_measure(CatTrain *r) {
  for (int i = 0; i < r->line.c->sim->ncontact; i++) CAT_TRY(measure_one(r, i));
  return CAT_OK;
}

CatStatus cat_train_check_contact(CatTrain *r) {
  for (int i = 0; i < r->spec->npantograph; i++) {
    if (r->measure[i].force.loss < 100) continue;  // the filter rings, so the raw force
    return CAT_FAIL(r->ctx, CAT_ERR_DIVERGED,
                    "pantograph %d was never in contact while in the window of the statistics",
                    i + 1);
  }
  return CAT_OK;
}

double cat_train_uplift(const CatTrain *r) {
  double most = 0;
  for (int k = 0; k < r->seen.nsupport; k++) {
    double x = r->line.m->mast[k];
    bool inside = false;
    for (int i = 0; i < r->line.c->sim->ncontact; i++) {
      inside |= x >= r->measure[i].window[0] && x <= r->measure[i].window[1];
    }
    if (inside) most = fmax(most, r->seen.uplift[k]);
  }
  return most;
}
