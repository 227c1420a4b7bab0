#include "run.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "rest/run.h"

// Columns of one pantograph in the table "time", behind t.
enum { COLUMNS = 4 };

//------------------------------------------------------------------------------- set-up

// The node of the contact wire nearest to each support.
static void find_supports(CatTrain *r) {
  const CatModel *m = r->m;
  const CatWire *w = &m->wire[0];
  for (int k = 0, i = 0; k <= m->nspan; k++) {
    while (i + 1 < w->nnode && fabs(m->node[w->node + i + 1].s - m->mast[k]) <=
                                   fabs(m->node[w->node + i].s - m->mast[k])) {
      i++;
    }
    r->support_dof[k] = r->c->tangent.dof[w->node + i][CAT_UP];
  }
}

static CatStatus reserve(CatTrain *r) {
  CatArena *a = cat_record_arena(r->rec);
  int masts = r->m->nspan + 1, droppers = r->m->ndropper + 1;
  r->support_dof = CAT_ARENA(a, masts, int);
  r->uplift = CAT_ARENA(a, masts, double);
  r->uplift_window = CAT_ARENA(a, masts, double);
  r->slack = CAT_ARENA(a, droppers, double);
  r->least = CAT_ARENA(a, droppers, double);
  bool ok = r->support_dof && r->uplift && r->uplift_window && r->slack && r->least;
  return ok ? CAT_OK : CAT_ERR_MEMORY;
}

static void plan(CatTrain *r) {
  const CatTrainSpec *s = r->spec;
  const double *mast = r->m->mast;
  int last = r->m->nspan;
  double end = mast[last], half = (end - mast[last - 1]) / 2;
  double to = s->run.to > 0 ? s->run.to : end - half;  // the anchored end is hard
  r->steps = (long)floor((to - s->run.from) / s->run.speed / s->time.step);
  bool given = s->measure.to > 0;
  r->window[0] = given ? s->measure.from : 0.25 * end;
  r->window[1] = given ? s->measure.to : 0.75 * end;
  for (int i = 0; i < s->npantograph; i++) r->static_force[i] = s->pantograph[i].body.static_force;
}

static CatStatus prepare(CatTrain *r) {
  double begin = cat_clock_now();
  CAT_TRY(cat_line_model_new(r->ctx, &r->spec->line, &r->m));
  CAT_TRY(cat_rest_find(r->ctx, r->input, r->m, &r->rest));
  r->rest_seconds = cat_clock_now() - begin;
  begin = cat_clock_now();
  CAT_TRY(cat_coupled_new(r->ctx, r->spec, r->m, &r->c));
  r->offline_seconds = cat_clock_now() - begin;
  CAT_TRY(reserve(r));
  find_supports(r);
  plan(r);
  return cat_train_tables(r);
}

//------------------------------------------------------------------------------- march

static void record_row(CatTrain *r) {
  const CatCoupled *c = r->c;
  r->row[0] = c->t;
  for (int i = 0; i < c->ncontact; i++) {
    const CatContact *k = &c->contact[i];
    double *at = r->row + 1 + COLUMNS * i;
    at[0] = k->x, at[1] = k->force, at[2] = k->force, at[3] = k->height;
  }
  cat_table_append(r->table, r->row);
}

static bool in_window(const CatTrain *r) {
  for (int i = 0; i < r->c->ncontact; i++) {
    double x = r->c->contact[i].x;
    if (x >= r->window[0] && x <= r->window[1]) return true;
  }
  return false;
}

static void observe(CatTrain *r) {
  const CatCoupled *c = r->c;
  bool inside = in_window(r);
  for (int k = 0; k <= r->m->nspan; k++) {
    double lift = r->support_dof[k] >= 0 ? c->structure.u[r->support_dof[k]] : 0;
    r->uplift[k] = fmax(r->uplift[k], lift);
    if (inside) r->uplift_window[k] = fmax(r->uplift_window[k], lift);
  }
  for (int i = 0; i < c->ndropper; i++) {
    const CatDropperPort *d = &c->dropper[i];
    if (d->y > 0) r->slack[i] += c->structure.step.h;
    r->least[i] = fmin(r->least[i], d->tension);
  }
}

