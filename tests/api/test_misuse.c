// What a program may do wrong at the public interface: nothing given where something is expected,
// callbacks that move or free what calls them, values out of range. Errors, never a crash.
#include "tiny.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <unistd.h>

#include "catenaria/rt.h"

//------------------------------------------------------------------------------- nothing given

static void nothing_for_texts(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatCase *c = tiny_case(ctx, NULL, 0);
  char *text = NULL;
  assert_int_equal(cat_case_print(NULL, c, &text), CAT_ERR_ARG);
  assert_int_equal(cat_case_print(ctx, NULL, &text), CAT_ERR_ARG);
  assert_int_equal(cat_case_print(ctx, c, NULL), CAT_ERR_ARG);
  assert_int_equal(cat_manual_key(NULL, "run.speed", &text), CAT_ERR_ARG);
  assert_int_equal(cat_manual_key(ctx, "run.speed", NULL), CAT_ERR_ARG);
  assert_int_equal(cat_manual_json(NULL, "run.speed", &text), CAT_ERR_ARG);
  assert_int_equal(cat_manual_json(ctx, "run.speed", NULL), CAT_ERR_ARG);
  assert_int_equal(cat_manual_markdown(NULL, &text), CAT_ERR_ARG);
  assert_int_equal(cat_manual_markdown(ctx, NULL), CAT_ERR_ARG);
  assert_int_equal(cat_about(NULL, &text), CAT_ERR_ARG);
  assert_int_equal(cat_about(ctx, NULL), CAT_ERR_ARG);
  assert_int_equal(cat_library_find(NULL, &text), CAT_ERR_ARG);
  assert_int_equal(cat_library_find(ctx, NULL), CAT_ERR_ARG);
  tiny_ok(ctx, cat_case_print(ctx, c, &text));
  char first = text[0];
  cat_string_free(NULL, text);  // nobody knows by whose allocator
  assert_int_equal(text[0], first);
  cat_string_free(ctx, text);
  cat_case_free(c);
  cat_context_free(ctx);
}

static void nothing_for_the_rest(void **state) {
  (void)state;
  char text[8] = "before";
  static const char *const names[] = {NULL, "speed"};
  assert_string_equal(cat_error_text(NULL, text, sizeof text), "");
  assert_string_equal(cat_error_text(NULL, NULL, 0), "");
  assert_null(cat_nearest_name(NULL, names, 2));
  assert_null(cat_nearest_name("sped", NULL, 2));
  assert_string_equal(cat_nearest_name("sped", names, 2), "speed");
  cat_rt_options_init(NULL, sizeof(CatRtOptions));
  assert_int_equal(cat_rt_live_read(NULL).steps, 0);
}

static void counts_without_lists(void **state) {
  (void)state;
  CatContext *ctx = cat_context_new(NULL);
  CatCaseText text = {.name = "a.yaml", .text = "kind: train"};
  CatCaseSource source = {.size = sizeof source, .text = &text, .nset = INT_MAX};
  CatCase *c = NULL;
  assert_int_equal(cat_case_load(ctx, &source, &c), CAT_ERR_ARG);
  source.nset = 0;
  source.npart = INT_MAX;
  assert_int_equal(cat_case_load(ctx, &source, &c), CAT_ERR_ARG);
  cat_context_free(ctx);
}

//------------------------------------------------------------------------------- memory

