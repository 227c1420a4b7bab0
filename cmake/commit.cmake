# The commit that is built, in one small C file that changes only with it: cat_commit(<layer>) gives
# the layer  const char *cat_build_commit(void);  Twelve hexadecimal digits, "-dirty" behind them if
# tracked files differ from the commit, "unknown" outside a repository (-DCAT_COMMIT=... names it).
# Run as a script, this file looks it up:  cmake -DSOURCE=... -DOUT=... -DGIVEN=... -P commit.cmake

if(CMAKE_SCRIPT_MODE_FILE)
  cmake_minimum_required(VERSION 3.25)
  set(commit "${GIVEN}")
  if(NOT commit)
    set(commit unknown)
    execute_process(COMMAND git rev-parse --show-toplevel HEAD WORKING_DIRECTORY "${SOURCE}"
                    OUTPUT_VARIABLE found RESULT_VARIABLE failed ERROR_QUIET)
    file(REAL_PATH "${SOURCE}" source)
    # a release that was unpacked inside another repository is none of its commits
    if(failed STREQUAL 0 AND found MATCHES "^(.*)\n([0-9a-f]+)\n$" AND
       CMAKE_MATCH_1 STREQUAL source)
      string(SUBSTRING "${CMAKE_MATCH_2}" 0 12 commit)
      execute_process(COMMAND git --no-optional-locks status --porcelain --untracked-files=no
                      WORKING_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE changes ERROR_QUIET)
      if(changes)
        string(APPEND commit -dirty)
      endif()
    endif()
  endif()
  string(CONCAT text "const char *cat_build_commit(void);\n\n"
         "const char *cat_build_commit(void) {\n  return \"${commit}\";\n}\n")
  set(before "")
  if(EXISTS "${OUT}")
    file(READ "${OUT}" before)
  endif()
  if(NOT before STREQUAL text)
    file(WRITE "${OUT}" "${text}")
  endif()
  return()
endif()

set(CAT_COMMIT "" CACHE STRING "name of the commit that is built; empty: ask git")
set(CAT_COMMIT_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")

function(cat_commit layer)
  set(out "${CMAKE_BINARY_DIR}/commit.c")
  add_custom_target(commit BYPRODUCTS "${out}"
    COMMAND ${CMAKE_COMMAND} "-DSOURCE=${CMAKE_SOURCE_DIR}" "-DOUT=${out}" "-DGIVEN=${CAT_COMMIT}"
            -P "${CAT_COMMIT_SCRIPT}"
    COMMENT "Looking up the commit" VERBATIM)
  target_sources(layer_${layer} PRIVATE "${out}")
  add_dependencies(layer_${layer} commit)
endfunction()
