// A run as a sequence of steps: what is kept of it, its beginning, one step after the other. Those
// who want a whole run (run.c) and those who step by hand (src/api/simulation.c) use these pieces.
#include <limits.h>
#include <math.h>

#include "base/clock.h"
#include "rest/scene.h"
#include "run.h"
#include "spec/limits.h"
#include "static_force.h"

//------------------------------------------------------------------------------- plan

static double end_of_run(const CatTrain *r) {
  const double *mast = r->line.m->mast;
  int last = r->line.m->nmast - 1;
  double end = mast[last], half = (end - mast[last - 1]) / 2;
  return r->spec->run.to > 0 ? r->spec->run.to : end - half;  // the anchored end is hard
}

static long steps_as_said(const CatTrain *r) {
  double way = end_of_run(r) - r->spec->run.from;
  return (long)floor(cat_motion_time(&r->line.c->motion, way) / r->spec->time.step);
}

// With a speed that was set: from where the train was when it was.
static long steps_as_set(const CatTrain *r) {
  const CatDrive *d = &r->line.c->drive;
  double left = end_of_run(r) - r->spec->run.from - d->from;
  double steps = floor((d->since + left / d->speed) / r->spec->time.step);
  return d->speed > 0 && steps < (double)LONG_MAX ? (long)fmax(steps, 0) : LONG_MAX;
}

void cat_train_plan(CatTrain *r) {
  r->steps = r->line.c->drive.set ? steps_as_set(r) : steps_as_said(r);
}

static CatStatus reserve(CatTrain *r) {
  CatArena *a = r->line.c->arena;
  int n = r->spec->npantograph;
  r->static_force = CAT_ARENA(a, n, double);
  r->target = CAT_ARENA(a, n, double);
  r->used = CAT_ARENA(a, n, double);
  r->measure = CAT_ARENA(a, n, CatTrainMeasure);
  return r->static_force && r->target && r->used && r->measure ? CAT_OK : CAT_ERR_MEMORY;
}

CatStatus cat_train_prepare(CatTrain *r) {
  CAT_TRY(reserve(r));
  cat_train_plan(r);
  for (int i = 0; i < r->spec->npantograph; i++) {
    r->target[i] = cat_train_target(r->spec, &r->spec->pantograph[i]);
    r->static_force[i] = cat_train_static_force(r->spec, &r->spec->pantograph[i]);
  }
  return CAT_OK;
}

void cat_train_close(CatTrain *r) {
  cat_train_halving_free(r);
  cat_line_case_free(&r->line);
}

//------------------------------------------------------------------------------- what is kept

static CatStatus make_ledger(CatTrain *r) {
  CatLineSim *c = r->line.c;
  if (!r->spec->measure.energy || r->ledger || r->unbooked) return CAT_OK;
  return cat_ledger_new(c->arena, c->sim, NULL, &r->ledger);
}

// The line as a picture, and the points of it that the frames follow.
static CatStatus make_frames(CatTrain *r) {
  if (r->unseen) return CAT_OK;
  const CatLineModel *m = r->line.m;
  CatFramePlan plan = {
      .npoint = cat_scene_points(m), .nlink = cat_scene_links(m), .steps = r->rows};
  int *dof = CAT_ARENA(cat_record_arena(r->rec), plan.npoint, int);
  if (!dof) return CAT_ERR_MEMORY;
  cat_scene_coordinates(m, r->line.c->system.dof, CAT_UP, dof);
  plan.dof = dof;
  CAT_TRY(cat_rest_scene(m, r->line.at_rest, r->rec));
  return cat_frame_monitor_new(r->rec, r->line.c->sim, &plan, &r->frames);
}

CatStatus cat_train_record(CatTrain *r, CatRecord *rec) {
  enum { UNPLANNED = 10000 };  // rows of a run without an end, to begin with
  CatArena *a = cat_record_arena(rec);
  CatObservePlan watch;
  r->rec = rec;
  r->rows = r->steps < LONG_MAX ? r->steps : UNPLANNED;
  r->step_seconds = CAT_ARENA(a, (size_t)r->rows + 1, float);
  if (!r->step_seconds) return CAT_ERR_MEMORY;
  CAT_TRY(cat_train_tables(r));
  CAT_TRY(cat_train_observe(a, r->line.c, r->rows, &watch));
  CAT_TRY(cat_observed_new(r->rec, r->line.c->sim, &watch, &r->seen));
  CAT_TRY(make_frames(r));
  return make_ledger(r);
}

