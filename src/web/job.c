#include "job.h"

#include <cjson/cJSON.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "save.h"
#include "thread.h"

typedef struct Done {
  CatContext *ctx;
  CatCase *c;
  CatRecord *rec;
  int id;
  char *summary;
} Done;

struct Job {
  pthread_mutex_t lock;
  Live *live;
  char *library;
  pthread_t thread;
  bool started;  // there is a thread to be joined
  bool running;
  atomic_int stop;
  double fraction, time;
  char message[512];
  Done now;
  Done done[JOB_MOST];
  int ndone;
};

Job *job_new(Live *live, const char *library) {
  Job *job = calloc(1, sizeof *job);
  if (!job) return NULL;
  job->live = live;
  job->library = library ? strdup(library) : NULL;
  pthread_mutex_init(&job->lock, NULL);
  return job;
}

static void done_free(Done *d) {
  cat_record_free(d->rec);
  cat_case_free(d->c);
  if (d->summary) cat_string_free(d->ctx, d->summary);
  cat_context_free(d->ctx);
  *d = (Done){0};
}

void job_free(Job *job) {
  if (!job) return;
  job_cancel(job);
  if (job->started) pthread_join(job->thread, NULL);
  for (int i = 0; i < job->ndone; i++) done_free(&job->done[i]);
  done_free(&job->now);
  pthread_mutex_destroy(&job->lock);
  free(job->library);
  free(job);
}

//---------------------------------- the host of a run ---------------------------------------------

static void set_progress(Job *job, double fraction, double time) {
  job->fraction = fraction;
  job->time = time;
}

// The run does not wait for who asks how far it is.
static void on_progress(void *user, double fraction, double time) {
  Job *job = user;
  if (pthread_mutex_trylock(&job->lock) != 0) return;
  set_progress(job, fraction, time);
  pthread_mutex_unlock(&job->lock);
}

static int on_stop(void *user) {
  return atomic_load(&((Job *)user)->stop);
}

static void on_frame(void *user, const CatRecord *rec) {
  live_put(((Job *)user)->live, rec);
}

char *job_errors(const CatContext *ctx) {
  cJSON *all = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(all, "errors");
  const CatError *e;
  for (int i = 0; list && (e = cat_context_error(ctx, i)); i++) {
    cJSON *item = cJSON_CreateObject();
    int line = 0, column = 0;
    const char *at = strchr(e->input, ':');
    if (at) line = (int)strtol(at + 1, (char **)&at, 10);
    if (at && *at == ':') column = (int)strtol(at + 1, NULL, 10);
    cJSON_AddNumberToObject(item, "line", line);
    cJSON_AddNumberToObject(item, "column", column);
    cJSON_AddStringToObject(item, "key", e->key);
    cJSON_AddStringToObject(item, "message", e->message);
    cJSON_AddItemToArray(list, item);
  }
  char *text = all ? cJSON_PrintUnformatted(all) : NULL;
  cJSON_Delete(all);
  return text;
}

//---------------------------------- the thread ----------------------------------------------------

static void keep(Job *job, Done *d) {
  d->id = JOB_FIRST + job->ndone;
  job->done[job->ndone++] = *d;
  *d = (Done){0};
}

static void *run(void *user) {
  Job *job = user;
  Done *d = &job->now;
  CatStatus status = cat_case_run(d->ctx, d->c, &d->rec);
  if (d->rec) cat_results_summary(d->ctx, d->c, d->rec, &d->summary);
  const CatError *e = cat_context_error(d->ctx, 0);
  pthread_mutex_lock(&job->lock);
  job->message[0] = '\0';
  if (status && e) cat_error_text(e, job->message, sizeof job->message);
  if (d->rec) {
    keep(job, d);
  } else {
    done_free(d);
  }
  job->running = false;
  pthread_mutex_unlock(&job->lock);
  return NULL;
}

static CatStatus load(Job *job, const char *text, Done *d) {
  CatHost host = {.size = sizeof host,
                  .user = job,
                  .progress = on_progress,
                  .stop = on_stop,
                  .frame = on_frame};
  CatCaseText whole = {.name = "case.yaml", .text = text};
  CatCaseSource source = {.size = sizeof source, .text = &whole, .library = job->library};
  d->ctx = cat_context_new(&host);
  return d->ctx ? cat_case_load(d->ctx, &source, &d->c) : CAT_ERR_MEMORY;
}

