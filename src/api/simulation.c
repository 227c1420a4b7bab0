#include "simulation.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/options.h"
#include "mechanism/callbacks.h"
#include "run.h"
#include "spec/limits.h"
#include "study/train/linkage_results.h"

CatStatus cat_simulation_check(const CatSimulation *sim) {
  if (sim->phase == CAT_PHASE_RUNNING) return CAT_OK;
  return CAT_FAIL(sim->ctx, CAT_ERR_STATE, "the simulation %s: start it, or restore a state",
                  sim->phase == CAT_PHASE_FAILED ? "has failed" : "has not been started");
}

CatStatus cat_simulation_check_idle(const CatSimulation *sim) {
  if (!sim->busy) return CAT_OK;
  return CAT_FAIL(sim->ctx, CAT_ERR_STATE,
                  "a callback may not move the simulation it is called by");
}

//------------------------------------------------------------------------------- options

static CatStatus take_pantograph(CatSimulation *sim, int i, const CatPantographOptions *given) {
  CatSimulated *p = &sim->pantograph[i];
  CatPantographOptions o = {0};
  CAT_TRY(cat_options_take(sim->ctx, "CatPantographOptions", given, &o, sizeof o));
  if ((int)o.source < CAT_PANTOGRAPH_CASE || o.source > CAT_PANTOGRAPH_CALLBACKS ||
      (o.source == CAT_PANTOGRAPH_CALLBACKS) != (o.callbacks != NULL)) {
    return CAT_FAIL(sim->ctx, CAT_ERR_ARG, "pantograph %d: source %d %s callbacks is not possible",
                    i + 1, (int)o.source, o.callbacks ? "with" : "without");
  }
  p->source = o.source;
  return cat_options_take(sim->ctx, "CatPantographCallbacks", o.callbacks, &p->callbacks,
                          sizeof p->callbacks);
}

static CatStatus take_options(CatSimulation *sim, const CatSimulationOptions *given) {
  CatSimulationOptions *o = &sim->options;
  int n = cat_model_pantographs(sim->model);
  CAT_TRY(cat_options_take(sim->ctx, "CatSimulationOptions", given, o, sizeof *o));
  if (o->pantograph && o->npantograph != n) {
    return CAT_FAIL(sim->ctx, CAT_ERR_ARG, "options of %d pantographs, expected %d", o->npantograph,
                    n);
  }
  sim->pantograph = CAT_ARENA(sim->arena, n + 1, CatSimulated);
  if (!sim->pantograph) return CAT_ERR_MEMORY;
  for (int i = 0; i < n && o->pantograph; i++) CAT_TRY(take_pantograph(sim, i, o->pantograph[i]));
  o->pantograph = NULL;  // the caller's arrays need not live on
  return CAT_OK;
}

//------------------------------------------------------------------------------- pantographs

static CatStatus make_callbacks(CatSimulation *sim, CatSimulated *p, CatMechanism **out) {
  const char *name = p->callbacks.name;
  if (name) p->callbacks.name = cat_arena_text(sim->arena, name, strlen(name));
  return cat_callbacks_new(sim->arena, &p->callbacks, out);
}

static CatStatus make_pantograph(void *self, CatLineSim *c, int i, CatMechanism **out) {
  static const double at_reference = 0;
  CatSimulation *sim = self;
  CatSimulated *p = &sim->pantograph[i];
  (void)c;
  if (p->source == CAT_PANTOGRAPH_CASE) return CAT_OK;
  if (p->source == CAT_PANTOGRAPH_CALLBACKS) return make_callbacks(sim, p, out);
  CAT_TRY(cat_outside_new(sim->arena, 1, &at_reference, p->source == CAT_PANTOGRAPH_FORCE,
                          &p->outside));
  *out = &p->outside.base;
  return CAT_OK;
}

static bool any_force(const CatSimulation *sim) {
  bool any = false;
  for (int i = 0; i < cat_model_pantographs(sim->model); i++) {
    any |= sim->pantograph[i].source == CAT_PANTOGRAPH_FORCE;
  }
  return any;
}