// Room for the next row where the speed was changed and the plan with it.
static CatStatus extend(CatTrain *r) {
  if (!r->rec || r->done - r->first < r->rows) return CAT_OK;
  size_t rows = 2 * (size_t)r->rows + 1000;
  float *seconds = CAT_ARENA(cat_record_arena(r->rec), rows + 1, float);
  if (!seconds) return CAT_ERR_MEMORY;
  for (long i = 0; i < r->done - r->first; i++) seconds[i] = r->step_seconds[i];
  CAT_TRY(cat_record_table_extend(r->rec, r->table, rows + 2));
  CAT_TRY(cat_record_table_extend(r->rec, r->seen.lift, rows / (size_t)r->seen.stride + 1));
  CAT_TRY(cat_frame_monitor_extend(&r->frames, r->rec, (long)rows));
  r->step_seconds = seconds;
  r->rows = (long)rows;
  return CAT_OK;
}

//------------------------------------------------------------------------------- steps

// One step, timed; the ledger has a time of its own.
static CatStatus step(CatTrain *r) {
  double before = cat_clock_now();
  if (r->booked) cat_ledger_before(r->booked);
  double begin = cat_clock_now();
  CatStatus status = cat_train_solve(r);
  double end = cat_clock_now(), seconds = end - begin;
  if (r->rec) r->step_seconds[r->done - r->first] = (float)seconds;
  r->seconds += seconds;
  if (!r->booked || status) return status;
  if (!r->booked->begun) cat_ledger_after(r->booked);  // or the parts of the step were counted
  r->ledger_seconds += begin - before + cat_clock_now() - end;
  return CAT_OK;
}

static void append_row(CatTrain *r) {
  cat_observed_row(r->line.c->sim, r->row);
  if (r->speed_column > 0) r->row[r->speed_column] = r->line.c->sim->speed;
  if (r->section_column > 0) cat_train_section_row(r, r->row + r->section_column);
  cat_table_append(r->table, r->row);
}

CatStatus cat_train_advance(CatTrain *r) {
  const CatSim *sim = r->line.c->sim;
  cat_context_time(r->ctx, sim->t);
  CAT_TRY(extend(r));
  CAT_TRY(step(r));
  r->done++;
  if (!r->rec) return CAT_OK;
  cat_observed_step(&r->seen, sim);
  append_row(r);
  cat_frame_monitor_step(&r->frames, sim);
  return CAT_OK;
}

void cat_train_begin_record(CatTrain *r) {
  r->seconds = r->ledger_seconds = 0;
  r->first = r->done;
  if (!r->rec) return;
  r->table->n = 0;
  cat_observed_forget(&r->seen, r->line.c->sim);
  append_row(r);
  cat_frame_monitor_begin(&r->frames, r->line.c->sim);
}

CatStatus cat_train_begin(CatTrain *r, CatLedger *ledger) {
  r->tuned_seconds += r->seconds;
  r->done = r->halved = r->finest = 0;
  r->booked = ledger;
  CAT_TRY(cat_line_sim_start(r->line.c, r->static_force));
  if (ledger) cat_ledger_start(ledger);
  cat_train_begin_record(r);
  return CAT_OK;
}

// What the caller has to say about each step. A speed that it set may have taken the end away.
static CatStatus told(const CatTrain *r, long to) {
  if (!r->on_step) return CAT_OK;
  bool stop = r->on_step(r->user) != 0;
  if (!stop && to == LONG_MAX && (double)r->steps > CAT_MOST_STEPS) {
    return CAT_FAIL(r->ctx, CAT_ERR_INTERRUPTED,
                    "stopped after %ld steps: at the speed that was set, the run has no end",
                    r->done);
  }
  if (!stop) return CAT_OK;
  return CAT_FAIL(r->ctx, CAT_ERR_INTERRUPTED, "stopped after %ld of %ld steps", r->done, r->steps);
}

// The plan may change on the way.
static bool is_there(const CatTrain *r, long to) {
  return r->done >= to || r->done >= r->steps;
}

CatStatus cat_train_march(CatTrain *r, long to) {
  enum { BUNDLE = 32 };
  while (!is_there(r, to)) {
    for (int i = 0; i < BUNDLE && !is_there(r, to); i++) {
      CAT_TRY(cat_train_advance(r));
      CAT_TRY(told(r, to));
    }
    cat_progress(r->ctx, (double)r->done / (double)r->steps, r->line.c->sim->t);
    bool stops = !is_there(r, to) && cat_stop_asked(r->ctx);
    CAT_TRY(cat_train_keep(r, stops));
    if (stops) {
      return CAT_FAIL(r->ctx, CAT_ERR_INTERRUPTED, "stopped after %ld of %ld steps", r->done,
                      r->steps);
    }
  }
  return CAT_OK;
}
