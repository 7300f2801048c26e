# What `cmake --install` and CPack ship. Plugins lie in a folder that names the
# LLVM they are for, so that several can be installed side by side.
include(CMakePackageConfigHelpers)

set(IKET_INSTALL_LIBDIR ${CMAKE_INSTALL_LIBDIR}/iket/llvm-${LLVM_VERSION_MAJOR})
set(IKET_INSTALL_CMAKEDIR ${CMAKE_INSTALL_LIBDIR}/cmake/Iket)
file(RELATIVE_PATH IKET_LIB_TO_INCLUDE /${IKET_INSTALL_LIBDIR}
     /${CMAKE_INSTALL_INCLUDEDIR})
file(RELATIVE_PATH IKET_BIN_TO_LIB /${CMAKE_INSTALL_BINDIR}
     /${IKET_INSTALL_LIBDIR})
file(RELATIVE_PATH IKET_BIN_TO_INCLUDE /${CMAKE_INSTALL_BINDIR}
     /${CMAKE_INSTALL_INCLUDEDIR})

# What another project adds is not its own to install.
if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()

install(TARGETS IketPass LIBRARY DESTINATION ${IKET_INSTALL_LIBDIR})
if(TARGET IketClang)
  install(TARGETS IketClang LIBRARY DESTINATION ${IKET_INSTALL_LIBDIR})
endif()
if(TARGET iket)
  install(TARGETS iket RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  # Where each shell looks by itself; zsh below /usr/local, or Debian's below /usr.
  if(NOT CMAKE_CROSSCOMPILING)
    set(scripts ${PROJECT_BINARY_DIR}/install/completion)
    install(FILES ${scripts}/iket.bash RENAME iket
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    foreach(folder site-functions vendor-completions)
      install(FILES ${scripts}/iket.zsh RENAME _iket
              DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${folder})
    endforeach()
    install(FILES ${scripts}/iket.fish
            DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  endif()
endif()
if(TARGET IketInject)
  install(TARGETS IketInject
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/iket)
endif()
# Iket::headers, and in an export of their own, as they need libraries of others,
# Iket::Runtime and Iket::Trace.
install(TARGETS iket_headers EXPORT IketHeaders)
set_target_properties(iket_headers PROPERTIES EXPORT_NAME headers)
install(EXPORT IketHeaders NAMESPACE Iket:: DESTINATION ${IKET_INSTALL_CMAKEDIR})
set(exported)
foreach(name Support Cubin Runtime Trace)
  if(TARGET Iket${name})
    set_target_properties(Iket${name} PROPERTIES EXPORT_NAME ${name})
    list(APPEND exported Iket${name})
  endif()
endforeach()
if(exported)
  install(TARGETS ${exported} EXPORT IketLibraries
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT IketLibraries NAMESPACE Iket::
          DESTINATION ${IKET_INSTALL_CMAKEDIR})
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/iket
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(generated ${PROJECT_BINARY_DIR}/install)
configure_file(${PROJECT_SOURCE_DIR}/cmake/iket.cfg.in ${generated}/iket.cfg
               @ONLY)
configure_file(${PROJECT_SOURCE_DIR}/cmake/iket-config.in
               ${generated}/iket-config @ONLY)
install(FILES ${generated}/iket.cfg DESTINATION ${IKET_INSTALL_LIBDIR})
install(PROGRAMS ${generated}/iket-config
        DESTINATION ${CMAKE_INSTALL_BINDIR})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/IketConfig.cmake.in
  ${generated}/IketConfig.cmake INSTALL_DESTINATION ${IKET_INSTALL_CMAKEDIR}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR IKET_INSTALL_LIBDIR)
write_basic_package_version_file(${generated}/IketConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${generated}/IketConfig.cmake ${generated}/IketConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/cmake/IketInstrument.cmake
        DESTINATION ${IKET_INSTALL_CMAKEDIR})
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/LICENSE
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME iket)
set(CPACK_PACKAGE_CONTACT "The Iket developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_DEPENDS
    "clang-${LLVM_VERSION_MAJOR}, libstdc++6, libc6, liblz4-1, libzstd1")
include(CPack)
