#include "results_file.h"

#include <string.h>

#include "checksum.h"
#include "hdf5/hdf5_use.h"

enum { MOST_CHANNELS = 256, NAME_TEXT = 128 };

// Rows that a channel can have in a file of this size: a small file does not ask for much memory.
static hsize_t most_rows(hid_t group, hsize_t nchannel) {
  hid_t file = H5Iget_file_id(group);
  hsize_t most = file >= 0 ? cat_hdf5_most(file) : 0;
  if (file >= 0) H5Fclose(file);
  return most / nchannel;
}

// Rows of a channel, -1: it is none of ours.
static long count_rows(hid_t group, const char *name, hsize_t most) {
  hsize_t n = 0;
  hid_t set = cat_hdf5_dataset(group, name), space = set >= 0 ? H5Dget_space(set) : -1;
  bool good = space >= 0 && H5Sget_simple_extent_ndims(space) == 1 &&
              H5Sget_simple_extent_dims(space, &n, NULL) == 1 && n <= most;
  if (space >= 0) H5Sclose(space);
  if (set >= 0) H5Dclose(set);
  return good ? (long)n : -1;
}

static bool read_channel(hid_t group, const char *name, double *data) {
  hid_t set = cat_hdf5_dataset(group, name);
  bool done = set >= 0 && H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0;
  if (set >= 0) H5Dclose(set);
  return done;
}

// An attribute of a channel, or "".
static void read_text(hid_t group, const char *name, const char *which, char *text) {
  hid_t set = cat_hdf5_dataset(group, name);
  text[0] = '\0';
  if (set < 0) return;
  cat_hdf5_text(set, which, text, NAME_TEXT);
  H5Dclose(set);
}

// Files of versions that did not tell the abscissa: known by its name.
static int guess_first(const CatColumn *column, int n) {
  static const char *const usual[] = {"t", "x", "n", "frequency", "f", "wavelength"};
  for (size_t k = 0; k < sizeof usual / sizeof *usual; k++) {
    for (int i = 0; i < n; i++) {
      if (strcmp(column[i].name, usual[k]) == 0) return i;
    }
  }
  return 0;
}

// The abscissa becomes the first channel again: HDF5 lists them by name.
static void put_first(hid_t group, CatColumn *column, int n) {
  char name[NAME_TEXT] = "";
  cat_hdf5_text(group, "abscissa", name, sizeof name);
  int first = name[0] ? 0 : guess_first(column, n);
  for (int i = 0; i < n && name[0]; i++) {
    if (strcmp(column[i].name, name) == 0) first = i;
  }
  CatColumn c = column[first];
  memmove(column + 1, column, (size_t)first * sizeof *column);
  column[0] = c;
}

// The channels' names and units; returns how many, 0: something is wrong with them.
static int list_channels(CatRecord *rec, hid_t group, CatColumn *column, long *rows) {
  H5G_info_t info = {0};
  if (H5Gget_info(group, &info) < 0 || info.nlinks < 1 || info.nlinks > MOST_CHANNELS) return 0;
  hsize_t most = most_rows(group, info.nlinks);
  for (hsize_t i = 0; i < info.nlinks; i++) {
    char name[NAME_TEXT], unit[NAME_TEXT], doc[NAME_TEXT];
    ssize_t n = H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, sizeof name,
                                   H5P_DEFAULT);
    if (n < 1 || n >= (ssize_t)sizeof name) return 0;
    long here = count_rows(group, name, most);
    if (here < 0 || (i > 0 && here != *rows)) return 0;
    *rows = here;
    read_text(group, name, "unit", unit);
    read_text(group, name, "description", doc);
    column[i] = (CatColumn){cat_record_textf(rec, "%s", name), cat_record_textf(rec, "%s", unit),
                            cat_record_textf(rec, "%s", doc)};
    if (!column[i].name || !column[i].unit || !column[i].doc) return 0;
  }
  put_first(group, column, (int)info.nlinks);
  return (int)info.nlinks;
}

static CatStatus read_group(CatRecord *rec, hid_t group, const char *as, const CatTable **out) {
  CatColumn column[MOST_CHANNELS];
  long rows = 0;
  int n = list_channels(rec, group, column, &rows);
  if (n == 0) return cat_record_ok(rec);
  CatTable *table = cat_record_table(rec, as, column, n, (size_t)rows);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < n; i++) {
    if (!read_channel(group, column[i].name, table->channel[i].data)) return CAT_OK;
  }
  table->n = (size_t)rows;
  *out = table;
  return CAT_OK;
}

//---------------------------------- frames --------------------------------------------------------

// Rows and numbers in a row of a dataset of two dimensions; false: there is none like that.
static bool size_of(hid_t group, const char *name, hsize_t size[2]) {
  hid_t set = H5Lexists(group, name, H5P_DEFAULT) > 0 ? cat_hdf5_dataset(group, name) : -1;
  hid_t space = set >= 0 ? H5Dget_space(set) : -1;
  hsize_t most = most_rows(group, 1) * 2;  // single precision
  bool good = space >= 0 && H5Sget_simple_extent_ndims(space) == 2 &&
              H5Sget_simple_extent_dims(space, size, NULL) == 2 && size[1] > 0 &&
              size[1] <= 10000000 && size[0] <= most / size[1];
  if (space >= 0) H5Sclose(space);
  if (set >= 0) H5Dclose(set);
  return good;
}

