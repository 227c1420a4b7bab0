// A simulation by hand gives the bits of a run in one piece; every call out of order is refused.
#include "tiny.h"

#include <math.h>

static CatSimulation *simulation(Tiny *t, const CatSimulationOptions *options) {
  CatSimulation *sim = NULL;
  tiny_ok(t->ctx, cat_simulation_new(t->ctx, t->model, options, &sim));
  return sim;
}

static double value(CatSimulation *sim, const char *name) {
  double x = NAN;
  assert_int_equal(cat_simulation_get_named(sim, name, &x), CAT_OK);
  return x;
}

static void finish_as_run(const char *set) {
  Tiny t = tiny_new(set);
  CatRecord *whole = NULL, *stepped = NULL;
  CatSimulation *sim = simulation(&t, NULL);
  tiny_ok(t.ctx, cat_case_run(t.ctx, t.c, &whole));
  tiny_ok(t.ctx, cat_simulation_start(sim));
  long steps = 0;
  for (; !cat_simulation_finished(sim); steps++) tiny_ok(t.ctx, cat_simulation_step(sim));
  assert_int_equal(cat_simulation_step(sim), CAT_ERR_STATE);
  tiny_says(t.ctx, "at its end");
  assert_int_equal(steps, lround(value(sim, "t") / cat_model_step(t.model)));
  tiny_ok(t.ctx, cat_simulation_finish(sim, &stepped));
  assert_int_equal(cat_record_status(stepped), CAT_RUN_OK);
  tiny_same_table(whole, stepped, "time");
  tiny_same_table(whole, stepped, "droppers");
  tiny_same_table(whole, stepped, "supports");
  assert_int_equal(cat_record_results(whole), cat_record_results(stepped));
  for (int i = 0; i < cat_record_results(whole); i++) {
    const CatResult *a = cat_record_result_at(whole, i), *b = cat_record_result_at(stepped, i);
    assert_string_equal(a->label, b->label);
    assert_memory_equal(&a->value, &b->value, sizeof a->value);
  }
  cat_record_free(whole);
  cat_record_free(stepped);
  cat_simulation_free(sim);
  tiny_free(&t);
}

static void steps_give_the_bits_of_a_run(void **state) {
  (void)state;
  finish_as_run(NULL);
  finish_as_run("solver=band");
  finish_as_run("solver=modal");
  finish_as_run("contact.coupling=explicit");
}

// After the record was taken, and in any phase, everything begins anew.
static void starts_again(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL);
  CatSimulation *sim = simulation(&t, NULL);
  CatRecord *first = NULL, *second = NULL;
  tiny_ok(t.ctx, cat_simulation_start(sim));
  tiny_ok(t.ctx, cat_simulation_run_to(sim, INFINITY));
  tiny_ok(t.ctx, cat_simulation_finish(sim, &first));
  assert_true(isnan(cat_simulation_time(sim)));
  assert_int_equal(cat_simulation_step(sim), CAT_ERR_STATE);
  tiny_ok(t.ctx, cat_simulation_start(sim));
  tiny_ok(t.ctx, cat_simulation_set_named(sim, "p1.static_force", 60));
  tiny_ok(t.ctx, cat_simulation_run_to(sim, 0.3));
  assert_close(cat_simulation_time(sim), 0.3, 0, 1e-12);
  tiny_ok(t.ctx, cat_simulation_start(sim));
  assert_close(value(sim, "p1.static_force"), 150, 0, 0);
  tiny_ok(t.ctx, cat_simulation_run_to(sim, INFINITY));
  tiny_ok(t.ctx, cat_simulation_finish(sim, &second));
  tiny_same_table(first, second, "time");
  cat_record_free(first);
  cat_record_free(second);
  cat_simulation_free(sim);
  tiny_free(&t);
}

static void ends_early(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL);
  CatSimulation *sim = simulation(&t, NULL);
  CatRecord *rec = NULL;
  assert_int_equal(cat_simulation_finish(sim, &rec), CAT_ERR_STATE);
  tiny_ok(t.ctx, cat_simulation_start(sim));
  tiny_ok(t.ctx, cat_simulation_run_to(sim, 1));
  tiny_ok(t.ctx, cat_simulation_finish(sim, &rec));
  assert_int_equal(cat_record_status(rec), CAT_RUN_INTERRUPTED);
  assert_non_null(strstr(cat_record_message(rec), "ended after 1000 of"));
  assert_int_equal(cat_record_find(rec, "time")->n, 1001);
  cat_record_free(rec);
  cat_simulation_free(sim);
  tiny_free(&t);
}

//------------------------------------------------------------------------------- callbacks

typedef struct Watch {
  int calls, stop_at;
  double last;
} Watch;

