#include "suggest.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_SIZE = 4096, MAX_ENTRIES = 1000 };

static bool is_folder(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static void cut_yaml(char *name) {
  char *dot = strrchr(name, '.');
  if (dot && strcmp(dot, ".yaml") == 0) *dot = '\0';
}

// Replaces part by the entry of the folder that is nearest to it; false: none is near.
static bool nearest_entry(const char *folder, char *part, size_t size) {
  struct dirent **entries = NULL;
  const char *names[MAX_ENTRIES];
  int n = scandir(folder, &entries, NULL, alphasort), count = 0;
  for (int i = 0; i < n; i++) {
    cut_yaml(entries[i]->d_name);
    if (entries[i]->d_name[0] != '.' && count < MAX_ENTRIES) names[count++] = entries[i]->d_name;
  }
  const char *best = count > 0 ? cat_nearest_name(part, names, count) : NULL;
  for (int i = 0; i < count; i++) {
    if (strcmp(part, names[i]) == 0) best = names[i];
  }
  if (best) snprintf(part, size, "%s", best);
  for (int i = 0; i < n; i++) free(entries[i]);
  free(entries);
  return best != NULL;
}

// Goes down the library part by part of the name; path becomes the file that is found.
static bool walk(const char *name, char *path, size_t size) {
  char part[256];
  for (const char *at = name; *at;) {
    size_t n = strcspn(at, "/"), end = strlen(path);
    if (n == 0 || n >= sizeof part || !is_folder(path)) return false;
    memcpy(part, at, n);
    part[n] = '\0';
    cut_yaml(part);
    if (!nearest_entry(path, part, sizeof part)) return false;
    if ((size_t)snprintf(path + end, size - end, "/%s", part) >= size - end) return false;
    at += n + (at[n] == '/');
  }
  return !is_folder(path);
}

void suggest_case(CatContext *ctx, const char *name) {
  char *library = NULL, path[PATH_SIZE];
  if (cat_library_find(ctx, &library) != CAT_OK || !library) return;
  size_t n = strlen(library);
  if (n < sizeof path) {
    memcpy(path, library, n + 1);
    if (walk(name, path, sizeof path)) {
      fprintf(stderr, "did you mean the shipped case %s? (catenaria cases lists them)\n",
              path + n + 1);
    }
  }
  cat_string_free(ctx, library);
}
