// Many speeds on one model: the line is brought to rest once, two threads share it.
//
//   many_speeds CASE.yaml
#include <math.h>
#include <pthread.h>

#include "example.h"

enum { SPEEDS = 8, THREADS = 2 };

typedef struct Row {
  double speed, mean, deviation;  // [m/s] [N] [N]
} Row;

typedef struct Worker {
  pthread_t thread;
  CatModel *model;  // shared, never changed
  Row *row;         // all of them; this thread takes every second one
  int first;
} Worker;

// A context for each thread: memory and errors are its own.
static void *work(void *user) {
  Worker *w = user;
  CatContext *ctx = cat_context_new(NULL);
  CatSimulation *sim = NULL;
  must(ctx, cat_simulation_new(ctx, w->model, NULL, &sim));
  for (int i = w->first; i < SPEEDS; i += THREADS) {
    CatRecord *rec = NULL;
    must(ctx, cat_simulation_set_named(sim, "speed", w->row[i].speed));
    must(ctx, cat_simulation_start(sim));
    must(ctx, cat_simulation_run_to(sim, INFINITY));
    must(ctx, cat_simulation_finish(sim, &rec));
    w->row[i].mean = cat_record_result_find(rec, "Contact force", "mean")->value;
    w->row[i].deviation = cat_record_result_find(rec, "Contact force", "standard deviation")->value;
    cat_record_free(rec);
  }
  cat_simulation_free(sim);
  cat_context_free(ctx);
  return NULL;
}

int main(int argc, char **argv) {
  CatContext *ctx = cat_context_new(NULL);
  CatCase *c = load(ctx, argc, argv);
  CatModel *model = NULL;
  Row row[SPEEDS];
  Worker worker[THREADS];
  must(ctx, cat_model_new(ctx, c, &model));
  for (int i = 0; i < SPEEDS; i++) row[i] = (Row){.speed = 50 + 5 * i};
  for (int i = 0; i < THREADS; i++) {
    worker[i] = (Worker){.model = model, .row = row, .first = i};
    if (pthread_create(&worker[i].thread, NULL, work, &worker[i]) != 0) return 1;
  }
  for (int i = 0; i < THREADS; i++) pthread_join(worker[i].thread, NULL);
  printf("speed [km/h]   mean [N]   standard deviation [N]\n");
  for (int i = 0; i < SPEEDS; i++) {
    printf("%12.0f %10.1f %24.1f\n", 3.6 * row[i].speed, row[i].mean, row[i].deviation);
  }
  cat_model_free(model);
  cat_case_free(c);
  cat_context_free(ctx);
  return 0;
}
