# What `make install` puts where. The library is found through pkg-config, static or shared.
install(TARGETS catenaria RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(PROGRAMS tools/sweep DESTINATION ${CMAKE_INSTALL_BINDIR} RENAME catenaria-sweep)
install(TARGETS catenaria_static catenaria_shared
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/catenaria DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(DIRECTORY cases DESTINATION ${CMAKE_INSTALL_DATADIR}/catenaria
        FILES_MATCHING PATTERN "*.yaml")
install(FILES completion/catenaria.bash RENAME catenaria
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
foreach(text LICENSE NOTICE README.md CHANGELOG.md)
  if(EXISTS ${CMAKE_SOURCE_DIR}/${text})
    install(FILES ${text} DESTINATION ${CMAKE_INSTALL_DOCDIR})
  endif()
endforeach()
foreach(page IN LISTS CAT_MAN_PAGES)
  string(REGEX REPLACE ".*\\.([0-9])$" "\\1" section "${page}")
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section})
endforeach()

# from the folder of the .pc file back to the prefix, so that an installation can be moved
file(RELATIVE_PATH CAT_PC_PREFIX /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
string(REGEX REPLACE "/$" "" CAT_PC_PREFIX "${CAT_PC_PREFIX}")
set(CAT_PC_HDF5 "")
set(CAT_PC_ARPACK "")
if(CAT_HDF5)
  set(CAT_PC_HDF5 hdf5-serial)
endif()
if(CAT_ARPACK)
  set(CAT_PC_ARPACK -larpack)
endif()
configure_file(cmake/catenaria.pc.in ${CMAKE_BINARY_DIR}/for-install/catenaria.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/for-install/catenaria.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
