#include "answer.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "assets.h"
#include "cases.h"
#include "guard.h"
#include "reason.h"
#include "save.h"
#include "strict.h"
#include "tables.h"

enum { CACHE = 4, DRAWINGS = 4, DRAWING_SECONDS = 20, MOST_JSON = 8 << 20, MOST_RESULTS = 1 << 30 };

typedef struct Opened {
  CatContext *ctx;
  CatRecord *rec;
  int entry;
  unsigned long used;
} Opened;

struct Answers {
  pthread_mutex_t lock;  // of folder and opened
  Folder folder;
  Opened opened[CACHE];
  unsigned long clock;
  Cases cases;
  Live *live;
  Job *job;
  char *library;
  atomic_ulong drawings;  // asked for so far
};

static Answer error(int code) {
  return (Answer){.code = code, .type = "text/plain", .bytes = "", .n = 0};
}

// An error with a text for people, which becomes the answer's.
static Answer told(int code, char *text) {
  if (!text) return error(code);
  return (Answer){.code = code,
                  .type = "text/plain; charset=utf-8",
                  .bytes = text,
                  .own = text,
                  .n = strlen(text)};
}

static Answer owned(const char *type, char *text, size_t n) {
  if (!text) return error(500);
  return (Answer){.code = 200, .type = type, .bytes = text, .own = text, .n = n};
}

static Answer json(char *text) {
  return owned("application/json", text, text ? strlen(text) : 0);
}

//---------------------------------- life ----------------------------------------------------------

// A folder that cannot be opened may be a case: that is for other commands.
static void say_no_folder(const char *dir, const char *library, int error, char *why, size_t size) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.yaml", library ? library : "", dir);
  if (error == ENOTDIR) {
    snprintf(why, size,
             "%.100s: a file, and no folder of results; a case is run with: catenaria run %.100s",
             dir, dir);
  } else if (error == ENOENT && library && access(path, R_OK) == 0) {
    snprintf(
        why, size,
        "%.100s: a shipped case, and no folder of results; it is run with: catenaria run %.100s",
        dir, dir);
  } else {
    snprintf(why, size, "%.200s: %s", dir, reason_of(error));
  }
}

Answers *answers_new(const char *const *dirs, int ndir, const char *library, char *why,
                     size_t size) {
  int bad = 0;
  Answers *a = calloc(1, sizeof *a);
  snprintf(why, size, "out of memory");
  if (!a) return NULL;
  a->cases.root = -1;
  pthread_mutex_init(&a->lock, NULL);
  bool open = folder_open(&a->folder, dirs, ndir, &bad);
  if (!open && ndir > bad) say_no_folder(dirs[bad], library, errno, why, size);
  a->library = library ? strdup(library) : NULL;
  a->live = live_new();
  a->job = a->live ? job_new(a->live, library) : NULL;
  bool ok = open && a->job && folder_scan(&a->folder) && cases_find(&a->cases, library);
  if (ok) return a;
  answers_free(a);
  return NULL;
}

static void close_result(Opened *o) {
  cat_record_free(o->rec);
  cat_context_free(o->ctx);
  *o = (Opened){0};
}

void answers_free(Answers *a) {
  if (!a) return;
  job_free(a->job);
  live_free(a->live);
  for (int i = 0; i < CACHE; i++) close_result(&a->opened[i]);
  folder_close(&a->folder);
  cases_free(&a->cases);
  pthread_mutex_destroy(&a->lock);
  free(a->library);
  free(a);
}

void answers_stop(Answers *a) {
  if (a) atomic_fetch_add(&a->drawings, DRAWINGS);
}

Live *answers_live(Answers *a) {
  return a->live;
}

Job *answers_job(Answers *a) {
  return a->job;
}

bool answers_open(Answers *a, const char *dir) {
  pthread_mutex_lock(&a->lock);
  bool done = folder_add(&a->folder, dir);
  pthread_mutex_unlock(&a->lock);
  return done;
}

//---------------------------------- results -------------------------------------------------------

static Opened *place_for(Answers *a, int entry) {
  Opened *oldest = &a->opened[0];
  for (int i = 0; i < CACHE; i++) {
    Opened *o = &a->opened[i];
    if (o->rec && o->entry == entry) return o;
    if (!o->rec || (oldest->rec && o->used < oldest->used)) oldest = o;
  }
  close_result(oldest);
  return oldest;
}

