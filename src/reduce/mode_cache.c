#define _DEFAULT_SOURCE  // flock
#include "mode_cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/c_locale.h"

// Header of a file; numbers in this machine's byte order, which `order` shows.
typedef struct Head {
  char magic[8];
  uint32_t version, order;
  uint8_t hash[CAT_HASH_BYTES];  // of the matrices and rows
  int64_t n, nrow;
  uint8_t checksum[CAT_HASH_BYTES];  // of this header without itself, and of the numbers after it
} Head;

static const Head EMPTY = {.magic = "CATMODES", .version = 3, .order = 0x01020304};

static void find_checksum(const Head *head, const CatCachedModes *m, uint8_t out[CAT_HASH_BYTES]) {
  size_t n = (size_t)m->n, nrow = (size_t)m->nrow;
  CatHash hash = cat_hash_new();
  cat_hash_add(&hash, head, offsetof(Head, checksum));
  cat_hash_add(&hash, m->omega2, n * sizeof *m->omega2);
  cat_hash_add(&hash, m->vertical, n * sizeof *m->vertical);
  cat_hash_add(&hash, m->row, n * nrow * sizeof *m->row);
  cat_hash_end(&hash, out);
}

//------------------------------------------------------------------------------- where

static bool folder_of(char *out, size_t size) {
  const char *own = getenv("CATENARIA_CACHE"), *xdg = getenv("XDG_CACHE_HOME");
  const char *home = getenv("HOME");
  int n = -1;
  if (own && *own) {
    n = snprintf(out, size, "%s", own);
  } else if (xdg && *xdg) {
    n = snprintf(out, size, "%s/catenaria", xdg);
  } else if (home && *home) {
    n = snprintf(out, size, "%s/.cache/catenaria", home);
  }
  return n > 0 && (size_t)n < size;
}

CatModeCache cat_mode_cache_of(const CatLinearSystem *t, int nrow, const int *keep) {
  CatModeCache s = {.path = ""};
  CatHash hash = cat_hash_new();
  const CatBand *band[] = {&t->K, &t->M};
  for (int i = 0; i < 2; i++) {
    cat_hash_add(&hash, &band[i]->kd, sizeof band[i]->kd);
    cat_hash_add(&hash, band[i]->a,
                 ((size_t)band[i]->kd + 1) * (size_t)band[i]->n * sizeof *band[i]->a);
  }
  cat_hash_add(&hash, keep, (size_t)nrow * sizeof *keep);
  cat_hash_end(&hash, s.hash);
  char folder[400], *name = s.path;
  if (!folder_of(folder, sizeof folder)) return s;
  int n = snprintf(name, sizeof s.path, "%s/modes-", folder);
  for (int i = 0; i < 8; i++) n += snprintf(name + n, sizeof s.path - (size_t)n, "%02x", s.hash[i]);
  snprintf(name + n, sizeof s.path - (size_t)n, ".bin");
  return s;
}

//------------------------------------------------------------------------------- read

static bool read_rows(CatArena *a, FILE *file, CatCachedModes *out) {
  size_t n = (size_t)out->n, nrow = (size_t)out->nrow;
  out->omega2 = CAT_ARENA(a, n + 1, double);
  out->vertical = CAT_ARENA(a, n + 1, double);
  out->row = CAT_ARENA(a, n * nrow + 1, double);
  if (!out->omega2 || !out->vertical || !out->row) return false;
  return fread(out->omega2, sizeof(double), n, file) == n &&
         fread(out->vertical, sizeof(double), n, file) == n &&
         fread(out->row, sizeof(double), n * nrow, file) == n * nrow;
}

// Whether the sizes agree with the length of the file.
static bool has_length(const Head *head, int64_t bytes) {
  int64_t rest = bytes - (int64_t)sizeof *head;
  if (rest <= 0 || head->n > INT32_MAX || head->nrow <= 0 || head->nrow > INT32_MAX) return false;
  int64_t each = 8 * (2 + head->nrow);
  return rest % each == 0 && rest / each == head->n;
}

