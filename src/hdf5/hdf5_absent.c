// A build without HDF5 (CAT_HDF5).
#include "hdf5_arrays.h"

static const char sign[] = "\211HDF\r\n\032\n";

bool cat_hdf5_is(const void *bytes, size_t n) {
  for (size_t i = 0; i < sizeof sign - 1; i++) {
    if (i >= n || ((const char *)bytes)[i] != sign[i]) return false;
  }
  return true;
}

CatStatus cat_hdf5_open(CatContext *ctx, const char *path, void *bytes, size_t n,
                        CatHdf5File **out) {
  (void)bytes, (void)n;
  *out = NULL;
  return CAT_FAIL_AT(ctx, (CatPlace){.file = path}, "",
                     "found an HDF5 file, expected CSV: this build was made without HDF5");
}

void cat_hdf5_close(CatHdf5File *file) {
  (void)file;
}

CatStatus cat_hdf5_look(const CatHdf5File *file, const char *name, CatHdf5Array *out) {
  (void)file, (void)name;
  *out = (CatHdf5Array){0};
  return CAT_OK;
}

// NOLINTNEXTLINE(readability-non-const-parameter): as with HDF5
CatStatus cat_hdf5_read(const CatHdf5File *file, const char *name, double *out) {
  (void)file, (void)name, (void)out;
  return CAT_OK;
}
