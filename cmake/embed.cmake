# Files that become part of the program: each is turned into a C array at build time.
#
#   cat_embed(<layer> <symbol> <file>)
#
# gives the layer  extern const unsigned char <symbol>[]; extern const size_t <symbol>_size;
# The bytes are followed by a NUL that the size does not count. Run as a script, this file does the
# conversion itself:  cmake -DIN=... -DOUT=... -DSYMBOL=... -P embed.cmake

if(CMAKE_SCRIPT_MODE_FILE)
  file(READ "${IN}" text)
  # what would make a browser's tools look for a file that is not there
  string(REGEX REPLACE "\n?(//|/\\*)# sourceMappingURL=[^\n]*" "" text "${text}")
  string(HEX "${text}" hex)
  string(LENGTH "${hex}" size)
  math(EXPR size "${size} / 2")
  string(REPEAT "[0-9a-f]" 32 line)
  string(REGEX REPLACE "(${line})" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  file(WRITE "${OUT}" "#include <stddef.h>\n"
       "extern const unsigned char ${SYMBOL}[];\nextern const size_t ${SYMBOL}_size;\n"
       "const unsigned char ${SYMBOL}[] = {\n${bytes}0x00};\n"
       "const size_t ${SYMBOL}_size = ${size};\n")
  return()
endif()

set(CAT_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")

function(cat_embed layer symbol file)
  if(NOT TARGET layer_${layer})
    return()
  endif()
  set(out "${CMAKE_BINARY_DIR}/embedded/${symbol}.c")
  add_custom_command(OUTPUT "${out}"
    COMMAND ${CMAKE_COMMAND} "-DIN=${file}" "-DOUT=${out}" "-DSYMBOL=${symbol}"
            -P "${CAT_EMBED_SCRIPT}"
    DEPENDS "${file}" "${CAT_EMBED_SCRIPT}" COMMENT "Embedding ${symbol}" VERBATIM)
  target_sources(layer_${layer} PRIVATE "${out}")
endfunction()

# dygraphs as Debian ships it: the script, its style and its licence.
function(cat_find_dygraphs)
  find_file(DYGRAPHS_JS dygraph.min.js PATH_SUFFIXES share/javascript/dygraphs
            PATHS /usr/share/javascript/dygraphs)
  find_file(DYGRAPHS_CSS dygraph.min.css PATH_SUFFIXES share/javascript/dygraphs
            PATHS /usr/share/javascript/dygraphs)
  find_file(DYGRAPHS_LICENCE copyright NO_DEFAULT_PATH PATHS /usr/share/doc/libjs-dygraphs)
  foreach(part DYGRAPHS_JS DYGRAPHS_CSS DYGRAPHS_LICENCE)
    if(NOT ${part})
      message(FATAL_ERROR "dygraphs (${part}) was not found. "
                          "On Debian: apt install libjs-dygraphs; elsewhere set -D${part}=<file>.")
    endif()
  endforeach()
endfunction()

# What report.html is made of.
function(cat_embed_report)
  cat_find_dygraphs()
  cat_embed(report_html cat_asset_dygraphs_js "${DYGRAPHS_JS}")
  cat_embed(report_html cat_asset_dygraphs_css "${DYGRAPHS_CSS}")
  cat_embed(report_html cat_asset_dygraphs_licence "${DYGRAPHS_LICENCE}")
  cat_embed(report_html cat_asset_report_js "${CMAKE_SOURCE_DIR}/src/report/html/assets/report.js")
  cat_embed(report_html cat_asset_passage_js "${CMAKE_SOURCE_DIR}/src/report/html/assets/passage.js")
  cat_embed(report_html cat_asset_report_css "${CMAKE_SOURCE_DIR}/src/report/html/assets/report.css")
endfunction()
