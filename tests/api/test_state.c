// States: saved and restored with the same bits, here and in another process; others are refused.
#include "tiny.h"

#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

static CatSimulation *begin(Tiny *t) {
  CatSimulation *sim = NULL;
  tiny_ok(t->ctx, cat_simulation_new(t->ctx, t->model, NULL, &sim));
  tiny_ok(t->ctx, cat_simulation_start(sim));
  return sim;
}

static double force_at(CatSimulation *sim, double time) {
  double force = NAN;
  assert_int_equal(cat_simulation_run_to(sim, time), CAT_OK);
  assert_int_equal(cat_simulation_get_named(sim, "p1.force", &force), CAT_OK);
  return force;
}

static void *saved(CatSimulation *sim, size_t *size) {
  *size = cat_simulation_state_size(sim);
  void *bytes = malloc(*size);
  assert_non_null(bytes);
  assert_int_equal(cat_simulation_save(sim, bytes, *size), CAT_OK);
  return bytes;
}

static void goes_on_with_the_same_bits(const char *set) {
  Tiny t = tiny_new(set);
  CatSimulation *a = begin(&t), *b = NULL;
  size_t size;
  force_at(a, 0.6);
  tiny_ok(t.ctx, cat_simulation_set_named(a, "speed", 70));
  tiny_ok(t.ctx, cat_simulation_set_named(a, "p1.static_force", 170));
  force_at(a, 0.7);
  void *bytes = saved(a, &size);
  double on = force_at(a, 1.2);
  tiny_ok(t.ctx, cat_simulation_new(t.ctx, t.model, NULL, &b));
  tiny_ok(t.ctx, cat_simulation_restore(b, bytes, size));  // one that was never started
  assert_close(cat_simulation_time(b), 0.7, 0, 1e-12);
  assert_close(force_at(b, 1.2), on, 0, 0);
  tiny_ok(t.ctx, cat_simulation_restore(a, bytes, size));  // and back in time
  assert_close(force_at(a, 1.2), on, 0, 0);
  CatRecord *rec = NULL;
  tiny_ok(t.ctx, cat_simulation_finish(a, &rec));
  assert_int_equal(cat_record_find(rec, "time")->n, 501);
  assert_non_null(strstr(cat_record_warning_at(rec, 0), "begins at t = 0.7 s"));
  cat_record_free(rec);
  free(bytes);
  cat_simulation_free(a);
  cat_simulation_free(b);
  tiny_free(&t);
}

static void same_bits(void **state) {
  (void)state;
  goes_on_with_the_same_bits(NULL);
  goes_on_with_the_same_bits("solver=band");
  goes_on_with_the_same_bits("solver=lanes-quasi-axial-f32");
  goes_on_with_the_same_bits("solver=modal");
  goes_on_with_the_same_bits("contact.coupling=explicit");
}

//------------------------------------------------------------------------------- another process

// The other end: reads a state, goes on, prints the bits of the force.
static int go_on(const char *file) {
  Tiny t = tiny_new(NULL);
  CatSimulation *sim = begin(&t);
  size_t size = cat_simulation_state_size(sim);
  void *bytes = malloc(size);
  FILE *in = fopen(file, "rb");
  assert_true(bytes && in && fread(bytes, 1, size, in) == size);
  fclose(in);
  tiny_ok(t.ctx, cat_simulation_restore(sim, bytes, size));
  printf("%a\n", force_at(sim, 1.5));
  free(bytes);
  cat_simulation_free(sim);
  tiny_free(&t);
  return 0;
}

static void across_processes(void **state) {
  const char *self = *state;
  char *dir = temp_dir_new(), file[4096], command[8192], text[64] = "", expected[64];
  Tiny t = tiny_new(NULL);
  CatSimulation *sim = begin(&t);
  size_t size;
  force_at(sim, 0.9);
  void *bytes = saved(sim, &size);
  snprintf(file, sizeof file, "%s/state", dir);
  FILE *out = fopen(file, "wb");
  assert_true(out && fwrite(bytes, 1, size, out) == size);
  fclose(out);
  snprintf(expected, sizeof expected, "%a\n", force_at(sim, 1.5));
  snprintf(command, sizeof command, "'%s' '%s'", self, file);
  FILE *other = popen(command, "r");
  assert_true(other && fgets(text, sizeof text, other));
  assert_int_equal(pclose(other), 0);
  assert_string_equal(text, expected);
  free(bytes);
  cat_simulation_free(sim);
  tiny_free(&t);
  temp_dir_remove(dir);
}

//------------------------------------------------------------------------------- refused

static void refuse(Tiny *t, CatSimulation *sim, const void *bytes, size_t size, const char *why) {
  double before = cat_simulation_time(sim);
  assert_int_equal(cat_simulation_restore(sim, bytes, size), CAT_ERR_ARG);
  tiny_says(t->ctx, why);
  assert_close(cat_simulation_time(sim), before, 0, 0);
}

static void others_are_refused(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL), other = tiny_new("run.speed=81m/s");
  CatSimulation *sim = begin(&t), *foreign = begin(&other);
  size_t size, foreign_size;
  unsigned char *bytes = saved(sim, &size), *its = saved(foreign, &foreign_size);
  refuse(&t, sim, its, foreign_size, "it is of another model");
  refuse(&t, sim, bytes, 12, "12 bytes are too few");
  refuse(&t, sim, bytes, size - 1, "bytes: expected");
  bytes[size - 100] ^= 1;
  refuse(&t, sim, bytes, size, "it was changed after it was saved");
  bytes[size - 100] ^= 1;
  bytes[0] ^= 1;
  refuse(&t, sim, bytes, size, "are not the state of a simulation");
  bytes[0] ^= 1;
  bytes[8] ^= 2;
  refuse(&t, sim, bytes, size, "it has format");
  bytes[8] ^= 2;
  bytes[12] ^= 8;
  refuse(&t, sim, bytes, size, "another type of processor");
  bytes[12] ^= 8;
  bytes[34] ^= 1;
  refuse(&t, sim, bytes, size, "it was saved by the build");
  bytes[34] ^= 1;
  CatPantographOptions p = {.size = sizeof p, .source = CAT_PANTOGRAPH_HEIGHT};
  const CatPantographOptions *list[] = {&p};
  CatSimulationOptions o = {.size = sizeof o, .pantograph = list, .npantograph = 1};
  CatSimulation *held = NULL;
  tiny_ok(t.ctx, cat_simulation_new(t.ctx, t.model, &o, &held));
  assert_int_equal(cat_simulation_restore(held, bytes, size), CAT_ERR_ARG);
  tiny_says(t.ctx, "its pantographs come from other sources");
  tiny_ok(t.ctx, cat_simulation_restore(sim, bytes, size));  // after all of that
  assert_int_equal(cat_simulation_save(sim, bytes, size - 1), CAT_ERR_ARG);
  assert_int_equal(cat_simulation_restore(sim, NULL, size), CAT_ERR_ARG);
  free(bytes);
  free(its);
  cat_simulation_free(sim);
  cat_simulation_free(held);
  cat_simulation_free(foreign);
  tiny_free(&t);
  tiny_free(&other);
}

int main(int argc, char **argv) {
  if (argc > 1) return go_on(argv[1]);
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_bits),
                                     cmocka_unit_test_prestate(across_processes, argv[0]),
                                     cmocka_unit_test(others_are_refused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