static bool is_undamaged(const Head *head, const CatCachedModes *m) {
  uint8_t checksum[CAT_HASH_BYTES];
  find_checksum(head, m, checksum);
  return memcmp(checksum, head->checksum, sizeof checksum) == 0;
}

bool cat_mode_cache_read(CatArena *a, const CatModeCache *s, int n, CatCachedModes *out) {
  Head head, fits = EMPTY;
  struct stat status;
  memcpy(fits.hash, s->hash, sizeof fits.hash);
  // a pipe under its name would not open before somebody writes into it
  bool there = *s->path && stat(s->path, &status) == 0 && S_ISREG(status.st_mode);
  FILE *file = there ? fopen(s->path, "rb") : NULL;
  if (!file) return false;
  bool ours = fread(&head, sizeof head, 1, file) == 1 && fstat(fileno(file), &status) == 0 &&
              memcmp(&head, &fits, offsetof(Head, n)) == 0;
  bool whole = ours && has_length(&head, status.st_size);
  if (whole) {
    *out = (CatCachedModes){.n = (int)head.n, .nrow = (int)head.nrow};
    whole = read_rows(a, file, out) && is_undamaged(&head, out);
  }
  fclose(file);
  if (ours && !whole) {
    cat_log(cat_arena_context(a), CAT_LOG_WARNING, "%s is damaged: its modes are computed again",
            s->path);
  }
  return whole && head.n >= n;
}

//------------------------------------------------------------------------------- write

static void make_folders(const char *path) {
  char part[512];
  for (const char *end = strchr(path + 1, '/'); end; end = strchr(end + 1, '/')) {
    snprintf(part, sizeof part, "%.*s", (int)(end - path), path);
    mkdir(part, 0777);  // exists already; if not, creating the file reports it
  }
}

static bool put(FILE *file, const CatModeCache *s, const CatCachedModes *m) {
  Head head = EMPTY;
  size_t n = (size_t)m->n, nrow = (size_t)m->nrow;
  memcpy(head.hash, s->hash, sizeof head.hash);
  head.n = m->n;
  head.nrow = m->nrow;
  find_checksum(&head, m, head.checksum);
  return fwrite(&head, sizeof head, 1, file) == 1 &&
         fwrite(m->omega2, sizeof(double), n, file) == n &&
         fwrite(m->vertical, sizeof(double), n, file) == n &&
         fwrite(m->row, sizeof(double), n * nrow, file) == n * nrow && fflush(file) == 0 &&
         fsync(fileno(file)) == 0;
}

// The temporary file, empty and locked, so that of several threads or processes with the same line
// one writes; a file left by a killed process is reused. EWOULDBLOCK: another process is writing.
static FILE *open_temporary(const char *path) {
  struct stat here, there;
  int fd = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (fd < 0) return NULL;
  bool mine = flock(fd, LOCK_EX | LOCK_NB) == 0;
  // the one before may have finished and renamed the file that was just opened
  if (mine && (fstat(fd, &here) != 0 || stat(path, &there) != 0 || here.st_ino != there.st_ino)) {
    mine = false;
    errno = EWOULDBLOCK;
  }
  FILE *file = mine && ftruncate(fd, 0) == 0 ? fdopen(fd, "wb") : NULL;
  if (!file) {
    int error = errno;
    close(fd);
    errno = error;
  }
  return file;
}

void cat_mode_cache_write(CatContext *ctx, const CatModeCache *s, const CatCachedModes *modes) {
  char temporary[560];
  if (!*s->path) return;
  make_folders(s->path);
  snprintf(temporary, sizeof temporary, "%s.part", s->path);
  FILE *file = open_temporary(temporary);
  if (!file && errno == EWOULDBLOCK) return;
  // renamed before it is closed, and with that unlocked
  bool ok = file && put(file, s, modes) && rename(temporary, s->path) == 0;
  int error = errno;
  if (file && !ok) unlink(temporary);
  if (file) fclose(file);
  if (!ok) {
    cat_log(ctx, CAT_LOG_WARNING, "modes are not kept in %s: %s", s->path, cat_errno_text(error));
  }
}
