// Datasets of any size and content as the HDF5 file of a bridge: the first bytes are its sizes. The
// file itself is HDF5's own, since HDF5 1.10 reads through null pointers where its metadata are
// damaged (fuzz_results.c).
#include "beside.h"

#include <hdf5.h>

static void put(hid_t file, const char *name, hsize_t rows, hsize_t columns, FuzzBytes *from) {
  hsize_t size[2] = {rows, columns};
  double x[16 * 16] = {0};
  hid_t space = H5Screate_simple(columns > 1 ? 2 : 1, size, NULL);
  bool text = fuzz_byte(from) == 't';
  hid_t set = H5Dcreate2(file, name, text ? H5T_C_S1 : H5T_NATIVE_DOUBLE, space, H5P_DEFAULT,
                         H5P_DEFAULT, H5P_DEFAULT);
  fuzz_take(from, x, (size_t)(rows * columns) * sizeof *x);
  FUZZ_CHECK(set >= 0);
  if (!text) FUZZ_CHECK(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) >= 0);
  H5Dclose(set), H5Sclose(space);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const names[] = {"f", "mass", "damping", "x", "y", "shapes"};
  FuzzBytes bytes = {data, size};
  char path[4200];
  snprintf(path, sizeof path, "%s/bridge.h5", fuzz_folder());
  hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  FUZZ_CHECK(file >= 0);
  for (int i = 0; i < 6; i++) {
    uint8_t shape = fuzz_byte(&bytes);  // rows and columns; 0: not there
    if (shape) put(file, names[i], shape % 16, 1 + shape / 16, &bytes);
  }
  H5Fclose(file);
  beside_try("kind: bridge\nbridge:\n  length: 30 m\n  modes: 3\n"
             "  imported: {modes: bridge.h5, shapes: bridge.h5}\n",
             cat_case_modes);
  FUZZ_CHECK(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL) == 0);
  return 0;
}
