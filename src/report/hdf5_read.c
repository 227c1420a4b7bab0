// Tables out of results.h5, as far as a comparison needs them.
#include <hdf5.h>
#include <string.h>

#include "writers.h"

enum { MOST_CHANNELS = 256, NAME_TEXT = 128 };
static const hsize_t most_rows = 100000000;

// Rows of a channel, -1: it is none of ours.
static long count_rows(hid_t group, const char *name) {
  hsize_t n = 0;
  hid_t set = H5Dopen2(group, name, H5P_DEFAULT), space = set >= 0 ? H5Dget_space(set) : -1;
  bool good = space >= 0 && H5Sget_simple_extent_ndims(space) == 1 &&
              H5Sget_simple_extent_dims(space, &n, NULL) == 1 && n <= most_rows;
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
  for (hsize_t i = 0; i < info.nlinks; i++) {
    char name[NAME_TEXT], unit[NAME_TEXT];
    ssize_t n = H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, sizeof name,
                                   H5P_DEFAULT);
    if (n < 1 || n >= (ssize_t)sizeof name) return 0;
    long here = count_rows(group, name);
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

CatStatus cat_hdf5_read(CatRecord *rec, const CatHdf5Table *from, const CatTable **out) {
  H5E_auto2_t handler = NULL;
  void *data = NULL;
  *out = NULL;
  H5Eget_auto2(H5E_DEFAULT, &handler, &data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  hid_t file = H5Fopen(from->file, H5F_ACC_RDONLY, H5P_DEFAULT);
  hid_t group = file >= 0 ? H5Gopen2(file, from->table, H5P_DEFAULT) : -1;
  CatStatus status = group >= 0 ? read_group(rec, group, from->as, out) : CAT_OK;
  if (group >= 0) H5Gclose(group);
  if (file >= 0) H5Fclose(file);
  H5Eset_auto2(H5E_DEFAULT, handler, data);
  return status;
}
