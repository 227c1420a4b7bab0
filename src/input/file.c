#include "file.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bytes.h"

// Of one file, and of all that a case is made of.
static CatStatus check_bytes(const CatSession *s, const CatAsked *a, size_t n) {
  char text[96];
  if (n > CAT_INPUT_FILE_BYTES) {
    snprintf(text, sizeof text, "%zu bytes", n);
    return cat_bytes_refuse(a, text, "at most 4194304 bytes (4 MiB)");
  }
  if (s->bytes + n > CAT_INPUT_TOTAL_BYTES) {
    snprintf(text, sizeof text, "%zu bytes with all files before", s->bytes + n);
    return cat_bytes_refuse(a, text, "at most 8388608 bytes (8 MiB)");
  }
  return CAT_OK;
}

static CatStatus read_opened(CatSession *s, const CatAsked *a, const CatOpened *from,
                             CatFile *out) {
  if (from->n == 0) return cat_bytes_refuse(a, "an empty file", "\"key: value\" lines");
  CAT_TRY(check_bytes(s, a, from->n));
  char *text = cat_arena_alloc(s->arena, from->n + 2, 1);
  if (!text) return CAT_ERR_MEMORY;
  CAT_TRY(cat_bytes_take(a, from, text));
  *out = (CatFile){a->name, text, from->n, from->device, from->inode};
  s->bytes += from->n;
  return CAT_OK;
}

const CatInputText *cat_file_in_memory(const CatSession *s, const char *name) {
  for (int i = 0; i < s->options->npart; i++) {
    if (strcmp(s->options->parts[i].name, name) == 0) return &s->options->parts[i];
  }
  return NULL;
}

// Its number stands for the file that it is: no device has the number 0.
static CatStatus take_text(CatSession *s, const CatAsked *a, const CatInputText *from,
                           CatFile *out) {
  if (from->n == 0) return cat_bytes_refuse(a, "an empty text", "\"key: value\" lines");
  CAT_TRY(check_bytes(s, a, from->n));
  const char *text = cat_arena_text(s->arena, from->text, from->n);
  if (!text) return CAT_ERR_MEMORY;
  *out = (CatFile){a->name, text, from->n, .inode = (ino_t)(from - s->options->parts) + 1};
  s->bytes += from->n;
  return CAT_OK;
}

CatStatus cat_file_read(CatSession *s, const char *name, CatPlace place, const char *key,
                        CatFile *out) {
  CatAsked asked = {s->ctx, name, place, key};
  CatOpened opened = {.fd = -1};
  *out = (CatFile){0};
  const CatInputText *text = cat_file_in_memory(s, name);
  if (text) return take_text(s, &asked, text, out);
  CAT_TRY(cat_bytes_open(&asked, &opened));
  CatStatus status = read_opened(s, &asked, &opened, out);
  close(opened.fd);
  return status;
}
