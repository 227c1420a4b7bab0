// Four simulations of one model at the same time, each saved and restored: the bits of one alone.
#include "support/support.h"

#include <pthread.h>
#include <stdlib.h>

#include "trace.h"

typedef struct Job {
  const CatTrainSpec *spec;
  const CatLineModel *m;
  const CatConfiguration *rest;
  CatStatus status;
  Trace trace;
} Job;

// One simulation of a model that others use at the same time: run, saved, restored, run again.
static void *do_job(void *arg) {
  Job *j = arg;
  CatContext *ctx = cat_context_new(NULL);
  CatLineSim *c = NULL;
  double force = j->spec->pantograph[0].body.static_force;
  j->status = cat_line_sim_new(ctx, j->spec, j->m, j->rest, &c);
  if (!j->status) j->status = cat_line_sim_start(c, &force);
  void *state = j->status ? NULL : malloc(cat_sim_state_size(c->sim));
  for (int again = 0; again < 2 && state; again++) {
    if (again) cat_sim_restore(c->sim, state), trace_free(&j->trace);
    if (!again) cat_sim_save(c->sim, state);
    j->trace = trace(c->sim, 200);
  }
  free(state);
  cat_line_sim_free(c);
  cat_context_free(ctx);
  return NULL;
}

static void threads_share_a_model(void **state) {
  (void)state;
  enum { THREADS = 4 };
  CatSpanSpec span = scene_spans(4);
  CatTrainSpec spec[SOLVERS];
  for (int k = 0; k < SOLVERS; k++) {
    spec[k] = scene_ac_simple(&span, 80);
    spec[k].solver = solvers[k];
    spec[k].measure.cutoff = 20, spec[k].modal.vectors = 500;
  }
  Scene g = scene_line(&spec[0]);
  for (int k = 0; k < SOLVERS; k++) {
    Job job[THREADS + 1];
    pthread_t thread[THREADS];
    for (int i = 0; i <= THREADS; i++) job[i] = (Job){.spec = &spec[k], .m = g.m, .rest = g.rest};
    do_job(&job[THREADS]);  // alone
    for (int i = 0; i < THREADS; i++) {
      assert_int_equal(pthread_create(&thread[i], NULL, do_job, &job[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_join(thread[i], NULL), 0);
    for (int i = 0; i <= THREADS; i++) assert_int_equal(job[i].status, CAT_OK);
    for (int i = 0; i < THREADS; i++) assert_same(&job[i].trace, &job[THREADS].trace);
    for (int i = 0; i <= THREADS; i++) trace_free(&job[i].trace);
  }
  scene_free(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(threads_share_a_model)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
