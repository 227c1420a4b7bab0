// Reads what the program wrote, for the scripts: is it whole, and what does it say?
//
//   probe json FILE [KEY]   FILE is exactly one JSON object; prints its member KEY, a dotted path
//   probe h5 FILE           FILE opens and every object in it can be visited
//   probe sums FILE         of each channel in the HDF5 file: count, mean, root mean square, last
#include <cjson/cJSON.h>
#include <hdf5.h>
#include <math.h>
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

static void print_sums(const char *name, const double *x, hssize_t n) {
  double sum = 0, square = 0;
  for (hssize_t i = 0; i < n; i++) sum += x[i], square += x[i] * x[i];
  printf("%s count\t%lld\n%s\t%.12g\n%s rms\t%.12g\n%s last\t%.12g\n", name, (long long)n, name,
         sum / (double)n, name, sqrt(square / (double)n), name, x[n - 1]);
}

static herr_t visit_channel(hid_t group, const char *name, const H5O_info_t *info, void *count) {
  if (info->type != H5O_TYPE_DATASET) return 0;
  hid_t set = H5Dopen2(group, name, H5P_DEFAULT), type = H5Dget_type(set);
  hid_t space = H5Dget_space(set);
  hssize_t n = H5Sget_simple_extent_npoints(space);
  if (H5Tget_class(type) == H5T_FLOAT && n > 0) {
    double *x = malloc((size_t)n * sizeof *x);
    if (x && H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) >= 0) {
      print_sums(name, x, n);
      ++*(int *)count;
    }
    free(x);
  }
  H5Sclose(space);
  H5Tclose(type);
  H5Dclose(set);
  return 0;
}

static int probe_sums(const char *path) {
  int count = 0;
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file < 0) return 1;
  H5Ovisit2(file, H5_INDEX_NAME, H5_ITER_INC, visit_channel, &count, H5O_INFO_BASIC);
  H5Fclose(file);
  return count == 0;
}

int main(int argc, char **argv) {
  if (argc >= 3 && strcmp(argv[1], "json") == 0) return probe_json(argv[2], argv[3]);
  if (argc == 3 && strcmp(argv[1], "h5") == 0) return probe_h5(argv[2]);
  if (argc == 3 && strcmp(argv[1], "sums") == 0) return probe_sums(argv[2]);
  fprintf(stderr, "usage: probe json FILE [KEY] | probe h5 FILE | probe sums FILE\n");
  return 2;
}
