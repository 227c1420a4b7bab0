#include "hdf5_arrays.h"

#include <string.h>

#include "hdf5_use.h"

struct CatHdf5File {
  CatContext *ctx;
  const char *path;
  hid_t id;
};

// "\211HDF\r\n\032\n" at byte 0, or behind a block of the user's.
bool cat_hdf5_is(const void *bytes, size_t n) {
  static const unsigned char sign[8] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
  for (size_t at = 0; at + sizeof sign <= n && at <= 4096; at = at ? 2 * at : 512) {
    if (memcmp((const char *)bytes + at, sign, sizeof sign) == 0) return true;
  }
  return false;
}

CatStatus cat_hdf5_open(CatContext *ctx, const char *path, void *bytes, size_t n,
                        CatHdf5File **out) {
  *out = NULL;
  CAT_TRY(cat_hdf5_room(ctx, n));
  CatHdf5File *file = CAT_NEW(ctx, 1, CatHdf5File);
  if (!file) return CAT_ERR_MEMORY;
  CatHdf5Use use = cat_hdf5_begin();
  *file = (CatHdf5File){ctx, path, cat_hdf5_image(file, bytes, n)};
  cat_hdf5_end(use);
  if (file->id >= 0) {
    *out = file;
    return CAT_OK;
  }
  cat_free(ctx, file);
  return CAT_FAIL_AT(ctx, (CatPlace){.file = path}, "",
                     "found an HDF5 file that is damaged or cut off, expected a whole one");
}

void cat_hdf5_close(CatHdf5File *file) {
  if (!file) return;
  CatHdf5Use use = cat_hdf5_begin();
  H5Fclose(file->id);
  cat_hdf5_end(use);
  cat_free(file->ctx, file);
}

static bool holds_numbers(hid_t set) {
  hid_t type = H5Dget_type(set);
  H5T_class_t class = type >= 0 ? H5Tget_class(type) : H5T_NO_CLASS;
  if (type >= 0) H5Tclose(type);
  return class == H5T_FLOAT || class == H5T_INTEGER;
}

// Rank of the dataset, its sizes; 0: it is none that can be read.
static int measure(hid_t set, hsize_t size[2]) {
  hid_t space = H5Dget_space(set);
  int rank = space >= 0 ? H5Sget_simple_extent_ndims(space) : 0;
  if (rank < 1 || rank > 2 || H5Sget_simple_extent_dims(space, size, NULL) != rank) rank = 0;
  if (space >= 0) H5Sclose(space);
  return rank;
}

static const char *look(const CatHdf5File *file, hid_t set, CatHdf5Array *out) {
  hsize_t size[2] = {0, 1}, most = cat_hdf5_most(file->id);
  if (!holds_numbers(set)) return "no numbers";
  if (measure(set, size) == 0) return "another number of dimensions";
  if (size[0] == 0 || size[1] == 0) return "nothing";
  if (size[0] > most || size[1] > most / size[0]) return "more numbers than the file can hold";
  *out = (CatHdf5Array){.found = true, .rows = (size_t)size[0], .columns = (size_t)size[1]};
  cat_hdf5_text(set, "unit", out->unit, sizeof out->unit);
  return NULL;
}

CatStatus cat_hdf5_look(const CatHdf5File *file, const char *name, CatHdf5Array *out) {
  const char *wrong = NULL;
  *out = (CatHdf5Array){0};
  CatHdf5Use use = cat_hdf5_begin();
  bool there = H5Lexists(file->id, name, H5P_DEFAULT) > 0;
  hid_t set = there ? cat_hdf5_dataset(file->id, name) : (hid_t)-1;
  if (set >= 0) wrong = look(file, set, out);
  if (there && set < 0) wrong = "no dataset of this file";
  if (set >= 0) H5Dclose(set);
  cat_hdf5_end(use);
  if (!wrong) return CAT_OK;
  return CAT_FAIL_AT(file->ctx, (CatPlace){.file = file->path}, name,
                     "found %s, expected numbers in one or two dimensions", wrong);
}

CatStatus cat_hdf5_read(const CatHdf5File *file, const char *name, double *out) {
  CatHdf5Use use = cat_hdf5_begin();
  hid_t set = cat_hdf5_dataset(file->id, name);
  bool done = set >= 0 && H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, out) >= 0;
  if (set >= 0) H5Dclose(set);
  cat_hdf5_end(use);
  if (done) return CAT_OK;
  return CAT_FAIL_AT(file->ctx, (CatPlace){.file = file->path}, name,
                     "found numbers that cannot be read, expected a whole file");
}