static int watch(void *user, CatSimulation *sim) {
  Watch *w = user;
  w->last = value(sim, "t");
  return ++w->calls == w->stop_at;
}

static void callback_sees_each_step(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL);
  Watch w = {.stop_at = 70};
  CatSimulationOptions o = {.size = sizeof o, .unlogged = true, .on_step = watch, .user = &w};
  CatSimulation *sim = simulation(&t, &o);
  CatRecord *rec = NULL;
  tiny_ok(t.ctx, cat_simulation_start(sim));
  assert_int_equal(cat_simulation_run_to(sim, 0.1), CAT_ERR_INTERRUPTED);
  assert_int_equal(w.calls, 70);
  assert_close(w.last, 0.07, 1e-12, 0);
  tiny_ok(t.ctx, cat_simulation_run_to(sim, 0.1));
  assert_int_equal(w.calls, 100);
  assert_int_equal(cat_simulation_finish(sim, &rec), CAT_ERR_STATE);
  tiny_says(t.ctx, "nothing was recorded");
  cat_simulation_free(sim);
  tiny_free(&t);
}

typedef struct Told {
  int calls;
  double fraction;
} Told;

static void progress(void *user, double fraction, double time) {
  Told *told = user;
  (void)time;
  told->calls++;
  told->fraction = fraction;
}

static int stop(void *user) {
  return ((Told *)user)->fraction > 0.5;
}

// The context's host is told how far it is, and asked whether to stop; then it may go on.
static void host_is_asked(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL);
  Told told = {0};
  CatHost host = {.size = sizeof host, .user = &told, .progress = progress, .stop = stop};
  CatContext *ctx = cat_context_new(&host);
  CatSimulation *sim = NULL;
  tiny_ok(ctx, cat_simulation_new(ctx, t.model, NULL, &sim));
  tiny_ok(ctx, cat_simulation_start(sim));
  assert_int_equal(cat_simulation_run_to(sim, INFINITY), CAT_ERR_INTERRUPTED);
  assert_true(told.calls > 10 && told.fraction > 0.5 && told.fraction < 0.6);
  assert_false(cat_simulation_finished(sim));
  tiny_ok(ctx, cat_simulation_step(sim));
  cat_simulation_free(sim);
  cat_context_free(ctx);
  assert_null(cat_context_new(&(CatHost){.stop = stop}));  // without its size
  tiny_free(&t);
}

static int misuse(void *user, CatSimulation *sim) {
  CatRecord *rec = NULL;
  int *refused = user;
  *refused += cat_simulation_step(sim) == CAT_ERR_STATE;
  *refused += cat_simulation_start(sim) == CAT_ERR_STATE;
  *refused += cat_simulation_run_to(sim, 1) == CAT_ERR_STATE;
  *refused += cat_simulation_finish(sim, &rec) == CAT_ERR_STATE;
  return 1;
}

static void callback_may_not_move_it(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL);
  int refused = 0;
  CatSimulationOptions o = {.size = sizeof o, .on_step = misuse, .user = &refused};
  CatSimulation *sim = simulation(&t, &o);
  tiny_ok(t.ctx, cat_simulation_start(sim));
  assert_int_equal(cat_simulation_run_to(sim, 1), CAT_ERR_INTERRUPTED);
  assert_int_equal(refused, 4);
  tiny_ok(t.ctx, cat_simulation_step(sim));
  cat_simulation_free(sim);
  tiny_free(&t);
}

//------------------------------------------------------------------------------- life

