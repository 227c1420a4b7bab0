#include "observe.h"

#include <math.h>
#include <string.h>

enum { LIFTS = CAT_MAX_SERIES, LIFT_ROWS = 3000, INTERVALS = 20000 };

//------------------------------------------------------------------------------- the window

CatWindow cat_window_find(const CatTrainSpec *spec, const CatModel *m) {
  double end = m->mast[m->nspan];
  if (spec->measure.to > 0) {
    return (CatWindow){CAT_WINDOW_PLACE, spec->measure.from, spec->measure.to};
  }
  if (spec->measure.to_time > 0) {
    return (CatWindow){CAT_WINDOW_TIME, spec->measure.from_time, spec->measure.to_time};
  }
  if (spec->measure.to_span > 0) {
    double from = m->mast[spec->measure.from_span - 1];
    return (CatWindow){CAT_WINDOW_PLACE, from, m->mast[spec->measure.to_span]};
  }
  return (CatWindow){CAT_WINDOW_PLACE, 0.25 * end, 0.75 * end};
}

bool cat_window_has(const CatWindow *w, double t, double x) {
  double at = w->unit == CAT_WINDOW_TIME ? t : x;
  return at >= w->from && at <= w->to;
}

// The same in metres: places that the leading pantograph passes while the window is open.
static void window_places(const CatWindow *w, const CatCoupled *c, double place[2]) {
  double start = c->spec->run.from, v = c->spec->run.speed;
  bool timed = w->unit == CAT_WINDOW_TIME;
  place[0] = timed ? start + v * w->from : w->from;
  place[1] = timed ? start + v * w->to : w->to;
}

//------------------------------------------------------------------------------- set-up

// The node of the contact wire nearest to each support.
static void find_supports(CatObserved *o, const CatCoupled *c) {
  const CatModel *m = c->m;
  const CatWire *w = &m->wire[0];
  for (int k = 0, i = 0; k < o->nsupport; k++) {
    while (i + 1 < w->nnode && fabs(m->node[w->node + i + 1].s - m->mast[k]) <=
                                   fabs(m->node[w->node + i].s - m->mast[k])) {
      i++;
    }
    o->support_dof[k] = c->tangent.dof[w->node + i][CAT_UP];
  }
}

// Supports whose uplift is kept over time: those in the window, at most LIFTS of them, or the one
// nearest to its middle. Returns how many.
static int choose_lifts(const CatObserved *o, const CatCoupled *c, int chosen[LIFTS]) {
  const double *mast = c->m->mast;
  double place[2];
  int first = o->nsupport, last = -1, nearest = 0;
  window_places(&o->window, c, place);
  double middle = (place[0] + place[1]) / 2;
  for (int k = 0; k < o->nsupport; k++) {
    if (fabs(mast[k] - middle) < fabs(mast[nearest] - middle)) nearest = k;
    if (mast[k] < place[0] || mast[k] > place[1]) continue;
    if (first > k) first = k;
    last = k;
  }
  if (last < first) first = last = nearest;
  int all = last - first + 1, n = all < LIFTS ? all : LIFTS;
  for (int i = 0; i < n; i++) chosen[i] = first + (n > 1 ? i * (all - 1) / (n - 1) : 0);
  return n;
}

static CatStatus reserve_lifts(CatRecord *rec, const CatCoupled *c, long steps, CatObserved *o) {
  CatArena *a = cat_record_arena(rec);
  CatColumn column[LIFTS + 1] = {{"t", "s", "time"}};
  int chosen[LIFTS], n = choose_lifts(o, c, chosen);
  o->lift_support = CAT_ARENA(a, n, int);
  o->row = CAT_ARENA(a, n + 1, double);
  if (!o->lift_support || !o->row) return CAT_ERR_MEMORY;
  memcpy(o->lift_support, chosen, (size_t)n * sizeof *chosen);
  for (int i = 0; i < n; i++) {
    const char *name = cat_record_textf(rec, "support_%d", chosen[i]);
    const char *doc = cat_record_textf(rec, "uplift at %g m", c->m->mast[chosen[i]]);
    if (!name || !doc) return CAT_ERR_MEMORY;
    column[i + 1] = (CatColumn){name, "m", doc};
  }
  o->stride = steps / LIFT_ROWS + 1;
  o->lift = cat_record_table(rec, "uplift", column, n + 1, (size_t)(steps / o->stride) + 1);
  return o->lift ? CAT_OK : CAT_ERR_MEMORY;
}

