#define _DEFAULT_SOURCE  // flock
#include "transaction.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/c_locale.h"

enum { MAX_ENTRIES = 8, NAME_SIZE = 80, TRIES = 100, WRITE_MAX = 1 << 30 };
enum { WAIT_MS = 5000, POLL_MS = 20 };

// Temporary names are PREFIX, process, '-', number or "old", '-', final name.
#define PREFIX ".catenaria-"

typedef struct Entry {
  char name[NAME_SIZE];       // the final one
  char temporary[NAME_SIZE];  // "" once it is gone; always "" for a file to drop
  char old[NAME_SIZE];        // second name of the file that was there before, or ""
  bool renamed;
} Entry;

struct CatTransaction {
  CatContext *ctx;
  char *dir;    // as the user named it, without slashes at its end
  size_t made;  // length of the first part of dir that this run made; 0: none
  int fd;       // of the directory; -1: not open
  bool locked;  // no other process writes here
  int n;
  Entry entry[MAX_ENTRIES];
  bool committed;
};

static CatStatus fail_io(const CatTransaction *s, const char *what, const char *name) {
  const char *why = cat_errno_text(errno);
  return CAT_FAIL(s->ctx, CAT_ERR_IO, "%s %s%s%s: %s", what, s->dir, name[0] ? "/" : "", name, why);
}

//---------------------------------- the directory -------------------------------------------------

// Makes the directory that the first n characters name, unless it is there.
static CatStatus make_part(CatTransaction *s, size_t n) {
  struct stat st;
  char kept = s->dir[n];
  s->dir[n] = '\0';
  bool made = mkdir(s->dir, 0777) == 0;
  int error = made ? 0 : errno;
  // what exists may also answer with EACCES, EROFS or ENOSYS
  bool there = !made && stat(s->dir, &st) == 0;
  s->dir[n] = kept;
  if (made && !s->made) s->made = n;
  if (made || there) return CAT_OK;
  errno = error;
  return fail_io(s, "cannot make the directory", "");
}

static CatStatus make_directory(CatTransaction *s) {
  size_t length = strlen(s->dir);
  for (size_t n = 1; n <= length; n++) {
    bool ends = n == length || (s->dir[n] == '/' && s->dir[n - 1] != '/');
    if (ends) CAT_TRY(make_part(s, n));
  }
  return CAT_OK;
}

