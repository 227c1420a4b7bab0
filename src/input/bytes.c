#define _DEFAULT_SOURCE  // S_IFMT and its kin
#include "bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/c_locale.h"
#include "quote.h"

CatStatus cat_bytes_refuse(const CatAsked *a, const char *found, const char *expected) {
  if (a->place.line == 0 && a->place.file == a->name) {
    return CAT_FAIL_AT(a->ctx, a->place, a->key, "found %s, expected %s", found, expected);
  }
  return CAT_FAIL_AT(a->ctx, a->place, a->key, "found %s in %s, expected %s", found,
                     cat_quote(a->name).s, expected);
}

static CatStatus refuse_open(const CatAsked *a, int error) {
  static const char readable[] = "a readable file";
  char text[128];
  switch (error) {
  case ENOENT: return cat_bytes_refuse(a, "no such file", readable);
  case EACCES: return cat_bytes_refuse(a, "a file that you may not read", readable);
  case ELOOP: return cat_bytes_refuse(a, "a loop of symbolic links", readable);
  case ENOTDIR:
    return cat_bytes_refuse(a, "a path through something that is no directory", readable);
  case ENAMETOOLONG: return cat_bytes_refuse(a, "too long a path", readable);
  case ENXIO: return cat_bytes_refuse(a, "a socket or device", "a regular file");
  default: break;
  }
  snprintf(text, sizeof text, "a file that does not open (%s)", cat_errno_text(error));
  return cat_bytes_refuse(a, text, readable);
}

static CatStatus refuse_type(const CatAsked *a, mode_t mode) {
  const char *found = S_ISDIR(mode)    ? "a directory"
                      : S_ISFIFO(mode) ? "a named pipe"
                      : S_ISSOCK(mode) ? "a socket"
                                       : "a device";
  return cat_bytes_refuse(a, found, "a regular file");
}

CatStatus cat_bytes_open(const CatAsked *a, CatOpened *out) {
  struct stat st;
  // O_NONBLOCK: a named pipe without writer must not hold us up
  int fd = open(a->name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (fd < 0) return refuse_open(a, errno);
  CatStatus status = fstat(fd, &st) != 0    ? refuse_open(a, errno)
                     : !S_ISREG(st.st_mode) ? refuse_type(a, st.st_mode)
                                            : CAT_OK;
  if (status) {
    close(fd);
    return status;
  }
  *out = (CatOpened){fd, st.st_dev, st.st_ino, (size_t)st.st_size};
  return CAT_OK;
}

CatStatus cat_bytes_take(const CatAsked *a, const CatOpened *from, char *text) {
  size_t got = 0;
  while (got <= from->n) {
    ssize_t n = read(from->fd, text + got, from->n + 1 - got);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return refuse_open(a, errno);
    if (n == 0) break;
    got += (size_t)n;
  }
  if (got != from->n) {
    return cat_bytes_refuse(a, "a file that changed while it was read", "one that stays as it is");
  }
  text[got] = '\0';
  return CAT_OK;
}

static CatStatus read_opened(const CatAsked *a, const CatOpened *from, char **text) {
  static const size_t most = (size_t)1 << 30;
  char found[64];
  if (from->n > most) {
    snprintf(found, sizeof found, "%zu bytes", from->n);
    return cat_bytes_refuse(a, found, "at most 1073741824 bytes (1 GiB)");
  }
  *text = cat_alloc(a->ctx, from->n + 2, 1);
  return *text ? cat_bytes_take(a, from, *text) : CAT_ERR_MEMORY;
}

CatStatus cat_bytes_read(CatContext *ctx, const char *path, char **text, size_t *n) {
  CatAsked asked = {ctx, path, {.file = path}, ""};
  CatOpened opened = {.fd = -1};
  *text = NULL;
  *n = 0;
  CAT_TRY(cat_bytes_open(&asked, &opened));
  CatStatus status = read_opened(&asked, &opened, text);
  close(opened.fd);
  *n = opened.n;
  return status;
}
