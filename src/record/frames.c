// Frames of a record: displacements of points and tensions of links, at so many times.
#include <stdint.h>
#include <string.h>

#include "internal.h"

// NULL if there is none to be kept (rows of 0), or no memory: *ok tells.
static float *rows_new(CatRecord *rec, size_t capacity, int row, bool *ok) {
  size_t n = (size_t)row;
  if (row <= 0) return NULL;
  bool fits = capacity < SIZE_MAX / 16 / sizeof(float) / n;
  float *data = cat_arena_alloc(rec->arena, fits ? capacity * n : SIZE_MAX, sizeof *data);
  *ok &= data != NULL;
  return data;
}

static bool arrays_new(CatRecord *rec, CatFrames *f, size_t capacity, bool sideways) {
  bool ok = true;
  f->capacity = capacity;
  f->at = CAT_ARENA(rec->arena, capacity, double);
  f->up = rows_new(rec, capacity, f->npoint, &ok);
  f->sideways = sideways ? rows_new(rec, capacity, f->npoint, &ok) : NULL;
  f->force = rows_new(rec, capacity, f->nlink, &ok);
  return ok && f->at;
}

CatFrames *cat_record_frames_new(CatRecord *rec, const CatFramesSetup *s) {
  CatFrames *f = CAT_ARENA(rec->arena, 1, CatFrames);
  if (f) *f = (CatFrames){.kind = s->kind, .npoint = s->npoint, .nlink = s->nlink};
  if (!f || !arrays_new(rec, f, s->capacity, s->sideways)) {
    rec->failed = true;
    return NULL;
  }
  rec->frames = f;
  return f;
}

static void copy_rows(float *to, const float *from, size_t n) {
  if (to && from) memcpy(to, from, n * sizeof *to);
}

CatStatus cat_record_frames_extend(CatRecord *rec, size_t capacity) {
  CatFrames *f = rec->frames;
  if (!f || capacity <= f->capacity) return CAT_OK;
  CatFrames longer = *f;
  if (!arrays_new(rec, &longer, capacity, f->sideways != NULL)) return CAT_ERR_MEMORY;
  memcpy(longer.at, f->at, f->n * sizeof *f->at);
  copy_rows(longer.up, f->up, f->n * (size_t)f->npoint);
  copy_rows(longer.sideways, f->sideways, f->n * (size_t)f->npoint);
  copy_rows(longer.force, f->force, f->n * (size_t)f->nlink);
  *f = longer;
  return CAT_OK;
}

static void rows_snapshot(float *rows, size_t n, CatSnapshot *to) {
  if (rows) CAT_SNAPSHOT_ARRAY(to, rows, n);
}

void cat_frames_snapshot(CatFrames *f, CatSnapshot *to) {
  CAT_SNAPSHOT(to, f->n);
  CAT_SNAPSHOT_ARRAY(to, f->at, f->n);
  rows_snapshot(f->up, f->n * (size_t)f->npoint, to);
  rows_snapshot(f->sideways, f->n * (size_t)f->npoint, to);
  rows_snapshot(f->force, f->n * (size_t)f->nlink, to);
}

const CatFrames *cat_record_frames(const CatRecord *rec) {
  return rec ? rec->frames : NULL;
}
