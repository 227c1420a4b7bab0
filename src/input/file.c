#define _DEFAULT_SOURCE  // S_IFMT and its kin
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/c_locale.h"
#include "quote.h"

typedef struct Asked {
  CatSession *s;
  const char *name;
  CatPlace place;
  const char *key;
} Asked;

// Says which file, unless the place is the file itself.
static CatStatus refuse(const Asked *a, const char *found, const char *expected) {
  if (a->place.line == 0 && a->place.file == a->name) {
    return CAT_FAIL_AT(a->s->ctx, a->place, a->key, "found %s, expected %s", found, expected);
  }
  return CAT_FAIL_AT(a->s->ctx, a->place, a->key, "found %s in %s, expected %s", found,
                     cat_quote(a->name).s, expected);
}

static CatStatus refuse_open(const Asked *a, int error) {
  static const char readable[] = "a readable file";
  char text[128];
  switch (error) {
  case ENOENT: return refuse(a, "no such file", readable);
  case EACCES: return refuse(a, "a file that you may not read", readable);
  case ELOOP: return refuse(a, "a loop of symbolic links", readable);
  case ENOTDIR: return refuse(a, "a path through something that is no directory", readable);
  case ENAMETOOLONG: return refuse(a, "too long a path", readable);
  case ENXIO: return refuse(a, "a socket or device", "a regular file");
  default: break;
  }
  snprintf(text, sizeof text, "a file that does not open (%s)", cat_errno_text(error));
  return refuse(a, text, readable);
}

static CatStatus refuse_type(const Asked *a, mode_t mode) {
  const char *found = S_ISDIR(mode)    ? "a directory"
                      : S_ISFIFO(mode) ? "a named pipe"
                      : S_ISSOCK(mode) ? "a socket"
                                       : "a device";
  return refuse(a, found, "a regular file");
}

static CatStatus check_bytes(const Asked *a, size_t n) {
  char text[96];
  if (n > CAT_INPUT_FILE_BYTES) {
    snprintf(text, sizeof text, "%zu bytes", n);
    return refuse(a, text, "at most 4194304 bytes (4 MiB)");
  }
  if (a->s->bytes + n > CAT_INPUT_TOTAL_BYTES) {
    snprintf(text, sizeof text, "%zu bytes with all files before", a->s->bytes + n);
    return refuse(a, text, "at most 8388608 bytes (8 MiB)");
  }
  return CAT_OK;
}

static CatStatus check_stat(const Asked *a, const struct stat *st) {
  if (!S_ISREG(st->st_mode)) return refuse_type(a, st->st_mode);
  if (st->st_size == 0) return refuse(a, "an empty file", "\"key: value\" lines");
  return check_bytes(a, (size_t)st->st_size);
}

// Reads n bytes and makes sure that the file ends there.
static CatStatus read_all(const Asked *a, int fd, char *text, size_t size) {
  size_t got = 0;
  while (got <= size) {
    ssize_t n = read(fd, text + got, size + 1 - got);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return refuse_open(a, errno);
    if (n == 0) break;
    got += (size_t)n;
  }
  if (got != size) {
    return refuse(a, "a file that changed while it was read", "one that stays as it is");
  }
  text[size] = '\0';
  a->s->bytes += size;
  return CAT_OK;
}

static CatStatus read_open(const Asked *a, int fd, CatFile *out) {
  struct stat st;
  if (fstat(fd, &st) != 0) return refuse_open(a, errno);
  CAT_TRY(check_stat(a, &st));
  out->name = a->name;
  out->device = st.st_dev;
  out->inode = st.st_ino;
  out->n = (size_t)st.st_size;
  char *text = cat_arena_alloc(a->s->arena, out->n + 2, 1);
  out->text = text;
  return text ? read_all(a, fd, text, out->n) : CAT_ERR_MEMORY;
}

const CatInputText *cat_file_in_memory(const CatSession *s, const char *name) {
  for (int i = 0; i < s->options->npart; i++) {
    if (strcmp(s->options->parts[i].name, name) == 0) return &s->options->parts[i];
  }
  return NULL;
}

// Its number stands for the file that it is: no device has the number 0.
static CatStatus take_text(const Asked *a, const CatInputText *from, CatFile *out) {
  if (from->n == 0) return refuse(a, "an empty text", "\"key: value\" lines");
  CAT_TRY(check_bytes(a, from->n));
  out->name = a->name;
  out->inode = (ino_t)(from - a->s->options->parts) + 1;
  out->n = from->n;
  out->text = cat_arena_text(a->s->arena, from->text, from->n);
  a->s->bytes += from->n;
  return out->text ? CAT_OK : CAT_ERR_MEMORY;
}

CatStatus cat_file_read(CatSession *s, const char *name, CatPlace place, const char *key,
                        CatFile *out) {
  Asked asked = {s, name, place, key};
  *out = (CatFile){0};
  const CatInputText *text = cat_file_in_memory(s, name);
  if (text) return take_text(&asked, text, out);
  // O_NONBLOCK: a named pipe without writer must not hold us up
  int fd = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) return refuse_open(&asked, errno);
  CatStatus status = read_open(&asked, fd, out);
  close(fd);
  return status;
}