static bool all_of_case(const CatSimulation *sim) {
  bool all = true;
  for (int i = 0; i < cat_model_pantographs(sim->model); i++) {
    all &= sim->pantograph[i].source == CAT_PANTOGRAPH_CASE;
  }
  return all;
}

// Of the wire over a pantograph at rest: where two overlap, of the lower one.
static double height_at_start(const CatSim *s, int pantograph) {
  double height = INFINITY;
  for (int i = 0; i < s->nlist[pantograph]; i++) {
    const CatContact *k = &s->contact[s->list[pantograph][i]];
    k->is.guide->ops->find(k->is.guide, s->start[pantograph], k->seat);
    if (k->is.port == 0 && k->seat->on) height = fmin(height, k->seat->height);
  }
  return isfinite(height) ? height : s->contact[pantograph].seat->height;
}

// Until something else is set: the force of the case, the head where the wire is at rest.
static void set_beginnings(CatSimulation *sim) {
  CatSim *s = sim->r.line.c->sim;
  sim->saves = true;
  for (int i = 0; i < s->nmechanism; i++) {
    CatSimulated *p = &sim->pantograph[i];
    p->static_force = p->by_case = p->force = sim->r.static_force[i];
    p->head = height_at_start(s, i);
    bool hosted = p->source == CAT_PANTOGRAPH_CALLBACKS;
    sim->r.unbooked |= p->source != CAT_PANTOGRAPH_CASE && !(hosted && p->callbacks.energy);
    sim->saves &= !hosted || p->callbacks.save;
  }
}

//------------------------------------------------------------------------------- life

static int on_step(void *user) {
  CatSimulation *sim = user;
  return sim->options.on_step(sim->options.user, sim);
}

static CatStatus build(CatSimulation *sim) {
  const CatTrainModel *model = sim->model->train;
  CatLineSimOptions o = {
      .pantograph = make_pantograph, .self = sim, .explicit_coupling = any_force(sim)};
  sim->r = (CatTrain){.ctx = sim->ctx, .input = model->input, .spec = model->spec};
  CAT_TRY(cat_line_case_open(sim->ctx, model, &o, &sim->r.line));
  CAT_TRY(cat_train_prepare(&sim->r));
  if (sim->options.on_step) sim->r.on_step = on_step, sim->r.user = sim;
  set_beginnings(sim);
  if (all_of_case(sim)) CAT_TRY(cat_train_halving_new(&sim->r, model));
  return cat_simulation_variables_new(sim);
}

static CatStatus check_new(CatContext *ctx, const CatModel *model, CatSimulation **out) {
  if (!ctx || !out) return CAT_ERR_ARG;
  *out = NULL;
  return model ? CAT_OK : CAT_FAIL(ctx, CAT_ERR_ARG, "there is no model to simulate");
}

CatStatus cat_simulation_new(CatContext *ctx, CatModel *model, const CatSimulationOptions *options,
                             CatSimulation **out) {
  CAT_TRY(check_new(ctx, model, out));
  CatArena *arena = cat_arena_new(ctx, 1 << 12);
  CatSimulation *sim = arena ? CAT_ARENA(arena, 1, CatSimulation) : NULL;
  if (!sim) {
    cat_arena_free(arena);
    return CAT_ERR_MEMORY;
  }
  *sim = (CatSimulation){.ctx = ctx, .model = cat_model_share(model), .arena = arena, .speed = NAN};
  CatStatus status = take_options(sim, options);
  if (status == CAT_OK) status = build(sim);
  if (status) {
    cat_simulation_free(sim);
    return status;
  }
  *out = sim;
  return CAT_OK;
}

void cat_simulation_free(CatSimulation *sim) {
  if (!sim || cat_simulation_check_idle(sim) != CAT_OK) return;
  cat_record_free(sim->rec);
  cat_train_close(&sim->r);
  cat_model_free(sim->model);
  cat_arena_free(sim->arena);
}

