#include "origin.h"

#include <stdint.h>
#include <string.h>

#include "base/c_locale.h"

enum { CHUNK = 16 * 1024 };  // [bytes] holds a usual case at once
enum { BUCKETS = 1024 };     // lists of numbers have a place for each item

typedef struct Location Location;
struct Location {
  const void *field;
  CatWhere where;
  Location *next;
};

typedef struct Warning Warning;
struct Warning {
  const char *text;
  Warning *next;
};

struct CatSpec {
  CatContext *ctx;
  const CatKind *kind;
  CatArena *arena;  // everything below, and all texts and lists among the values
  void *values;
  const char *file;
  bool on_disk;                  // files beside it may be read
  Location *locations[BUCKETS];  // by the address of the field, newest first
  const char *last_file;         // of the location before
  Warning *first, **last;
  int nwarning;
};

CatSpec *cat_spec_new(CatContext *ctx, const CatKind *kind) {
  CatSpec *spec = CAT_NEW(ctx, 1, CatSpec);
  if (!spec) return NULL;
  spec->ctx = ctx;
  spec->kind = kind;
  spec->file = "";
  spec->last = &spec->first;
  spec->arena = cat_arena_new(ctx, CHUNK);
  if (spec->arena) spec->values = cat_arena_alloc(spec->arena, 1, kind->section->size);
  if (!spec->values) {
    cat_spec_free(spec);
    return NULL;
  }
  return spec;
}

void cat_spec_free(CatSpec *spec) {
  if (!spec) return;
  cat_arena_free(spec->arena);
  cat_free(spec->ctx, spec);
}

const CatKind *cat_spec_kind(const CatSpec *spec) {
  return spec->kind;
}

const void *cat_spec_values(const CatSpec *spec) {
  return spec->values;
}

const CatCommon *cat_spec_common(const CatSpec *spec) {
  return spec->values;
}

const char *cat_spec_file(const CatSpec *spec) {
  return spec->file;
}

CatArena *cat_spec_arena(CatSpec *spec) {
  return spec->arena;
}

void *cat_spec_root(CatSpec *spec) {
  return spec->values;
}

// Copied, so that places may point to it as long as the spec lives.
static const char *keep_text(CatSpec *spec, const char *text) {
  return cat_arena_text(spec->arena, text, strlen(text));
}

bool cat_spec_on_disk(const CatSpec *spec) {
  return spec->on_disk;
}

void cat_spec_set_on_disk(CatSpec *spec, bool on_disk) {
  spec->on_disk = on_disk;
}

CatStatus cat_spec_set_file(CatSpec *spec, const char *file) {
  const char *kept = keep_text(spec, file);
  if (!kept) return CAT_ERR_MEMORY;
  spec->file = kept;
  return CAT_OK;
}

// Most values come from few files: reuse the name of the one before.
static const char *keep_file(CatSpec *spec, const char *file) {
  if (strcmp(file, spec->file) == 0) return spec->file;
  if (!spec->last_file || strcmp(spec->last_file, file) != 0) {
    spec->last_file = keep_text(spec, file);
  }
  return spec->last_file;
}

static size_t bucket(const void *field) {
  return (uintptr_t)field / sizeof(double) % BUCKETS;
}

CatStatus cat_spec_locate(CatSpec *spec, const void *field, CatWhere where) {
  Location *l = CAT_ARENA(spec->arena, 1, Location);
  if (!l) return CAT_ERR_MEMORY;
  l->field = field;
  l->where = where;
  l->where.path = keep_text(spec, where.path);
  if (where.place.file) l->where.place.file = keep_file(spec, where.place.file);
  if (!l->where.path || (where.place.file && !l->where.place.file)) return CAT_ERR_MEMORY;
  Location **first = &spec->locations[bucket(field)];
  l->next = *first;
  *first = l;
  return CAT_OK;
}

CatWhere cat_spec_where(const CatSpec *spec, const void *field) {
  for (const Location *l = spec->locations[bucket(field)]; l; l = l->next) {
    if (l->field == field) return l->where;
  }
  return (CatWhere){.place = {.file = spec->file}, .path = ""};
}

static CatStatus warning_add(CatSpec *spec, const CatText *text) {
  CAT_TRY(cat_text_ok(text));
  Warning *w = CAT_ARENA(spec->arena, 1, Warning);
  if (w) w->text = keep_text(spec, text->data);
  if (!w || !w->text) return CAT_ERR_MEMORY;
  *spec->last = w;
  spec->last = &w->next;
  spec->nwarning++;
  return CAT_OK;
}

CatStatus cat_spec_warn(CatSpec *spec, const void *field, const char *fmt, ...) {
  CatWhere where = cat_spec_where(spec, field);
  CatText text = cat_text_new(spec->ctx);
  cat_text_add(&text, where.place.file);
  if (where.place.line) cat_text_addf(&text, ":%d:%d", where.place.line, where.place.column);
  cat_text_addf(&text, ": %s: ", where.path);
  char message[512];
  va_list args;
  va_start(args, fmt);
  cat_vformat(message, sizeof message, fmt, args);
  va_end(args);
  cat_text_add(&text, message);
  CatStatus status = warning_add(spec, &text);
  cat_text_free(&text);
  return status;
}

int cat_spec_warnings(const CatSpec *spec) {
  return spec->nwarning;
}

const char *cat_spec_warning_at(const CatSpec *spec, int i) {
  const Warning *w = spec->first;
  while (w && i-- > 0) w = w->next;
  return w ? w->text : NULL;
}
