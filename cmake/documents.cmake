# Man pages, from scdoc's markup; without scdoc there are none.
find_program(SCDOC scdoc)
set(CAT_RELEASE_EPOCH 1735689600)  # 2025-01-01, the day that the pages show
set(CAT_MAN_PAGES "")
if(SCDOC)
  foreach(page catenaria.1 catenaria-input.5)
    set(out "${CMAKE_BINARY_DIR}/man/${page}")
    set(in "${CMAKE_SOURCE_DIR}/man/${page}.scd")
    # the day in the page is that of SOURCE_DATE_EPOCH: fixed, so that two builds are equal
    add_custom_command(OUTPUT "${out}"
      COMMAND ${CMAKE_COMMAND} -E make_directory "${CMAKE_BINARY_DIR}/man"
      COMMAND ${CMAKE_COMMAND} -E env SOURCE_DATE_EPOCH=${CAT_RELEASE_EPOCH}
              sh -c "\"$1\" < \"$2\" > \"$3\"" scdoc "${SCDOC}" "${in}" "${out}"
      DEPENDS "${in}" COMMENT "Man page ${page}" VERBATIM)
    list(APPEND CAT_MAN_PAGES "${out}")
  endforeach()
  add_custom_target(man ALL DEPENDS ${CAT_MAN_PAGES})
endif()
