// Several contexts in several threads: every kind and every solver gives the bits of one thread.
//
//   RUNS=2000 test_api_threads    so many runs in all threads together; 96 unless said
#include "support/support.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "catenaria/catenaria.h"
#include "record/record.h"

enum { THREADS = 8, SETS = 4 };

typedef CatStatus (*Run)(CatContext *ctx, const CatCase *c, CatRecord **out);

typedef struct Job {
  const char *name, *path;
  const char *sets[SETS];
  Run run;
} Job;

#define LINE CAT_SOURCE_DIR "/tests/robust/tiny-line.yaml"
#define PDAE CAT_SOURCE_DIR "/tests/robust/small.yaml"
static const Job jobs[] = {
    {"rest", LINE, {NULL}, cat_case_rest},
    {"modes", LINE, {NULL}, cat_case_modes},
    {"band", LINE, {"solver=band"}, cat_case_run},
    {"lanes", LINE, {"solver=lanes"}, cat_case_run},
    {"quasi-axial", LINE, {"solver=lanes-quasi-axial"}, cat_case_run},
    {"quasi-axial-f32", LINE, {"solver=lanes-quasi-axial-f32"}, cat_case_run},
    {"modal", LINE, {"solver=modal"}, cat_case_run},
    {"modal-300", LINE, {"solver=modal", "modal.modes=300"}, cat_case_run},
    {"whole-line",
     LINE,
     {"solver=modal", "modal.basis=whole-line", "modal.modes=200"},
     cat_case_run},
    {"explicit", LINE, {"contact.coupling=explicit"}, cat_case_run},
    {"pdae", PDAE, {NULL}, cat_case_run},
    {"pdae-fdm", PDAE, {"space.method=fdm"}, cat_case_run},
    {"pdae-modes", PDAE, {NULL}, cat_case_modes},
};
enum { JOBS = sizeof jobs / sizeof *jobs };

//------------------------------------------------------------------------------- one run

// FNV-1a over the bits of all channels.
static uint64_t hash(const CatRecord *rec) {
  uint64_t h = 14695981039346656037u;
  for (int t = 0; t < cat_record_tables(rec); t++) {
    const CatTable *table = cat_record_table_at(rec, t);
    for (int c = 0; c < table->nchannel; c++) {
      if (strcmp(table->channel[c].unit, "us") == 0) continue;  // how long a step took
      const unsigned char *byte = (const unsigned char *)table->channel[c].data;
      for (size_t i = 0; i < table->n * sizeof(double); i++) h = (h ^ byte[i]) * 1099511628211u;
    }
  }
  return h;
}

// The bits of a job's record, written to a folder as well: 0 if anything fails.
static uint64_t run_job(const Job *job, const char *dir) {
  CatContext *ctx = cat_context_new(NULL);
  CatCase *c = NULL;
  CatRecord *rec = NULL;
  CatCaseSource source = {.size = sizeof source,
                          .path = job->path,
                          .sets = job->sets,
                          .library = CAT_SOURCE_DIR "/cases"};
  while (source.nset < SETS && job->sets[source.nset]) source.nset++;
  CatStatus status = cat_case_load(ctx, &source, &c);
  if (!status) status = job->run(ctx, c, &rec);
  if (!status)
    status = cat_results_write(ctx, c, rec,
                               &(CatOutput){.size = sizeof(CatOutput), .dir = dir, .csv = true});
  uint64_t bits = status ? 0 : hash(rec);
  if (status) {
    char text[1024];
    const CatError *error = cat_context_error(ctx, 0);
    fprintf(stderr, "%s: %s\n", job->name,
            error ? cat_error_text(error, text, sizeof text) : cat_status_text(status));
  }
  cat_record_free(rec);
  cat_case_free(c);
  cat_context_free(ctx);
  return bits;
}

//------------------------------------------------------------------------------- many runs

typedef struct Crowd {
  const char *dir;
  uint64_t alone[JOBS];  // the bits of one thread
  atomic_int next, differ;
  int runs;
} Crowd;

typedef struct Worker {
  pthread_t thread;
  Crowd *crowd;
  int number;
} Worker;

static void *work(void *user) {
  const Worker *w = user;
  char dir[4096];
  snprintf(dir, sizeof dir, "%s/%d", w->crowd->dir, w->number);
  // 5 and the number of jobs have no common divisor: neighbours in time run different jobs
  for (int i = w->crowd->next++; i < w->crowd->runs; i = w->crowd->next++) {
    int j = 5 * i % JOBS;
    if (run_job(&jobs[j], dir) == w->crowd->alone[j]) continue;
    w->crowd->differ++;
    fprintf(stderr, "run %d, %s: other bits than alone\n", i, jobs[j].name);
  }
  return NULL;
}

static int runs_asked_for(void) {
  const char *text = getenv("RUNS");
  return text ? atoi(text) : 96;
}

static void threads_give_the_bits_of_one(void **state) {
  (void)state;
  char *dir = temp_dir_new(), cache[4096], alone[4096];
  Crowd crowd = {.dir = dir, .runs = runs_asked_for()};
  Worker worker[THREADS];
  snprintf(cache, sizeof cache, "%s/cache", dir);
  snprintf(alone, sizeof alone, "%s/alone", dir);
  setenv("CATENARIA_CACHE", cache, 1);  // modes of the whole line are found, then read
  for (int j = 0; j < JOBS; j++) {
    crowd.alone[j] = run_job(&jobs[j], alone);
    assert_true(crowd.alone[j] != 0);
    for (int k = 0; k < j; k++)
      assert_true(crowd.alone[j] != crowd.alone[k]);  // it is the job's own
  }
  for (int i = 0; i < THREADS; i++) {
    worker[i] = (Worker){.crowd = &crowd, .number = i};
    assert_int_equal(pthread_create(&worker[i].thread, NULL, work, &worker[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(worker[i].thread, NULL);
  temp_dir_remove(dir);
  printf("%d runs in %d threads, %d jobs: %d differ\n", crowd.runs, THREADS, (int)JOBS,
         crowd.differ);
  assert_int_equal(crowd.differ, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(threads_give_the_bits_of_one)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