// why: to be freed; why there is none
static bool read_result(Answers *a, Opened *o, int entry, char **why) {
  size_t n = 0;
  char text[512] = "results.h5: out of memory";
  char *bytes = folder_read(&a->folder, entry, "results.h5", MOST_RESULTS, &n);
  if (!bytes) snprintf(text, sizeof text, "results.h5: %s", reason_of(errno));
  o->ctx = bytes ? cat_context_new(NULL) : NULL;
  o->entry = entry;
  if (o->ctx) cat_results_parse(o->ctx, "results.h5", bytes, n, &o->rec);
  free(bytes);
  const CatError *e = o->ctx && !o->rec ? cat_context_error(o->ctx, 0) : NULL;
  if (e) cat_error_text(e, text, sizeof text);
  if (!o->rec) {
    *why = strdup(text);
    close_result(o);
  }
  return o->rec != NULL;
}

// Of a file, kept while it is in use, or of a run; fresh: the file is read anew.
static const CatRecord *record_of(Answers *a, int id, bool fresh, char **why) {
  if (id >= JOB_FIRST) return job_record(a->job, id);
  Opened *o = place_for(a, id);
  o->used = ++a->clock;
  if (fresh && o->rec) close_result(o);
  if (!o->rec && !read_result(a, o, id, why)) return NULL;
  o->used = a->clock;
  return o->rec;
}

static Answer result_part(Answers *a, int id, const char *part) {
  size_t n = 0;
  char *why = NULL;
  const CatRecord *rec = record_of(a, id, strcmp(part, "tables") == 0, &why);
  if (!rec) return told(404, why);
  if (strcmp(part, "tables") == 0) return json(tables_list(rec));
  if (strcmp(part, "scene") == 0) return json(tables_json(rec, "scene_"));
  char *bytes = NULL;
  if (strcmp(part, "frames") == 0) bytes = tables_frames(rec, &n);
  if (strncmp(part, "table/", 6) == 0) bytes = tables_bytes(rec, part + 6, &n);
  return bytes ? owned("application/octet-stream", bytes, n) : error(404);
}

static char *summary_of(Answers *a, int id) {
  size_t n = 0;
  return id >= JOB_FIRST ? job_summary(a->job, id)
                         : folder_read(&a->folder, id, "summary.json", MOST_JSON, &n);
}

static Answer summary(char *text) {
  cJSON *tree = strict_parse(text, strlen(text));
  bool good = cJSON_IsObject(tree);
  cJSON_Delete(tree);
  if (good) return json(text);
  free(text);
  return told(422, strdup("summary.json: not JSON"));
}

// "/api/result/12/part"
static Answer answer_result(Answers *a, const char *rest) {
  char *end = NULL;
  long id = strtol(rest, &end, 10);
  if (end == rest || *end != '/' || id < 0 || id > JOB_FIRST + JOB_MOST) return error(404);
  pthread_mutex_lock(&a->lock);
  Answer answer;
  if (strcmp(end, "/summary") == 0) {
    char *text = summary_of(a, (int)id);
    answer = text ? summary(text) : error(404);
  } else {
    answer = result_part(a, (int)id, end + 1);
  }
  pthread_mutex_unlock(&a->lock);
  return answer;
}

//---------------------------------- lists ---------------------------------------------------------

static void copy_text(cJSON *to, const cJSON *from, const char *name) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(from, name);
  cJSON_AddStringToObject(to, name, cJSON_IsString(item) ? item->valuestring : "");
}

// run: of the editor, in memory
static void list_result(Answers *a, cJSON *list, int id, const char *label) {
  char *text = summary_of(a, id);
  cJSON *summary = text ? strict_parse(text, strlen(text)) : NULL, *item = cJSON_CreateObject();
  cJSON_AddNumberToObject(item, "id", id);
  cJSON_AddStringToObject(item, "name", label ? label : "");
  cJSON_AddBoolToObject(item, "run", id >= JOB_FIRST);
  copy_text(item, summary, "title");
  copy_text(item, summary, "kind");
  if (cJSON_IsObject(summary)) {
    copy_text(item, summary, "status");
  } else {
    cJSON_AddStringToObject(item, "status", text ? "summary.json: not JSON" : "it is gone");
  }
  cJSON_AddItemToArray(list, item);
  cJSON_Delete(summary);
  free(text);
}

static void list_texts(const Folder *f, cJSON *list) {
  for (int i = 0; i < f->ntext; i++) {
    if (!f->text[i].there) continue;
    char *label = folder_label(f, &f->text[i]);
    cJSON *item = cJSON_CreateObject();
    cJSON_AddNumberToObject(item, "id", i);
    cJSON_AddStringToObject(item, "name", label ? label : "");
    cJSON_AddItemToArray(list, item);
    free(label);
  }
}