static void a_measured_case_outlives_its_context(void **state) {
  (void)state;
  char path[] = "/tmp/catenaria-misuse-XXXXXX";
  int fd = mkstemp(path);
  FILE *file = fdopen(fd, "w");
  assert_non_null(file);
  fprintf(file, "t [s],x,force [kN]\n");
  for (int i = 0; i < 2000; i++) {
    fprintf(file, "%.5f,%.4f,%.5f\n", 1e-3 * i, 0.07 * i, 0.12 + 0.02 * sin(9e-3 * i));
  }
  fclose(file);
  CatContext *ctx = cat_context_new(NULL);
  CatMeasureOptions o = {.size = sizeof o, .path = path, .window = {10, 100}};
  CatCase *c = NULL;
  CatRecord *rec = NULL;
  tiny_ok(ctx, cat_measure_file(ctx, &o, &c, &rec));
  cat_record_free(rec);
  o.filter = "none";
  CatCase *none = NULL;
  assert_int_equal(cat_measure_file(ctx, &o, &none, &rec), CAT_ERR_INPUT);
  tiny_says(ctx, "expected");
  cat_context_free(ctx);
  assert_string_equal(cat_case_kind(c), "measure");
  cat_case_free(c);
  remove(path);
}

static int stop(void *user) {
  (void)user;
  return 1;
}

static void a_record_names_the_newest_error(void **state) {
  (void)state;
  CatHost host = {.size = sizeof host, .stop = stop};
  CatContext *ctx = cat_context_new(&host);
  CatCase *c = tiny_case(ctx, NULL, 0);
  CatRecord *rec = NULL;
  for (int i = 0; i < CAT_MAX_ERRORS + 5; i++) {
    assert_int_equal(cat_case_load(ctx, NULL, &(CatCase *){NULL}), CAT_ERR_ARG);
  }
  assert_int_equal(cat_case_run(ctx, c, &rec), CAT_ERR_INTERRUPTED);
  if (rec) assert_non_null(strstr(cat_record_message(rec), "stopped after"));
  assert_non_null(rec);
  cat_record_free(rec);
  cat_case_free(c);
  cat_context_free(ctx);
}

//------------------------------------------------------------------------------- callbacks

typedef struct Rude {
  CatSimulation *sim;
  bool armed;
  int refused;
  double compliance, z;
  unsigned char *bytes;
  size_t size;
} Rude;

static void be_rude(Rude *r) {
  CatRecord *rec = NULL;
  if (!r->armed) return;
  r->armed = false;
  r->refused += cat_simulation_step(r->sim) == CAT_ERR_STATE;
  r->refused += cat_simulation_start(r->sim) == CAT_ERR_STATE;
  r->refused += cat_simulation_run_to(r->sim, 1) == CAT_ERR_STATE;
  r->refused += cat_simulation_finish(r->sim, &rec) == CAT_ERR_STATE;
  r->refused += cat_simulation_restore(r->sim, r->bytes, r->size) == CAT_ERR_STATE;
  cat_simulation_free(r->sim);
}

static int rude_rest(void *user, CatPantographRest *out) {
  be_rude(user);
  *out = (CatPantographRest){.force = 100};
  return 0;
}

static double rude_start(void *user, double height, double force) {
  Rude *r = user;
  (void)force;
  be_rude(r);
  return r->z = isnan(height) ? 5 : height;
}

static double rude_free_step(void *user) {
  be_rude(user);
  return ((Rude *)user)->z;
}

static double rude_compliance(void *user) {
  return ((Rude *)user)->compliance;
}

static double rude_commit(void *user, double force) {
  (void)force;
  be_rude(user);
  return ((Rude *)user)->z;
}

static void rude_push(void *user, double force) {
  (void)force;
  be_rude(user);
}

static void rude_save(void *user, void *to) {
  be_rude(user);
  memset(to, 0, 8);
}

static void rude_restore(void *user, const void *from) {
  (void)from;
  be_rude(user);
}

static CatStatus rude_new(Tiny *t, Rude *r, size_t bytes) {
  CatPantographCallbacks k = {.size = sizeof k,
                              .name = "rude",
                              .user = r,
                              .rest = rude_rest,
                              .start = rude_start,
                              .free_step = rude_free_step,
                              .compliance = rude_compliance,
                              .commit = rude_commit,
                              .set_static_force = rude_push,
                              .state_bytes = bytes,
                              .save = rude_save,
                              .restore = rude_restore};
  CatPantographOptions p = {.size = sizeof p, .source = CAT_PANTOGRAPH_CALLBACKS, .callbacks = &k};
  const CatPantographOptions *list[] = {&p};
  CatSimulationOptions o = {.size = sizeof o, .pantograph = list, .npantograph = 1};
  return cat_simulation_new(t->ctx, t->model, &o, &r->sim);
}