// Whatever is freed first.
static void freed_in_any_order(void **state) {
  (void)state;
  for (int order = 0; order < 6; order++) {
    static const char orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                      {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    Tiny t = tiny_new(NULL);
    CatContext *other = cat_context_new(NULL);
    CatSimulation *sim = NULL;
    tiny_ok(other, cat_simulation_new(other, t.model, NULL, &sim));
    tiny_ok(other, cat_simulation_start(sim));
    for (int i = 0; i < 3; i++) {
      if (orders[order][i] == 0) cat_case_free(t.c);
      if (orders[order][i] == 1) cat_model_free(t.model);
      if (orders[order][i] == 2) cat_context_free(t.ctx);
      tiny_ok(other, cat_simulation_step(sim));
    }
    cat_simulation_free(sim);
    cat_context_free(other);
  }
}

static void what_is_wrong_is_refused(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL);
  CatSimulation *sim = NULL;
  CatSimulationOptions o = {.size = sizeof o + 8};
  assert_int_equal(cat_simulation_new(t.ctx, t.model, &o, &sim), CAT_ERR_ARG);
  tiny_says(t.ctx, "CatSimulationOptions.size: found");
  o = (CatSimulationOptions){.size = sizeof(size_t) + sizeof(void *)};  // of an older header
  tiny_ok(t.ctx, cat_simulation_new(t.ctx, t.model, &o, &sim));
  cat_simulation_free(sim);
  o.size = sizeof(size_t) + 3;  // of no header
  assert_int_equal(cat_simulation_new(t.ctx, t.model, &o, &sim), CAT_ERR_ARG);
  assert_int_equal(cat_simulation_new(t.ctx, NULL, NULL, &sim), CAT_ERR_ARG);
  assert_int_equal(cat_simulation_new(NULL, t.model, NULL, &sim), CAT_ERR_ARG);
  CatPantographOptions p = {.size = sizeof p, .source = CAT_PANTOGRAPH_CALLBACKS};
  const CatPantographOptions *list[2] = {&p, &p};
  o = (CatSimulationOptions){.size = sizeof o, .pantograph = list, .npantograph = 2};
  assert_int_equal(cat_simulation_new(t.ctx, t.model, &o, &sim), CAT_ERR_ARG);
  tiny_says(t.ctx, "options of 2 pantographs, expected 1");
  o.npantograph = 1;
  assert_int_equal(cat_simulation_new(t.ctx, t.model, &o, &sim), CAT_ERR_ARG);
  tiny_says(t.ctx, "source 3 without callbacks");
  assert_null(sim);
  CatModel *model = NULL;
  CatCase *c = NULL;
  CatCaseSource pdae = {.size = sizeof pdae,
                        .path = CAT_SOURCE_DIR "/tests/robust/small.yaml",
                        .library = CAT_SOURCE_DIR "/cases"};
  tiny_ok(t.ctx, cat_case_load(t.ctx, &pdae, &c));
  assert_int_equal(cat_model_new(t.ctx, c, &model), CAT_ERR_ARG);
  tiny_says(t.ctx, "a case of kind 'pdae' has no model");
  cat_case_free(c);
  tiny_free(&t);
}

//------------------------------------------------------------------------------- rules

// What is set while it is not started holds for every start; what is set between steps for its run.
static void start_forgets_what_was_set_on_the_way(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL);
  CatSimulation *sim = NULL;
  CatRecord *rec = NULL;
  double x;
  tiny_ok(t.ctx, cat_simulation_new(t.ctx, t.model, NULL, &sim));
  tiny_ok(t.ctx, cat_simulation_set_named(sim, "p1.static_force", 100));
  tiny_ok(t.ctx, cat_simulation_start(sim));
  tiny_ok(t.ctx, cat_simulation_run_to(sim, 0.05));
  tiny_ok(t.ctx, cat_simulation_set_named(sim, "p1.static_force", 120));
  tiny_ok(t.ctx, cat_simulation_step(sim));
  tiny_ok(t.ctx, cat_simulation_start(sim));
  tiny_ok(t.ctx, cat_simulation_get_named(sim, "p1.static_force", &x));
  assert_true(x == 100);
  tiny_ok(t.ctx, cat_simulation_run_to(sim, 0.05));
  tiny_ok(t.ctx, cat_simulation_finish(sim, &rec));
  cat_record_free(rec);
  tiny_ok(t.ctx, cat_simulation_set_named(sim, "p1.static_force", 110));
  for (int i = 0; i < 2; i++) {
    tiny_ok(t.ctx, cat_simulation_start(sim));
    tiny_ok(t.ctx, cat_simulation_get_named(sim, "p1.static_force", &x));
    assert_true(x == 110);
  }
  cat_simulation_free(sim);
  tiny_free(&t);
}

static void a_run_without_an_end_says_so(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL);
  CatSimulation *sim = NULL;
  CatRecord *rec = NULL;
  tiny_ok(t.ctx, cat_simulation_new(t.ctx, t.model, NULL, &sim));
  tiny_ok(t.ctx, cat_simulation_start(sim));
  tiny_ok(t.ctx, cat_simulation_set_named(sim, "speed", 0));
  tiny_ok(t.ctx, cat_simulation_run_to(sim, 0.05));
  tiny_ok(t.ctx, cat_simulation_finish(sim, &rec));
  assert_string_equal(cat_record_message(rec),
                      "ended after 50 steps of a run that, at its last speed, has no end");
  cat_record_free(rec);
  cat_simulation_free(sim);
  tiny_free(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(steps_give_the_bits_of_a_run),
                                     cmocka_unit_test(starts_again),
                                     cmocka_unit_test(start_forgets_what_was_set_on_the_way),
                                     cmocka_unit_test(a_run_without_an_end_says_so),
                                     cmocka_unit_test(ends_early),
                                     cmocka_unit_test(callback_sees_each_step),
                                     cmocka_unit_test(host_is_asked),
                                     cmocka_unit_test(callback_may_not_move_it),
                                     cmocka_unit_test(freed_in_any_order),
                                     cmocka_unit_test(what_is_wrong_is_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
