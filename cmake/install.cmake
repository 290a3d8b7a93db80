# Headers, CMake files and tools. Only the core is exported: the config file defines the other components where it finds what
# they need, so a package made without torch serves a consumer who has it.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(config_folder "${CMAKE_INSTALL_DATADIR}/cmake/trainspec")

install(DIRECTORY include/trainspec TYPE INCLUDE)
install(TARGETS trainspec EXPORT trainspec)
install(EXPORT trainspec NAMESPACE trainspec:: DESTINATION "${config_folder}" FILE trainspec_core.cmake)

configure_package_config_file(cmake/trainspecConfig.cmake.in "${PROJECT_BINARY_DIR}/cmake/trainspecConfig.cmake"
  INSTALL_DESTINATION "${config_folder}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/cmake/trainspecConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES
  "${PROJECT_BINARY_DIR}/cmake/trainspecConfig.cmake" "${PROJECT_BINARY_DIR}/cmake/trainspecConfigVersion.cmake"
  cmake/trainspec_dependencies.cmake cmake/trainspec_torch.cmake cmake/trainspec_jobs.cmake cmake/trainspec_embed_job.cmake
  DESTINATION "${config_folder}")

foreach(tool trainspec_program trainspec_engine)
  if(TARGET ${tool})
    install(TARGETS ${tool} RUNTIME)
  endif()
endforeach()
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DATADIR}/trainspec")
