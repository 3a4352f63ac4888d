# Installs the library, its headers, a CMake package and a pkg-config file.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(storh_cmake_dir "${CMAKE_INSTALL_LIBDIR}/cmake/storh")

install(TARGETS storh EXPORT storh-targets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT storh-targets NAMESPACE storh:: DESTINATION "${storh_cmake_dir}")

configure_package_config_file(
    "${CMAKE_CURRENT_LIST_DIR}/storhConfig.cmake.in"
    "${PROJECT_BINARY_DIR}/storhConfig.cmake"
    INSTALL_DESTINATION "${storh_cmake_dir}")
# Before 1.0 a minor version may break its users.
write_basic_package_version_file(
    "${PROJECT_BINARY_DIR}/storhConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES
    "${PROJECT_BINARY_DIR}/storhConfig.cmake"
    "${PROJECT_BINARY_DIR}/storhConfigVersion.cmake"
    DESTINATION "${storh_cmake_dir}")

# A static library hands its private needs to whoever links it, a shared one keeps them. With a
# static one alone there is nothing to choose, so `pkg-config --libs storh` works without --static.
if(BUILD_SHARED_LIBS)
    set(storh_pc_private ".private")
else()
    set(storh_pc_private "")
endif()
# How to get from the pkg-config directory back to the prefix, so that an installed tree may move.
file(RELATIVE_PATH storh_pc_up "/p/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/p")
string(REGEX REPLACE "/$" "" storh_pc_up "${storh_pc_up}")
configure_file("${CMAKE_CURRENT_LIST_DIR}/storh.pc.in" "${PROJECT_BINARY_DIR}/storh.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/storh.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
