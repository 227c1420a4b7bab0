# Layers: src/<folder> is an object library whose include path holds lower levels only.
#
# The path is build/layers/<folder>/, a directory of links to the folders that it may see, so that
# sources say  #include "base/context.h"  and an upward or sideways include does not compile.

set_property(GLOBAL PROPERTY CAT_LAYERS "")

function(cat_layer folder level)
  string(REPLACE "/" "_" target "${folder}")
  set(target "layer_${target}")
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/${folder}/*.c")
  add_library(${target} OBJECT ${sources} ${ARGN})
  set(view "${CMAKE_BINARY_DIR}/layers/${folder}")
  file(REMOVE_RECURSE "${view}")
  file(MAKE_DIRECTORY "${view}")
  get_property(layers GLOBAL PROPERTY CAT_LAYERS)
  foreach(lower IN LISTS layers)
    string(REGEX MATCH "^(.*):([0-9]+)$" _ "${lower}")
    set(other "${CMAKE_MATCH_1}")
    if(CMAKE_MATCH_2 LESS level)
      get_filename_component(parent "${view}/${other}" DIRECTORY)
      file(MAKE_DIRECTORY "${parent}")
      file(CREATE_LINK "${CMAKE_SOURCE_DIR}/src/${other}" "${view}/${other}" SYMBOLIC)
    endif()
  endforeach()
  target_include_directories(${target} PRIVATE "${view}" "${CMAKE_SOURCE_DIR}/include")
  set_property(GLOBAL APPEND PROPERTY CAT_LAYERS "${folder}:${level}")
  set_property(GLOBAL APPEND PROPERTY CAT_LAYER_TARGETS ${target})
endfunction()

# What a layer needs from outside: cat_layer_uses(input PkgConfig::YAML)
function(cat_layer_uses folder)
  string(REPLACE "/" "_" target "${folder}")
  target_link_libraries(layer_${target} PRIVATE ${ARGN})
  set_property(GLOBAL APPEND PROPERTY CAT_LAYER_PACKAGES ${ARGN})
endfunction()

# What the shared library shows: the functions that the public headers declare, nothing else.
function(cat_version_script out)
  file(GLOB headers CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/include/catenaria/*.h")
  set(names "")
  foreach(header IN LISTS headers)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${header}")
    file(STRINGS "${header}" lines REGEX "^[A-Za-z].*cat_[a-z_]+\\(")
    foreach(line IN LISTS lines)
      string(REGEX MATCH "cat_[a-z0-9_]+" name "${line}")
      string(APPEND names "    ${name};\n")
    endforeach()
  endforeach()
  file(WRITE "${out}" "{\n  global:\n${names}  local: *;\n};\n")
endfunction()

# The library from all layers so far, static and shared, with the public headers. Who links the
# static one gets the linear algebra of tests, or with CAT_LAPACK_INSIDE that of the program
# (packages.cmake).
function(cat_library)
  get_property(targets GLOBAL PROPERTY CAT_LAYER_TARGETS)
  get_property(packages GLOBAL PROPERTY CAT_LAYER_PACKAGES)
  if(packages)
    list(REMOVE_DUPLICATES packages)
  endif()
  set(objects "")
  foreach(target IN LISTS targets)
    list(APPEND objects $<TARGET_OBJECTS:${target}>)
  endforeach()
  foreach(type STATIC SHARED)
    string(TOLOWER ${type} suffix)
    add_library(catenaria_${suffix} ${type} ${objects})
    target_include_directories(catenaria_${suffix} PUBLIC
      $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
    target_link_libraries(catenaria_${suffix} PRIVATE ${packages} m)
    set_target_properties(catenaria_${suffix} PROPERTIES OUTPUT_NAME catenaria
      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
  endforeach()
  target_link_libraries(catenaria_shared PRIVATE cat_lapack_inside)
  target_link_libraries(catenaria_static INTERFACE
    $<IF:$<BOOL:$<TARGET_PROPERTY:CAT_LAPACK_INSIDE>>,cat_lapack_inside,cat_lapack>)
  set(script "${CMAKE_BINARY_DIR}/catenaria.map")
  cat_version_script("${script}")
  target_link_options(catenaria_shared PRIVATE "-Wl,--version-script=${script}")
  set_target_properties(catenaria_shared PROPERTIES LINK_DEPENDS "${script}")
endfunction()
