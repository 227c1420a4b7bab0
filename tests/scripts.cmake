# Scripts: tests/<folder>/<name>.sh is one CTest test. It exits with 77, and counts as skipped, if a
# tool that it needs is not installed.
add_executable(probe robust/probe.c)
target_link_libraries(probe PRIVATE PkgConfig::CJSON PkgConfig::HDF5 m)

add_executable(host robust/host.c)
target_link_libraries(host PRIVATE catenaria_static)

set(instrumented "${CAT_SANITIZE}")
if(CAT_COVERAGE)
  set(instrumented coverage)
endif()

foreach(folder app robust tools)
  file(GLOB scripts CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${folder}/*.sh)
  list(FILTER scripts EXCLUDE REGEX "app/absent")  # of builds without some parts (CMakeLists.txt)
  list(REMOVE_ITEM scripts robust/lib.sh)
  foreach(script IN LISTS scripts)
    string(REGEX REPLACE "\\.sh$" "" name ${script})
    add_test(NAME ${name} COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/${script})
    set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT ${script_timeout} ENVIRONMENT
      "CATENARIA=$<TARGET_FILE:catenaria>;PROBE=$<TARGET_FILE:probe>;HOST=$<TARGET_FILE:host>;BUILD=${CMAKE_BINARY_DIR};INSTRUMENTED=${instrumented}")
  endforeach()
endforeach()

# timing and tracing: alone, and not under sanitizers
set_tests_properties(robust/kill robust/signals PROPERTIES RUN_SERIAL ON LABELS slow)
set_tests_properties(robust/inject robust/limits robust/together PROPERTIES LABELS slow)
