#include "observe.h"

#include <math.h>
#include <string.h>

enum { LIFTS = CAT_MAX_SERIES, LIFT_ROWS = 3000, INTERVALS = 20000 };

//------------------------------------------------------------------------------- the window

bool cat_window_has(const CatWindow *w, double t, double x) {
  double at = w->unit == CAT_WINDOW_TIME ? t : x;
  return at >= w->from && at <= w->to;
}

//------------------------------------------------------------------------------- set-up

static bool is_between(const CatObservePlan *plan, int support) {
  return plan->x[support] >= plan->places[0] && plan->x[support] <= plan->places[1];
}

static int nearest_to_middle(const CatObservePlan *plan) {
  double middle = (plan->places[0] + plan->places[1]) / 2;
  int nearest = 0;
  for (int k = 1; k < plan->nsupport; k++) {
    if (fabs(plan->x[k] - middle) < fabs(plan->x[nearest] - middle)) nearest = k;
  }
  return nearest;
}

// Supports whose uplift is kept over time: those in the window, at most LIFTS of them, or the one
// nearest to its middle. Returns how many.
static int choose_lifts(const CatObservePlan *plan, int chosen[LIFTS]) {
  int all = 0, seen = 0, n = 0;
  for (int k = 0; k < plan->nsupport; k++) all += is_between(plan, k);
  int most = all < LIFTS ? all : LIFTS;
  for (int k = 0; k < plan->nsupport && n < most; k++) {
    if (!is_between(plan, k)) continue;
    int next = most > 1 ? n * (all - 1) / (most - 1) : 0;
    if (seen++ == next) chosen[n++] = k;
  }
  if (n == 0) chosen[n++] = nearest_to_middle(plan);
  return n;
}

static CatStatus reserve_lifts(CatRecord *rec, const CatObservePlan *plan, CatObserved *o) {
  CatArena *a = cat_record_arena(rec);
  CatColumn column[LIFTS + 1] = {{"t", "s", "time"}};
  int chosen[LIFTS], n = choose_lifts(plan, chosen);
  long steps = plan->steps;
  o->lift_support = CAT_ARENA(a, n, int);
  o->row = CAT_ARENA(a, n + 1, double);
  if (!o->lift_support || !o->row) return CAT_ERR_MEMORY;
  memcpy(o->lift_support, chosen, (size_t)n * sizeof *chosen);
  for (int i = 0; i < n; i++) {
    const char *name = cat_record_textf(rec, "support_%d", chosen[i]);
    const char *doc = cat_record_textf(rec, "uplift at %g m", plan->x[chosen[i]]);
    if (!name || !doc) return CAT_ERR_MEMORY;
    column[i + 1] = (CatColumn){name, "m", doc};
  }
  o->stride = steps / LIFT_ROWS + 1;
  o->lift = cat_record_table(rec, "uplift", column, n + 1, (size_t)(steps / o->stride) + 1);
  return o->lift ? CAT_OK : CAT_ERR_MEMORY;
}

CatStatus cat_observed_new(CatRecord *rec, const CatSim *sim, const CatObservePlan *plan,
                           CatObserved *o) {
  CatArena *a = cat_record_arena(rec);
  *o = (CatObserved){.window = plan->window,
                     .structure = sim->structure[plan->structure],
                     .nsupport = plan->nsupport,
                     .ntie = sim->ties->n,
                     .room = INTERVALS};
  int n = o->ntie + 1;
  o->support_dof = CAT_ARENA(a, o->nsupport, int);
  o->uplift = CAT_ARENA(a, o->nsupport, double);
  o->uplift_window = CAT_ARENA(a, o->nsupport, double);
  o->slack = CAT_ARENA(a, n, double);
  o->least = CAT_ARENA(a, n, double);
  o->most = CAT_ARENA(a, n, double);
  o->shortest = CAT_ARENA(a, n, double);
  o->cycles = CAT_ARENA(a, n, int);
  o->open = CAT_ARENA(a, n, int);
  o->interval = CAT_ARENA(a, o->room, CatSlack);
  bool ok = o->support_dof && o->uplift && o->uplift_window && o->slack && o->least && o->most &&
            o->shortest && o->cycles && o->open && o->interval;
  if (!ok) return CAT_ERR_MEMORY;
  memcpy(o->support_dof, plan->support_dof, (size_t)o->nsupport * sizeof *o->support_dof);
  return reserve_lifts(rec, plan, o);
}