static void forget(CatTrain *r) {
  size_t masts = (size_t)(r->m->nspan + 1) * sizeof(double);
  memset(r->uplift, 0, masts);
  memset(r->uplift_window, 0, masts);
  for (int i = 0; i < r->m->ndropper; i++) r->slack[i] = 0, r->least[i] = r->c->dropper[i].rest;
  r->table->n = 0;
  r->done = 0;
}

// One run with the present static forces.
static CatStatus march(CatTrain *r) {
  enum { BUNDLE = 32 };
  forget(r);
  CAT_TRY(cat_coupled_start(r->c, r->static_force));
  record_row(r);
  while (r->done < r->steps) {
    for (int i = 0; i < BUNDLE && r->done < r->steps; i++, r->done++) {
      cat_context_time(r->ctx, r->c->t);
      CAT_TRY(cat_coupled_step(r->c));
      observe(r);
      record_row(r);
    }
    cat_progress(r->ctx, (double)r->done / (double)r->steps, r->c->t);
    if (r->done < r->steps && cat_stop_asked(r->ctx)) {
      return CAT_FAIL(r->ctx, CAT_ERR_INTERRUPTED, "stopped after %ld of %ld steps", r->done,
                      r->steps);
    }
  }
  return CAT_OK;
}

// Moves each static force by what its mean force misses; the mean follows it almost one to one.
static bool retune(CatTrain *r) {
  bool again = false;
  for (int i = 0; i < r->spec->npantograph; i++) {
    double target = r->spec->pantograph[i].target;
    double miss = target > 0 ? target - r->measure[i].force.mean : 0;
    r->static_force[i] += miss;
    again |= fabs(miss) > 0.1;
  }
  return again;
}

static CatStatus march_tuned(CatTrain *r) {
  enum { RUNS = 8 };
  for (int i = 0; i < r->spec->npantograph; i++) {
    double target = r->spec->pantograph[i].target;
    if (target > 0 && r->static_force[i] == 0) r->static_force[i] = target;
  }
  for (r->tuning = 1; r->tuning <= RUNS; r->tuning++) {
    double used[CAT_CONTACTS];
    memcpy(used, r->static_force, sizeof used);
    CAT_TRY(march(r));
    CAT_TRY(cat_train_measure(r));
    if (!retune(r)) {
      memcpy(r->static_force, used, sizeof used);
      return CAT_OK;
    }
  }
  return CAT_FAIL(r->ctx, CAT_ERR_DIVERGED, "the mean force was not met within 0.1 N in %d runs",
                  RUNS);
}

static CatStatus run(CatTrain *r) {
  CAT_TRY(prepare(r));
  double begin = cat_clock_now();
  CatStatus status = march_tuned(r);
  r->seconds = cat_clock_now() - begin;
  if (status == CAT_OK || status == CAT_ERR_INTERRUPTED || status == CAT_ERR_DIVERGED) {
    if (status) CAT_TRY(cat_train_measure(r));
    CAT_TRY(cat_train_show(r));
  }
  return status;
}

CatStatus cat_train_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  CatTrain r = {.ctx = ctx, .input = spec, .spec = cat_spec_values(spec), .rec = rec};
  CatStatus status = run(&r);
  cat_context_time(ctx, NAN);
  cat_coupled_free(r.c);
  cat_line_model_free(r.m);
  return status;
}

CatStatus cat_train_rest(CatContext *ctx, const CatSpec *spec, CatRecord *rec) {
  const CatTrainSpec *values = cat_spec_values(spec);
  return cat_rest_line(ctx, spec, &values->line, rec);
}