int job_begin(Job *job, const char *text, char **why) {
  *why = NULL;
  pthread_mutex_lock(&job->lock);
  bool busy = job->running || job->ndone == JOB_MOST;
  if (!busy) job->running = true;
  if (!busy) set_progress(job, 0, 0);
  pthread_mutex_unlock(&job->lock);
  if (busy) return 409;
  if (job->started) pthread_join(job->thread, NULL);
  job->started = false;
  atomic_store(&job->stop, 0);
  live_begin(job->live);
  bool loaded = load(job, text, &job->now) == CAT_OK;
  job->started = loaded && thread_begin(&job->thread, run, job);
  if (job->started) return 0;
  if (job->now.ctx) *why = job_errors(job->now.ctx);
  done_free(&job->now);
  pthread_mutex_lock(&job->lock);
  job->running = false;
  pthread_mutex_unlock(&job->lock);
  return 400;
}

void job_cancel(Job *job) {
  atomic_store(&job->stop, 1);
}

bool job_stopped(const Job *job) {
  return atomic_load(&job->stop);
}

void job_outside(Job *job, bool running, double fraction, double time) {
  pthread_mutex_lock(&job->lock);
  set_progress(job, fraction, time);
  if (running && !job->running) atomic_store(&job->stop, 0);
  job->running = running;
  pthread_mutex_unlock(&job->lock);
}

//---------------------------------- what there is -------------------------------------------------

char *job_state(Job *job) {
  cJSON *all = cJSON_CreateObject();
  pthread_mutex_lock(&job->lock);
  cJSON_AddStringToObject(all, "state", job->running ? "running" : job->ndone ? "done" : "idle");
  cJSON_AddNumberToObject(all, "fraction", job->fraction);
  cJSON_AddNumberToObject(all, "time", job->time);
  cJSON_AddNumberToObject(all, "result", job->ndone ? job->done[job->ndone - 1].id : -1);
  cJSON_AddStringToObject(all, "message", job->message);
  pthread_mutex_unlock(&job->lock);
  char *text = all ? cJSON_PrintUnformatted(all) : NULL;
  cJSON_Delete(all);
  return text;
}

int job_results(Job *job) {
  pthread_mutex_lock(&job->lock);
  int n = job->ndone;
  pthread_mutex_unlock(&job->lock);
  return n;
}

static Done *find(Job *job, int id) {
  for (int i = 0; i < job->ndone; i++) {
    if (job->done[i].id == id) return &job->done[i];
  }
  return NULL;
}

const CatRecord *job_record(Job *job, int id) {
  pthread_mutex_lock(&job->lock);
  const Done *d = find(job, id);
  pthread_mutex_unlock(&job->lock);
  return d ? d->rec : NULL;
}

char *job_summary(Job *job, int id) {
  pthread_mutex_lock(&job->lock);
  const Done *d = find(job, id);
  char *copy = d && d->summary ? strdup(d->summary) : NULL;
  pthread_mutex_unlock(&job->lock);
  return copy;
}

// Not const: writing a report adds what it draws to the record.
static int keep_files(Done *d, int dir, const char *name) {
  static const struct {
    CatOutputFile file;
    const char *name;
  } kinds[] = {{CAT_OUTPUT_SUMMARY, "summary.json"},
               {CAT_OUTPUT_REPORT, "report.html"},
               {CAT_OUTPUT_HDF5, "results.h5"}};
  enum { NFILE = sizeof kinds / sizeof *kinds };
  SaveFile file[NFILE] = {{0}};
  char *bytes[NFILE] = {0};
  int code = 0;
  for (int i = 0; i < NFILE && !code; i++) {
    CatStatus status =
        cat_results_bytes(d->ctx, d->c, d->rec, kinds[i].file, &bytes[i], &file[i].n);
    file[i].name = kinds[i].name;
    file[i].bytes = bytes[i];
    if (status) code = 500;
  }
  if (!code) code = save_folder(dir, name, file, NFILE);
  for (int i = 0; i < NFILE; i++) cat_string_free(d->ctx, bytes[i]);
  return code;
}

int job_keep(Job *job, int id, int dir, const char *name) {
  if (!save_name_good(name)) return 400;
  pthread_mutex_lock(&job->lock);
  Done *d = find(job, id);
  pthread_mutex_unlock(&job->lock);
  return d ? keep_files(d, dir, name) : 404;
}