// Armed, the next callback tries everything once: five errors, and it is still there.
static void assert_refused(Rude *r) {
  assert_false(r->armed);
  assert_int_equal(r->refused, 5);
  r->refused = 0;
  r->armed = true;
}

static void callbacks_may_not_move_it(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL);
  Rude r = {.compliance = 1e-5};
  tiny_ok(t.ctx, rude_new(&t, &r, 8));
  r.size = cat_simulation_state_size(r.sim);
  r.bytes = calloc(1, r.size);
  r.armed = true;
  tiny_ok(t.ctx, cat_simulation_start(r.sim));
  assert_refused(&r);
  tiny_ok(t.ctx, cat_simulation_step(r.sim));
  assert_refused(&r);
  tiny_ok(t.ctx, cat_simulation_set_named(r.sim, "p1.static_force", 90));
  assert_refused(&r);
  tiny_ok(t.ctx, cat_simulation_save(r.sim, r.bytes, r.size));
  assert_refused(&r);
  tiny_ok(t.ctx, cat_simulation_restore(r.sim, r.bytes, r.size));
  assert_refused(&r);
  r.armed = false;
  tiny_ok(t.ctx, cat_simulation_step(r.sim));
  cat_simulation_free(r.sim);
  free(r.bytes);
  tiny_free(&t);
}

static void states_have_a_size(void **state) {
  (void)state;
  static const size_t sizes[] = {SIZE_MAX, SIZE_MAX - 8, (size_t)1 << 40, ((size_t)1 << 30) + 1};
  Tiny t = tiny_new(NULL);
  Rude r = {.compliance = 1e-5};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    cat_context_clear(t.ctx);
    assert_int_equal(rude_new(&t, &r, sizes[i]), CAT_ERR_ARG);
    tiny_says(t.ctx, "state_bytes");
  }
  tiny_free(&t);
}

static void compliances_are_positive(void **state) {
  (void)state;
  const double bad[] = {0, -1e-5, INFINITY, NAN};
  Tiny t = tiny_new(NULL);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    Rude r = {.compliance = 1e-5};
    tiny_ok(t.ctx, rude_new(&t, &r, 8));
    tiny_ok(t.ctx, cat_simulation_start(r.sim));
    r.compliance = bad[i];
    assert_int_equal(cat_simulation_step(r.sim), CAT_ERR_DIVERGED);
    tiny_says(t.ctx, "compliance");
    cat_context_clear(t.ctx);
    cat_simulation_free(r.sim);
  }
  tiny_free(&t);
}

//------------------------------------------------------------------------------- speeds

typedef struct Pace {
  int steps;
  double speed;
} Pace;

static int change_pace(void *user, CatSimulation *sim) {
  Pace *p = user;
  if (++p->steps == 100) assert_int_equal(cat_simulation_set_named(sim, "speed", p->speed), CAT_OK);
  return 0;
}

static CatSimulation *paced(Tiny *t, Pace *pace) {
  CatSimulationOptions o = {.size = sizeof o, .on_step = change_pace, .user = pace};
  CatSimulation *sim = NULL;
  tiny_ok(t->ctx, cat_simulation_new(t->ctx, t->model, &o, &sim));
  tiny_ok(t->ctx, cat_simulation_start(sim));
  return sim;
}