static CatStatus open_directory(CatTransaction *s) {
  if (s->fd >= 0) close(s->fd);
  s->fd = open(s->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (s->fd >= 0) return CAT_OK;
  if (errno == ENOTDIR) {
    return CAT_FAIL(s->ctx, CAT_ERR_IO, "cannot write results into %s: it is not a directory",
                    s->dir);
  }
  return fail_io(s, "cannot open the directory", "");
}

// Innermost first; the first that is not empty ends it.
static void unmake_directory(CatTransaction *s) {
  size_t n = s->made ? strlen(s->dir) : 0;
  while (n && n >= s->made) {
    s->dir[n] = '\0';
    if (rmdir(s->dir) != 0 && errno != ENOENT) return;
    while (n && s->dir[n - 1] != '/') n--;
    while (n && s->dir[n - 1] == '/') n--;
  }
}

//---------------------------------- one process at a time -----------------------------------------

// The lock is on the directory itself and the kernel's: it ends with the process that holds it.
// Writing takes a moment, so that waiting for another one costs less than what was computed.
static CatStatus lock_directory(CatTransaction *s) {
  const struct timespec pause = {.tv_nsec = POLL_MS * 1000000L};
  for (int waited = 0; waited <= WAIT_MS; waited += POLL_MS) {
    s->locked = flock(s->fd, LOCK_EX | LOCK_NB) == 0;
    // a file system without locks, such as some networks': then everybody writes as before
    if (s->locked || (errno != EWOULDBLOCK && errno != EINTR)) return CAT_OK;
    nanosleep(&pause, NULL);
  }
  return CAT_FAIL(s->ctx, CAT_ERR_IO,
                  "cannot write results into %s: another process has been writing there for %d s",
                  s->dir, WAIT_MS / 1000);
}

// Who held the lock before may have removed the directory that this process had opened.
static bool is_still_there(const CatTransaction *s) {
  struct stat here, there;
  return fstat(s->fd, &here) == 0 && stat(s->dir, &there) == 0 && here.st_ino == there.st_ino &&
         here.st_dev == there.st_dev;
}

static bool is_temporary(const char *name) {
  if (strncmp(name, PREFIX, strlen(PREFIX)) != 0) return false;
  name += strlen(PREFIX);
  size_t process = strspn(name, "0123456789");
  if (process == 0 || name[process] != '-') return false;
  name += process + 1;
  size_t number = strncmp(name, "old", 3) == 0 ? 3 : strspn(name, "0123456789");
  return number > 0 && name[number] == '-' && name[number + 1];
}

// What killed processes left behind. Nobody else is at work here while this one holds the lock.
static void remove_stale(const CatTransaction *s) {
  int fd = s->locked ? openat(s->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
  if (!dir) {
    if (fd >= 0) close(fd);
    return;
  }
  for (struct dirent *e = readdir(dir); e; e = readdir(dir)) {
    if (is_temporary(e->d_name)) unlinkat(s->fd, e->d_name, 0);
  }
  closedir(dir);
}

static CatStatus take_directory(CatTransaction *s) {
  for (int i = 0; i < TRIES; i++) {
    CAT_TRY(make_directory(s));
    CAT_TRY(open_directory(s));
    CAT_TRY(lock_directory(s));
    if (is_still_there(s)) {
      remove_stale(s);
      return CAT_OK;
    }
  }
  return CAT_FAIL(s->ctx, CAT_ERR_IO, "cannot write results into %s: it is removed again and again",
                  s->dir);
}

CatStatus cat_transaction_open(CatContext *ctx, const char *dir, CatTransaction **out) {
  *out = NULL;
  size_t n = strlen(dir);
  if (n == 0) return CAT_FAIL(ctx, CAT_ERR_ARG, "the output directory has no name");
  while (n > 1 && dir[n - 1] == '/') n--;
  CatTransaction *s = CAT_NEW(ctx, 1, CatTransaction);
  if (!s) return CAT_ERR_MEMORY;
  *s = (CatTransaction){.ctx = ctx, .fd = -1, .dir = cat_alloc(ctx, n + 1, 1)};
  if (s->dir) memcpy(s->dir, dir, n);
  CatStatus status = s->dir ? take_directory(s) : CAT_ERR_MEMORY;
  if (status == CAT_OK) {
    *out = s;
  } else {
    cat_transaction_free(s);
  }
  return status;
}

//---------------------------------- one file ------------------------------------------------------

// NULL: refused, and said so
static Entry *entry_new(CatTransaction *s, const char *name) {
  // room for the additions of the temporary name
  bool fits = name[0] && name[0] != '.' && !strchr(name, '/') && strlen(name) < NAME_SIZE - 48;
  if (!fits || s->n == MAX_ENTRIES || s->committed) {
    CAT_FAIL(s->ctx, CAT_ERR_ARG, "'%s' cannot be staged", name);
    return NULL;
  }
  Entry *e = &s->entry[s->n];
  *e = (Entry){0};
  memcpy(e->name, name, strlen(name) + 1);
  return e;
}

static int open_temporary(CatTransaction *s, Entry *e) {
  for (int i = 0; i < TRIES; i++) {
    snprintf(e->temporary, NAME_SIZE, PREFIX "%ld-%d-%.32s", (long)getpid(), i, e->name);
    int fd =
        openat(s->fd, e->temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
  return -1;
}

static int write_all(int fd, const char *bytes, size_t n) {
  while (n > 0) {
    ssize_t done = write(fd, bytes, n < WRITE_MAX ? n : WRITE_MAX);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return -1;
    if (done == 0) {
      errno = EIO;
      return -1;
    }
    bytes += done;
    n -= (size_t)done;
  }
  return 0;
}

static int sync_file(int fd) {
  int result;
  do result = fsync(fd);
  while (result != 0 && errno == EINTR);
  return result;
}

static void remove_name(const CatTransaction *s, char *name) {
  if (name[0]) unlinkat(s->fd, name, 0);
  name[0] = '\0';
}

CatStatus cat_transaction_add(CatTransaction *s, const char *name, const void *bytes, size_t n) {
  Entry *e = entry_new(s, name);
  if (!e) return CAT_ERR_ARG;
  int fd = open_temporary(s, e);
  if (fd < 0) return fail_io(s, "cannot write", name);
  int result = write_all(fd, bytes, n);
  if (result == 0) result = sync_file(fd);
  int error = errno;
  // after a successful fsync an interrupted close has lost nothing
  if (close(fd) != 0 && errno != EINTR && result == 0) {
    error = errno;
    result = -1;
  }
  if (result != 0) {
    remove_name(s, e->temporary);
    errno = error;
    return fail_io(s, "cannot write", name);
  }
  s->n++;
  return CAT_OK;
}

CatStatus cat_transaction_drop(CatTransaction *s, const char *name) {
  if (!entry_new(s, name)) return CAT_ERR_ARG;
  s->n++;
  return CAT_OK;
}

//---------------------------------- all or none ---------------------------------------------------

// A second name for what is there now, so that it can come back. File systems without links have
// no way back, but a single file is whole there, too.
static void keep_old(const CatTransaction *s, Entry *e) {
  char old[NAME_SIZE];
  snprintf(old, sizeof old, PREFIX "%ld-old-%.32s", (long)getpid(), e->name);
  unlinkat(s->fd, old, 0);
  if (linkat(s->fd, e->name, s->fd, old, 0) == 0) memcpy(e->old, old, sizeof old);
}

static CatStatus rename_one(CatTransaction *s, Entry *e) {
  keep_old(s, e);
  bool drop = !e->temporary[0];
  int result = drop ? unlinkat(s->fd, e->name, 0) : renameat(s->fd, e->temporary, s->fd, e->name);
  if (drop && result != 0 && errno == ENOENT) return CAT_OK;
  if (result != 0) return fail_io(s, drop ? "cannot remove" : "cannot write", e->name);
  e->temporary[0] = '\0';
  e->renamed = true;
  return CAT_OK;
}

static void roll_back(CatTransaction *s) {
  for (int i = s->n - 1; i >= 0; i--) {
    Entry *e = &s->entry[i];
    if (e->renamed && e->old[0]) {
      renameat(s->fd, e->old, s->fd, e->name);
      e->old[0] = '\0';
    } else if (e->renamed) {
      unlinkat(s->fd, e->name, 0);
    }
    remove_name(s, e->old);
  }
}

// Names are on the disk only after this. Some file systems cannot do it and say EINVAL.
static CatStatus sync_folder(const CatTransaction *s, int fd) {
  if (sync_file(fd) == 0 || errno == EINVAL) return CAT_OK;
  return fail_io(s, "cannot write", "");
}

// A folder that was made stands in its parent, if that may be read.
static CatStatus sync_names(const CatTransaction *s) {
  CAT_TRY(sync_folder(s, s->fd));
  int parent = s->made ? openat(s->fd, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  if (parent < 0) return CAT_OK;
  CatStatus status = sync_folder(s, parent);
  close(parent);
  return status;
}

CatStatus cat_transaction_commit(CatTransaction *s) {
  if (s->committed) return CAT_FAIL(s->ctx, CAT_ERR_STATE, "the files are committed already");
  CatStatus status = CAT_OK;
  for (int i = 0; i < s->n && status == CAT_OK; i++) status = rename_one(s, &s->entry[i]);
  if (status == CAT_OK) status = sync_names(s);
  if (status != CAT_OK) {
    roll_back(s);
    return status;
  }
  for (int i = 0; i < s->n; i++) remove_name(s, s->entry[i].old);
  s->committed = true;
  return CAT_OK;
}

void cat_transaction_free(CatTransaction *s) {
  if (!s) return;
  for (int i = 0; i < s->n && !s->committed; i++) remove_name(s, s->entry[i].temporary);
  if (s->dir && !s->committed) unmake_directory(s);
  if (s->fd >= 0) close(s->fd);  // and with it the lock
  cat_free(s->ctx, s->dir);
  cat_free(s->ctx, s);
}
