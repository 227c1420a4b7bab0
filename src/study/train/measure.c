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
  if (timed) {
    m->window[0] = any ? x[m->from] : 0;
    m->window[1] = any ? x[m->to - 1] : 0;
    return;
  }
  size_t last = r->table->n - 1;  // of the window, what the pantograph passed
  m->window[0] = any ? fmax(w->from, x[0]) : w->from;
  m->window[1] = any ? fmin(w->to, x[last]) : w->from;
}

CatStatus cat_train_warn_window(CatTrain *r) {
  const CatWindow *w = &r->seen.window;
  const double *t = r->table->channel[0].data, slack = 1.001 * r->spec->time.step;
  bool timed = w->unit == CAT_WINDOW_TIME;
  for (int i = 0; i < r->line.c->sim->nmechanism && r->table->n > 0; i++) {
    const CatTrainMeasure *m = &r->measure[i];
    const double *x = column(r, i, CAT_COLUMN_X);
    size_t last = r->table->n - 1;
    double begin = timed ? t[0] : x[0], end = timed ? t[last] : x[last];
    double near = timed ? slack : slack * m->speed[1];  // a window ends between two samples
    if (begin <= w->from + near && end >= w->to - near) continue;
    const char *unit = timed ? "s" : "m";
    CAT_TRY(cat_record_warn(
        r->rec,
        "the window of the statistics, %g to %g %s, reaches beyond the run of pantograph %d, from "
        "%.6g to %.6g %s: its statistics are those of %.6g to %.6g m",
        w->from, w->to, unit, i + 1, begin, end, unit, m->window[0], m->window[1]));
  }
  return CAT_OK;
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
  for (int i = 0; i < r->line.c->sim->nmechanism; i++) CAT_TRY(measure_one(r, i));
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
    for (int i = 0; i < r->line.c->sim->nmechanism; i++) {
      inside |= x >= r->measure[i].window[0] && x <= r->measure[i].window[1];
    }
    if (inside) most = fmax(most, r->seen.uplift[k]);
  }
  return most;
}
