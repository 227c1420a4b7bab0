#define _GNU_SOURCE  // memfd_create
#include "fuzz.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void fuzz_broken(const char *promise, const char *file, int line) {
  fprintf(stderr, "%s:%d: broken: %s\n", file, line, promise);
  abort();
}

static void put(int fd, const void *data, size_t size) {
  FUZZ_CHECK(fd >= 0 && ftruncate(fd, 0) == 0);
  FUZZ_CHECK(pwrite(fd, data, size, 0) == (ssize_t)size);
}

const char *fuzz_file(int number, const void *data, size_t size) {
  static int fd[FUZZ_FILES];
  static char path[FUZZ_FILES][32];
  if (!fd[number]) {
    fd[number] = memfd_create("fuzz", MFD_CLOEXEC);
    snprintf(path[number], sizeof *path, "/proc/self/fd/%d", fd[number]);
  }
  put(fd[number], data, size);
  return path[number];
}

static char folder[4096];

static void remove_folder(void) {
  static const char *const names[] = {"summary.json", "results.h5",  "modes.csv", "shapes.csv",
                                      "deck.yaml",    "K.mtx",       "M.mtx",     "points.csv",
                                      "axles.csv",    "profile.csv", "bridge.h5"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char path[sizeof folder + 16];
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    unlink(path);
  }
  rmdir(folder);
}

const char *fuzz_folder(void) {
  if (folder[0]) return folder;
  const char *given = getenv("TMPDIR");
  const char *parent = given ? given : access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
  snprintf(folder, sizeof folder, "%s/catenaria-fuzz-XXXXXX", parent);
  FUZZ_CHECK(mkdtemp(folder));
  atexit(remove_folder);
  return folder;
}

void fuzz_write(const char *path, const void *data, size_t size) {
  int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
  put(fd, data, size);
  close(fd);
}

void fuzz_take(FuzzBytes *bytes, void *out, size_t n) {
  size_t got = n < bytes->left ? n : bytes->left;
  memset(out, 0, n);
  if (got) memcpy(out, bytes->at, got);
  bytes->at += got;
  bytes->left -= got;
}

uint8_t fuzz_byte(FuzzBytes *bytes) {
  uint8_t out = 0;
  fuzz_take(bytes, &out, 1);
  return out;
}
