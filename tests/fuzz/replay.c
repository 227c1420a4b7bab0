// Gives a target the files that are named, or those in the folders that are named: what was found
// once stays found, with any compiler.
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "fuzz.h"

static int replay_file(const char *path) {
  static uint8_t buffer[1 << 20];
  FILE *file = fopen(path, "rb");
  if (!file) return -1;
  size_t n = fread(buffer, 1, sizeof buffer, file);
  int whole = !ferror(file) && feof(file);
  fclose(file);
  if (!whole) return -1;
  // of its own size, so that a sanitizer sees what is read behind the end
  uint8_t *data = malloc(n ? n : 1);
  if (!data) return -1;
  memcpy(data, buffer, n);
  fprintf(stderr, "%s\n", path);  // the last one is the one that failed
  LLVMFuzzerTestOneInput(data, n);
  free(data);
  return 1;
}

// How many files; -1: one cannot be read.
static int replay(const char *path) {
  struct stat st;
  struct dirent **entry = NULL;
  if (stat(path, &st) != 0) return -1;
  if (!S_ISDIR(st.st_mode)) return replay_file(path);
  int n = scandir(path, &entry, NULL, alphasort), done = 0;
  for (int i = 0; i < n; i++) {
    char file[4096];
    int length = snprintf(file, sizeof file, "%s/%s", path, entry[i]->d_name);
    if (entry[i]->d_name[0] != '.' && done >= 0) {
      int one = length < (int)sizeof file ? replay_file(file) : -1;
      done = one < 0 ? -1 : done + one;
    }
    free(entry[i]);
  }
  free(entry);
  return done;
}

int main(int argc, char **argv) {
  int all = 0;
  for (int i = 1; i < argc; i++) {
    int n = replay(argv[i]);
    if (n <= 0) {
      fprintf(stderr, "replay: %s: %s\n", argv[i], n ? "cannot be read" : "holds no file");
      return 1;
    }
    all += n;
  }
  printf("replayed %d files\n", all);
  return all > 0 ? 0 : 1;
}
