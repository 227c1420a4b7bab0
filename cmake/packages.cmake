# What comes from outside, all of it Debian packages (tools/install-deps).
find_package(PkgConfig REQUIRED)
pkg_check_modules(YAML REQUIRED IMPORTED_TARGET yaml-0.1)
set(hdf5 "")
if(CAT_HDF5)
  pkg_check_modules(HDF5 REQUIRED IMPORTED_TARGET hdf5-serial)
  set(hdf5 PkgConfig::HDF5)
endif()
pkg_check_modules(CJSON REQUIRED IMPORTED_TARGET libcjson)
if(CAT_WEB)
  find_package(Threads REQUIRED)
  find_path(CIVETWEB_INCLUDE civetweb.h)
  find_library(CIVETWEB_LIBRARY civetweb)
  find_file(THREE_JS three.min.js PATHS /usr/share/javascript/three NO_DEFAULT_PATH)
  find_file(THREE_ORBIT_JS OrbitControls.js PATHS /usr/share/javascript/three/examples/js/controls
            NO_DEFAULT_PATH)
  foreach(part CIVETWEB_INCLUDE CIVETWEB_LIBRARY THREE_JS THREE_ORBIT_JS)
    if(NOT ${part})
      message(FATAL_ERROR "${part} was not found. On Debian: apt install libcivetweb-dev libjs-three; "
                          "elsewhere set -D${part}=<file>, or -DCAT_WEB=OFF for no viewer.")
    endif()
  endforeach()
endif()

# Linear algebra: OpenBLAS, its serial build, and ARPACK. By name and not by what the system's
# alternatives say, which may change under an installed program: the builds differ in threads, in
# memory and in how they are to be called (src/linalg/blas.h).
#
#   cat_lapack_inside   into the program and the shared library: a copy of their own, not shared with
#                       a host program that uses OpenBLAS too
#   cat_lapack          tests and benchmarks: the same build as a shared library, quick to link
set(serial "/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/openblas-serial")
find_library(OPENBLAS_SHARED openblas HINTS "${serial}" NO_CMAKE_SYSTEM_PATH)
find_library(OPENBLAS_SHARED openblas)
find_library(OPENBLAS_STATIC libopenblas.a HINTS "${serial}" NO_CMAKE_SYSTEM_PATH)
find_library(OPENBLAS_STATIC libopenblas.a)
find_library(ARPACK_STATIC libarpack.a)
find_library(ARPACK_SHARED arpack)
find_library(FORTRAN_RUNTIME NAMES gfortran libgfortran.so.5)
if(NOT CAT_ARPACK)
  set(ARPACK_STATIC "")
  set(ARPACK_SHARED "")
endif()
foreach(part OPENBLAS_SHARED ARPACK_SHARED)
  if("${${part}}" MATCHES "NOTFOUND$")
    message(FATAL_ERROR "${part} was not found. On Debian: apt install libopenblas-serial-dev "
                        "libarpack2-dev; elsewhere set -D${part}=<file>.")
  endif()
endforeach()
set(static_arpack FALSE)  # or none is needed
if(FORTRAN_RUNTIME AND NOT "${ARPACK_STATIC}" MATCHES "NOTFOUND$")
  set(static_arpack TRUE)
endif()

add_library(cat_lapack INTERFACE)
add_library(cat_lapack_inside INTERFACE)
if(static_arpack)  # the shared one would bring libblas.so.3 of the alternatives
  target_link_libraries(cat_lapack INTERFACE ${ARPACK_STATIC} ${OPENBLAS_SHARED} ${FORTRAN_RUNTIME})
else()
  target_link_libraries(cat_lapack INTERFACE ${ARPACK_SHARED} ${OPENBLAS_SHARED})
endif()
if(OPENBLAS_STATIC AND static_arpack)
  target_link_libraries(cat_lapack_inside INTERFACE ${ARPACK_STATIC} ${OPENBLAS_STATIC}
                        ${FORTRAN_RUNTIME})
else()
  message(STATUS "No static OpenBLAS or ARPACK: the program will use ${OPENBLAS_SHARED}")
  target_link_libraries(cat_lapack_inside INTERFACE cat_lapack)
endif()