static bool read_rows(hid_t group, const char *name, float *data) {
  hid_t set = cat_hdf5_dataset(group, name);
  bool done = set >= 0 && H5Dread(set, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0;
  if (set >= 0) H5Dclose(set);
  return done;
}

static CatStatus read_frames(CatRecord *rec, hid_t group) {
  bool modes = H5Lexists(group, "frequency", H5P_DEFAULT) > 0;
  const char *at = modes ? "frequency" : "t";
  hsize_t up[2], force[2] = {0, 0}, sideways[2] = {0, 0};
  long rows =
      H5Lexists(group, at, H5P_DEFAULT) > 0 ? count_rows(group, at, most_rows(group, 1)) : -1;
  if (rows < 1 || !size_of(group, "up", up) || up[0] != (hsize_t)rows) return CAT_OK;
  bool has_force = size_of(group, "force", force) && force[0] == up[0];
  bool has_sideways = size_of(group, "sideways", sideways) && sideways[0] == up[0];
  if (has_sideways && sideways[1] != up[1]) return CAT_OK;
  CatFramesSetup setup = {.kind = modes ? CAT_FRAMES_MODES : CAT_FRAMES_TIME,
                          .npoint = (int)up[1],
                          .nlink = has_force ? (int)force[1] : 0,
                          .capacity = (size_t)rows,
                          .sideways = has_sideways};
  CatFrames *f = cat_record_frames_new(rec, &setup);
  if (!f) return CAT_ERR_MEMORY;
  bool done = read_channel(group, at, f->at) && read_rows(group, "up", f->up) &&
              (!has_sideways || read_rows(group, "sideways", f->sideways)) &&
              (!has_force || read_rows(group, "force", f->force));
  f->n = done ? (size_t)rows : 0;
  return CAT_OK;
}

//---------------------------------- the file ------------------------------------------------------

struct CatResultsFile {
  CatContext *ctx;
  hid_t id;
};

CatStatus cat_results_file_image(CatContext *ctx, const char *path, void *bytes, size_t n,
                                 CatResultsFile **out) {
  *out = NULL;
  CAT_TRY(cat_hdf5_room(ctx, n));
  CatResultsFile *file = CAT_NEW(ctx, 1, CatResultsFile);
  if (!file) return CAT_ERR_MEMORY;
  CatHdf5Use use = cat_hdf5_begin();
  *file = (CatResultsFile){.ctx = ctx, .id = cat_hdf5_image(file, bytes, n)};
  cat_hdf5_end(use);
  if (file->id >= 0) {
    *out = file;
    return CAT_OK;
  }
  cat_free(ctx, file);
  return CAT_FAIL_AT(ctx, (CatPlace){.file = path}, "", "found no HDF5 file, expected results.h5");
}

CatStatus cat_results_file_open(CatContext *ctx, const char *path, CatResultsFile **out) {
  void *bytes = NULL;
  size_t n = 0;
  *out = NULL;
  CAT_TRY(cat_checksum_read(ctx, path, &bytes, &n));
  CatStatus status = bytes ? cat_results_file_image(ctx, path, bytes, n, out) : CAT_OK;
  cat_free(ctx, bytes);
  return status;
}

CatStatus cat_results_file_parse(CatContext *ctx, const char *name, const void *bytes, size_t n,
                                 CatResultsFile **out) {
  *out = NULL;
  CAT_TRY(cat_checksum_check(ctx, name, bytes, n));
  void *copy = cat_resize(ctx, NULL, n, 1);  // HDF5 takes no const
  if (!copy) return CAT_ERR_MEMORY;
  memcpy(copy, bytes, n);
  CatStatus status = cat_results_file_image(ctx, name, copy, n, out);
  cat_free(ctx, copy);
  return status;
}

void cat_results_file_free(CatResultsFile *file) {
  if (!file) return;
  CatHdf5Use use = cat_hdf5_begin();
  H5Fclose(file->id);
  cat_hdf5_end(use);
  cat_free(file->ctx, file);
}

CatStatus cat_results_file_table(const CatResultsFile *file, CatRecord *rec, const char *table,
                                 const char *as, const CatTable **out) {
  *out = NULL;
  CatHdf5Use use = cat_hdf5_begin();
  hid_t group = cat_hdf5_group(file->id, table);
  CatStatus status = group >= 0 ? read_group(rec, group, as, out) : CAT_OK;
  if (group >= 0) H5Gclose(group);
  cat_hdf5_end(use);
  return status;
}

static CatStatus read_object(const CatResultsFile *file, CatRecord *rec, const char *name) {
  H5O_info_t info;
  const CatTable *table = NULL;
  if (H5Oget_info_by_name(file->id, name, &info, H5P_DEFAULT) < 0) return CAT_OK;
  if (info.type != H5O_TYPE_GROUP) return CAT_OK;
  hid_t group = cat_hdf5_group(file->id, name);
  if (group < 0) return CAT_OK;
  CatStatus status =
      strcmp(name, "frames") == 0 ? read_frames(rec, group) : read_group(rec, group, name, &table);
  H5Gclose(group);
  return status;
}

CatStatus cat_results_file_all(const CatResultsFile *file, CatRecord *rec) {
  enum { MOST_TABLES = 1000 };
  CatStatus status = CAT_OK;
  H5G_info_t info = {0};
  CatHdf5Use use = cat_hdf5_begin();
  if (H5Gget_info(file->id, &info) < 0 || info.nlinks > MOST_TABLES) info.nlinks = 0;
  for (hsize_t i = 0; i < info.nlinks && !status; i++) {
    char name[NAME_TEXT];
    ssize_t n = H5Lget_name_by_idx(file->id, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, sizeof name,
                                   H5P_DEFAULT);
    if (n >= 1 && n < (ssize_t)sizeof name) status = read_object(file, rec, name);
  }
  cat_hdf5_end(use);
  return status;
}
