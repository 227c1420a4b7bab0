# Warnings are errors; floating point is what the source says; hardened as far as costs nothing.
add_compile_options(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wformat=2 -Wimplicit-fallthrough
                    -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror)
add_compile_options(-ffp-contract=off -fno-math-errno -fstack-protector-strong)
add_compile_definitions(_POSIX_C_SOURCE=200809L)
include(CheckPIESupported)
check_pie_supported(LANGUAGES C)  # not every compiler links position-independent programs unasked
add_link_options(-Wl,-z,relro,-z,now,-z,noexecstack -Wl,--as-needed)
# Programs look for libraries where they were linked, built and installed alike. CMake's own path of
# a build tree is padded and may end with an empty entry: the current folder.
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)

set(CMAKE_C_FLAGS_RELEASE "-O2 -g -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2")
set(CMAKE_C_FLAGS_DEBUG "-O0 -g3")

set(CAT_SANITIZE "" CACHE STRING "sanitizers to build with, such as address,undefined or thread")
if(CAT_SANITIZE)
  add_compile_options(-O1 -fsanitize=${CAT_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${CAT_SANITIZE})
endif()

option(CAT_FUZZ "build the targets of tests/fuzz for libFuzzer, as the preset fuzz does" OFF)

option(CAT_COVERAGE "instrument for gcovr" OFF)
if(CAT_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
else()
  # the same bytes wherever the tree lies; gcovr, though, must find the sources
  add_compile_options(-ffile-prefix-map=${CMAKE_SOURCE_DIR}/=
                      -ffile-prefix-map=${CMAKE_BINARY_DIR}/=)
endif()
