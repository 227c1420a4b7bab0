#include "checksum.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/c_locale.h"
#include "record/hash.h"

#define MAGIC "Catenaria results 1\n"

static void write_block(char block[CAT_CHECKSUM_BLOCK], size_t n, const char *digest) {
  memset(block, 0, CAT_CHECKSUM_BLOCK);
  snprintf(block, CAT_CHECKSUM_BLOCK, MAGIC "bytes %zu\nsha256 %s\n", n, digest);
}

void cat_checksum_fill(char block[CAT_CHECKSUM_BLOCK], const void *content, size_t n) {
  char digest[CAT_HASH_TEXT];
  CatHash hash = cat_hash_new();
  cat_hash_add(&hash, content, n);
  cat_hash_end_text(&hash, digest);
  write_block(block, n, digest);
}

static CatStatus refuse(CatContext *ctx, const char *path, const char *found) {
  return CAT_FAIL_AT(ctx, (CatPlace){.file = path}, "",
                     "found %s, expected results.h5 as catenaria wrote it", found);
}

static CatStatus refuse_error(CatContext *ctx, const char *path, int error) {
  char text[160];
  snprintf(text, sizeof text, "a file that cannot be read (%s)", cat_errno_text(error));
  return refuse(ctx, path, text);
}

// Reads up to n bytes; fewer only at the end of the file. -1: an error.
static ssize_t read_bytes(int fd, char *bytes, size_t n) {
  size_t got = 0;
  while (got < n) {
    ssize_t more = read(fd, bytes + got, n - got);
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) return -1;
    if (more == 0) break;
    got += (size_t)more;
  }
  return (ssize_t)got;
}

// The length is looked at before so much memory is asked for.
static CatStatus check_length(CatContext *ctx, const char *path, const char *block,
                              long long size) {
  size_t magic = strlen(MAGIC "bytes ");
  if (size < CAT_CHECKSUM_BLOCK || memcmp(block, MAGIC "bytes ", magic) != 0) {
    return refuse(ctx, path, "no checksum in its first 512 bytes");
  }
  unsigned long long content = strtoull(block + magic, NULL, 10);
  if (content == (unsigned long long)size - CAT_CHECKSUM_BLOCK) return CAT_OK;
  char text[160];
  snprintf(text, sizeof text, "a damaged file of %lld bytes that should have %llu", size,
           content + CAT_CHECKSUM_BLOCK);
  return refuse(ctx, path, text);
}

static CatStatus read_checked(CatContext *ctx, const char *path, int fd, char **bytes, size_t *n) {
  struct stat st;
  char block[CAT_CHECKSUM_BLOCK + 1] = "";
  if (fstat(fd, &st) != 0) return refuse_error(ctx, path, errno);
  if (!S_ISREG(st.st_mode)) return refuse(ctx, path, "something that is no regular file");
  if (read_bytes(fd, block, CAT_CHECKSUM_BLOCK) < 0) return refuse_error(ctx, path, errno);
  CAT_TRY(check_length(ctx, path, block, (long long)st.st_size));
  *n = (size_t)st.st_size;
  *bytes = cat_resize(ctx, NULL, *n, 1);
  if (!*bytes) return CAT_ERR_MEMORY;
  size_t rest = *n - CAT_CHECKSUM_BLOCK;
  memcpy(*bytes, block, CAT_CHECKSUM_BLOCK);
  ssize_t got = read_bytes(fd, *bytes + CAT_CHECKSUM_BLOCK, rest);
  if (got < 0) return refuse_error(ctx, path, errno);
  if ((size_t)got == rest) cat_checksum_fill(block, *bytes + CAT_CHECKSUM_BLOCK, rest);
  if ((size_t)got == rest && memcmp(block, *bytes, CAT_CHECKSUM_BLOCK) == 0) return CAT_OK;
  return refuse(ctx, path, "a damaged file that does not match its checksum");
}

CatStatus cat_checksum_check(CatContext *ctx, const char *name, const void *bytes, size_t n) {
  const char *content = bytes;
  char block[CAT_CHECKSUM_BLOCK + 1] = "";
  if (n >= CAT_CHECKSUM_BLOCK) memcpy(block, bytes, CAT_CHECKSUM_BLOCK);
  CAT_TRY(check_length(ctx, name, block, (long long)n));
  cat_checksum_fill(block, content + CAT_CHECKSUM_BLOCK, n - CAT_CHECKSUM_BLOCK);
  if (memcmp(block, bytes, CAT_CHECKSUM_BLOCK) == 0) return CAT_OK;
  return refuse(ctx, name, "a damaged file that does not match its checksum");
}

CatStatus cat_checksum_read(CatContext *ctx, const char *path, void **bytes, size_t *n) {
  char *content = NULL;
  *bytes = NULL;
  *n = 0;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // a pipe without a writer does not hang
  if (fd < 0) return errno == ENOENT ? CAT_OK : refuse_error(ctx, path, errno);
  CatStatus status = read_checked(ctx, path, fd, &content, n);
  close(fd);
  if (status == CAT_OK) {
    *bytes = content;
  } else {
    cat_free(ctx, content);
  }
  return status;
}
