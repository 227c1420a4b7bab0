// Variables by name: the list, reading, setting, arrays without copies; forces from outside, and a
// pantograph of the host's own.
#include "tiny.h"

#include <math.h>

static double get(CatSimulation *sim, const char *name) {
  double x = NAN;
  assert_int_equal(cat_simulation_get_named(sim, name, &x), CAT_OK);
  return x;
}

static CatSimulation *begin(Tiny *t, const CatSimulationOptions *o) {
  CatSimulation *sim = NULL;
  tiny_ok(t->ctx, cat_simulation_new(t->ctx, t->model, o, &sim));
  tiny_ok(t->ctx, cat_simulation_start(sim));
  return sim;
}

//------------------------------------------------------------------------------- reading

// Numbers are those of the channels of the same name.
static void numbers_are_the_channels(void **state) {
  (void)state;
  static const char *const names[] = {"t", "p1.x", "p1.force", "p1.height"};
  Tiny t = tiny_new(NULL);
  CatSimulation *sim = begin(&t, NULL);
  CatRecord *rec = NULL;
  double seen[4];
  tiny_ok(t.ctx, cat_simulation_run_to(sim, 0.5));
  for (int i = 0; i < 4; i++) seen[i] = get(sim, names[i]);
  tiny_ok(t.ctx, cat_simulation_finish(sim, &rec));
  const CatTable *table = cat_record_find(rec, "time");
  for (int i = 0; i < 4; i++) {
    const CatChannel *channel = cat_table_channel(table, names[i]);
    assert_memory_equal(&channel->data[table->n - 1], &seen[i], sizeof *seen);
    const CatVariable *v = cat_simulation_variable_at(sim, cat_simulation_find(sim, names[i]));
    assert_string_equal(v->unit, channel->unit);
    assert_string_equal(v->doc, channel->doc);
  }
  cat_record_free(rec);
  cat_simulation_free(sim);
  tiny_free(&t);
}

static void arrays_are_the_line(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL);
  CatSimulation *sim = begin(&t, NULL);
  const double *u, *again, *place, *axis, *wire, *force;
  size_t n, nwire, ndropper;
  tiny_ok(t.ctx, cat_simulation_run_to(sim, 0.5));
  tiny_ok(t.ctx, cat_simulation_array_named(sim, "line.u", &u, &n));
  tiny_ok(t.ctx, cat_simulation_array_named(sim, "line.u", &again, NULL));
  tiny_ok(t.ctx, cat_simulation_array_named(sim, "line.place", &place, NULL));
  tiny_ok(t.ctx, cat_simulation_array_named(sim, "line.axis", &axis, NULL));
  tiny_ok(t.ctx, cat_simulation_array_named(sim, "wire.uplift", &wire, &nwire));
  tiny_ok(t.ctx, cat_simulation_array_named(sim, "dropper.force", &force, &ndropper));
  assert_ptr_equal(u, again);
  assert_int_equal(n, cat_model_unknowns(t.model));
  assert_int_equal(ndropper, 16);
  // the highest point of the wire is near the pantograph, and among the displacements
  size_t top = 0, found = 0;
  const double *x;
  tiny_ok(t.ctx, cat_simulation_array_named(sim, "wire.x", &x, NULL));
  for (size_t i = 0; i < nwire; i++) top = wire[i] > wire[top] ? i : top;
  assert_below(fabs(x[top] - get(sim, "p1.x")), 20);
  for (size_t i = 0; i < n; i++) {
    found += axis[i] == 2 && place[i] == x[top] && fabs(u[i] - wire[top]) < 1e-12;
  }
  assert_int_equal(found, 1);
  cat_simulation_free(sim);
  tiny_free(&t);
}

