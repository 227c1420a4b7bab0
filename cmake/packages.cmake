# What comes from outside, all of it Debian packages (tools/install-deps).
find_package(PkgConfig REQUIRED)
pkg_check_modules(LAPACK REQUIRED IMPORTED_TARGET openblas)
pkg_check_modules(ARPACK REQUIRED IMPORTED_TARGET arpack)
pkg_check_modules(YAML REQUIRED IMPORTED_TARGET yaml-0.1)
pkg_check_modules(HDF5 REQUIRED IMPORTED_TARGET hdf5-serial)
pkg_check_modules(CJSON REQUIRED IMPORTED_TARGET libcjson)
