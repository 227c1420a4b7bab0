// The record as a whole: its life, its status, and the small lists beside the tables.
#include "record.h"

#include <string.h>

#include "base/c_locale.h"
#include "internal.h"

#include <stdio.h>

enum { ARENA_CHUNK = 16384 };

CatRecord *cat_record_new(CatContext *ctx) {
  CatRecord *rec = CAT_NEW(ctx, 1, CatRecord);
  if (!rec) return NULL;
  rec->ctx = ctx;
  rec->message = "";
  rec->arena = cat_arena_new(ctx, ARENA_CHUNK);
  if (rec->arena) return rec;
  cat_record_free(rec);
  return NULL;
}

void cat_record_free(CatRecord *rec) {
  if (!rec) return;
  cJSON_Delete(rec->summary);
  CatList *lists[] = {&rec->tables,   &rec->figures,  &rec->results,     &rec->verdicts,
                      &rec->warnings, &rec->drawings, &rec->attachments, &rec->listings};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) cat_free(rec->ctx, lists[i]->items);
  cat_arena_free(rec->arena);
  cat_free(rec->ctx, rec);
}

CatArena *cat_record_arena(CatRecord *rec) {
  return rec->arena;
}

CatContext *cat_record_context(const CatRecord *rec) {
  return rec->ctx;
}

CatStatus cat_record_ok(const CatRecord *rec) {
  return rec->failed ? CAT_ERR_MEMORY : CAT_OK;
}

void cat_record_lost(CatRecord *rec) {
  if (!rec->failed) CAT_FAIL(rec->ctx, CAT_ERR_MEMORY, "no memory for the summary of the results");
  rec->failed = true;
}

void *cat_list_push(CatRecord *rec, CatList *list, size_t size) {
  if (list->n == list->room) {
    int room = list->room ? 2 * list->room : 8;
    void *items = cat_resize(rec->ctx, list->items, (size_t)room, size);
    if (!items) {
      rec->failed = true;
      return NULL;
    }
    list->items = items;
    list->room = room;
  }
  void *item = (char *)list->items + (size_t)list->n++ * size;
  return memset(item, 0, size);
}

const char *cat_record_copy(CatRecord *rec, const char *text) {
  if (!text) return NULL;
  const char *copy = cat_arena_text(rec->arena, text, strlen(text));
  if (!copy) rec->failed = true;
  return copy;
}

CAT_PRINTF(2, 0)
static char *textfv(CatRecord *rec, const char *fmt, va_list args) {
  va_list again;
  va_copy(again, args);
  int n = cat_vformat(NULL, 0, fmt, again);
  va_end(again);
  char *text = n < 0 ? NULL : cat_arena_alloc(rec->arena, (size_t)n + 1, 1);
  if (text) {
    cat_vformat(text, (size_t)n + 1, fmt, args);
  } else {
    rec->failed = true;
  }
  return text;
}

char *cat_record_textf(CatRecord *rec, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  char *text = textfv(rec, fmt, args);
  va_end(args);
  return text;
}

void cat_record_set_origin(CatRecord *rec, const char *hash) {
  snprintf(rec->origin, sizeof rec->origin, "%s", hash);
}

const char *cat_record_origin(const CatRecord *rec) {
  return rec->origin;
}

void cat_record_alter(CatRecord *rec, const char *what) {
  rec->altered = cat_record_copy(rec, what);
}

const char *cat_record_altered(const CatRecord *rec) {
  return rec->altered ? rec->altered : "";
}

CatStatus cat_record_warn(CatRecord *rec, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  const char *text = textfv(rec, fmt, args);
  va_end(args);
  const char **item = text ? cat_list_push(rec, &rec->warnings, sizeof *item) : NULL;
  if (!item) return CAT_ERR_MEMORY;
  *item = text;
  cat_log(rec->ctx, CAT_LOG_WARNING, "%s", text);
  return CAT_OK;
}

void cat_record_set_status(CatRecord *rec, CatRunStatus status, const char *message) {
  rec->status = status;
  const char *copy = cat_record_copy(rec, message ? message : "");
  rec->message = copy ? copy : "the reason was lost: out of memory";
}

CatRunStatus cat_record_status(const CatRecord *rec) {
  return rec ? rec->status : CAT_RUN_FAILED;
}

const char *cat_record_message(const CatRecord *rec) {
  return rec ? rec->message : "";
}

int cat_record_warnings(const CatRecord *rec) {
  return rec ? rec->warnings.n : 0;
}

const char *cat_record_warning_at(const CatRecord *rec, int i) {
  return i >= 0 && i < cat_record_warnings(rec) ? ((const char **)rec->warnings.items)[i] : NULL;
}