static void reading_changes_nothing(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL);
  CatSimulation *a = begin(&t, NULL), *b = begin(&t, NULL);
  const double *u, *v[2];
  size_t n;
  for (int i = 0; i < 500; i++) {
    tiny_ok(t.ctx, cat_simulation_array_named(a, "line.u", &u, &n));
    tiny_ok(t.ctx, cat_simulation_step(a));
    tiny_ok(t.ctx, cat_simulation_step(b));
  }
  assert_close(get(a, "p1.force"), get(b, "p1.force"), 0, 0);
  tiny_ok(t.ctx, cat_simulation_array_named(a, "line.v", &v[0], NULL));
  tiny_ok(t.ctx, cat_simulation_array_named(b, "line.v", &v[1], NULL));
  assert_memory_equal(v[0], v[1], n * sizeof *u);
  cat_simulation_free(a);
  cat_simulation_free(b);
  tiny_free(&t);
}

static void what_is_not_there_is_refused(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL);
  CatSimulation *sim = NULL;
  double x;
  const double *data;
  tiny_ok(t.ctx, cat_simulation_new(t.ctx, t.model, NULL, &sim));
  assert_int_equal(cat_simulation_get_named(sim, "p1.forces", &x), CAT_ERR_ARG);
  tiny_says(t.ctx, "did you mean p1.force?");
  assert_int_equal(cat_simulation_get_named(sim, "p1.force", &x), CAT_ERR_STATE);
  assert_int_equal(cat_simulation_array_named(sim, "line.u", &data, NULL), CAT_ERR_STATE);
  tiny_ok(t.ctx, cat_simulation_array_named(sim, "line.place", &data, NULL));
  assert_int_equal(cat_simulation_get(sim, -1, &x), CAT_ERR_ARG);
  assert_int_equal(cat_simulation_get(sim, cat_simulation_variables(sim), &x), CAT_ERR_ARG);
  assert_int_equal(cat_simulation_get_named(sim, "line.u", &x), CAT_ERR_ARG);
  assert_int_equal(cat_simulation_array_named(sim, "t", &data, NULL), CAT_ERR_ARG);
  assert_int_equal(cat_simulation_set_named(sim, "p1.height", 5), CAT_ERR_ARG);
  tiny_says(t.ctx, "p1.height cannot be set");
  assert_int_equal(cat_simulation_set_named(sim, "speed", NAN), CAT_ERR_ARG);
  assert_int_equal(cat_simulation_set_named(sim, "speed", 1e4), CAT_ERR_ARG);
  tiny_says(t.ctx, "speed: found 10000 m/s");
  tiny_says(t.ctx, "expected 0 to 300 m/s");
  assert_int_equal(cat_simulation_set_named(sim, "p1.force", 100), CAT_ERR_ARG);
  tiny_says(t.ctx, "CAT_PANTOGRAPH_FORCE");
  assert_int_equal(cat_simulation_set_named(sim, "p1.head", 0), CAT_ERR_ARG);
  tiny_says(t.ctx, "CAT_PANTOGRAPH_HEIGHT");
  // km/h where m/s were expected, as the file is told
  assert_int_equal(cat_simulation_set_named(sim, "speed", 180), CAT_ERR_ARG);
  tiny_says(t.ctx, "expected less than the wave speed of the contact wire");
  tiny_says(t.ctx, "was 180 km/h meant?");
  tiny_ok(t.ctx, cat_simulation_get_named(sim, "speed", &x));
  assert_true(x == 80);
  assert_null(cat_simulation_variable_at(sim, -1));
  assert_int_equal(cat_simulation_find(sim, NULL), -1);
  cat_simulation_free(sim);
  tiny_free(&t);
}

//------------------------------------------------------------------------------- setting

