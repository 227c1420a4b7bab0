// Drawings and further files of a record.
#include <string.h>

#include "internal.h"

static const double *copy_numbers(CatRecord *rec, const double *x, int n) {
  double *copy = CAT_ARENA(rec->arena, n, double);
  if (copy) memcpy(copy, x, (size_t)n * sizeof *x);
  return copy;
}

CatStatus cat_record_drawing(CatRecord *rec, CatDrawing drawing) {
  CatStroke *stroke = CAT_ARENA(rec->arena, drawing.nstroke, CatStroke);
  bool ok = stroke && !rec->failed;
  for (int i = 0; ok && i < drawing.nstroke; i++) {
    const CatStroke *s = &drawing.stroke[i];
    stroke[i] = *s;
    stroke[i].x = copy_numbers(rec, s->x, s->n);
    stroke[i].y = copy_numbers(rec, s->y, s->n);
    stroke[i].label = cat_record_copy(rec, s->label);
    ok = stroke[i].x && stroke[i].y && !rec->failed;
  }
  drawing.stroke = stroke;
  drawing.title = cat_record_copy(rec, drawing.title);
  drawing.caption = cat_record_copy(rec, drawing.caption);
  if (drawing.x) drawing.x = cat_record_copy(rec, drawing.x);
  if (drawing.y) drawing.y = cat_record_copy(rec, drawing.y);
  CatDrawing *item = ok && !rec->failed ? cat_list_push(rec, &rec->drawings, sizeof *item) : NULL;
  if (!item) {
    rec->failed = true;
    return CAT_ERR_MEMORY;
  }
  *item = drawing;
  return CAT_OK;
}

CatStatus cat_record_attach(CatRecord *rec, const char *name, const char *text, size_t n) {
  CatAttachment file = {cat_record_copy(rec, name), cat_arena_text(rec->arena, text, n), n};
  bool ok = file.name && file.text && !rec->failed;
  CatAttachment *item = ok ? cat_list_push(rec, &rec->attachments, sizeof *item) : NULL;
  if (!item) {
    rec->failed = true;
    return CAT_ERR_MEMORY;
  }
  *item = file;
  return CAT_OK;
}

int cat_record_drawings(const CatRecord *rec) {
  return rec->drawings.n;
}

const CatDrawing *cat_record_drawing_at(const CatRecord *rec, int i) {
  return &((const CatDrawing *)rec->drawings.items)[i];
}

int cat_record_attachments(const CatRecord *rec) {
  return rec->attachments.n;
}

const CatAttachment *cat_record_attachment_at(const CatRecord *rec, int i) {
  return &((const CatAttachment *)rec->attachments.items)[i];
}