void cat_observed_forget(CatObserved *o, const CatSim *sim) {
  size_t supports = (size_t)o->nsupport * sizeof(double);
  memset(o->uplift, 0, supports);
  memset(o->uplift_window, 0, supports);
  for (int i = 0; i < o->ntie; i++) {
    o->slack[i] = o->shortest[i] = 0;
    o->least[i] = o->most[i] = sim->ties->rest[i];
    o->cycles[i] = 0;
    o->open[i] = -1;
  }
  o->ninterval = 0;
  o->missed = o->seen = 0;
  o->lift->n = 0;
}

//------------------------------------------------------------------------------- each step

double cat_observed_uplift(const CatObserved *o, int support) {
  int dof = o->support_dof[support];
  return cat_structure_value(o->structure, dof);
}

static void watch_supports(CatObserved *o, const CatSim *sim) {
  bool inside = false;
  for (int i = 0; i < sim->ncontact; i++) {
    inside |= cat_window_has(&o->window, sim->t, sim->contact[i].x);
  }
  for (int k = 0; k < o->nsupport; k++) {
    double lift = cat_observed_uplift(o, k);
    o->uplift[k] = fmax(o->uplift[k], lift);
    if (inside) o->uplift_window[k] = fmax(o->uplift_window[k], lift);
  }
  if (o->seen++ % o->stride != 0) return;
  o->row[0] = sim->t;
  for (int i = 0; i < o->lift->nchannel - 1; i++) {
    o->row[i + 1] = cat_observed_uplift(o, o->lift_support[i]);
  }
  cat_table_append(o->lift, o->row);
}

// A tie that went slack in the step that ends now opens an interval.
static void open_interval(CatObserved *o, int tie, double from) {
  o->cycles[tie]++;
  if (o->ninterval == o->room) {
    o->missed++;
    o->open[tie] = o->room;
    return;
  }
  o->open[tie] = o->ninterval;
  o->interval[o->ninterval++] = (CatSlack){tie, from, from};
}

static void watch_tie(CatObserved *o, const CatSim *sim, int i) {
  double h = sim->step.h, tension = sim->ties->tension[i];
  o->least[i] = fmin(o->least[i], tension);
  o->most[i] = fmax(o->most[i], tension);
  if (!(sim->ties->y[i] > 0)) {
    o->open[i] = -1;
    return;
  }
  o->slack[i] += h;
  o->shortest[i] = fmin(o->shortest[i], sim->ties->e[i]);
  if (o->open[i] < 0) open_interval(o, i, sim->t - h);
  if (o->open[i] < o->room) o->interval[o->open[i]].to = sim->t;
}

void cat_observed_step(CatObserved *o, const CatSim *sim) {
  watch_supports(o, sim);
  for (int i = 0; i < o->ntie; i++) watch_tie(o, sim, i);
}

void cat_observed_snapshot(CatObserved *o, CatSnapshot *to) {
  cat_snapshot_vectors(to, (double *[]){o->uplift, o->uplift_window}, 2, o->nsupport);
  cat_snapshot_vectors(to, (double *[]){o->slack, o->least, o->most, o->shortest}, 4, o->ntie);
  CAT_SNAPSHOT_ARRAY(to, o->cycles, o->ntie);
  CAT_SNAPSHOT_ARRAY(to, o->open, o->ntie);
  CAT_SNAPSHOT(to, o->missed);
  CAT_SNAPSHOT(to, o->seen);
  CAT_SNAPSHOT(to, o->ninterval);
  CAT_SNAPSHOT_ARRAY(to, o->interval, o->ninterval);
  cat_table_snapshot(o->lift, to);
}

void cat_observed_row(const CatSim *sim, double *row) {
  row[0] = sim->t;
  for (int i = 0; i < sim->nmechanism; i++) {
    double *at = row + 1 + CAT_TRAIN_COLUMNS * i;
    at[CAT_COLUMN_X] = cat_sim_x(sim, i);
    at[CAT_COLUMN_FORCE] = at[CAT_COLUMN_FILTERED] = cat_sim_force(sim, i);
    at[CAT_COLUMN_HEIGHT] = cat_sim_nearest(sim, i)->height;
  }
}