// The train goes on from where it is; at half the speed the run takes twice as long.
static void speed_is_set(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL);
  CatSimulation *sim = begin(&t, NULL);
  CatRecord *rec = NULL;
  tiny_ok(t.ctx, cat_simulation_run_to(sim, 0.5));
  assert_close(get(sim, "p1.x"), 50, 1e-12, 0);
  tiny_ok(t.ctx, cat_simulation_set_named(sim, "speed", 40));
  assert_close(get(sim, "speed"), 40, 0, 0);  // at once
  tiny_ok(t.ctx, cat_simulation_run_to(sim, 0.75));
  assert_close(get(sim, "p1.x"), 60, 1e-12, 0);
  tiny_ok(t.ctx, cat_simulation_set_named(sim, "speed", 0));
  assert_int_equal(cat_simulation_run_to(sim, INFINITY), CAT_ERR_ARG);
  tiny_ok(t.ctx, cat_simulation_run_to(sim, 5));  // longer than planned: the record grows
  assert_close(get(sim, "p1.x"), 60, 1e-12, 0);
  tiny_ok(t.ctx, cat_simulation_set_named(sim, "speed", 80));
  tiny_ok(t.ctx, cat_simulation_run_to(sim, INFINITY));
  assert_close(get(sim, "p1.x"), 192.5, 0, 0.09);  // half a span before the end
  tiny_ok(t.ctx, cat_simulation_finish(sim, &rec));
  assert_int_equal(cat_record_find(rec, "time")->n, 5000 + 1656 + 1);
  cat_record_free(rec);
  // set before the start, it holds for all of the run
  tiny_ok(t.ctx, cat_simulation_set_named(sim, "speed", 40));
  tiny_ok(t.ctx, cat_simulation_start(sim));
  assert_close(get(sim, "speed"), 40, 0, 0);
  tiny_ok(t.ctx, cat_simulation_run_to(sim, INFINITY));
  assert_close(cat_simulation_time(sim), 182.5 / 40, 0, 1e-3);
  cat_simulation_free(sim);
  tiny_free(&t);
}

// The mean contact force follows the static force.
static void static_force_is_set(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL);
  double mean[2];
  for (int i = 0; i < 2; i++) {
    CatSimulation *sim = NULL;
    CatRecord *rec = NULL;
    tiny_ok(t.ctx, cat_simulation_new(t.ctx, t.model, NULL, &sim));
    tiny_ok(t.ctx, cat_simulation_set_named(sim, "p1.static_force", 100 + 50 * i));
    tiny_ok(t.ctx, cat_simulation_start(sim));
    tiny_ok(t.ctx, cat_simulation_run_to(sim, INFINITY));
    tiny_ok(t.ctx, cat_simulation_finish(sim, &rec));
    mean[i] = cat_record_result_find(rec, "Contact force", "mean")->value;
    cat_record_free(rec);
    cat_simulation_free(sim);
  }
  assert_close(mean[1] - mean[0], 50, 0.15, 0);  // its spring to the ground takes the rest
  tiny_free(&t);
}

static double mean_force(CatSimulation *sim, double from, double to) {
  double sum = 0;
  int n = 0;
  for (double t = from, force = 0; t < to; n++) {
    CatSimulation *s = sim;
    assert_int_equal(cat_simulation_step(s), CAT_OK);
    assert_int_equal(cat_simulation_get_named(s, "p1.force", &force), CAT_OK);
    assert_int_equal(cat_simulation_get_named(s, "t", &t), CAT_OK);
    sum += force;
  }
  return sum / n;
}

// A linkage begins with the force of its lift, which is what is read; set, it follows.
static void force_of_a_lift_is_set(void **state) {
  (void)state;
  static const char *const sets[] = {
      "pantograph=[{model: linkage, linkage: {use: pantographs/single-arm.yaml}}]",
      "run.speed=20 m/s"};
  Tiny t = tiny_with(sets, 2);
  CatSimulation *sim = NULL;
  double own, now;
  tiny_ok(t.ctx, cat_simulation_new(t.ctx, t.model, NULL, &sim));
  for (int i = 0; i < 2; i++) {
    tiny_ok(t.ctx, cat_simulation_start(sim));
    tiny_ok(t.ctx, cat_simulation_get_named(sim, "p1.static_force", &own));
    tiny_ok(t.ctx, cat_simulation_run_to(sim, 3));
    assert_close(mean_force(sim, 3, 5), own, 0.1, 0);
    tiny_ok(t.ctx, cat_simulation_set_named(sim, "p1.static_force", own + 40));
    tiny_ok(t.ctx, cat_simulation_run_to(sim, 6));
    assert_close(mean_force(sim, 6, 8), own + 40, 0.1, 0);
    tiny_ok(t.ctx, cat_simulation_get_named(sim, "p1.static_force", &now));
    assert_close(now, own + 40, 1e-12, 0);
  }
  cat_simulation_free(sim);
  tiny_free(&t);
}