// The end is where the line ends, whatever the speed was when run_to was called.
static void the_end_follows_the_speed(void **state) {
  (void)state;
  static const double speeds[] = {90, 25};
  Tiny t = tiny_new(NULL);
  CatSimulation *plain = NULL;
  double end, x;
  tiny_ok(t.ctx, cat_simulation_new(t.ctx, t.model, NULL, &plain));
  tiny_ok(t.ctx, cat_simulation_start(plain));
  tiny_ok(t.ctx, cat_simulation_run_to(plain, INFINITY));
  tiny_ok(t.ctx, cat_simulation_get_named(plain, "p1.x", &end));
  for (int i = 0; i < 2; i++) {
    CatSimulation *sim = paced(&t, &(Pace){.speed = speeds[i]});
    tiny_ok(t.ctx, cat_simulation_run_to(sim, i == 0 ? INFINITY : 1e6));
    assert_true(cat_simulation_finished(sim));
    tiny_ok(t.ctx, cat_simulation_get_named(sim, "p1.x", &x));
    assert_close(x, end, 0, 0.2);
    cat_simulation_free(sim);
  }
  cat_simulation_free(plain);
  tiny_free(&t);
}

static void runs_without_an_end_are_refused(void **state) {
  (void)state;
  const double far[] = {INFINITY, 1e18, 1e300};
  Tiny t = tiny_new(NULL);
  Pace pace = {.speed = 0};
  CatSimulation *sim = paced(&t, &pace);
  assert_int_equal(cat_simulation_run_to(sim, INFINITY), CAT_ERR_INTERRUPTED);
  tiny_says(t.ctx, "no end");
  assert_int_equal(pace.steps, 100);
  for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
    assert_int_equal(cat_simulation_run_to(sim, far[i]), CAT_ERR_ARG);
    tiny_says(t.ctx, "no end");
  }
  tiny_ok(t.ctx, cat_simulation_run_to(sim, -INFINITY));
  tiny_ok(t.ctx, cat_simulation_run_to(sim, -1e300));
  assert_int_equal(pace.steps, 100);
  tiny_ok(t.ctx, cat_simulation_run_to(sim, 0.15));  // it stands, and may go on
  cat_simulation_free(sim);
  tiny_ok(t.ctx, cat_simulation_new(t.ctx, t.model, NULL, &sim));
  tiny_ok(t.ctx, cat_simulation_set_named(sim, "speed", 1e-3));
  assert_int_equal(cat_simulation_start(sim), CAT_ERR_ARG);
  tiny_says(t.ctx, "expected at most 2e+07");
  cat_simulation_free(sim);
  tiny_free(&t);
}

//------------------------------------------------------------------------------- states

static void each_byte_of_a_state_counts(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL);
  CatSimulation *sim = NULL;
  tiny_ok(t.ctx, cat_simulation_new(t.ctx, t.model, NULL, &sim));
  tiny_ok(t.ctx, cat_simulation_start(sim));
  size_t size = cat_simulation_state_size(sim);
  unsigned char *bytes = malloc(size);
  tiny_ok(t.ctx, cat_simulation_save(sim, bytes, size));
  for (size_t i = 0; i < 400; i++) {  // the header, and some of what follows
    bytes[i] ^= 0x40;
    assert_int_equal(cat_simulation_restore(sim, bytes, size), CAT_ERR_ARG);
    bytes[i] ^= 0x40;
    cat_context_clear(t.ctx);
  }
  tiny_ok(t.ctx, cat_simulation_restore(sim, bytes, size));
  free(bytes);
  cat_simulation_free(sim);
  tiny_free(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_for_texts),
                                     cmocka_unit_test(nothing_for_the_rest),
                                     cmocka_unit_test(counts_without_lists),
                                     cmocka_unit_test(a_measured_case_outlives_its_context),
                                     cmocka_unit_test(a_record_names_the_newest_error),
                                     cmocka_unit_test(callbacks_may_not_move_it),
                                     cmocka_unit_test(states_have_a_size),
                                     cmocka_unit_test(compliances_are_positive),
                                     cmocka_unit_test(the_end_follows_the_speed),
                                     cmocka_unit_test(runs_without_an_end_are_refused),
                                     cmocka_unit_test(each_byte_of_a_state_counts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