//------------------------------------------------------------------------------- beginning

static CatStatus new_record(CatSimulation *sim) {
  cat_record_free(sim->rec);
  sim->rec = sim->r.rec = NULL;
  if (sim->options.unlogged) return CAT_OK;
  sim->rec = cat_record_new(sim->ctx);
  if (!sim->rec) return CAT_ERR_MEMORY;
  cat_record_set_origin(sim->rec, sim->model->input_hash);
  return cat_train_record(&sim->r, sim->rec);
}

CatStatus cat_simulation_begin_record(CatSimulation *sim) {
  CatTrain *r = &sim->r;
  sim->phase = CAT_PHASE_NEW;
  CAT_TRY(new_record(sim));
  r->booked = sim->rec && r->done == 0 ? r->ledger : NULL;
  if (r->booked) cat_ledger_start(r->booked);
  cat_train_begin_record(r);
  sim->phase = CAT_PHASE_RUNNING;
  return CAT_OK;
}

static void set_start(CatSimulation *sim) {
  CatDrive *drive = &sim->r.line.c->drive;
  drive->set = !isnan(sim->speed);
  drive->since = drive->from = 0, drive->speed = sim->speed;
  cat_train_plan(&sim->r);
  for (int i = 0; i < cat_model_pantographs(sim->model); i++) {
    CatSimulated *p = &sim->pantograph[i];
    sim->r.static_force[i] = p->static_force;
    if (p->source == CAT_PANTOGRAPH_FORCE) cat_outside_set_force(&p->outside, 0, p->force);
    if (p->source == CAT_PANTOGRAPH_HEIGHT) cat_outside_set_height(&p->outside, 0, p->head);
  }
}

// As the check of a case: a record of so many steps is not reserved. One without an end grows.
static CatStatus check_plan(const CatSimulation *sim) {
  long steps = sim->r.steps;
  if (steps == LONG_MAX || (double)steps <= CAT_MOST_STEPS) return CAT_OK;
  return CAT_FAIL(
      sim->ctx, CAT_ERR_ARG,
      "speed: found %g m/s, at which the run would take %.3g steps, expected at most %g",
      sim->r.line.c->drive.speed, (double)steps, CAT_MOST_STEPS);
}

static CatStatus begin(CatSimulation *sim) {
  sim->phase = CAT_PHASE_NEW;
  sim->fields.at = sim->fields.rates_at = -1;
  cat_simulation_forget_sets(sim);
  set_start(sim);
  CAT_TRY(check_plan(sim));
  CAT_TRY(new_record(sim));
  CAT_TRY(cat_train_begin(&sim->r, sim->rec ? sim->r.ledger : NULL));
  for (int i = 0; i < cat_model_pantographs(sim->model); i++) {
    sim->r.static_force[i] = cat_train_pushed_with(&sim->r, i);  // a linkage makes its own
  }
  sim->phase = CAT_PHASE_RUNNING;
  return CAT_OK;
}

CatStatus cat_simulation_start(CatSimulation *sim) {
  if (!sim) return CAT_ERR_ARG;
  CAT_TRY(cat_simulation_check_idle(sim));
  sim->busy = true;
  CatStatus status = begin(sim);
  sim->busy = false;
  return status;
}

//------------------------------------------------------------------------------- steps

double cat_simulation_time(const CatSimulation *sim) {
  return sim && sim->phase != CAT_PHASE_NEW ? sim->r.line.c->sim->t : NAN;
}

bool cat_simulation_finished(const CatSimulation *sim) {
  return sim && sim->phase == CAT_PHASE_RUNNING && sim->r.done >= sim->r.steps;
}

// A step that failed leaves parts of the simulation at its beginning and parts at its end.
static CatStatus march_to(CatSimulation *sim, long to) {
  sim->busy = true;
  CatStatus status = cat_train_march(&sim->r, to);
  sim->busy = false;
  if (status && status != CAT_ERR_INTERRUPTED) sim->phase = CAT_PHASE_FAILED;
  cat_context_time(sim->ctx, NAN);
  return status;
}

