// One model in eight threads, one context each: every simulation gives the bits that it gives
// alone, and the model goes with whoever holds it last.
#include "tiny.h"

#include <math.h>
#include <pthread.h>

enum { THREADS = 8, RUNS = 2 };

typedef struct Worker {
  pthread_t thread;
  CatModel *model;
  int number;
  double force[RUNS];  // the last of each run [N]
  CatStatus status;
} Worker;

static CatStatus run_at(CatSimulation *sim, double speed, double *force) {
  CatStatus status = cat_simulation_set_named(sim, "speed", speed);
  if (!status) status = cat_simulation_start(sim);
  if (!status) status = cat_simulation_run_to(sim, 0.4);
  return status ? status : cat_simulation_get_named(sim, "p1.force", force);
}

// Each thread at speeds of its own.
static void *work(void *user) {
  Worker *w = user;
  CatContext *ctx = cat_context_new(NULL);
  for (int i = 0; i < RUNS && !w->status; i++) {
    CatSimulation *sim = NULL;
    w->status = cat_simulation_new(ctx, w->model, NULL, &sim);
    if (!w->status) w->status = run_at(sim, 60 + w->number + 10 * i, &w->force[i]);
    if (i + 1 == RUNS) cat_model_free(w->model);  // the one that was shared with this thread
    cat_simulation_free(sim);
  }
  cat_context_free(ctx);
  return NULL;
}

static void threads_share(const char *set) {
  Tiny t = tiny_new(set);
  Worker worker[THREADS] = {0};
  for (int i = 0; i < THREADS; i++) {
    worker[i].model = cat_model_share(t.model);
    worker[i].number = i;
    assert_int_equal(pthread_create(&worker[i].thread, NULL, work, &worker[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(worker[i].thread, NULL);
  CatSimulation *sim = NULL;
  tiny_ok(t.ctx, cat_simulation_new(t.ctx, t.model, NULL, &sim));
  for (int i = 0; i < THREADS * RUNS; i++) {
    const Worker *w = &worker[i / RUNS];
    double alone = NAN;
    assert_int_equal(w->status, CAT_OK);
    CatSimulation *one = NULL;
    tiny_ok(t.ctx, cat_simulation_new(t.ctx, t.model, NULL, &one));
    tiny_ok(t.ctx, run_at(one, 60 + w->number + 10 * (i % RUNS), &alone));
    assert_memory_equal(&alone, &w->force[i % RUNS], sizeof alone);
    cat_simulation_free(one);
  }
  cat_simulation_free(sim);
  tiny_free(&t);
}

static void same_bits_in_all_threads(void **state) {
  (void)state;
  threads_share(NULL);
  threads_share("solver=modal");
  threads_share("solver=band");
}

// Nobody but the threads holds it: the last of them frees it.
static void threads_outlive_the_owner(void **state) {
  (void)state;
  Tiny t = tiny_new(NULL);
  Worker worker[THREADS] = {0};
  for (int i = 0; i < THREADS; i++) {
    worker[i].model = cat_model_share(t.model);
    worker[i].number = i;
    assert_int_equal(pthread_create(&worker[i].thread, NULL, work, &worker[i]), 0);
  }
  tiny_free(&t);
  for (int i = 0; i < THREADS; i++) pthread_join(worker[i].thread, NULL);
  for (int i = 0; i < THREADS; i++) assert_int_equal(worker[i].status, CAT_OK);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_bits_in_all_threads),
                                     cmocka_unit_test(threads_outlive_the_owner)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
