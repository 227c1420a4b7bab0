// Reads what the program wrote, for the scripts: is it whole, and what does it say?
//
//   probe json FILE [KEY]   FILE is exactly one JSON object; prints its member KEY, a dotted path
//   probe h5 FILE           FILE opens and every object in it can be visited
#include <cjson/cJSON.h>
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_all(const char *path) {
  FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
  if (!file) return NULL;
  size_t n = 0, room = 1 << 20;
  char *text = malloc(room + 1);
  size_t got = 0;
  while (text && (got = fread(text + n, 1, room - n, file)) > 0) {
    n += got;
    if (n == room) text = realloc(text, (room *= 2) + 1);
  }
  if (text) text[n] = '\0';
  fclose(file);
  return text;
}

static const cJSON *find(const cJSON *at, char *path) {
  for (char *key = strtok(path, "."); key && at; key = strtok(NULL, ".")) {
    at = cJSON_IsArray(at) ? cJSON_GetArrayItem(at, atoi(key))
                           : cJSON_GetObjectItemCaseSensitive(at, key);
  }
  return at;
}

static int print_item(const cJSON *item) {
  if (!item) return 1;
  if (cJSON_IsString(item)) {
    puts(item->valuestring);
  } else {
    char *text = cJSON_PrintUnformatted(item);
    puts(text ? text : "");
    cJSON_free(text);
  }
  return 0;
}

static int probe_json(const char *path, char *key) {
  char *text = read_all(path);
  // the whole text must be the one object, but for white space behind it
  const char *end = NULL;
  cJSON *root = text ? cJSON_ParseWithOpts(text, &end, 0) : NULL;
  int bad = !cJSON_IsObject(root) || strspn(end, " \n") != strlen(end);
  if (bad) fprintf(stderr, "%s: not exactly one JSON object\n", path);
  if (!bad && key) bad = print_item(find(root, key));
  cJSON_Delete(root);
  free(text);
  return bad;
}

static herr_t visit(hid_t group, const char *name, const H5O_info_t *info, void *count) {
  (void)group, (void)name, (void)info;
  ++*(int *)count;
  return 0;
}

static int probe_h5(const char *path) {
  H5Eset_auto(H5E_DEFAULT, NULL, NULL);
  int count = 0;
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  int bad =
      file < 0 || H5Ovisit2(file, H5_INDEX_NAME, H5_ITER_NATIVE, visit, &count, H5O_INFO_BASIC) < 0;
  if (file >= 0) H5Fclose(file);
  if (bad || count < 2) fprintf(stderr, "%s: not a whole HDF5 file\n", path);
  return bad || count < 2;
}

int main(int argc, char **argv) {
  if (argc >= 3 && strcmp(argv[1], "json") == 0) return probe_json(argv[2], argv[3]);
  if (argc == 3 && strcmp(argv[1], "h5") == 0) return probe_h5(argv[2]);
  fprintf(stderr, "usage: probe json FILE [KEY] | probe h5 FILE\n");
  return 2;
}
