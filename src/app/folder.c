#include "folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *folder_of(const char *given, const char *case_path, const char *suffix) {
  if (given) return strdup(given);
  const char *slash = strrchr(case_path, '/');
  const char *base = slash ? slash + 1 : case_path;
  const char *dot = strrchr(base, '.');
  int stem = (int)(dot && dot > base ? (size_t)(dot - base) : strlen(base));
  size_t size = sizeof "results/" + strlen(base) + strlen(suffix);
  char *dir = malloc(size);
  if (dir) snprintf(dir, size, "results/%.*s%s", stem, base, suffix);
  return dir;
}

// Shortens path to the part that exists: the folder in which something would be made.
static void cut_to_existing(char *path) {
  struct stat st;
  while (stat(path, &st) != 0 && (errno == ENOENT || errno == ENOTDIR)) {
    char *slash = strrchr(path, '/');
    if (!slash) {
      memcpy(path, ".", 2);
      return;
    }
    slash[slash == path] = '\0';  // keeps the "/" of the root
  }
}

bool folder_usable(const char *dir, char *text, size_t size) {
  char path[4096];
  if ((size_t)snprintf(path, sizeof path, "%s", dir) >= sizeof path) {
    snprintf(text, size, "%.60s...: the path is too long", dir);
    return false;
  }
  cut_to_existing(path);
  struct stat st;
  int fault = stat(path, &st) != 0        ? errno
              : !S_ISDIR(st.st_mode)      ? ENOTDIR
              : access(path, W_OK | X_OK) ? errno
                                          : 0;
  if (fault) snprintf(text, size, "%s: cannot write results here: %s", dir, strerror(fault));
  return fault == 0;
}