//------------------------------------------------------------------------------- from outside

// A line under a constant force: set from outside, applied in each step.
static void forces_come_from_outside(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL);
  CatPantographOptions p = {.size = sizeof p, .source = CAT_PANTOGRAPH_FORCE};
  const CatPantographOptions *list[] = {&p};
  CatSimulationOptions o = {.size = sizeof o, .pantograph = list, .npantograph = 1};
  CatSimulation *sim = begin(&t, &o);
  assert_close(get(sim, "p1.force"), 150, 0, 0);  // until another is set
  double before = get(sim, "p1.height");
  tiny_ok(t.ctx, cat_simulation_set_named(sim, "p1.force", 400));
  tiny_ok(t.ctx, cat_simulation_run_to(sim, 0.05));
  assert_close(get(sim, "p1.force"), 400, 0, 0);
  assert_true(get(sim, "p1.height") > before + 0.01);
  cat_simulation_free(sim);
  tiny_free(&t);
}

// A head that is held higher is pressed more.
static void heights_come_from_outside(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL);
  CatPantographOptions p = {.size = sizeof p, .source = CAT_PANTOGRAPH_HEIGHT};
  const CatPantographOptions *list[] = {&p};
  CatSimulationOptions o = {.size = sizeof o, .pantograph = list, .npantograph = 1};
  CatSimulation *sim = begin(&t, &o);
  double head = get(sim, "p1.head");
  assert_below(fabs(get(sim, "p1.force")), 1);
  tiny_ok(t.ctx, cat_simulation_set_named(sim, "p1.head", head + 0.02));
  tiny_ok(t.ctx, cat_simulation_step(sim));
  assert_true(get(sim, "p1.force") > 20);
  assert_close(get(sim, "p1.head"), head + 0.02, 0, 0);
  cat_simulation_free(sim);
  tiny_free(&t);
}

//------------------------------------------------------------------------------- of one's own

// One mass on a damper, as in CONTRIBUTING.md, in the host.
typedef struct Plunger {
  double mass, damping, h, push;  // [kg] [N s/m] [s] [N]
  double z, v, free_v;            // [m] [m/s] [m/s]
  double broken_after;            // [s]
  double t;
} Plunger;

static int plunger_rest(void *user, CatPantographRest *out) {
  out->force = ((Plunger *)user)->push;
  return 0;
}

static double plunger_start(void *user, double height, double force) {
  Plunger *p = user;
  (void)force;
  p->v = 0;
  return p->z = isnan(height) ? 0 : height;
}

static void plunger_drive(void *user, double time, double place, double speed) {
  (void)place, (void)speed;
  ((Plunger *)user)->t = time;
}

static double dv_df(const Plunger *p) {
  return 1 / (p->mass / p->h + p->damping);
}

static double plunger_free_step(void *user) {
  Plunger *p = user;
  p->free_v = dv_df(p) * (p->mass / p->h * p->v + p->push);
  return p->t > p->broken_after ? NAN : p->z + p->h * p->free_v;
}

static double plunger_compliance(void *user) {
  const Plunger *p = user;
  return p->h * dv_df(p);
}

static double plunger_commit(void *user, double force) {
  Plunger *p = user;
  p->v = p->free_v - dv_df(p) * force;
  return p->z += p->h * p->v;
}

static void plunger_push(void *user, double force) {
  ((Plunger *)user)->push = force;
}

static void plunger_save(void *user, void *bytes) {
  memcpy(bytes, user, sizeof(Plunger));
}

