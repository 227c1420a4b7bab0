#include "results_file.h"

#include <stdio.h>

#include "checksum.h"
#include "hdf5_use.h"

enum { MOST_CHANNELS = 256, NAME_TEXT = 128 };

// Rows that a channel can have in a file of this size: a small file does not ask for much memory.
static hsize_t most_rows(hid_t group, hsize_t nchannel) {
  enum { DEFLATE = 1032 };  // the most that it makes of a byte
  hsize_t bytes = 0;
  hid_t file = H5Iget_file_id(group);
  if (file < 0 || H5Fget_filesize(file, &bytes) < 0) bytes = 0;
  if (file >= 0) H5Fclose(file);
  return bytes * DEFLATE / (nchannel * sizeof(double));
}

// Rows of a channel, -1: it is none of ours.
static long count_rows(hid_t group, const char *name, hsize_t most) {
  hsize_t n = 0;
  hid_t set = H5Dopen2(group, name, H5P_DEFAULT), space = set >= 0 ? H5Dget_space(set) : -1;
  bool good = space >= 0 && H5Sget_simple_extent_ndims(space) == 1 &&
              H5Sget_simple_extent_dims(space, &n, NULL) == 1 && n <= most;
  if (space >= 0) H5Sclose(space);
  if (set >= 0) H5Dclose(set);
  return good ? (long)n : -1;
}

static bool read_channel(hid_t group, const char *name, double *data) {
  hid_t set = H5Dopen2(group, name, H5P_DEFAULT);
  bool done = set >= 0 && H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0;
  if (set >= 0) H5Dclose(set);
  return done;
}

static void read_unit(hid_t group, const char *name, char *unit, size_t size) {
  hid_t set = H5Dopen2(group, name, H5P_DEFAULT);
  hid_t attribute = set >= 0 ? H5Aopen(set, "unit", H5P_DEFAULT) : -1;
  hid_t type = attribute >= 0 ? H5Aget_type(attribute) : -1;
  unit[0] = '\0';
  bool fits = type >= 0 && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 &&
              H5Tget_size(type) < size;
  if (fits && H5Aread(attribute, type, unit) < 0) unit[0] = '\0';
  if (fits) unit[H5Tget_size(type)] = '\0';
  if (type >= 0) H5Tclose(type);
  if (attribute >= 0) H5Aclose(attribute);
  if (set >= 0) H5Dclose(set);
}

// The channels' names and units; returns how many, 0: something is wrong with them.
static int list_channels(CatRecord *rec, hid_t group, CatColumn *column, long *rows) {
  H5G_info_t info = {0};
  if (H5Gget_info(group, &info) < 0 || info.nlinks < 1 || info.nlinks > MOST_CHANNELS) return 0;
  hsize_t most = most_rows(group, info.nlinks);
  for (hsize_t i = 0; i < info.nlinks; i++) {
    char name[NAME_TEXT], unit[NAME_TEXT];
    ssize_t n = H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, sizeof name,
                                   H5P_DEFAULT);
    if (n < 1 || n >= (ssize_t)sizeof name) return 0;
    long here = count_rows(group, name, most);
    if (here < 0 || (i > 0 && here != *rows)) return 0;
    *rows = here;
    read_unit(group, name, unit, sizeof unit);
    column[i] =
        (CatColumn){cat_record_textf(rec, "%s", name), cat_record_textf(rec, "%s", unit), ""};
    if (!column[i].name || !column[i].unit) return 0;
  }
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

//---------------------------------- the file ------------------------------------------------------

struct CatResultsFile {
  CatContext *ctx;
  hid_t id;
};

// HDF5 refuses the name of a file on the disk even for one that is in memory only, and takes two
// open ones of one name for the same: the name is one that no file can have, and of this file
// alone.
static hid_t open_image(const CatResultsFile *of, void *bytes, size_t n) {
  hid_t access = H5Pcreate(H5P_FILE_ACCESS), file = -1;
  char name[64];
  snprintf(name, sizeof name, "/dev/null/results-%p", (const void *)of);
  if (access >= 0 && H5Pset_fapl_core(access, n, false) >= 0 &&
      H5Pset_file_image(access, bytes, n) >= 0) {
    file = H5Fopen(name, H5F_ACC_RDONLY, access);
  }
  if (access >= 0) H5Pclose(access);
  return file;
}

CatStatus cat_results_file_image(CatContext *ctx, const char *path, void *bytes, size_t n,
                                 CatResultsFile **out) {
  *out = NULL;
  CAT_TRY(cat_hdf5_room(ctx, n));
  CatResultsFile *file = CAT_NEW(ctx, 1, CatResultsFile);
  if (!file) return CAT_ERR_MEMORY;
  CatHdf5Use use = cat_hdf5_begin();
  *file = (CatResultsFile){.ctx = ctx, .id = open_image(file, bytes, n)};
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
  hid_t group = H5Gopen2(file->id, table, H5P_DEFAULT);
  CatStatus status = group >= 0 ? read_group(rec, group, as, out) : CAT_OK;
  if (group >= 0) H5Gclose(group);
  cat_hdf5_end(use);
  return status;
}
