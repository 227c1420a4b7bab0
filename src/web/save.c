#define _GNU_SOURCE
#include "save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TEMPORARY = SAVE_NAME + 20, MOST_TRIED = 8 };

bool save_name_good(const char *name) {
  size_t n = strlen(name);
  if (n < 1 || n > SAVE_NAME || name[0] == '.' || strstr(name, "..")) return false;
  return strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.") == n;
}

// A name that nobody else uses: of another save at the same time, of another viewer, of the user.
static bool temporary(int dir, char text[TEMPORARY], const char *name) {
  struct stat st;
  for (int i = 0; i < MOST_TRIED; i++) {
    unsigned number;
    if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number) return false;
    snprintf(text, TEMPORARY, ".%.*s.%08x.part", SAVE_NAME, name, number);
    if (fstatat(dir, text, &st, AT_SYMLINK_NOFOLLOW) != 0) return errno == ENOENT;
  }
  return false;
}

// What is tidied up after a failure does not hide why it failed.
static void remove_file(int dir, const char *name) {
  int why = errno;
  unlinkat(dir, name, 0);
  errno = why;
}

// A new file with these bytes, on the disk. mode: of the file that it replaces, or 0.
static bool write_new(int dir, const char *name, const SaveFile *file, mode_t mode) {
  mode_t first = mode ? 0600 : 0666;
  int fd = openat(dir, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, first);
  if (fd < 0) return false;
  size_t done = 0;
  while (done < file->n) {
    ssize_t more = write(fd, file->bytes + done, file->n - done);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) break;
    done += (size_t)more;
  }
  bool good = done == file->n && (mode == 0 || fchmod(fd, mode) == 0) && fsync(fd) == 0;
  int why = errno;
  if (close(fd) != 0)
    good = false;
  else
    errno = why;
  if (!good) remove_file(dir, name);
  return good;
}

// Under its final name in one step.
static int move(int dir, const char *from, const char *to, bool replace) {
  if (renameat2(dir, from, dir, to, replace ? 0 : RENAME_NOREPLACE) == 0) {
    fsync(dir);
    return 0;
  }
  return errno == EEXIST || errno == ENOTEMPTY ? 409 : 500;
}

int save_file(int dir, const SaveFile *file, bool replace) {
  char part[TEMPORARY];
  struct stat st;
  if (!save_name_good(file->name)) return 400;
  bool there = fstatat(dir, file->name, &st, AT_SYMLINK_NOFOLLOW) == 0;
  if (there && (!replace || !S_ISREG(st.st_mode))) return 409;
  if (!temporary(dir, part, file->name)) return 500;
  if (!write_new(dir, part, file, there ? st.st_mode & 0777 : 0)) return 500;
  int code = move(dir, part, file->name, replace);
  if (code) remove_file(dir, part);
  return code;
}

static void remove_folder(int dir, const char *name, int inside, const SaveFile *files, int n) {
  int why = errno;
  for (int i = 0; i < n; i++) unlinkat(inside, files[i].name, 0);
  unlinkat(dir, name, AT_REMOVEDIR);
  errno = why;
}

int save_folder(int dir, const char *name, const SaveFile *files, int n) {
  char part[TEMPORARY];
  struct stat st;
  if (!save_name_good(name)) return 400;
  if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) == 0) return 409;
  if (!temporary(dir, part, name) || mkdirat(dir, part, 0777) != 0) return 500;
  int inside = openat(dir, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  bool good = inside >= 0;
  for (int i = 0; i < n && good; i++) good = write_new(inside, files[i].name, &files[i], 0);
  if (good) fsync(inside);
  int code = good ? move(dir, part, name, false) : 500;
  if (code && inside >= 0) remove_folder(dir, part, inside, files, n);
  if (inside >= 0) close(inside);
  return code;
}