static void plunger_restore(void *user, const void *bytes) {
  memcpy(user, bytes, sizeof(Plunger));
}

static CatPantographCallbacks plunger(Plunger *p) {
  return (CatPantographCallbacks){.size = sizeof(CatPantographCallbacks),
                                  .name = "plunger",
                                  .user = p,
                                  .rest = plunger_rest,
                                  .start = plunger_start,
                                  .drive = plunger_drive,
                                  .free_step = plunger_free_step,
                                  .compliance = plunger_compliance,
                                  .commit = plunger_commit,
                                  .set_static_force = plunger_push,
                                  .state_bytes = sizeof *p,
                                  .save = plunger_save,
                                  .restore = plunger_restore};
}

// In equilibrium it presses with its static force, and in the mean of a run as well.
static void host_brings_its_own(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL);
  Plunger body = {.mass = 20, .damping = 100, .h = cat_model_step(t.model), .broken_after = 1e9};
  CatPantographCallbacks callbacks = plunger(&body);
  CatPantographOptions p = {
      .size = sizeof p, .source = CAT_PANTOGRAPH_CALLBACKS, .callbacks = &callbacks};
  const CatPantographOptions *list[] = {&p};
  CatSimulationOptions o = {.size = sizeof o, .pantograph = list, .npantograph = 1};
  CatSimulation *sim = begin(&t, &o);
  CatRecord *rec = NULL;
  assert_close(get(sim, "p1.force"), 150, 0, 1e-9);
  tiny_ok(t.ctx, cat_simulation_run_to(sim, 0.5));
  size_t size = cat_simulation_state_size(sim);
  void *bytes = malloc(size);
  assert_non_null(bytes);
  tiny_ok(t.ctx, cat_simulation_save(sim, bytes, size));
  tiny_ok(t.ctx, cat_simulation_run_to(sim, 1));
  double force = get(sim, "p1.force");
  tiny_ok(t.ctx, cat_simulation_restore(sim, bytes, size));
  tiny_ok(t.ctx, cat_simulation_run_to(sim, 1));
  assert_close(get(sim, "p1.force"), force, 0, 0);
  tiny_ok(t.ctx, cat_simulation_start(sim));
  tiny_ok(t.ctx, cat_simulation_run_to(sim, INFINITY));
  tiny_ok(t.ctx, cat_simulation_finish(sim, &rec));
  assert_close(cat_record_result_find(rec, "Contact force", "mean")->value, 150, 0.15, 0);
  cat_record_free(rec);
  body.broken_after = 0.1;  // it returns NaN: the step fails, and the simulation with it
  tiny_ok(t.ctx, cat_simulation_start(sim));
  assert_int_equal(cat_simulation_run_to(sim, INFINITY), CAT_ERR_DIVERGED);
  assert_int_equal(cat_simulation_step(sim), CAT_ERR_STATE);
  tiny_says(t.ctx, "has failed");
  assert_int_equal(cat_simulation_save(sim, bytes, size), CAT_ERR_STATE);
  tiny_ok(t.ctx, cat_simulation_finish(sim, &rec));
  assert_int_equal(cat_record_status(rec), CAT_RUN_FAILED);
  cat_record_free(rec);
  free(bytes);
  cat_simulation_free(sim);
  callbacks.commit = NULL;
  assert_int_equal(cat_simulation_new(t.ctx, t.model, &o, &sim), CAT_ERR_ARG);
  tiny_says(t.ctx, "lacks its rest, start");
  tiny_free(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_are_the_channels),
      cmocka_unit_test(arrays_are_the_line),
      cmocka_unit_test(reading_changes_nothing),
      cmocka_unit_test(what_is_not_there_is_refused),
      cmocka_unit_test(speed_is_set),
      cmocka_unit_test(static_force_is_set),
      cmocka_unit_test(force_of_a_lift_is_set),
      cmocka_unit_test(forces_come_from_outside),
      cmocka_unit_test(heights_come_from_outside),
      cmocka_unit_test(host_brings_its_own),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
