#define _DEFAULT_SOURCE  // S_IFMT and its kin
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Asked {
  CatSession *s;
  const char *name;
  CatPlace place;
  const char *key;
} Asked;

// "found ..., expected ...", after the name of the file unless the place is the file.
static CatStatus refuse(const Asked *a, const char *text) {
  if (a->place.line == 0 && a->place.file == a->name) {
    return CAT_FAIL_AT(a->s->ctx, a->place, a->key, "%s", text);
  }
  return CAT_FAIL_AT(a->s->ctx, a->place, a->key, "%s in \"%s\"", text, a->name);
}

static CatStatus refuse_open(const Asked *a, int error) {
  switch (error) {
    case ENOENT: return refuse(a, "found no such file, expected a readable file");
    case EACCES: return refuse(a, "found a file that you may not read, expected a readable file");
    case ELOOP: return refuse(a, "found a loop of symbolic links, expected a readable file");
    case ENOTDIR:
      return refuse(a, "found a path through something that is no directory, expected a file");
    case ENAMETOOLONG: return refuse(a, "found too long a path, expected a readable file");
    case ENXIO: return refuse(a, "found a socket or device, expected a regular file");
    default: break;
  }
  char text[160];
  snprintf(text, sizeof text, "found a file that does not open (%s), expected a readable file",
           strerror(error));
  return refuse(a, text);
}

static CatStatus refuse_type(const Asked *a, mode_t mode) {
  if (S_ISDIR(mode)) return refuse(a, "found a directory, expected a regular file");
  if (S_ISFIFO(mode)) return refuse(a, "found a named pipe, expected a regular file");
  if (S_ISSOCK(mode)) return refuse(a, "found a socket, expected a regular file");
  return refuse(a, "found a device, expected a regular file");
}

static CatStatus check_stat(const Asked *a, const struct stat *st) {
  char text[96];
  if (!S_ISREG(st->st_mode)) return refuse_type(a, st->st_mode);
  if (st->st_size == 0) return refuse(a, "found an empty file, expected a YAML mapping");
  if (st->st_size > CAT_INPUT_FILE_BYTES) {
    snprintf(text, sizeof text, "found %lld bytes, expected at most %d (4 MiB)",
             (long long)st->st_size, CAT_INPUT_FILE_BYTES);
    return refuse(a, text);
  }
  if (a->s->bytes + (size_t)st->st_size > CAT_INPUT_TOTAL_BYTES) {
    snprintf(text, sizeof text, "found more than %d bytes in all, expected at most 8 MiB",
             CAT_INPUT_TOTAL_BYTES);
    return refuse(a, text);
  }
  return CAT_OK;
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
    return refuse(a, "found a file that changed while it was read, expected a steady one");
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

CatStatus cat_file_read(CatSession *s, const char *name, CatPlace place, const char *key,
                        CatFile *out) {
  Asked asked = {s, name, place, key};
  *out = (CatFile){0};
  // O_NONBLOCK: a named pipe without writer must not hold us up
  int fd = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) return refuse_open(&asked, errno);
  CatStatus status = read_open(&asked, fd, out);
  close(fd);
  return status;
}