CatStatus cat_simulation_step(CatSimulation *sim) {
  if (!sim) return CAT_ERR_ARG;
  CAT_TRY(cat_simulation_check_idle(sim));
  CAT_TRY(cat_simulation_check(sim));
  if (sim->r.done >= sim->r.steps) {
    return CAT_FAIL(sim->ctx, CAT_ERR_STATE, "the run is at its end, after %ld steps", sim->r.done);
  }
  sim->busy = true;
  CatStatus status = cat_train_advance(&sim->r);
  sim->busy = false;
  if (status) sim->phase = CAT_PHASE_FAILED;
  cat_context_time(sim->ctx, NAN);
  return status;
}

CatStatus cat_simulation_run_to(CatSimulation *sim, double time) {
  if (!sim) return CAT_ERR_ARG;
  CAT_TRY(cat_simulation_check_idle(sim));
  CAT_TRY(cat_simulation_check(sim));
  if (isnan(time)) return CAT_FAIL(sim->ctx, CAT_ERR_ARG, "a time that is not a number");
  double step = ceil(time / cat_model_step(sim->model) - 1e-6);  // beyond what rounding can do
  if (step < CAT_MOST_STEPS) return march_to(sim, (long)fmax(step, 0));
  if ((double)sim->r.steps > CAT_MOST_STEPS) {
    return CAT_FAIL(sim->ctx, CAT_ERR_ARG,
                    "at this speed the run has no end within %g steps, and none may have more",
                    CAT_MOST_STEPS);
  }
  return march_to(sim, LONG_MAX);
}

//------------------------------------------------------------------------------- end

// Results of what there is, and how it ended.
static CatStatus close_run(CatSimulation *sim) {
  CatTrain *r = &sim->r;
  bool whole = r->done >= r->steps && sim->phase == CAT_PHASE_RUNNING;
  r->partial = !whole;
  const char *altered = cat_simulation_altered(sim, r->rec);
  if (!altered) return CAT_ERR_MEMORY;
  if (*altered) cat_record_alter(r->rec, altered);
  CAT_TRY(cat_train_measure(r));
  CatStatus status = whole ? cat_train_check_contact(r) : CAT_OK;
  if (r->first > 0) {
    CAT_TRY(cat_record_warn(r->rec, "the record begins at t = %.6g s, where a state was restored",
                            (double)r->first * r->spec->time.step));
  }
  CAT_TRY(cat_train_results(r));
  if (whole && status == CAT_OK) status = cat_train_check_created(r);
  if (whole) return cat_run_end(sim->ctx, r->rec, status);
  bool failed = sim->phase == CAT_PHASE_FAILED;
  const char *what = failed ? "a step failed" : "ended";
  bool endless = r->steps == LONG_MAX;
  const char *why =
      endless ? cat_record_textf(r->rec,
                                 "%s after %ld steps of a run that, at its "
                                 "last speed, has no end",
                                 what, r->done)
              : cat_record_textf(r->rec, "%s after %ld of %ld steps", what, r->done, r->steps);
  cat_record_set_status(r->rec, failed ? CAT_RUN_FAILED : CAT_RUN_INTERRUPTED, why);
  return cat_record_ok(r->rec);
}

CatStatus cat_simulation_finish(CatSimulation *sim, CatRecord **out) {
  if (!sim || !out) return CAT_ERR_ARG;
  *out = NULL;
  CAT_TRY(cat_simulation_check_idle(sim));
  if (sim->phase == CAT_PHASE_NEW) CAT_TRY(cat_simulation_check(sim));
  if (!sim->rec) return CAT_FAIL(sim->ctx, CAT_ERR_STATE, "nothing was recorded");
  CatStatus status = close_run(sim);
  sim->phase = CAT_PHASE_NEW;
  if (!cat_run_leaves_record(status)) return status;
  *out = sim->rec;
  sim->rec = sim->r.rec = NULL;
  return status;
}
