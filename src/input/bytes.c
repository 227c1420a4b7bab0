#define _DEFAULT_SOURCE  // S_IFMT and its kin
#include "bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/c_locale.h"

static const long long most_bytes = 1LL << 30;

typedef struct Reading {
  CatContext *ctx;
  const char *file;
  char *text;
  size_t size;
} Reading;

static CatStatus refuse(const Reading *r, const char *found, const char *expected) {
  return CAT_FAIL_AT(r->ctx, (CatPlace){.file = r->file}, "", "found %s, expected %s", found,
                     expected);
}

static CatStatus refuse_open(const Reading *r, int error) {
  char text[128];
  snprintf(text, sizeof text, "a file that cannot be read (%s)", cat_errno_text(error));
  return refuse(r, error == ENOENT ? "no such file" : text, "a readable file");
}

static CatStatus read_bytes(Reading *r, int fd) {
  size_t got = 0;
  while (got <= r->size) {
    ssize_t n = read(fd, r->text + got, r->size + 1 - got);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return refuse_open(r, errno);
    if (n == 0) break;
    got += (size_t)n;
  }
  if (got != r->size) {
    return refuse(r, "a file that changed while it was read", "one that stays as it is");
  }
  r->text[got] = '\0';
  return CAT_OK;
}

static CatStatus read_file(Reading *r, int fd) {
  struct stat st;
  char text[64];
  if (fstat(fd, &st) != 0) return refuse_open(r, errno);
  if (S_ISDIR(st.st_mode)) return refuse(r, "a directory", "a regular file");
  if (!S_ISREG(st.st_mode)) return refuse(r, "a pipe, socket or device", "a regular file");
  if (st.st_size > most_bytes) {
    snprintf(text, sizeof text, "%lld bytes", (long long)st.st_size);
    return refuse(r, text, "at most 1073741824 bytes (1 GiB)");
  }
  r->size = (size_t)st.st_size;
  r->text = cat_alloc(r->ctx, r->size + 2, 1);
  return r->text ? read_bytes(r, fd) : CAT_ERR_MEMORY;
}

CatStatus cat_bytes_read(CatContext *ctx, const char *path, char **text, size_t *n) {
  Reading r = {.ctx = ctx, .file = path};
  // O_NONBLOCK: a named pipe without writer must not hold us up
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  CatStatus status = fd < 0 ? refuse_open(&r, errno) : read_file(&r, fd);
  if (fd >= 0) close(fd);
  *text = r.text;
  *n = r.size;
  return status;
}