CatStatus cat_observed_new(CatRecord *rec, const CatCoupled *c, long steps, CatObserved *o) {
  CatArena *a = cat_record_arena(rec);
  *o = (CatObserved){.window = cat_window_find(c->spec, c->m),
                     .nsupport = c->m->nspan + 1,
                     .ndropper = c->ndropper,
                     .room = INTERVALS};
  int n = o->ndropper + 1;
  o->support_dof = CAT_ARENA(a, o->nsupport, int);
  o->uplift = CAT_ARENA(a, o->nsupport, double);
  o->uplift_window = CAT_ARENA(a, o->nsupport, double);
  o->slack = CAT_ARENA(a, n, double);
  o->least = CAT_ARENA(a, n, double);
  o->most = CAT_ARENA(a, n, double);
  o->cycles = CAT_ARENA(a, n, int);
  o->open = CAT_ARENA(a, n, int);
  o->interval = CAT_ARENA(a, o->room, CatSlack);
  bool ok = o->support_dof && o->uplift && o->uplift_window && o->slack && o->least && o->most &&
            o->cycles && o->open && o->interval;
  if (!ok) return CAT_ERR_MEMORY;
  find_supports(o, c);
  return reserve_lifts(rec, c, steps, o);
}

void cat_observed_forget(CatObserved *o, const CatCoupled *c) {
  size_t supports = (size_t)o->nsupport * sizeof(double);
  memset(o->uplift, 0, supports);
  memset(o->uplift_window, 0, supports);
  for (int i = 0; i < o->ndropper; i++) {
    o->slack[i] = 0;
    o->least[i] = o->most[i] = c->dropper.rest[i];
    o->cycles[i] = 0;
    o->open[i] = -1;
  }
  o->ninterval = 0;
  o->missed = o->seen = 0;
  o->lift->n = 0;
}

//------------------------------------------------------------------------------- each step

double cat_observed_uplift(const CatObserved *o, int support, const CatCoupled *c) {
  int dof = o->support_dof[support];
  return dof >= 0 ? c->structure->ops->value(c->structure, dof) : 0;
}

static void watch_supports(CatObserved *o, const CatCoupled *c) {
  bool inside = false;
  for (int i = 0; i < c->ncontact; i++) {
    inside |= cat_window_has(&o->window, c->t, c->contact[i].x);
  }
  for (int k = 0; k < o->nsupport; k++) {
    double lift = cat_observed_uplift(o, k, c);
    o->uplift[k] = fmax(o->uplift[k], lift);
    if (inside) o->uplift_window[k] = fmax(o->uplift_window[k], lift);
  }
  if (o->seen++ % o->stride != 0) return;
  o->row[0] = c->t;
  for (int i = 0; i < o->lift->nchannel - 1; i++) {
    o->row[i + 1] = cat_observed_uplift(o, o->lift_support[i], c);
  }
  cat_table_append(o->lift, o->row);
}

// A dropper that became slack in the step that ends now opens an interval.
static void open_interval(CatObserved *o, int dropper, double from) {
  o->cycles[dropper]++;
  if (o->ninterval == o->room) {
    o->missed++;
    o->open[dropper] = o->room;
    return;
  }
  o->open[dropper] = o->ninterval;
  o->interval[o->ninterval++] = (CatSlack){dropper, from, from};
}

static void watch_dropper(CatObserved *o, const CatCoupled *c, int i) {
  double h = c->spec->time.step, tension = c->dropper.tension[i];
  o->least[i] = fmin(o->least[i], tension);
  o->most[i] = fmax(o->most[i], tension);
  if (!(c->dropper.y[i] > 0)) {
    o->open[i] = -1;
    return;
  }
  o->slack[i] += h;
  if (o->open[i] < 0) open_interval(o, i, c->t - h);
  if (o->open[i] < o->room) o->interval[o->open[i]].to = c->t;
}

void cat_observed_step(CatObserved *o, const CatCoupled *c) {
  watch_supports(o, c);
  for (int i = 0; i < o->ndropper; i++) watch_dropper(o, c, i);
}

void cat_observed_record(const CatCoupled *c, double *row, CatTable *table) {
  row[0] = c->t;
  for (int i = 0; i < c->ncontact; i++) {
    const CatContact *k = &c->contact[i];
    double *at = row + 1 + CAT_TRAIN_COLUMNS * i;
    at[CAT_COLUMN_X] = k->x;
    at[CAT_COLUMN_FORCE] = at[CAT_COLUMN_FILTERED] = k->force;
    at[CAT_COLUMN_HEIGHT] = k->height;
  }
  cat_table_append(table, row);
}