static Answer answer_list(Answers *a) {
  cJSON *all = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(all, "results");
  pthread_mutex_lock(&a->lock);
  folder_scan(&a->folder);
  for (int i = 0; i < CACHE && a->folder.reused; i++) close_result(&a->opened[i]);
  for (int i = 0; i < a->folder.nentry; i++) {
    if (!a->folder.entry[i].there) continue;
    char *label = folder_label(&a->folder, &a->folder.entry[i]);
    list_result(a, list, i, label);
    free(label);
  }
  list_texts(&a->folder, cJSON_AddArrayToObject(all, "texts"));
  cJSON_AddBoolToObject(all, "more", a->folder.more);
  pthread_mutex_unlock(&a->lock);
  for (int i = 0; i < job_results(a->job); i++) {
    char label[32];
    snprintf(label, sizeof label, "run %d of the editor", i + 1);
    list_result(a, list, JOB_FIRST + i, label);
  }
  cases_list(&a->cases, cJSON_AddArrayToObject(all, "cases"));
  cJSON_AddBoolToObject(all, "folder", a->folder.nroot > 0);
  cJSON_AddStringToObject(all, "version", cat_version());
  char *text = all ? cJSON_PrintUnformatted(all) : NULL;
  cJSON_Delete(all);
  return json(text);
}

static Answer answer_schema(void) {
  CatContext *ctx = cat_context_new(NULL);
  char *text = NULL, *copy = NULL;
  if (ctx && cat_manual_json(ctx, NULL, &text) == CAT_OK) copy = strdup(text);
  if (ctx) cat_string_free(ctx, text);
  cat_context_free(ctx);
  return json(copy);
}

static Answer answer_case(Answers *a, const char *rest) {
  char *end = NULL;
  long id = strtol(rest, &end, 10);
  char *text = end != rest && !*end ? cases_read(&a->cases, id) : NULL;
  return text ? owned("text/plain; charset=utf-8", text, strlen(text)) : error(404);
}

static Answer answer_text(Answers *a, const char *rest) {
  char *end = NULL;
  size_t n = 0;
  long id = strtol(rest, &end, 10);
  if (end == rest || *end || id < 0 || id >= FOLDER_TEXTS) return error(404);
  pthread_mutex_lock(&a->lock);
  char *text = folder_text(&a->folder, (int)id, GUARD_BODY, &n);
  pthread_mutex_unlock(&a->lock);
  return text ? owned("text/plain; charset=utf-8", text, n) : error(404);
}

Answer answer_get(Answers *a, const char *uri) {
  const Asset *asset = asset_find(uri);
  if (asset) {
    return (Answer){
        .code = 200, .type = asset->type, .bytes = (const char *)asset->bytes, .n = *asset->n};
  }
  if (strcmp(uri, "/api/list") == 0) return answer_list(a);
  if (strcmp(uri, "/api/schema") == 0) return answer_schema();
  if (strcmp(uri, "/api/job") == 0) return json(job_state(a->job));
  if (strncmp(uri, "/api/case/", 10) == 0) return answer_case(a, uri + 10);
  if (strncmp(uri, "/api/text/", 10) == 0) return answer_text(a, uri + 10);
  if (strncmp(uri, "/api/result/", 12) == 0) return answer_result(a, uri + 12);
  if (strcmp(uri, "/api/live") == 0) {
    char *scene = live_scene(a->live);
    return scene ? json(scene) : error(404);
  }
  return error(404);
}

//---------------------------------- what is asked to be done --------------------------------------

// A line at rest that is being found: stopped when it takes too long, and when so many newer ones
// were asked for that nobody waits for it any more.
typedef struct Drawing {
  const Answers *answers;
  unsigned long number;
  time_t begin;
} Drawing;

static time_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec;
}

static bool is_old(const Drawing *d) {
  return atomic_load(&d->answers->drawings) >= d->number + DRAWINGS;
}

static int on_stop(void *user) {
  const Drawing *d = user;
  return is_old(d) || now() - d->begin > DRAWING_SECONDS;
}

static char *not_drawn(const Drawing *d) {
  char text[200];
  if (is_old(d)) {
    snprintf(text, sizeof text, "stopped: newer lines at rest were asked for");
  } else {
    snprintf(text, sizeof text, "the line at rest takes more than %d s: it is not drawn",
             DRAWING_SECONDS);
  }
  cJSON *all = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(all, "errors");
  cJSON *item = cJSON_CreateObject();
  cJSON_AddNumberToObject(item, "line", 0);
  cJSON_AddNumberToObject(item, "column", 0);
  cJSON_AddStringToObject(item, "key", "");
  cJSON_AddStringToObject(item, "message", text);
  cJSON_AddItemToArray(list, item);
  char *out = all ? cJSON_PrintUnformatted(all) : NULL;
  cJSON_Delete(all);
  return out;
}

