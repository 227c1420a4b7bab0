// One number of a results.h5, read with HDF5 alone: what the viewer shows is compared with it.
//   read_h5 FILE DATASET ROW [COLUMN]
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>

static int read_one(hid_t set, const hsize_t at[2], double *value) {
  const hsize_t one[2] = {1, 1};
  hid_t space = H5Dget_space(set), here = H5Screate_simple(1, one, NULL);
  int n = H5Sget_simple_extent_ndims(space);
  int bad = n < 1 || n > 2 || H5Sselect_hyperslab(space, H5S_SELECT_SET, at, NULL, one, NULL) < 0 ||
            H5Dread(set, H5T_NATIVE_DOUBLE, here, space, H5P_DEFAULT, value) < 0;
  H5Sclose(here);
  H5Sclose(space);
  return bad;
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  const hsize_t at[2] = {strtoull(argv[3], NULL, 10), argc > 4 ? strtoull(argv[4], NULL, 10) : 0};
  double value = 0;
  hid_t file = H5Fopen(argv[1], H5F_ACC_RDONLY, H5P_DEFAULT);
  hid_t set = file >= 0 ? H5Dopen2(file, argv[2], H5P_DEFAULT) : -1;
  int bad = set < 0 || read_one(set, at, &value);
  if (!bad) printf("%.17g\n", value);
  if (set >= 0) H5Dclose(set);
  if (file >= 0) H5Fclose(file);
  return bad;
}