// The line at rest of a text: its picture, or the errors.
static char *draw(Answers *a, const CatCaseSource *source) {
  Drawing d = {a, atomic_fetch_add(&a->drawings, 1) + 1, now()};
  CatHost host = {.size = sizeof host, .user = &d, .stop = on_stop};
  CatContext *ctx = cat_context_new(&host);
  CatCase *c = NULL;
  CatRecord *rec = NULL;
  CatStatus status = ctx ? cat_case_load(ctx, source, &c) : CAT_ERR_MEMORY;
  if (!status) status = cat_case_rest(ctx, c, &rec);
  char *out = NULL;
  if (status == CAT_ERR_INTERRUPTED) out = not_drawn(&d);
  if (!status) out = tables_json(rec, "scene_");
  if (!out && ctx) out = job_errors(ctx);
  cat_record_free(rec);
  cat_case_free(c);
  cat_context_free(ctx);
  return out;
}

static char *check(const CatCaseSource *source) {
  CatContext *ctx = cat_context_new(NULL);
  CatCase *c = NULL;
  if (ctx) cat_case_load(ctx, source, &c);
  char *out = ctx ? job_errors(ctx) : NULL;
  cat_case_free(c);
  cat_context_free(ctx);
  return out;
}

static Answer answer_check(Answers *a, const char *text, bool drawing) {
  CatCaseText whole = {.name = "case.yaml", .text = text};
  CatCaseSource source = {.size = sizeof source, .text = &whole, .library = a->library};
  return json(drawing ? draw(a, &source) : check(&source));
}

static Answer answer_run(Answers *a, const char *text) {
  char *why = NULL;
  int code = job_begin(a->job, text, &why);
  if (code == 0) return json(job_state(a->job));
  Answer answer = why ? json(why) : error(code);
  answer.code = code;
  return answer;
}

static const char *text_of(const cJSON *request, const char *name) {
  const cJSON *item = cJSON_GetObjectItemCaseSensitive(request, name);
  return cJSON_IsString(item) ? item->valuestring : NULL;
}

// The first folder that was opened; without one nothing is written.
static int folder_to_write(Answers *a) {
  pthread_mutex_lock(&a->lock);
  int dir = a->folder.nroot > 0 ? a->folder.root[0] : -1;
  pthread_mutex_unlock(&a->lock);
  return dir;
}

// code: of save.h; error: errno of a failure
static Answer saved(int code, int error) {
  char text[160];
  if (code == 0) return json(strdup("{}"));
  const char *why = code == 400 ? "a name is letters, digits, - and _ (64 at most), and that of a "
                                  "case ends with .yaml"
                    : code == 409 ? "there is one of this name"
                    : code == 404 ? "this result is gone"
                                  : reason_of(error);
  snprintf(text, sizeof text, "{\"message\": \"%s\"}", why);
  Answer a = json(strdup(text));
  a.code = code;
  return a;
}

static Answer answer_save(Answers *a, const cJSON *request, const char *text) {
  const char *name = text_of(request, "name");
  const cJSON *replace = cJSON_GetObjectItemCaseSensitive(request, "replace");
  size_t n = name ? strlen(name) : 0;
  int dir = folder_to_write(a);
  if (dir < 0 || n < 6 || strcmp(name + n - 5, ".yaml") != 0) return saved(400, 0);
  SaveFile file = {.name = name, .bytes = text, .n = strlen(text)};
  int code = save_file(dir, &file, cJSON_IsTrue(replace));
  return saved(code, errno);
}

static Answer answer_keep(Answers *a, const cJSON *request) {
  const char *name = text_of(request, "name");
  const cJSON *id = cJSON_GetObjectItemCaseSensitive(request, "result");
  int dir = folder_to_write(a);
  if (dir < 0 || !name || !cJSON_IsNumber(id)) return error(400);
  pthread_mutex_lock(&a->lock);
  int code = job_keep(a->job, id->valueint, dir, name), why = errno;
  pthread_mutex_unlock(&a->lock);
  return saved(code, why);
}

static Answer answer_request(Answers *a, const char *uri, const cJSON *request) {
  const char *text = text_of(request, "text");
  if (strcmp(uri, "/api/keep") == 0) return answer_keep(a, request);
  if (!text) return error(400);
  if (strcmp(uri, "/api/check") == 0) return answer_check(a, text, false);
  if (strcmp(uri, "/api/drawing") == 0) return answer_check(a, text, true);
  if (strcmp(uri, "/api/run") == 0) return answer_run(a, text);
  if (strcmp(uri, "/api/save") == 0) return answer_save(a, request, text);
  return error(404);
}

Answer answer_post(Answers *a, const char *uri, const char *body, size_t n) {
  if (strcmp(uri, "/api/cancel") == 0) {
    job_cancel(a->job);
    return json(job_state(a->job));
  }
  cJSON *request = strict_parse(body, n);
  Answer answer = request ? answer_request(a, uri, request) : error(400);
  cJSON_Delete(request);
  return answer;
}
